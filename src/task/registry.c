/*
 * registry.c - the catalog of tasks, and of everything else that a plan can name.
 */
#include "task/tasks.h"

#include "micro/linkage/linker.h"
#include "privacy/accountant/accountant.h"
#include "privacy/inference/inference.h"
#include "privacy/mechanism/mechanism.h"
#include "privacy/statistic/statistic.h"
#include "query/mode/mode.h"
#include "synth/generator.h"
#include "tabular/measure/measure.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_TASK(id) &tacit_task_##id.section.about,
#include "task/tasks.def"
#undef TACIT_TASK
};

const tacit_catalog tacit_task_catalog = {
    .family = "task",
    .title = "Commands",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_task *tacit_task_find(const char *name)
{
    return tacit_catalog_get(&tacit_task_catalog, name);
}

const tacit_catalog *const *tacit_catalogs(void)
{
    static const tacit_catalog *const all[] = {
        &tacit_method_catalog,
        &tacit_model_catalog,
        &tacit_risk_catalog,
        &tacit_utility_catalog,
        &tacit_linker_catalog,
        &tacit_generator_catalog,
        &tacit_rule_catalog,
        &tacit_protection_catalog,
        &tacit_table_risk_catalog,
        &tacit_table_utility_catalog,
        &tacit_mechanism_catalog,
        &tacit_accountant_catalog,
        &tacit_statistic_catalog,
        &tacit_inference_catalog,
        &tacit_mode_catalog,
        &tacit_hierarchy_catalog,
        &tacit_engine_catalog,
        NULL,
    };
    return all;
}
