/*
 * laws.h - does a sampler of integers have the law that it should?
 *
 * The integers are cut into cells; the number of draws in each cell, and above each cut, is
 * binomial with a known share, so each is tested exactly, and the least p-value times the number of
 * tests is a p-value (Bonferroni).  Where a standard deviation is small enough to sum all of it up,
 * the mean of squares is tested too, by the inequality of Bernstein, which holds for every number
 * of draws:
 *
 *     P(|mean - m| >= t) <= 2 exp(-n t^2 / (2 (v + M t / 3))),
 *
 * with squares cut off at M, their mean m and variance v.
 */
#ifndef TACIT_TESTS_SUPPORT_PRIVACY_LAWS_H
#define TACIT_TESTS_SUPPORT_PRIVACY_LAWS_H

#include "privacy/sample/draw.h"

typedef struct law_of_draws {
    const char *name;
    tacit_i128 (*draw)(tacit_keystream *stream, tacit_ratio scale);
    double (*above)(double k, tacit_ratio scale); /* P(X >= k), k an integer */
    tacit_ratio scale;
    double unit; /* cuts are at 0, 1, 2, 3 and at some multiples of it, on both sides */
} law_of_draws;

/* The p-value of `n` draws. */
double law_p_value(const law_of_draws *l, size_t n, tacit_keystream *stream);

/* P(X >= k) of geometric, discrete Laplace and discrete Gaussian draws. */
double geometric_above(double k, tacit_ratio scale);
double laplace_above(double k, tacit_ratio scale);
double gaussian_above(double k, tacit_ratio variance);

#endif
