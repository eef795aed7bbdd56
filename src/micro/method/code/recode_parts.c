/*
 * recode_parts.c - breaks that cut a column into a number of parts.
 *
 * With least value a, greatest b and k parts, break i of 0 ... k is the i/k-quantile (type 7 of
 * Hyndman and Fan 1996), a + (b - a) i / k, or a (b / a)^(i / k); inner
 * breaks have 12 significant digits, those of whole numbers and dates are the whole numbers
 * that cut alike.  Missing values do not count.  O(n) radix passes.
 */
#include "micro/method/code/recode_parts.h"

#include <math.h>
#include <stdio.h>

#include "base/sort.h"
#include "base/text.h"
#include "stats/quantile.h"

const char *const TACIT_PARTS_CHOICES[] = { "counts", "width", "ratio", NULL };

/* `x` to 12 significant digits, which rids an interpolated number of its rounding errors, so that
 * labels are short. */
static double tidy(double x)
{
    char text[TACIT_NUMBER_BYTES];
    double y = x;
    snprintf(text, sizeof text, "%.12g", x);
    return tacit_parse_real(text, &y) ? y : x;
}

/* Break number `i` of the sorted numbers. */
static double break_at(const double *x, size_t n, size_t i, const tacit_parts *parts)
{
    const double share = (double)i / (double)parts->n, least = x[0], most = x[n - 1];
    if (i == 0 || i == parts->n)
        return i == 0 ? least : most;
    switch (parts->equal) {
    case TACIT_PARTS_COUNTS:
        return tacit_quantile(x, n, share);
    case TACIT_PARTS_WIDTH:
        return least * (1.0 - share) + most * share;
    case TACIT_PARTS_RATIO:
        return exp(log(least) * (1.0 - share) + log(most) * share);
    }
    return least;
}

static tacit_status check_values(tacit_ctx *cx, const char *name, const double *x, size_t n,
                                 tacit_parts_rule equal)
{
    if (n == 0 || !(x[n - 1] > x[0]))
        return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' needs two different values for parts.",
                          name);
    if (equal == TACIT_PARTS_RATIO && !(x[0] > 0.0))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has values that are not above 0, so it cannot be cut by "
                          "ratio.",
                          name);
    return TACIT_OK;
}

tacit_status tacit_parts_of(tacit_ctx *cx, const tacit_column *c, const tacit_parts *parts,
                            double **out, size_t *n)
{
    const bool whole = tacit_column_type(c) != TACIT_TYPE_REAL;
    double *x = NULL, *breaks = NULL;
    size_t present = 0, k = 0;
    TACIT_TRY(tacit_column_present(cx, c, &x, &present));
    TACIT_TRY(tacit_sort_reals(cx, x, present));
    TACIT_TRY(check_values(cx, tacit_column_name(c), x, present, parts->equal));
    TACIT_TRY(tacit_scratch(cx, parts->n + 1, sizeof *breaks, &breaks));
    for (size_t i = 0; i <= parts->n; i++) {
        const bool inner = i > 0 && i < parts->n;
        const double at = break_at(x, present, i, parts);
        breaks[k] = !whole ? (inner ? tidy(at) : at) : parts->right ? floor(at) : ceil(at);
        k += k == 0 || breaks[k] > breaks[k - 1];
    }
    TACIT_ASSERT(k >= 2);
    if (k <= parts->n)
        tacit_warn(cx, "Column '%s' has too many equal values for %zu parts; it gets %zu.",
                   tacit_column_name(c), parts->n, k - 1);
    *out = breaks;
    *n = k;
    return TACIT_OK;
}
