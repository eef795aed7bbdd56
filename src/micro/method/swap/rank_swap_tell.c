/*
 * rank_swap_tell.c - what rank swapping did to a column, for the report.
 *
 * The mean and the farthest move are over the values that were swapped, in per cent of the values
 * of their stratum that could be.  The correlation is Pearson's of old and new values over the
 * cells that are present, null if there are fewer than two or all are equal.
 */
#include "micro/method/swap/rank_swap_tell.h"

#include <math.h>

#include "stats/moments.h"

void tacit_rank_moves_stratum(tacit_rank_moves *m, size_t width, size_t ranks)
{
    const size_t span = width < ranks ? width : ranks - (ranks > 0);
    m->width = width;
    m->ranks = ranks;
    m->step = span > 0 ? (double)TACIT_RANK_STEPS / (double)span : 0.0;
    m->values += ranks;
    m->widest = width > m->widest ? width : m->widest;
    m->still += span == 0 ? ranks : 0;
}

void tacit_rank_moves_add(tacit_rank_moves *m, size_t by, double apart)
{
    TACIT_ASSERT(by > 0 && by <= m->width);
    const double percent = 100.0 * (double)by / (double)m->ranks;
    const size_t step = (size_t)((double)(by - 1) * m->step);
    m->sum += 2.0 * percent;
    m->farthest = fmax(m->farthest, percent);
    m->swapped += 2;
    m->equal += apart > 0.0 ? 0 : 2;
    m->apart += apart * apart;
    m->steps[step < TACIT_RANK_STEPS ? step : TACIT_RANK_STEPS - 1] += 2.0;
}

tacit_status tacit_rank_account_open(tacit_ctx *cx, tacit_result *told, tacit_rank_account *out)
{
    static const char *const heads[] = { "column",
                                         "values",
                                         "ranks at most",
                                         "swapped",
                                         "of these with an equal value",
                                         "mean move, % of ranks",
                                         "farthest move, % of ranks",
                                         "correlation with the original" };
    *out = (tacit_rank_account){ .told = told };
    return tacit_result_table(cx, told, "swaps",
                              "Values that could be swapped, how far in ranks, and what came of it",
                              8, heads, &out->table);
}

static bool is_constant(const double *x, size_t n)
{
    size_t i = 1;
    while (i < n && !(x[i] < x[0]) && !(x[i] > x[0]))
        i++;
    return i >= n;
}

tacit_status tacit_rank_moves_correlate(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                                        double *out)
{
    double *x = NULL, *y = NULL;
    size_t n = 0, m = 0;
    TACIT_TRY(tacit_column_present(cx, a, &x, &n));
    TACIT_TRY(tacit_column_present(cx, b, &y, &m));
    TACIT_ASSERT(n == m);
    *out = is_constant(x, n) || is_constant(y, n) ? NAN : tacit_correlation(x, y, n);
    return TACIT_OK;
}

static tacit_status open_chart(tacit_ctx *cx, tacit_rank_account *account)
{
    static const char *const labels[TACIT_RANK_STEPS] = { "0.1", "0.2", "0.3", "0.4", "0.5",
                                                          "0.6", "0.7", "0.8", "0.9", "1" };
    TACIT_TRY(tacit_result_chart(cx, account->told, "moves", "How far the values moved",
                                 TACIT_CHART_BARS, &account->chart));
    for (size_t k = 0; k < TACIT_RANK_STEPS; k++)
        TACIT_TRY(tacit_result_label(cx, account->chart, labels[k]));
    return tacit_result_axes(cx, account->chart, "move up to, as a share of the ranks allowed",
                             "share of the swapped values");
}

/* How far the values moved, as shares of those that were swapped. */
static tacit_status chart_moves(tacit_ctx *cx, tacit_rank_account *account,
                                const tacit_rank_moves *m, const char *column)
{
    double shares[TACIT_RANK_STEPS];
    if (m->swapped == 0)
        return TACIT_OK;
    if (account->chart == NULL)
        TACIT_TRY(open_chart(cx, account));
    for (size_t k = 0; k < TACIT_RANK_STEPS; k++)
        shares[k] = m->steps[k] / (double)m->swapped;
    return tacit_result_series(cx, account->chart, column, shares, TACIT_RANK_STEPS);
}

tacit_status tacit_rank_account_add(tacit_ctx *cx, tacit_rank_account *account,
                                    const tacit_rank_moves *m, const tacit_column *column,
                                    double correlation)
{
    const char *name = tacit_column_name(column);
    json_t *r = isfinite(correlation) ? json_real(correlation) : json_null();
    const double mean = m->swapped > 0 ? m->sum / (double)m->swapped : 0.0;
    TACIT_TRY(tacit_result_row(cx, account->table, "[s,I,I,I,I,f,f,o]", name, (json_int_t)m->values,
                               (json_int_t)m->widest, (json_int_t)m->swapped, (json_int_t)m->equal,
                               mean, m->farthest, r));
    if (m->still > 0)
        TACIT_TRY(tacit_result_note(cx, account->told,
                                    "%zu values of column '%s' could not be swapped: the ranks "
                                    "allowed are less than one, or they are alone.",
                                    m->still, name));
    return chart_moves(cx, account, m, name);
}
