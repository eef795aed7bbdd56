/*
 * registry.c - the catalog of disclosure-risk measures, and the one way to run them.
 */
#include "risk/risk.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_RISK(id) &tacit_risk_##id.about,
#include "risk/risks.def"
#undef TACIT_RISK
};

const tacit_catalog tacit_risk_catalog = {
    .family = "risk",
    .title = "Disclosure-risk measures",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_risk *tacit_risk_find(const char *name)
{
    return tacit_catalog_get(&tacit_risk_catalog, name);
}

tacit_status tacit_risk_run(tacit_ctx *cx, const tacit_risk *r, tacit_subject *subject,
                            const tacit_args *args, tacit_result **out)
{
    TACIT_TRY(tacit_args_check(cx, r->about.name, args));
    TACIT_TRY(tacit_subject_check(cx, subject, r->about.name, r->needs));
    TACIT_TRY(tacit_result_new(cx, "risk", &r->about, args, out));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = r->measure(cx, subject, args, *out);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        json_decref(*out);
        *out = NULL;
    }
    return status;
}
