/*
 * parse_public.c - the part of a plan that names public tables: `public`.
 */
#include "plan/parse_parts.h"
#include "plan/statistics.h"

const tacit_param TACIT_PUBLIC_PARAMS[] = {
    [TACIT_PUBLIC_DATA] = { .name = "data",
                            .type = TACIT_PARAM_FILE,
                            .need = TACIT_REQUIRED,
                            .help = "the file with the table, which everybody may see" },
    [TACIT_PUBLIC_KEY] = { .name = "key",
                           .type = TACIT_PARAM_TEXT,
                           .need = TACIT_REQUIRED,
                           .help = "the column of the table that tells its rows apart" },
    [TACIT_PUBLIC_COLUMN] = { .name = "column",
                              .type = TACIT_PARAM_TEXT,
                              .need = TACIT_OPTIONAL,
                              .help = "the column of the data whose values the keys are; called "
                                      "like the key if not given" },
    TACIT_PARAM_END
};

static const tacit_entry PUBLIC = { .name = "public", .params = TACIT_PUBLIC_PARAMS };

tacit_status tacit_parse_public(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    tacit_plan_public_table *all = NULL;
    if (node->kind != TACIT_NODE_MAP) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "public must be a map of names to tables: {name: {data: file.csv, key: "
                      "column}}.");
        return TACIT_OK;
    }
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, node->n, sizeof *all, &all));
    plan->publics = all;
    for (const tacit_node *key = node->first; key != NULL; key = key->next) {
        tacit_plan_public_table *t = &all[plan->n_publics];
        if (key->kind != TACIT_NODE_SCALAR || key->twin != NULL) {
            tacit_problem(ps->problems, key->place, TACIT_PROBLEM_WRONG_TYPE,
                          "each public table needs a name of its own.");
            continue;
        }
        *t = (tacit_plan_public_table){ .name = key->text, .place = key->place };
        plan->n_publics++;
        TACIT_TRY(tacit_parse_args(ps, &PUBLIC, key->value, key->place, &t->args));
    }
    return TACIT_OK;
}
