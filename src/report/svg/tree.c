/*
 * tree.c - a hierarchy's tree as text and as a picture.
 *
 * In the picture a node stands at the middle of its branches and each depth has a column as
 * wide as its widest label (Wetherell and Shannon 1979, for trees that grow to the right,
 * where leaves have one height).  Branches that are left out are one leaf, "and 35 more".
 */
#include <math.h>
#include <string.h>

#include "report/format.h"
#include "report/hierarchy.h"
#include "report/line.h"
#include "report/markup.h"
#include "report/record.h"
#include "report/svg/part.h"

/* Depths that a tree is drawn to. */
enum { MOST_DEPTH = 64 };

/* How many values are below a node that is not opened: " (3 values)" or "". */
static tacit_status values_of(tacit_ctx *cx, const json_t *node, char **out)
{
    const double n = json_number_value(json_object_get(node, "values"));
    const bool opened = json_object_get(node, "below") != NULL;
    if (opened || n < 2.0)
        return tacit_scratch_text(cx, "", out);
    return tacit_scratch_format(cx, out, " (%s values)", tacit_format_count(n).text);
}

/* ---- text ---- */

/* One line: what stands before it, the label, how many values are below. */
static tacit_status put_line(tacit_ctx *cx, const char *before, const char *label,
                             const char *after, tacit_buffer *out)
{
    char *text = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s", label, after));
    const size_t used = tacit_line_width(before), own = tacit_line_width(text);
    const size_t room = TACIT_LINE_WIDTH > used + 10 ? TACIT_LINE_WIDTH - used : 10;
    TACIT_TRY(tacit_buffer_text(cx, out, before));
    TACIT_TRY(tacit_line_put(cx, out, text, own < room ? own : room, TACIT_SIDE_LEFT));
    return tacit_line_end(cx, out);
}

static tacit_status more_text(tacit_ctx *cx, const json_t *node, char **out)
{
    const json_t *more = json_object_get(node, "more");
    *out = NULL;
    if (more == NULL)
        return TACIT_OK;
    return tacit_scratch_format(cx, out, "\xe2\x80\xa6 and %s more",
                                tacit_format_unit("count", more).text);
}

/* The branches of a node; `before` stands before their lines. */
static tacit_status put_branches(tacit_ctx *cx, const json_t *node, const char *before,
                                 tacit_buffer *out)
{
    const json_t *below = json_object_get(node, "below");
    const size_t n = json_array_size(below);
    char *more = NULL, *values = NULL;
    TACIT_TRY(more_text(cx, node, &more));
    for (size_t i = 0; i < n; i++) {
        const json_t *branch = json_array_get(below, i);
        const bool last = i + 1 == n && more == NULL;
        char *own = NULL, *under = NULL;
        TACIT_TRY(
            tacit_scratch_format(cx, &own, "%s%s", before,
                                 last ? "\xe2\x94\x94\xe2\x94\x80 " : "\xe2\x94\x9c\xe2\x94\x80 "));
        TACIT_TRY(
            tacit_scratch_format(cx, &under, "%s%s", before, last ? "   " : "\xe2\x94\x82  "));
        TACIT_TRY(values_of(cx, branch, &values));
        TACIT_TRY(put_line(cx, own, tacit_record_text(branch, "label"), values, out));
        if (tacit_line_width(before) < 3 * MOST_DEPTH)
            TACIT_TRY(put_branches(cx, branch, under, out));
    }
    if (more == NULL)
        return TACIT_OK;
    char *own = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &own, "%s\xe2\x94\x94\xe2\x94\x80 ", before));
    return put_line(cx, own, more, "", out);
}

tacit_status tacit_report_tree(tacit_ctx *cx, const json_t *tree, tacit_buffer *out)
{
    char *values = NULL;
    TACIT_TRY(values_of(cx, tree, &values));
    TACIT_TRY(put_line(cx, "", tacit_record_text(tree, "label"), values, out));
    return put_branches(cx, tree, "", out);
}

/* ---- picture ---- */

static const double LINE = 18.0, GAP = 34.0, EDGE = 10.0, HEAD = 34.0;

/* A picture being drawn. */
typedef struct drawing {
    tacit_buffer *out;
    double left[MOST_DEPTH + 2]; /* of each depth's labels */
    size_t depth;                /* greatest */
    double y;                    /* of the next leaf */
} drawing;

static double label_width(const char *text)
{
    return tacit_svg_width(text, TACIT_SVG_LINE / 2);
}

/* The widest label of each depth, before `left` becomes where they begin. */
static tacit_status measure(tacit_ctx *cx, const json_t *node, size_t depth, drawing *d)
{
    const json_t *below = json_object_get(node, "below");
    char *more = NULL, *values = NULL;
    if (depth > MOST_DEPTH)
        return TACIT_OK;
    TACIT_TRY(values_of(cx, node, &values));
    const double own = label_width(tacit_record_text(node, "label")) + label_width(values);
    d->left[depth + 1] = fmax(d->left[depth + 1], own);
    d->depth = depth > d->depth ? depth : d->depth;
    for (size_t i = 0; i < json_array_size(below); i++)
        TACIT_TRY(measure(cx, json_array_get(below, i), depth + 1, d));
    TACIT_TRY(more_text(cx, node, &more));
    if (more != NULL && depth < MOST_DEPTH)
        d->left[depth + 2] = fmax(d->left[depth + 2], label_width(more));
    return TACIT_OK;
}

static tacit_status put_label(tacit_ctx *cx, const drawing *d, size_t depth, double y,
                              const char *const texts[2])
{
    const tacit_svg_cut label = tacit_svg_shorten(texts[0], TACIT_SVG_LINE / 2);
    if (texts[1][0] == '\0')
        return TACIT_FILL(cx, d->out, "<text x=\"$\" y=\"$\">$</text>\n",
                          tacit_format_fixed(d->left[depth], 1).text,
                          tacit_format_fixed(y + 4.0, 1).text, label.text);
    return TACIT_FILL(cx, d->out,
                      "<text x=\"$\" y=\"$\">$<tspan fill=\"#6b7280\">$</tspan></text>\n",
                      tacit_format_fixed(d->left[depth], 1).text,
                      tacit_format_fixed(y + 4.0, 1).text, label.text, texts[1]);
}

/* A line from the label of a node to that of a branch. */
static tacit_status put_edge(tacit_ctx *cx, const drawing *d, size_t depth, double from, double to)
{
    const double start = d->left[depth + 1] - GAP + 4.0, end = d->left[depth + 1] - 4.0;
    const double middle = (start + end) / 2.0;
    char *path = NULL;
    TACIT_TRY(
        tacit_scratch_format(cx, &path, "M%s %sC%s %s %s %s %s %s",
                             tacit_format_fixed(start, 1).text, tacit_format_fixed(from, 1).text,
                             tacit_format_fixed(middle, 1).text, tacit_format_fixed(from, 1).text,
                             tacit_format_fixed(middle, 1).text, tacit_format_fixed(to, 1).text,
                             tacit_format_fixed(end, 1).text, tacit_format_fixed(to, 1).text));
    return TACIT_FILL(cx, d->out, "<path d=\"$\" fill=\"none\" stroke=\"#9aa5b1\"/>\n", path);
}

/* The level beginning of the lines from a node, behind its label. */
static tacit_status put_stem(tacit_ctx *cx, const drawing *d, size_t depth, double y,
                             const char *label)
{
    const double from = d->left[depth] + label_width(label) + 4.0;
    const double to = d->left[depth + 1] - GAP + 4.0;
    return from < to ? TACIT_FILL(cx, d->out, "<path d=\"M$ $H$\" stroke=\"#9aa5b1\"/>\n",
                                  tacit_format_fixed(from, 1).text, tacit_format_fixed(y, 1).text,
                                  tacit_format_fixed(to, 1).text)
                     : TACIT_OK;
}

static double next_leaf(drawing *d)
{
    d->y += LINE;
    return d->y;
}

/* Draw a node and what is below it; `*y` is its height. */
static tacit_status draw(tacit_ctx *cx, const json_t *node, size_t depth, drawing *d, double *y)
{
    const json_t *below = json_object_get(node, "below");
    const size_t n = depth < MOST_DEPTH ? json_array_size(below) : 0;
    double *at = NULL;
    char *more = NULL, *values = NULL;
    TACIT_TRY(values_of(cx, node, &values));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *at, &at));
    TACIT_TRY(more_text(cx, node, &more));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(draw(cx, json_array_get(below, i), depth + 1, d, &at[i]));
    const size_t branches = n + (n > 0 && more != NULL ? 1 : 0);
    if (branches > n) {
        at[n] = next_leaf(d);
        TACIT_TRY(put_label(cx, d, depth + 1, at[n], (const char *const[2]){ "", more }));
    }
    *y = branches > 0 ? (at[0] + at[branches - 1]) / 2.0 : next_leaf(d);
    if (branches > 0)
        TACIT_TRY(put_stem(cx, d, depth, *y, tacit_record_text(node, "label")));
    for (size_t i = 0; i < branches; i++)
        TACIT_TRY(put_edge(cx, d, depth, *y, at[i]));
    return put_label(cx, d, depth, *y,
                     (const char *const[2]){ tacit_record_text(node, "label"), values });
}

/* Open the element once the size is known; what was drawn follows. */
static tacit_status put_svg(tacit_ctx *cx, const char *title, const drawing *d, tacit_buffer *out)
{
    const double title_width = 1.4 * tacit_svg_width(title, TACIT_SVG_LINE);
    const double width = fmax(d->left[d->depth + 1], title_width) + EDGE, height = d->y + LINE;
    const tacit_digits w = tacit_format_fixed(width, 0), h = tacit_format_fixed(height, 0);
    TACIT_TRY(TACIT_FILL(cx, out,
                         "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"$\" height=\"$\" "
                         "viewBox=\"0 0 $ $\" role=\"img\" font-size=\"11\" "
                         "font-family=\"system-ui,sans-serif\" fill=\"#1f2933\">\n"
                         "<!-- Drawn by tacit -->\n<title>$</title>\n"
                         "<rect width=\"$\" height=\"$\" fill=\"#ffffff\"/>\n"
                         "<text x=\"10\" y=\"20\" font-size=\"13\" font-weight=\"600\">$</text>\n",
                         w.text, h.text, w.text, h.text, title, w.text, h.text, title));
    TACIT_TRY(tacit_buffer_text(cx, out, d->out->text));
    return tacit_buffer_text(cx, out, "</svg>\n");
}

tacit_status tacit_svg_tree(tacit_ctx *cx, const char *title, const json_t *tree, tacit_buffer *out)
{
    tacit_buffer body = { 0 };
    drawing d = { .out = &body, .y = HEAD - LINE };
    double y = 0.0;
    tacit_status status = measure(cx, tree, 0, &d);
    d.left[0] = EDGE;
    for (size_t i = 1; i <= d.depth + 2 && i < MOST_DEPTH + 2; i++)
        d.left[i] += d.left[i - 1] + GAP;
    if (status == TACIT_OK)
        status = draw(cx, tree, 0, &d, &y);
    if (status == TACIT_OK)
        status = put_svg(cx, title, &d, out);
    tacit_buffer_free(&body);
    return status;
}
