/*
 * registry.c - the catalog of disclosure-risk measures.
 */
#include "micro/risk/risk.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_RISK(id) &tacit_risk_##id.about,
#include "micro/risk/risks.def"
#undef TACIT_RISK
};

const tacit_catalog tacit_risk_catalog = {
    .family = "risk",
    .title = "Disclosure-risk measures",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_measure *tacit_risk_find(const char *name)
{
    return tacit_catalog_get(&tacit_risk_catalog, name);
}
