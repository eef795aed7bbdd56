/*
 * chart.h - a chart of a result, read from JSON into plain arrays.
 */
#ifndef TACIT_REPORT_CHART_H
#define TACIT_REPORT_CHART_H

#include "base/result.h"
#include "report/record.h"

/* Everything lives in scratch memory or in the record. */
typedef struct tacit_chart {
    const char *title, *x_title, *y_title;
    tacit_chart_kind kind;
    bool log;            /* the value axis is logarithmic */
    size_t n;            /* places on the x axis */
    size_t m;            /* series */
    size_t group;        /* neighbouring values behind each place: 1 unless thinned */
    size_t hidden;       /* what is left out: series of a heat map, or points */
    size_t palette;      /* colour of the first series */
    const char **label;  /* n */
    const char **series; /* m */
    double *value;       /* value[s * n + i]; NaN where there is none */
    double *x;           /* points: x[s * n + i] beside value; else NULL */
    size_t points;       /* points: how many the chart has, drawn or not */
} tacit_chart;

/* True if the charts of a pair can share one picture: one series each over the same labels. */
bool tacit_chart_is_joint(const tacit_twin *pair);

/* Read one chart.  Too many places are thinned: neighbours share the value that is
 * largest in size; heat maps keep their first rows and columns; of points that would cover
 * each other one is kept. */
tacit_status tacit_chart_read(tacit_ctx *cx, const json_t *chart, tacit_chart *out);

/* Read a joint pair as one chart with the series "before" and "after". */
tacit_status tacit_chart_read_pair(tacit_ctx *cx, const tacit_twin *pair, tacit_chart *out);

/* Read the series of a chart of points, whose head is known. */
tacit_status tacit_chart_read_points(tacit_ctx *cx, const json_t *series, tacit_chart *c);

/* Element `i` of an array as a number; NaN if it is none. */
double tacit_chart_number(const json_t *values, size_t i);

/* Smallest and largest value; false if there is none (above 0, for a logarithmic axis). */
bool tacit_chart_range(const tacit_chart *c, double *lo, double *hi);

/* Smallest and largest x of a chart that has points. */
void tacit_chart_reach(const tacit_chart *c, double *lo, double *hi);

/* Write a sentence for readers who cannot see the chart into scratch memory. */
tacit_status tacit_chart_describe(tacit_ctx *cx, const tacit_chart *c, const char **out);

#endif
