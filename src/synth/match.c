/*
 * match.c - cells that come from elsewhere, in the words of the original.
 */
#include "synth/match.h"

#include "base/sort.h"
#include "table/values.h"

/* The first record whose cell is missing; UINT32_MAX if there is none. */
static uint32_t find_missing(const tacit_column *c)
{
    if (tacit_column_missing(c) == 0)
        return UINT32_MAX;
    uint32_t i = 0;
    while (!tacit_column_is_missing(c, i))
        i++;
    return i;
}

/* ---- categories ---- */

/* What records tell of texts. */
typedef struct texts {
    uint32_t *of;   /* for each code of the given column a record, UINT32_MAX if none has it */
    uint32_t usual; /* a record with the commonest text */
} texts;

static tacit_status find_texts(tacit_ctx *cx, const tacit_column *c, const tacit_column *given,
                               texts *out)
{
    const tacit_dict *from = tacit_column_dict(c), *to = tacit_column_dict(given);
    uint32_t *first = NULL;
    tacit_values v;
    uint64_t most = 0;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(from), sizeof *first, &first));
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(to), sizeof *out->of, &out->of));
    for (uint32_t k = 0; k < tacit_dict_size(from); k++)
        first[k] = UINT32_MAX;
    for (uint32_t k = 0; k < v.n; k++) {
        first[tacit_column_codes(c)[v.row[k]]] = (uint32_t)v.row[k];
        if (v.count[k] > most) {
            most = v.count[k];
            out->usual = (uint32_t)v.row[k];
        }
    }
    for (uint32_t k = 0; k < tacit_dict_size(to); k++) {
        const uint32_t at = from == to ? k : tacit_dict_find(from, tacit_dict_text(to, k));
        out->of[k] = at < tacit_dict_size(from) ? first[at] : UINT32_MAX;
    }
    return TACIT_OK;
}

static tacit_status match_texts(tacit_ctx *cx, const tacit_column *c, const tacit_column *given,
                                uint32_t *record, size_t *strange)
{
    const uint32_t missing = find_missing(c);
    texts t = { 0 };
    TACIT_TRY(find_texts(cx, c, given, &t));
    for (size_t i = 0; i < tacit_column_length(given); i++) {
        record[i] =
            tacit_column_is_missing(given, i) ? missing : t.of[tacit_column_codes(given)[i]];
        *strange += record[i] == UINT32_MAX;
        if (record[i] == UINT32_MAX)
            record[i] = t.usual;
    }
    return TACIT_OK;
}

/* ---- numbers ---- */

/* The records that have a number, by it. */
static tacit_status sort_numbers(tacit_ctx *cx, const tacit_column *c, tacit_keyed **out, size_t *n)
{
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_column_length(c), sizeof *a, &a));
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i))
            a[(*n)++] = (tacit_keyed){ tacit_sort_key_real(tacit_column_number(c, i)), i };
    TACIT_TRY(tacit_sort_keyed(cx, a, *n));
    *out = a;
    return TACIT_OK;
}

/* Which of `n` sorted numbers is nearest to x; the lower one of two. */
static size_t find_nearest(const tacit_column *c, const tacit_keyed *a, size_t n, double x)
{
    size_t from = 0, to = n; /* the first that is not below x */
    while (from < to) {
        const size_t mid = from + (to - from) / 2;
        if (tacit_column_number(c, a[mid].row) < x)
            from = mid + 1;
        else
            to = mid;
    }
    if (from == n)
        return n - 1;
    if (from > 0 &&
        x - tacit_column_number(c, a[from - 1].row) <= tacit_column_number(c, a[from].row) - x)
        return from - 1;
    return from;
}

static tacit_status match_numbers(tacit_ctx *cx, const tacit_column *c, const tacit_column *given,
                                  uint32_t *record, size_t *strange)
{
    const uint32_t missing = find_missing(c);
    tacit_keyed *a = NULL;
    size_t n = 0;
    TACIT_TRY(sort_numbers(cx, c, &a, &n));
    for (size_t i = 0; i < tacit_column_length(given); i++) {
        const bool none = tacit_column_is_missing(given, i);
        const bool odd = none ? missing == UINT32_MAX : n == 0;
        *strange += odd;
        if (none || n == 0)
            record[i] = odd && n > 0 ? (uint32_t)a[n / 2].row : missing;
        else
            record[i] = (uint32_t)a[find_nearest(c, a, n, tacit_column_number(given, i))].row;
    }
    return TACIT_OK;
}

tacit_status tacit_synth_match(tacit_ctx *cx, const tacit_column *c, const tacit_column *given,
                               uint32_t *record, size_t *strange)
{
    const size_t mark = tacit_scratch_mark(cx);
    const bool text = tacit_column_type(c) == TACIT_TYPE_CATEGORY;
    TACIT_ASSERT(tacit_column_length(c) > 0);
    TACIT_ASSERT(text == (tacit_column_type(given) == TACIT_TYPE_CATEGORY));
    *strange = 0;
    TACIT_TRY(text ? match_texts(cx, c, given, record, strange)
                   : match_numbers(cx, c, given, record, strange));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
