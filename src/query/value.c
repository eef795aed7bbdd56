/*
 * value.c - the exact value of an aggregate of one query set.
 *
 * Moments: with m the middle of the declared bounds, S = sum(x - m), Q = sum((x - m)^2) and the
 * whole number k nearest below S / n, the sum of squares around the mean is
 * Q - 2 k S + n k^2 - (S - n k)^2 / n, of which all but the last term, below n, is exact: for
 * columns narrower than 2^45 steps and fewer than 2^32 records every term is below 2^124.
 * Cross products go the same way.  O(records of the set); quantiles sort them.
 */
#include <math.h>

#include "base/sort.h"
#include "query/data.h"
#include "query/place.h"

/* A set, and the one or two columns that are looked at. */
typedef struct look {
    const uint32_t *row;
    size_t rows;
    const tacit_domain *d, *other;
    const int64_t *x, *y; /* y is NULL if there is one column */
} look;

/* Sums over the records that have the columns, around the middles of their bounds. */
typedef struct sums {
    uint64_t n;
    tacit_i128 x, y, xx, xy, yy;
} sums;

static int64_t middle(const tacit_domain *d)
{
    return d->lattice.lower + (d->lattice.upper - d->lattice.lower) / 2;
}

static sums add_up(const look *l)
{
    sums s = { 0 };
    const int64_t at = middle(l->d), other = l->y != NULL ? middle(l->other) : 0;
    for (size_t k = 0; k < l->rows; k++) {
        const int64_t a = l->x[l->row[k]], b = l->y != NULL ? l->y[l->row[k]] : 0;
        if (a == TACIT_NOT_PLACED || b == TACIT_NOT_PLACED)
            continue;
        const tacit_i128 x = a - at, y = b - other;
        s.n++;
        s.x += x;
        s.y += y;
        s.xx += x * x;
        s.xy += x * y;
        s.yy += y * y;
    }
    return s;
}

/* sum((x - mean x) (y - mean y)), from the sums of x, y and x y. */
static long double around(uint64_t n, tacit_i128 x, tacit_i128 y, tacit_i128 xy)
{
    const tacit_i128 m = (tacit_i128)n, p = x / m, q = y / m;
    const tacit_i128 rest = xy - p * y - q * x + m * p * q;
    return (long double)rest - (long double)(x - m * p) * (long double)(y - m * q) / (long double)n;
}

static double variance(const look *l, bool all, bool root)
{
    const sums s = add_up(l);
    const uint64_t by = all ? s.n : s.n - 1;
    if (s.n < (all ? 1 : 2))
        return NAN;
    const double step = tacit_domain_real(l->d, 1);
    const double v = fmax(0, (double)(around(s.n, s.x, s.x, s.xx) / (long double)by));
    return root ? sqrt(v) * step : v * step * step;
}

static double slope(const look *l)
{
    const sums s = add_up(l);
    if (s.n < 2)
        return NAN;
    const long double yy = around(s.n, s.y, s.y, s.yy), xy = around(s.n, s.x, s.y, s.xy);
    return yy > 0 ? (double)(xy / yy) * tacit_domain_real(l->d, 1) / tacit_domain_real(l->other, 1)
                  : NAN;
}

static double correlation(const look *l)
{
    const sums s = add_up(l);
    if (s.n < 2)
        return NAN;
    const long double xx = around(s.n, s.x, s.x, s.xx), yy = around(s.n, s.y, s.y, s.yy);
    const long double r = around(s.n, s.x, s.y, s.xy) / (sqrtl(xx) * sqrtl(yy));
    return xx > 0 && yy > 0 ? fmax(-1, fmin(1, (double)r)) : NAN;
}

/* The sum, or the mean. */
static double total(const look *l, bool mean)
{
    const sums s = add_up(l);
    const tacit_i128 sum = s.x + (tacit_i128)middle(l->d) * (tacit_i128)s.n;
    const long double x = mean ? (long double)sum / (long double)s.n : (long double)sum;
    return s.n == 0 ? NAN : tacit_domain_real(l->d, (double)x);
}

static double extreme(const look *l, bool largest)
{
    int64_t best = TACIT_NOT_PLACED;
    for (size_t k = 0; k < l->rows; k++) {
        const int64_t x = l->x[l->row[k]];
        if (x != TACIT_NOT_PLACED && (best == TACIT_NOT_PLACED || (largest ? x > best : x < best)))
            best = x;
    }
    return best == TACIT_NOT_PLACED ? NAN : tacit_domain_real(l->d, (double)best);
}

static tacit_status quantile(tacit_ctx *cx, const look *l, double share, double *out)
{
    double *x = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, l->rows, sizeof *x, &x));
    for (size_t k = 0; k < l->rows; k++)
        if (l->x[l->row[k]] != TACIT_NOT_PLACED)
            x[n++] = (double)l->x[l->row[k]];
    *out = NAN;
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_sort_reals(cx, x, n));
    const double at = share * (double)(n - 1);
    const size_t below = (size_t)floor(at), above = below + 1 < n ? below + 1 : below;
    *out = tacit_domain_real(l->d, x[below] + (at - (double)below) * (x[above] - x[below]));
    return TACIT_OK;
}

/* Distinct persons: each is seen once. */
static tacit_status count_persons(tacit_ctx *cx, const tacit_query_data *data, const look *l,
                                  double *out)
{
    bool *seen = NULL;
    size_t n = 0;
    if (data->person == NULL) {
        *out = (double)l->rows;
        return TACIT_OK;
    }
    TACIT_TRY(tacit_scratch(cx, data->persons, sizeof *seen, &seen));
    for (size_t k = 0; k < l->rows; k++) {
        bool *is = &seen[data->person[l->row[k]]];
        n += !*is;
        *is = true;
    }
    *out = (double)n;
    return TACIT_OK;
}

static tacit_status compute(tacit_ctx *cx, const tacit_aggregate *a, const tacit_query_data *data,
                            const look *l, double *out)
{
    switch (a->kind) {
    case TACIT_AGGREGATE_COUNT:
        *out = (double)l->rows;
        return TACIT_OK;
    case TACIT_AGGREGATE_PERSONS:
        return count_persons(cx, data, l, out);
    case TACIT_AGGREGATE_SUM:
        *out = total(l, false);
        return TACIT_OK;
    case TACIT_AGGREGATE_MEAN:
        *out = total(l, true);
        return TACIT_OK;
    case TACIT_AGGREGATE_VARIANCE:
        *out = variance(l, false, false);
        return TACIT_OK;
    case TACIT_AGGREGATE_VARIANCE_ALL:
        *out = variance(l, true, false);
        return TACIT_OK;
    case TACIT_AGGREGATE_DEVIATION:
        *out = variance(l, false, true);
        return TACIT_OK;
    case TACIT_AGGREGATE_DEVIATION_ALL:
        *out = variance(l, true, true);
        return TACIT_OK;
    case TACIT_AGGREGATE_QUANTILE:
        return quantile(cx, l, a->share, out);
    case TACIT_AGGREGATE_SLOPE:
        *out = slope(l);
        return TACIT_OK;
    case TACIT_AGGREGATE_CORRELATION:
        *out = correlation(l);
        return TACIT_OK;
    case TACIT_AGGREGATE_LEAST:
        *out = extreme(l, false);
        return TACIT_OK;
    case TACIT_AGGREGATE_LARGEST:
        *out = extreme(l, true);
        return TACIT_OK;
    case TACIT_AGGREGATES:
        break;
    }
    TACIT_ASSERT(false);
    return TACIT_OK;
}

tacit_status tacit_query_value(tacit_ctx *cx, const tacit_query_sets *sets,
                               const tacit_aggregate *a, size_t cell, double *out)
{
    const tacit_query_schema *schema = sets->query->schema;
    const tacit_query_data *data = sets->data;
    const bool pair = a->kind == TACIT_AGGREGATE_SLOPE || a->kind == TACIT_AGGREGATE_CORRELATION;
    const look l = { .row = sets->row + sets->first[cell],
                     .rows = sets->first[cell + 1] - sets->first[cell],
                     .d = &schema->column[a->column].domain,
                     .other = &schema->column[a->other].domain,
                     .x = data->steps[a->column],
                     .y = pair ? data->steps[a->other] : NULL };
    TACIT_TRY(tacit_tick(cx, cell, sets->n));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = compute(cx, a, data, &l, out);
    tacit_scratch_release(cx, mark);
    return status;
}
