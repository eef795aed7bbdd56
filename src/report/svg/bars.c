/*
 * bars.c - bars and grouped bars.
 *
 * Bars stand on zero, or on the lower edge of a logarithmic axis.  In a group the first
 * series is hatched and the second plain, and so on, so that they differ in print too.
 * Values above zero are at least one unit high: a small count must not vanish.
 * O(places * series).
 */
#include <math.h>

#include "report/format.h"
#include "report/markup.h"
#include "report/svg/part.h"

enum { MOST_TIPS = 400, MOST_VALUES = 24 };

static const double WIDEST_BAR = 44.0, SHARE_OF_SLOT = 0.78, GAP = 1.0;

double tacit_svg_bar_width(const tacit_svg *g)
{
    const double room = SHARE_OF_SLOT * g->slot / (double)g->chart->m;
    return fmin(room, WIDEST_BAR);
}

bool tacit_svg_is_striped(const tacit_svg *g, size_t s)
{
    const tacit_chart *c = g->chart;
    return c->kind == TACIT_CHART_BARS && c->m > 1 && s % 2 == 0 && tacit_svg_bar_width(g) >= 4.0;
}

static double bar_left(const tacit_svg *g, size_t s, size_t i)
{
    const double w = tacit_svg_bar_width(g), m = (double)g->chart->m;
    return g->left + ((double)i + 0.5) * g->slot + ((double)s - m / 2.0) * w;
}

/* False where there is no bar: no value, or none that a logarithmic axis can show. */
static bool is_drawn(const tacit_chart *c, double x)
{
    return !isnan(x) && !(c->log && x <= 0.0);
}

static tacit_status draw_bar(tacit_ctx *cx, const tacit_svg *g, size_t s, size_t i)
{
    const tacit_chart *c = g->chart;
    const double x = c->value[s * c->n + i];
    if (!is_drawn(c, x))
        return TACIT_OK;
    const double base = tacit_svg_base(g), end = tacit_svg_y(g, x);
    const bool empty = !c->log && !(x < 0.0) && !(x > 0.0);
    const double height = empty ? 0.0 : fmax(fabs(base - end), 1.0);
    const double top = c->log || x > 0.0 ? base - height : base;
    const bool thin = tacit_svg_bar_width(g) < 3.0;
    const double w = thin ? tacit_svg_bar_width(g) : tacit_svg_bar_width(g) - 1.0;
    TACIT_TRY(TACIT_FILL(cx, g->out, "<rect x=\"$\" y=\"$\" width=\"$\" height=\"$\"",
                         tacit_format_fixed(bar_left(g, s, i), 2).text,
                         tacit_format_fixed(top, 1).text, tacit_format_fixed(w, 2).text,
                         tacit_format_fixed(height, 1).text));
    if (c->n * c->m > MOST_TIPS)
        return tacit_buffer_text(cx, g->out, "/>");
    TACIT_TRY(tacit_buffer_text(cx, g->out, ">"));
    TACIT_TRY(tacit_svg_tip(cx, g, s, i));
    return tacit_buffer_text(cx, g->out, "</rect>");
}

/* Pale stripes to lay over the bars of series `s`. */
static tacit_status draw_pattern(tacit_ctx *cx, const tacit_svg *g, size_t s)
{
    return TACIT_FILL(cx, g->out,
                      "<defs><pattern id=\"$h$\" width=\"5\" height=\"5\" "
                      "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                      "<path class=\"stripe\" stroke=\"#fff\" stroke-width=\"2\" d=\"M1 0V5\"/>"
                      "</pattern></defs>",
                      g->id, tacit_format_fixed((double)s, 0).text);
}

static tacit_status draw_stripes(tacit_ctx *cx, const tacit_svg *g, size_t s)
{
    const tacit_chart *c = g->chart;
    TACIT_TRY(draw_pattern(cx, g, s));
    TACIT_TRY(TACIT_FILL(cx, g->out, "<g class=\"stripes\" fill=\"url(#$h$)\">", g->id,
                         tacit_format_fixed((double)s, 0).text));
    for (size_t i = 0; i < c->n; i++)
        TACIT_TRY(draw_bar(cx, g, s, i));
    return tacit_buffer_text(cx, g->out, "</g>");
}

static tacit_status draw_series(tacit_ctx *cx, const tacit_svg *g, size_t s)
{
    const tacit_chart *c = g->chart;
    TACIT_TRY(TACIT_FILL(cx, g->out, "<g class=\"$\" fill=\"$\">", tacit_svg_class(c, s),
                         tacit_svg_colour(c, s)));
    for (size_t i = 0; i < c->n; i++)
        TACIT_TRY(draw_bar(cx, g, s, i));
    TACIT_TRY(tacit_buffer_text(cx, g->out, "</g>"));
    return tacit_svg_is_striped(g, s) ? draw_stripes(cx, g, s) : TACIT_OK;
}

/* Write the values over the bars, where all of them fit. */
static tacit_status draw_values(tacit_ctx *cx, const tacit_svg *g)
{
    const tacit_chart *c = g->chart;
    if (c->n * c->m > MOST_VALUES)
        return TACIT_OK;
    for (size_t k = 0; k < c->n * c->m; k++) {
        const tacit_digits d = tacit_format_number(c->value[k]);
        if (tacit_svg_width(d.text, sizeof d.text) > tacit_svg_bar_width(g) - GAP)
            return TACIT_OK;
    }
    TACIT_TRY(tacit_buffer_text(cx, g->out, "<g class=\"faint small\" font-size=\"9.5\">"));
    for (size_t k = 0; k < c->n * c->m; k++) {
        const double x = c->value[k];
        if (!is_drawn(c, x))
            continue;
        const double middle = bar_left(g, k / c->n, k % c->n) + tacit_svg_bar_width(g) / 2.0;
        const double y = x < 0.0 ? tacit_svg_y(g, x) + 10.0 : tacit_svg_y(g, x) - 3.0;
        TACIT_TRY(tacit_svg_text(cx, g, middle, y, " text-anchor=\"middle\"",
                                 tacit_format_number(x).text));
    }
    return tacit_buffer_text(cx, g->out, "</g>");
}

tacit_status tacit_svg_bars(tacit_ctx *cx, tacit_svg *g)
{
    for (size_t s = 0; s < g->chart->m; s++)
        TACIT_TRY(draw_series(cx, g, s));
    return draw_values(cx, g);
}
