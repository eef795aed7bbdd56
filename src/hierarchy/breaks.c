/*
 * breaks.c - levels of intervals between breaks, and their labels.
 *
 * O(values * log breaks) a level.
 */
#include "hierarchy/breaks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whole numbers beyond this are labelled as reals. */
#define WHOLE_LIMIT 9e18

/* A level being added. */
typedef struct breaks {
    const tacit_hierarchy *h;
    tacit_type type; /* as which ends are written */
    const double *at;
    size_t n;
    char label[TACIT_BREAKS_BYTES];
} breaks;

bool tacit_breaks_is_whole(double x)
{
    return !(floor(x) < x);
}

/* The end of an interval: a break as it is, or without the noise of its computation. */
static void format_edge(tacit_type type, bool computed, double x, char out[TACIT_NUMBER_BYTES])
{
    if (type == TACIT_TYPE_DATE) {
        tacit_format_date((int32_t)x, out);
        return;
    }
    if (!computed) {
        tacit_format_real(fabs(x) > 0.0 ? x : 0.0, out);
        return;
    }
    snprintf(out, TACIT_NUMBER_BYTES, "%.12g", fabs(x) > 0.0 ? x : 0.0);
    char *comma = strchr(out, ',');
    if (comma != NULL)
        *comma = '.';
}

static void write_interval(tacit_type type, bool computed, double low, double high,
                           char out[TACIT_BREAKS_BYTES])
{
    char a[TACIT_NUMBER_BYTES], b[TACIT_NUMBER_BYTES];
    if (type != TACIT_TYPE_INTEGER || fabs(low) > WHOLE_LIMIT || fabs(high) > WHOLE_LIMIT) {
        format_edge(type, computed, low, a);
        format_edge(type, computed, high, b);
        snprintf(out, TACIT_BREAKS_BYTES, "[%s, %s)", a, b);
        return;
    }
    tacit_format_integer((int64_t)low, a);
    tacit_format_integer((int64_t)high - 1, b);
    if (high - low > 1.0)
        snprintf(out, TACIT_BREAKS_BYTES, "%s%s%s", a, low < 0.0 ? " to " : "-", b);
    else
        snprintf(out, TACIT_BREAKS_BYTES, "%s", a);
}

void tacit_breaks_interval(tacit_type type, double low, double high, char out[TACIT_BREAKS_BYTES])
{
    write_interval(type, true, low, high, out);
}

static const char *label_of(void *user, size_t v)
{
    breaks *s = user;
    const double x = tacit_hierarchy_number(s->h, v);
    size_t low = 0, high = s->n; /* how many breaks are at most x */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->at[middle] > x)
            high = middle;
        else
            low = middle + 1;
    }
    if (low > 0 && low < s->n) {
        write_interval(s->type, false, s->at[low - 1], s->at[low], s->label);
        return s->label;
    }
    char edge[TACIT_NUMBER_BYTES];
    format_edge(s->type, false, s->at[low == 0 ? 0 : low - 1], edge);
    snprintf(s->label, sizeof s->label, "%s%s", low == 0 ? "<" : ">=", edge);
    return s->label;
}

static const char *all_label(void *user, size_t v)
{
    (void)user;
    (void)v;
    return "*";
}

tacit_status tacit_breaks_add(tacit_ctx *cx, tacit_hierarchy *h, const double *at, size_t n)
{
    breaks s = { .h = h, .type = tacit_hierarchy_type(h), .at = at, .n = n };
    for (size_t i = 0; i < n; i++)
        if (s.type == TACIT_TYPE_INTEGER && !tacit_breaks_is_whole(at[i]))
            s.type = TACIT_TYPE_REAL;
    return tacit_hierarchy_add_level(cx, h, n > 0 ? label_of : all_label, &s);
}
