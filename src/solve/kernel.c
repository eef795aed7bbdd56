/*
 * kernel.c - the whole vectors that a matrix makes 0.
 */
#include "solve/kernel.h"

#include <math.h>
#include <stdlib.h>

/* Numbers beyond this are too large to be of use. */
enum { LARGEST = 1000 };

/* Rounds in which vectors are made shorter by one another. */
enum { ROUNDS = 8 };

static int32_t row_times(const tacit_sparse *a, size_t r, const int32_t *z)
{
    int32_t sum = 0;
    for (size_t e = a->start[r]; e < a->start[r + 1]; e++)
        sum += (int32_t)a->value[e] * z[a->column[e]];
    return sum;
}

/* How far all of a vector goes; the less, the sooner another one is freed by it. */
static int64_t length(const int32_t *z, size_t n)
{
    int64_t sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += labs(z[j]);
    return sum;
}

/* Take `times` the vector `by` away from `z`. */
static void take_away(int32_t *z, const int32_t *by, int32_t times, size_t n)
{
    for (size_t j = 0; j < n; j++)
        z[j] -= times * by[j];
}

/* The vector with the least product above 0, and of these the shortest; k->n if there is none. */
static size_t find_least(const tacit_kernel *k, const int32_t *product, size_t n)
{
    size_t best = k->n;
    int64_t shortest = 0;
    for (size_t i = 0; i < k->n; i++) {
        const bool less = best == k->n || abs(product[i]) < abs(product[best]);
        if (product[i] == 0 || (!less && abs(product[i]) > abs(product[best])))
            continue;
        const int64_t far = length(k->basis[i], n);
        if (less || far < shortest) {
            best = i;
            shortest = far;
        }
    }
    return best;
}

static void leave_out(tacit_kernel *k, int32_t *product, size_t i)
{
    k->n--;
    k->basis[i] = k->basis[k->n];
    product[i] = product[k->n];
}

static bool is_large(const int32_t *z, size_t n)
{
    for (size_t j = 0; j < n; j++)
        if (abs(z[j]) > LARGEST)
            return true;
    return false;
}

/* Free the other vectors of row `r`, of which the products are known, and leave the last out. */
static void fulfil(tacit_kernel *k, int32_t *product, size_t n)
{
    for (size_t left = 2; left > 1;) {
        const size_t least = find_least(k, product, n);
        if (least == k->n)
            return;
        left = 1;
        for (size_t i = k->n; i-- > 0;) {
            const int32_t times = product[i] / product[least];
            if (i == least || product[i] == 0)
                continue;
            take_away(k->basis[i], k->basis[least], times, n);
            product[i] -= times * product[least];
            left += product[i] != 0;
        }
        if (left == 1)
            leave_out(k, product, least);
    }
    for (size_t i = k->n; i-- > 0;)
        if (is_large(k->basis[i], n))
            leave_out(k, product, i);
}

/* Make vector `i` shorter by vector `j`, if that is so. */
static bool shorten(const tacit_kernel *k, size_t i, size_t j, size_t n)
{
    const int32_t *by = k->basis[j];
    int32_t *z = k->basis[i];
    int64_t now = 0, less = 0, more = 0;
    for (size_t c = 0; c < n; c++) {
        now += abs(z[c]);
        less += abs(z[c] - by[c]);
        more += abs(z[c] + by[c]);
    }
    if (less >= now && more >= now)
        return false;
    take_away(z, by, less < more ? 1 : -1, n);
    return true;
}

static void shorten_all(const tacit_kernel *k, size_t n)
{
    bool any = true;
    for (size_t round = 0; any && round < ROUNDS; round++) {
        any = false;
        for (size_t i = 0; i < k->n; i++)
            for (size_t j = 0; j < k->n; j++)
                any |= i != j && shorten(k, i, j, n);
    }
}

tacit_status tacit_kernel_find(tacit_ctx *cx, const tacit_sparse *a, tacit_kernel *out)
{
    const size_t n = a->n_columns;
    int32_t *number = NULL, *product = NULL;
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *number, &number));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *product, &product));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->basis, &out->basis));
    out->n = n;
    for (size_t j = 0; j < n; j++) {
        out->basis[j] = number + n * j;
        out->basis[j][j] = 1;
    }
    for (size_t r = 0; r < a->n_rows; r++) {
        for (size_t i = 0; i < out->n; i++)
            product[i] = row_times(a, r, out->basis[i]);
        fulfil(out, product, n);
    }
    shorten_all(out, n);
    return TACIT_OK;
}
