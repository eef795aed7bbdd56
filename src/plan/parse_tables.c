/*
 * parse_tables.c - the parts of a plan that speak of tables: tables, rules, protection.
 */
#include "plan/parse_parts.h"

static const char *const COSTS[] = { "value", "frequency", "unity", NULL };

const tacit_param TACIT_TABLE_PARAMS[] = {
    [TACIT_TABLE_BY] = { .name = "by",
                         .type = TACIT_PARAM_COLUMNS,
                         .need = TACIT_REQUIRED,
                         .help = "the dimensions; those with a hierarchy have all its levels" },
    [TACIT_TABLE_OF] = { .name = "of",
                         .type = TACIT_PARAM_COLUMN,
                         .need = TACIT_OPTIONAL,
                         .help = "the column that is added up; records are counted if not given" },
    [TACIT_TABLE_SIZE] = { .name = "size",
                           .type = TACIT_PARAM_COLUMN,
                           .need = TACIT_OPTIONAL,
                           .help = "the column that rules look at instead: how large a "
                                   "contributor is" },
    [TACIT_TABLE_HOLDING] = { .name = "holding",
                              .type = TACIT_PARAM_COLUMN,
                              .need = TACIT_OPTIONAL,
                              .help = "the column that says which records belong together and "
                                      "are one contributor" },
    [TACIT_TABLE_COST] = { .name = "cost",
                           .type = TACIT_PARAM_CHOICE,
                           .choices = COSTS,
                           .help = "what suppressing a cell costs: its value, its number of "
                                   "records, or the same for all" },
    TACIT_PARAM_END
};

static const tacit_entry TABLE = { .name = "tables", .params = TACIT_TABLE_PARAMS };

tacit_status tacit_parse_tables(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    tacit_plan_table *all = NULL;
    if (node->kind != TACIT_NODE_MAP) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "tables must be a map of names to tables: {name: {by: [column, ...]}}.");
        return TACIT_OK;
    }
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, node->n, sizeof *all, &all));
    plan->table = all;
    for (const tacit_node *key = node->first; key != NULL; key = key->next) {
        tacit_plan_table *t = &all[plan->n_tables];
        if (key->kind != TACIT_NODE_SCALAR || key->twin != NULL) {
            tacit_problem(ps->problems, key->place, TACIT_PROBLEM_WRONG_TYPE,
                          "each table needs a name of its own.");
            continue;
        }
        *t = (tacit_plan_table){ .name = key->text, .place = key->place };
        plan->n_tables++;
        TACIT_TRY(tacit_parse_args(ps, &TABLE, key->value, key->place, &t->args));
    }
    return TACIT_OK;
}

static tacit_status take_rule(const tacit_parse *ps, const tacit_node *name, const tacit_node *args,
                              tacit_plan_rule *all, tacit_plan *plan)
{
    const tacit_rule *rule = tacit_catalog_get(&tacit_rule_catalog, name->text);
    const tacit_words words = { .n = tacit_rule_catalog.n,
                                .at = tacit_words_catalog,
                                .user = &tacit_rule_catalog };
    if (rule == NULL)
        return tacit_parse_unknown(ps, name, "rule", NULL, &words);
    tacit_plan_rule *r = &all[plan->n_rules++];
    *r = (tacit_plan_rule){ .rule = rule };
    return tacit_parse_args(ps, &rule->about, args, name->place, &r->args);
}

tacit_status tacit_parse_rules(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    tacit_plan_rule *all = NULL;
    const bool map = node->kind == TACIT_NODE_MAP;
    const tacit_node *item = node->first;
    const size_t n = map ? node->n : tacit_parse_list(ps, node, "rules", &item);
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *all, &all));
    plan->rule = all;
    for (size_t i = 0; i < n; i++, item = item->next) {
        const tacit_node *name = item, *args = item->value;
        if (map || tacit_parse_named(ps, item, "rule", &name, &args))
            TACIT_TRY(take_rule(ps, name, args, all, plan));
    }
    return TACIT_OK;
}

tacit_status tacit_parse_protection(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    const tacit_node *name = NULL, *args = NULL;
    if (!tacit_parse_named(ps, node, "protection", &name, &args))
        return TACIT_OK;
    const tacit_words words = { .n = tacit_protection_catalog.n,
                                .at = tacit_words_catalog,
                                .user = &tacit_protection_catalog };
    plan->protection = tacit_catalog_get(&tacit_protection_catalog, name->text);
    if (plan->protection == NULL)
        return tacit_parse_unknown(ps, name, "protection", NULL, &words);
    return tacit_parse_args(ps, &plan->protection->about, args, name->place,
                            &plan->protection_args);
}
