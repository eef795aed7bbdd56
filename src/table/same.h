/*
 * same.h - which cells of two columns of the same rows are the same.
 *
 * Numbers are compared as numbers, dates as dates, and all else by text: a category may have been
 * made of numbers.  A date is no number.
 */
#ifndef TACIT_TABLE_SAME_H
#define TACIT_TABLE_SAME_H

#include "table/column.h"

/* In scratch memory. */
typedef struct tacit_same {
    const tacit_column *a, *b;
    const uint64_t *valid_a, *valid_b; /* NULL if none is missing */
    const double *x, *y;               /* both are REAL; else NULL */
    const uint32_t *of;   /* the number of the value, or the code, of each row of one */
    const uint32_t *code; /* of the text of each of them in the other; NULL: numbers */
    const uint32_t *is;   /* codes of the other */
    bool never;           /* dates and numbers */
} tacit_same;

/* Prepare to compare: O(distinct values), or O(rows) if one column is of numbers and one of texts.
 */
tacit_status tacit_same_new(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                            tacit_same *m);

/* Whether row i, which neither column lacks, is the same in both. */
static inline bool tacit_same_at(const tacit_same *m, size_t i)
{
    if (m->code != NULL)
        return m->code[m->of[i]] == m->is[i];
    const double x = m->x != NULL ? m->x[i] : tacit_column_number(m->a, i);
    const double y = m->x != NULL ? m->y[i] : tacit_column_number(m->b, i);
    return !m->never && !(x < y) && !(x > y);
}

/* How many rows differ; of two missing values neither is another. */
size_t tacit_same_differ(const tacit_same *m);

#endif
