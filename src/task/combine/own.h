/*
 * own.h - combining estimates, for the files of this folder.
 */
#ifndef TACIT_TASK_COMBINE_OWN_H
#define TACIT_TASK_COMBINE_OWN_H

#include "run/account.h"
#include "stats/counts/combine.h"

/* The parameters of the section. */
enum {
    TACIT_COMBINE_TERM,
    TACIT_COMBINE_ESTIMATE,
    TACIT_COMBINE_VARIANCE,
    TACIT_COMBINE_ERROR,
    TACIT_COMBINE_IMPUTATION,
    TACIT_COMBINE_MEANS,
    TACIT_COMBINE_SHARES,
    TACIT_COMBINE_RESPONSE,
    TACIT_COMBINE_PREDICTORS,
    TACIT_COMBINE_SETS,
    TACIT_COMBINE_COMPARE,
    TACIT_COMBINE_RULE,
    TACIT_COMBINE_ORIGINAL,
    TACIT_COMBINE_ROWS,
    TACIT_COMBINE_CONFIDENCE,
    TACIT_COMBINE_REPORT
};

/* Estimates of one term in all sets, and in the original where that is compared with. */
typedef struct tacit_combined_term {
    const char *name;
    const double *q, *u; /* of each set, and then of the original */
} tacit_combined_term;

/* The rows of all sets under each other, and then those of the original. */
typedef struct tacit_combined_sides {
    tacit_table *joint;
    size_t sets, n;      /* n is one more with the original */
    const size_t *start; /* n + 1 rows: where each begins, and the end */
} tacit_combined_sides;

/* A regression of all sides. */
typedef struct tacit_combined_fit {
    size_t columns;     /* coefficients, the first is the intercept */
    char *const *name;  /* of each */
    double *beta;       /* columns for each side */
    double *covariance; /* columns by columns for each side */
    bool logistic;
} tacit_combined_fit;

/* Whether estimates are to be made of records. */
bool tacit_combine_asks_records(const tacit_args *args);

/* Make estimates of the records of all sets and combine them; `result` takes them. */
tacit_status tacit_combine_records(tacit_ctx *cx, tacit_work *w, tacit_result *result);

/* Fit the regression that is asked for to every side, in scratch memory. */
tacit_status tacit_combine_regress(tacit_ctx *cx, const tacit_args *args,
                                   const tacit_combined_sides *s, tacit_combined_fit *out);

#endif
