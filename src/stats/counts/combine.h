/*
 * combine.h - one estimate from those of several synthetic sets.
 */
#ifndef TACIT_STATS_COUNTS_COMBINE_H
#define TACIT_STATS_COUNTS_COMBINE_H

#include <stdbool.h>
#include <stddef.h>

/* How the sets were made, which decides what varies between them. */
typedef enum tacit_combining {
    TACIT_COMBINE_SIMPLE = 0, /* all columns that are analysed are synthetic, drawn from what was
                                 learnt once (Raab, Nowok and Dibben 2016); one set will do */
    TACIT_COMBINE_PROPER,     /* the same, learnt anew for each set from a draw of parameters */
    TACIT_COMBINE_INCOMPLETE, /* some of these columns are kept as they are */
    TACIT_COMBINE_PARTIAL,    /* partially synthetic, as many records (Reiter 2003) */
    TACIT_COMBINE_FULL,       /* samples of imputed populations (Raghunathan, Reiter, Rubin 2003) */
    TACIT_COMBINE_NESTED,     /* several sets for each of several imputations (Reiter 2004) */
    TACIT_COMBININGS
} tacit_combining;

/* Estimates and their variances, one for each set; of nested ones, all sets of an imputation stand
 * together, and each imputation has as many. */
typedef struct tacit_combined_sets {
    size_t m;        /* sets; of nested ones, imputations */
    size_t r;        /* sets of each imputation; 1 if not nested */
    const double *q; /* m * r estimates */
    const double *u; /* their variances within their set */
    double n, k;     /* records of the original and of each set */
} tacit_combined_sets;

typedef struct tacit_joint_estimate {
    double estimate; /* the mean of the estimates */
    double within;   /* the mean of the variances */
    double between;  /* variance of the estimates, of nested ones of the imputations' means; NAN of
                        one set */
    double inner;    /* of nested ones: the mean variance within imputations */
    double variance; /* of the estimate */
    double df;       /* degrees of freedom; INFINITY: normal */
    bool replaced;   /* the rule's own variance was not above 0, and a larger one was taken */
} tacit_joint_estimate;

/* Combine; rules other than the first two need several sets.  O(sets). */
tacit_joint_estimate tacit_combine(tacit_combining rule, const tacit_combined_sets *sets);

/* A test of several estimates at once in partially synthetic sets (Reiter 2005). */
typedef struct tacit_vector_test {
    double statistic, d, w; /* F with d and w degrees of freedom */
    double p;               /* of a statistic as large or larger */
} tacit_vector_test;

/* Test that `d` estimates are all 0.  `q` has the d estimates of each of m sets, set by set, `u`
 * the mean of their covariance matrices, inverted: d by d.  Several sets.  O(m d^2). */
tacit_vector_test tacit_combine_test(const double *q, const double *u, size_t m, size_t d);

#endif
