/*
 * linear_algebra.c - small symmetric matrices.
 *
 * Written out rather than taken from a library because p is mostly the number of columns of a data
 * file, a few dozen, and results are the same on every machine: each sum is taken in one order, and
 * what is done at once are different sums.  Regressions of classes have up to 2000 unknowns.
 * Cholesky and Jacobi as in Golub and Van Loan (2013), Matrix computations, algorithms 4.2.1 (in
 * panels) and 8.5.3.
 */
#include "stats/linear/linear_algebra.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_SWEEPS = 60 };

/* Columns that are factored together, entries of a row that are reduced by them at a time, and
 * those of them that a compiler may take at once. */
enum { PANEL = 32, PIECE = 128, LANES = 4 };

/* Take the part of column j that columns from `from` on explain off its entries from row j + 1 on.
 * Four rows at a time: each sum has its order, and none waits for the one before. */
static void reduce_column(double *a, size_t p, size_t from, size_t j)
{
    const double *own = a + j * p;
    size_t i = j + 1;
    for (; i + 4 <= p; i += 4) {
        double *w = a + i * p, *x = w + p, *y = x + p, *z = y + p;
        double sum[4] = { w[j], x[j], y[j], z[j] };
        for (size_t k = from; k < j; k++) {
            sum[0] -= w[k] * own[k];
            sum[1] -= x[k] * own[k];
            sum[2] -= y[k] * own[k];
            sum[3] -= z[k] * own[k];
        }
        w[j] = sum[0], x[j] = sum[1], y[j] = sum[2], z[j] = sum[3];
    }
    for (; i < p; i++)
        for (size_t k = from; k < j; k++)
            a[i * p + j] -= a[i * p + k] * own[k];
}

/* row -= x[0] t[0], then x[1] t[1], and so on for four. */
static void reduce_row(double *restrict row, const double *x, const double (*t)[PIECE], size_t n)
{
    const double *restrict t0 = t[0], *restrict t1 = t[1], *restrict t2 = t[2], *restrict t3 = t[3];
    const double x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
    size_t j = 0;
    for (; j + LANES <= n; j += LANES)
        for (size_t l = j; l < j + LANES; l++)
            row[l] = (((row[l] - x0 * t0[l]) - x1 * t1[l]) - x2 * t2[l]) - x3 * t3[l];
    for (; j < n; j++)
        row[j] = (((row[j] - x0 * t0[j]) - x1 * t1[j]) - x2 * t2[j]) - x3 * t3[j];
}

/* Take the part that the PANEL columns from `from` on explain off all columns after them.  Each
 * entry is reduced in the order of these columns, so where a panel ends makes no difference; those
 * of the diagonal stay, as they are needed whole. */
static void reduce_rest(double *a, size_t p, size_t from)
{
    double t[PANEL][PIECE];
    for (size_t left = from + PANEL; left < p; left += PIECE) {
        const size_t right = left + PIECE < p ? left + PIECE : p;
        for (size_t j = left; j < right; j++)
            for (size_t k = 0; k < PANEL; k++)
                t[k][j - left] = a[j * p + from + k];
        for (size_t i = left + 1; i < p; i++)
            for (size_t k = 0; k < PANEL; k += 4)
                reduce_row(a + i * p + left, a + i * p + from + k, (const double(*)[PIECE])(t + k),
                           (i < right ? i : right) - left);
    }
}

bool tacit_cholesky(double *a, size_t p, double least)
{
    for (size_t from = 0; from < p; from += PANEL) {
        for (size_t j = from; j < p && j < from + PANEL; j++) {
            double pivot = a[j * p + j];
            const double floor = least * pivot;
            for (size_t k = 0; k < j; k++)
                pivot -= a[j * p + k] * a[j * p + k];
            if (!(pivot > floor) || !(pivot > 0.0) || !isfinite(pivot))
                return false;
            a[j * p + j] = sqrt(pivot);
            reduce_column(a, p, from, j);
            for (size_t i = j + 1; i < p; i++)
                a[i * p + j] /= a[j * p + j];
        }
        if (from + PANEL < p)
            reduce_rest(a, p, from);
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

/* row += x t, along `n` entries. */
static void add_times(double *restrict row, double x, const double *restrict t, size_t n)
{
    size_t j = 0;
    for (; j + LANES <= n; j += LANES)
        for (size_t l = j; l < j + LANES; l++)
            row[l] += x * t[l];
    for (; j < n; j++)
        row[j] += x * t[j];
}

/* Replace the lower triangle L of `a` by its inverse X: row i of it is -(sum of L_ik X_k) / L_ii,
 * along rows. */
static void invert_lower(double *a, size_t p)
{
    for (size_t i = 0; i < p; i++) {
        double *row = a + i * p;
        const double pivot = row[i];
        for (size_t k = 0; k < i; k++) {
            const double x = row[k];
            row[k] = 0.0;
            add_times(row, -x, a + k * p, k + 1);
        }
        for (size_t j = 0; j < i; j++)
            row[j] /= pivot;
        row[i] = 1.0 / pivot;
    }
}

/* X'X of the lower triangle X of `a`, in its place: row i above the diagonal, along rows. */
static void square_lower(double *a, size_t p)
{
    for (size_t i = 0; i < p; i++) {
        double *row = a + i * p, own = row[i] * row[i];
        memset(row + i + 1, 0, (p - i - 1) * sizeof *row);
        for (size_t k = i + 1; k < p; k++) {
            const double *below = a + k * p;
            own += below[i] * below[i];
            add_times(row + i + 1, below[i], below + i + 1, k - i);
        }
        row[i] = own;
    }
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < i; j++)
            a[i * p + j] = a[j * p + i];
}

bool tacit_inverse_positive(double *a, size_t p, double least)
{
    if (!tacit_cholesky(a, p, least))
        return false;
    invert_lower(a, p);
    square_lower(a, p);
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
