/*
 * score.h - what propensity scores say of two tables.
 */
#ifndef TACIT_MICRO_UTILITY_SCORE_H
#define TACIT_MICRO_UTILITY_SCORE_H

#include "base/context.h"

/* Scores p of N rows, of which a share c is protected. */
typedef struct tacit_score {
    double c;
    double pmse;   /* mean of (p - c)^2 */
    double specks; /* largest difference of the two distributions of p (Kolmogorov-Smirnov) */
    double po50;   /* per cent told rightly above half: 100 times the mean of the shares of
                      protected rows with p > c and of original rows with p <= c, less 50 */
    double u;      /* Mann-Whitney: pairs in which the protected row has the higher p, ties half */
    double auc;    /* u as a share of all pairs */
} tacit_score;

/* Mean of (p - c)^2 over `n` rows. */
double tacit_score_pmse(const double *p, size_t n, double c);

/* All of them; `t` is true for protected rows, of which there are some, as of original ones.
 * Scores that differ by less than about 1e-9 count as equal, except for pmse.  O(n). */
tacit_status tacit_score_of(tacit_ctx *cx, const double *p, const bool *t, size_t n,
                            tacit_score *out);

#endif
