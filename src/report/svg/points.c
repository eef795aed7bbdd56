/*
 * points.c - points with two axes of numbers.
 *
 * A series of few points is drawn as circles that tell their numbers; a series of many as
 * one path of dots, which takes a tenth of the room.  The last of several series, if it is
 * one point, is what the others are to be compared with: it is drawn larger, with a ring,
 * above all others.  O(points).
 */
#include <math.h>

#include "report/format.h"
#include "report/markup.h"
#include "report/svg/part.h"

enum { FEW_POINTS = 60 };

static size_t count_points(const tacit_chart *c, size_t s)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++)
        n += isnan(c->value[s * c->n + i]) ? 0 : 1;
    return n;
}

static bool is_chosen(const tacit_chart *c, size_t s)
{
    return c->m > 1 && s + 1 == c->m && count_points(c, s) == 1;
}

/* ---- the x axis ---- */

tacit_scale tacit_svg_x_scale(const tacit_chart *c)
{
    double lo = 0.0, hi = 0.0;
    tacit_chart_reach(c, &lo, &hi);
    const bool near_zero = lo > 0.0 ? lo < 0.7 * hi : hi > 0.7 * lo;
    return tacit_scale_linear(near_zero ? fmin(lo, 0.0) : lo, near_zero ? fmax(hi, 0.0) : hi, 0.0);
}

double tacit_svg_x(const tacit_svg *g, double x)
{
    static const double MARGIN = 6.0; /* dots at the ends stay inside the plot */
    return g->left + MARGIN + tacit_scale_at(&g->x, x) * (g->right - g->left - 3.0 * MARGIN);
}

tacit_status tacit_svg_x_axis(tacit_ctx *cx, const tacit_svg *g)
{
    const tacit_digits top = tacit_format_fixed(g->top, 1), end = tacit_format_fixed(g->bottom, 1);
    TACIT_TRY(tacit_buffer_text(cx, g->out, "<g class=\"ink\">"));
    for (size_t k = 0; k < g->x.n; k++) {
        const double x = tacit_svg_x(g, g->x.tick[k]);
        const tacit_digits at = tacit_format_fixed(x, 1);
        const tacit_digits d = tacit_format_tick(g->x.tick[k], g->x.step);
        TACIT_TRY(TACIT_FILL(cx, g->out,
                             "<line class=\"grid\" stroke=\"#c5ccd5\" x1=\"$\" x2=\"$\" y1=\"$\" "
                             "y2=\"$\"/>",
                             at.text, at.text, top.text, end.text));
        TACIT_TRY(tacit_svg_text(cx, g, x, g->bottom + 14.0, " text-anchor=\"middle\"", d.text));
    }
    return tacit_buffer_text(cx, g->out, "</g>");
}

/* ---- dots ---- */

/* Open a circle; the caller closes it. */
static tacit_status open_dot(tacit_ctx *cx, const tacit_svg *g, size_t s, double x, double y)
{
    const tacit_chart *c = g->chart;
    const bool chosen = is_chosen(c, s);
    return TACIT_FILL(cx, g->out,
                      "<circle class=\"$$\" fill=\"$\" stroke=\"$\" stroke-width=\"2\" cx=\"$\" "
                      "cy=\"$\" r=\"$\">",
                      tacit_svg_class(c, s), chosen ? " chosen" : "", tacit_svg_colour(c, s),
                      chosen ? "#1b2430" : "none", tacit_format_fixed(x, 1).text,
                      tacit_format_fixed(y, 1).text, chosen ? "5.5" : "3");
}

tacit_status tacit_svg_dot(tacit_ctx *cx, const tacit_svg *g, size_t s, double x, double y)
{
    TACIT_TRY(open_dot(cx, g, s, x, y));
    return tacit_buffer_text(cx, g->out, "</circle>");
}

/* Each point as a circle with its numbers for the pointer. */
static tacit_status draw_circles(tacit_ctx *cx, const tacit_svg *g, size_t s)
{
    const tacit_chart *c = g->chart;
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = s * c->n + i;
        if (isnan(c->value[k]))
            continue;
        TACIT_TRY(open_dot(cx, g, s, tacit_svg_x(g, c->x[k]), tacit_svg_y(g, c->value[k])));
        TACIT_TRY(TACIT_FILL(cx, g->out, "<title>$: $, $</title></circle>", c->series[s],
                             tacit_format_number(c->x[k]).text,
                             tacit_format_number(c->value[k]).text));
    }
    return TACIT_OK;
}

/* All points as one path: strokes of no length with round ends. */
static tacit_status draw_dots(tacit_ctx *cx, const tacit_svg *g, size_t s)
{
    const tacit_chart *c = g->chart;
    TACIT_TRY(TACIT_FILL(cx, g->out,
                         "<path class=\"$ dots\" fill=\"none\" stroke=\"$\" stroke-width=\"3.6\" "
                         "stroke-opacity=\"0.55\" stroke-linecap=\"round\" d=\"",
                         tacit_svg_class(c, s), tacit_svg_colour(c, s)));
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = s * c->n + i;
        if (!isnan(c->value[k]))
            TACIT_TRY(TACIT_FILL(cx, g->out, "M$ $h0",
                                 tacit_format_fixed(tacit_svg_x(g, c->x[k]), 1).text,
                                 tacit_format_fixed(tacit_svg_y(g, c->value[k]), 1).text));
    }
    return tacit_buffer_text(cx, g->out, "\"/>");
}

tacit_status tacit_svg_points(tacit_ctx *cx, tacit_svg *g)
{
    for (size_t s = 0; s < g->chart->m; s++)
        TACIT_TRY(count_points(g->chart, s) > FEW_POINTS ? draw_dots(cx, g, s)
                                                         : draw_circles(cx, g, s));
    return TACIT_OK;
}
