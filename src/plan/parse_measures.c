/*
 * parse_measures.c - the measures that a plan asks for.
 *
 * A family stands for each of its entries that has no required parameter and whose
 * needed roles the plan gives; an entry that is also named by itself is taken from there.
 * Without the key `measures` a plan asks for the families risk and utility, but for the
 * measures that are there on request only.
 */
#include "plan/parse_parts.h"

#include <string.h>

/* The families by their names in plans, in the order they are searched. */
enum { RISK, UTILITY, MODELS, FAMILIES };
static const char *const FAMILY_NAMES[] = { "risk", "utility", "models", NULL };

static const tacit_catalog *catalog_of(size_t family)
{
    return family == RISK      ? &tacit_risk_catalog
           : family == UTILITY ? &tacit_utility_catalog
                               : &tacit_model_catalog;
}

/* The entry called `name` in any family. */
static bool find_measure(const char *name, tacit_plan_measure *out)
{
    *out = (tacit_plan_measure){ .risk = tacit_risk_find(name) };
    if (out->risk == NULL)
        out->utility = tacit_utility_find(name);
    if (out->risk == NULL && out->utility == NULL)
        out->model = tacit_model_find(name);
    return out->risk != NULL || out->utility != NULL || out->model != NULL;
}

static const tacit_entry *entry_of(const tacit_plan_measure *m)
{
    return m->risk != NULL      ? &m->risk->about
           : m->utility != NULL ? &m->utility->about
                                : &m->model->about;
}

/* What a utility needs of the original, as a subject's needs. */
static unsigned pair_needs(unsigned needs)
{
    return ((needs & TACIT_PAIR_KEYS) != 0 ? TACIT_NEEDS_KEYS : 0u) |
           ((needs & TACIT_PAIR_SENSITIVE) != 0 ? TACIT_NEEDS_SENSITIVE : 0u);
}

static unsigned needs_of(const tacit_plan_measure *m)
{
    return m->risk != NULL    ? m->risk->needs
           : m->model != NULL ? m->model->needs
                              : pair_needs(m->utility->needs);
}

/* Whether the measure is there without having been named. */
static bool is_default(const tacit_plan_measure *m, const tacit_plan *plan)
{
    if (m->utility != NULL)
        return (m->utility->traits & TACIT_UTILITY_ON_REQUEST) == 0;
    if (m->risk == NULL)
        return true;
    const bool control = (m->risk->traits & TACIT_RISK_CONTROL) != 0 && plan->control != NULL;
    return control || (m->risk->traits & TACIT_RISK_ON_REQUEST) == 0;
}

static bool has_required(const tacit_entry *entry)
{
    for (const tacit_param *p = entry->params; p->name != NULL; p++)
        if (p->need == TACIT_REQUIRED)
            return true;
    return false;
}

/* The measures so far. */
typedef struct measures {
    tacit_plan_measure *at;
    size_t n;
} measures;

/* Where the entry stands already, or all->n. */
static size_t find_entry(const measures *all, const tacit_entry *entry)
{
    size_t i = 0;
    while (i < all->n && entry_of(&all->at[i]) != entry)
        i++;
    return i;
}

/* Take the entries of a family; those that its name in the plan at `place` asks for, or
 * the defaults if it has no place. */
static tacit_status take_family(const tacit_parse *ps, size_t family, tacit_place place,
                                const tacit_plan *plan, measures *all)
{
    const tacit_catalog *cat = catalog_of(family);
    for (size_t i = 0; i < cat->n; i++) {
        tacit_plan_measure m = { 0 };
        const bool found = find_measure(cat->entry[i]->name, &m);
        TACIT_ASSERT(found);
        const tacit_entry *entry = entry_of(&m);
        if (has_required(entry) || tacit_parse_lacking(plan, needs_of(&m)) != 0 ||
            find_entry(all, entry) < all->n || (place.line == 0 && !is_default(&m, plan)))
            continue;
        m.place = place;
        m.by_family = true;
        TACIT_TRY(tacit_parse_presets(ps, entry->params, &m.args));
        all->at[all->n++] = m;
    }
    return TACIT_OK;
}

/* The words that may stand among the measures: families, then all entries. */
static const char *measure_word(const void *user, size_t i)
{
    (void)user;
    if (i < FAMILIES)
        return FAMILY_NAMES[i];
    i -= FAMILIES;
    size_t family = 0;
    for (; i >= catalog_of(family)->n; family++)
        i -= catalog_of(family)->n;
    return catalog_of(family)->entry[i]->name;
}

static size_t count_entries(void)
{
    return tacit_risk_catalog.n + tacit_utility_catalog.n + tacit_model_catalog.n;
}

static tacit_status take_entry(const tacit_parse *ps, const tacit_node *name,
                               const tacit_node *args, const tacit_plan *plan, measures *all)
{
    tacit_plan_measure m = { 0 };
    if (!find_measure(name->text, &m)) {
        const tacit_words words = { .n = FAMILIES + count_entries(), .at = measure_word };
        return tacit_parse_unknown(ps, name, "measure", NULL, &words);
    }
    tacit_parse_needs(ps, plan, name, needs_of(&m));
    m.place = name->place;
    TACIT_TRY(tacit_parse_args(ps, entry_of(&m), args, name->place, &m.args));
    size_t at = find_entry(all, entry_of(&m));
    if (at < all->n && !all->at[at].by_family)
        at = all->n;
    all->at[at] = m;
    all->n += at == all->n;
    return TACIT_OK;
}

static tacit_status take_item(const tacit_parse *ps, const tacit_node *item, const tacit_plan *plan,
                              measures *all)
{
    const tacit_node *name = NULL, *args = NULL;
    if (!tacit_parse_named(ps, item, "measure", &name, &args))
        return TACIT_OK;
    size_t family = 0;
    while (family < FAMILIES && strcmp(name->text, FAMILY_NAMES[family]) != 0)
        family++;
    if (family == FAMILIES)
        return take_entry(ps, name, args, plan, all);
    if (args != NULL && !tacit_node_is_null(args))
        tacit_problem(ps->problems, args->place,
                      "'%s' is a family of measures and has no parameters.", name->text);
    return take_family(ps, family, name->place, plan, all);
}

tacit_status tacit_parse_measures(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    const tacit_node *item = node;
    size_t n = node != NULL;
    if (node != NULL && node->kind != TACIT_NODE_SCALAR)
        n = tacit_parse_list(ps, node, "measures", &item);
    measures all = { 0 };
    const size_t most = n + count_entries();
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, most, sizeof *all.at, &all.at));
    for (size_t i = 0; i < n; i++, item = item->next)
        TACIT_TRY(take_item(ps, item, plan, &all));
    for (size_t family = RISK; node == NULL && family <= UTILITY; family++)
        TACIT_TRY(take_family(ps, family, (tacit_place){ 0, 0 }, plan, &all));
    TACIT_ASSERT(all.n <= most);
    plan->measure = all.at;
    plan->n_measures = all.n;
    return TACIT_OK;
}
