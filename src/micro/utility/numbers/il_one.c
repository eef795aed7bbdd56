/*
 * il_one.c - IL1: how far values moved, in standard deviations and in per cent.
 *
 * IL1 is the mean over cells of |x - x'| / (sqrt(2) s), s being the standard deviation
 * (n - 1) of the original column (Mateo-Sanz, Domingo-Ferrer and Sebe 2005): sqrt(2) s is the
 * standard deviation of the difference of two independent draws, so that swapping values
 * blindly costs about 0.8 in normal columns.  Unlike |x - x'| / |x| it does not explode near
 * 0.  sdcMicro prints the sum over cells as IL1s, and as IL1 the sum of 100 |x - x'| / |x|
 * over cells with x other than 0; both grow with the number of records.
 *
 * Row i of one table is row i of the other.  Each column takes the cells that are present in
 * both tables.  A column that is constant in the original has no s and is left out of IL1.
 * O(n p).
 */
#include <math.h>

#include "stats/moments.h"
#include "micro/utility/paired.h"

enum { COLUMNS };

static const tacit_param PARAMS[] = { [COLUMNS] = TACIT_PAIRED_COLUMNS, TACIT_PARAM_END };

/* Sums over the cells of one column or of all. */
typedef struct distances {
    double cells, scaled, nonzero, relative;
} distances;

static void add(distances *to, const distances *d)
{
    to->relative += d->relative;
    to->nonzero += d->nonzero;
    if (isnan(d->scaled))
        return;
    to->scaled += d->scaled;
    to->cells += d->cells;
}

static distances sum_column(const tacit_both *b)
{
    const double sd = tacit_moments_of(b->before, b->n).sd;
    distances d = { .cells = (double)b->n };
    double sum = 0.0;
    for (size_t i = 0; i < b->n; i++) {
        const double moved = fabs(b->before[i] - b->after[i]), size = fabs(b->before[i]);
        sum += moved;
        d.nonzero += size > 0.0;
        d.relative += size > 0.0 ? 100.0 * (moved / size) : 0.0;
    }
    d.scaled = sd > 0.0 ? sum / (sqrt(2.0) * sd) : NAN;
    return d;
}

static double mean_of(double sum, double n)
{
    return n > 0.0 ? sum / n : NAN;
}

static tacit_status figures(tacit_ctx *cx, const distances *all, tacit_result *result)
{
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "il_one", "IL1",
                                  mean_of(all->scaled, all->cells), TACIT_UNIT_NUMBER,
                                  "mean over cells of |x - x'| / (sqrt(2) s), s the sd (n - 1) of "
                                  "the original column"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "il_one_sum", "IL1s, summed",
                                  all->cells > 0.0 ? all->scaled : NAN, TACIT_UNIT_NUMBER,
                                  "the sum over cells of |x - x'| / (sqrt(2) s); grows with the "
                                  "number of records"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "relative",
                                  "Relative change, mean in per cent",
                                  mean_of(all->relative, all->nonzero), TACIT_UNIT_NUMBER,
                                  "mean of 100 |x - x'| / |x| over cells with x other than 0"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "relative_sum",
                               "Relative change, sum of per cent",
                               all->nonzero > 0.0 ? all->relative : NAN, TACIT_UNIT_NUMBER,
                               "sum of 100 |x - x'| / |x| over cells with x other than 0; grows "
                               "with the number of records");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    static const char *const titles[] = { "column", "cells", "IL1", "relative change, per cent" };
    static const tacit_bars bars = { "il_one", "IL1 by column", "IL1" };
    tacit_paired paired;
    json_t *table = NULL;
    double *mean = NULL;
    distances all = { 0 };
    TACIT_TRY(tacit_paired_of(cx, "il_one", pair, &args->at[COLUMNS], TACIT_TYPE_NUMBER, &paired));
    if (paired.n == 0)
        return tacit_result_note(cx, result, "No column is numeric both before and after.");
    TACIT_TRY(tacit_scratch(cx, paired.n, sizeof *mean, &mean));
    TACIT_TRY(tacit_result_table(cx, result, "columns", "IL1 by column", 4, titles, &table));
    for (size_t c = 0; c < paired.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_both b;
        TACIT_TRY(tacit_both_of(cx, &paired.match[c], &b));
        const distances d = sum_column(&b);
        tacit_scratch_release(cx, mark);
        mean[c] = mean_of(d.scaled, d.cells);
        const double row[] = { d.cells, mean[c], mean_of(d.relative, d.nonzero) };
        TACIT_TRY(tacit_paired_row(cx, table, tacit_column_name(paired.match[c].before), row, 3));
        add(&all, &d);
    }
    TACIT_TRY(tacit_paired_bars(cx, result, &bars, &paired, mean));
    return figures(cx, &all, result);
}

const tacit_measure tacit_utility_il_one = {
    .about = { .name = "il_one",
               .title = "IL1: distances of values",
               .summary = "How far values moved, in standard deviations and in per cent.",
               .source = "Mateo-Sanz, Domingo-Ferrer and Sebe (2005), Probabilistic information "
                         "loss measures in confidentiality protection of continuous microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .run = measure,
};
