/*
 * parse_tables.c - the parts of a plan that speak of tables: tables, rules, protection.
 */
#include "plan/cells.h"
#include "plan/parse_parts.h"

#include <string.h>

static const char *const COSTS[] = { "value", "frequency", "unity", "distance", NULL };
static const char *const NEGATIVES[] = { "refuse", "absolute", NULL };
static const char *const EMPTIES[] = { "known", "open", NULL };
static const char *const MISSINGS[] = { "code", "safe", "drop", NULL };

const tacit_param TACIT_TABLE_PARAMS[] = {
    [TACIT_TABLE_BY] = { .name = "by",
                         .type = TACIT_PARAM_COLUMNS,
                         .need = TACIT_REQUIRED,
                         .help = "the dimensions; those with hierarchies have all their levels" },
    [TACIT_TABLE_OF] = { .name = "of",
                         .type = TACIT_PARAM_COLUMNS,
                         .need = TACIT_OPTIONAL,
                         .help = "the columns that are added up; records are counted if none is "
                                 "given" },
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
                           .type = TACIT_PARAM_TEXT,
                           .need = TACIT_OPTIONAL,
                           .help = "what suppressing a cell costs: its value, its frequency, "
                                   "unity (the same for all), its distance from a sensitive "
                                   "cell, or the sum of a column; its value if not given" },
    [TACIT_TABLE_LAMBDA] = { .name = "lambda",
                             .type = TACIT_PARAM_REAL,
                             .preset = 1,
                             .min = 0,
                             .max = 10,
                             .help = "the power to which costs are raised; 0 is the logarithm of "
                                     "cost + 1" },
    [TACIT_TABLE_DECIMALS] = { .name = "decimals",
                               .type = TACIT_PARAM_INTEGER,
                               .need = TACIT_OPTIONAL,
                               .min = 0,
                               .max = 6,
                               .help = "of the values; those of the column if not given" },
    [TACIT_TABLE_NEGATIVE] = { .name = "negative",
                               .type = TACIT_PARAM_CHOICE,
                               .choices = NEGATIVES,
                               .help = "negative contributions are refused, or rules look at "
                                       "their absolute values" },
    [TACIT_TABLE_KNOWN] = { .name = "known",
                            .type = TACIT_PARAM_REAL,
                            .preset = 100,
                            .min = 0.1,
                            .max = 1e6,
                            .unit = "per cent",
                            .help = "readers know every value to within this many per cent "
                                    "beforehand" },
    [TACIT_TABLE_EMPTY] = { .name = "empty",
                            .type = TACIT_PARAM_CHOICE,
                            .choices = EMPTIES,
                            .help = "whether everybody knows which cells have no records, or they "
                                    "may be suppressed like others" },
    [TACIT_TABLE_MISSING] = { .name = "missing",
                              .type = TACIT_PARAM_CHOICE,
                              .choices = MISSINGS,
                              .help = "records with a missing dimension have a code of their own, "
                                      "which may be safe whatever rules say, or are dropped" },
    [TACIT_TABLE_HIDE] = { .name = "hide",
                           .type = TACIT_PARAM_LISTS,
                           .need = TACIT_OPTIONAL,
                           .help = "codes that are not published: {column: [code, ...]}" },
    [TACIT_TABLE_LEVELS] = { .name = "levels",
                             .type = TACIT_PARAM_LISTS,
                             .need = TACIT_OPTIONAL,
                             .help = "the only levels that are published, 0 for the total: "
                                     "{column: [0, 1]}" },
    [TACIT_TABLE_HISTORY] = { .name = "history",
                              .type = TACIT_PARAM_FILE,
                              .need = TACIT_OPTIONAL,
                              .help = "a file of cells with their status, cost or protection "
                                      "levels, which go before the rules" },
    TACIT_PARAM_END
};

enum tacit_table_cost tacit_plan_cost(const tacit_plan_table *t)
{
    size_t k = 0;
    if (!tacit_arg_given(&t->args, TACIT_TABLE_COST))
        return TACIT_COST_VALUE;
    while (COSTS[k] != NULL && strcmp(COSTS[k], tacit_arg_text(&t->args, TACIT_TABLE_COST)) != 0)
        k++;
    return (enum tacit_table_cost)k;
}

bool tacit_plan_rule_is_for(const tacit_plan_rule *rule, const tacit_plan_table *table)
{
    return rule->table != NULL ? rule->table == table : !table->ruled;
}

/* ---- rules ---- */

static tacit_status take_rule(const tacit_parse *ps, const tacit_node *name, const tacit_node *args,
                              tacit_plan_rule *out, size_t *n)
{
    const tacit_rule *rule = tacit_catalog_get(&tacit_rule_catalog, name->text);
    const tacit_words words = { .n = tacit_rule_catalog.n,
                                .at = tacit_words_catalog,
                                .user = &tacit_rule_catalog };
    if (rule == NULL)
        return tacit_parse_unknown(ps, name, "rule", NULL, &words);
    out->rule = rule;
    out->place = name->place;
    *n += 1;
    return tacit_parse_args(ps, &rule->about, args, name->place, &out->args);
}

/* Add rules to those that the plan has: for `table`, or for all tables if it is NULL. */
static tacit_status add_rules(const tacit_parse *ps, const tacit_node *node,
                              const tacit_plan_table *table, tacit_plan *plan)
{
    tacit_plan_rule *all = NULL;
    const bool map = node->kind == TACIT_NODE_MAP;
    const tacit_node *item = node->first;
    const size_t n = map ? node->n : tacit_parse_list(ps, node, "rules", &item);
    if (plan->n_rules + n > TACIT_PLAN_RULES) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_OUT_OF_RANGE,
                      "a plan and its tables may have %d rules at most.", TACIT_PLAN_RULES);
        return TACIT_OK;
    }
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, plan->n_rules + n, sizeof *all, &all));
    for (size_t i = 0; i < plan->n_rules; i++)
        all[i] = plan->rule[i];
    plan->rule = all;
    for (size_t i = 0; i < n; i++, item = item->next) {
        const tacit_node *name = item, *args = item->value;
        all[plan->n_rules].table = table;
        if (map || tacit_parse_named(ps, item, "rule", &name, &args))
            TACIT_TRY(take_rule(ps, name, args, &all[plan->n_rules], &plan->n_rules));
    }
    return TACIT_OK;
}

tacit_status tacit_parse_rules(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    return add_rules(ps, node, NULL, plan);
}

/* ---- tables ---- */

static const tacit_entry TABLE = { .name = "tables", .params = TACIT_TABLE_PARAMS };

/* What is said of dimensions is said of dimensions of this table. */
static void check_dimensions(const tacit_parse *ps, const tacit_plan_table *t, size_t arg)
{
    const tacit_value *said = &t->args.at[arg], *by = &t->args.at[TACIT_TABLE_BY];
    for (size_t i = 0; said->given && i < said->n; i++) {
        size_t k = 0;
        while (k < by->n && strcmp(by->texts[k], said->groups[i].label) != 0)
            k++;
        if (k == by->n)
            tacit_problem(ps->problems, t->place, TACIT_PROBLEM_UNKNOWN_COLUMN,
                          "'%s' of table '%s' names '%s', which is no dimension of it.",
                          t->args.params[arg].name, t->name, said->groups[i].label);
    }
}

/* What a table says, but for the rules that are its own: these are added to those of the plan. */
static tacit_status take_own_rules(const tacit_parse *ps, const tacit_node *said,
                                   tacit_plan_table *t, tacit_plan *plan, tacit_node *rest)
{
    tacit_node *keys = NULL, *last = NULL;
    *rest = *said;
    if (said->kind != TACIT_NODE_MAP)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(ps->cx, said->n, sizeof *keys, &keys));
    rest->first = NULL;
    rest->n = 0;
    for (const tacit_node *key = said->first; key != NULL; key = key->next) {
        if (!t->ruled && key->kind == TACIT_NODE_SCALAR && strcmp(key->text, "rules") == 0) {
            t->ruled = plan->rules_apart = true;
            TACIT_TRY(add_rules(ps, key->value, t, plan));
            continue;
        }
        keys[rest->n] = *key;
        keys[rest->n].next = NULL;
        *(last != NULL ? &last->next : &rest->first) = &keys[rest->n];
        last = &keys[rest->n++];
    }
    return TACIT_OK;
}

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
        tacit_node said;
        TACIT_TRY(take_own_rules(ps, key->value, t, plan, &said));
        TACIT_TRY(tacit_parse_args(ps, &TABLE, &said, key->place, &t->args));
        check_dimensions(ps, t, TACIT_TABLE_HIDE);
        check_dimensions(ps, t, TACIT_TABLE_LEVELS);
    }
    return TACIT_OK;
}

const tacit_param TACIT_EQUATION_PARAMS[] = {
    [TACIT_EQUATION_TOTAL] = { .name = "total",
                               .type = TACIT_PARAM_COLUMN,
                               .need = TACIT_REQUIRED,
                               .help = "the column that is the sum" },
    [TACIT_EQUATION_PARTS] = { .name = "parts",
                               .type = TACIT_PARAM_COLUMNS,
                               .need = TACIT_REQUIRED,
                               .help = "the columns that it is the sum of" },
    TACIT_PARAM_END
};

static const tacit_entry EQUATION = { .name = "equations", .params = TACIT_EQUATION_PARAMS };

tacit_status tacit_parse_equations(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    tacit_plan_equation *all = NULL;
    const tacit_node *item = NULL;
    const size_t n = tacit_parse_list(ps, node, "equations", &item);
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *all, &all));
    plan->equation = all;
    for (size_t i = 0; i < n; i++, item = item->next) {
        all[plan->n_equations].place = item->place;
        TACIT_TRY(
            tacit_parse_args(ps, &EQUATION, item, item->place, &all[plan->n_equations++].args));
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
    plan->protection_place = name->place;
    if (plan->protection == NULL)
        return tacit_parse_unknown(ps, name, "protection", NULL, &words);
    return tacit_parse_args(ps, &plan->protection->about, args, name->place,
                            &plan->protection_args);
}
