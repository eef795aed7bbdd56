/*
 * space.h - records of two tables as points of one space, to measure distances between.
 *
 * A numeric, date or ordinal column becomes a coordinate; a nominal column becomes a code
 * that the two tables share.  The distance of two records is
 *
 *   euclidean:  d = sum over coordinates of (x - y)^2 + sum over nominal columns of [a != b]
 *   gower:      d = (sum of |x - y| + sum of [a != b]) / number of columns
 *
 * that is, `euclidean` distances are kept squared.  Coordinates are divided by the scale
 * before (standard deviation, range or median absolute deviation of the first table's
 * column; by its range for gower, so that every column's part is at most 1 there unless
 * the second table goes beyond).  Ordinal columns: rank of the category / (categories - 1).
 * A column that is constant in the first table has scale 1.
 *
 * Missing against missing counts 0, missing against a value counts 1, whatever the column.
 */
#ifndef TACIT_MICRO_LINKAGE_SPACE_SPACE_H
#define TACIT_MICRO_LINKAGE_SPACE_SPACE_H

#include "table/table.h"

typedef enum tacit_metric { TACIT_METRIC_EUCLIDEAN = 0, TACIT_METRIC_GOWER } tacit_metric;
extern const char *const TACIT_METRIC_CHOICES[]; /* "euclidean", "gower", NULL */

typedef enum tacit_scaling {
    TACIT_SCALING_SD = 0, /* n - 1 */
    TACIT_SCALING_RANGE,
    TACIT_SCALING_MAD, /* times 1.4826; the standard deviation if it is 0 */
    TACIT_SCALING_NONE
} tacit_scaling;
extern const char *const TACIT_SCALING_CHOICES[]; /* "sd", "range", "mad", "none", NULL */

/* Which columns to compare, and how.  `a` and `b` have as many columns; pairs must both be
 * categories or both be numbers or dates. */
typedef struct tacit_space_spec {
    const tacit_table *table_a, *table_b;
    tacit_select a, b;
    const bool *ordinal; /* for each pair whether a category is ordinal; NULL: none is */
    tacit_metric metric;
    tacit_scaling scaling; /* TACIT_METRIC_GOWER: always by range */
} tacit_space_spec;

/* Code of a missing nominal cell. */
#define TACIT_CODE_MISSING UINT32_MAX

/* Records, row by row. */
typedef struct tacit_records {
    size_t n;
    const double *x;      /* n * p coordinates; NaN if missing */
    const uint32_t *code; /* n * q codes; TACIT_CODE_MISSING if missing */
} tacit_records;

/* In scratch memory. */
typedef struct tacit_space {
    tacit_metric metric;
    size_t p, q; /* coordinates, nominal columns */
    tacit_records a, b;
} tacit_space;

/* Make the space.  O(n) a column, plus sorting for MAD and ordinal categories (numeric
 * labels by value, others by text). */
tacit_status tacit_space_of(tacit_ctx *cx, const tacit_space_spec *spec, tacit_space *out);

/* The distance of record i of `from` and record j of `to`: always summed in the same order,
 * so that equal records give bit-equal distances. */
double tacit_space_distance(const tacit_space *s, const tacit_records *from, size_t i,
                            const tacit_records *to, size_t j);

/* The columns that both tables have under one name and that can be compared, in the order
 * of `a`: keys if `a` has keys and `keys` is true, else all but identifiers, weights and
 * households.  `names` (n of them) restricts to those, and fails, saying which is lacking
 * where or has two kinds; n = 0 for no restriction.  Fails if nothing is left. */
typedef struct tacit_common {
    const tacit_table *table_a, *table_b;
    const char *const *names;
    size_t n;
    bool keys;
    bool texts; /* numbers meet texts that most cells have not been recoded to */
} tacit_common;
tacit_status tacit_common_columns(tacit_ctx *cx, const tacit_common *common, tacit_select *a,
                                  tacit_select *b);

#endif
