/*
 * kernel.c - the whole vectors that a matrix makes 0.
 */
#include "solve/kernel.h"

#include <math.h>
#include <stdlib.h>

/* Numbers beyond this are too large to be of use. */
enum { LARGEST = 1000 };

/* Rounds in which vectors are made shorter by one another. */
enum { ROUNDS = 8, MORE_ROUNDS = 2 };

/* The kernel on its way, of the first `n` columns, and vectors that have one other column each. */
typedef struct search {
    const tacit_sparse *a;
    size_t n;
    tacit_kernel *k;
    int32_t *product; /* of the row at hand with each vector */
    int32_t **more;   /* of each other column; NULL if none is left */
} search;

/* Row `r` times a vector that has column `own` once; SIZE_MAX if it has none but the first. */
static int32_t row_times(const search *w, size_t r, const int32_t *z, size_t own)
{
    const tacit_sparse *a = w->a;
    int32_t sum = 0;
    for (size_t e = a->start[r]; e < a->start[r + 1]; e++)
        if (a->column[e] < w->n)
            sum += (int32_t)a->value[e] * z[a->column[e]];
        else
            sum += a->column[e] == own ? (int32_t)a->value[e] : 0;
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

/* Free the vectors of other columns of row `r` by vector `by`, whose product is `product`; those
 * that it does not free are no more. */
static void free_more(const search *w, size_t r, const int32_t *by, int32_t product)
{
    for (size_t j = 0; j < w->a->n_columns - w->n; j++) {
        const int32_t own = w->more[j] == NULL ? 0 : row_times(w, r, w->more[j], w->n + j);
        if (own == 0)
            continue;
        if (by != NULL && own % product == 0)
            take_away(w->more[j], by, own / product, w->n);
        else
            w->more[j] = NULL;
    }
}

/* Free the other vectors of row `r`, of which the products are known, and leave the last out. */
static void fulfil(const search *w, size_t r)
{
    const size_t n = w->n;
    tacit_kernel *k = w->k;
    int32_t *product = w->product;
    for (size_t left = 2; left > 1;) {
        const size_t least = find_least(k, product, n);
        if (least == k->n) {
            free_more(w, r, NULL, 0);
            return;
        }
        left = 1;
        for (size_t i = k->n; i-- > 0;) {
            const int32_t times = product[i] / product[least];
            if (i == least || product[i] == 0)
                continue;
            take_away(k->basis[i], k->basis[least], times, n);
            product[i] -= times * product[least];
            left += product[i] != 0;
        }
        if (left == 1) {
            free_more(w, r, k->basis[least], product[least]);
            leave_out(k, product, least);
        }
    }
    for (size_t i = k->n; i-- > 0;)
        if (is_large(k->basis[i], n))
            leave_out(k, product, i);
    for (size_t j = 0; j < w->a->n_columns - n; j++)
        if (w->more[j] != NULL && is_large(w->more[j], n))
            w->more[j] = NULL;
}

/* Make a vector shorter by another, if that is so. */
static bool shorten(int32_t *z, const int32_t *by, size_t n)
{
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
                any |= i != j && shorten(k->basis[i], k->basis[j], n);
    }
}

static void shorten_more(const search *w)
{
    for (size_t j = 0; j < w->a->n_columns - w->n; j++) {
        bool any = w->more[j] != NULL;
        for (size_t round = 0; any && round < MORE_ROUNDS; round++) {
            any = false;
            for (size_t i = 0; i < w->k->n; i++)
                any |= shorten(w->more[j], w->k->basis[i], w->n);
        }
    }
}

static tacit_status begin(tacit_ctx *cx, search *w)
{
    const size_t n = w->n, m = w->a->n_columns - n;
    int32_t *number = NULL, *other = NULL;
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *number, &number));
    TACIT_TRY(tacit_scratch(cx, n * m, sizeof *other, &other));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->product, &w->product));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->k->basis, &w->k->basis));
    w->k->n = n;
    for (size_t j = 0; j < n; j++) {
        w->k->basis[j] = number + n * j;
        w->k->basis[j][j] = 1;
    }
    for (size_t j = 0; j < m; j++)
        w->more[j] = other + n * j;
    return TACIT_OK;
}

tacit_status tacit_kernel_find_more(tacit_ctx *cx, const tacit_sparse *a, size_t n,
                                    tacit_kernel *out, int32_t **more)
{
    search w = { .a = a, .n = n, .k = out, .more = more };
    TACIT_TRY(begin(cx, &w));
    for (size_t r = 0; r < a->n_rows; r++) {
        for (size_t i = 0; i < out->n; i++)
            w.product[i] = row_times(&w, r, out->basis[i], SIZE_MAX);
        fulfil(&w, r);
    }
    shorten_all(out, n);
    shorten_more(&w);
    return TACIT_OK;
}

tacit_status tacit_kernel_find(tacit_ctx *cx, const tacit_sparse *a, tacit_kernel *out)
{
    return tacit_kernel_find_more(cx, a, a->n_columns, out, NULL);
}
