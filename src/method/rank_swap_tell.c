/*
 * rank_swap_tell.c - what rank swapping did to a column, for the report.
 *
 * The mean and the farthest move are in per cent of the ranks of the value's stratum, over the
 * values that were swapped.  The correlation is Pearson's of old and new values over the cells
 * that are present, null if there are fewer than two or all are equal.
 */
#include "method/rank_swap_tell.h"

#include <math.h>

#include "stats/moments.h"

tacit_status tacit_rank_moves_new(tacit_ctx *cx, size_t rows, tacit_rank_moves *out)
{
    tacit_rank_moves m = { 0 };
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *m.from, &m.from));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *m.partner, &m.partner));
    for (size_t i = 0; i < rows; i++)
        m.from[i] = i;
    *out = m;
    return TACIT_OK;
}

void tacit_rank_moves_stratum(tacit_rank_moves *m, size_t width, size_t ranks, size_t inner)
{
    TACIT_ASSERT(inner <= ranks);
    m->width = width;
    m->ranks = ranks;
    m->values += inner;
    m->widest = width > m->widest ? width : m->widest;
    m->still += width == 0 || inner < 2 ? inner : 0;
}

void tacit_rank_moves_add(tacit_rank_moves *m, size_t by, bool equal)
{
    if (by == 0)
        return;
    TACIT_ASSERT(by <= m->width);
    const double percent = 100.0 * (double)by / (double)m->ranks;
    m->sum += percent;
    m->farthest = fmax(m->farthest, percent);
    m->swapped++;
    m->equal += equal;
    const size_t span = m->width < m->ranks - 1 ? m->width : m->ranks - 1;
    m->steps[(by - 1) * TACIT_RANK_STEPS / span]++;
}

tacit_status tacit_rank_moves_table(tacit_ctx *cx, tacit_result *told, json_t **table)
{
    static const char *const heads[] = { "column",
                                         "values",
                                         "ranks at most",
                                         "swapped",
                                         "of these with an equal value",
                                         "mean move, % of ranks",
                                         "farthest move, % of ranks",
                                         "correlation with the original" };
    return tacit_result_table(cx, told, "swaps",
                              "Values that could be swapped, how far in ranks, and what came of it",
                              8, heads, table);
}

/* The correlation of two columns of numbers or dates with the same cells missing; NaN if it is
 * not defined. */
static tacit_status correlate(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                              double *out)
{
    double *x = NULL, *y = NULL;
    size_t n = 0, m = 0;
    TACIT_TRY(tacit_column_present(cx, a, &x, &n));
    TACIT_TRY(tacit_column_present(cx, b, &y, &m));
    TACIT_ASSERT(n == m);
    const tacit_moments before = tacit_moments_of(x, n), after = tacit_moments_of(y, n);
    *out = before.sd > 0.0 && after.sd > 0.0 ? tacit_correlation(x, y, n) : NAN;
    return TACIT_OK;
}

/* How far the values moved, as shares of those that were swapped. */
static tacit_status chart_moves(tacit_ctx *cx, const tacit_rank_moves *m, const char *column,
                                tacit_result *told)
{
    static const char *const labels[TACIT_RANK_STEPS] = { "0.1", "0.2", "0.3", "0.4", "0.5",
                                                          "0.6", "0.7", "0.8", "0.9", "1" };
    double shares[TACIT_RANK_STEPS];
    char *name = NULL, *title = NULL;
    json_t *chart = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &name, "moves_%s", column));
    TACIT_TRY(tacit_scratch_format(cx, &title, "How far the values of %s moved", column));
    TACIT_TRY(tacit_result_chart(cx, told, name, title, TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "move up to, as a share of the ranks allowed",
                                "share of the swapped values"));
    for (size_t k = 0; k < TACIT_RANK_STEPS; k++) {
        TACIT_TRY(tacit_result_label(cx, chart, labels[k]));
        shares[k] = m->steps[k] / (double)m->swapped;
    }
    return tacit_result_series(cx, chart, column, shares, TACIT_RANK_STEPS);
}

tacit_status tacit_rank_moves_tell(tacit_ctx *cx, const tacit_rank_moves *m,
                                   const tacit_column *before, const tacit_column *after,
                                   tacit_result *told, json_t *table)
{
    const char *name = tacit_column_name(before);
    double r = NAN;
    TACIT_TRY(correlate(cx, before, after, &r));
    json_t *correlation = isnan(r) ? json_null() : json_real(r);
    const double mean = m->swapped > 0 ? m->sum / (double)m->swapped : 0.0;
    TACIT_TRY(tacit_result_row(cx, table, "[s,I,I,I,I,f,f,o]", name, (json_int_t)m->values,
                               (json_int_t)m->widest, (json_int_t)m->swapped, (json_int_t)m->equal,
                               mean, m->farthest, correlation));
    if (m->still > 0)
        TACIT_TRY(tacit_result_note(cx, told,
                                    "%zu values of column '%s' could not be swapped: the ranks "
                                    "allowed are less than one, or they are alone.",
                                    m->still, name));
    return m->swapped > 0 ? chart_moves(cx, m, name, told) : TACIT_OK;
}
