/*
 * query_values.h - a question as bits, and what it is answered with by a loop over cells.
 */
#ifndef TACIT_TESTS_ORACLE_QUERY_VALUES_H
#define TACIT_TESTS_ORACLE_QUERY_VALUES_H

#include "support/questions.h"

#include <math.h>
#include <string.h>

enum { RECORDS = 60, MOST = 4, LEVELS = 8 };

/* A question as bits: which groups of each column count, axes, aggregates. */
typedef struct plain {
    unsigned in[ASK_COLUMNS]; /* 0: no condition */
    bool axis[ASK_COLUMNS][LEVELS];
    size_t n; /* aggregates, distinct */
    tacit_aggregate aggregate[MOST];
} plain;

/* How many groups a column has. */
static inline size_t groups_of(size_t column)
{
    static const size_t n[ASK_COLUMNS] = { 5, 0, 2, 5, 4, 4, 9 };
    return n[column];
}

/* How many levels a column is grouped by, the values counted. */
static inline size_t levels_of(size_t column)
{
    return groups_of(column) == 0 ? 0 : column == ASK_REGION ? 8 : column == ASK_DAY ? 3 : 1;
}

/* The group of a cell's text, by looking through the bounds or the values; -1 if it has none. */
static inline int group_at(const tacit_query_column *c, const tacit_column *cells, size_t i)
{
    const tacit_domain *d = &c->domain;
    char room[32];
    if (!d->number) {
        for (size_t v = 0; v < d->n_values && !tacit_column_is_missing(cells, i); v++)
            if (strcmp(d->value[v], tacit_column_text(cells, i, room)) == 0)
                return (int)v;
        return -1;
    }
    if (tacit_column_is_missing(cells, i) && !d->missing_counts)
        return -1;
    const double step = pow(10, -d->lattice.decimals);
    const double x = tacit_column_is_missing(cells, i) ? 0 : tacit_column_number(cells, i);
    const double at = nearbyint(x / step);
    int g = 0;
    while (g + 1 < (int)d->n_bins && at >= (double)d->edge[g + 1])
        g++;
    return g;
}

/* A number as it counts: rounded, within its bounds; NAN if it does not. */
static inline double number_at(const tacit_query_column *c, const tacit_column *cells, size_t i)
{
    const tacit_domain *d = &c->domain;
    const double step = pow(10, -d->lattice.decimals);
    if (tacit_column_is_missing(cells, i))
        return d->missing_counts ? 0 : NAN;
    const double at = nearbyint(tacit_column_number(cells, i) / step);
    return fmax((double)d->lattice.lower, fmin((double)d->lattice.upper, at)) * step;
}

/* Pairs of numbers of the records that have both. */
typedef struct pairs {
    size_t n;
    double x[RECORDS], y[RECORDS];
} pairs;

/* The mean. */
static inline double mean_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

/* The sum of products around the means. */
static inline double product(const double *x, const double *y, size_t n)
{
    const double a = mean_of(x, n), b = mean_of(y, n);
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (x[i] - a) * (y[i] - b);
    return sum;
}

/* Less than 0 if a is below b. */
static inline int upwards(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A variance or standard deviation. */
static inline double spread(const pairs *p, tacit_aggregate_kind kind)
{
    const bool all = kind == TACIT_AGGREGATE_VARIANCE_ALL || kind == TACIT_AGGREGATE_DEVIATION_ALL;
    const double v = product(p->x, p->x, p->n) / ((double)p->n - !all);
    if (p->n < (all ? 1 : 2))
        return NAN;
    return kind >= TACIT_AGGREGATE_DEVIATION ? sqrt(v) : v;
}

/* An aggregate of pairs. */
static inline double value_of(const tacit_aggregate *a, pairs *p)
{
    const double xx = product(p->x, p->x, p->n), yy = product(p->y, p->y, p->n);
    if (a->kind == TACIT_AGGREGATE_SLOPE)
        return yy > 1e-12 ? product(p->x, p->y, p->n) / yy : NAN;
    if (a->kind == TACIT_AGGREGATE_CORRELATION)
        return xx > 1e-12 && yy > 1e-12 ? product(p->x, p->y, p->n) / sqrt(xx * yy) : NAN;
    if (a->kind >= TACIT_AGGREGATE_VARIANCE && a->kind <= TACIT_AGGREGATE_DEVIATION_ALL)
        return spread(p, a->kind);
    if (p->n == 0)
        return NAN;
    if (a->kind == TACIT_AGGREGATE_SUM || a->kind == TACIT_AGGREGATE_MEAN)
        return mean_of(p->x, p->n) * (a->kind == TACIT_AGGREGATE_SUM ? (double)p->n : 1);
    qsort(p->x, p->n, sizeof *p->x, upwards);
    const double share = a->kind == TACIT_AGGREGATE_QUANTILE ? a->share
                         : a->kind == TACIT_AGGREGATE_LEAST  ? 0
                                                             : 1;
    const double at = share * (double)(p->n - 1);
    const size_t below = (size_t)at, above = below + 1 < p->n ? below + 1 : below;
    return p->x[below] * (1 - (at - (double)below)) + p->x[above] * (at - (double)below);
}

/* Whether two labels are the same, or both missing. */
static inline bool same_label(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Whether record i is in a cell, by the texts of its groups; with all cells' number, in any. */
static inline bool is_in(const plain *p, const tacit_query *q, const tacit_table *t, size_t i,
                         size_t cell)
{
    bool in = true;
    for (size_t c = 0; c < ASK_COLUMNS; c++) {
        const int g =
            groups_of(c) == 0 ? 0 : group_at(&q->schema->column[c], tacit_table_column(t, c), i);
        in = in && (p->in[c] == 0 || (g >= 0 && (p->in[c] >> g & 1) != 0));
        for (size_t b = 0; b < q->n_by; b++) {
            const tacit_query_column *column = &q->schema->column[c];
            const size_t l = q->by[b].level;
            if (q->by[b].column != c)
                continue;
            in = in && g >= 0 &&
                 (cell == q->cells ||
                  same_label(
                      tacit_query_cell_label(q, b, cell),
                      tacit_query_label(column, l, tacit_query_label_of(column, l, (size_t)g))));
        }
    }
    return in;
}

/* An aggregate of the records in a cell. */
static inline double obvious(const plain *p, const tacit_query *q, const tacit_aggregate *a,
                             const tacit_table *t, size_t cell)
{
    pairs all = { 0 };
    double records = 0, persons = 0;
    bool seen[RECORDS] = { false };
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        if (!is_in(p, q, t, i, cell))
            continue;
        bool *person = &seen[tacit_column_integers(tacit_table_column(t, ASK_COLUMNS))[i]];
        records++;
        persons += !*person;
        *person = true;
        if (a->kind <= TACIT_AGGREGATE_PERSONS)
            continue;
        all.x[all.n] =
            number_at(&q->schema->column[a->column], tacit_table_column(t, a->column), i);
        all.y[all.n] =
            a->kind == TACIT_AGGREGATE_SLOPE || a->kind == TACIT_AGGREGATE_CORRELATION
                ? number_at(&q->schema->column[a->other], tacit_table_column(t, a->other), i)
                : 0;
        all.n += isfinite(all.x[all.n]) && isfinite(all.y[all.n]);
    }
    return a->kind == TACIT_AGGREGATE_COUNT     ? records
           : a->kind == TACIT_AGGREGATE_PERSONS ? persons
                                                : value_of(a, &all);
}

/* Compare what a question evaluates to with the obvious values. */
static inline void check_values(tacit_ctx *cx, const plain *p, const tacit_query *q,
                                const tacit_table *t)
{
    tacit_query_data data;
    tacit_query_sets sets;
    assert_ok(cx, tacit_query_data_of(cx, q->schema, t, &data));
    assert_ok(cx, tacit_query_sets_of(cx, q, &data, &sets));
    size_t all = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        all += is_in(p, q, t, i, q->cells);
    assert_int_equal(sets.first[sets.n], all); /* each is in one cell */
    for (size_t k = 0; k < q->cells; k += 1 + q->cells / 6)
        for (size_t a = 0; a < q->n_aggregates; a++) {
            double x = 0;
            assert_ok(cx, tacit_query_value(cx, &sets, &q->aggregate[a], k, &x));
            const double y = obvious(p, q, &q->aggregate[a], t, k);
            if (isfinite(x) != isfinite(y) ||
                (isfinite(x) && fabs(x - y) > 1e-8 * fmax(1, fabs(y))))
                fail_msg("%s, cell %zu, aggregate %zu: %.17g, not %.17g", q->text, k, a, x, y);
        }
}

#endif
