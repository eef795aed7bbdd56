/*
 * parse_statistics.c - the parts of a plan that speak of private answers: domains, statistics.
 */
#include "plan/parse_parts.h"
#include "plan/statistics.h"

static const tacit_entry DOMAIN = { .name = "domains", .params = TACIT_DOMAIN_PARAMS };

tacit_status tacit_parse_domains(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    tacit_plan_domain *all = NULL;
    if (node->kind != TACIT_NODE_MAP) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "domains must be a map of columns to what they may hold: {column: {lower: 0, "
                      "upper: 100}}.");
        return TACIT_OK;
    }
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, node->n, sizeof *all, &all));
    plan->domain = all;
    for (const tacit_node *key = node->first; key != NULL; key = key->next) {
        tacit_plan_domain *d = &all[plan->n_domains];
        if (key->kind != TACIT_NODE_SCALAR || key->twin != NULL) {
            tacit_problem(ps->problems, key->place, TACIT_PROBLEM_WRONG_TYPE,
                          "each domain needs the name of another column.");
            continue;
        }
        *d = (tacit_plan_domain){ .column = key->text, .place = key->place };
        plan->n_domains++;
        TACIT_TRY(tacit_parse_args(ps, &DOMAIN, key->value, key->place, &d->args));
    }
    return TACIT_OK;
}

static tacit_status take_statistic(const tacit_parse *ps, const tacit_node *item,
                                   tacit_plan_statistic *all, tacit_plan *plan)
{
    const tacit_node *name = NULL, *args = NULL;
    if (!tacit_parse_named(ps, item, "statistic", &name, &args))
        return TACIT_OK;
    const tacit_statistic *statistic = tacit_catalog_get(&tacit_statistic_catalog, name->text);
    const tacit_words words = { .n = tacit_statistic_catalog.n,
                                .at = tacit_words_catalog,
                                .user = &tacit_statistic_catalog };
    if (statistic == NULL)
        return tacit_parse_unknown(ps, name, "statistic", NULL, &words);
    tacit_plan_statistic *s = &all[plan->n_statistics++];
    *s = (tacit_plan_statistic){ .statistic = statistic, .place = name->place };
    return tacit_parse_args(ps, &statistic->about, args, name->place, &s->args);
}

tacit_status tacit_parse_statistics(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    const tacit_node *item = NULL;
    const size_t n = tacit_parse_list(ps, node, "statistics", &item);
    tacit_plan_statistic *all = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *all, &all));
    plan->statistic = all;
    for (size_t i = 0; i < n; i++, item = item->next)
        TACIT_TRY(take_statistic(ps, item, all, plan));
    return TACIT_OK;
}
