/*
 * ptable.h - perturbation tables: what is added to a cell of a size, by its key.
 *
 * For each size i a perturbation table lists values v with bounds 0 < u_1 <= u_2 ... <= 1: a cell
 * whose key, as a fraction, is below u_1 gets v_1, else below u_2 gets v_2, and so on.  Keys are
 * uniform, so that the differences of the bounds are the probabilities of the values (Fraser and
 * Wooton 2005; Marley and Leaver 2011).  Tables for whole keys 0 ... m - 1 list a value for each
 * key; they are the same with the bounds 1/m, 2/m, ...
 */
#ifndef TACIT_TABULAR_PROTECTION_CELL_KEY_PTABLE_H
#define TACIT_TABULAR_PROTECTION_CELL_KEY_PTABLE_H

#include "base/context.h"

/* What a part of a table is for: all cells, those with an even or an odd number of contributors,
 * small ones. */
typedef enum tacit_ptable_kind {
    TACIT_PTABLE_ALL = 0,
    TACIT_PTABLE_EVEN,
    TACIT_PTABLE_ODD,
    TACIT_PTABLE_SMALL,
    TACIT_PTABLE_KINDS
} tacit_ptable_kind;

/* Sizes upwards; size k has the entries first[k] ... first[k + 1] - 1. */
typedef struct tacit_ptable_part {
    size_t n; /* sizes; 0: the table has no such part */
    double *size;
    size_t *first;
    double *value, *below;
} tacit_ptable_part;

/* In scratch memory. */
typedef struct tacit_ptable {
    uint64_t whole; /* keys are whole numbers below this; 0: they are fractions */
    size_t cycle;   /* larger sizes have the last so many ones in turn */
    tacit_ptable_part part[TACIT_PTABLE_KINDS];
} tacit_ptable;

/* What a table that is designed is to be like. */
typedef struct tacit_ptable_wish {
    size_t n;
    const double *size; /* upwards, above 0 */
    double maximum;     /* no value is farther from 0 */
    double variance;    /* at most; reached wherever it can be */
    double forbidden;   /* no result is from 1 step to this */
    double step;        /* between values */
} tacit_ptable_wish;

/* The part with the largest entropy that is as wished, has mean 0, and gives no negative result
 * (Giessing 2016). */
tacit_status tacit_ptable_design(tacit_ctx *cx, const tacit_ptable_wish *wish,
                                 tacit_ptable_part *out);

/* Read a table from a delimited file: columns i, v and ub (or p_int_ub), and type if it has several
 * parts, as the R package ptable and tau-Argus have them; or pcv, ckey and pvalue, with whole
 * keys. */
tacit_status tacit_ptable_read(tacit_ctx *cx, const char *path, tacit_ptable *out);

/* The value for size number `k` and a key as a fraction.  O(log entries). */
double tacit_ptable_value(const tacit_ptable_part *part, size_t k, double key);

/* The number of the size that a count, above 0, goes by. */
size_t tacit_ptable_count(const tacit_ptable *t, uint64_t count);

/* Mean and variance of size number `k`, and the probability that nothing is added. */
typedef struct tacit_ptable_moments {
    double mean, variance, stays;
} tacit_ptable_moments;
tacit_ptable_moments tacit_ptable_moments_of(const tacit_ptable_part *part, size_t k);

#endif
