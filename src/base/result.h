/*
 * result.h - what a measure found, in one form for the terminal, JSON and the report.
 *
 * A result is a JSON object of a fixed shape.  Models, risks and utilities only add
 * figures, tables, charts and notes to it; they never format.  Renderers read the
 * shape and never know which measure filled it, so a new measure needs no new
 * rendering code.  Values are counts, shares and statistics, never a record's cell.
 *
 *   { "family", "name", "title", "source", "parameters": {...},
 *     "holds": true|false,                      (models only)
 *     "figures": [ { "name", "title", "value", "unit", "definition",
 *                    "better": "lower|higher|neither",
 *                    "exact": true, or false if it was estimated or is of a sample,
 *                    "rows": how many records it was measured on,
 *                    "range": { "least", "most", "better" } } ],   (range where one is known)
 *     "tables":  [ { "name", "title", "columns": [...], "rows": [[...]] } ],
 *     "charts":  [ { "name", "title", "kind", "x": { "title", "labels": [...] },
 *                    "y": { "title" }, "series": [ { "name", "values": [...] } ] } ],
 *                  (a series of points has "x": [...] beside "values")
 *     "notes":   [ "..." ] }
 */
#ifndef TACIT_BASE_RESULT_H
#define TACIT_BASE_RESULT_H

#include <jansson.h>

#include "base/catalog.h"
#include "base/text.h"

/* Owned by whoever made it with tacit_result_new(); ends with json_decref(). */
typedef json_t tacit_result;

/* How a figure is to be read. */
typedef enum tacit_unit {
    TACIT_UNIT_NUMBER = 0,  /* plain */
    TACIT_UNIT_COUNT,       /* whole number of `records`, classes, columns ... */
    TACIT_UNIT_SHARE,       /* 0 ... 1, shown as per cent */
    TACIT_UNIT_PROBABILITY, /* 0 ... 1, shown as is */
} tacit_unit;

/* How a chart is to be drawn. */
typedef enum tacit_chart_kind {
    TACIT_CHART_BARS = 0, /* series of bars over labelled places */
    TACIT_CHART_LINES,    /* series of lines over labelled places */
    TACIT_CHART_HEAT,     /* series are rows, labels are columns, values shade */
    TACIT_CHART_POINTS    /* series of points, each with its own x */
} tacit_chart_kind;

/* An empty result of `entry` of `family` with the arguments it was run with. */
tacit_status tacit_result_new(tacit_ctx *cx, const char *family, const tacit_entry *entry,
                              const tacit_args *args, tacit_result **out);

/* Which way a figure is good. */
typedef enum tacit_better {
    TACIT_BETTER_NONE = 0, /* neither way */
    TACIT_BETTER_LOWER,
    TACIT_BETTER_HIGHER
} tacit_better;

/* The range of a figure and which end of it is good; an end that is not finite is open. */
typedef struct tacit_range {
    double least, most;
    tacit_better better;
} tacit_range;

/* Ranges that many figures have: a loss from 0 without end, a loss from 0 to 1, a share or
 * index from 0 to 1 of what was kept, the risk from 0 to 1. */
extern const tacit_range TACIT_RANGE_LOSS, TACIT_RANGE_LOSS_SHARE, TACIT_RANGE_KEPT,
    TACIT_RANGE_RISK;

/* One number with its meaning. */
typedef struct tacit_figure {
    const tacit_range *range; /* NULL if none is known */
    const char *name, *title;
    double value; /* one that is not finite becomes null */
    tacit_unit unit;
    const char *definition;
    tacit_better better; /* where there is no range */
    bool estimate;       /* not counted or computed, but estimated */
} tacit_figure;

/* Add a figure: name, title, value, unit, definition, and .better and .estimate if need be. */
tacit_status tacit_result_add_figure(tacit_ctx *cx, tacit_result *r, const tacit_figure *figure);
#define tacit_result_figure(cx, r, ...)                                                            \
    tacit_result_add_figure((cx), (r), &(const tacit_figure){ .range = NULL, __VA_ARGS__ })

/* The same with the address of its range before the name. */
#define tacit_result_ranged(cx, r, its, ...)                                                       \
    tacit_result_add_figure((cx), (r), &(const tacit_figure){ .range = (its), __VA_ARGS__ })

/* Say of every figure on how many rows it was measured, and of all that they are estimates or
 * of a sample, unless `exact`. */
tacit_status tacit_result_measured(tacit_ctx *cx, tacit_result *r, uint64_t rows, bool exact);

/* Say whether a required model holds. */
tacit_status tacit_result_holds(tacit_ctx *cx, tacit_result *r, bool holds);

/* Add a sentence for the reader. */
tacit_status tacit_result_note(tacit_ctx *cx, tacit_result *r, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Name and title of a table, and the titles of its `n` columns. */
typedef struct tacit_heading {
    const char *name, *title;
    size_t n;
    const char *const *columns;
} tacit_heading;

/* Add a table without rows; `*table` is borrowed from `r`. */
tacit_status tacit_result_add_table(tacit_ctx *cx, tacit_result *r, const tacit_heading *heading,
                                    json_t **table);
#define tacit_result_table(cx, r, name, title, n, columns, table)                                  \
    tacit_result_add_table((cx), (r), &(const tacit_heading){ (name), (title), (n), (columns) },   \
                           (table))

/* Append a row to a table: a jansson pack format and its values, e.g. "[s,f,I]". */
tacit_status tacit_result_row(tacit_ctx *cx, json_t *table, const char *fmt, ...);

/* Add a chart; `*chart` is borrowed from `r`. */
tacit_status tacit_result_chart(tacit_ctx *cx, tacit_result *r, const char *name, const char *title,
                                tacit_chart_kind kind, json_t **chart);

/* Title the axes of a chart. */
tacit_status tacit_result_axes(tacit_ctx *cx, json_t *chart, const char *x, const char *y);

/* Append the label of the next place on the x axis. */
tacit_status tacit_result_label(tacit_ctx *cx, json_t *chart, const char *label);

/* Append a series of `n` values, one for each label. */
tacit_status tacit_result_series(tacit_ctx *cx, json_t *chart, const char *name,
                                 const double *values, size_t n);

/* Points of a TACIT_CHART_POINTS chart. */
typedef struct tacit_chart_points {
    size_t n;
    const double *x, *y;
} tacit_chart_points;

/* Append a series of points: "x" beside "values". */
tacit_status tacit_result_points(tacit_ctx *cx, json_t *chart, const char *name,
                                 const tacit_chart_points *points);

/* Arguments as a JSON object, as they would stand in a plan. */
tacit_status tacit_args_json(tacit_ctx *cx, const tacit_args *args, json_t **out);

/* Append `value` as text, with jansson's `flags`.  jansson's own json_dumps() takes the
 * failure to write a key for success; this does not. */
tacit_status tacit_json_text(tacit_ctx *cx, const json_t *value, size_t flags, tacit_buffer *out);

/* Put `value` (stolen, also on failure) under `key` of `object`. */
tacit_status tacit_json_put(tacit_ctx *cx, json_t *object, const char *key, json_t *value);

/* Append `value` (stolen, also on failure) to `array`. */
tacit_status tacit_json_add(tacit_ctx *cx, json_t *array, json_t *value);

/* `entry` with its parameters as an object that the caller owns (entry_json.c). */
tacit_status tacit_entry_json(tacit_ctx *cx, const tacit_entry *entry, json_t **out);

#endif
