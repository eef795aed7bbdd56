/*
 * shuffles.h - made-up data with known dependence, for methods that draw given predictors.
 */
#ifndef TACIT_TESTS_SUPPORT_SHUFFLES_H
#define TACIT_TESTS_SUPPORT_SHUFFLES_H

#include "support/told.h"

#include "base/sort.h"
#include "stats/moments.h"
#include "stats/ranks.h"

/* Columns: income and wealth (to be masked; wealth is 0 for three in ten), age and size
 * (predictors), sex (a category), twice (2 age + 1), area (A for the first half, then B).
 * Income is log-normal, rises with age in A and falls in B if `turn`. */
tacit_table *money(tacit_ctx *cx, size_t n, bool turn);

/* Predict by the `n` columns `names`, which outlive the mask. */
mask *predict_by(mask *m, const char *const *names, size_t n);

/* Numbers of a column from row `from` on, in scratch memory. */
double *numbers_of(tacit_ctx *cx, const tacit_table *t, const char *name, size_t from, size_t n);

/* Some rows in a row. */
typedef struct stretch {
    size_t from, n;
} stretch;

/* Rank correlation of column `a` of `s` with column `b` of `t` over some rows. */
double spearman(tacit_ctx *cx, const tacit_table *s, const char *a, const tacit_table *t,
                const char *b, stretch rows);

/* Both tables have the same values of `name` in the rows, in whatever order. */
void assert_same_values(tacit_ctx *cx, const tacit_table *s, const tacit_table *t, const char *name,
                        size_t from, size_t n);

/* The correlation of x and y given z. */
double partial(double xy, double xz, double yz);

/* Whether a note of `told` has `part` in it. */
bool is_noted(const tacit_result *told, const char *part);

#endif
