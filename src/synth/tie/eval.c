/*
 * eval.c - what a value or condition may be, given spans of what the columns may be.
 *
 * Spans of sums, products and quotients are those of interval arithmetic (Moore 1966, Interval
 * analysis), conditions are sets of truth values of Kleene's logic of three.  With every column
 * known the spans are points, and the answer is the plain one.
 */
#include <math.h>

#include "synth/tie/own.h"

enum { T = TACIT_TIE_TRUE, F = TACIT_TIE_FALSE, U = TACIT_TIE_UNKNOWN };

tacit_tie_span tacit_tie_point(double x)
{
    if (isnan(x))
        return (tacit_tie_span){ .missing = true };
    return (tacit_tie_span){ .low = x, .high = x, .value = true };
}

/* ---- values ---- */

static tacit_tie_span span_of(double low, double high)
{
    return (tacit_tie_span){ .low = low, .high = high, .value = true };
}

/* The least span that holds some numbers. */
static tacit_tie_span hull(const double *x, size_t n)
{
    tacit_tie_span s = span_of(x[0], x[0]);
    for (size_t i = 1; i < n; i++) {
        s.low = fmin(s.low, x[i]);
        s.high = fmax(s.high, x[i]);
    }
    return s;
}

static tacit_tie_span divide(tacit_tie_span a, tacit_tie_span b)
{
    const double corner[] = { a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high };
    if (b.low > 0.0 || b.high < 0.0)
        return hull(corner, 4);
    tacit_tie_span all = span_of(-INFINITY, INFINITY);
    all.missing = true; /* by zero */
    all.value = b.low < 0.0 || b.high > 0.0;
    return all;
}

static tacit_tie_span combine(tacit_tie_op op, tacit_tie_span a, tacit_tie_span b)
{
    switch (op) {
    case TACIT_TIE_ADD:
        return span_of(a.low + b.low, a.high + b.high);
    case TACIT_TIE_SUBTRACT:
        return span_of(a.low - b.high, a.high - b.low);
    case TACIT_TIE_MULTIPLY:
        return hull(
            (const double[]){ a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high }, 4);
    case TACIT_TIE_DIVIDE:
        return divide(a, b);
    case TACIT_TIE_MIN:
        return span_of(fmin(a.low, b.low), fmin(a.high, b.high));
    default:
        return span_of(fmax(a.low, b.low), fmax(a.high, b.high));
    }
}

static tacit_tie_span choose(const tacit_tie_book *ties, const tacit_tie_scene *scene,
                             const tacit_tie_node *node)
{
    const unsigned truth = tacit_tie_truth(ties, scene, node->arg[0]);
    tacit_tie_span out = { .missing = (truth & U) != 0 };
    for (size_t k = 1; k <= 2; k++) {
        if ((truth & (k == 1 ? T : F)) == 0)
            continue;
        const tacit_tie_span one = tacit_tie_value(ties, scene, node->arg[k]);
        out.missing = out.missing || one.missing;
        if (!one.value)
            continue;
        out.low = out.value ? fmin(out.low, one.low) : one.low;
        out.high = out.value ? fmax(out.high, one.high) : one.high;
        out.value = true;
    }
    return out;
}

static tacit_tie_span step(tacit_tie_op op, tacit_tie_span a)
{
    if (op == TACIT_TIE_FLOOR)
        return span_of(floor(a.low * (1.0 + (a.low > 0 ? 1e-12 : -1e-12))),
                       floor(a.high * (1.0 + (a.high > 0 ? 1e-12 : -1e-12))));
    return span_of(round(a.low), round(a.high));
}

tacit_tie_span tacit_tie_value(const tacit_tie_book *ties, const tacit_tie_scene *scene,
                               const tacit_tie_node *node)
{
    if (node->op == TACIT_TIE_NUMBER || node->op == TACIT_TIE_TEXT)
        return span_of(node->x, node->x);
    if (node->op == TACIT_TIE_MISSING)
        return (tacit_tie_span){ .missing = true };
    if (node->op == TACIT_TIE_VARIABLE) {
        const tacit_tie_variable *v = &ties->variable[node->variable];
        return v->formula != NULL ? tacit_tie_value(ties, scene, v->formula)
                                  : scene->at[node->variable];
    }
    if (node->op == TACIT_TIE_IF)
        return choose(ties, scene, node);
    const bool two = node->arg[1] != NULL;
    const tacit_tie_span a = tacit_tie_value(ties, scene, node->arg[0]);
    const tacit_tie_span b =
        two ? tacit_tie_value(ties, scene, node->arg[1]) : (tacit_tie_span){ .value = true };
    if (!a.value || !b.value)
        return (tacit_tie_span){ .missing = true };
    tacit_tie_span out = two ? combine(node->op, a, b) : step(node->op, a);
    out.missing = out.missing || a.missing || b.missing;
    return out;
}

/* ---- conditions ---- */

/* What rounding may add to a comparison of two numbers. */
static double slack(double a, double b)
{
    const double most = fmax(fabs(a), fabs(b));
    return TACIT_TIE_SLACK * (isfinite(most) ? fmax(1.0, most) : 1.0);
}

static unsigned compare(tacit_tie_op op, tacit_tie_span a, tacit_tie_span b)
{
    unsigned truth = a.missing || b.missing ? U : 0;
    if (!a.value || !b.value)
        return truth;
    const double s = slack(a.low, b.high), t = slack(a.high, b.low);
    if (op == TACIT_TIE_EQUAL) {
        const bool apart = a.low > b.high + s || b.low > a.high + t;
        const bool same = !apart && a.high - b.low <= t && b.high - a.low <= s;
        return truth | (apart ? F : same ? T : T | F);
    }
    const double gap = op == TACIT_TIE_LESS ? -1.0 : 1.0; /* near counts as equal */
    truth |= a.low <= b.high + gap * s ? T : 0;
    truth |= a.high > b.low + gap * t ? F : 0;
    return truth;
}

static unsigned both(unsigned a, unsigned b)
{
    unsigned truth = (a | b) & F;
    truth |= a & b & T;
    truth |= ((a & U) != 0 && (b & (T | U)) != 0) || ((b & U) != 0 && (a & (T | U)) != 0) ? U : 0;
    return truth;
}

static unsigned opposite(unsigned a)
{
    return (a & U) | ((a & T) != 0 ? F : 0) | ((a & F) != 0 ? T : 0);
}

unsigned tacit_tie_truth(const tacit_tie_book *ties, const tacit_tie_scene *scene,
                         const tacit_tie_node *node)
{
    if (node->op == TACIT_TIE_NOT)
        return opposite(tacit_tie_truth(ties, scene, node->arg[0]));
    if (node->op == TACIT_TIE_AND || node->op == TACIT_TIE_OR) {
        const bool or = node->op == TACIT_TIE_OR;
        const unsigned a = tacit_tie_truth(ties, scene, node->arg[0]);
        const unsigned b = tacit_tie_truth(ties, scene, node->arg[1]);
        return or ? opposite(both(opposite(a), opposite(b))) : both(a, b);
    }
    const tacit_tie_span a = tacit_tie_value(ties, scene, node->arg[0]);
    if (node->op == TACIT_TIE_IS_MISSING)
        return (a.missing ? T : 0) | (a.value ? F : 0);
    return compare(node->op, a, tacit_tie_value(ties, scene, node->arg[1]));
}
