/*
 * value.c - what the members of a group get instead of their values.
 *
 *   mean     the mean
 *   median   the middle value, or the mean of the two in the middle
 *   trimmed  the mean without the share `trim` (rounded down) of values at each end
 *   robust   a one-step estimate: the mean after values beyond median +- c * MAD were set to those
 *            limits, MAD = 1.4826 times the median absolute deviation and c = 3 / 1.486
 *
 * Dates get the lower median; categories the mode, of equally frequent ones the one whose
 * label comes first in the column.
 */
#include "micro/method/microaggregate/microaggregate.h"

#include <math.h>
#include <string.h>

/* Constants of sdcMicro's one-step estimate: limits about three times the raw deviation away. */
static const double MAD_FACTOR = 1.4826, LIMIT_FACTOR = 3.0 / 1.486;

/* Values of one group; groups are small, so sorting by insertion suits most. */
typedef struct bag {
    double *x;     /* n */
    double *spare; /* n */
    size_t n;
} bag;

/* Let x[i] sink in the heap of the first n. */
static void sift(double *x, size_t i, size_t n)
{
    for (size_t c = 2 * i + 1; c < n; i = c, c = 2 * i + 1) {
        if (c + 1 < n && x[c] < x[c + 1])
            c++;
        if (x[c] <= x[i])
            return;
        const double t = x[i];
        x[i] = x[c];
        x[c] = t;
    }
}

static void sort_values(double *x, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift(x, i, n);
    for (size_t end = n; end-- > 1;) {
        const double t = x[0];
        x[0] = x[end];
        x[end] = t;
        sift(x, 0, end);
    }
}

static double mean_of(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

static double median_of(const double *sorted, size_t n)
{
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0;
}

/* Sorts the bag. */
static double one_step(bag *b)
{
    sort_values(b->x, b->n);
    const double median = median_of(b->x, b->n);
    for (size_t i = 0; i < b->n; i++)
        b->spare[i] = fabs(b->x[i] - median);
    sort_values(b->spare, b->n);
    const double limit = LIMIT_FACTOR * MAD_FACTOR * median_of(b->spare, b->n);
    for (size_t i = 0; i < b->n; i++)
        b->spare[i] = fmax(median - limit, fmin(median + limit, b->x[i]));
    return mean_of(b->spare, b->n);
}

/* The most frequent value, of equally frequent ones the lowest.  Sorts the bag. */
static double mode_of(bag *b)
{
    size_t run = 0, most = 0;
    double best = 0.0;
    sort_values(b->x, b->n);
    for (size_t i = 0; i < b->n; i++) {
        run = i > 0 && b->x[i] <= b->x[i - 1] ? run + 1 : 1;
        if (run > most) {
            most = run;
            best = b->x[i];
        }
    }
    return best;
}

static double value_of(const tacit_micro_spec *spec, tacit_type type, bag *b)
{
    if (type == TACIT_TYPE_CATEGORY)
        return mode_of(b);
    if (type == TACIT_TYPE_DATE) {
        sort_values(b->x, b->n);
        return b->x[(b->n - 1) / 2];
    }
    const size_t cut = (size_t)(spec->trim * (double)b->n);
    switch (spec->aggregate) {
    case TACIT_MICRO_MEDIAN:
        sort_values(b->x, b->n);
        return median_of(b->x, b->n);
    case TACIT_MICRO_TRIMMED:
        sort_values(b->x, b->n);
        return mean_of(b->x + cut, b->n - 2 * cut);
    case TACIT_MICRO_ROBUST:
        return one_step(b);
    default:
        return mean_of(b->x, b->n);
    }
}

tacit_status tacit_micro_replace(tacit_ctx *cx, const tacit_micro_spec *spec,
                                 const tacit_micro_set *set, const tacit_partition *groups)
{
    const size_t p = set->values.p;
    double *x = set->values.x;
    tacit_grouping g;
    bag b = { 0 };
    TACIT_TRY(tacit_partition_grouping(cx, groups, &g));
    TACIT_TRY(tacit_scratch(cx, groups->n, sizeof *b.x, &b.x));
    TACIT_TRY(tacit_scratch(cx, groups->n, sizeof *b.spare, &b.spare));
    for (size_t c = 0; c < groups->groups; c++)
        for (size_t j = 0; j < p; j++) {
            b.n = 0;
            for (size_t i = g.start[c]; i < g.start[c + 1]; i++)
                b.x[b.n++] = x[g.row[i] * p + j];
            const double y = value_of(spec, set->type[j], &b);
            for (size_t i = g.start[c]; i < g.start[c + 1]; i++)
                x[g.row[i] * p + j] = y;
        }
    return TACIT_OK;
}
