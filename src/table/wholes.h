/*
 * wholes.h - the whole numbers of a column: integers, or dates as days.
 */
#ifndef TACIT_TABLE_WHOLES_H
#define TACIT_TABLE_WHOLES_H

#include "table/column.h"

/* The cells of an INTEGER or DATE column; one of the two is there. */
typedef struct tacit_wholes {
    const int64_t *x;
    const int32_t *day;
    const uint64_t *valid; /* NULL if none is missing */
    size_t n;
} tacit_wholes;

/* Cell i, which is present. */
static inline int64_t tacit_whole_at(const tacit_wholes *w, size_t i)
{
    return w->x != NULL ? w->x[i] : w->day[i];
}

/* The cells of `c`, which is INTEGER or DATE; borrowed. */
tacit_wholes tacit_wholes_of(const tacit_column *c);

/* Whether the numbers that are present lie so close that places for all from `*least` on, `*range`
 * of them, are affordable. */
bool tacit_wholes_narrow(const tacit_wholes *w, int64_t *least, uint64_t *range);

#endif
