/*
 * merged.h - an original and a protected table, one above the other, as codes.
 */
#ifndef TACIT_MICRO_UTILITY_MERGED_H
#define TACIT_MICRO_UTILITY_MERGED_H

#include "micro/utility/match.h"

/* How columns are coded. */
typedef struct tacit_merge {
    uint32_t bins;   /* of a number: at most so many, missing apart; above 0 */
    uint32_t levels; /* of a category: at most so many, missing apart; above 1 */
    bool draw;       /* labels of recoded columns are replaced by values that they stand for */
    uint64_t seed;   /* which */
} tacit_merge;

/* A column of both tables: the rows of the original, then those of the protected one. */
typedef struct tacit_merged_column {
    const char *name;
    bool ordered;         /* a number or date in both tables; otherwise texts */
    bool missing;         /* whether a cell is missing: then the last code means so */
    bool pooled;          /* whether rare texts share a code, or near numbers do */
    uint32_t levels;      /* codes, that of missing cells included */
    const uint16_t *code; /* each below `levels` */
    const double *value;  /* of a number, 0 where it is missing; otherwise NULL */
} tacit_merged_column;

/* Both tables; in scratch memory. */
typedef struct tacit_merged {
    size_t rows, original; /* in all, and of the original, which come first */
    size_t columns;
    const tacit_merged_column *column;
    size_t recoded; /* columns left out because they were recoded */
    size_t drawn;   /* columns whose labels were replaced */
} tacit_merged;

/* Put both tables above each other.  Columns are those of both by name, without identifiers and
 * without recoded ones, whose new labels alone would tell the tables apart.  A
 * column that is a number or a date in both is coded by its distinct values upwards or, if they
 * are more than `bins`, by quantiles of both tables together: a value belongs to bin floor(bins *
 * share of values below it).  Any other is coded by its texts in the order of their bytes; beyond
 * `levels` the rarest share the code before that of missing cells.  Codes do not depend on the
 * order of rows.  With how->draw, and if it is known which row became which, recoded columns
 * are in: each label is replaced by the original value of a row that has it, a permutation of the
 * values of these rows, which is what a recipient could make of it.  O(rows) for each column, and
 * sorting. */
tacit_status tacit_merged_of(tacit_ctx *cx, const tacit_pair *pair, const tacit_merge *how,
                             tacit_merged *out);

/* Say how many columns were left out because they were recoded. */
tacit_status tacit_merged_note(tacit_ctx *cx, const tacit_merged *m, tacit_result *result);

#endif
