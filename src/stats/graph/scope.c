/*
 * scope.c - tables over some of the columns, and how they go together.
 *
 * A table and its margin are walked together: neighbouring columns that are both in the margin, or
 * both not, are one dimension, so that the innermost loop is long.  O(cells of the larger table).
 */
#include "stats/graph/scope.h"

#include <string.h>

#include "base/context.h"

/* How far one step in a dimension of the larger table leads in the smaller one. */
typedef struct walk {
    size_t n;
    size_t extent[TACIT_SCOPE_COLUMNS], stride[TACIT_SCOPE_COLUMNS];
} walk;

tacit_scope tacit_scope_first(size_t n)
{
    return n < TACIT_SCOPE_COLUMNS ? TACIT_SCOPE_OF(n) - 1 : ~(tacit_scope)0;
}

size_t tacit_scope_width(tacit_scope s)
{
    return (size_t)__builtin_popcountll(s);
}

size_t tacit_scope_cells(const size_t *size, tacit_scope s)
{
    size_t cells = 1;
    for (; s != 0; s &= s - 1)
        if (__builtin_mul_overflow(cells, size[__builtin_ctzll(s)], &cells))
            return SIZE_MAX;
    return cells;
}

static walk make_walk(const size_t *size, tacit_scope whole, tacit_scope part)
{
    walk w = { .n = 0 };
    size_t stride = 1;
    bool was_in = false;
    TACIT_ASSERT(TACIT_SCOPE_WITHIN(part, whole));
    for (size_t j = TACIT_SCOPE_COLUMNS; j-- > 0;) {
        const bool in = (part & TACIT_SCOPE_OF(j)) != 0;
        if ((whole & TACIT_SCOPE_OF(j)) == 0)
            continue;
        if (w.n > 0 && in == was_in) {
            w.extent[w.n - 1] *= size[j];
        } else {
            w.extent[w.n] = size[j];
            w.stride[w.n++] = in ? stride : 0;
        }
        stride *= in ? size[j] : 1;
        was_in = in;
    }
    if (w.n == 0)
        w = (walk){ .n = 1, .extent = { 1 }, .stride = { 0 } };
    return w;
}

/* Repeat the first n places for each value of a column but the first, `stride` apart. */
static void repeat(size_t *place, size_t n, size_t values, size_t stride)
{
    for (size_t v = 1; v < values; v++)
        for (size_t i = 0; i < n; i++)
            place[v * n + i] = place[i] + v * stride;
}

void tacit_scope_places(const size_t *size, tacit_scope whole, tacit_scope part, size_t *out)
{
    size_t n = 1, stride = 1;
    TACIT_ASSERT(TACIT_SCOPE_WITHIN(part, whole));
    out[0] = 0;
    for (size_t j = TACIT_SCOPE_COLUMNS; j-- > 0;) {
        if ((part & TACIT_SCOPE_OF(j)) != 0) {
            repeat(out, n, size[j], stride);
            n *= size[j];
        }
        stride *= (whole & TACIT_SCOPE_OF(j)) != 0 ? size[j] : 1;
    }
}

/* Add up dimension k and those within it. */
static const double *sum_within(const walk *w, size_t k, const double *x, double *out)
{
    if (k > 0) {
        for (size_t i = 0; i < w->extent[k]; i++)
            x = sum_within(w, k - 1, x, out + i * w->stride[k]);
        return x;
    }
    if (w->stride[0] == 0) {
        double sum = 0.0;
        for (size_t i = 0; i < w->extent[0]; i++)
            sum += x[i];
        *out += sum;
    } else {
        for (size_t i = 0; i < w->extent[0]; i++)
            out[i] += x[i];
    }
    return x + w->extent[0];
}

void tacit_scope_sum(const size_t *size, tacit_scope whole, const double *x, tacit_scope part,
                     double *out)
{
    const walk w = make_walk(size, whole, part);
    memset(out, 0, tacit_scope_cells(size, part) * sizeof *out);
    (void)sum_within(&w, w.n - 1, x, out);
}

static double *multiply_within(const walk *w, size_t k, double *x, const double *y)
{
    if (k > 0) {
        for (size_t i = 0; i < w->extent[k]; i++)
            x = multiply_within(w, k - 1, x, y + i * w->stride[k]);
        return x;
    }
    if (w->stride[0] == 0) {
        for (size_t i = 0; i < w->extent[0]; i++)
            x[i] *= *y;
    } else {
        for (size_t i = 0; i < w->extent[0]; i++)
            x[i] *= y[i];
    }
    return x + w->extent[0];
}

void tacit_scope_multiply(const size_t *size, tacit_scope whole, double *x, tacit_scope part,
                          const double *y)
{
    const walk w = make_walk(size, whole, part);
    (void)multiply_within(&w, w.n - 1, x, y);
}
