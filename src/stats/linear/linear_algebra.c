/*
 * linear_algebra.c - small symmetric matrices.
 *
 * Written out rather than taken from a library because p is the number of columns of a
 * data file, a few dozen at most: the work over records dwarfs it, and results are the
 * same on every machine.  Cholesky and Jacobi as in Golub and Van Loan (2013), Matrix
 * computations, algorithms 4.2.1 and 8.5.3.
 */
#include "stats/linear/linear_algebra.h"

#include <float.h>
#include <math.h>

enum { MOST_SWEEPS = 60 };

/* Take the part of column j that columns before it explain off its entries from row j + 1 on.  Four
 * rows at a time: each sum has its order, and none waits for the one before. */
static void reduce_column(double *a, size_t p, size_t j)
{
    const double *own = a + j * p;
    size_t i = j + 1;
    for (; i + 4 <= p; i += 4) {
        double *w = a + i * p, *x = w + p, *y = x + p, *z = y + p;
        double sum[4] = { w[j], x[j], y[j], z[j] };
        for (size_t k = 0; k < j; k++) {
            sum[0] -= w[k] * own[k];
            sum[1] -= x[k] * own[k];
            sum[2] -= y[k] * own[k];
            sum[3] -= z[k] * own[k];
        }
        w[j] = sum[0], x[j] = sum[1], y[j] = sum[2], z[j] = sum[3];
    }
    for (; i < p; i++)
        for (size_t k = 0; k < j; k++)
            a[i * p + j] -= a[i * p + k] * own[k];
}

bool tacit_cholesky(double *a, size_t p, double least)
{
    for (size_t j = 0; j < p; j++) {
        double pivot = a[j * p + j];
        const double floor = least * pivot;
        for (size_t k = 0; k < j; k++)
            pivot -= a[j * p + k] * a[j * p + k];
        if (!(pivot > floor) || !(pivot > 0.0) || !isfinite(pivot))
            return false;
        a[j * p + j] = sqrt(pivot);
        reduce_column(a, p, j);
        for (size_t i = j + 1; i < p; i++)
            a[i * p + j] /= a[j * p + j];
    }
    return true;
}

void tacit_cholesky_semidefinite(double *a, size_t p, double least)
{
    for (size_t j = 0; j < p; j++) {
        const double own = a[j * p + j];
        double left = own;
        for (size_t k = 0; k < j; k++)
            left -= a[j * p + k] * a[j * p + k];
        const double pivot = left > least * own && left > 0.0 ? sqrt(left) : 0.0;
        a[j * p + j] = pivot;
        for (size_t i = j + 1; i < p; i++) {
            double sum = a[i * p + j];
            for (size_t k = 0; k < j; k++)
                sum -= a[i * p + k] * a[j * p + k];
            a[i * p + j] = pivot > 0.0 ? sum / pivot : 0.0;
        }
    }
}

void tacit_solve_lower(const double *l, size_t p, double *x)
{
    for (size_t i = 0; i < p; i++) {
        double sum = x[i];
        for (size_t k = 0; k < i; k++)
            sum -= l[i * p + k] * x[k];
        x[i] = sum / l[i * p + i];
    }
}

void tacit_solve_upper(const double *l, size_t p, double *x)
{
    for (size_t i = p; i-- > 0;) {
        x[i] /= l[i * p + i];
        for (size_t j = 0; j < i; j++)
            x[j] -= l[i * p + j] * x[i];
    }
}

/* Replace the lower triangle L of `a` by its inverse. */
static void invert_lower(double *a, size_t p)
{
    for (size_t j = 0; j < p; j++) {
        a[j * p + j] = 1.0 / a[j * p + j];
        for (size_t i = j + 1; i < p; i++) {
            double sum = 0.0;
            for (size_t k = j; k < i; k++)
                sum -= a[i * p + k] * a[k * p + j];
            a[i * p + j] = sum / a[i * p + i];
        }
    }
}

bool tacit_inverse_positive(double *a, size_t p, double least)
{
    if (!tacit_cholesky(a, p, least))
        return false;
    invert_lower(a, p);
    for (size_t i = 0; i < p; i++) { /* L^-T L^-1, above the diagonal first */
        for (size_t j = p; j-- > i;) {
            double sum = 0.0;
            for (size_t k = j; k < p; k++)
                sum += a[k * p + i] * a[k * p + j];
            a[i * p + j] = sum;
        }
    }
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < i; j++)
            a[i * p + j] = a[j * p + i];
    return true;
}

double tacit_log_determinant(const double *l, size_t p)
{
    double sum = 0.0;
    for (size_t i = 0; i < p; i++)
        sum += 2.0 * log(l[i * p + i]);
    return sum;
}

/* Rotate rows and columns i < j of `a` so that a[i][j] becomes 0, and `v` with them. */
static void rotate(double *a, double *v, size_t p, size_t i, size_t j)
{
    const double theta = (a[j * p + j] - a[i * p + i]) / (2.0 * a[i * p + j]);
    const double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (size_t k = 0; k < p; k++) {
        const double x = a[k * p + i], y = a[k * p + j];
        a[k * p + i] = c * x - s * y;
        a[k * p + j] = s * x + c * y;
    }
    for (size_t k = 0; k < p; k++) {
        const double x = a[i * p + k], y = a[j * p + k];
        a[i * p + k] = c * x - s * y;
        a[j * p + k] = s * x + c * y;
        const double vx = v[k * p + i], vy = v[k * p + j];
        v[k * p + i] = c * vx - s * vy;
        v[k * p + j] = s * vx + c * vy;
    }
}

/* One sweep over the upper triangle; whether anything was left to rotate. */
static bool sweep(double *a, double *v, size_t p, double negligible)
{
    bool rotated = false;
    for (size_t i = 0; i < p; i++)
        for (size_t j = i + 1; j < p; j++) {
            if (!(fabs(a[i * p + j]) > negligible))
                continue;
            rotate(a, v, p, i, j);
            rotated = true;
        }
    return rotated;
}

/* Swap columns i and j of `v` with their values. */
static void swap_columns(double *values, double *v, size_t p, size_t i, size_t j)
{
    const double x = values[i];
    values[i] = values[j];
    values[j] = x;
    for (size_t k = 0; k < p; k++) {
        const double y = v[k * p + i];
        v[k * p + i] = v[k * p + j];
        v[k * p + j] = y;
    }
}

/* Turn column j so that its largest component is positive. */
static void fix_sign(double *v, size_t p, size_t j)
{
    size_t largest = 0;
    for (size_t k = 1; k < p; k++)
        if (fabs(v[k * p + j]) > fabs(v[largest * p + j]))
            largest = k;
    const double sign = v[largest * p + j] < 0.0 ? -1.0 : 1.0;
    for (size_t k = 0; k < p; k++)
        v[k * p + j] *= sign;
}

void tacit_eigen_symmetric(double *a, size_t p, double *values, double *vectors)
{
    double size = 0.0;
    for (size_t i = 0; i < p * p; i++) {
        size = fmax(size, fabs(a[i]));
        vectors[i] = i % (p + 1) == 0 ? 1.0 : 0.0;
    }
    for (int s = 0; s < MOST_SWEEPS && sweep(a, vectors, p, size * DBL_EPSILON / 4.0); s++)
        continue;
    for (size_t j = 0; j < p; j++)
        values[j] = a[j * p + j];
    for (size_t j = 0; j < p; j++) {
        size_t largest = j;
        for (size_t k = j + 1; k < p; k++)
            largest = values[k] > values[largest] ? k : largest;
        swap_columns(values, vectors, p, j, largest);
        fix_sign(vectors, p, j);
    }
}

size_t tacit_independent_columns(double *a, size_t p, double least, bool *kept)
{
    size_t n = 0;
    for (size_t j = 0; j < p; j++) {
        const double own = a[j * p + j];
        double left = own;
        for (size_t k = 0; k < j; k++)
            left -= kept[k] ? a[j * p + k] * a[j * p + k] : 0.0;
        kept[j] = left > least * own && left > 0.0;
        n += kept[j];
        if (!kept[j])
            continue;
        a[j * p + j] = sqrt(left);
        for (size_t i = j + 1; i < p; i++) {
            double sum = a[i * p + j];
            for (size_t k = 0; k < j; k++)
                sum -= kept[k] ? a[i * p + k] * a[j * p + k] : 0.0;
            a[i * p + j] = sum / a[j * p + j];
        }
    }
    return n;
}
