/*
 * student.h - Student's t distribution, and F.
 */
#ifndef TACIT_STATS_COUNTS_STUDENT_H
#define TACIT_STATS_COUNTS_STUDENT_H

/* P(T <= t) for `df` degrees of freedom, above 0; the normal distribution's if df is infinite. */
double tacit_student_below(double t, double df);

/* P(F > f) for an F distribution with `d` and `w` degrees of freedom, both above 0. */
double tacit_f_above(double f, double d, double w);

/* The t for which that is `p`, above 0 and below 1. */
double tacit_student_quantile(double p, double df);

#endif
