/*
 * uniqueness.h - how many records are unique in the population, estimated from the sizes of
 * the classes of a sample.
 *
 * Notation: a population of N records is sampled with fraction p = n / N; c_i classes of
 * the sample have i records, u = sum c_i, n = sum i c_i.  Every estimator is of U, the
 * number of records that are alone in their class in the population.  Without a sample
 * unique (c_1 = 0) the estimate is 0 by convention; with p = 1 it is c_1.
 */
#ifndef TACIT_STATS_POPULATION_UNIQUENESS_H
#define TACIT_STATS_POPULATION_UNIQUENESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many classes there are of each size: sizes upwards, each once. */
typedef struct tacit_size_counts {
    size_t n; /* distinct sizes */
    const uint64_t *size;
    const double *count; /* classes of that size */
    double classes;      /* u */
    double records;      /* n */
} tacit_size_counts;

/* The estimators, in the order of TACIT_UNIQUENESS_CHOICES. */
typedef enum tacit_uniqueness_method {
    TACIT_UNIQUENESS_DANKAR = 0, /* decision rule of Dankar et al. (2012) */
    TACIT_UNIQUENESS_ZAYATZ,     /* Zayatz (1991) */
    TACIT_UNIQUENESS_PITMAN,     /* Pitman's model, Hoshino (2001) */
    TACIT_UNIQUENESS_SNB,        /* slide negative binomial, Chen and Keller-McNulty (1998) */
    TACIT_UNIQUENESS_EWENS,      /* Ewens' model (Poisson-Dirichlet) */
    TACIT_UNIQUENESS_POISSON,    /* Poisson-gamma, Bethlehem, Keller and Pannekoek (1990) */
    TACIT_UNIQUENESS_METHODS
} tacit_uniqueness_method;

/* Names of the estimators, ending with NULL: choices of an `estimator` parameter. */
extern const char *const TACIT_UNIQUENESS_CHOICES[];

/* What is known of the population. */
typedef struct tacit_uniqueness_frame {
    double population; /* N >= n */
    double cells;      /* possible key combinations, 0 if not known: for Poisson-gamma */
    bool asymptotic;   /* Pitman's expectation by its limit for large N */
} tacit_uniqueness_frame;

typedef struct tacit_uniqueness {
    bool converged;               /* whether the model has a solution */
    double uniques;               /* estimate of U, NaN without a solution */
    tacit_uniqueness_method used; /* which estimator the decision rule chose */
} tacit_uniqueness;

/* Estimate U.  O(distinct sizes) times some thousand steps at most. */
tacit_uniqueness tacit_uniqueness_of(tacit_uniqueness_method method, const tacit_size_counts *c,
                                     const tacit_uniqueness_frame *frame);

/* Number of classes of size `i`. */
double tacit_size_count(const tacit_size_counts *c, uint64_t i);

/* Pitman's model alone; see uniqueness_pitman.c. */
tacit_uniqueness tacit_uniqueness_pitman(const tacit_size_counts *c,
                                         const tacit_uniqueness_frame *frame);

/* sum of 1 / (x + i) for i = 0 ... m - 1, that is digamma(x + m) - digamma(x), for x > 0
 * and real m >= 0, without loss of digits for large x. */
double tacit_harmonic(double x, double m);

/* log of Gamma(x + a) / Gamma(x) for x > 0, a >= 0, without loss of digits for large x. */
double tacit_log_rising(double x, double a);

#endif
