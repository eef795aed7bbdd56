/*
 * blanks.c - how many of the population a record with blanked keys may be.
 *
 * A missing key is a value of its own as long as the population has it missing often enough:
 * that is the smaller number, and so the safer one.  Otherwise suppression blanked it.
 */
#include "micro/classes/blanks.h"

enum { MOST_KEYS = 64 };

/* The keys that are missing in a row, as bits; those beyond 64 do not count. */
static uint64_t missing_in(const tacit_table *t, size_t row)
{
    uint64_t bits = 0;
    for (size_t j = 0; j < tacit_table_columns(t) && j < MOST_KEYS; j++)
        if (tacit_column_is_missing(tacit_table_column(t, j), row))
            bits |= UINT64_C(1) << j;
    return bits;
}

/* The population's records in each class of `both`. */
static tacit_status sum_up(tacit_ctx *cx, const tacit_blanks *b, const tacit_classes *both,
                           double **out)
{
    TACIT_TRY(tacit_scratch(cx, both->n, sizeof **out, out));
    for (size_t i = b->sample; i < both->rows; i++)
        (*out)[both->of_row[i]] += b->records != NULL ? (double)b->records[i - b->sample] : 1.0;
    return TACIT_OK;
}

/* Set F of the classes marked in `due` in which exactly the keys of `bits` are missing. */
static tacit_status count_set(tacit_ctx *cx, const tacit_blanks *b, uint64_t bits, bool *due,
                              double *F)
{
    const size_t keys = tacit_table_columns(b->joint), mark = tacit_scratch_mark(cx);
    size_t *at = NULL, n = 0;
    double *sum = NULL;
    tacit_classes *both = NULL;
    TACIT_TRY(tacit_scratch(cx, keys, sizeof *at, &at));
    for (size_t j = 0; j < keys; j++)
        if (j >= MOST_KEYS || (bits >> j & 1) == 0)
            at[n++] = j;
    const tacit_class_spec spec = { .keys = { n, at }, .count = keys, .weight = keys };
    TACIT_TRY(tacit_classes_new(cx, b->joint, &spec, &both));
    const tacit_status status = sum_up(cx, b, both, &sum);
    for (size_t g = 0; status == TACIT_OK && g < b->classes->n; g++) {
        const size_t row = b->classes->row[g];
        if (!due[g] || missing_in(b->joint, row) != bits)
            continue;
        F[g] = sum[both->of_row[row]];
        due[g] = false;
    }
    tacit_classes_free(both);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_blanks_count(tacit_ctx *cx, const tacit_blanks *b, double *F)
{
    const tacit_classes *c = b->classes;
    bool *due = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *due, &due));
    for (size_t g = 0; g < c->n; g++)
        due[g] = F[g] < (double)c->size[g] && missing_in(b->joint, c->row[g]) != 0;
    for (size_t g = 0; g < c->n; g++)
        if (due[g])
            TACIT_TRY(count_set(cx, b, missing_in(b->joint, c->row[g]), due, F));
    return TACIT_OK;
}
