/*
 * registry.c - the catalog of utility measures, and the one way to run them.
 */
#include "utility/utility.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_UTILITY(id) &tacit_utility_##id.about,
#include "utility/utilities.def"
#undef TACIT_UTILITY
};

const tacit_catalog tacit_utility_catalog = {
    .family = "utility",
    .title = "Utility measures",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_utility *tacit_utility_find(const char *name)
{
    return tacit_catalog_get(&tacit_utility_catalog, name);
}

tacit_status tacit_utility_run(tacit_ctx *cx, const tacit_utility *u, const tacit_pair *pair,
                               const tacit_args *args, tacit_result **out)
{
    tacit_result *result = NULL;
    TACIT_TRY(tacit_args_check(cx, u->about.name, args));
    TACIT_TRY(tacit_result_new(cx, "utility", &u->about, args, &result));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = u->measure(cx, pair, args, result);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        *out = result;
    else
        json_decref(result);
    return status;
}
