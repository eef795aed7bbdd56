/*
 * merged.c - an original and a protected table, one above the other, as codes.
 */
#include "micro/utility/merged.h"

#include <string.h>

#include "base/rng.h"
#include "base/sort.h"
#include "table/recoded.h"
#include "table/take.h"
#include "table/values.h"

/* One column in the making. */
typedef struct making {
    const tacit_column *side[2];
    const tacit_column *blank; /* where the second side is missing besides, or NULL */
    size_t rows;
    uint16_t *code;
    double *value;
    const tacit_merge *how;
} making;

static bool is_missing(const making *m, size_t i)
{
    const size_t n = tacit_column_length(m->side[0]);
    if (i < n)
        return tacit_column_is_missing(m->side[0], i);
    return tacit_column_is_missing(m->side[1], i - n) ||
           (m->blank != NULL && tacit_column_is_missing(m->blank, i - n));
}

/* Give the missing cells the code after all others. */
static void code_missing(const making *m, tacit_merged_column *out)
{
    for (size_t i = 0; i < m->rows; i++)
        if (is_missing(m, i)) {
            m->code[i] = (uint16_t)out->levels;
            out->missing = true;
        }
    out->levels += out->missing;
}

/* ---- numbers ---- */

/* Fill m->value; returns the present cells as keys in `key`, sorted. */
static tacit_status sort_numbers(tacit_ctx *cx, const making *m, tacit_keyed **key, size_t *n)
{
    tacit_keyed *a = NULL;
    size_t at = 0;
    *n = 0;
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *a, &a));
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < tacit_column_length(m->side[s]); i++, at++) {
            if (is_missing(m, at))
                continue;
            m->value[at] = tacit_column_number(m->side[s], i) + 0.0; /* -0 becomes 0 */
            a[(*n)++] = (tacit_keyed){ tacit_sort_key_real(m->value[at]), at };
        }
    TACIT_TRY(tacit_sort_keyed(cx, a, *n));
    *key = a;
    return TACIT_OK;
}

static size_t distinct_keys(const tacit_keyed *a, size_t n)
{
    size_t out = n > 0;
    for (size_t i = 1; i < n; i++)
        out += a[i].key != a[i - 1].key;
    return out;
}

static tacit_status code_numbers(tacit_ctx *cx, making *m, tacit_merged_column *out)
{
    tacit_keyed *a = NULL;
    size_t n = 0, bin = 0, last = SIZE_MAX;
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->value, &m->value));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(sort_numbers(cx, m, &a, &n));
    out->pooled = distinct_keys(a, n) > m->how->bins;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || a[i].key != a[i - 1].key)
            bin = out->pooled ? (size_t)((double)i * m->how->bins / (double)n) : bin + 1;
        if (bin != last)
            out->levels++;
        last = bin;
        m->code[a[i].row] = (uint16_t)(out->levels - 1);
    }
    tacit_scratch_release(cx, mark);
    out->ordered = true;
    out->value = m->value;
    return TACIT_OK;
}

/* ---- texts ---- */

/* Number the texts of a category column, each text of its dictionary once. */
static tacit_status number_categories(tacit_ctx *cx, const tacit_column *c, tacit_dict *dict,
                                      uint32_t *of)
{
    const uint32_t *code = tacit_column_codes(c);
    const tacit_dict *own = tacit_column_dict(c);
    uint32_t *known = NULL; /* the number of a text, plus 1 */
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(own), sizeof *known, &known));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        if (known[code[i]] == 0) {
            TACIT_TRY(tacit_dict_add(cx, dict, tacit_dict_text(own, code[i]),
                                     tacit_dict_length(own, code[i]), &of[i]));
            known[code[i]] = of[i] + 1;
        }
        of[i] = known[code[i]] - 1;
    }
    return TACIT_OK;
}

/* Number the texts of any other column. */
static tacit_status number_others(tacit_ctx *cx, const tacit_column *c, tacit_dict *dict,
                                  uint32_t *of)
{
    char room[32];
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        const char *text = tacit_column_text(c, i, room);
        TACIT_TRY(tacit_dict_add(cx, dict, text, strlen(text), &of[i]));
    }
    return TACIT_OK;
}

/* The texts of both columns: `of` is the number of each present cell's. */
static tacit_status number_texts(tacit_ctx *cx, const making *m, tacit_dict *dict, uint32_t *of)
{
    for (size_t s = 0; s < 2; s++) {
        const tacit_column *c = m->side[s];
        TACIT_TRY(tacit_column_type(c) == TACIT_TYPE_CATEGORY ? number_categories(cx, c, dict, of)
                                                              : number_others(cx, c, dict, of));
        of += tacit_column_length(c);
    }
    return TACIT_OK;
}

/* Eight bytes of a text from `at` on, as a number in the order of bytes. */
static uint64_t eight_bytes(const char *text, size_t length, size_t at)
{
    uint64_t key = 0;
    for (size_t b = 0; b < 8; b++)
        key = key << 8 | (at + b < length ? (unsigned char)text[at + b] : 0);
    return key;
}

/* The texts in the order of their bytes: sorted by their last eight bytes first. */
static tacit_status sort_texts(tacit_ctx *cx, const tacit_dict *dict, tacit_keyed *text)
{
    const uint32_t n = tacit_dict_size(dict);
    size_t longest = 0;
    for (uint32_t k = 0; k < n; k++) {
        text[k].row = k;
        longest = tacit_dict_length(dict, k) > longest ? tacit_dict_length(dict, k) : longest;
    }
    for (size_t at = (longest + 7) / 8 * 8; at > 0; at -= 8) {
        for (uint32_t k = 0; k < n; k++) {
            const uint32_t code = (uint32_t)text[k].row;
            text[k].key =
                eight_bytes(tacit_dict_text(dict, code), tacit_dict_length(dict, code), at - 8);
        }
        TACIT_TRY(tacit_sort_keyed(cx, text, n));
    }
    return TACIT_OK;
}

/* Mark the `most` commonest texts; of equally common ones the first in order. */
static tacit_status mark_common(tacit_ctx *cx, const tacit_keyed *text, const uint64_t *count,
                                uint32_t n, uint32_t most, bool *common)
{
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *a, &a));
    for (uint32_t k = 0; k < n; k++)
        a[k] = (tacit_keyed){ UINT64_MAX - count[text[k].row], text[k].row };
    TACIT_TRY(tacit_sort_keyed(cx, a, n));
    for (uint32_t k = 0; k < n && k < most; k++)
        common[a[k].row] = true;
    return TACIT_OK;
}

/* Turn texts into codes: the common ones in order, then one for all others. */
static tacit_status code_sorted(tacit_ctx *cx, const making *m, const tacit_dict *dict,
                                const uint32_t *of, tacit_merged_column *out)
{
    const uint32_t n = tacit_dict_size(dict), most = m->how->levels;
    tacit_keyed *text = NULL;
    uint64_t *count = NULL;
    uint32_t *code = NULL;
    bool *common = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *text, &text));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *code, &code));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *common, &common));
    TACIT_TRY(sort_texts(cx, dict, text));
    for (size_t i = 0; i < m->rows; i++)
        if (!is_missing(m, i))
            count[of[i]]++;
    out->pooled = n > most;
    TACIT_TRY(mark_common(cx, text, count, n, out->pooled ? most - 1 : n, common));
    for (uint32_t k = 0; k < n; k++)
        if (common[text[k].row])
            code[text[k].row] = out->levels++;
    for (uint32_t k = 0; k < n; k++)
        if (!common[k])
            code[k] = out->levels;
    out->levels += out->pooled;
    for (size_t i = 0; i < m->rows; i++)
        if (!is_missing(m, i))
            m->code[i] = (uint16_t)code[of[i]];
    return TACIT_OK;
}

static tacit_status code_texts(tacit_ctx *cx, const making *m, tacit_merged_column *out)
{
    tacit_dict *dict = NULL;
    uint32_t *of = NULL;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *of, &of));
    TACIT_TRY(tacit_dict_new(cx, &dict));
    tacit_status status = number_texts(cx, m, dict, of);
    if (status == TACIT_OK)
        status = code_sorted(cx, m, dict, of, out);
    tacit_dict_free(dict);
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- tables ---- */

/* Whether both are numbers, or both dates. */
static bool is_number(const making *m)
{
    const unsigned both = tacit_column_type(m->side[0]) | tacit_column_type(m->side[1]);
    return (both & ~(unsigned)TACIT_TYPE_NUMBER) == 0 || both == TACIT_TYPE_DATE;
}

static tacit_status code_column(tacit_ctx *cx, making *m, tacit_merged_column *out)
{
    m->rows = tacit_column_length(m->side[0]) + tacit_column_length(m->side[1]);
    *out = (tacit_merged_column){ .name = tacit_column_name(m->side[0]) };
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->code, &m->code));
    TACIT_TRY(is_number(m) ? code_numbers(cx, m, out) : code_texts(cx, m, out));
    code_missing(m, out);
    out->code = m->code;
    TACIT_ASSERT(out->levels <= UINT16_MAX);
    return TACIT_OK;
}

/* For each row one with the same label: rows of a label in a random order stand in the places of
 * these rows in order. */
static tacit_status deal_rows(tacit_ctx *cx, const tacit_column *labels, uint64_t seed, size_t *to)
{
    const size_t n = tacit_column_length(labels);
    const tacit_rng root = tacit_rng_seed(seed);
    tacit_rng rng = tacit_rng_fork(&root, tacit_column_name(labels));
    tacit_values v;
    tacit_keyed *place = NULL, *dealt = NULL;
    TACIT_TRY(tacit_values_of(cx, labels, &v));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *place, &place));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *dealt, &dealt));
    for (size_t i = 0; i < n; i++) {
        place[i] = (tacit_keyed){ v.of[i], i };
        dealt[i] = (tacit_keyed){ (uint64_t)v.of[i] << 32 | tacit_rng_bits(&rng) >> 32, i };
    }
    TACIT_TRY(tacit_sort_keyed(cx, place, n));
    TACIT_TRY(tacit_sort_keyed(cx, dealt, n));
    for (size_t k = 0; k < n; k++)
        to[place[k].row] = dealt[k].row;
    return TACIT_OK;
}

/* Merge a column with values in the place of labels. */
static tacit_status draw_column(tacit_ctx *cx, const tacit_table *same, const tacit_match *match,
                                const tacit_merge *how, tacit_merged_column *out)
{
    const size_t at = tacit_table_find(same, tacit_column_name(match->before));
    const size_t n = tacit_column_length(match->after);
    making m = { .side = { match->before }, .blank = match->after, .how = how };
    tacit_column *drawn = NULL;
    size_t *to = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *to, &to));
    TACIT_TRY(deal_rows(cx, match->after, how->seed, to));
    TACIT_TRY(tacit_column_take(cx, tacit_table_column(same, at), tacit_column_name(match->before),
                                &(tacit_row_list){ n, to }, &drawn));
    m.side[1] = drawn;
    const tacit_status status = code_column(cx, &m, out);
    tacit_column_free(drawn);
    return status;
}

/* Merge a column, unless it was recoded and is to be left out. */
static tacit_status merge_column(tacit_ctx *cx, const tacit_pair *pair, const tacit_match *match,
                                 const tacit_merge *how, tacit_merged *out,
                                 tacit_merged_column *column)
{
    making m = { .side = { match->before, match->after }, .how = how };
    const tacit_table *same = pair->independent ? pair->released : pair->original;
    const bool draw =
        how->draw && same != NULL && tacit_table_rows(same) == tacit_table_rows(pair->masked);
    bool recoded = false;
    TACIT_TRY(draw ? tacit_column_has_labels(cx, match->before, match->after, &recoded)
                   : tacit_column_recoded(cx, match->before, match->after, &recoded));
    out->recoded += recoded && !draw;
    out->drawn += recoded && draw;
    out->columns += !recoded || draw;
    return !recoded ? code_column(cx, &m, column)
           : draw   ? draw_column(cx, same, match, how, column)
                    : TACIT_OK;
}

tacit_status tacit_merged_of(tacit_ctx *cx, const tacit_pair *pair, const tacit_merge *how,
                             tacit_merged *out)
{
    tacit_match *match = NULL;
    tacit_merged_column *column = NULL;
    tacit_merged m = { .original = tacit_table_rows(pair->original) };
    size_t n = 0;
    m.rows = m.original + tacit_table_rows(pair->masked);
    TACIT_ASSERT(how->bins > 0 && how->bins < UINT16_MAX);
    TACIT_ASSERT(how->levels > 1 && how->levels < UINT16_MAX);
    if (m.rows > UINT32_MAX)
        return tacit_fail(cx, TACIT_ERR_DATA, "The two tables have more than %u rows together.",
                          UINT32_MAX);
    TACIT_TRY(tacit_match_columns(cx, pair, TACIT_TYPE_ANY, &match, &n));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *column, &column));
    m.column = column;
    for (size_t j = 0; j < n; j++) {
        TACIT_TRY(tacit_tick(cx, j, n));
        TACIT_TRY(merge_column(cx, pair, &match[j], how, &m, &column[m.columns]));
    }
    if (n > 0 && m.columns == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "Every column that both tables have was recoded.");
    *out = m;
    return TACIT_OK;
}

tacit_status tacit_merged_note(tacit_ctx *cx, const tacit_merged *m, tacit_result *result)
{
    if (m->drawn > 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "Recoded columns whose labels were replaced by values that "
                                    "they stand for: %zu.",
                                    m->drawn));
    return m->recoded == 0
               ? TACIT_OK
               : tacit_result_note(cx, result,
                                   "Columns left out because they were recoded, so that "
                                   "their labels alone tell the tables apart: %zu.",
                                   m->recoded);
}
