/*
 * nearest_credit.c - how many records have their own as the nearest.
 *
 * Ties share the credit: an attacker who finds s records equally near picks one at random.
 */
#include "micro/linkage/nearest_credit.h"

/* Distances that differ by less than this share are equal, as in tacit_nearest_ties(). */
static const double TIE = 1e-12;

tacit_status tacit_nearest_credit(tacit_ctx *cx, const tacit_nearest_spec *spec,
                                  const uint32_t *own, double *credit)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_ties ties = { 0 };
    TACIT_TRY(tacit_nearest_ties(cx, spec, &ties));
    for (size_t i = 0; i < spec->from->n; i++) {
        const double d = tacit_space_distance(spec->space, spec->from, i, spec->to, own[i]);
        credit[i] = d <= ties.distance[i] * (1.0 + TIE) ? 1.0 / (double)ties.count[i] : 0.0;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
