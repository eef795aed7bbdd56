/*
 * dp_privbayes.c - records by a Bayesian network that is chosen and counted privately.
 *
 * Zhang, Cormode, Procopiuc, Srivastava and Xiao (2017), PrivBayes: private data release via
 * Bayesian networks.  The first column is any.  Then one column X at a time is chosen with parents
 * P among those before it, by the exponential mechanism, each for an equal part of `structure` of
 * epsilon.  The score is R = 1/2 sum |P(x, p) - P(x) P(p)|; candidates are all sets of parents to
 * which no other can be added without making the table of X and P larger than
 * n epsilon_2 / (2 d theta) cells: so that counts are theta times their noise on average.  The
 * tables get discrete Laplace noise, and each column is dealt out given its parents.
 *
 * The number n of records is public, and neighbours have another record in the place of one.  In
 * integers: sum |n n_xp - n_x n_p| = 2 n^2 R, and one record moves it by 6 n + 4 at most: R moves
 * by 3/n + 2/n^2 (ibid., theorem 4.11; all tables of up to 8 records move it by less, see
 * tests/oracle).  A table that lies in another is summed from that and costs nothing; of what is
 * below 0 the nearest table that is not takes the place (the paper cuts it off); parents that are
 * not met get the column's own distribution.
 *
 * Pure privacy.  A missing value is a value like others.  O(rows * candidates).
 */
#include <math.h>

#include "stats/graph/deal.h"
#include "synth/generator.h"
#include "synth/private/dependence.h"

enum { STRUCTURE = TACIT_DP_EPSILON + 1, THETA, DEGREE };

static const tacit_param PARAMS[] = {
    [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
    [TACIT_DP_EPSILON] = TACIT_DP_PARAM_EPSILON,
    [STRUCTURE] = { .name = "structure",
                    .type = TACIT_PARAM_REAL,
                    .preset = 0.3,
                    .min = 0.01,
                    .max = 0.9,
                    TACIT_USEFUL(0.1, 0.5, "share"),
                    .help = "the share of epsilon by which parents are chosen" },
    [THETA] = { .name = "theta",
                .type = TACIT_PARAM_REAL,
                .preset = 4,
                .min = 0.1,
                .max = 1000,
                TACIT_USEFUL_LOG(1, 20, NULL),
                .help = "how many times its noise a count must be on average" },
    [DEGREE] = { .name = "degree",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 4,
                 .min = 1,
                 .max = 8,
                 TACIT_USEFUL(1, 4, "parents"),
                 .help = "parents of a column at most; fewer if there are too many ways to choose "
                         "them" },
    TACIT_PARAM_END
};

/* Ways to choose a column and its parents at most. */
enum { MOST_CANDIDATES = 10000 };

typedef struct candidate {
    size_t column;
    tacit_scope parents;
    tacit_i128 score;
} candidate;

/* A network that is being chosen. */
typedef struct network {
    const tacit_private_job *job;
    size_t n; /* columns so far */
    size_t column[TACIT_SCOPE_COLUMNS];
    tacit_scope parents[TACIT_SCOPE_COLUMNS];
    tacit_scope known; /* those columns */
    double most_cells; /* of a table */
    size_t degree;
    candidate *now, *before; /* those of this turn, and of the one before, with their scores */
    size_t n_now, n_before, room;
} network;

/* ---- candidates ---- */

static bool fits(const network *w, size_t column, tacit_scope parents)
{
    const tacit_scope all = parents | TACIT_SCOPE_OF(column);
    return tacit_scope_width(parents) <= w->degree &&
           (double)tacit_scope_cells(w->job->data->size, all) <= w->most_cells;
}

/* Whether no column can be added to the parents. */
static bool is_full(const network *w, size_t column, tacit_scope parents)
{
    for (tacit_scope s = w->known & ~parents; s != 0; s &= s - 1)
        if (fits(w, column, parents | (s & -s)))
            return false;
    return true;
}

/* List the sets of parents that begin with `parents` and go on among `left`; false if there are
 * too many.  Sets with a column come before those without it. */
static bool list_parents(network *w, size_t column, tacit_scope parents, tacit_scope left)
{
    const tacit_scope next = left & -left;
    if (left == 0) {
        if (!is_full(w, column, parents))
            return true;
        if (w->n_now == w->room)
            return false;
        w->now[w->n_now++] = (candidate){ column, parents, -1 };
        return true;
    }
    if (tacit_scope_width(parents) >= w->degree)
        return list_parents(w, column, parents, 0);
    if (fits(w, column, parents | next) && !list_parents(w, column, parents | next, left & ~next))
        return false;
    return list_parents(w, column, parents, left & ~next);
}

static bool list_all(network *w)
{
    w->n_now = 0;
    for (size_t j = 0; j < w->job->data->columns; j++)
        if ((w->known & TACIT_SCOPE_OF(j)) == 0 && !list_parents(w, j, 0, w->known))
            return false;
    return true;
}

/* ---- scores ---- */

/* Score all candidates.  Those of the turn before that are still there come in the same order. */
static tacit_status score_all(tacit_ctx *cx, network *w)
{
    size_t b = 0;
    for (size_t i = 0; i < w->n_now; i++) {
        candidate *c = &w->now[i];
        size_t at = b;
        while (at < w->n_before &&
               (w->before[at].column != c->column || w->before[at].parents != c->parents))
            at++;
        TACIT_TRY(tacit_tick(cx, i, w->n_now));
        if (at < w->n_before) {
            c->score = w->before[at].score;
            b = at + 1;
        } else {
            TACIT_TRY(tacit_private_dependence(cx, w->job->data, c->column, c->parents, &c->score));
        }
    }
    return TACIT_OK;
}

/* ---- the network ---- */

static void take(network *w, size_t column, tacit_scope parents)
{
    w->column[w->n] = column;
    w->parents[w->n++] = parents;
    w->known |= TACIT_SCOPE_OF(column);
}

static tacit_status choose_next(tacit_ctx *cx, network *w, double epsilon)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_i128 *scores = NULL;
    size_t which = 0;
    while (!list_all(w))
        w->degree--;
    TACIT_TRY(score_all(cx, w));
    TACIT_TRY(tacit_scratch(cx, w->n_now, sizeof *scores, &scores));
    for (size_t i = 0; i < w->n_now; i++)
        scores[i] = w->now[i].score;
    const tacit_purse_scores all = { scores, w->n_now,
                                     tacit_private_dependence_moves(w->job->data->rows) };
    TACIT_TRY(tacit_purse_choose(cx, w->job->purse, epsilon, &all, &which));
    take(w, w->now[which].column, w->now[which].parents);
    candidate *const swap = w->before;
    w->before = w->now;
    w->n_before = w->n_now;
    w->now = swap;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* How many candidates there can be at most: a column with up to `degree` of the others. */
static size_t most_candidates(const network *w)
{
    const size_t d = w->job->data->columns;
    double sets = 1.0, all = 1.0;
    for (size_t k = 1; k <= w->degree && k < d; k++) {
        sets *= (double)(d - k) / (double)k;
        all += sets;
    }
    return (size_t)fmin((double)MOST_CANDIDATES, ceil(all * (double)d));
}

static tacit_status choose(tacit_ctx *cx, network *w, double epsilon)
{
    const size_t d = w->job->data->columns;
    tacit_rng first = tacit_rng_fork(&w->job->rng, "first");
    w->room = most_candidates(w);
    TACIT_TRY(tacit_scratch(cx, w->room, sizeof *w->now, &w->now));
    TACIT_TRY(tacit_scratch(cx, w->room, sizeof *w->before, &w->before));
    take(w, (size_t)tacit_rng_below(&first, d), 0);
    for (size_t i = 1; i < d; i++)
        TACIT_TRY(choose_next(cx, w, epsilon / (double)(d - 1)));
    return TACIT_OK;
}

/* ---- tables ---- */

/* The table of which table i can be summed, itself if there is none. */
static size_t host_of(const network *w, size_t i)
{
    size_t host = i;
    for (size_t k = 0; k < w->n; k++) {
        const tacit_scope own = w->parents[host] | TACIT_SCOPE_OF(w->column[host]),
                          other = w->parents[k] | TACIT_SCOPE_OF(w->column[k]);
        if (k != host && TACIT_SCOPE_WITHIN(own, other) && own != other)
            host = k;
    }
    return host;
}

static tacit_status count_table(tacit_ctx *cx, const network *w, tacit_scope scope, double epsilon,
                                double **out)
{
    const tacit_private_table *t = w->job->data;
    const size_t cells = tacit_scope_cells(t->size, scope);
    tacit_i128 *count = NULL;
    int64_t *told = NULL;
    TACIT_TRY(tacit_private_count(cx, t, scope, &count));
    TACIT_TRY(tacit_purse_laplace(cx, w->job->purse, epsilon, count, cells, &told));
    TACIT_TRY(tacit_private_reals(cx, told, cells, out));
    return tacit_private_project(cx, *out, cells, fmax(1.0, (double)t->rows));
}

/* Give parents that are not met the column's own distribution. */
static tacit_status fill_gaps(tacit_ctx *cx, const network *w, size_t i, double *table)
{
    const size_t *size = w->job->data->size;
    const tacit_scope own = TACIT_SCOPE_OF(w->column[i]), all = own | w->parents[i];
    const size_t xs = size[w->column[i]], ps = tacit_scope_cells(size, w->parents[i]);
    size_t *x_at = NULL, *p_at = NULL;
    double *of_x = NULL;
    TACIT_TRY(tacit_scratch(cx, xs, sizeof *x_at, &x_at));
    TACIT_TRY(tacit_scratch(cx, ps, sizeof *p_at, &p_at));
    TACIT_TRY(tacit_scratch(cx, xs, sizeof *of_x, &of_x));
    tacit_scope_places(size, all, own, x_at);
    tacit_scope_places(size, all, w->parents[i], p_at);
    tacit_scope_sum(size, all, table, own, of_x);
    for (size_t p = 0; p < ps; p++) {
        double sum = 0.0;
        for (size_t x = 0; x < xs; x++)
            sum += table[x_at[x] + p_at[p]];
        for (size_t x = 0; sum <= 0.0 && x < xs; x++)
            table[x_at[x] + p_at[p]] = of_x[x];
    }
    return TACIT_OK;
}

/* Count the tables that lie in no other, and sum the rest from them. */
static tacit_status count_all(tacit_ctx *cx, const network *w, double epsilon, tacit_junction *tree,
                              tacit_belief *belief)
{
    size_t counted = 0, cells = 0;
    for (size_t i = 0; i < w->n; i++) {
        tree->clique[i] = w->parents[i] | TACIT_SCOPE_OF(w->column[i]);
        tree->separator[i] = w->parents[i];
        counted += host_of(w, i) == i;
    }
    for (size_t i = 0; i < w->n; i++)
        if (host_of(w, i) == i)
            TACIT_TRY(
                count_table(cx, w, tree->clique[i], epsilon / (double)counted, &belief->table[i]));
    for (size_t i = 0; i < w->n; i++) {
        const size_t host = host_of(w, i);
        if (host == i)
            continue;
        cells = tacit_scope_cells(belief->size, tree->clique[i]);
        TACIT_TRY(tacit_scratch(cx, cells, sizeof *belief->table[i], &belief->table[i]));
        tacit_scope_sum(belief->size, tree->clique[host], belief->table[host], tree->clique[i],
                        belief->table[i]);
    }
    for (size_t i = 0; i < w->n; i++)
        TACIT_TRY(fill_gaps(cx, w, i, belief->table[i]));
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_private_job *job, tacit_private_table *out)
{
    const size_t d = job->data->columns;
    const double epsilon = tacit_arg_real(job->args, TACIT_DP_EPSILON),
                 structure = d > 1 ? epsilon * tacit_arg_real(job->args, STRUCTURE) : 0.0,
                 tables = epsilon - structure;
    network w = { .job = job, .degree = (size_t)tacit_arg_integer(job->args, DEGREE) };
    tacit_junction tree = { .n = d };
    tacit_belief belief = { .size = job->data->size, .tree = &tree };
    const tacit_rng own = tacit_rng_fork(&job->rng, "deal");
    TACIT_ASSERT(job->purse->replaces);
    w.most_cells =
        (double)job->data->rows * tables / (2 * (double)d * tacit_arg_real(job->args, THETA));
    TACIT_TRY(tacit_purse_new(cx, epsilon, 0.0, 2 * d, job->purse));
    TACIT_TRY(choose(cx, &w, structure));
    TACIT_TRY(count_all(cx, &w, tables, &tree, &belief));
    const size_t rows = job->rows > 0 ? job->rows : job->data->rows;
    TACIT_TRY(tacit_private_room(cx, job->data, rows, out));
    return tacit_graph_deal(cx, &belief, out->rows, &own, out->code);
}

const tacit_generator tacit_generator_dp_privbayes = {
    .about = { .name = "dp_privbayes",
               .title = "Private Bayesian network",
               .summary = "Makes one column after the other, each given a few that were chosen "
                          "with differential privacy; the number of records is public.",
               .source = "Zhang, Cormode, Procopiuc, Srivastava and Xiao (2017), PrivBayes: "
                         "private data release via Bayesian networks",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .answer = answer,
};
