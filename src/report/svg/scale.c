/*
 * scale.c - the axis of a chart: its range and its ticks at round numbers.
 *
 * Steps are 1, 2 or 5 times a power of ten, the smallest that gives at most TARGET
 * intervals; ends are moved out to the next tick.
 */
#include "report/svg/scale.h"

#include <math.h>

static const double TARGET = 5.0;

static double nice_step(double span)
{
    const double raw = span / TARGET;
    const double power = pow(10.0, floor(log10(raw)));
    const double mantissa = raw / power;
    const double nice = mantissa <= 1.0 + 1e-9   ? 1.0
                        : mantissa <= 2.0 + 1e-9 ? 2.0
                        : mantissa <= 5.0 + 1e-9 ? 5.0
                                                 : 10.0;
    return nice * power;
}

tacit_scale tacit_scale_linear(double lo, double hi, double least)
{
    if (!(hi - lo > 1e-12 * fmax(fabs(lo), fabs(hi)))) {
        const double around = fmax(fabs(hi), 1.0) * 0.5;
        lo -= lo < 0.0 || lo > 0.0 ? around : 0.0;
        hi += around;
    }
    const double step = fmax(nice_step(hi - lo), least);
    const double first = floor(lo / step + 1e-9), last = ceil(hi / step - 1e-9);
    tacit_scale s = { .lo = first * step, .hi = last * step, .step = step };
    for (double k = first; k <= last && s.n < TACIT_SCALE_TICKS; k += 1.0)
        s.tick[s.n++] = k * step;
    return s;
}

tacit_scale tacit_scale_log(double lo, double hi)
{
    /* The axis starts below the smallest value, so that its bar can be seen. */
    tacit_scale s = { .log = true, .lo = log10(lo) - 0.3, .hi = ceil(log10(hi) - 1e-9) };
    if (s.hi - s.lo < 1.0)
        s.hi = s.lo + 1.0;
    const double first = ceil(s.lo), every = ceil((s.hi - first) / (TARGET + 1.0));
    for (double e = first; e <= s.hi + 1e-9 && s.n < TACIT_SCALE_TICKS; e += fmax(every, 1.0))
        s.tick[s.n++] = pow(10.0, e);
    s.step = s.n > 0 ? s.tick[0] : 1.0;
    return s;
}

double tacit_scale_at(const tacit_scale *s, double x)
{
    const double v = s->log ? log10(x) : x;
    const double at = (v - s->lo) / (s->hi - s->lo);
    return at > 0.0 ? fmin(at, 1.0) : 0.0;
}
