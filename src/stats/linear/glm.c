/*
 * glm.c - least squares and logistic regression with the covariances of the coefficients.
 *
 * Least squares by normal equations of columns that are divided by their root mean squares:
 * b = (X'X)^-1 X'y, s^2 = RSS / (n - p), covariance s^2 (X'X)^-1 (McCullagh and Nelder 1989,
 * Generalized linear models).  Logistic regression by maximum likelihood (logistic.h), covariance
 * (X'WX)^-1 with W = p (1 - p).
 */
#include "stats/linear/glm.h"

#include <math.h>

#include "stats/linear/linear_algebra.h"
#include "stats/linear/logistic.h"

static const double COLLINEAR = 1e-10; /* share of a column that must be its own */

/* Root mean squares of the columns; 1 of a column of 0, which is then found to depend. */
static void scale_columns(const tacit_glm *m, double *scale)
{
    for (size_t j = 0; j < m->columns; j++) {
        double sum = 0.0;
        for (size_t i = 0; i < m->rows; i++)
            sum += m->x[j * m->rows + i] * m->x[j * m->rows + i];
        scale[j] = sum > 0.0 ? sqrt(sum / (double)m->rows) : 1.0;
    }
}

/* X'WX of scaled columns; W is 1 where `p` is NULL. */
static void cross(const tacit_glm *m, const double *scale, const double *p, double *out)
{
    const size_t n = m->rows, k = m->columns;
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b <= a; b++) {
            const double *x = m->x + a * n, *y = m->x + b * n;
            double sum = 0.0;
            for (size_t i = 0; i < n; i++)
                sum += x[i] * y[i] * (p != NULL ? p[i] * (1.0 - p[i]) : 1.0);
            out[a * k + b] = out[b * k + a] = sum / (scale[a] * scale[b]);
        }
}

/* What is left of the response in row i. */
static double residual(const tacit_glm *m, const double *beta, size_t i)
{
    double left = m->y[i];
    for (size_t j = 0; j < m->columns; j++)
        left -= beta[j] * m->x[j * m->rows + i];
    return left;
}

/* Coefficients of least squares from the inverse of X'X, and their residual variance. */
static double least_squares(const tacit_glm *m, const double *scale, const double *inverse,
                            double *beta)
{
    double sum = 0.0;
    for (size_t a = 0; a < m->columns; a++) {
        beta[a] = 0.0;
        for (size_t b = 0; b < m->columns; b++) {
            double product = 0.0;
            for (size_t i = 0; i < m->rows; i++)
                product += m->x[b * m->rows + i] * m->y[i];
            beta[a] += inverse[a * m->columns + b] * product / scale[b];
        }
        beta[a] /= scale[a];
    }
    for (size_t i = 0; i < m->rows; i++)
        sum += residual(m, beta, i) * residual(m, beta, i);
    return sum / (double)(m->rows - m->columns);
}

/* Maximum likelihood: coefficients, and the probability of each row in scratch memory. */
static tacit_status likelihood(tacit_ctx *cx, const tacit_glm *m, double *beta, const double **p,
                               bool *settled)
{
    tacit_linear_term *term = NULL;
    bool *t = NULL;
    tacit_logistic fit;
    TACIT_TRY(tacit_scratch(cx, m->columns, sizeof *term, &term));
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *t, &t));
    for (size_t j = 1; j < m->columns; j++)
        term[j - 1] = (tacit_linear_term){ .value = m->x + j * m->rows };
    for (size_t i = 0; i < m->rows; i++)
        t[i] = m->y[i] > 0.5;
    const tacit_linear_design design = { .rows = m->rows, .terms = m->columns - 1, .term = term };
    TACIT_TRY(tacit_logistic_fit(cx, &design, t, &fit));
    for (size_t j = 0; j < m->columns; j++)
        beta[j] = fit.beta[j];
    *p = fit.p;
    *settled = fit.converged && !fit.separated && fit.kept == m->columns;
    return TACIT_OK;
}

tacit_status tacit_glm_fit(tacit_ctx *cx, const tacit_glm *model, double *beta, double *covariance,
                           bool *settled)
{
    const size_t k = model->columns, mark = tacit_scratch_mark(cx);
    double *scale = NULL, variance = 1.0;
    const double *p = NULL;
    TACIT_ASSERT(k >= 1);
    *settled = model->rows > k;
    if (!*settled)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, k, sizeof *scale, &scale));
    scale_columns(model, scale);
    if (model->logistic)
        TACIT_TRY(likelihood(cx, model, beta, &p, settled));
    cross(model, scale, p, covariance);
    *settled = *settled && tacit_inverse_positive(covariance, k, COLLINEAR);
    if (*settled && !model->logistic)
        variance = least_squares(model, scale, covariance, beta);
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++)
            covariance[a * k + b] *= variance / (scale[a] * scale[b]);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
