/*
 * frame.c - axes, grid, legend and labels of charts with bars, lines or points.
 *
 * The title of the value axis stands level above the axis, where it is read more easily
 * than on its side.  Labels that do not fit side by side are thinned if many and short,
 * else slanted and thinned only as far as needed.  Bars have a zero base line; lines include zero
 * unless the values are far from it.
 */
#include <math.h>

#include "report/format.h"
#include "report/markup.h"
#include "report/svg/part.h"

enum { SHORT_LABEL = 7, FEW_LABELS = 16, LONG_LEGEND = 44 };

static const double LINE = 16.0, GAP = 8.0, SLANT = 0.6428; /* sine of 40 degrees */

static double widest_label(const tacit_chart *c)
{
    double widest = 0.0;
    for (size_t i = 0; i < c->n; i++)
        widest = fmax(widest, tacit_svg_width(c->label[i], TACIT_SVG_LABEL));
    return widest;
}

tacit_svg_labels tacit_svg_fit_labels(const tacit_chart *c, double slot)
{
    const double widest = widest_label(c);
    const bool brief = widest <= tacit_svg_width("0000000", SHORT_LABEL);
    const bool level = widest + GAP <= slot || (brief && c->n > FEW_LABELS);
    const double need = level ? widest + GAP : LINE - 2.0;
    const double every = ceil(need / slot - 1e-9);
    return (tacit_svg_labels){
        .every = every > 1.0 ? (size_t)every : 1,
        .slanted = !level,
        .depth = level ? LINE : widest * SLANT + 12.0,
        .reach = level ? 0.0 : widest * sqrt(1.0 - SLANT * SLANT),
    };
}

static tacit_status draw_label(tacit_ctx *cx, const tacit_svg *g, bool slanted, size_t i)
{
    const double x = g->left + ((double)i + 0.5) * g->slot, y = g->bottom + 14.0;
    const tacit_svg_cut label = tacit_svg_shorten(g->chart->label[i], TACIT_SVG_LABEL);
    if (!slanted)
        return tacit_svg_text(cx, g, x, y, " text-anchor=\"middle\"", label.text);
    const tacit_digits tx = tacit_format_fixed(x + 4.0, 1), ty = tacit_format_fixed(y - 2.0, 1);
    char *how = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &how, " text-anchor=\"end\" transform=\"rotate(-40 %s %s)\"",
                                   tx.text, ty.text));
    return tacit_svg_text(cx, g, x + 4.0, y - 2.0, how, label.text);
}

tacit_status tacit_svg_draw_labels(tacit_ctx *cx, const tacit_svg *g, const tacit_svg_labels *how)
{
    TACIT_TRY(tacit_buffer_text(cx, g->out, "<g class=\"ink\">"));
    for (size_t i = 0; i < g->chart->n; i += how->every)
        TACIT_TRY(draw_label(cx, g, how->slanted, i));
    return tacit_buffer_text(cx, g->out, "</g>");
}

static bool is_whole(const tacit_chart *c)
{
    for (size_t k = 0; k < c->n * c->m; k++)
        if (!isnan(c->value[k]) && fabs(c->value[k] - round(c->value[k])) > 1e-9)
            return false;
    return true;
}

static tacit_scale value_scale(const tacit_chart *c)
{
    double lo = 0.0, hi = 0.0;
    const bool any = tacit_chart_range(c, &lo, &hi);
    TACIT_ASSERT(any);
    if (c->log)
        return tacit_scale_log(lo, hi);
    const bool near_zero = lo > 0.0 ? lo < 0.7 * hi : hi > 0.7 * lo;
    if (c->kind == TACIT_CHART_BARS || near_zero) {
        lo = fmin(lo, 0.0);
        hi = fmax(hi, 0.0);
    }
    return tacit_scale_linear(lo, hi, is_whole(c) ? 1.0 : 0.0);
}

double tacit_svg_y(const tacit_svg *g, double x)
{
    return g->bottom - tacit_scale_at(&g->y, x) * (g->bottom - g->top);
}

double tacit_svg_base(const tacit_svg *g)
{
    return g->y.log ? g->bottom : tacit_svg_y(g, 0.0);
}

static double widest_tick(const tacit_scale *y)
{
    double widest = 0.0;
    for (size_t k = 0; k < y->n; k++) {
        const tacit_digits d = tacit_format_tick(y->tick[k], y->step);
        widest = fmax(widest, tacit_svg_width(d.text, sizeof d.text));
    }
    return widest;
}

/* Characters of a series' name that the legend shows: charts of points have few series. */
static size_t legend_letters(const tacit_chart *c)
{
    return c->kind == TACIT_CHART_POINTS ? LONG_LEGEND : TACIT_SVG_LABEL;
}

static double legend_width(const tacit_chart *c, size_t s)
{
    return 18.0 + tacit_svg_width(c->series[s], legend_letters(c)) + 2.0 * GAP;
}

/* Rows that the legend needs; a single series has none. */
static size_t count_legend_rows(const tacit_svg *g)
{
    if (g->chart->m < 2)
        return 0;
    size_t rows = 1;
    double x = g->left;
    for (size_t s = 0; s < g->chart->m; s++) {
        const double w = legend_width(g->chart, s);
        if (x > g->left && x + w > g->width) {
            rows++;
            x = g->left;
        }
        x += w;
    }
    return rows;
}

static void lay_out(tacit_svg *g, tacit_svg_labels *labels)
{
    const tacit_chart *c = g->chart;
    g->y = value_scale(c);
    g->left = ceil(widest_tick(&g->y)) + GAP;
    g->right = g->width - GAP;
    g->slot = (g->right - g->left) / (double)c->n;
    if (c->kind == TACIT_CHART_POINTS) {
        g->x = tacit_svg_x_scale(c);
        *labels = (tacit_svg_labels){ .every = 1, .depth = LINE };
    } else {
        *labels = tacit_svg_fit_labels(c, g->slot);
    }
    if (labels->slanted) {
        /* The first label reaches to the left of its place. */
        g->left = fmax(g->left, labels->reach - g->slot / 2.0);
        g->slot = (g->right - g->left) / (double)c->n;
    }
    g->top = 6.0 + (c->y_title[0] != '\0' ? LINE : 0.0) + LINE * (double)count_legend_rows(g) + 6.0;
    const double below = labels->depth + (c->x_title[0] != '\0' ? LINE : 0.0) + 6.0;
    g->bottom = g->height - below;
    if (g->bottom - g->top < 140.0) {
        g->height += 140.0 - (g->bottom - g->top);
        g->bottom = g->top + 140.0;
    }
}

static tacit_status draw_line(tacit_ctx *cx, const tacit_svg *g, const char *class_name, double y)
{
    const tacit_digits at = tacit_format_fixed(y, 1);
    return TACIT_FILL(cx, g->out,
                      "<line class=\"$\" stroke=\"#c5ccd5\" x1=\"$\" x2=\"$\" y1=\"$\" y2=\"$\"/>",
                      class_name, tacit_format_fixed(g->left, 1).text,
                      tacit_format_fixed(g->right, 1).text, at.text, at.text);
}

static tacit_status draw_value_axis(tacit_ctx *cx, const tacit_svg *g)
{
    TACIT_TRY(tacit_buffer_text(cx, g->out, "<g class=\"ink\">"));
    for (size_t k = 0; k < g->y.n; k++) {
        const double y = tacit_svg_y(g, g->y.tick[k]);
        const tacit_digits d = tacit_format_tick(g->y.tick[k], g->y.step);
        TACIT_TRY(draw_line(cx, g, "grid", y));
        TACIT_TRY(tacit_svg_text(cx, g, g->left - 5.0, y + 4.0, " text-anchor=\"end\"", d.text));
    }
    TACIT_TRY(tacit_buffer_text(cx, g->out, "</g>"));
    return draw_line(cx, g, "axis", tacit_svg_base(g));
}

static tacit_status draw_titles(tacit_ctx *cx, const tacit_svg *g)
{
    const tacit_chart *c = g->chart;
    if (c->y_title[0] != '\0')
        TACIT_TRY(tacit_svg_text(cx, g, 0.0, 14.0, " class=\"faint\"",
                                 tacit_svg_shorten(c->y_title, TACIT_SVG_LINE).text));
    if (c->x_title[0] == '\0')
        return TACIT_OK;
    return tacit_svg_text(cx, g, (g->left + g->right) / 2.0, g->height - 5.0,
                          " class=\"faint\" text-anchor=\"middle\"",
                          tacit_svg_shorten(c->x_title, TACIT_SVG_LINE).text);
}

/* A sample of how series `s` is drawn: a small bar or a stretch of line. */
static tacit_status draw_key(tacit_ctx *cx, const tacit_svg *g, size_t s, double x, double y)
{
    const tacit_chart *c = g->chart;
    const tacit_digits left = tacit_format_fixed(x, 1), at = tacit_format_fixed(y - 4.0, 1);
    if (c->kind == TACIT_CHART_POINTS)
        return tacit_svg_dot(cx, g, s, x + 6.0, y - 4.0);
    if (c->kind == TACIT_CHART_LINES)
        return TACIT_FILL(cx, g->out,
                          "<path class=\"$ line\" fill=\"none\" stroke=\"$\" d=\"M$ $h14\"/>",
                          tacit_svg_class(c, s), tacit_svg_colour(c, s), left.text, at.text);
    const tacit_digits top = tacit_format_fixed(y - 9.0, 1);
    TACIT_TRY(TACIT_FILL(
        cx, g->out, "<rect class=\"$\" fill=\"$\" x=\"$\" y=\"$\" width=\"12\" height=\"10\"/>",
        tacit_svg_class(c, s), tacit_svg_colour(c, s), left.text, top.text));
    if (!tacit_svg_is_striped(g, s))
        return TACIT_OK;
    return TACIT_FILL(cx, g->out,
                      "<rect fill=\"url(#$h$)\" x=\"$\" y=\"$\" width=\"12\" height=\"10\"/>",
                      g->id, tacit_format_fixed((double)s, 0).text, left.text, top.text);
}

static tacit_status draw_legend(tacit_ctx *cx, const tacit_svg *g)
{
    const tacit_chart *c = g->chart;
    if (c->m < 2)
        return TACIT_OK;
    double x = g->left, y = 14.0 + (c->y_title[0] != '\0' ? LINE : 0.0);
    for (size_t s = 0; s < c->m; s++) {
        const double w = legend_width(c, s);
        if (x > g->left && x + w > g->width) {
            x = g->left;
            y += LINE;
        }
        TACIT_TRY(draw_key(cx, g, s, x, y));
        TACIT_TRY(tacit_svg_text(cx, g, x + 18.0, y, " class=\"ink\"",
                                 tacit_svg_shorten(c->series[s], legend_letters(c)).text));
        x += w;
    }
    return TACIT_OK;
}

tacit_status tacit_svg_frame(tacit_ctx *cx, tacit_svg *g)
{
    tacit_svg_labels labels = { 0 };
    lay_out(g, &labels);
    TACIT_TRY(tacit_svg_open(cx, g));
    TACIT_TRY(draw_titles(cx, g));
    TACIT_TRY(draw_legend(cx, g));
    TACIT_TRY(draw_value_axis(cx, g));
    return g->chart->kind == TACIT_CHART_POINTS ? tacit_svg_x_axis(cx, g)
                                                : tacit_svg_draw_labels(cx, g, &labels);
}
