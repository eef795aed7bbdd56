/*
 * domain.h - what a column may hold, declared beforehand: nothing about it is taken from the data.
 *
 * A number has bounds and a lattice, and may have breaks that part its range into bins; a date is a
 * number of days since 1970-01-01 whose bins are periods of the calendar; a category has the list
 * of its values.  A column without either is a category whose values are found
 * privately.  What is outside of the bounds is moved to them; a missing number and a category that
 * is not listed do not count, unless it was declared what a missing number counts as.
 */
#ifndef TACIT_PRIVACY_STATISTIC_DOMAIN_H
#define TACIT_PRIVACY_STATISTIC_DOMAIN_H

#include "base/calendar/calendar.h"
#include "base/param.h"
#include "privacy/sample/lattice.h"

extern const tacit_param TACIT_DOMAIN_PARAMS[];
enum tacit_domain_arg {
    TACIT_DOMAIN_LOWER,
    TACIT_DOMAIN_UPPER,
    TACIT_DOMAIN_DECIMALS,
    TACIT_DOMAIN_MISSING,
    TACIT_DOMAIN_BREAKS,
    TACIT_DOMAIN_BINS,
    TACIT_DOMAIN_VALUES,
    TACIT_DOMAIN_FROM,
    TACIT_DOMAIN_TO,
    TACIT_DOMAIN_BY,
    TACIT_DOMAIN_OTHER,
    TACIT_DOMAIN_BLANK,
    TACIT_DOMAIN_ARGS
};

typedef struct tacit_domain {
    const char *column;
    bool number;     /* has bounds */
    bool date;       /* is a number of days */
    tacit_period by; /* of dates: what their bins are */
    tacit_value_lattice lattice;
    bool missing_counts;      /* as lattice.missing */
    size_t n_bins;            /* of a number: 0 if it has no breaks */
    const int64_t *edge;      /* n_bins + 1, in steps; the last may be one day */
    size_t n_values;          /* of a category: 0 if they are found privately */
    const char *const *value; /* as declared */
    const char *const *label; /* of each bin, or value */
    size_t other;             /* of a category: the value that others count as in synthetic data */
    bool blank;               /* cells of synthetic data may be missing */
} tacit_domain;

/* What the arguments for TACIT_DOMAIN_PARAMS declare of `column`, in scratch memory. */
tacit_status tacit_domain_new(tacit_ctx *cx, const char *column, const tacit_args *args,
                              tacit_domain *out);

/* How many groups the column makes; 0 if they are found privately. */
size_t tacit_domain_groups(const tacit_domain *d);

/* The bin of a value in steps. */
size_t tacit_domain_bin(const tacit_domain *d, int64_t steps);

/* A number of steps as people write it; of dates the days. */
double tacit_domain_real(const tacit_domain *d, double steps);

/* Write edge number `i` as people do: a number or a date. */
void tacit_domain_edge(const tacit_domain *d, size_t i, char out[TACIT_NUMBER_BYTES]);

#endif
