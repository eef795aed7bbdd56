/*
 * tell.c - what local suppression tells of itself.
 *
 * Cells blanked in all and by column, records touched, what was counted again, and with the
 * exact way how far from the least cost the result can be at most.
 */
#include "micro/method/local_suppress/own.h"

#include <math.h>

/* Sums over records. */
typedef struct sums {
    size_t cells, records, most; /* `most`: cells blanked in one record */
    double cost;
} sums;

static sums sum_up(const tacit_suppress_space *s, const tacit_suppression *found)
{
    sums a = { 0 };
    for (size_t i = 0; i < s->rows; i++) {
        const size_t n = (size_t)__builtin_popcountll(found->blank[i]);
        a.cells += n;
        a.records += n > 0;
        a.most = n > a.most ? n : a.most;
        if (n > 0)
            a.cost += tacit_suppress_cost(s, found->blank[i]);
    }
    return a;
}

/* The table and the chart of columns. */
static tacit_status tell_columns(tacit_ctx *cx, const tacit_job *job, const tacit_suppress_space *s,
                                 const size_t *cells)
{
    static const char *const heads[] = { "column", "cells blanked", "share of records",
                                         "missing before" };
    json_t *table = NULL, *chart = NULL;
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, s->keys, sizeof *value, &value));
    TACIT_TRY(tacit_result_table(cx, job->told, "blanks", "Cells blanked", 4, heads, &table));
    TACIT_TRY(
        tacit_result_chart(cx, job->told, "cells", "Cells blanked", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "column", "cells"));
    for (size_t j = 0; j < s->keys; j++) {
        const tacit_column *c = tacit_table_column(job->in, job->cols.at[j]);
        const double share = s->rows > 0 ? (double)cells[j] / (double)s->rows : 0.0;
        value[j] = (double)cells[j];
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,f,I]", tacit_column_name(c),
                                   (json_int_t)cells[j], share,
                                   (json_int_t)tacit_column_missing(c)));
        TACIT_TRY(tacit_result_label(cx, chart, tacit_column_name(c)));
    }
    return tacit_result_series(cx, chart, "cells", value, s->keys);
}

/* How far from the least cost the result can be. */
static tacit_status tell_bound(tacit_ctx *cx, const tacit_job *job, const tacit_suppression *found,
                               double cost)
{
    const double gap = cost > 0.0 ? 1.0 - found->bound / cost : 0.0;
    if (!isfinite(found->bound))
        return TACIT_OK;
    TACIT_TRY(tacit_result_figure(
        cx, job->told, "bound", "Least possible cost", found->bound, TACIT_UNIT_NUMBER,
        "no way of blanking that keeps the promises costs less than this"));
    return tacit_result_ranged(
        cx, job->told, &TACIT_RANGE_LOSS_SHARE, "gap", "Gap", gap, TACIT_UNIT_SHARE,
        "the share of the cost that a better way could save at most; 0 means "
        "that the cost is the least");
}

static tacit_status tell_count(tacit_ctx *cx, const tacit_job *job, const tacit_suppress_count *c)
{
    TACIT_TRY(
        tacit_result_figure(cx, job->told, "sets_checked", "Promised sets counted again",
                            (double)c->sets, TACIT_UNIT_COUNT,
                            "sets of keys that were promised, times strata, all counted again "
                            "in the result"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "combinations_checked",
                                  "Combinations counted again", (double)c->combinations,
                                  TACIT_UNIT_COUNT,
                                  "different combinations of the keys of these sets"));
    return tacit_result_figure(cx, job->told, "unsafe", "Records not safe", (double)c->unsafe,
                               TACIT_UNIT_COUNT,
                               "records that fewer than k records match on a promised set");
}

tacit_status tacit_suppress_tell(tacit_ctx *cx, const tacit_job *job, const tacit_suppress_space *s,
                                 const tacit_suppression *found, const tacit_suppress_account *a)
{
    const sums all = sum_up(s, found);
    TACIT_TRY(tacit_result_figure(cx, job->told, "cells", "Cells blanked", (double)all.cells,
                                  TACIT_UNIT_COUNT, "values made missing, in all columns",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, job->told, "records", "Records touched", (double)all.records,
                                  TACIT_UNIT_COUNT, "records with at least one value blanked",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, job->told, "most", "Most blanks in a record",
                                  (double)all.most, TACIT_UNIT_COUNT,
                                  "values blanked in the record with the most of them"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "cost", "Cost", all.cost, TACIT_UNIT_NUMBER,
                                  "sum of the weights of the values blanked",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tell_bound(cx, job, found, all.cost));
    TACIT_TRY(tell_count(cx, job, a->count));
    if (a->count->unsafe > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "%zu records are below k on a promised set: the order of work "
                                    "of sdcMicro does not look at a set again after it has dealt "
                                    "with the next.",
                                    a->count->unsafe));
    return tell_columns(cx, job, s, a->cells);
}
