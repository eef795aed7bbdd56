/*
 * dp_aim.c - records by tables of two columns that are chosen where the model is worst.
 *
 * McKenna, Mullins, Sheldon and Miklau (2022), AIM: an adaptive and iterative mechanism for
 * differentially private synthetic data.  Every column is counted with noise, and rare values
 * become one (rare.h).  Then in rounds: the distribution behind all noisy counts is found; of all
 * tables of one or two columns that keep the model small enough the exponential mechanism chooses
 * one where the model is far from the counts, less what noise will cost there; its table is counted
 * with noise of variance s^2.  If the new counts changed little of what the model said of the
 * table, noise is too large to learn from: s is halved.  The last round takes what is left of rho.
 *
 * The model is compared by records that are dealt out of it, so that also tables whose columns
 * stand in no clique together have a guess; a model may have so many cells as a share of `cells` as
 * was spent of rho.  A tenth of what a round spends is for choosing; the first counts of columns
 * get as much as two and a half rounds.
 *
 * Zero-concentrated privacy, by the sum of rhos, whose limit was set beforehand: what is spent in a
 * round may depend on earlier answers.  A missing value is a value like others.  About `rounds`
 * fits of `steps` passes over `cells` cells at most.
 */
#include <math.h>

#include "stats/graph/deal.h"
#include "synth/generator.h"
#include "synth/private/rare.h"
#include "synth/private/crossing.h"

enum { MERGE = TACIT_DP_DELTA + 1, STEPS, ROUNDS, CELLS };

static const tacit_param PARAMS[] = {
    [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
    [TACIT_DP_EPSILON] = TACIT_DP_PARAM_EPSILON,
    [TACIT_DP_RECORDS] = TACIT_DP_PARAM_RECORDS,
    [TACIT_DP_DELTA] = TACIT_DP_PARAM_DELTA,
    [MERGE] = TACIT_DP_PARAM_MERGE,
    [STEPS] = TACIT_DP_PARAM_STEPS(100),
    [ROUNDS] = { .name = "rounds",
                 .type = TACIT_PARAM_REAL,
                 .preset = 7,
                 .min = 4,
                 .max = 64,
                 TACIT_USEFUL_LOG(4, 16, "tables a column"),
                 .help = "tables that rho is first split among, for each column; later ones may "
                         "get more" },
    [CELLS] = { .name = "cells",
                .type = TACIT_PARAM_INTEGER,
                .preset = 100000,
                .min = 1000,
                .max = 1e8,
                TACIT_USEFUL_LOG(1e4, 1e6, "cells"),
                .help = "cells that the model may have" },
    TACIT_PARAM_END
};

/* Share of a round's rho that choosing gets, and how many rounds' worth a column's own count: all
 * that is known of pairs rests on it. */
#define CHOICE 0.1
#define COLUMN 2.5

/* A synthesis on its way. */
typedef struct rounds {
    const tacit_private_job *job;
    const tacit_rare *merge;
    tacit_hearsay known;
    tacit_crossing pair; /* tables of one and two columns */
    double rho;          /* of a round */
    double whole;        /* rho of all */
    size_t rows;
    tacit_private_table made; /* by the model */
    tacit_scope chosen;
    double moved; /* by how much the last table changed what the model says of it */
} rounds;

/* ---- choosing ---- */

/* The scopes of the model, and one more. */
static double cells_with(const rounds *r, tacit_scope more)
{
    tacit_scope scope[TACIT_SCOPE_COLUMNS * TACIT_SCOPE_COLUMNS];
    tacit_junction tree;
    size_t n = 0;
    for (size_t m = 0; m < r->known.n; m++)
        scope[n++] = r->known.margin[m].scope;
    scope[n++] = more;
    tacit_junction_make(r->known.size, r->known.columns, scope, n, &tree);
    return tree.cells;
}

/* Whether the model may have table `p`. */
static bool is_open(const rounds *r, size_t p)
{
    const double used = 1 - r->job->purse->left / r->whole;
    for (size_t m = 0; m < r->known.n; m++)
        if (TACIT_SCOPE_WITHIN(r->pair.scope[p], r->known.margin[m].scope))
            return true;
    return cells_with(r, r->pair.scope[p]) <= used * (double)tacit_arg_integer(r->job->args, CELLS);
}

/* What the model's records say of table p, as counts, in scratch memory. */
static tacit_status guess(tacit_ctx *cx, const rounds *r, tacit_scope scope, double **out)
{
    const size_t cells = tacit_scope_cells(r->known.size, scope);
    tacit_i128 *count = NULL;
    TACIT_TRY(tacit_scratch(cx, cells, sizeof **out, out));
    TACIT_TRY(tacit_private_count(cx, &r->made, scope, &count));
    for (size_t c = 0; c < cells; c++)
        (*out)[c] = (double)count[c];
    return TACIT_OK;
}

static tacit_status choose(tacit_ctx *cx, rounds *r, double variance, double epsilon)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_i128 *score = NULL;
    size_t *at = NULL, n = 0, which = 0;
    TACIT_TRY(tacit_scratch(cx, r->pair.n, sizeof *score, &score));
    TACIT_TRY(tacit_scratch(cx, r->pair.n, sizeof *at, &at));
    for (size_t p = 0; p < r->pair.n; p++) {
        double *told = NULL;
        if (!is_open(r, p))
            continue;
        const size_t own = tacit_scratch_mark(cx);
        TACIT_TRY(guess(cx, r, r->pair.scope[p], &told));
        at[n] = p;
        score[n++] = tacit_crossing_score(&r->pair, p, told,
                                          tacit_crossing_penalty(variance, r->pair.cells[p]),
                                          tacit_scope_width(r->pair.scope[p]));
        tacit_scratch_release(cx, own);
    }
    TACIT_ASSERT(n > 0); /* the columns themselves are always open */
    const tacit_purse_scores scores = { score, n,
                                        2 * TACIT_SCORE_STEPS * tacit_purse_moves(r->job->purse) };
    TACIT_TRY(tacit_purse_choose(cx, r->job->purse, epsilon, &scores, &which));
    r->chosen = r->pair.scope[at[which]];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- rounds ---- */

/* Find the distribution behind what is known, and deal records. */
static tacit_status model(tacit_ctx *cx, rounds *r, size_t steps, size_t rows, size_t round)
{
    const tacit_fit_end end = tacit_private_fit_end(steps);
    const tacit_rng deal = tacit_rng_fork(&r->job->rng, "deal"),
                    own = tacit_rng_fork_number(&deal, round);
    const size_t mark = tacit_scratch_mark(cx);
    tacit_graph graph;
    TACIT_TRY(tacit_hearsay_fit(cx, &r->known, r->rows, &end, &graph));
    TACIT_TRY(tacit_graph_deal(cx, &graph.belief, rows, &own, r->made.code));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The sum of what changed in a table. */
static double change(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t c = 0; c < n; c++)
        sum += fabs(a[c] - b[c]);
    return sum;
}

/* Choose a table, count it, and find the model anew. */
static tacit_status take_round(tacit_ctx *cx, rounds *r, size_t round)
{
    const double moves = (double)tacit_purse_moves(r->job->purse);
    const double counting = (1 - CHOICE) * r->rho, variance = moves / (2 * counting);
    const size_t steps = (size_t)tacit_arg_integer(r->job->args, STEPS);
    double *before = NULL, *after = NULL;
    TACIT_TRY(choose(cx, r, variance, sqrt(8 * CHOICE * r->rho)));
    TACIT_TRY(tacit_hearsay_look(cx, &r->known, r->job, &r->merge->merged, r->chosen, counting));
    const size_t mark = tacit_scratch_mark(cx), cells = tacit_scope_cells(r->known.size, r->chosen);
    TACIT_TRY(guess(cx, r, r->chosen, &before));
    TACIT_TRY(model(cx, r, steps, r->rows, round));
    TACIT_TRY(guess(cx, r, r->chosen, &after));
    if (change(before, after, cells) <= tacit_crossing_penalty(variance, cells))
        r->rho *= 4; /* half the noise */
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Rounds until rho is spent. */
static tacit_status take_rounds(tacit_ctx *cx, rounds *r)
{
    const size_t most = r->job->purse->room;
    for (size_t round = 1; r->job->purse->n + 2 <= most; round++) {
        const double left = r->job->purse->left;
        const bool is_last = left < 2 * r->rho || r->job->purse->n + 4 > most;
        TACIT_TRY(tacit_tick(cx, round, most));
        if (is_last)
            r->rho = left;
        if (tacit_purse_rho((1 - CHOICE) * r->rho) <= 0.0)
            return TACIT_OK;
        TACIT_TRY(take_round(cx, r, round));
        if (is_last)
            return TACIT_OK;
    }
    return TACIT_OK;
}

static tacit_status begin(tacit_ctx *cx, const tacit_private_job *job, tacit_rare *merge, rounds *r)
{
    const size_t d = job->data->columns;
    const double looks = tacit_arg_real(job->args, ROUNDS) * (double)d;
    TACIT_TRY(tacit_purse_new(cx, tacit_arg_real(job->args, TACIT_DP_EPSILON),
                              tacit_arg_real(job->args, TACIT_DP_DELTA),
                              d + 2 * (size_t)ceil(looks) + 4, job->purse));
    *r = (rounds){ .job = job, .merge = merge, .whole = job->purse->left };
    r->rho = r->whole / looks;
    TACIT_TRY(tacit_rare_columns(cx, job, COLUMN * (1 - CHOICE) * r->rho,
                                 tacit_arg_real(job->args, MERGE), merge));
    TACIT_TRY(tacit_rare_known(cx, merge, d * (d + 1) / 2, &r->known));
    TACIT_TRY(tacit_crossing_count(cx, &merge->merged, true, &r->pair));
    r->rows = tacit_private_total_rows(job, &r->known.total);
    TACIT_TRY(tacit_private_room(cx, &merge->merged, r->rows, &r->made));
    return model(cx, r, (size_t)tacit_arg_integer(job->args, STEPS), r->rows, 0);
}

static tacit_status answer(tacit_ctx *cx, const tacit_private_job *job, tacit_private_table *out)
{
    const size_t steps = (size_t)tacit_arg_integer(job->args, STEPS);
    tacit_rare merge;
    rounds r;
    TACIT_TRY(begin(cx, job, &merge, &r));
    if (job->data->columns > 1)
        TACIT_TRY(take_rounds(cx, &r));
    r.rows = tacit_private_total_rows(job, &r.known.total);
    TACIT_TRY(tacit_private_room(cx, &merge.merged, job->rows > 0 ? job->rows : r.rows, out));
    r.made = *out;
    TACIT_TRY(model(cx, &r, 4 * steps, out->rows, 0));
    const tacit_rng undo = tacit_rng_fork(&job->rng, "undo");
    return tacit_rare_undo(cx, &merge, &undo, out);
}

const tacit_generator tacit_generator_dp_aim = {
    .about = { .name = "dp_aim",
               .title = "Private tables where they are needed",
               .summary = "Makes all columns by tables of two columns that are chosen where the "
                          "model is worst, and counted, with differential privacy.",
               .source = "McKenna, Mullins, Sheldon and Miklau (2022), AIM: an adaptive and "
                         "iterative mechanism for differentially private synthetic data",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .answer = answer,
};
