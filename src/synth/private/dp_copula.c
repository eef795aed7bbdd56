/*
 * dp_copula.c - records by a Gaussian copula, with differential privacy.
 *
 * After Li, Xiong and Jiang (2014), Differentially private synthesization of multi-dimensional data
 * using copula functions: margins with noise, a correlation matrix with noise, normal numbers with
 * these correlations brought to the margins.
 *   1. Every column is counted with discrete Gaussian noise, for the share `margins` of rho; the
 *      nearest counts that are not negative are its margin.
 *   2. A value v of a column gets the score s(v) = 2 (F(v-) + p(v) / 2) - 1 by the noisy margin, in
 *      whole steps of 1/32.  Of each pair of columns the sum over the records of the products of
 *      scores is told with noise, all pairs in one look.  A record adds to a sum at most 32^2 steps
 *      up or down, whatever the number of records is.
 *   3. The sums, by the means and deviations that scores have in the noisy margins, are rank
 *      correlations with ties (Spearman); the normal correlations that give them with these ties
 *      (rank_match.h) make a matrix, of which the nearest correlation matrix is taken (Higham
 *      2002).
 *   4. Normal numbers of so many rows are brought to the margins by their ranks.
 * The paper tells Kendall's tau of pairs, by a sample whose size must be public; sums of products
 * move by a known amount also where the number of records is secret, and spend less for many pairs,
 * as Gaussian noise goes by the square root of their number.
 *
 * Zero-concentrated privacy, by the sum of rhos.  A value has the place that it has in its domain;
 * a missing value comes last.  O(rows * columns^2).
 */
#include <math.h>

#include "stats/linear/copula_law.h"
#include "stats/linear/rank_match.h"
#include "synth/generator.h"
#include "synth/private/private.h"

enum { MARGINS = TACIT_DP_DELTA + 1 };

/* Steps of a score, and parts of a record that margins are counted in. */
enum { STEPS = 32, PARTS = 1024 };

static const tacit_param PARAMS[] = {
    [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
    [TACIT_DP_EPSILON] = TACIT_DP_PARAM_EPSILON,
    [TACIT_DP_RECORDS] = TACIT_DP_PARAM_RECORDS,
    [TACIT_DP_DELTA] = TACIT_DP_PARAM_DELTA,
    [MARGINS] = { .name = "margins",
                  .type = TACIT_PARAM_REAL,
                  .preset = 0.8,
                  .min = 0.05,
                  .max = 0.95,
                  .importance = TACIT_ADVANCED,
                  TACIT_USEFUL(0.3, 0.9, "share"),
                  .help = "the share of what is spent that goes to the columns each by itself; the "
                          "rest goes to correlations" },
    TACIT_PARAM_END
};

/* A column by its noisy margin. */
typedef struct noisy_column {
    double *count;       /* of each value */
    int64_t *score;      /* of each value, in steps */
    double mean, spread; /* of the scores */
} noisy_column;

/* What is known of all columns, in scratch memory. */
typedef struct noisy {
    noisy_column *column;
    tacit_margin *margin;
    tacit_rank_law *law;
    size_t rows;
} noisy;

/* ---- margins ---- */

/* Count a column with noise. */
static tacit_status look(tacit_ctx *cx, const tacit_private_job *job, size_t j, double rho,
                         tacit_private_total *total, noisy_column *out)
{
    const size_t n = job->data->size[j];
    tacit_i128 *count = NULL;
    int64_t *told = NULL;
    TACIT_TRY(tacit_private_count(cx, job->data, (tacit_scope)1 << j, &count));
    TACIT_TRY(tacit_purse_gaussian(cx, job->purse, rho, count, n, &told));
    TACIT_TRY(tacit_private_reals(cx, told, n, &out->count));
    tacit_private_total_add(total, out->count, n, tacit_purse_variance(job->purse));
    return TACIT_OK;
}

/* Score the values by their places. */
static void score(noisy_column *c, size_t n, double rows)
{
    double below = 0.0, squares = 0.0;
    c->mean = 0.0;
    for (size_t v = 0; v < n; v++) {
        const double p = c->count[v] / rows, s = 2.0 * (below + p / 2.0) - 1.0;
        c->score[v] = (int64_t)nearbyint(STEPS * fmin(fmax(s, -1.0), 1.0));
        c->mean += p * (double)c->score[v];
        squares += p * (double)(c->score[v] * c->score[v]);
        below += p;
    }
    c->spread = sqrt(fmax(0.0, squares - c->mean * c->mean));
}

/* The margin of a column as whole counts, and what its ties do to ranks. */
static tacit_status settle(tacit_ctx *cx, noisy *k, size_t j, size_t n)
{
    noisy_column *c = &k->column[j];
    uint64_t *count = NULL, *there = NULL;
    size_t found = 0;
    TACIT_TRY(tacit_private_project(cx, c->count, n, (double)k->rows));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->score, &c->score));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *there, &there));
    score(c, n, (double)k->rows);
    for (size_t v = 0; v < n; v++) {
        count[v] = (uint64_t)(c->count[v] * PARTS + 0.5);
        if (count[v] > 0)
            there[found++] = count[v];
    }
    if (found == 0) /* so many values that none has a part of a record */
        there[found++] = count[0] = 1;
    tacit_rank_law_of(there, found, &k->law[j]);
    return tacit_margin_of(cx, count, n, &k->margin[j]);
}

static tacit_status learn_margins(tacit_ctx *cx, const tacit_private_job *job, double rho, noisy *k)
{
    const size_t d = job->data->columns;
    tacit_private_total total = { 0 };
    TACIT_TRY(tacit_scratch(cx, d, sizeof *k->column, &k->column));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *k->margin, &k->margin));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *k->law, &k->law));
    for (size_t j = 0; j < d; j++)
        TACIT_TRY(look(cx, job, j, rho / (double)d, &total, &k->column[j]));
    k->rows = tacit_private_total_rows(job, &total);
    for (size_t j = 0; j < d; j++)
        TACIT_TRY(settle(cx, k, j, job->data->size[j]));
    return TACIT_OK;
}

/* ---- correlations ---- */

/* The sums of the products of scores of all pairs. */
static void add_products(const tacit_private_table *t, const noisy *k, tacit_i128 *sum)
{
    size_t pair = 0;
    for (size_t a = 1; a < t->columns; a++)
        for (size_t b = 0; b < a; b++, pair++) {
            int64_t own = 0;
            for (size_t i = 0; i < t->rows; i++)
                own += k->column[a].score[t->code[a][i]] * k->column[b].score[t->code[b][i]];
            sum[pair] = own;
        }
}

/* The normal correlation behind a noisy sum of products. */
static double match(const noisy *k, size_t a, size_t b, int64_t sum)
{
    const noisy_column *x = &k->column[a], *y = &k->column[b];
    if (!(x->spread > 0.0) || !(y->spread > 0.0))
        return 0.0;
    const double r = ((double)sum / (double)k->rows - x->mean * y->mean) / (x->spread * y->spread);
    return tacit_rank_match(&k->law[a], &k->law[b], fmin(fmax(r, -1.0), 1.0));
}

static tacit_status learn_correlations(tacit_ctx *cx, const tacit_private_job *job, double rho,
                                       const noisy *k, double *r)
{
    const size_t d = job->data->columns, pairs = d * (d - 1) / 2;
    tacit_i128 *sum = NULL;
    int64_t *told = NULL;
    size_t pair = 0;
    for (size_t j = 0; j < d; j++)
        r[j * d + j] = 1.0;
    if (pairs == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, pairs, sizeof *sum, &sum));
    add_products(job->data, k, sum);
    const tacit_purse_scores sums = { sum, pairs, STEPS * STEPS };
    TACIT_TRY(tacit_purse_sums(cx, job->purse, rho, &sums, &told));
    for (size_t a = 1; a < d; a++)
        for (size_t b = 0; b < a; b++, pair++)
            r[a * d + b] = r[b * d + a] = match(k, a, b, told[pair]);
    return TACIT_OK;
}

/* ---- records ---- */

static tacit_status draw(tacit_ctx *cx, const tacit_private_job *job, const tacit_copula_law *law,
                         size_t rows, tacit_private_table *out)
{
    const tacit_rng own = tacit_rng_fork(&job->rng, "draw");
    uint32_t *value = NULL;
    TACIT_TRY(tacit_private_room(cx, job->data, rows, out));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, rows * law->d, sizeof *value, &value));
    TACIT_TRY(tacit_copula_draw(cx, law, rows, true, &own, value));
    for (size_t j = 0; j < law->d; j++)
        for (size_t i = 0; i < rows; i++)
            out->code[j][i] = (uint16_t)value[i * law->d + j];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_private_job *job, tacit_private_table *out)
{
    const size_t d = job->data->columns;
    noisy known = { 0 };
    double *r = NULL;
    size_t cycles = 0;
    TACIT_TRY(tacit_purse_new(cx, tacit_arg_real(job->args, TACIT_DP_EPSILON),
                              tacit_arg_real(job->args, TACIT_DP_DELTA), d + 1, job->purse));
    const double all = job->purse->left;
    const double margins = d > 1 ? all * tacit_arg_real(job->args, MARGINS) : all;
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *r, &r));
    TACIT_TRY(learn_margins(cx, job, margins, &known));
    TACIT_TRY(learn_correlations(cx, job, all - margins, &known, r));
    tacit_copula_law law = { .d = d, .margin = known.margin };
    TACIT_TRY(tacit_copula_root(cx, r, d, &law.root, &cycles));
    return draw(cx, job, &law, job->rows > 0 ? job->rows : known.rows, out);
}

const tacit_generator tacit_generator_dp_copula = {
    .about = { .name = "dp_copula",
               .title = "Private copula",
               .summary = "Makes all columns by their margins and the rank correlations of pairs, "
                          "told with differential privacy.",
               .source = "Li, Xiong and Jiang (2014), Differentially private synthesization of "
                         "multi-dimensional data using copula functions",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .answer = answer,
};
