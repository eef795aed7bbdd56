/*
 * keys.c - how unique records are on a set of keys, and what each key adds.
 *
 * A record is unique if no other shares all its key values (sample unique, f = 1).  For
 * each key the same is counted on the other keys: where that number falls far, the key
 * is what singles people out, and coarsening it helps most.  Columns that may be keys are
 * added one by one, and all together.
 *
 * A missing key is a value of its own.  O(keys^2 * rows).
 */
#include "micro/profile/keys.h"

#include <string.h>

#include "micro/classes/classes.h"

/* Records in classes of fewer than 2, 3 and 5, and the number of classes. */
typedef struct tally {
    uint64_t records, below2, below3, below5;
    size_t classes;
} tally;

static tacit_status tally_keys(tacit_ctx *cx, const tacit_table *table, const tacit_select *keys,
                               tally *out)
{
    const size_t none = tacit_table_columns(table);
    const tacit_class_spec spec = { .keys = *keys, .count = none, .weight = none };
    tacit_classes *c = NULL;
    TACIT_TRY(tacit_classes_new(cx, table, &spec, &c));
    *out = (tally){ .records = c->records,
                    .below2 = tacit_classes_below(c, 2).records,
                    .below3 = tacit_classes_below(c, 3).records,
                    .below5 = tacit_classes_below(c, 5).records,
                    .classes = c->n };
    tacit_classes_free(c);
    return TACIT_OK;
}

/* Records that are unique on the keys without number `k`. */
static tacit_status count_without(tacit_ctx *cx, const tacit_table *table, const tacit_select *keys,
                                  size_t k, uint64_t *out)
{
    if (keys->n == 1) { /* without any key all records look the same */
        *out = tacit_table_rows(table) == 1;
        return TACIT_OK;
    }
    size_t *rest = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *rest, &rest));
    for (size_t c = 0; c < keys->n; c++)
        if (c != k)
            rest[n++] = keys->at[c];
    tally t;
    TACIT_TRY(tally_keys(cx, table, &(tacit_select){ .n = n, .at = rest }, &t));
    *out = t.below2;
    return TACIT_OK;
}

tacit_status tacit_keys_measure(tacit_ctx *cx, const tacit_table *table, const tacit_select *keys,
                                const tacit_profile *profile, tacit_key_report *out)
{
    TACIT_ASSERT(keys->n > 0);
    const size_t parts = keys->n <= TACIT_KEYS_PARTED ? keys->n : 0;
    tacit_profile_part *part = NULL;
    tally all;
    TACIT_TRY(tally_keys(cx, table, keys, &all));
    TACIT_TRY(tacit_scratch(cx, parts, sizeof *part, &part));
    for (size_t k = 0; k < parts; k++) {
        const tacit_profile *p = &profile[keys->at[k]];
        part[k].column = keys->at[k];
        part[k].alone = p->singles + (p->missing == 1);
        TACIT_TRY(tacit_tick(cx, k, parts));
        TACIT_TRY(count_without(cx, table, keys, k, &part[k].without));
    }
    *out = (tacit_key_report){ .records = all.records,
                               .classes = all.classes,
                               .uniques = all.below2,
                               .below3 = all.below3,
                               .below5 = all.below5,
                               .part = part,
                               .n = parts };
    return TACIT_OK;
}

/* Records that are unique on the keys and `more`. */
static tacit_status count_with(tacit_ctx *cx, const tacit_table *table, const tacit_select *keys,
                               const tacit_select *more, uint64_t *out)
{
    const size_t n = keys->n + more->n;
    size_t *at = NULL;
    tally t;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    if (keys->n > 0)
        memcpy(at, keys->at, keys->n * sizeof *at);
    memcpy(at + keys->n, more->at, more->n * sizeof *at);
    TACIT_TRY(tally_keys(cx, table, &(tacit_select){ .n = n, .at = at }, &t));
    *out = t.below2;
    return TACIT_OK;
}

tacit_status tacit_keys_doubt(tacit_ctx *cx, const tacit_table *table, const tacit_select *keys,
                              const tacit_select *doubtful, tacit_key_doubt *out)
{
    TACIT_ASSERT(doubtful->n > 0);
    *out = (tacit_key_doubt){ .columns = doubtful };
    TACIT_TRY(count_with(cx, table, keys, doubtful, &out->with_all));
    if (doubtful->n > TACIT_KEYS_PARTED)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, doubtful->n, sizeof *out->with, &out->with));
    for (size_t c = 0; c < doubtful->n; c++) {
        const tacit_select one = { .n = 1, .at = &doubtful->at[c] };
        TACIT_TRY(tacit_tick(cx, c, doubtful->n));
        TACIT_TRY(count_with(cx, table, keys, &one, &out->with[c]));
    }
    return TACIT_OK;
}

tacit_status tacit_keys_copies(tacit_ctx *cx, const tacit_table *table, const tacit_select *columns,
                               size_t *out)
{
    tally t;
    TACIT_TRY(tally_keys(cx, table, columns, &t));
    *out = (size_t)t.records - t.classes;
    return TACIT_OK;
}
