/*
 * lines.c - lines over labelled places.
 *
 * A missing value interrupts the line.  Few points are marked, and a point without
 * neighbours always is, since a line alone would not show it.  Series differ in colour and
 * dashes.  O(places * series).
 */
#include <math.h>

#include "report/format.h"
#include "report/markup.h"
#include "report/svg/part.h"

enum { MOST_MARKS = 40 };

static double point_x(const tacit_svg *g, size_t i)
{
    return g->left + ((double)i + 0.5) * g->slot;
}

static bool has_point(const tacit_chart *c, size_t s, size_t i)
{
    const double x = c->value[s * c->n + i];
    return !isnan(x) && !(c->log && x <= 0.0);
}

static bool is_alone(const tacit_chart *c, size_t s, size_t i)
{
    const bool left = i > 0 && has_point(c, s, i - 1);
    const bool right = i + 1 < c->n && has_point(c, s, i + 1);
    return !left && !right;
}

static tacit_status draw_path(tacit_ctx *cx, const tacit_svg *g, size_t s)
{
    const tacit_chart *c = g->chart;
    TACIT_TRY(TACIT_FILL(cx, g->out, "<path class=\"$ line\" fill=\"none\" stroke=\"$\" d=\"",
                         tacit_svg_class(c, s), tacit_svg_colour(c, s)));
    for (size_t i = 0; i < c->n; i++) {
        if (!has_point(c, s, i))
            continue;
        const bool joined = i > 0 && has_point(c, s, i - 1);
        TACIT_TRY(TACIT_FILL(cx, g->out, "$$ $", joined ? "L" : "M",
                             tacit_format_fixed(point_x(g, i), 1).text,
                             tacit_format_fixed(tacit_svg_y(g, c->value[s * c->n + i]), 1).text));
    }
    return tacit_buffer_text(cx, g->out, "\"/>");
}

static tacit_status draw_marks(tacit_ctx *cx, const tacit_svg *g, size_t s)
{
    const tacit_chart *c = g->chart;
    TACIT_TRY(TACIT_FILL(cx, g->out, "<g class=\"$\" fill=\"$\">", tacit_svg_class(c, s),
                         tacit_svg_colour(c, s)));
    for (size_t i = 0; i < c->n; i++) {
        if (!has_point(c, s, i) || (c->n > MOST_MARKS && !is_alone(c, s, i)))
            continue;
        TACIT_TRY(TACIT_FILL(cx, g->out, "<circle cx=\"$\" cy=\"$\" r=\"2.6\">",
                             tacit_format_fixed(point_x(g, i), 1).text,
                             tacit_format_fixed(tacit_svg_y(g, c->value[s * c->n + i]), 1).text));
        TACIT_TRY(tacit_svg_tip(cx, g, s, i));
        TACIT_TRY(tacit_buffer_text(cx, g->out, "</circle>"));
    }
    return tacit_buffer_text(cx, g->out, "</g>");
}

tacit_status tacit_svg_lines(tacit_ctx *cx, tacit_svg *g)
{
    for (size_t s = 0; s < g->chart->m; s++) {
        TACIT_TRY(draw_path(cx, g, s));
        TACIT_TRY(draw_marks(cx, g, s));
    }
    return TACIT_OK;
}
