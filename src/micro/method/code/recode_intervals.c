/*
 * recode_intervals.c - intervals between breaks, and intervals of equal width, with their
 * labels.
 *
 * Labels are "20-29" for whole numbers, "[20, 30)" otherwise, "<10" and ">=20" for all on one
 * side of a break.  O(log breaks) to find an interval.
 */
#include "micro/method/code/recode_intervals.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void format_end(tacit_type type, double x, char out[TACIT_NUMBER_BYTES])
{
    if (type == TACIT_TYPE_DATE)
        tacit_format_date((int32_t)fmax(INT32_MIN, fmin(INT32_MAX, ceil(x))), out);
    else
        tacit_format_real(x, out);
}

/* The ends of an interval, and which of them belong to it. */
typedef struct interval {
    double low, high;
    bool with_low, with_high;
} interval;

static void label(tacit_type type, const interval *v, char out[TACIT_INTERVAL_BYTES])
{
    char a[TACIT_NUMBER_BYTES], b[TACIT_NUMBER_BYTES];
    const bool whole =
        type == TACIT_TYPE_INTEGER && floor(v->low) >= v->low && floor(v->high) >= v->high;
    format_end(type, whole && !v->with_low ? v->low + 1.0 : v->low, a);
    format_end(type, whole && !v->with_high ? v->high - 1.0 : v->high, b);
    if (whole && strcmp(a, b) == 0)
        snprintf(out, TACIT_INTERVAL_BYTES, "%s", a);
    else if (whole)
        snprintf(out, TACIT_INTERVAL_BYTES, "%s-%s", a, b);
    else
        snprintf(out, TACIT_INTERVAL_BYTES, "%c%s, %s%c", v->with_low ? '[' : '(', a, b,
                 v->with_high ? ']' : ')');
}

/* All on one side of a break. */
static const char *label_side(tacit_type type, const char *sign, double end,
                              char room[TACIT_INTERVAL_BYTES])
{
    char number[TACIT_NUMBER_BYTES];
    format_end(type, end, number);
    snprintf(room, TACIT_INTERVAL_BYTES, "%s%s", sign, number);
    return room;
}

size_t tacit_intervals_find(const tacit_intervals *v, double x)
{
    size_t low = 0, high = v->n - 1;
    if (x < v->breaks[0] || x > v->breaks[high])
        return high;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (v->right ? x > v->breaks[middle] : x >= v->breaks[middle])
            low = middle;
        else
            high = middle;
    }
    return low;
}

const char *tacit_intervals_label(const tacit_intervals *v, size_t i,
                                  char room[TACIT_INTERVAL_BYTES])
{
    const size_t last = v->n - 2;
    if (v->labels != NULL)
        return v->labels[i];
    if (v->sides && last > 0 && i == 0)
        return label_side(v->type, v->right ? "<=" : "<", v->breaks[1], room);
    if (v->sides && last > 0 && i == last)
        return label_side(v->type, v->right ? ">" : ">=", v->breaks[last], room);
    const interval in = { .low = v->breaks[i],
                          .high = v->breaks[i + 1],
                          .with_low = !v->right || i == 0,
                          .with_high = v->right || i == last };
    label(v->type, &in, room);
    return room;
}

const char *tacit_intervals_outside(const tacit_intervals *v, bool below,
                                    char room[TACIT_INTERVAL_BYTES])
{
    return label_side(v->type, below ? "<" : ">", v->breaks[below ? 0 : v->n - 1], room);
}

bool tacit_widths_label(const tacit_widths *w, double x, char room[TACIT_INTERVAL_BYTES])
{
    double k = floor((x - w->origin) / w->width);
    k += w->origin + w->width * (k + 1.0) <= x ? 1.0 : w->origin + w->width * k > x ? -1.0 : 0.0;
    const double low = w->origin + w->width * k, high = w->origin + w->width * (k + 1.0);
    if (!(low <= x && x < high))
        return false;
    label(w->type, &(interval){ .low = low, .high = high, .with_low = true }, room);
    return true;
}
