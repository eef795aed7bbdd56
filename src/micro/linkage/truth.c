/*
 * truth.c - which pairs of records are true, where a column tells.
 *
 * Values are compared as text, so that a number in one file is the same number read as a
 * category in the other.
 */
#include "micro/linkage/truth.h"

#include <string.h>

/* Number the values of `c` in the dictionary `d`. */
static tacit_status number_values(tacit_ctx *cx, const tacit_column *c, tacit_dict *d,
                                  uint32_t **out)
{
    const size_t n = tacit_column_length(c);
    uint32_t *of = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *of, &of));
    for (size_t i = 0; i < n; i++) {
        char room[32];
        of[i] = TACIT_TRUTH_UNKNOWN;
        if (tacit_column_is_missing(c, i))
            continue;
        const char *text = tacit_column_text(c, i, room);
        TACIT_TRY(tacit_dict_add(cx, d, text, strlen(text), &of[i]));
    }
    *out = of;
    return TACIT_OK;
}

/* How many rows have each of `values` values. */
static tacit_status count_values(tacit_ctx *cx, const uint32_t *of, size_t n, uint32_t values,
                                 double **out)
{
    TACIT_TRY(tacit_scratch(cx, values, sizeof **out, out));
    for (size_t i = 0; i < n; i++)
        if (of[i] != TACIT_TRUTH_UNKNOWN)
            (*out)[of[i]] += 1.0;
    return TACIT_OK;
}

static tacit_status count_pairs(tacit_ctx *cx, const tacit_link_job *job, uint32_t values,
                                tacit_truth *t)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *a = NULL, *b = NULL;
    TACIT_TRY(count_values(cx, t->a, tacit_table_rows(job->a), values, &a));
    TACIT_TRY(count_values(cx, t->b, tacit_table_rows(job->b), values, &b));
    t->pairs = 0.0;
    for (uint32_t v = 0; v < values; v++)
        t->pairs += job->within ? a[v] * (a[v] - 1.0) / 2.0 : a[v] * b[v];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status find_column(tacit_ctx *cx, const tacit_table *t, const char *name,
                                const tacit_column **out)
{
    const size_t j = tacit_table_find(t, name);
    if (j == tacit_table_columns(t))
        return tacit_fail(cx, TACIT_ERR_INPUT, "The column of truth '%s' must be in both files.",
                          name);
    *out = tacit_table_column(t, j);
    return TACIT_OK;
}

static tacit_status fill(tacit_ctx *cx, const tacit_link_job *job, tacit_dict *d, tacit_truth *t)
{
    const tacit_column *a = NULL, *b = NULL;
    uint32_t *of_a = NULL, *of_b = NULL;
    TACIT_TRY(find_column(cx, job->a, job->truth, &a));
    TACIT_TRY(find_column(cx, job->b, job->truth, &b));
    TACIT_TRY(number_values(cx, a, d, &of_a));
    TACIT_TRY(number_values(cx, b, d, &of_b));
    t->a = of_a;
    t->b = of_b;
    return count_pairs(cx, job, tacit_dict_size(d), t);
}

tacit_status tacit_truth_of(tacit_ctx *cx, const tacit_link_job *job, tacit_truth *out)
{
    tacit_dict *d = NULL;
    if (job->truth == NULL) {
        *out = (tacit_truth){ 0 };
        return TACIT_OK;
    }
    TACIT_TRY(tacit_dict_new(cx, &d));
    const tacit_status status = fill(cx, job, d, out);
    tacit_dict_free(d);
    return status;
}
