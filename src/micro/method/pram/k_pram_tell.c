/*
 * k_pram_tell.c - the account of k-PRAM: sizes of groups, bias, MSE and RMSE.
 *
 * Bias is the mean of y - x, MSE that of its square, as in Biswal, Arbuckle and Kulik; for
 * ordered categories in places, for dates in days.
 */
#include "micro/method/pram/k_pram_own.h"

#include <math.h>
#include <stdio.h>

enum { MOST_BARS = 60 };

/* A chart of the sizes of a column's groups, if there is one stratum with few of them. */
static tacit_status chart_sizes(tacit_ctx *cx, const tacit_job *job, const tacit_k_groups *g,
                                const char *name)
{
    double size[MOST_BARS] = { 0.0 };
    char *id = NULL, *title = NULL;
    json_t *chart = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &id, "sizes_%s", name));
    TACIT_TRY(tacit_scratch_format(cx, &title, "Records in each interval of %s", name));
    TACIT_TRY(tacit_result_chart(cx, job->told, id, title, TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "interval, upwards", "records"));
    for (size_t i = 0; i < g->n; i++)
        size[tacit_k_group_of(g, g->x[i])] += 1.0;
    for (size_t i = 0; i < g->m; i++) {
        char label[32];
        snprintf(label, sizeof label, "%zu", i + 1);
        TACIT_TRY(tacit_result_label(cx, chart, label));
    }
    return tacit_result_series(cx, chart, "records", size, g->m);
}

tacit_status tacit_k_pram_count(tacit_ctx *cx, const tacit_job *job, const tacit_k_groups *g,
                                double least, tacit_k_pram_account *a)
{
    size_t groups = 0;
    for (size_t at = 0, end = 0; at < g->n; at = end) {
        end = tacit_k_group_end(g, at);
        const size_t size = end - at;
        groups++;
        a->smallest = a->groups + groups == 1 || size < a->smallest ? size : a->smallest;
        a->small_groups += size < a->k;
        a->exposed += size < a->k ? size : 0;
        a->alike += tacit_k_group_values(g, at, end) == 1 ? size : 0;
    }
    a->expected_least = a->strata == 0 ? least : fmin(least, a->expected_least);
    a->groups += groups;
    a->empty += g->m - groups;
    a->records += g->n;
    a->strata++;
    return a->strata == 1 && g->n == tacit_table_rows(job->in) && g->m <= MOST_BARS
               ? chart_sizes(cx, job, g, a->name)
               : TACIT_OK;
}

tacit_status tacit_k_pram_tell_start(tacit_ctx *cx, const tacit_job *job, json_t **table)
{
    static const char *const heads[] = {
        "column", "groups", "empty", "smallest group", "expected smallest", "in small ones",
        "bias",   "MSE",    "RMSE",  "expected bias",  "expected MSE"
    };
    return tacit_result_table(cx, job->told, "columns", "Groups and errors of each column",
                              sizeof heads / sizeof heads[0], heads, table);
}

tacit_status tacit_k_pram_tell(tacit_ctx *cx, const tacit_job *job, const tacit_k_pram_account *a,
                               json_t *table)
{
    const double n = (double)a->records, mse = a->square / n;
    if (a->records == 0)
        return tacit_result_note(cx, job->told, "Column '%s' has no present value.", a->name);
    TACIT_TRY(tacit_result_row(cx, table, "[s,I,I,I,f,I,f,f,f,f,f]", a->name, (json_int_t)a->groups,
                               (json_int_t)a->empty, (json_int_t)a->smallest, a->expected_least,
                               (json_int_t)a->exposed, a->bias / n, mse, sqrt(mse),
                               a->expected_bias / n, a->expected_square / n));
    if (a->alike > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "Column '%s': %zu records are in groups of which all have the "
                                    "same value.",
                                    a->name, a->alike));
    if (a->exposed == 0)
        return TACIT_OK;
    return tacit_result_note(cx, job->told,
                             "Column '%s': k = %zu holds in expectation only. %zu groups with %zu "
                             "records have fewer than k members in this data, the smallest %zu.",
                             a->name, a->k, a->small_groups, a->exposed, a->smallest);
}

tacit_status tacit_k_pram_tell_all(tacit_ctx *cx, const tacit_job *job,
                                   const tacit_k_pram_account *a, size_t n)
{
    size_t smallest = 0, exposed = 0, any = 0;
    for (size_t c = 0; c < n; c++) {
        if (a[c].records == 0)
            continue;
        smallest = any++ == 0 || a[c].smallest < smallest ? a[c].smallest : smallest;
        exposed = a[c].exposed > exposed ? a[c].exposed : exposed;
    }
    TACIT_TRY(tacit_result_figure(cx, job->told, "smallest_group", "Smallest group",
                                  any > 0 ? (double)smallest : NAN, TACIT_UNIT_COUNT,
                                  "records in the smallest group that has any, measured, the "
                                  "worst of the columns and strata",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, job->told, "in_small_groups", "Records in small groups",
                                  (double)exposed, TACIT_UNIT_COUNT,
                                  "records in groups of fewer than k, measured, the worst of the "
                                  "columns",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_note(cx, job->told,
                             "Values are randomised within groups, whose sizes stay as they were. "
                             "Within a group a record is found with probability at most 1 / (its "
                             "size) from this column alone; columns are masked separately, so "
                             "records need not be alike in several of them.");
}
