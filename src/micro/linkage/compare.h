/*
 * compare.h - how a column of one table is compared with a column of another.
 */
#ifndef TACIT_MICRO_LINKAGE_COMPARE_H
#define TACIT_MICRO_LINKAGE_COMPARE_H

#include "micro/linkage/patterns/patterns.h"
#include "table/table.h"

typedef enum tacit_comparator {
    TACIT_COMPARE_EXACT = 0,
    TACIT_COMPARE_NUMBER,       /* |x - y| <= bound */
    TACIT_COMPARE_DATE,         /* the same in days */
    TACIT_COMPARE_JARO_WINKLER, /* similarity >= bound */
    TACIT_COMPARE_LEVENSHTEIN,  /* edits <= bound */
    TACIT_COMPARE_DAMERAU,      /* edits with exchanged neighbours <= bound */
    TACIT_COMPARE_SOUNDEX       /* equal codes; no bound */
} tacit_comparator;

/* Their names in that order, and NULL. */
extern const char *const TACIT_COMPARATORS[];

/* Two columns to compare.  Level 0 is disagreement, and each bound, from the strictest on,
 * a level below the one before.  Texts that are equal have a level of their own above. */
typedef struct tacit_comparison {
    const tacit_column *a, *b; /* the same for pairs within one table */
    tacit_comparator how;
    size_t n; /* bounds, 1 ... TACIT_LEVELS_MAX - 2; EXACT and SOUNDEX have none */
    const double *bound;
} tacit_comparison;

/* Number the values of both columns and compare each distinct pair of values once.  Numbers:
 * O(values) after sorting; texts: O(values of a * values of b), in parallel, most of them
 * settled by a bound.  Fails if a column has the wrong type or a bound is no bound. */
tacit_status tacit_compare_columns(tacit_ctx *cx, const tacit_comparison *c, tacit_link_field *out);

/* Compare numbers or dates by |x - y| <= tolerance * standard deviation (n - 1) of `scale`,
 * one of the two columns; exactly if it is constant.  `tolerance` as the bounds above. */
typedef struct tacit_near_spec {
    const tacit_column *a, *b, *scale;
    size_t n;
    const double *tolerance;
} tacit_near_spec;
tacit_status tacit_compare_near(tacit_ctx *cx, const tacit_near_spec *spec, tacit_link_field *out);

/* The share of each level among all `pairs` that `field` (one of theirs) lets compare,
 * counted without listing them; `pairs` missing on the field are left out.  All 0 if there
 * are none.  O(rows + runs). */
tacit_status tacit_link_field_shares(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                     const tacit_link_field *field, double share[TACIT_LEVELS_MAX]);

#endif
