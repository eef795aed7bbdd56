/*
 * intervals.c - a hierarchy of intervals for numbers.
 *
 * With widths w_1, w_2, ... and an origin o, level l joins the values x with the same
 * floor((x - o) / w_l); each width is a multiple m of the one before, so interval i of
 * one level lies in interval floor(i / m) of the next.  With breaks b_1 < b_2 < ... there
 * is one level: below b_1, [b_1, b_2), ..., b_n and above.  The top level is "*".
 *
 * Whole numbers are labelled 20-29, reals [20, 30).
 *
 * Source: Sweeney (2002), Achieving k-anonymity privacy protection using generalization
 * and suppression, Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5).
 *
 * O(values * levels); with breaks O(values * log breaks).
 */
#include "hierarchy/hierarchy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { WIDTHS, ORIGIN, BREAKS };

/* What a parameter may be: far less than what a double holds, so that sums are exact
 * enough, and more than any measurement needs. */
#define LARGEST 1e15
#define SMALLEST 1e-9

static const tacit_param PARAMS[] = {
    [WIDTHS] = { .name = "widths",
                 .type = TACIT_PARAM_REALS,
                 .need = TACIT_OPTIONAL,
                 .min = SMALLEST,
                 .max = LARGEST,
                 .help = "the width of the intervals at level 1, 2, ...; each a multiple of the "
                         "one before" },
    [ORIGIN] = { .name = "origin",
                 .type = TACIT_PARAM_REAL,
                 .preset = 0.0,
                 .min = -LARGEST,
                 .max = LARGEST,
                 .help = "where an interval begins" },
    [BREAKS] = { .name = "breaks",
                 .type = TACIT_PARAM_REALS,
                 .need = TACIT_OPTIONAL,
                 .min = -LARGEST,
                 .max = LARGEST,
                 .help = "where the intervals of the only level begin, upwards; instead of "
                         "widths" },
    TACIT_PARAM_END
};

/* Room for two numbers and what stands around them. */
enum { LABEL_BYTES = 2 * TACIT_NUMBER_BYTES + 8 };

/* How far a ratio of widths may be from a whole number, relatively. */
#define RATIO_SLACK 1e-9

/* Whole numbers beyond this are labelled as reals. */
#define WHOLE_LIMIT 9e18

/* An interval index beyond this is not exact. */
#define INDEX_LIMIT 4503599627370496.0

typedef struct intervals {
    const tacit_hierarchy *h;
    double *index; /* of each value, at the level being added */
    double width, origin;
    const double *breaks;
    size_t n_breaks;
    bool whole; /* label as whole numbers */
    char label[LABEL_BYTES];
} intervals;

static bool is_whole(double x)
{
    return !(floor(x) < x);
}

/* The end of an interval, without the noise of its computation. */
static void format_edge(double x, char out[TACIT_NUMBER_BYTES])
{
    snprintf(out, TACIT_NUMBER_BYTES, "%.12g", fabs(x) > 0.0 ? x : 0.0);
    char *comma = strchr(out, ',');
    if (comma != NULL)
        *comma = '.';
}

/* Label [low, high), or low to high - 1 for whole numbers. */
static void write_label(intervals *s, double low, double high)
{
    char a[TACIT_NUMBER_BYTES], b[TACIT_NUMBER_BYTES];
    if (!s->whole || fabs(low) > WHOLE_LIMIT || fabs(high) > WHOLE_LIMIT) {
        format_edge(low, a);
        format_edge(high, b);
        snprintf(s->label, sizeof s->label, "[%s, %s)", a, b);
        return;
    }
    tacit_format_integer((int64_t)low, a);
    tacit_format_integer((int64_t)high - 1, b);
    if (high - low > 1.0)
        snprintf(s->label, sizeof s->label, "%s%s%s", a, low < 0.0 ? " to " : "-", b);
    else
        snprintf(s->label, sizeof s->label, "%s", a);
}

static const char *width_label(void *user, size_t v)
{
    intervals *s = user;
    const double low = s->origin + s->index[v] * s->width;
    write_label(s, low, low + s->width);
    return s->label;
}

static const char *break_label(void *user, size_t v)
{
    intervals *s = user;
    const double x = tacit_hierarchy_number(s->h, v);
    size_t low = 0, high = s->n_breaks; /* how many breaks are at most x */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->breaks[middle] > x)
            high = middle;
        else
            low = middle + 1;
    }
    if (low > 0 && low < s->n_breaks) {
        write_label(s, s->breaks[low - 1], s->breaks[low]);
        return s->label;
    }
    char edge[TACIT_NUMBER_BYTES];
    format_edge(s->breaks[low == 0 ? 0 : low - 1], edge);
    snprintf(s->label, sizeof s->label, "%s%s", low == 0 ? "<" : ">=", edge);
    return s->label;
}

static const char *top_label(void *user, size_t v)
{
    (void)user;
    (void)v;
    return "*";
}

/* How many intervals of width `low` make one of width `high`; 0 if not a whole number
 * above 1. */
static double ratio_of(double low, double high)
{
    const double ratio = high / low, whole = round(ratio);
    return whole >= 2.0 && fabs(ratio - whole) <= RATIO_SLACK * ratio ? whole : 0.0;
}

/* The index of each value's interval at level 1. */
static tacit_status index_values(tacit_ctx *cx, intervals *s)
{
    const size_t n = tacit_hierarchy_values(s->h);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->index, &s->index));
    for (size_t v = 0; v < n; v++) {
        s->index[v] = floor((tacit_hierarchy_number(s->h, v) - s->origin) / s->width);
        if (!(fabs(s->index[v]) < INDEX_LIMIT))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "'widths' of intervals is too small for the range of column '%s'.",
                              tacit_hierarchy_column(s->h));
    }
    return TACIT_OK;
}

static tacit_status add_widths(tacit_ctx *cx, const tacit_value *widths, intervals *s,
                               tacit_hierarchy *h)
{
    for (size_t l = 0; l < widths->n; l++)
        s->whole = s->whole && is_whole(widths->reals[l]);
    s->width = widths->reals[0];
    TACIT_TRY(index_values(cx, s));
    for (size_t l = 0; l < widths->n; l++) {
        const double ratio = l > 0 ? ratio_of(s->width, widths->reals[l]) : 1.0;
        if (!(ratio > 0.0))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'widths' of intervals for column '%s': width %zu must be a multiple "
                              "of width %zu.",
                              tacit_hierarchy_column(h), l + 1, l);
        for (size_t v = 0; v < tacit_hierarchy_values(h); v++)
            s->index[v] = floor(s->index[v] / ratio);
        s->width = widths->reals[l];
        TACIT_TRY(tacit_hierarchy_add_level(cx, h, width_label, s));
    }
    return TACIT_OK;
}

static tacit_status add_breaks(tacit_ctx *cx, const tacit_value *breaks, intervals *s,
                               tacit_hierarchy *h)
{
    for (size_t i = 0; i < breaks->n; i++) {
        s->whole = s->whole && is_whole(breaks->reals[i]);
        if (i > 0 && !(breaks->reals[i - 1] < breaks->reals[i]))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'breaks' of intervals for column '%s' must go upwards, but break "
                              "%zu does not.",
                              tacit_hierarchy_column(h), i + 1);
    }
    s->breaks = breaks->reals;
    s->n_breaks = breaks->n;
    return tacit_hierarchy_add_level(cx, h, break_label, s);
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    const tacit_value *widths = &args->at[WIDTHS], *breaks = &args->at[BREAKS];
    if ((widths->n > 0) == (breaks->n > 0))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "intervals for column '%s' needs either 'widths' or 'breaks'.",
                          tacit_hierarchy_column(h));
    const double origin = tacit_arg_real(args, ORIGIN);
    intervals s = { .h = h,
                    .origin = origin,
                    .whole = tacit_hierarchy_type(h) == TACIT_TYPE_INTEGER && is_whole(origin) };
    TACIT_TRY(widths->n > 0 ? add_widths(cx, widths, &s, h) : add_breaks(cx, breaks, &s, h));
    return tacit_hierarchy_add_level(cx, h, top_label, NULL);
}

const tacit_hierarchy_builder tacit_hierarchy_builder_intervals = {
    .about = { .name = "intervals",
               .title = "Hierarchy of intervals",
               .summary = "Joins numbers into intervals that widen from level to level.",
               .source = "Sweeney (2002), Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .build = build,
};
