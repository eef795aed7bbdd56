/*
 * heat.c - heat maps: series are rows, labels are columns.
 *
 * Colour diverges around zero: one hue for values above, another below, the stronger the
 * larger in size relative to the largest; the key shows only the hue above where no value is
 * below.  The strength is an opacity over the page's own
 * ground, so it works on light and dark.  Up to MOST_VALUES rows and columns show their
 * values.  Missing values are empty cells.  O(rows * columns).
 */
#include <math.h>

#include "report/format.h"
#include "report/markup.h"
#include "report/svg/part.h"

enum { MOST_VALUES = 12, MOST_TIPS = 900 };

static const double STRONGEST = 0.8, LINE = 16.0, TALLEST = 30.0, LEAST_FULL = 0.1;

static double widest_name(const tacit_chart *c)
{
    double widest = 0.0;
    for (size_t s = 0; s < c->m; s++)
        widest = fmax(widest, tacit_svg_width(c->series[s], TACIT_SVG_LABEL));
    return widest;
}

static double row_height(const tacit_svg *g)
{
    return fmax(fmin(g->slot, TALLEST), 8.0);
}

static bool shows_values(const tacit_chart *c)
{
    return c->n <= MOST_VALUES && c->m <= MOST_VALUES;
}

static bool are_whole(const tacit_chart *c)
{
    for (size_t k = 0; k < c->n * c->m; k++)
        if (c->value[k] > floor(c->value[k]))
            return false;
    return true;
}

/* What has the full colour: the largest value, but no less than ten times the last digit that is
 * written, so that what reads 0.00 has none. */
static double largest_size(const tacit_chart *c)
{
    double lo = 0.0, hi = 0.0;
    const bool any = tacit_chart_range(c, &lo, &hi);
    TACIT_ASSERT(any);
    const double largest = fmax(fabs(lo), fabs(hi));
    return are_whole(c) ? largest : fmax(largest, LEAST_FULL);
}

static tacit_digits short_value(const tacit_chart *c, double x, double largest)
{
    return largest < 10.0 && !are_whole(c) ? tacit_format_fixed(x, 2) : tacit_format_number(x);
}

static tacit_status draw_cell(tacit_ctx *cx, const tacit_svg *g, size_t k, double largest)
{
    const tacit_chart *c = g->chart;
    const size_t s = k / c->n, i = k % c->n;
    const double x = c->value[k], h = row_height(g);
    const double left = g->left + (double)i * g->slot, top = g->top + (double)s * h;
    const double strength = isnan(x) || !(largest > 0.0) ? 0.0 : STRONGEST * fabs(x) / largest;
    TACIT_TRY(TACIT_FILL(cx, g->out,
                         "<rect class=\"cell $\" fill=\"$\" fill-opacity=\"$\" x=\"$\" y=\"$\" "
                         "width=\"$\" height=\"$\">",
                         x < 0.0 ? "neg" : "pos", x < 0.0 ? "#d0576b" : "#35699f",
                         tacit_format_fixed(strength, 3).text, tacit_format_fixed(left, 1).text,
                         tacit_format_fixed(top, 1).text,
                         tacit_format_fixed(fmax(g->slot - 1.0, 1.0), 1).text,
                         tacit_format_fixed(h - 1.0, 1).text));
    if (c->n * c->m <= MOST_TIPS)
        TACIT_TRY(tacit_svg_tip(cx, g, s, i));
    TACIT_TRY(tacit_buffer_text(cx, g->out, "</rect>"));
    if (!shows_values(c) || isnan(x))
        return TACIT_OK;
    return tacit_svg_text(cx, g, left + g->slot / 2.0, top + h / 2.0 + 3.5,
                          " class=\"ink small\" text-anchor=\"middle\" font-size=\"10\"",
                          short_value(c, x, largest).text);
}

static tacit_status draw_names(tacit_ctx *cx, const tacit_svg *g)
{
    const double h = row_height(g);
    const size_t every = h >= 11.0 ? 1 : 2;
    for (size_t s = 0; s < g->chart->m; s += every)
        TACIT_TRY(tacit_svg_text(cx, g, g->left - 6.0, g->top + ((double)s + 0.5) * h + 4.0,
                                 " class=\"ink\" text-anchor=\"end\"",
                                 tacit_svg_shorten(g->chart->series[s], TACIT_SVG_LABEL).text));
    return TACIT_OK;
}

static bool has_negative(const tacit_chart *c)
{
    double lo = 0.0, hi = 0.0;
    return tacit_chart_range(c, &lo, &hi) && lo < 0.0;
}

/* Steps from the lowest, or 0, to the highest value, with the ends written beside. */
static tacit_status draw_key(tacit_ctx *cx, const tacit_svg *g, double largest)
{
    const int first = has_negative(g->chart) ? -2 : 0;
    const double y = 4.0, w = 22.0;
    const tacit_digits low = short_value(g->chart, first < 0 ? -largest : 0.0, largest),
                       high = short_value(g->chart, largest, largest);
    double x = g->right - (3.0 - first) * w - tacit_svg_width(high.text, sizeof high.text) - 6.0;
    TACIT_TRY(
        tacit_svg_text(cx, g, x - 6.0, y + 10.0, " class=\"faint\" text-anchor=\"end\"", low.text));
    for (int step = first; step <= 2; step++, x += w)
        TACIT_TRY(TACIT_FILL(cx, g->out,
                             "<rect class=\"cell $\" fill=\"$\" fill-opacity=\"$\" x=\"$\" "
                             "y=\"$\" width=\"$\" height=\"12\"/>",
                             step < 0 ? "neg" : "pos", step < 0 ? "#d0576b" : "#35699f",
                             tacit_format_fixed(STRONGEST * fabs((double)step) / 2.0, 2).text,
                             tacit_format_fixed(x, 1).text, tacit_format_fixed(y, 1).text,
                             tacit_format_fixed(w - 1.0, 1).text));
    return tacit_svg_text(cx, g, x + 5.0, y + 10.0, " class=\"faint\"", high.text);
}

static void lay_out(tacit_svg *g, tacit_svg_labels *labels)
{
    const tacit_chart *c = g->chart;
    g->left = ceil(widest_name(c)) + 10.0;
    g->right = g->width - 4.0;
    g->slot = fmin((g->right - g->left) / (double)c->n, 2.2 * TALLEST);
    g->top = 26.0;
    *labels = tacit_svg_fit_labels(c, g->slot);
    g->left = fmax(g->left, labels->reach - g->slot / 2.0);
    g->slot = fmin((g->right - g->left) / (double)c->n, g->slot);
    g->bottom = g->top + row_height(g) * (double)c->m;
    g->height = g->bottom + labels->depth + (c->x_title[0] != '\0' ? LINE : 0.0) + 6.0;
}

static tacit_status draw_titles(tacit_ctx *cx, const tacit_svg *g)
{
    const tacit_chart *c = g->chart;
    TACIT_TRY(tacit_svg_text(cx, g, 0.0, 14.0, " class=\"faint\"",
                             tacit_svg_shorten(c->y_title, TACIT_SVG_LABEL * 2).text));
    if (c->x_title[0] == '\0')
        return TACIT_OK;
    return tacit_svg_text(cx, g, g->left + (double)c->n * g->slot / 2.0, g->height - 5.0,
                          " class=\"faint\" text-anchor=\"middle\"",
                          tacit_svg_shorten(c->x_title, TACIT_SVG_LINE).text);
}

tacit_status tacit_svg_heat(tacit_ctx *cx, tacit_svg *g)
{
    const tacit_chart *c = g->chart;
    const double largest = largest_size(c);
    tacit_svg_labels labels = { 0 };
    lay_out(g, &labels);
    TACIT_TRY(tacit_svg_open(cx, g));
    TACIT_TRY(draw_titles(cx, g));
    TACIT_TRY(draw_key(cx, g, largest));
    for (size_t k = 0; k < c->n * c->m; k++)
        TACIT_TRY(draw_cell(cx, g, k, largest));
    TACIT_TRY(draw_names(cx, g));
    return tacit_svg_draw_labels(cx, g, &labels);
}
