/*
 * copula_law.c - draws of variables with given margins and normal correlations.
 *
 * Rows of normal numbers with the correlations, of which each is brought to a value of its margin:
 * by the distribution function, or dealt, by its rank among all rows, so that the values have their
 * shares of the rows whatever the normal numbers are.
 */
#include "stats/linear/copula_law.h"

#include "stats/counts/binormal.h"
#include "stats/linear/conditional.h"
#include "stats/linear/nearest_correlation.h"
#include "stats/linear/normal_draws.h"
#include "stats/linear/scores.h"

tacit_status tacit_copula_root(tacit_ctx *cx, double *r, size_t d, const double **root,
                               size_t *cycles)
{
    tacit_conditional law = { 0 };
    TACIT_TRY(tacit_nearest_correlation(cx, r, d, cycles));
    TACIT_TRY(tacit_conditional_fit(cx, r, d, 0, &law));
    *root = law.root;
    return TACIT_OK;
}

/* Turn rows of independent normal numbers into correlated ones. */
static void correlate(const tacit_copula_law *c, size_t k, const double *z, double *y)
{
#pragma omp parallel for schedule(static) if (k > 10000)
    for (size_t i = 0; i < k; i++)
        for (size_t a = 0; a < c->d; a++) {
            double sum = 0.0;
            for (size_t b = 0; b < c->d; b++)
                sum += c->root[a * c->d + b] * z[i * c->d + b];
            y[i * c->d + a] = sum;
        }
}

/* Correlated normal numbers of k rows. */
typedef struct normals {
    size_t k;
    const double *y;
    const tacit_rng *starts;
} normals;

/* Values by the order of the normal numbers, so that each has its share of the rows. */
static tacit_status deal_values(tacit_ctx *cx, const tacit_copula_law *c, size_t a,
                                const normals *own, uint32_t *value)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_rng rng = tacit_rng_fork_number(own->starts, a);
    const double from = tacit_rng_uniform(&rng);
    const size_t k = own->k;
    size_t *order = NULL;
    TACIT_TRY(tacit_scratch(cx, k, sizeof *order, &order));
    TACIT_TRY(tacit_scores_order(cx, own->y + a, k, c->d, order));
    for (size_t i = 0; i < k; i++)
        value[order[i] * c->d + a] =
            (uint32_t)tacit_margin_quantile(&c->margin[a], ((double)i + from) / (double)k);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_copula_draw(tacit_ctx *cx, const tacit_copula_law *c, size_t k, bool dealt,
                               const tacit_rng *rng, uint32_t *value)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_rng noise = tacit_rng_fork(rng, "normal"), starts = tacit_rng_fork(rng, "start");
    double *z = NULL, *y = NULL;
    TACIT_TRY(tacit_scratch(cx, k * c->d, sizeof *z, &z));
    TACIT_TRY(tacit_scratch(cx, k * c->d, sizeof *y, &y));
    tacit_normal_rows(&noise, k, c->d, z, c->d);
    correlate(c, k, z, y);
    for (size_t a = 0; a < c->d && dealt; a++)
        TACIT_TRY(deal_values(cx, c, a, &(normals){ k, y, &starts }, value));
#pragma omp parallel for schedule(static) if (k > 10000)
    for (size_t i = 0; i < (dealt ? 0 : k * c->d); i++)
        value[i] = (uint32_t)tacit_margin_quantile(&c->margin[i % c->d], tacit_normal_cdf(y[i]));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
