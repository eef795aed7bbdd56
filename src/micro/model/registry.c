/*
 * registry.c - the catalog of anonymity models.
 */
#include "micro/model/model.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_MODEL(id) &tacit_model_##id.measure.about,
#include "micro/model/models.def"
#undef TACIT_MODEL
};

const tacit_catalog tacit_model_catalog = {
    .family = "model",
    .title = "Anonymity models",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_model *tacit_model_find(const char *name)
{
    return tacit_catalog_get(&tacit_model_catalog, name);
}
