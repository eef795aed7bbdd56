/*
 * score.c - what propensity scores say of two tables.
 *
 * pMSE: Woo, Reiter, Oganian and Karr (2009); SPECKS: Bowen, Liu and Su (2021); PO50 and U: Raab,
 * Nowok and Dibben (2021).  For tables of unequal size the scores are compared with c, the share
 * of protected rows, and PO50 is the mean of both sides, so that scores that tell nothing give
 * 0; for c = 1/2 this is the usual definition.
 */
#include "micro/utility/score.h"

#include <math.h>

#include "base/sort.h"

static const double STEPS = 1e9; /* of scores that can be told apart */

double tacit_score_pmse(const double *p, size_t n, double c)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += (p[i] - c) * (p[i] - c);
    return n > 0 ? sum / (double)n : NAN;
}

/* A score to nine digits. */
static uint64_t step_of(double p)
{
    return (uint64_t)(p * STEPS + 0.5);
}

/* Walk along the sorted scores: both distributions and the pairs. */
static void walk(const tacit_keyed *a, size_t n, const bool *t, const double size[2],
                 tacit_score *out)
{
    double below[2] = { 0.0, 0.0 };
    for (size_t i = 0, end = 0; i < n; i = end) {
        double here[2] = { 0.0, 0.0 };
        for (end = i; end < n && a[end].key == a[i].key; end++)
            here[t[a[end].row] ? 1 : 0] += 1.0;
        out->u += here[1] * (below[0] + 0.5 * here[0]);
        below[0] += here[0];
        below[1] += here[1];
        out->specks = fmax(out->specks, fabs(below[0] / size[0] - below[1] / size[1]));
    }
}

tacit_status tacit_score_of(tacit_ctx *cx, const double *p, const bool *t, size_t n,
                            tacit_score *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *a = NULL;
    double size[2] = { 0.0, 0.0 }, right[2] = { 0.0, 0.0 };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *a, &a));
    for (size_t i = 0; i < n; i++)
        size[t[i] ? 1 : 0] += 1.0;
    TACIT_ASSERT(size[0] > 0.0 && size[1] > 0.0);
    tacit_score s = { .c = size[1] / (double)n };
    s.pmse = tacit_score_pmse(p, n, s.c);
    for (size_t i = 0; i < n; i++) {
        a[i] = (tacit_keyed){ step_of(p[i]), i };
        if ((a[i].key > step_of(s.c)) == t[i])
            right[t[i] ? 1 : 0] += 1.0;
    }
    s.po50 = 50.0 * (right[0] / size[0] + right[1] / size[1]) - 50.0;
    TACIT_TRY(tacit_sort_keyed(cx, a, n));
    walk(a, n, t, size, &s);
    s.auc = s.u / (size[0] * size[1]);
    tacit_scratch_release(cx, mark);
    *out = s;
    return TACIT_OK;
}
