/*
 * numeric.h - the numeric columns that measures of numeric risk look at.
 */
#ifndef TACIT_MICRO_RISK_NUMBERS_NUMERIC_H
#define TACIT_MICRO_RISK_NUMBERS_NUMERIC_H

#include "micro/classes/subject.h"

/* The `columns` parameter of every measure of numeric risk. */
#define TACIT_NUMERIC_COLUMNS                                                                      \
    {                                                                                              \
        .name = "columns", .type = TACIT_PARAM_COLUMNS, .need = TACIT_OPTIONAL,                    \
        .help =                                                                                    \
            "numeric columns to look at; by default all but weights, households and identifiers"   \
    }

/* Columns of the table, and of its original if that is looked at too.  In scratch memory. */
typedef struct tacit_numeric {
    size_t n;
    size_t rows;
    const tacit_column **masked;
    const tacit_column **original; /* NULL if only the table itself is looked at */
} tacit_numeric;

/* The columns that argument `i` names, or all numeric ones that are not a weight, a household
 * or an identifier (n may be 0).  With `original`, those that both tables have; the tables must
 * have as many rows.  `who` is named in messages. */
tacit_status tacit_numeric_of(tacit_ctx *cx, const char *who, const tacit_subject *s,
                              const tacit_value *columns, bool original, tacit_numeric *out);

/* Points for multivariate measures: the rows in which every column is present (in both
 * tables), one number a column, in scratch memory.  Columns with numbers beyond 1e100 are
 * scaled down, alike in both tables. */
typedef struct tacit_numeric_points {
    size_t n, p;
    double *masked, *original; /* row by row */
} tacit_numeric_points;
tacit_status tacit_numeric_complete(tacit_ctx *cx, const tacit_numeric *numeric,
                                    tacit_numeric_points *out);

#endif
