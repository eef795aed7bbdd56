/*
 * column.c - noise on each column by itself: additive and multiplicative.
 *
 * Within a stratum a column has mean m, standard deviation s (n - 1) and mean square q.  With
 * z of mean 0 and standard deviation 1 and c the scale,
 *
 *   additive        y = x + c s z
 *   multiplicative  y = x (1 + c z), or x exp(t z - t^2 / 2) with t^2 = log(1 + c^2) for
 *                   lognormal factors, which have mean 1 and standard deviation c as well
 *
 * so that the variance is expected to be s^2 (1 + c^2) and s^2 + c^2 q.  Restoring pulls y
 * towards m by the root of s^2 over that.  z is normal, uniform on +-sqrt(3), or Laplace.
 *
 * O(n), in parallel over blocks of rows that have streams of their own.
 */
#include "micro/method/noise/own.h"

#include <math.h>

#include "micro/method/noise/groups.h"
#include "stats/moments.h"

const char *const TACIT_NOISE_ADDING_LAWS[] = { "normal", "uniform", "laplace", NULL };
const char *const TACIT_NOISE_LAWS[] = { "normal", "uniform", "laplace", "lognormal", NULL };

double tacit_noise_draw(tacit_rng *rng, tacit_noise_law law)
{
    if (law == TACIT_NOISE_UNIFORM)
        return sqrt(3.0) * (2.0 * tacit_rng_uniform(rng) - 1.0);
    if (law != TACIT_NOISE_LAPLACE)
        return tacit_rng_normal(rng);
    const double size = -log(tacit_rng_uniform(rng)) / sqrt(2.0);
    return (tacit_rng_bits(rng) & 1) != 0 ? size : -size;
}

double tacit_noise_farthest(tacit_noise_law law)
{
    /* normal: sqrt(-2 log 2^-53) = 8.6; Laplace: -log 2^-53 / sqrt(2) = 26 */
    return law == TACIT_NOISE_UNIFORM ? 2.0 : law == TACIT_NOISE_LAPLACE ? 26.0 : 9.0;
}

typedef tacit_noise_plan plan;

/* One column, its strata and what is done to each. */
typedef struct target {
    const tacit_noise *noise;
    const tacit_column *column;
    const uint32_t *group; /* of each row; NULL if there is one */
    const plan *plan;      /* of each group */
    double spread;         /* of the logarithm of lognormal factors */
} target;

/* x with noise from the draw z. */
static double disturb(const target *t, const plan *p, double x, double z)
{
    const tacit_noise *noise = t->noise;
    if (noise->kind == TACIT_NOISE_ADDITIVE)
        return p->mean + p->pull * (x + p->sd * z - p->mean);
    const double factor = noise->law == TACIT_NOISE_LOGNORMAL
                              ? exp(t->spread * (z - 0.5 * t->spread))
                              : 1.0 + noise->scale * z;
    return noise->restore ? p->mean + p->pull * (x * factor - p->mean) : x * factor;
}

static void mask_block(const target *t, size_t from, size_t to, tacit_rng rng, double *y)
{
    const uint64_t *valid = tacit_column_valid(t->column);
    for (size_t i = from; i < to; i++) {
        const double z = tacit_noise_draw(&rng, t->noise->law);
        if (tacit_valid_at(valid, i))
            y[i] = disturb(t, &t->plan[t->group == NULL ? 0 : t->group[i]], y[i], z);
    }
}

/* The present values of rows `rows` of `c` into `x`; returns how many. */
static size_t gather(const tacit_column *c, const tacit_row_list *rows, double *x)
{
    size_t n = 0;
    for (size_t i = 0; i < rows->n; i++)
        if (!tacit_column_is_missing(c, tacit_row_at(rows, i)))
            x[n++] = tacit_column_number(c, tacit_row_at(rows, i));
    return n;
}

/* What is done to a group of the moments `m`. */
static tacit_status plan_group(tacit_ctx *cx, const target *t, tacit_moments m, plan *out)
{
    const tacit_noise *noise = t->noise;
    const size_t n = m.n;
    const bool adds = noise->kind == TACIT_NOISE_ADDITIVE;
    const double c = noise->scale, far = tacit_noise_farthest(noise->law);
    if (n < 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' needs at least 2 present values for noise.",
                          tacit_column_name(t->column));
    const double size = fabs(m.least) + fabs(m.most);
    const double most = adds                                  ? size + far * c * m.sd
                        : noise->law == TACIT_NOISE_LOGNORMAL ? size * exp(far * t->spread)
                                                              : size * (1.0 + far * c);
    if (!isfinite(most))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has values too large for noise of this scale.",
                          tacit_column_name(t->column));
    *out = (plan){ .mean = m.mean, .sd = c * m.sd, .pull = 1.0 };
    const double share = m.mean / (m.sd > 0.0 ? m.sd : 1.0); /* q / s^2, without overflow */
    const double q = (double)(n - 1) / (double)n + share * share;
    if (noise->restore)
        out->pull = 1.0 / sqrt(1.0 + c * c * (adds ? 1.0 : q));
    return TACIT_OK;
}

static tacit_status plan_groups(tacit_ctx *cx, const tacit_noise_groups *groups, target *t)
{
    const size_t rows = tacit_column_length(t->column), n = groups->strata.n;
    plan *plans = NULL;
    uint32_t *group = NULL;
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *plans, &plans));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *x, &x));
    if (n > 1)
        TACIT_TRY(tacit_scratch(cx, rows, sizeof *group, &group));
    for (size_t g = 0; g < n || g == 0; g++) {
        const tacit_row_list list = tacit_noise_group(groups, g);
        TACIT_TRY(plan_group(cx, t, tacit_moments_of(x, gather(t->column, &list, x)), &plans[g]));
        for (size_t i = 0; n > 1 && i < list.n; i++)
            group[list.at[i]] = (uint32_t)g;
    }
    t->plan = plans;
    t->group = group;
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const tacit_job *job, const target *t,
                         const tacit_noise_groups *groups)
{
    size_t constant = 0;
    for (size_t g = 0; g < groups->strata.n; g++)
        constant += t->noise->kind == TACIT_NOISE_ADDITIVE && t->noise->scale > 0.0 &&
                    !(t->plan[g].sd > 0.0);
    if (constant > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "Column '%s' is constant%s, where noise in proportion to its "
                                    "deviation is none.",
                                    tacit_column_name(t->column),
                                    groups->strata.n > 1 ? " within some strata" : ""));
    return tacit_noise_groups_tell(cx, groups, 2, job->told);
}

/* Mask the rows of `t`, which begin with block number `first`.  Draws come from streams named
 * after the column, so that the noise does not depend on which other columns are masked. */
static void mask_rows(const target *t, const tacit_rng *rng, uint64_t first, double *y)
{
    const tacit_rng stream = tacit_rng_fork(rng, tacit_column_name(t->column));
    const size_t n = tacit_column_length(t->column);
    const size_t blocks = (n + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = b * TACIT_BLOCK_ROWS;
        const size_t to = n - from < TACIT_BLOCK_ROWS ? n : from + TACIT_BLOCK_ROWS;
        mask_block(t, from, to, tacit_rng_fork_number(&stream, first + b), y);
    }
}

static target target_of(const tacit_noise *noise, const tacit_column *c)
{
    return (
        target){ .noise = noise, .column = c, .spread = sqrt(log1p(noise->scale * noise->scale)) };
}

/* The groups of column `j` and what is done to each. */
static tacit_status plan_target(tacit_ctx *cx, const tacit_job *job, size_t j, target *t)
{
    const tacit_select own = { 1, &j };
    tacit_noise_groups groups;
    TACIT_TRY(tacit_noise_groups_of(cx, job->in, &own, 2, &groups));
    TACIT_TRY(plan_groups(cx, &groups, t));
    return tell(cx, job, t, &groups);
}

tacit_status tacit_noise_column(tacit_ctx *cx, const tacit_job *job, const tacit_noise *noise,
                                size_t j, tacit_table *out)
{
    target t = target_of(noise, tacit_table_column(job->in, j));
    double *y = NULL;
    TACIT_TRY(plan_target(cx, job, j, &t));
    TACIT_TRY(tacit_table_edit_reals(cx, out, j, &y));
    mask_rows(&t, job->rng, 0, y);
    return TACIT_OK;
}

/* The same for rows that are not in memory. */
static tacit_status plan_looked(tacit_ctx *cx, const tacit_job *job, size_t j, target *t,
                                tacit_noise_plan *out)
{
    const tacit_noise_groups one = { .strata = { .n = 1 } };
    tacit_moments m;
    TACIT_TRY(
        tacit_look_moments(cx, &(tacit_looked){ .look = job->look, .t = job->in, .j = j }, &m));
    TACIT_TRY(plan_group(cx, t, m, out));
    t->plan = out;
    return tell(cx, job, t, &one);
}

tacit_status tacit_noise_plan_column(tacit_ctx *cx, const tacit_job *job, const tacit_noise *noise,
                                     size_t j, tacit_noise_plan *out)
{
    target t = target_of(noise, tacit_table_column(job->in, j));
    if (job->look != NULL)
        return plan_looked(cx, job, j, &t, out);
    TACIT_TRY(plan_target(cx, job, j, &t));
    TACIT_ASSERT(t.group == NULL);
    *out = t.plan[0];
    return TACIT_OK;
}

tacit_status tacit_noise_apply(tacit_ctx *cx, const tacit_noise *noise, const tacit_noise_plan *its,
                               const tacit_stretch *at, size_t j, tacit_table *t)
{
    double *y = NULL;
    TACIT_TRY(tacit_table_edit_reals(cx, t, j, &y));
    target own = target_of(noise, tacit_table_column(t, j));
    own.plan = its;
    mask_rows(&own, at->rng, at->first / TACIT_BLOCK_ROWS, y);
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        if (!isfinite(y[i]))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has values too large for noise of this scale.",
                              tacit_column_name(own.column));
    return TACIT_OK;
}
