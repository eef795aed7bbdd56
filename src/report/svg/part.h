/*
 * part.h - what the kinds of charts share: the drawing, its frame and its texts.
 *
 * For the svg_*.c files only.
 */
#ifndef TACIT_REPORT_SVG_PART_H
#define TACIT_REPORT_SVG_PART_H

#include "base/text.h"
#include "report/chart.h"
#include "report/svg/scale.h"

/* Colours of series, and the longest label and the longest other text, in characters. */
enum { TACIT_SVG_COLOURS = 6, TACIT_SVG_LABEL = 22, TACIT_SVG_LINE = 64 };

/* A text cut to a number of characters, with an ellipsis where something is left out. */
typedef struct tacit_svg_cut {
    char text[4 * TACIT_SVG_LINE + 4];
} tacit_svg_cut;

/* One picture being drawn. */
typedef struct tacit_svg {
    const tacit_chart *chart;
    const char *id;
    tacit_buffer *out;
    double width, height;
    double left, right, top, bottom; /* edges of the plot */
    tacit_scale y;
    tacit_scale x; /* points */
    double slot;   /* width of one place */
} tacit_svg;

/* How the labels under the places are set. */
typedef struct tacit_svg_labels {
    size_t every; /* each `every`-th is written */
    bool slanted; /* at 40 degrees, ending under its place */
    double depth; /* height they need */
    double reach; /* how far a slanted one stands out to the left */
} tacit_svg_labels;

/* Estimated width of the first `most` characters of `text`. */
double tacit_svg_width(const char *text, size_t most);

/* Colour class of series `s`: "s0" ... "s5", and its fallback colour. */
const char *tacit_svg_class(const tacit_chart *c, size_t s);
const char *tacit_svg_colour(const tacit_chart *c, size_t s);

/* The first `most` (at most TACIT_SVG_LINE) characters of `text`. */
tacit_svg_cut tacit_svg_shorten(const char *text, size_t most);

/* Append text at (x, y); `how` holds further attributes. */
tacit_status tacit_svg_text(tacit_ctx *cx, const tacit_svg *g, double x, double y, const char *how,
                            const char *text);

/* Choose how the chart's labels fit into places `slot` wide. */
tacit_svg_labels tacit_svg_fit_labels(const tacit_chart *c, double slot);

/* Append the labels under the plot. */
tacit_status tacit_svg_draw_labels(tacit_ctx *cx, const tacit_svg *g, const tacit_svg_labels *how);

/* Open the element with its title and description for readers of the page. */
tacit_status tacit_svg_open(tacit_ctx *cx, const tacit_svg *g);

/* Lay out axes, legend and labels for bars, lines or points, and append all but the data. */
tacit_status tacit_svg_frame(tacit_ctx *cx, tacit_svg *g);

/* Vertical place of the value `x`, and of the line that bars stand on. */
double tacit_svg_y(const tacit_svg *g, double x);
double tacit_svg_base(const tacit_svg *g);

/* Points: the scale of the x axis, the place of `x` on it, and the axis with its ticks. */
tacit_scale tacit_svg_x_scale(const tacit_chart *c);
double tacit_svg_x(const tacit_svg *g, double x);
tacit_status tacit_svg_x_axis(tacit_ctx *cx, const tacit_svg *g);

/* A dot at (x, y) as points of series `s` are drawn. */
tacit_status tacit_svg_dot(tacit_ctx *cx, const tacit_svg *g, size_t s, double x, double y);

/* Text for the pointer: "label, series: value". */
tacit_status tacit_svg_tip(tacit_ctx *cx, const tacit_svg *g, size_t s, size_t i);

/* Width of one bar. */
double tacit_svg_bar_width(const tacit_svg *g);

/* True if the bars of series `s` are hatched, with the pattern "<id>h<s>". */
bool tacit_svg_is_striped(const tacit_svg *g, size_t s);

/* The data of each kind of chart. */
tacit_status tacit_svg_bars(tacit_ctx *cx, tacit_svg *g);
tacit_status tacit_svg_lines(tacit_ctx *cx, tacit_svg *g);
tacit_status tacit_svg_heat(tacit_ctx *cx, tacit_svg *g);
tacit_status tacit_svg_points(tacit_ctx *cx, tacit_svg *g);

#endif
