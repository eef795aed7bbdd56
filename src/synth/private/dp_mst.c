/*
 * dp_mst.c - records by a tree of tables of two columns, with differential privacy.
 *
 * McKenna, Miklau and Sheldon (2021), Winning the NIST contest: a scalable and general approach to
 * differentially private synthetic data.  A third of rho each:
 *   1. every column is counted with discrete Gaussian noise; rare values become one (rare.h);
 *   2. d - 1 pairs of columns are chosen one after the other by the exponential mechanism, each
 *      joining two parts of a tree, by how far the product of the noisy columns is from their
 *      table;
 *   3. the tables of these pairs are counted with noise.
 * The distribution behind all noisy counts (stats/graph/fit.h) is dealt out as records.
 *
 * Two things differ from the paper.  From the score of a pair is taken off what noise will cost in
 * its table, which depends on its cells alone, so that tables that noise would drown are not
 * chosen; and the fit ends when it is as near as noise is (fit.h).
 *
 * Zero-concentrated privacy, by the sum of rhos; a missing value is a value like others.
 * O(rows * d^2), and some hundred passes over d - 1 tables.
 */
#include <math.h>

#include "stats/graph/deal.h"
#include "synth/generator.h"
#include "synth/private/rare.h"
#include "synth/private/crossing.h"

enum { MERGE = TACIT_DP_DELTA + 1, STEPS };

static const tacit_param PARAMS[] = { [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
                                      [TACIT_DP_EPSILON] = TACIT_DP_PARAM_EPSILON,
                                      [TACIT_DP_RECORDS] = TACIT_DP_PARAM_RECORDS,
                                      [TACIT_DP_DELTA] = TACIT_DP_PARAM_DELTA,
                                      [MERGE] = TACIT_DP_PARAM_MERGE,
                                      [STEPS] = TACIT_DP_PARAM_STEPS(1000),
                                      TACIT_PARAM_END };

/* A tree that is being chosen. */
typedef struct growing {
    const tacit_rare *merge;
    tacit_crossing pair;
    double **margin; /* of each column, merged: noisy counts that are none below 0 */
    double rows;
    tacit_i128 *score;
    size_t part[TACIT_SCOPE_COLUMNS]; /* of the tree that each column is in */
} growing;

static size_t first_of(tacit_scope s)
{
    return (size_t)__builtin_ctzll(s);
}

static size_t last_of(tacit_scope s)
{
    return TACIT_SCOPE_COLUMNS - 1 - (size_t)__builtin_clzll(s);
}

/* Score all pairs by how wrong independence is. */
static tacit_status score_pairs(tacit_ctx *cx, growing *g, double variance)
{
    TACIT_TRY(tacit_scratch(cx, g->pair.n, sizeof *g->score, &g->score));
    for (size_t p = 0; p < g->pair.n; p++) {
        const size_t mark = tacit_scratch_mark(cx), a = first_of(g->pair.scope[p]),
                     b = last_of(g->pair.scope[p]);
        double *guess = NULL;
        size_t c = 0;
        TACIT_TRY(tacit_scratch(cx, g->pair.cells[p], sizeof *guess, &guess));
        for (size_t x = 0; x < g->merge->size[a]; x++)
            for (size_t y = 0; y < g->merge->size[b]; y++)
                guess[c++] = g->margin[a][x] * g->margin[b][y] / g->rows;
        const double penalty = tacit_crossing_penalty(variance, g->pair.cells[p]);
        g->score[p] = tacit_crossing_score(&g->pair, p, guess, penalty, 1);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* Choose the next pair among those that join two parts; `*out` is 0 if there is none. */
static tacit_status choose_pair(tacit_ctx *cx, const tacit_private_job *job, growing *g,
                                double epsilon, tacit_scope *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_i128 *score = NULL;
    size_t *at = NULL, n = 0, which = 0;
    TACIT_TRY(tacit_scratch(cx, g->pair.n, sizeof *score, &score));
    TACIT_TRY(tacit_scratch(cx, g->pair.n, sizeof *at, &at));
    for (size_t p = 0; p < g->pair.n; p++)
        if (g->part[first_of(g->pair.scope[p])] != g->part[last_of(g->pair.scope[p])]) {
            at[n] = p;
            score[n++] = g->score[p];
        }
    *out = 0;
    if (n == 0)
        return TACIT_OK;
    const tacit_purse_scores scores = { score, n,
                                        TACIT_SCORE_STEPS * tacit_purse_moves(job->purse) };
    TACIT_TRY(tacit_purse_choose(cx, job->purse, epsilon, &scores, &which));
    *out = g->pair.scope[at[which]];
    const size_t from = g->part[first_of(*out)], to = g->part[last_of(*out)];
    for (size_t j = 0; j < job->data->columns; j++)
        g->part[j] = g->part[j] == from ? to : g->part[j];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status begin(tacit_ctx *cx, const tacit_private_job *job, const tacit_rare *m,
                          const tacit_hearsay *known, growing *g)
{
    *g = (growing){ .merge = m, .rows = (double)tacit_private_total_rows(job, &known->total) };
    TACIT_TRY(tacit_scratch(cx, job->data->columns, sizeof *g->margin, &g->margin));
    for (size_t j = 0; j < job->data->columns; j++) {
        g->part[j] = j;
        TACIT_TRY(tacit_scratch(cx, m->size[j], sizeof *g->margin[j], &g->margin[j]));
        for (size_t v = 0; v < m->size[j]; v++)
            g->margin[j][v] = known->margin[j].count[v];
        TACIT_TRY(tacit_private_project(cx, g->margin[j], m->size[j], g->rows));
    }
    return tacit_crossing_count(cx, &m->merged, false, &g->pair);
}

/* Choose and count the pairs. */
static tacit_status grow(tacit_ctx *cx, const tacit_private_job *job, const tacit_rare *m,
                         double rho, tacit_hearsay *known)
{
    const size_t edges = job->data->columns - 1;
    const double each = rho / (double)(edges > 0 ? edges : 1);
    const double variance = (double)tacit_purse_moves(job->purse) / (2 * each);
    tacit_scope pair[TACIT_SCOPE_COLUMNS];
    growing g;
    TACIT_TRY(begin(cx, job, m, known, &g));
    TACIT_TRY(score_pairs(cx, &g, variance));
    for (size_t e = 0; e < edges; e++)
        TACIT_TRY(choose_pair(cx, job, &g, sqrt(8 * each), &pair[e]));
    for (size_t e = 0; e < edges && pair[e] != 0; e++)
        TACIT_TRY(tacit_hearsay_look(cx, known, job, &m->merged, pair[e], each));
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_private_job *job, tacit_private_table *out)
{
    const size_t d = job->data->columns;
    tacit_rare merge;
    tacit_hearsay known;
    tacit_graph graph;
    TACIT_TRY(tacit_purse_new(cx, tacit_arg_real(job->args, TACIT_DP_EPSILON),
                              tacit_arg_real(job->args, TACIT_DP_DELTA), 3 * d, job->purse));
    const double third = job->purse->left / 3;
    TACIT_TRY(
        tacit_rare_columns(cx, job, third / (double)d, tacit_arg_real(job->args, MERGE), &merge));
    TACIT_TRY(tacit_rare_known(cx, &merge, 2 * d, &known));
    TACIT_TRY(grow(cx, job, &merge, third, &known));
    const size_t rows = tacit_private_total_rows(job, &known.total);
    const tacit_fit_end end = tacit_private_fit_end((size_t)tacit_arg_integer(job->args, STEPS));
    TACIT_TRY(tacit_hearsay_fit(cx, &known, rows, &end, &graph));
    const tacit_rng deal = tacit_rng_fork(&job->rng, "deal"),
                    undo = tacit_rng_fork(&job->rng, "undo");
    TACIT_TRY(tacit_private_room(cx, &merge.merged, job->rows > 0 ? job->rows : rows, out));
    TACIT_TRY(tacit_graph_deal(cx, &graph.belief, out->rows, &deal, out->code));
    return tacit_rare_undo(cx, &merge, &undo, out);
}

const tacit_generator tacit_generator_dp_mst = {
    .about = { .name = "dp_mst",
               .title = "Private tree of pairs",
               .summary = "Makes all columns by a tree of pairs of columns that are chosen and "
                          "counted with differential privacy.",
               .source = "McKenna, Miklau and Sheldon (2021), Winning the NIST contest: a scalable "
                         "and general approach to differentially private synthetic data",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .answer = answer,
};
