/*
 * intervals.c - a hierarchy of intervals for numbers.
 *
 * With widths w_1, w_2, ... and an origin o, level l joins the values x with the same
 * floor((x - o) / w_l); each width is a multiple m of the one before, so interval i of
 * one level lies in interval floor(i / m) of the next.  With breaks b_1 < b_2 < ... there
 * is one level: below b_1, [b_1, b_2), ..., b_n and above.  With parts p_1, p_2, ... the
 * breaks of level l are values x so that i / p_l of the rows are below x, i = 1, 2, ...;
 * p_l+1 divides p_l, so that the breaks of a level are among those below.  The first and
 * the last interval then do not tell the least and the greatest value.  The top level
 * is "*".
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

#include "hierarchy/breaks.h"

enum { WIDTHS, ORIGIN, BREAKS, PARTS };

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
                 TACIT_USEFUL_LOG(1, 10000, NULL),
                 .importance = TACIT_FIRST,
                 .help = "the width of the intervals at level 1, 2, ...; each a multiple of the "
                         "one before" },
    [ORIGIN] = { .name = "origin",
                 .type = TACIT_PARAM_REAL,
                 .preset = 0.0,
                 .min = -LARGEST,
                 .max = LARGEST,
                 TACIT_USEFUL(-1000, 1000, NULL),
                 .importance = TACIT_ADVANCED,
                 .help = "where an interval begins" },
    [BREAKS] = { .name = "breaks",
                 .type = TACIT_PARAM_REALS,
                 .need = TACIT_OPTIONAL,
                 .min = -LARGEST,
                 .max = LARGEST,
                 TACIT_USEFUL(-1e6, 1e6, NULL),
                 .help = "where the intervals of the only level begin, upwards; instead of "
                         "widths" },
    [PARTS] = { .name = "parts",
                .type = TACIT_PARAM_REALS,
                .need = TACIT_OPTIONAL,
                .min = 2.0,
                .max = 100000.0,
                TACIT_USEFUL_LOG(2, 100, "intervals"),
                .help = "into how many intervals of equally many rows at level 1, 2, ...; each a "
                        "fraction of the one before; instead of widths" },
    TACIT_PARAM_END
};

/* How far a ratio of widths may be from a whole number, relatively. */
#define RATIO_SLACK 1e-9

/* An interval index beyond this is not exact. */
#define INDEX_LIMIT 4503599627370496.0

typedef struct intervals {
    const tacit_hierarchy *h;
    double *index; /* of each value, at the level being added */
    double width, origin;
    bool whole; /* label as whole numbers */
    char label[TACIT_BREAKS_BYTES];
} intervals;

static const char *width_label(void *user, size_t v)
{
    intervals *s = user;
    const double low = s->origin + s->index[v] * s->width;
    tacit_breaks_interval(s->whole ? TACIT_TYPE_INTEGER : TACIT_TYPE_REAL, low, low + s->width,
                          s->label);
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
        s->whole = s->whole && tacit_breaks_is_whole(widths->reals[l]);
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

static tacit_status check_breaks(tacit_ctx *cx, const tacit_value *breaks, const tacit_hierarchy *h)
{
    for (size_t i = 1; i < breaks->n; i++)
        if (!(breaks->reals[i - 1] < breaks->reals[i]))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'breaks' of intervals for column '%s' must go upwards, but break "
                              "%zu does not.",
                              tacit_hierarchy_column(h), i + 1);
    return TACIT_OK;
}

/* Breaks so that each of `parts` intervals has as many rows as can be; `*n` are left of them
 * where values are so frequent that intervals fall together. */
static tacit_status find_breaks(tacit_ctx *cx, const tacit_hierarchy *h, size_t parts, double **out,
                                size_t *n)
{
    uint64_t rows = 0, below = 0;
    size_t next = 1;
    *n = 0;
    TACIT_TRY(tacit_scratch(cx, parts, sizeof **out, out));
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++)
        rows += tacit_hierarchy_count(h, v);
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++) {
        const uint64_t share = below * parts / rows; /* whole parts, so that levels nest */
        if (v > 0 && next < parts && share >= next) {
            (*out)[(*n)++] = tacit_hierarchy_number(h, v);
            next = share + 1;
        }
        below += tacit_hierarchy_count(h, v);
    }
    return TACIT_OK;
}

static tacit_status add_parts(tacit_ctx *cx, const tacit_value *parts, tacit_hierarchy *h)
{
    for (size_t l = 0; l < parts->n; l++) {
        const double own = parts->reals[l], below = l > 0 ? parts->reals[l - 1] : own;
        if (!tacit_breaks_is_whole(own) || (l > 0 && !(ratio_of(own, below) > 0.0)))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'parts' of intervals for column '%s' must be whole numbers, each a "
                              "fraction of the one before, but number %zu is not.",
                              tacit_hierarchy_column(h), l + 1);
        double *breaks = NULL;
        size_t n = 0;
        TACIT_TRY(find_breaks(cx, h, (size_t)own, &breaks, &n));
        TACIT_TRY(tacit_breaks_add(cx, h, breaks, n));
    }
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    const tacit_value *widths = &args->at[WIDTHS], *breaks = &args->at[BREAKS];
    const tacit_value *parts = &args->at[PARTS];
    if ((widths->n > 0) + (breaks->n > 0) + (parts->n > 0) != 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "intervals for column '%s' needs one of 'widths', 'breaks' and 'parts'.",
                          tacit_hierarchy_column(h));
    const double origin = tacit_arg_real(args, ORIGIN);
    intervals s = { .h = h,
                    .origin = origin,
                    .whole = tacit_hierarchy_type(h) == TACIT_TYPE_INTEGER &&
                             tacit_breaks_is_whole(origin) };
    if (widths->n > 0) {
        TACIT_TRY(add_widths(cx, widths, &s, h));
    } else if (breaks->n > 0) {
        TACIT_TRY(check_breaks(cx, breaks, h));
        TACIT_TRY(tacit_breaks_add(cx, h, breaks->reals, breaks->n));
    } else {
        TACIT_TRY(add_parts(cx, parts, h));
    }
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
