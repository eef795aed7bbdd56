/*
 * wholes.c - the whole numbers of a column.
 */
#include "table/wholes.h"

enum { NARROW = 65536 };

tacit_wholes tacit_wholes_of(const tacit_column *c)
{
    const bool days = tacit_column_type(c) == TACIT_TYPE_DATE;
    return (tacit_wholes){ .x = days ? NULL : tacit_column_integers(c),
                           .day = days ? tacit_column_dates(c) : NULL,
                           .valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL,
                           .n = tacit_column_length(c) };
}

/* The least and the greatest whole number that is present; false if there is none. */
static bool find_range(const tacit_wholes *w, int64_t *least, int64_t *greatest)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (size_t i = 0; i < w->n; i++) {
        if (!tacit_valid_at(w->valid, i))
            continue;
        const int64_t x = tacit_whole_at(w, i);
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    *least = low;
    *greatest = high;
    return low <= high;
}

bool tacit_wholes_narrow(const tacit_wholes *w, int64_t *least, uint64_t *range)
{
    int64_t greatest = 0;
    if (!find_range(w, least, &greatest))
        return false;
    const uint64_t span = (uint64_t)greatest - (uint64_t)*least;
    *range = span + 1;
    return span < NARROW || span < w->n;
}
