/*
 * likelihood_numbers.c - numbers of records in the metric of what masking left of them.
 *
 * Original and masked numbers are standardised, or replaced by normal scores of their ranks.  The
 * masked ones are y = B'x + e with e normal: B by least squares, W the covariance of what is left.
 * That is the law of additive noise (B = I; W that of the noise; Fuller 1993), of GADP and hybrid
 * data, whose values are normal given the original ones (Muralidhar, Parsa and Sarathy 1999), of
 * shuffled ranks on the scale of scores (Muralidhar and Sarathy 2006), and the best linear one of
 * any other method.  With W = L L', distances are taken after multiplying by L^-1.
 *
 * B has a ridge of 1e-10, for columns may be sums of others.  What is left of a column counts as at
 * least 1e-6 of its deviation, so that unchanged columns do not make distances infinite.
 */
#include "micro/risk/attack/likelihood_numbers.h"

#include <math.h>

#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"
#include "stats/linear/scores.h"

static const double RIDGE = 1e-10, LEAST = 1e-12, PIVOT = 1e-15;

/* The rows with all numbers, and these: z has n masked ones, then n original ones a row. */
typedef struct complete {
    size_t rows, n, p; /* rows with all; of all; columns of one side */
    size_t *row;
    double *z;
} complete;

static bool has_all(const tacit_likelihood_pairs *pairs, size_t i)
{
    for (size_t j = 0; j < pairs->n; j++)
        if (tacit_column_is_missing(pairs->original[j], i) ||
            tacit_column_is_missing(pairs->masked[j], i))
            return false;
    return true;
}

static tacit_status take_complete(tacit_ctx *cx, const tacit_likelihood_pairs *pairs, bool *whole,
                                  complete *c)
{
    *c = (complete){ .n = pairs->rows, .p = pairs->n };
    TACIT_TRY(tacit_scratch(cx, pairs->rows, sizeof *c->row, &c->row));
    for (size_t i = 0; i < pairs->rows; i++) {
        whole[i] = has_all(pairs, i);
        if (whole[i])
            c->row[c->rows++] = i;
    }
    TACIT_TRY(tacit_scratch(cx, c->rows * 2 * c->p, sizeof *c->z, &c->z));
    for (size_t k = 0; k < c->rows; k++)
        for (size_t j = 0; j < c->p; j++) {
            c->z[k * 2 * c->p + j] = tacit_column_number(pairs->masked[j], c->row[k]);
            c->z[k * 2 * c->p + c->p + j] = tacit_column_number(pairs->original[j], c->row[k]);
        }
    return TACIT_OK;
}

static tacit_status standardise(tacit_ctx *cx, const complete *c, bool scores)
{
    bool *plain = NULL;
    double *kept = NULL;
    TACIT_TRY(tacit_scratch(cx, 2 * c->p, sizeof *plain, &plain));
    TACIT_TRY(tacit_scratch(cx, 2 * c->p, sizeof *kept, &kept));
    for (size_t j = 0; j < 2 * c->p; j++)
        plain[j] = !scores;
    const tacit_scored m = { c->z, c->rows, 2 * c->p, 2 * c->p, plain };
    return tacit_scores_of(cx, &m, kept);
}

/* Row j of `b` (p by p): the weights of the originals in what is expected of masked column j. */
static tacit_status fit(tacit_ctx *cx, const complete *c, double *b)
{
    const size_t p = c->p, d = 2 * p;
    double *mean = NULL, *v = NULL, *l = NULL;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *l, &l));
    TACIT_TRY(tacit_covariance_of(cx, c->z, c->rows, d, mean, v));
    for (size_t j = 0; j < p; j++)
        for (size_t k = 0; k < p; k++)
            l[j * p + k] = v[(p + j) * d + p + k] + (j == k ? RIDGE : 0.0);
    tacit_cholesky_semidefinite(l, p, PIVOT);
    for (size_t j = 0; j < p; j++) {
        for (size_t k = 0; k < p; k++) {
            b[j * p + k] = v[j * d + p + k];
            l[k * p + k] = l[k * p + k] > 0.0 ? l[k * p + k] : 1.0;
        }
        tacit_solve_lower(l, p, b + j * p);
        tacit_solve_upper(l, p, b + j * p);
    }
    return TACIT_OK;
}

static void expect(const complete *c, const double *b, const double *z, double *out)
{
    for (size_t j = 0; j < c->p; j++) {
        out[j] = 0.0;
        for (size_t k = 0; k < c->p; k++)
            out[j] += b[j * c->p + k] * z[c->p + k];
    }
}

/* L, the factor of the covariance of what is left. */
static tacit_status factor_rest(tacit_ctx *cx, const complete *c, const double *b, double *l)
{
    const size_t p = c->p;
    double *e = NULL, *diagonal = NULL;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *e, &e));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *diagonal, &diagonal));
    for (size_t k = 0; k < c->rows; k++) {
        const double *z = c->z + k * 2 * p;
        expect(c, b, z, e);
        for (size_t j = 0; j < p; j++)
            e[j] = z[j] - e[j];
        for (size_t j = 0; j < p; j++)
            for (size_t h = 0; h <= j; h++)
                l[j * p + h] += e[j] * e[h] / (double)c->rows;
    }
    for (size_t j = 0; j < p; j++) {
        l[j * p + j] += LEAST;
        diagonal[j] = l[j * p + j];
    }
    if (tacit_cholesky(l, p, PIVOT))
        return TACIT_OK;
    for (size_t j = 0; j < p; j++) /* columns that follow from each other: each by itself */
        for (size_t h = 0; h <= j; h++)
            l[j * p + h] = h == j ? sqrt(diagonal[j]) : 0.0;
    return TACIT_OK;
}

tacit_status tacit_likelihood_numbers_of(tacit_ctx *cx, const tacit_likelihood_pairs *pairs,
                                         bool scores, tacit_likelihood_numbers *out)
{
    const size_t p = pairs->n;
    complete c;
    bool *whole = NULL;
    double *b = NULL, *l = NULL, *expected = NULL, *masked = NULL;
    TACIT_TRY(tacit_scratch(cx, pairs->rows, sizeof *whole, &whole));
    TACIT_TRY(tacit_scratch(cx, pairs->rows * p, sizeof *expected, &expected));
    TACIT_TRY(tacit_scratch(cx, pairs->rows * p, sizeof *masked, &masked));
    *out = (tacit_likelihood_numbers){ p, expected, masked, whole };
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(take_complete(cx, pairs, whole, &c));
    if (c.rows > 1 && p > 0) {
        TACIT_TRY(tacit_scratch(cx, p * p, sizeof *b, &b));
        TACIT_TRY(tacit_scratch(cx, p * p, sizeof *l, &l));
        TACIT_TRY(standardise(cx, &c, scores));
        TACIT_TRY(fit(cx, &c, b));
        TACIT_TRY(factor_rest(cx, &c, b, l));
    }
    for (size_t k = 0; k < c.rows && l != NULL; k++) {
        double *from = expected + c.row[k] * p, *to = masked + c.row[k] * p;
        expect(&c, b, c.z + k * 2 * p, from);
        for (size_t j = 0; j < p; j++)
            to[j] = c.z[k * 2 * p + j];
        tacit_solve_lower(l, p, from);
        tacit_solve_lower(l, p, to);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
