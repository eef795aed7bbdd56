/*
 * joint.c - joint frequencies of the values of several columns and of a secret.
 *
 * Columns are taken one after the other: pairs of the combination so far and the next value are
 * sorted and numbered.  Rows with a missing value are left out.  O(rows * columns).
 */
#include "base/sort.h"
#include "privacy/inference/privacy_funnel/own.h"
#include "table/values.h"

/* Combinations whose pairs fit into memory. */
enum { MOST = 3000 };

/* Number pairs (combination so far, value of `c`) anew. */
static tacit_status refine(tacit_ctx *cx, const tacit_column *c, size_t rows, tacit_combinations *k)
{
    tacit_values v;
    tacit_keyed *met = NULL;
    size_t m = 0, n = 0;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *met, &met));
    for (size_t i = 0; i < rows; i++) {
        if (v.of[i] == v.n)
            k->of[i] = UINT32_MAX;
        if (k->of[i] != UINT32_MAX)
            met[m++] = (tacit_keyed){ .key = (uint64_t)k->of[i] * v.n + v.of[i], .row = i };
    }
    TACIT_TRY(tacit_sort_keyed(cx, met, m));
    for (size_t i = 0; i < m; i++) {
        const bool fresh = i == 0 || met[i].key != met[i - 1].key;
        if (fresh)
            k->row[n++] = (size_t)met[i].row;
        k->of[met[i].row] = (uint32_t)(n - 1);
    }
    k->n = n;
    return TACIT_OK;
}

static tacit_status combine(tacit_ctx *cx, const tacit_infer_job *job, size_t arg,
                            tacit_combinations *k)
{
    const tacit_column *const *c = NULL;
    const size_t rows = tacit_table_rows(job->data);
    size_t n = 0;
    TACIT_TRY(tacit_infer_columns(cx, job, arg, &c, &n));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *k->of, &k->of));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *k->row, &k->row));
    for (size_t j = 0; j < n; j++)
        TACIT_TRY(refine(cx, c[j], rows, k));
    return TACIT_OK;
}

/* Leave out of both what is missing in either, so that no combination is empty. */
static void leave_out(tacit_combinations *a, const tacit_combinations *b, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        if (b->of[i] == UINT32_MAX)
            a->of[i] = UINT32_MAX;
}

/* The joint frequencies over the combinations that occur; the values of X keep their numbers. */
static tacit_status count(tacit_ctx *cx, const tacit_combinations *x, const tacit_combinations *s,
                          size_t rows, tacit_funnel *out)
{
    double *joint = NULL, n = 0.0;
    TACIT_TRY(tacit_scratch(cx, x->n * s->n, sizeof *joint, &joint));
    for (size_t i = 0; i < rows; i++)
        if (x->of[i] != UINT32_MAX) {
            joint[x->of[i] * s->n + s->of[i]] += 1.0;
            n += 1.0;
        }
    for (size_t i = 0; i < x->n * s->n; i++)
        joint[i] /= n;
    *out = (tacit_funnel){ .joint = joint, .n = x->n, .m = s->n };
    return TACIT_OK;
}

/* Number anew what is left of `k`. */
static tacit_status renumber(tacit_ctx *cx, size_t rows, tacit_combinations *k)
{
    uint32_t *fresh = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, k->n, sizeof *fresh, &fresh));
    for (size_t i = 0; i < rows; i++)
        if (k->of[i] != UINT32_MAX)
            fresh[k->of[i]] = 1;
    for (size_t c = 0; c < k->n; c++)
        if (fresh[c] != 0) {
            k->row[n] = k->row[c];
            fresh[c] = (uint32_t)n++;
        }
    for (size_t i = 0; i < rows; i++)
        if (k->of[i] != UINT32_MAX)
            k->of[i] = fresh[k->of[i]];
    k->n = n;
    return TACIT_OK;
}

tacit_status tacit_combinations_load(tacit_ctx *cx, const tacit_infer_job *job,
                                     tacit_combinations *x, tacit_funnel *out)
{
    const size_t rows = tacit_table_rows(job->data);
    tacit_combinations s = { 0 };
    TACIT_TRY(combine(cx, job, TACIT_FUNNEL_COLUMNS, x));
    TACIT_TRY(combine(cx, job, TACIT_FUNNEL_SECRET, &s));
    leave_out(x, &s, rows);
    leave_out(&s, x, rows);
    TACIT_TRY(renumber(cx, rows, x));
    TACIT_TRY(renumber(cx, rows, &s));
    if (x->n < 2 || s.n < 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "privacy_funnel: both the columns and the secret need two values or "
                          "more.");
    if (x->n > MOST)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "privacy_funnel: the columns have %zu combinations of values, more than "
                          "the %d that fit; take fewer columns, or generalise them first.",
                          x->n, MOST);
    return count(cx, x, &s, rows, out);
}
