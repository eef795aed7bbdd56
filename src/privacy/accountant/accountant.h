/*
 * accountant.h - what several private answers cost together.
 *
 * Each accountant lives in one file that defines one constant, and is listed by one line in
 * accountants.def.  All of them are right: each gives an epsilon that holds at the delta it is
 * asked for, and the least one may be taken, because that choice does not look at the data.
 *
 * Contract for `epsilon`: every loss is of one answer that may depend on earlier ones; the result
 * is an upper bound, rounded up, INFINITY where the accountant knows none.
 */
#ifndef TACIT_PRIVACY_ACCOUNTANT_ACCOUNTANT_H
#define TACIT_PRIVACY_ACCOUNTANT_ACCOUNTANT_H

#include "base/catalog.h"
#include "privacy/accountant/loss.h"

/* What was, or would be, spent. */
typedef struct tacit_spending {
    const tacit_privacy_loss *loss;
    size_t n;
} tacit_spending;

/* Points of a curve in scratch memory. */
typedef struct tacit_curve_points {
    size_t n;
    double *x, *y;
} tacit_curve_points;

typedef struct tacit_accountant {
    tacit_entry about;
    /* The epsilon of all together at `delta` in [0, 1); NULL: it only draws. */
    tacit_status (*epsilon)(tacit_ctx *cx, const tacit_args *args, const tacit_spending *spent,
                            double delta, double *out);
    /* What it draws; NULL: nothing. */
    tacit_status (*draw)(tacit_ctx *cx, const tacit_args *args, const tacit_spending *spent,
                         tacit_curve_points *out);
} tacit_accountant;

#define TACIT_ACCOUNTANT(id) extern const tacit_accountant tacit_accountant_##id;
#include "privacy/accountant/accountants.def"
#undef TACIT_ACCOUNTANT

extern const tacit_catalog tacit_accountant_catalog;

/* Floating-point formulas are right to fewer than 1e-11 of their value (test_accounting.c): results
 * are raised by as much. */
#define TACIT_ROUNDED_UP(x) ((x) * (1 + 1e-11))

/* The epsilon by `accountant` with its default parameters, and the least over all of them. */
tacit_status tacit_accountant_epsilon(tacit_ctx *cx, const tacit_accountant *accountant,
                                      const tacit_spending *spent, double delta, double *out);
tacit_status tacit_accountant_least(tacit_ctx *cx, const tacit_spending *spent, double delta,
                                    double *out);

#endif
