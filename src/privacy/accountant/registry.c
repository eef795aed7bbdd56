/*
 * registry.c - the catalog of accountants, and the ways to ask them.
 */
#include "privacy/accountant/accountant.h"

#include <math.h>

static const tacit_entry *const ENTRIES[] = {
#define TACIT_ACCOUNTANT(id) &tacit_accountant_##id.about,
#include "privacy/accountant/accountants.def"
#undef TACIT_ACCOUNTANT
};

const tacit_catalog tacit_accountant_catalog = {
    .family = "accountant",
    .title = "Accountants of privacy",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

/* Parameters that an accountant may have at most. */
enum { MOST_ARGS = 4 };

tacit_status tacit_accountant_epsilon(tacit_ctx *cx, const tacit_accountant *accountant,
                                      const tacit_spending *spent, double delta, double *out)
{
    tacit_value at[MOST_ARGS];
    tacit_args args;
    TACIT_ASSERT(tacit_param_count(accountant->about.params) <= MOST_ARGS);
    tacit_args_preset(accountant->about.params, at, &args);
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = accountant->epsilon(cx, &args, spent, delta, out);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_accountant_least(tacit_ctx *cx, const tacit_spending *spent, double delta,
                                    double *out)
{
    double best = INFINITY;
    for (size_t i = 0; i < tacit_accountant_catalog.n; i++) {
        const tacit_accountant *a = (const void *)tacit_accountant_catalog.entry[i];
        double epsilon = INFINITY;
        if (a->epsilon != NULL)
            TACIT_TRY(tacit_accountant_epsilon(cx, a, spent, delta, &epsilon));
        best = fmin(best, epsilon);
    }
    *out = best;
    return TACIT_OK;
}
