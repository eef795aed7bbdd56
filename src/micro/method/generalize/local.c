/*
 * local.c - local recoding within a limit of suppression.
 *
 * None of the ways is an optimum: what one finds when it may suppress more can be worse than
 * when it may suppress less.  So it is tried with each of a fixed list of shares up to the limit,
 * and the best result that keeps to the limit is taken: whoever allows more never gets less.
 */
#include <math.h>

#include "micro/method/generalize/generalize.h"

static const double AIMS[] = { 0.0, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0 };
enum { N_AIMS = sizeof AIMS / sizeof AIMS[0] };

/* Suppress no more than `aim` records, if that can be. */
static tacit_status recode_with(tacit_ctx *cx, const tacit_generalizer *z,
                                const tacit_local_spec *how, uint64_t aim,
                                tacit_search_found *found, tacit_recoding **out)
{
    tacit_local_spec spec = *how;
    tacit_search_spec search = z->spec;
    *found = (tacit_search_found){ 0 };
    search.most_suppressed = aim;
    if (how->way == TACIT_LOCAL_REFINE)
        TACIT_TRY(tacit_search(cx, z->space, &search, found));
    spec.spare = how->most_suppressed - aim;
    spec.start = found->any ? found->best.level : NULL; /* else it begins from the top */
    return tacit_recode_locally(cx, z->space, z->judge, &spec, out);
}

tacit_status tacit_generalize_recode(tacit_ctx *cx, tacit_generalizer *z,
                                     const tacit_local_spec *how)
{
    tacit_status status = TACIT_OK;
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < N_AIMS; i++) {
        const uint64_t aim = (uint64_t)floor(AIMS[i] * (double)z->space->records);
        tacit_search_found found;
        tacit_recoding *r = NULL;
        if (aim == last || aim > how->most_suppressed)
            continue;
        last = aim;
        status = recode_with(cx, z, how, aim, &found, &r);
        if (status == TACIT_ERR_DATA)
            continue;
        TACIT_TRY(status);
        if (z->recoding != NULL && r->loss >= z->recoding->loss) {
            tacit_recoding_free(r);
            continue;
        }
        tacit_recoding_free(z->recoding);
        z->recoding = r;
        z->found = found;
    }
    if (z->recoding != NULL)
        return TACIT_OK;
    if (status == TACIT_ERR_DATA)
        TACIT_TRY(tacit_generalize_reach(cx, z));
    return status;
}
