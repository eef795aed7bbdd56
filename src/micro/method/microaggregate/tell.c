/*
 * tell.c - the account of a microaggregation: groups, sizes, loss.
 */
#include "micro/method/microaggregate/microaggregate.h"

#include <math.h>
#include <stdio.h>

enum { MOST_BARS = 40 };

tacit_status tacit_micro_count(tacit_ctx *cx, const tacit_partition *groups,
                               tacit_micro_account *account)
{
    size_t *size = NULL;
    TACIT_TRY(tacit_scratch(cx, groups->groups, sizeof *size, &size));
    for (size_t i = 0; i < groups->n; i++)
        size[groups->of[i]]++;
    for (size_t g = 0; g < groups->groups; g++) {
        const size_t n = size[g];
        account->least = account->groups == 0 || n < account->least ? n : account->least;
        account->most = n > account->most ? n : account->most;
        account->size[n < account->sizes ? n : account->sizes - 1]++;
        account->groups++;
    }
    return TACIT_OK;
}

void tacit_micro_tally_values(tacit_micro_tally *t, const double *before, const double *after,
                              size_t n, size_t step)
{
    for (size_t i = 0; i < n * step; i += step) {
        const double d = before[i] - t->mean, e = after[i] - before[i];
        t->n += 1.0;
        t->mean += d / t->n;
        t->squares += d * (before[i] - t->mean);
        t->error += e * e;
        t->changed += fabs(e) > 0.0;
    }
}

static bool is_category(const tacit_job *job, size_t c)
{
    const tacit_column *column = tacit_table_column(job->in, job->cols.at[c]);
    return tacit_column_type(column) == TACIT_TYPE_CATEGORY;
}

/* The mean over columns of error / squares; NaN if no column varies. */
static double loss_of(const tacit_job *job, const tacit_micro_account *a)
{
    double sum = 0.0, n = 0.0;
    for (size_t c = 0; c < job->cols.n; c++)
        if (!is_category(job, c) && a->column[c].squares > 0.0) {
            sum += a->column[c].error / a->column[c].squares;
            n += 1.0;
        }
    return n > 0.0 ? sum / n : NAN;
}

static tacit_status tell_figures(tacit_ctx *cx, const tacit_job *job, const tacit_micro_account *a)
{
    TACIT_TRY(tacit_result_figure(cx, job->told, "groups", "Groups", (double)a->groups,
                                  TACIT_UNIT_COUNT,
                                  "groups of records, over all strata and sets of columns"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "smallest_group", "Smallest group",
                                  a->groups > 0 ? (double)a->least : NAN, TACIT_UNIT_COUNT,
                                  "records in the smallest group: at least k",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, job->told, "largest_group", "Largest group",
                                  a->groups > 0 ? (double)a->most : NAN, TACIT_UNIT_COUNT,
                                  "records in the largest group"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "left_out", "Records left out",
                                  (double)a->left_out, TACIT_UNIT_COUNT,
                                  "records with a missing value in a set of columns, which keep "
                                  "their other values in it; counted for each set",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_ranged(
        cx, job->told, &TACIT_RANGE_LOSS, "information_loss", "Information loss SSE / SST",
        loss_of(job, a), TACIT_UNIT_SHARE,
        "sum of squared changes over the sum of squared deviations from "
        "the mean, mean over numeric columns that vary; masked records only");
}

static tacit_status tell_columns(tacit_ctx *cx, const tacit_job *job, const tacit_micro_account *a)
{
    static const char *const titles[] = { "Column", "Records masked", "Cells changed",
                                          "SSE / SST" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, job->told, "columns", "What was done to each column", 4,
                                 titles, &table));
    for (size_t c = 0; c < job->cols.n; c++) {
        const tacit_micro_tally *t = &a->column[c];
        const char *name = tacit_column_name(tacit_table_column(job->in, job->cols.at[c]));
        const json_int_t n = (json_int_t)t->n, changed = (json_int_t)t->changed;
        if (is_category(job, c) || !(t->squares > 0.0))
            TACIT_TRY(tacit_result_row(cx, table, "[s,I,I,n]", name, n, changed));
        else
            TACIT_TRY(
                tacit_result_row(cx, table, "[s,I,I,f]", name, n, changed, t->error / t->squares));
    }
    return TACIT_OK;
}

/* How many groups have each size that occurs; sizes beyond the last bar are joined. */
static tacit_status tell_sizes(tacit_ctx *cx, const tacit_job *job, const tacit_micro_account *a)
{
    double value[MOST_BARS + 1] = { 0 };
    char label[64];
    size_t n = 0;
    json_t *chart = NULL;
    if (a->groups == 0)
        return TACIT_OK;
    TACIT_TRY(
        tacit_result_chart(cx, job->told, "sizes", "Sizes of groups", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "records in the group", "groups"));
    for (size_t s = 0; s < a->sizes; s++) {
        if (a->size[s] == 0)
            continue;
        value[n < MOST_BARS ? n : MOST_BARS] += (double)a->size[s];
        n++;
        if (n > MOST_BARS + 1)
            continue;
        snprintf(label, sizeof label, "%zu%s", s,
                 n > MOST_BARS || s + 1 == a->sizes ? " and more" : "");
        TACIT_TRY(tacit_result_label(cx, chart, label));
    }
    return tacit_result_series(cx, chart, "groups", value, n < MOST_BARS + 1 ? n : MOST_BARS + 1);
}

tacit_status tacit_micro_tell(tacit_ctx *cx, const tacit_job *job,
                              const tacit_micro_account *account)
{
    TACIT_TRY(tell_figures(cx, job, account));
    TACIT_TRY(tell_columns(cx, job, account));
    TACIT_TRY(tell_sizes(cx, job, account));
    if (account->left_out > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "Records with a missing value were left out and keep their "
                                    "other values in those columns: they are not protected."));
    if (account->sets > 1)
        return tacit_result_note(
            cx, job->told,
            "%zu sets of columns were masked each by itself: records are alike "
            "in k within a set, but not in all columns together.",
            account->sets);
    return TACIT_OK;
}
