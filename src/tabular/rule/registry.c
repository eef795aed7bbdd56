/*
 * registry.c - the catalog of rules for sensitive cells.
 */
#include "tabular/rule/rule.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_RULE(id) &tacit_rule_##id.about,
#include "tabular/rule/rules.def"
#undef TACIT_RULE
};

const tacit_catalog tacit_rule_catalog = {
    .family = "rule",
    .title = "Rules for sensitive cells",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const char *const TACIT_RULE_LEVELS[] = { "holding", "record", NULL };

bool tacit_rule_is_on_holdings(const tacit_args *args)
{
    const size_t level = tacit_param_find(args->params, "level");
    return level == args->n || tacit_arg_choice(args, level) == 0;
}
