/*
 * margin.c - the law of one column: the distributional transform (Rueschendorf 2009) and back.
 */
#include "stats/margin.h"

tacit_status tacit_margin_of(tacit_ctx *cx, const uint64_t *count, size_t n, tacit_margin *out)
{
    uint64_t *upto = NULL, sum = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *upto, &upto));
    for (size_t v = 0; v < n; v++)
        upto[v] = sum += count[v];
    TACIT_ASSERT(sum > 0);
    *out = (tacit_margin){ n, upto };
    return TACIT_OK;
}

double tacit_margin_point(const tacit_margin *m, size_t value, double v)
{
    const uint64_t below = value > 0 ? m->upto[value - 1] : 0;
    return ((double)below + v * (double)(m->upto[value] - below)) / (double)m->upto[m->n - 1];
}

size_t tacit_margin_quantile(const tacit_margin *m, double u)
{
    size_t low = 0, high = m->n - 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((double)m->upto[middle] / (double)m->upto[m->n - 1] < u)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
