/*
 * pram.c - transition matrices of the post randomisation method.
 *
 * Kooiman, Willenborg and Gouweleeuw (1997), PRAM: a method for disclosure limitation of
 * microdata; Gouweleeuw, Kooiman, Willenborg and de Wolf (1998), Post randomisation for
 * statistical disclosure control: theory and implementation.
 *
 * With pi the shares of the n categories, P has the diagonal d and in the rest of row k
 * o_k = (1 - d_k) / (n - 1).  Its result has the shares lambda_l = sum_k pi_k p_kl, and its
 * Bayes inverse is q_lm = pi_m p_ml / lambda_l.  R = P Q is invariant: pi R = pi.  With
 * L = sum_l 1 / lambda_l,
 *   r_km = o_m pi_m a_k + o_k b_m + [k = m] pi_k (d_k - o_k)^2 / lambda_k,
 *   a_k = (d_k - o_k) / lambda_k + o_k L,   b_m = pi_m (d_m - o_m) / lambda_m,
 * a diagonal and two products of vectors: O(n) memory and time for any number of categories.
 * No term is negative as long as d_k >= 1 / n, so rows are mixtures that can be drawn from.
 *
 * Given the counts t before, those after have the means M' t and the variances
 * sum_k t_k m_kl (1 - m_kl).  There are no missing values here.
 */
#include "stats/counts/pram.h"

#include <math.h>

double tacit_pram_least(size_t n)
{
    return n > 0 ? 1.0 / (double)n : 0.0;
}

static double sum_of(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* The element of row k beside the diagonal. */
static double beside(const double *stay, size_t n, size_t k)
{
    return n > 1 ? fmax(0.0, 1.0 - stay[k]) / (double)(n - 1) : 0.0;
}

/* What is more on the diagonal than beside it. */
static double above(const double *stay, size_t n, size_t k)
{
    return n > 1 ? fmax(0.0, stay[k] - beside(stay, n, k)) : 1.0;
}

tacit_status tacit_pram_equal(tacit_ctx *cx, const double *stay, size_t n, tacit_pram *out)
{
    double *own = NULL, *from = NULL, *to = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *own, &own));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *from, &from));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *to, &to));
    for (size_t k = 0; k < n; k++) {
        own[k] = above(stay, n, k);
        from[k] = beside(stay, n, k);
        to[k] = 1.0;
    }
    *out = (tacit_pram){ .n = n, .own = own, .parts = 1, .from = { from }, .to = { to } };
    return TACIT_OK;
}

/* ---- invariant matrices ---- */

/* The vectors of an invariant matrix. */
typedef struct vectors {
    double *own, *from[2], *to[2];
} vectors;

static tacit_status new_vectors(tacit_ctx *cx, size_t n, vectors *v)
{
    TACIT_TRY(tacit_scratch(cx, n, sizeof *v->own, &v->own));
    for (size_t r = 0; r < 2; r++) {
        TACIT_TRY(tacit_scratch(cx, n, sizeof *v->from[r], &v->from[r]));
        TACIT_TRY(tacit_scratch(cx, n, sizeof *v->to[r], &v->to[r]));
    }
    return TACIT_OK;
}

/* A category that nothing leads to (then none has a share beside it) stays as it is. */
static void fill_vectors(const double *stay, const double *share, size_t n, double alpha,
                         vectors *v)
{
    double beside_all = 0.0, inverse = 0.0;
    for (size_t k = 0; k < n; k++)
        beside_all += share[k] * beside(stay, n, k);
    for (size_t k = 0; k < n; k++) {
        const double lambda = share[k] * above(stay, n, k) + beside_all;
        inverse += lambda > 0.0 ? 1.0 / lambda : 0.0;
    }
    for (size_t k = 0; k < n; k++) {
        const double o = beside(stay, n, k), e = above(stay, n, k);
        const double lambda = share[k] * e + beside_all;
        v->own[k] = 1.0;
        if (!(lambda > 0.0))
            continue;
        v->own[k] = alpha * share[k] * e / lambda * e + (1.0 - alpha);
        v->from[0][k] = alpha * (e / lambda + o * inverse);
        v->to[0][k] = share[k] * o;
        v->from[1][k] = alpha * o;
        v->to[1][k] = share[k] * e / lambda;
    }
}

static tacit_status shares_of(tacit_ctx *cx, const double *count, size_t n, double **share)
{
    const double sum = sum_of(count, n);
    TACIT_TRY(tacit_scratch(cx, n, sizeof **share, share));
    for (size_t k = 0; k < n && sum > 0.0; k++)
        (*share)[k] = count[k] / sum;
    return TACIT_OK;
}

tacit_status tacit_pram_invariant(tacit_ctx *cx, const double *stay, const double *count, size_t n,
                                  double alpha, tacit_pram *out)
{
    double *share = NULL;
    vectors v = { 0 };
    TACIT_TRY(shares_of(cx, count, n, &share));
    TACIT_TRY(new_vectors(cx, n, &v));
    fill_vectors(stay, share, n, alpha, &v);
    *out = (tacit_pram){ .n = n,
                         .own = v.own,
                         .parts = 2,
                         .from = { v.from[0], v.from[1] },
                         .to = { v.to[0], v.to[1] } };
    return TACIT_OK;
}

/* An invariant matrix being made of the matrix `p`. */
typedef struct making {
    const double *p, *share;
    double *lambda; /* the shares after `p` */
    size_t n;
    double alpha;
} making;

/* Write row k of alpha P Q + (1 - alpha) I. */
static void fill_row(const making *of, size_t k, double *row)
{
    const size_t n = of->n;
    for (size_t l = 0; l < n; l++) {
        const double way = of->alpha * of->p[k * n + l];
        if (!(of->lambda[l] > 0.0)) {
            row[l] += way;
            continue;
        }
        for (size_t m = 0; m < n; m++)
            row[m] += way * of->share[m] * of->p[m * n + l] / of->lambda[l];
    }
    row[k] += 1.0 - of->alpha;
}

tacit_status tacit_pram_invariant_of(tacit_ctx *cx, const double *p, const double *count, size_t n,
                                     double alpha, tacit_pram *out)
{
    making of = { .p = p, .n = n, .alpha = alpha };
    double *share = NULL, *dense = NULL;
    TACIT_TRY(shares_of(cx, count, n, &share));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *of.lambda, &of.lambda));
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *dense, &dense));
    of.share = share;
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++)
            of.lambda[l] += share[k] * p[k * n + l];
    for (size_t k = 0; k < n; k++)
        fill_row(&of, k, dense + k * n);
    *out = (tacit_pram){ .n = n, .dense = dense };
    return TACIT_OK;
}

/* ---- what a matrix does to counts ---- */

double tacit_pram_at(const tacit_pram *m, size_t k, size_t l)
{
    if (m->dense != NULL)
        return m->dense[k * m->n + l];
    double x = k == l ? m->own[k] : 0.0;
    for (size_t r = 0; r < m->parts; r++)
        x += m->from[r][k] * m->to[r][l];
    return x;
}

void tacit_pram_expect(const tacit_pram *m, const double *count, double *out)
{
    double sum[2] = { 0.0, 0.0 };
    for (size_t k = 0; k < m->n && m->dense == NULL; k++)
        for (size_t r = 0; r < m->parts; r++)
            sum[r] += m->from[r][k] * count[k];
    for (size_t l = 0; l < m->n; l++) {
        out[l] = m->dense == NULL ? m->own[l] * count[l] : 0.0;
        for (size_t r = 0; r < m->parts; r++)
            out[l] += sum[r] * m->to[r][l];
    }
    for (size_t k = 0; k < m->n && m->dense != NULL; k++)
        for (size_t l = 0; l < m->n; l++)
            out[l] += count[k] * m->dense[k * m->n + l];
}

static void variance_dense(const tacit_pram *m, const double *count, double *out)
{
    for (size_t l = 0; l < m->n; l++)
        out[l] = 0.0;
    for (size_t k = 0; k < m->n; k++)
        for (size_t l = 0; l < m->n; l++) {
            const double x = m->dense[k * m->n + l];
            out[l] += count[k] * x * (1.0 - x);
        }
}

void tacit_pram_variance(const tacit_pram *m, const double *count, double *out)
{
    double square[2][2] = { { 0.0, 0.0 }, { 0.0, 0.0 } };
    if (m->dense != NULL) {
        variance_dense(m, count, out);
        return;
    }
    tacit_pram_expect(m, count, out);
    for (size_t k = 0; k < m->n; k++)
        for (size_t r = 0; r < m->parts; r++)
            for (size_t s = 0; s < m->parts; s++)
                square[r][s] += count[k] * m->from[r][k] * m->from[s][k];
    for (size_t l = 0; l < m->n; l++) {
        const double at = tacit_pram_at(m, l, l), other = at - m->own[l];
        double sum = count[l] * (at * at - other * other);
        for (size_t r = 0; r < m->parts; r++)
            for (size_t s = 0; s < m->parts; s++)
                sum += square[r][s] * m->to[r][l] * m->to[s][l];
        out[l] = fmax(0.0, out[l] - sum);
    }
}

double tacit_pram_changed(const tacit_pram *m, const double *count)
{
    const double sum = sum_of(count, m->n);
    double left = 0.0;
    for (size_t k = 0; k < m->n; k++)
        left += count[k] * (1.0 - tacit_pram_at(m, k, k));
    return sum > 0.0 ? fmax(0.0, left / sum) : 0.0;
}

tacit_status tacit_pram_error(tacit_ctx *cx, const tacit_pram *m, const double *count, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *share = NULL, *after = NULL;
    TACIT_TRY(shares_of(cx, count, m->n, &share));
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *after, &after));
    tacit_pram_expect(m, share, after);
    *out = 0.0;
    for (size_t l = 0; l < m->n; l++)
        *out = fmax(*out, fabs(after[l] - share[l]));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- drawing ---- */

static tacit_status draws_dense(tacit_ctx *cx, const tacit_pram *m, tacit_pram_draws *out)
{
    tacit_alias *row = NULL;
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *row, &row));
    for (size_t k = 0; k < m->n; k++)
        TACIT_TRY(tacit_alias_new(cx, m->dense + k * m->n, m->n, &row[k]));
    *out = (tacit_pram_draws){ .m = m, .row = row };
    return TACIT_OK;
}

tacit_status tacit_pram_draws_new(tacit_ctx *cx, const tacit_pram *m, tacit_pram_draws *out)
{
    double *until = NULL, *total = NULL, whole[2] = { 0.0, 0.0 };
    if (m->dense != NULL)
        return draws_dense(cx, m, out);
    *out = (tacit_pram_draws){ .m = m };
    TACIT_TRY(tacit_scratch(cx, 2 * m->n, sizeof *until, &until));
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *total, &total));
    for (size_t r = 0; r < m->parts; r++) {
        whole[r] = sum_of(m->to[r], m->n);
        TACIT_TRY(tacit_alias_new(cx, m->to[r], m->n, &out->part[r]));
    }
    for (size_t k = 0; k < m->n; k++) {
        until[2 * k] = m->own[k];
        until[2 * k + 1] = m->own[k] + (m->parts > 0 ? m->from[0][k] * whole[0] : 0.0);
        total[k] = until[2 * k + 1] + (m->parts > 1 ? m->from[1][k] * whole[1] : 0.0);
    }
    out->until = until;
    out->total = total;
    return TACIT_OK;
}

uint32_t tacit_pram_draw(const tacit_pram_draws *d, uint32_t k, tacit_rng *rng)
{
    if (d->row != NULL)
        return tacit_alias_draw(&d->row[k], rng);
    const double x = tacit_rng_uniform(rng) * d->total[k];
    if (x <= d->until[2 * (size_t)k])
        return k;
    return tacit_alias_draw(&d->part[x <= d->until[2 * (size_t)k + 1] ? 0 : 1], rng);
}
