/*
 * parse_measures.c - the measures that a plan asks for.
 *
 * A group stands for those of its entries that have no required parameter and whose needed roles
 * the plan gives; an entry that is also named by itself is taken from there.  `risk` and
 * `utility` are what a custodian reads, and what a plan without the key `measures` asks for;
 * `risk_all`, `utility_all` and `all` are everything, but for attacks on methods that no step of
 * the plan uses.  Measures of protected tables stand beside those of records: the families risk
 * and utility have both, and none of tables is there without the key.
 */
#include "plan/parse_parts.h"

#include <string.h>

#include "tabular/measure/measure.h"

/* The groups by their names in plans. */
typedef struct group {
    const char *name;
    unsigned families; /* bits, by the number of a family */
    bool all;          /* every measure, not only the common ones */
} group;

static const group GROUPS[] = {
    { "risk", 1u << TACIT_FAMILY_RISK, false },
    { "utility", 1u << TACIT_FAMILY_UTILITY, false },
    { "models", 1u << TACIT_FAMILY_MODEL, true },
    { "risk_all", 1u << TACIT_FAMILY_RISK, true },
    { "utility_all", 1u << TACIT_FAMILY_UTILITY, true },
    { "all", 1u << TACIT_FAMILY_RISK | 1u << TACIT_FAMILY_UTILITY, true },
};
enum { N_GROUPS = sizeof GROUPS / sizeof GROUPS[0] };

static const tacit_catalog *catalog_of(size_t family)
{
    return family == TACIT_FAMILY_RISK      ? &tacit_risk_catalog
           : family == TACIT_FAMILY_UTILITY ? &tacit_utility_catalog
                                            : &tacit_model_catalog;
}

/* The measure called `name` in any family, or NULL. */
static const tacit_measure *find_measure(const char *name)
{
    const tacit_measure *m = NULL;
    for (size_t family = 0; m == NULL && family < TACIT_FAMILIES; family++)
        m = tacit_catalog_get(catalog_of(family), name);
    return m;
}

/* The catalog of measures of tables that belongs to a family, or NULL. */
static const tacit_catalog *table_catalog_of(size_t family)
{
    return family == TACIT_FAMILY_RISK      ? &tacit_table_risk_catalog
           : family == TACIT_FAMILY_UTILITY ? &tacit_table_utility_catalog
                                            : NULL;
}

/* What the measure needs of the plan's roles; what the original must have, the plan gives. */
static unsigned needs_of(const tacit_measure *m)
{
    return m->needs | ((m->needs & TACIT_NEEDS_COMMON_KEYS) != 0 ? TACIT_NEEDS_KEYS : 0u) |
           ((m->needs & TACIT_NEEDS_COMMON_SENSITIVE) != 0 ? TACIT_NEEDS_SENSITIVE : 0u);
}

/* Whether `name` is one of the words, which have blanks between them. */
static bool has_word(const char *words, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = strstr(words, name); at != NULL; at = strstr(at + n, name))
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

/* Whether a step of the plan uses one of the methods. */
static bool has_step(const tacit_plan *plan, const char *methods)
{
    for (size_t i = 0; i < plan->n_steps; i++)
        if (has_word(methods, plan->step[i].method->about.name))
            return true;
    return false;
}

/* Whether the measure belongs to its family as the plan asks for it.  A plan without steps, as
 * that of a comparison, does not say what was done. */
static bool is_in(const tacit_measure *m, const tacit_plan *plan, bool all)
{
    const bool common = (m->traits & TACIT_MEASURE_COMMON) != 0;
    const bool control = (m->traits & TACIT_MEASURE_CONTROL) != 0 && plan->control != NULL;
    if (control || (m->follows != NULL && has_step(plan, m->follows)))
        return true;
    if (all)
        return common || m->follows == NULL || plan->n_steps == 0;
    return common && (m->follows == NULL || plan->n_steps == 0);
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
    const tacit_plan *plan;
    tacit_plan_measure *at;
    size_t n;
    tacit_plan_table_measure *table;
    size_t n_table;
} measures;

/* Where the measure stands already, or all->n. */
static size_t find_taken(const measures *all, const tacit_measure *m)
{
    size_t i = 0;
    while (i < all->n && all->at[i].measure != m)
        i++;
    return i;
}

/* Take the entries of a family, which stands in the plan at `place`, or nowhere. */
static tacit_status take_family(const tacit_parse *ps, size_t family, const group *asked,
                                tacit_place place, measures *all)
{
    const tacit_catalog *cat = catalog_of(family);
    for (size_t i = 0; i < cat->n; i++) {
        const tacit_measure *m = tacit_catalog_get(cat, cat->entry[i]->name);
        tacit_plan_measure *to = &all->at[all->n];
        if (has_required(&m->about) || tacit_parse_lacking(all->plan, needs_of(m)) != 0 ||
            find_taken(all, m) < all->n || !is_in(m, all->plan, asked->all))
            continue;
        *to = (tacit_plan_measure){ .measure = m, .place = place, .by_family = true };
        TACIT_TRY(tacit_parse_presets(ps, m->about.params, &to->args));
        all->n++;
    }
    return TACIT_OK;
}

/* ---- of tables ---- */

/* Put a measure of tables in, in the place of what its family brought. */
static void put_table_measure(measures *all, const tacit_plan_table_measure *m)
{
    size_t at = 0;
    while (at < all->n_table && all->table[at].measure != m->measure)
        at++;
    all->table[at] = *m;
    all->n_table += at == all->n_table;
}

static tacit_status take_table_family(const tacit_parse *ps, size_t family, measures *all)
{
    const tacit_catalog *cat = table_catalog_of(family);
    for (size_t i = 0; cat != NULL && i < cat->n; i++) {
        tacit_plan_table_measure m = { .measure = tacit_catalog_get(cat, cat->entry[i]->name) };
        TACIT_TRY(tacit_parse_presets(ps, m.measure->about.params, &m.args));
        put_table_measure(all, &m);
    }
    return TACIT_OK;
}

/* Take the measure of tables that is called so; `*found` says whether there is one. */
static tacit_status take_table_entry(const tacit_parse *ps, const tacit_node *name,
                                     const tacit_node *args, measures *all, bool *found)
{
    tacit_plan_table_measure m = { 0 };
    for (size_t f = 0; m.measure == NULL && f < TACIT_FAMILIES; f++)
        if (table_catalog_of(f) != NULL)
            m.measure = tacit_catalog_get(table_catalog_of(f), name->text);
    *found = m.measure != NULL;
    if (!*found)
        return TACIT_OK;
    TACIT_TRY(tacit_parse_args(ps, &m.measure->about, args, name->place, &m.args));
    put_table_measure(all, &m);
    return TACIT_OK;
}

/* ---- all of them ---- */

/* The words that may stand among the measures: groups, then all entries. */
static const char *measure_word(const void *user, size_t i)
{
    const tacit_catalog *const catalogs[] = {
        catalog_of(TACIT_FAMILY_RISK), catalog_of(TACIT_FAMILY_UTILITY),
        catalog_of(TACIT_FAMILY_MODEL), &tacit_table_risk_catalog, &tacit_table_utility_catalog
    };
    size_t c = 0;
    (void)user;
    if (i < N_GROUPS)
        return GROUPS[i].name;
    for (i -= N_GROUPS; i >= catalogs[c]->n; c++)
        i -= catalogs[c]->n;
    return catalogs[c]->entry[i]->name;
}

static size_t count_tables(void)
{
    return tacit_table_risk_catalog.n + tacit_table_utility_catalog.n;
}

static size_t count_entries(void)
{
    return tacit_risk_catalog.n + tacit_utility_catalog.n + tacit_model_catalog.n;
}

static tacit_status take_entry(const tacit_parse *ps, const tacit_node *name,
                               const tacit_node *args, measures *all)
{
    const tacit_measure *measure = find_measure(name->text);
    bool of_tables = false;
    if (measure == NULL)
        TACIT_TRY(take_table_entry(ps, name, args, all, &of_tables));
    if (of_tables)
        return TACIT_OK;
    if (measure == NULL) {
        const tacit_words words = { .n = N_GROUPS + count_entries() + count_tables(),
                                    .at = measure_word };
        return tacit_parse_unknown(ps, name, "measure", NULL, &words);
    }
    tacit_plan_measure m = { .measure = measure, .place = name->place };
    tacit_parse_needs(ps, all->plan, name, needs_of(measure));
    TACIT_TRY(tacit_parse_args(ps, &measure->about, args, name->place, &m.args));
    size_t at = find_taken(all, measure);
    if (at < all->n && !all->at[at].by_family)
        at = all->n;
    all->at[at] = m;
    all->n += at == all->n;
    return TACIT_OK;
}

/* Take what a group stands for. */
static tacit_status take_group(const tacit_parse *ps, const group *asked, tacit_place place,
                               measures *all)
{
    for (size_t family = 0; family < TACIT_FAMILIES; family++) {
        if ((asked->families >> family & 1u) == 0)
            continue;
        if (place.line > 0)
            TACIT_TRY(take_table_family(ps, family, all));
        TACIT_TRY(take_family(ps, family, asked, place, all));
    }
    return TACIT_OK;
}

static tacit_status take_item(const tacit_parse *ps, const tacit_node *item, measures *all)
{
    const tacit_node *name = NULL, *args = NULL;
    if (!tacit_parse_named(ps, item, "measure", &name, &args))
        return TACIT_OK;
    size_t g = 0;
    while (g < N_GROUPS && strcmp(name->text, GROUPS[g].name) != 0)
        g++;
    if (g == N_GROUPS)
        return take_entry(ps, name, args, all);
    if (args != NULL && !tacit_node_is_null(args))
        tacit_problem(ps->problems, args->place, TACIT_PROBLEM_NO_PARAMETERS,
                      "'%s' is a family of measures and has no parameters.", name->text);
    return take_group(ps, &GROUPS[g], name->place, all);
}

tacit_status tacit_parse_measures(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    const tacit_node *item = node;
    size_t n = node != NULL;
    if (node != NULL && node->kind != TACIT_NODE_SCALAR)
        n = tacit_parse_list(ps, node, "measures", &item);
    static const group common = { NULL, 1u << TACIT_FAMILY_RISK | 1u << TACIT_FAMILY_UTILITY,
                                  false };
    measures all = { .plan = plan };
    const size_t most = n + count_entries();
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, most, sizeof *all.at, &all.at));
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, count_tables(), sizeof *all.table, &all.table));
    for (size_t i = 0; i < n; i++, item = item->next)
        TACIT_TRY(take_item(ps, item, &all));
    if (node == NULL)
        TACIT_TRY(take_group(ps, &common, (tacit_place){ 0, 0 }, &all));
    TACIT_ASSERT(all.n <= most);
    plan->measure = all.at;
    plan->n_measures = all.n;
    plan->table_measure = all.table;
    plan->n_table_measures = all.n_table;
    return TACIT_OK;
}
