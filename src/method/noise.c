/*
 * noise.c - additive noise without correlation.
 *
 * Each selected value x becomes x + e, where e has mean 0 and standard deviation `scale`
 * times that of the column: normal, or uniform on an interval of that deviation
 * (half-width sqrt(3) times it).  With `restore` the result is pulled towards the mean
 * by 1 / sqrt(1 + scale^2), so that mean and variance equal the original's in
 * expectation (Kim 1986).
 *
 * Missing values stay missing; whole numbers become reals unless `whole` rounds them.
 * Columns are masked independently, so their correlations shrink by 1 / (1 + scale^2).
 * O(n) a column, in parallel over blocks of rows that have streams of their own.
 */
#include "method/method.h"

#include <math.h>

#include "stats/moments.h"

enum { COLUMNS, SCALE, LAW, RESTORE, WHOLE };
enum { NORMAL, UNIFORM };

/* No draw is farther from 0: a normal one at most sqrt(-2 log 2^-53) = 8.6. */
enum { FARTHEST = 9 };

static const char *const LAWS[] = { "normal", "uniform", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [SCALE] = { .name = "scale",
                .type = TACIT_PARAM_REAL,
                .preset = 0.1,
                .max = 10.0,
                .help = "noise standard deviation, as a share of the column's own" },
    [LAW] = { .name = "law",
              .type = TACIT_PARAM_CHOICE,
              .choices = LAWS,
              .help = "the distribution of the noise" },
    [RESTORE] = { .name = "restore",
                  .type = TACIT_PARAM_FLAG,
                  .max = 1.0,
                  .help = "bring mean and variance back to the original's" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "round the result to whole numbers" },
    TACIT_PARAM_END
};

/* One draw with mean 0 and standard deviation 1. */
static double draw(tacit_rng *rng, size_t law)
{
    if (law == UNIFORM)
        return sqrt(3.0) * (2.0 * tacit_rng_uniform(rng) - 1.0);
    return tacit_rng_normal(rng);
}

/* What is done to the values of one column. */
typedef struct plan {
    double mean, sd, pull;
    size_t law;
} plan;

static void mask_block(const plan *p, const tacit_column *c, size_t from, size_t to, tacit_rng rng,
                       double *y)
{
    const uint64_t *valid = tacit_column_valid(c);
    for (size_t i = from; i < to; i++) {
        const double e = p->sd * draw(&rng, p->law);
        if (!tacit_valid_at(valid, i))
            continue;
        y[i] = p->mean + p->pull * (y[i] + e - p->mean);
    }
}

static tacit_status plan_column(tacit_ctx *cx, const tacit_job *job, const tacit_column *c,
                                plan *out)
{
    double *x = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_column_present(cx, c, &x, &n));
    if (n < 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' needs at least 2 present values for noise.",
                          tacit_column_name(c));
    const tacit_moments m = tacit_moments_of(x, n);
    const double scale = tacit_arg_real(job->args, SCALE);
    if (!isfinite(fabs(m.least) + fabs(m.most) + FARTHEST * scale * m.sd))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has values too large for noise of this scale.",
                          tacit_column_name(c));
    *out = (plan){
        .mean = m.mean,
        .sd = scale * m.sd,
        .pull = tacit_arg_flag(job->args, RESTORE) ? 1.0 / sqrt(1.0 + scale * scale) : 1.0,
        .law = tacit_arg_choice(job->args, LAW),
    };
    return TACIT_OK;
}

/* Mask column `j`, drawing from streams named after the column, so that the noise does
 * not depend on which other columns are masked. */
static tacit_status mask_column(tacit_ctx *cx, const tacit_job *job, size_t j, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    const size_t n = tacit_column_length(c);
    const tacit_rng stream = tacit_rng_fork(job->rng, tacit_column_name(c));
    plan p;
    double *y = NULL;
    TACIT_TRY(plan_column(cx, job, c, &p));
    TACIT_TRY(tacit_table_edit_reals(cx, out, j, &y));
    const size_t blocks = (n + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = b * TACIT_BLOCK_ROWS;
        const size_t to = n - from < TACIT_BLOCK_ROWS ? n : from + TACIT_BLOCK_ROWS;
        mask_block(&p, c, from, to, tacit_rng_fork_number(&stream, b), y);
    }
    return tacit_arg_flag(job->args, WHOLE) ? tacit_table_round(cx, out, j) : TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    for (size_t c = 0; c < job->cols.n; c++) {
        TACIT_TRY(tacit_tick(cx, c, job->cols.n));
        TACIT_TRY(mask_column(cx, job, job->cols.at[c], out));
    }
    return TACIT_OK;
}

const tacit_method tacit_method_noise = {
    .about = { .name = "noise",
               .title = "Additive noise",
               .summary = "Adds independent random noise to numbers.",
               .source = "Kim (1986), A method for limiting disclosure in microdata based on "
                         "random noise and transformation",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM,
    .run = run,
};
