/*
 * evidence.c - tables that were found possible, kept as proof for more than they were looked for.
 */
#include "tabular/evidence.h"

#include <math.h>

/* Numbers that the evidence of one part may have. */
enum { MOST_NUMBERS = 1 << 20 };

/* What moves less than this stands still. */
static const double STILL = 1e-9;

tacit_status tacit_evidence_new(tacit_ctx *cx, size_t n, tacit_evidence *out)
{
    const size_t room = MOST_NUMBERS / (n + 1);
    *out = (tacit_evidence){ .n = n, .most = room < 4 * n ? room : 4 * n };
    return tacit_scratch(cx, n * out->most, sizeof *out->point, &out->point);
}

void tacit_evidence_keep(tacit_evidence *e, const double *y)
{
    if (e->count == e->most)
        return;
    for (size_t j = 0; j < e->n; j++)
        e->point[e->count * e->n + j] = y[j];
    e->count++;
}

void tacit_evidence_take(size_t n, const double *y, double *up, double *down)
{
    for (size_t j = 0; j < n; j++) {
        up[j] = fmax(up[j], y[j]);
        down[j] = fmax(down[j], -y[j]);
    }
}

void tacit_evidence_use(const tacit_evidence *e, const bool *still, double *up, double *down)
{
    for (size_t j = 0; j < e->n; j++)
        up[j] = down[j] = 0;
    for (size_t k = 0; k < e->count; k++) {
        const double *y = e->point + k * e->n;
        bool fits = true;
        for (size_t j = 0; fits && j < e->n; j++)
            fits = !still[j] || fabs(y[j]) < STILL;
        if (fits)
            tacit_evidence_take(e->n, y, up, down);
    }
}
