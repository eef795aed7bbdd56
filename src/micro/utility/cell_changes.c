/*
 * cell_changes.c - how far the cells of one table of categories moved, by quantiles.
 *
 * The records are counted by all chosen columns together.  With c the count of a cell before and
 * c' after, over the cells that have records on either side:
 *   absolute      |c - c'|
 *   relative      |c - c'| / c, of cells that had records
 *   of roots      |sqrt c - sqrt c'|, which is of the size of chance in cells large and small
 * and their quantiles (linear interpolation); besides, how many cells lost all their records and
 * how many have some that had none.  These are the figures of infoLoss() of sdcMicro, made for
 * record swapping.  If the tables differ in their number of records, c' is scaled to that of the
 * original.
 *
 * Rows need not correspond.  Missing is a value of its own.  O(n + cells log cells).
 */
#include <math.h>

#include "base/sort.h"
#include "micro/classes/group.h"
#include "micro/utility/paired.h"
#include "stats/quantile.h"

enum { COLUMNS };
enum { ABSOLUTE, RELATIVE, ROOTS, KINDS };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "the columns of the table; by default keys and categories that both "
                          "tables have" },
    TACIT_PARAM_END
};

static const double MOST_CELLS = 0x1p60; /* so that the number of a cell has 64 bits */

/* Counts of the cells that there are, in scratch memory. */
typedef struct cells {
    double *before, *after;
    size_t n;
} cells;

/* The number of each row's cell, those of the masked table behind the others. */
static tacit_status number_rows(tacit_ctx *cx, const tacit_paired *paired, uint64_t *key,
                                double *space)
{
    *space = 1.0;
    for (size_t c = 0; c < paired->n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_coded coded;
        TACIT_TRY(tacit_coded_of(cx, &paired->match[c], &coded));
        *space *= coded.n;
        if (*space >= MOST_CELLS)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "cell_changes: the table has too many cells; name fewer 'columns'.");
        for (size_t i = 0; i < coded.rows_before; i++)
            key[i] = key[i] * coded.n + coded.before[i];
        for (size_t i = 0; i < coded.rows_after; i++)
            key[coded.rows_before + i] = key[coded.rows_before + i] * coded.n + coded.after[i];
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static tacit_status count(tacit_ctx *cx, const tacit_pair *pair, const tacit_paired *paired,
                          cells *out)
{
    const size_t rows = tacit_table_rows(pair->original);
    const size_t all = rows + tacit_table_rows(pair->masked);
    const double scale = (double)rows / (double)(all - rows);
    uint64_t *key = NULL;
    uint32_t *number = NULL;
    double space = 0.0;
    TACIT_TRY(tacit_scratch(cx, all, sizeof *key, &key));
    TACIT_TRY(tacit_scratch(cx, all, sizeof *number, &number));
    TACIT_TRY(number_rows(cx, paired, key, &space));
    TACIT_TRY(tacit_group_keys(cx, key, all, (uint64_t)space, number, &out->n));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->before, &out->before));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->after, &out->after));
    for (size_t i = 0; i < rows; i++)
        out->before[number[i]] += 1.0;
    for (size_t i = rows; i < all; i++)
        out->after[number[i]] += scale;
    return TACIT_OK;
}

/* How far cells moved in one of the kinds, upwards; `*n` of them. */
static tacit_status changes(tacit_ctx *cx, const cells *c, int kind, double **out, size_t *n)
{
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *x, &x));
    *n = 0;
    for (size_t k = 0; k < c->n; k++) {
        const double d = fabs(c->before[k] - c->after[k]);
        if (kind == RELATIVE && !(c->before[k] > 0.0))
            continue;
        x[(*n)++] = kind == ABSOLUTE   ? d
                    : kind == RELATIVE ? d / c->before[k]
                                       : fabs(sqrt(c->before[k]) - sqrt(c->after[k]));
    }
    *out = x;
    return tacit_sort_reals(cx, x, *n);
}

static tacit_status tell_quantiles(tacit_ctx *cx, double *const x[KINDS], const size_t n[KINDS],
                                   tacit_result *result)
{
    static const char *const titles[] = { "quantile", "absolute", "relative", "of roots" };
    static const struct {
        const char *name;
        double p;
    } quantiles[] = { { "10 %", 0.1 }, { "20 %", 0.2 },  { "30 %", 0.3 },  { "40 %", 0.4 },
                      { "50 %", 0.5 }, { "60 %", 0.6 },  { "70 %", 0.7 },  { "80 %", 0.8 },
                      { "90 %", 0.9 }, { "95 %", 0.95 }, { "99 %", 0.99 }, { "largest", 1.0 } };
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, result, "quantiles", "How far cells moved", 4, titles, &table));
    for (size_t q = 0; q < sizeof quantiles / sizeof quantiles[0]; q++) {
        double row[KINDS];
        for (size_t k = 0; k < KINDS; k++)
            row[k] = tacit_quantile(x[k], n[k], quantiles[q].p);
        TACIT_TRY(tacit_paired_row(cx, table, quantiles[q].name, row, KINDS));
    }
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const cells *c, tacit_result *result)
{
    double *x[KINDS], lost = 0.0, made = 0.0, sum = 0.0;
    size_t n[KINDS];
    for (int k = 0; k < KINDS; k++)
        TACIT_TRY(changes(cx, c, k, &x[k], &n[k]));
    for (size_t k = 0; k < c->n; k++) {
        lost += !(c->after[k] > 0.0);
        made += !(c->before[k] > 0.0);
        sum += fabs(c->before[k] - c->after[k]);
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "mean_change", "Mean change",
                                  sum / (double)c->n, TACIT_UNIT_NUMBER,
                                  "mean of |count - count'| over cells with records on either "
                                  "side"));
    TACIT_TRY(tacit_result_figure(cx, result, "cells", "Cells", (double)c->n, TACIT_UNIT_COUNT,
                                  "combinations of values that records have on either side"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "false_zeros", "False zeros", lost,
                                  TACIT_UNIT_COUNT, "cells that lost all their records"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "false_cells", "False cells", made,
                                  TACIT_UNIT_COUNT, "cells with records that had none"));
    return tell_quantiles(cx, x, n, result);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_paired paired;
    cells found = { 0 };
    TACIT_TRY(tacit_paired_categories(cx, "cell_changes", pair, &args->at[COLUMNS], &paired));
    if (paired.n == 0 || tacit_table_rows(pair->original) == 0 ||
        tacit_table_rows(pair->masked) == 0)
        return tacit_result_note(cx, result,
                                 "There is no key or category column with records in both tables.");
    TACIT_TRY(count(cx, pair, &paired, &found));
    return tell(cx, &found, result);
}

const tacit_measure tacit_utility_cell_changes = {
    .about = { .name = "cell_changes",
               .title = "Changes of cells",
               .summary = "How far the cells of one table of categories moved, by quantiles.",
               .source = "Shlomo, Tudor and Groom (2010), Data swapping for protecting census "
                         "tables",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .headline = "mean_change",
    .run = measure,
};
