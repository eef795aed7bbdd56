/*
 * registry.c - the catalog of utility measures.
 */
#include "micro/utility/utility.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_UTILITY(id) &tacit_utility_##id.about,
#include "micro/utility/utilities.def"
#undef TACIT_UTILITY
};

const tacit_catalog tacit_utility_catalog = {
    .family = "utility",
    .title = "Utility measures",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_measure *tacit_utility_find(const char *name)
{
    return tacit_catalog_get(&tacit_utility_catalog, name);
}
