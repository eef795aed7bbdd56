/*
 * registry.c - the catalog of ways to protect tables.
 */
#include "tabular/protection/protection.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_PROTECTION(id) &tacit_protection_##id.about,
#include "tabular/protection/protections.def"
#undef TACIT_PROTECTION
};

const tacit_catalog tacit_protection_catalog = {
    .family = "protection",
    .title = "Protections of tables",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};
