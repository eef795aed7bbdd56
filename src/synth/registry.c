/*
 * registry.c - the catalog of generators.
 */
#include "synth/generator.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_GENERATOR(id) &tacit_generator_##id.about,
#include "synth/generators.def"
#undef TACIT_GENERATOR
};

const tacit_catalog tacit_generator_catalog = {
    .family = "generator",
    .title = "Generators of synthetic values",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_generator *tacit_generator_find(const char *name)
{
    return tacit_catalog_get(&tacit_generator_catalog, name);
}
