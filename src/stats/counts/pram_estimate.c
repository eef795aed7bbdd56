/*
 * pram_estimate.c - frequencies before the post randomisation method from those after it.
 *
 * With M the transition matrix and s the counts after the method, E s = M' t, so the solution
 * of M' t = s estimates t without bias (Kooiman, Willenborg and Gouweleeuw 1997).  A dense
 * matrix is solved by elimination with partial pivoting; one in parts, M' = D + V U' with U and
 * V of two columns, by the identity of Woodbury: t = D^-1 (s - V w), where w solves
 * (I + U' D^-1 V) w = U' D^-1 s.
 *
 * The estimate can be negative.  Expectation-maximisation, t_k <- t_k sum_l m_kl s_l / (M' t)_l,
 * finds the most likely counts that are not (van den Hout and van der Heijden 2002, Randomized
 * response, statistical disclosure control and misclassification: a review).
 */
#include "stats/counts/pram.h"

#include <math.h>
#include <string.h>

static const double SINGULAR = 1e-12;

/* ---- elimination ---- */

static void swap_rows(double *a, size_t n, size_t i, size_t j)
{
    for (size_t c = 0; c < n && i != j; c++) {
        const double x = a[i * n + c];
        a[i * n + c] = a[j * n + c];
        a[j * n + c] = x;
    }
}

/* Take `by` times row i of the n-column `a` from row j, from column c on. */
static void take_row(double *a, size_t n, size_t i, size_t j, double by, size_t c)
{
    for (; c < n; c++)
        a[j * n + c] -= by * a[i * n + c];
}

/* Solve a x = b for the n by n matrix `a` (destroyed) and `m` columns of b, whose place x takes.
 * False if a pivot is not above SINGULAR: the elements are probabilities. */
static bool eliminate(double *a, size_t n, double *b, size_t m)
{
    for (size_t c = 0; c < n; c++) {
        size_t pivot = c;
        for (size_t i = c + 1; i < n; i++)
            pivot = fabs(a[i * n + c]) > fabs(a[pivot * n + c]) ? i : pivot;
        if (!(fabs(a[pivot * n + c]) > SINGULAR))
            return false;
        swap_rows(a, n, c, pivot);
        swap_rows(b, m, c, pivot);
        for (size_t i = c + 1; i < n; i++) {
            const double by = a[i * n + c] / a[c * n + c];
            take_row(a, n, c, i, by, c);
            take_row(b, m, c, i, by, 0);
        }
    }
    for (size_t c = n; c-- > 0;) {
        for (size_t j = c + 1; j < n; j++)
            take_row(b, m, j, c, a[c * n + j], 0);
        for (size_t k = 0; k < m; k++)
            b[c * m + k] /= a[c * n + c];
    }
    return true;
}

/* The matrix turned over, in scratch memory. */
static tacit_status turn_over(tacit_ctx *cx, const tacit_pram *m, double **out)
{
    const size_t n = m->n;
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof **out, out));
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++)
            (*out)[l * n + k] = tacit_pram_at(m, k, l);
    return TACIT_OK;
}

static tacit_status solve_dense(tacit_ctx *cx, const tacit_pram *m, double *x, bool *solved)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *turned = NULL;
    TACIT_TRY(turn_over(cx, m, &turned));
    *solved = eliminate(turned, m->n, x, 1);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_pram_inverse(tacit_ctx *cx, const tacit_pram *m, double *out, bool *solved)
{
    const size_t mark = tacit_scratch_mark(cx), n = m->n;
    double *turned = NULL;
    TACIT_TRY(turn_over(cx, m, &turned));
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++)
            out[k * n + l] = k == l ? 1.0 : 0.0;
    *solved = eliminate(turned, n, out, n);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- parts ---- */

static bool solve_parts(const tacit_pram *m, double *x)
{
    const size_t p = m->parts;
    double small[4] = { 0.0 }, w[2] = { 0.0 };
    for (size_t k = 0; k < m->n; k++) {
        if (!(m->own[k] > SINGULAR))
            return false;
        for (size_t r = 0; r < p; r++) {
            w[r] += m->from[r][k] * x[k] / m->own[k];
            for (size_t s = 0; s < p; s++)
                small[r * p + s] += m->from[r][k] * m->to[s][k] / m->own[k];
        }
    }
    for (size_t r = 0; r < p; r++)
        small[r * p + r] += 1.0;
    if (!eliminate(small, p, w, 1))
        return false;
    for (size_t k = 0; k < m->n; k++) {
        for (size_t r = 0; r < p; r++)
            x[k] -= m->to[r][k] * w[r];
        x[k] /= m->own[k];
    }
    return true;
}

tacit_status tacit_pram_estimate(tacit_ctx *cx, const tacit_pram *m, const double *masked,
                                 double *out, bool *solved)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *x, &x));
    for (size_t k = 0; k < m->n; k++)
        x[k] = masked[k];
    if (m->dense != NULL)
        TACIT_TRY(solve_dense(cx, m, x, solved));
    else
        *solved = solve_parts(m, x);
    for (size_t k = 0; k < m->n && *solved; k++)
        out[k] = x[k];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- expectation-maximisation ---- */

/* Write M x to `out`. */
static void apply(const tacit_pram *m, const double *x, double *out)
{
    double sum[2] = { 0.0, 0.0 };
    for (size_t l = 0; l < m->n && m->dense == NULL; l++)
        for (size_t r = 0; r < m->parts; r++)
            sum[r] += m->to[r][l] * x[l];
    for (size_t k = 0; k < m->n; k++) {
        out[k] = m->dense == NULL ? m->own[k] * x[k] : 0.0;
        for (size_t r = 0; r < m->parts; r++)
            out[k] += m->from[r][k] * sum[r];
        for (size_t l = 0; l < m->n && m->dense != NULL; l++)
            out[k] += m->dense[k * m->n + l] * x[l];
    }
}

tacit_status tacit_pram_estimate_em(tacit_ctx *cx, const tacit_pram *m, const double *masked,
                                    size_t rounds, double *out)
{
    const size_t mark = tacit_scratch_mark(cx), n = m->n;
    double *after = NULL, *factor = NULL, sum = 0.0, moved = 1.0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *after, &after));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *factor, &factor));
    for (size_t k = 0; k < n; k++)
        sum += masked[k];
    for (size_t k = 0; k < n; k++)
        out[k] = sum / (double)n;
    for (size_t round = 0; round < rounds && sum > 0.0 && moved > 1e-12; round++) {
        TACIT_TRY(tacit_tick(cx, round, rounds));
        tacit_pram_expect(m, out, after);
        for (size_t l = 0; l < n; l++)
            after[l] = after[l] > 0.0 ? masked[l] / after[l] : 0.0;
        apply(m, after, factor);
        moved = 0.0;
        for (size_t k = 0; k < n; k++) {
            moved = fmax(moved, fabs(out[k] * (factor[k] - 1.0)) / sum);
            out[k] *= factor[k];
        }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
