/*
 * counted.c - the profile of a table on a server, whose values are counted there.
 *
 * A column with up to TACIT_COUNTED_VALUES values is profiled from these and their counts, which
 * gives what its rows would.  Of one with more the engine tells how many values occur how often
 * (so distinct values, entropy and the most frequent are exact), least, greatest, mean and
 * deviation; quantiles come from numbers that are rounded to four digits, patterns from the first
 * texts.  Where rows lie, and so which stand together, is not known.  Three passes over a column.
 */
#include "task/inspect/counted.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"

/* Texts that patterns are looked for in, if there are too many. */
enum { SOME_TEXTS = 10000 };

/* ---- one column ---- */

/* Take a word of the data over from a table that goes. */
static tacit_status keep_word(tacit_ctx *cx, tacit_profile *p)
{
    char *copy = NULL;
    if (p->dirt.word == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_text(cx, p->dirt.word, &copy));
    p->dirt.word = copy;
    return TACIT_OK;
}

static tacit_status profile_values(tacit_ctx *cx, tacit_data *data, size_t j, tacit_profile *p)
{
    const tacit_select one = { .n = 1, .at = &j };
    tacit_table *t = NULL;
    TACIT_TRY(data->engine->group(cx, data, &one, data->schema.n, &t));
    const int64_t *n =
        tacit_column_integers(tacit_table_column(t, tacit_table_find(t, TACIT_COUNT)));
    tacit_status status = tacit_profile_counted(cx, tacit_table_column(t, 0), n, p);
    if (status == TACIT_OK)
        status = keep_word(cx, p);
    tacit_table_free(t);
    return status;
}

/* A column of ones for each row of `t`, or what its column `from` counts. */
static tacit_status take_counts(tacit_ctx *cx, const tacit_table *t, size_t from, int64_t **out)
{
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(t), sizeof **out, out));
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        (*out)[i] = from < tacit_table_columns(t)
                        ? (int64_t)llround(tacit_column_number(tacit_table_column(t, from), i))
                        : 1;
    return TACIT_OK;
}

/* The profile of some of the values: texts, or rounded numbers. */
static tacit_status profile_some(tacit_ctx *cx, tacit_data *data, size_t j, tacit_profile *p)
{
    const bool texts = data->schema.field[j].type == TACIT_TYPE_CATEGORY;
    int64_t *count = NULL;
    tacit_table *t = NULL;
    TACIT_TRY(texts ? tacit_tally_texts(cx, data, j, SOME_TEXTS, &t)
                    : tacit_tally_rounded(cx, data, j, &t));
    tacit_status status = take_counts(cx, t, 1, &count);
    if (status == TACIT_OK)
        status = tacit_profile_counted(cx, tacit_table_column(t, 0), count, p);
    if (status == TACIT_OK)
        status = keep_word(cx, p);
    tacit_table_free(t);
    p->type = data->schema.field[j].type;
    return status;
}

/* What follows from how many values occur how often; one class is that of missing ones. */
static void count_values(const tacit_tallied *t, tacit_profile *p)
{
    const double present = (double)tacit_profile_present(p);
    p->distinct = p->singles = 0;
    p->entropy = p->evenness = p->top_share = 0.0;
    for (size_t i = 0; i < t->n; i++) {
        const bool holds_missing = p->missing > 0 && t->rows[i] == p->missing;
        const uint64_t values = t->classes[i] - holds_missing;
        const double share = (double)t->rows[i] / present;
        p->distinct += (size_t)values;
        p->singles += t->rows[i] == 1 ? (size_t)values : 0;
        p->entropy -= values > 0 ? (double)values * share * log2(share) : 0.0;
        p->top_share = values > 0 ? share : p->top_share;
    }
    if (p->distinct > 1)
        p->evenness = p->entropy / log2((double)p->distinct);
}

static tacit_status profile_many(tacit_ctx *cx, tacit_data *data, size_t j, const tacit_tallied *t,
                                 tacit_profile *p)
{
    tacit_extent span;
    TACIT_TRY(profile_some(cx, data, j, p));
    TACIT_TRY(tacit_tally_span(cx, data, j, &span));
    p->rows = (size_t)span.rows;
    p->missing = (size_t)span.missing;
    count_values(t, p);
    if (p->type == TACIT_TYPE_CATEGORY) {
        p->shortest = (size_t)span.least;
        p->longest = (size_t)span.most;
        return TACIT_OK;
    }
    p->least = span.least;
    p->most = span.most;
    p->mean = span.mean;
    p->sd = span.sd;
    p->zeros = p->type == TACIT_TYPE_DATE ? 0 : (size_t)span.zeros;
    p->negatives = p->type == TACIT_TYPE_DATE ? 0 : (size_t)span.negatives;
    return TACIT_OK;
}

/* Equal for columns whose values part the records into classes of the same sizes. */
static uint64_t hash_sizes(const tacit_tallied *t, const tacit_profile *p)
{
    uint64_t hash = tacit_hash_u64(p->missing);
    for (size_t i = 0; i < t->n; i++)
        hash = tacit_hash_u64(hash ^ tacit_hash_u64(t->rows[i]) ^ t->classes[i]);
    return hash;
}

static tacit_status profile_column(tacit_ctx *cx, tacit_data *data, size_t j, uint64_t rows,
                                   tacit_profile *p)
{
    const tacit_select one = { .n = 1, .at = &j };
    tacit_tallied t;
    TACIT_TRY(tacit_tally_of(cx, data, &one, &t));
    TACIT_TRY(tacit_tally_classes(&t) <= TACIT_COUNTED_VALUES ? profile_values(cx, data, j, p)
                                                              : profile_many(cx, data, j, &t, p));
    p->name = data->schema.field[j].name;
    p->twin = SIZE_MAX;
    p->partition = hash_sizes(&t, p);
    if (tacit_tally_rows(&t) == rows && p->rows == rows)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_IO,
                      "%s changed while it was read; run this again when nobody writes to it.",
                      data->uri);
}

/* ---- twins ---- */

/* Whether records agree in one of two columns exactly where they agree in the other: then the two
 * together have as many combinations as each. */
static tacit_status are_twins(tacit_ctx *cx, tacit_data *data, const tacit_profile *profile,
                              const size_t pair[2], bool *out)
{
    const tacit_profile *a = &profile[pair[0]], *b = &profile[pair[1]];
    const tacit_select both = { .n = 2, .at = pair };
    tacit_tallied t;
    *out = false;
    if (a->partition != b->partition || a->distinct != b->distinct || a->distinct < 2 ||
        a->distinct >= tacit_profile_present(a))
        return TACIT_OK;
    TACIT_TRY(tacit_tally_of(cx, data, &both, &t));
    *out = tacit_tally_classes(&t) == a->distinct + (a->missing > 0);
    return TACIT_OK;
}

static tacit_status find_twins(tacit_ctx *cx, tacit_data *data, tacit_profile *profile)
{
    for (size_t j = 1; j < data->schema.n; j++) {
        bool twin = false;
        for (size_t i = 0; i < j && !twin; i++) {
            const size_t mark = tacit_scratch_mark(cx);
            if (profile[i].twin != SIZE_MAX)
                continue;
            TACIT_TRY(are_twins(cx, data, profile, (const size_t[]){ i, j }, &twin));
            tacit_scratch_release(cx, mark);
            if (twin)
                profile[j].twin = i;
        }
    }
    return TACIT_OK;
}

tacit_status tacit_counted_profile(tacit_ctx *cx, tacit_data *data, tacit_profile **out)
{
    static const tacit_select none = { 0 };
    const size_t n = data->schema.n;
    tacit_tallied all;
    TACIT_TRY(tacit_tally_of(cx, data, &none, &all));
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t j = 0; j < n; j++) {
        TACIT_TRY(tacit_tick(cx, j, n));
        TACIT_TRY(profile_column(cx, data, j, tacit_tally_rows(&all), &(*out)[j]));
    }
    return find_twins(cx, data, *out);
}

/* ---- keys ---- */

/* The sizes of classes by some columns and others. */
static tacit_status tally_both(tacit_ctx *cx, tacit_data *data, const tacit_select *a,
                               const tacit_select *b, tacit_tallied *out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, a->n + b->n, sizeof *at, &at));
    for (size_t c = 0; c < a->n + b->n; c++)
        at[c] = c < a->n ? a->at[c] : b->at[c - a->n];
    return tacit_tally_of(cx, data, &(tacit_select){ .n = a->n + b->n, .at = at }, out);
}

tacit_status tacit_counted_keys(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                                const tacit_profile *profile, tacit_key_report *out)
{
    TACIT_ASSERT(keys->n > 0);
    const size_t parts = keys->n <= TACIT_KEYS_PARTED ? keys->n : 0;
    tacit_profile_part *part = NULL;
    tacit_tallied all, t;
    TACIT_TRY(tacit_tally_of(cx, data, keys, &all));
    TACIT_TRY(tacit_scratch(cx, parts, sizeof *part, &part));
    for (size_t k = 0; k < parts; k++) {
        const tacit_profile *p = &profile[keys->at[k]];
        const tacit_select before = { .n = k, .at = keys->at },
                           after = { .n = keys->n - k - 1, .at = keys->at + k + 1 };
        TACIT_TRY(tacit_tick(cx, k, parts));
        TACIT_TRY(tally_both(cx, data, &before, &after, &t));
        part[k] = (tacit_profile_part){ .column = keys->at[k],
                                        .alone = p->singles + (p->missing == 1),
                                        .without = tacit_tally_below(&t, 2) };
    }
    *out = (tacit_key_report){ .records = tacit_tally_rows(&all),
                               .classes = (size_t)tacit_tally_classes(&all),
                               .uniques = tacit_tally_below(&all, 2),
                               .below3 = tacit_tally_below(&all, 3),
                               .below5 = tacit_tally_below(&all, 5),
                               .part = part,
                               .n = parts };
    return TACIT_OK;
}

tacit_status tacit_counted_doubt(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                                 const tacit_select *doubtful, tacit_key_doubt *out)
{
    tacit_tallied t;
    TACIT_ASSERT(doubtful->n > 0);
    *out = (tacit_key_doubt){ .columns = doubtful };
    TACIT_TRY(tally_both(cx, data, keys, doubtful, &t));
    out->with_all = tacit_tally_below(&t, 2);
    if (doubtful->n > TACIT_KEYS_PARTED)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, doubtful->n, sizeof *out->with, &out->with));
    for (size_t c = 0; c < doubtful->n; c++) {
        const tacit_select one = { .n = 1, .at = &doubtful->at[c] };
        TACIT_TRY(tacit_tick(cx, c, doubtful->n));
        TACIT_TRY(tally_both(cx, data, keys, &one, &t));
        out->with[c] = tacit_tally_below(&t, 2);
    }
    return TACIT_OK;
}

tacit_status tacit_counted_copies(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                                  size_t *out)
{
    tacit_tallied t;
    TACIT_TRY(tacit_tally_of(cx, data, columns, &t));
    *out = (size_t)(tacit_tally_rows(&t) - tacit_tally_classes(&t));
    return TACIT_OK;
}
