/*
 * registry.c - the catalog of ways to make a hierarchy.
 */
#include "hierarchy/hierarchy.h"

static const tacit_hierarchy_builder *const BUILDERS[] = {
#define TACIT_BUILDER(id) &tacit_hierarchy_builder_##id,
#include "hierarchy/builders.def"
#undef TACIT_BUILDER
};

static const tacit_entry *const ENTRIES[] = {
#define TACIT_BUILDER(id) &tacit_hierarchy_builder_##id.about,
#include "hierarchy/builders.def"
#undef TACIT_BUILDER
};

const tacit_catalog tacit_hierarchy_catalog = {
    .family = "hierarchy",
    .title = "Hierarchy builders",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_hierarchy_builder *tacit_hierarchy_builder_find(const char *name)
{
    const size_t i = tacit_catalog_find(&tacit_hierarchy_catalog, name);
    return i < tacit_hierarchy_catalog.n ? BUILDERS[i] : NULL;
}
