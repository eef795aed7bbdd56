/*
 * same.h - whether a cell is what it was.
 */
#ifndef TACIT_RUN_COST_SAME_H
#define TACIT_RUN_COST_SAME_H

#include <string.h>

#include "base/text.h"
#include "table/table.h"

/* Whether row i, which no column lacks, has the same number, or the same text, in both. */
static inline bool tacit_cost_same(const tacit_column *a, const tacit_column *b, size_t i)
{
    char was[TACIT_NUMBER_BYTES], is[TACIT_NUMBER_BYTES];
    const tacit_type x_type = tacit_column_type(a), y_type = tacit_column_type(b);
    const bool numbers = (x_type & TACIT_TYPE_NUMBER) != 0 && (y_type & TACIT_TYPE_NUMBER) != 0;
    if (numbers || (x_type == TACIT_TYPE_DATE && y_type == TACIT_TYPE_DATE)) {
        const double x = tacit_column_number(a, i), y = tacit_column_number(b, i);
        return !(x < y) && !(x > y);
    }
    return strcmp(tacit_column_text(a, i, was), tacit_column_text(b, i, is)) == 0;
}

#endif
