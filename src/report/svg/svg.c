/*
 * svg.c - charts as inline SVG: choice of the kind, size, texts.
 *
 * Widths of texts are estimated at 0.56 of the height per character, which is on the wide
 * side for common sans-serif faces, so that labels do not collide.
 */
#include "report/svg/svg.h"

#include <math.h>
#include <string.h>

#include "report/format.h"
#include "report/markup.h"
#include "report/svg/part.h"

enum { WIDTH = 400, WIDE = 840, HEIGHT = 260, LOW = 70, MANY_PLACES = 40, MANY_POINTS = 500 };

static const double LETTER = 6.2;

bool tacit_svg_is_wide(const tacit_chart *chart)
{
    if (chart->kind == TACIT_CHART_HEAT)
        return chart->n > 14 || chart->m > 20;
    if (chart->kind == TACIT_CHART_POINTS)
        return chart->points > MANY_POINTS;
    return chart->kind == TACIT_CHART_BARS && chart->n * chart->m > MANY_PLACES;
}

/* Bytes of the first `most` characters of UTF-8 `text`, and how many there are. */
static size_t first_letters(const char *text, size_t most, size_t *letters)
{
    size_t bytes = 0, n = 0;
    for (; text[bytes] != '\0'; bytes++) {
        const bool starts = ((unsigned char)text[bytes] & 0xC0) != 0x80;
        if (starts && n == most)
            break;
        n += starts;
    }
    *letters = n;
    return bytes;
}

double tacit_svg_width(const char *text, size_t most)
{
    size_t letters = 0, wide = 0;
    const size_t bytes = first_letters(text, most, &letters);
    for (size_t i = 0; i < bytes; i++)
        wide += (text[i] >= 'A' && text[i] <= 'Z') || text[i] == 'm' || text[i] == 'w';
    return LETTER * ((double)letters + 0.35 * (double)wide);
}

static size_t colour_index(const tacit_chart *c, size_t s)
{
    return (s + c->palette) % TACIT_SVG_COLOURS;
}

const char *tacit_svg_class(const tacit_chart *c, size_t s)
{
    static const char *const classes[] = { "s0", "s1", "s2", "s3", "s4", "s5" };
    return classes[colour_index(c, s)];
}

const char *tacit_svg_colour(const tacit_chart *c, size_t s)
{
    static const char *const colours[] = { "#d0576b", "#35699f", "#22803a",
                                           "#a67c00", "#8f3a7e", "#6b7280" };
    return colours[colour_index(c, s)];
}

tacit_svg_cut tacit_svg_shorten(const char *text, size_t most)
{
    TACIT_ASSERT(most <= TACIT_SVG_LINE);
    tacit_svg_cut cut = { "" };
    size_t letters = 0;
    const bool whole = text[first_letters(text, most, &letters)] == '\0';
    const size_t bytes = first_letters(text, whole ? most : most - 1, &letters);
    memcpy(cut.text, text, bytes);
    memcpy(cut.text + bytes, whole ? "" : "\xe2\x80\xa6", whole ? 1 : 4);
    return cut;
}

tacit_status tacit_svg_text(tacit_ctx *cx, const tacit_svg *g, double x, double y, const char *how,
                            const char *text)
{
    TACIT_TRY(TACIT_FILL(cx, g->out, "<text x=\"$\" y=\"$\"", tacit_format_fixed(x, 1).text,
                         tacit_format_fixed(y, 1).text));
    TACIT_TRY(tacit_buffer_text(cx, g->out, how));
    return TACIT_FILL(cx, g->out, ">$</text>", text);
}

tacit_status tacit_svg_open(tacit_ctx *cx, const tacit_svg *g)
{
    const char *about = NULL;
    TACIT_TRY(tacit_chart_describe(cx, g->chart, &about));
    TACIT_TRY(TACIT_FILL(cx, g->out,
                         "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" "
                         "viewBox=\"0 0 $ $\" role=\"img\" aria-labelledby=\"$t $d\" "
                         "font-size=\"11\" font-family=\"system-ui,sans-serif\">",
                         tacit_format_fixed(g->width, 0).text,
                         tacit_format_fixed(g->height, 0).text, g->id, g->id));
    return TACIT_FILL(cx, g->out, "<title id=\"$t\">$</title><desc id=\"$d\">$</desc>", g->id,
                      g->chart->title, g->id, about);
}

tacit_status tacit_svg_tip(tacit_ctx *cx, const tacit_svg *g, size_t s, size_t i)
{
    const tacit_chart *c = g->chart;
    return TACIT_FILL(cx, g->out, "<title>$, $: $</title>", c->label[i], c->series[s],
                      tacit_format_number(c->value[s * c->n + i]).text);
}

static tacit_status draw_nothing(tacit_ctx *cx, tacit_svg *g)
{
    g->height = LOW;
    TACIT_TRY(tacit_svg_open(cx, g));
    return tacit_svg_text(cx, g, g->width / 2.0, LOW / 2.0,
                          " class=\"faint\" text-anchor=\"middle\"", "No values to show.");
}

static tacit_status draw(tacit_ctx *cx, tacit_svg *g)
{
    double lo = 0.0, hi = 0.0;
    if (!tacit_chart_range(g->chart, &lo, &hi))
        return draw_nothing(cx, g);
    if (g->chart->kind == TACIT_CHART_HEAT)
        return tacit_svg_heat(cx, g);
    TACIT_TRY(tacit_svg_frame(cx, g));
    if (g->chart->kind == TACIT_CHART_POINTS)
        return tacit_svg_points(cx, g);
    return g->chart->kind == TACIT_CHART_LINES ? tacit_svg_lines(cx, g) : tacit_svg_bars(cx, g);
}

tacit_status tacit_svg_chart(tacit_ctx *cx, const tacit_chart *chart, const char *id,
                             tacit_buffer *out)
{
    tacit_svg g = { .chart = chart, .id = id, .out = out, .height = HEIGHT };
    g.width = tacit_svg_is_wide(chart) ? WIDE : WIDTH;
    TACIT_TRY(draw(cx, &g));
    return tacit_buffer_text(cx, out, "</svg>");
}
