/*
 * scale.h - the axis of a chart: its range and its ticks at round numbers.
 */
#ifndef TACIT_REPORT_SVG_SCALE_H
#define TACIT_REPORT_SVG_SCALE_H

#include <stdbool.h>
#include <stddef.h>

enum { TACIT_SCALE_TICKS = 16 };

typedef struct tacit_scale {
    double lo, hi; /* ends of the axis; of the decimal logarithm if `log` */
    bool log;
    double step; /* between ticks; for a logarithmic axis the smallest tick */
    size_t n;
    double tick[TACIT_SCALE_TICKS]; /* values, upwards */
} tacit_scale;

/* A linear axis that covers [lo, hi] with ticks 1, 2 or 5 times a power of ten apart;
 * with `least` > 0 ticks are at least that far apart. */
tacit_scale tacit_scale_linear(double lo, double hi, double least);

/* A logarithmic axis that covers [lo, hi], 0 < lo <= hi, with ticks at powers of ten. */
tacit_scale tacit_scale_log(double lo, double hi);

/* Where `x` lies: 0 at the low end, 1 at the high end; outside values are cut. */
double tacit_scale_at(const tacit_scale *s, double x);

#endif
