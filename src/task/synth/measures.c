/*
 * measures.c - what is measured of synthetic data unless the plan names it.
 */
#include <string.h>

#include "task/synth/own.h"

enum { SIZES = 2 };

/* Whether a measure makes sense of records that nobody is behind: if it is named, or compares with
 * the original without asking which record became which.  Utilities that need keys tell what
 * coarser keys cost, and no key is made coarser. */
static bool fits(const tacit_plan_measure *m)
{
    const unsigned needs = m->measure->needs;
    const bool coarser = m->measure->family == TACIT_FAMILY_UTILITY &&
                         (needs & (TACIT_NEEDS_KEYS | TACIT_NEEDS_COMMON_KEYS)) != 0;
    return !m->by_family || ((needs & TACIT_NEEDS_ORIGINAL) != 0 &&
                             (needs & TACIT_NEEDS_SAME_ROWS) == 0 && !coarser);
}

/* Tables of `size` columns. */
static tacit_status add_tables(tacit_ctx *cx, double size, tacit_plan_measure *out)
{
    const tacit_measure *m = &tacit_utility_two_way_tables;
    tacit_value *at = NULL;
    *out = (tacit_plan_measure){ .measure = m, .by_family = true };
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(m->about.params), sizeof *at, &at));
    tacit_args_preset(m->about.params, at, &out->args);
    at[tacit_param_find(m->about.params, "size")].number = size;
    return TACIT_OK;
}

tacit_status tacit_synthesis_measures(tacit_ctx *cx, const tacit_plan *plan, tacit_plan *out)
{
    tacit_plan_measure *all = NULL;
    *out = *plan;
    out->n_measures = 0;
    TACIT_TRY(tacit_scratch(cx, plan->n_measures + SIZES, sizeof *all, &all));
    for (size_t i = 0; i < plan->n_measures; i++) {
        const tacit_plan_measure *m = &plan->measure[i];
        if (!fits(m))
            continue;
        all[out->n_measures++] = *m;
        if (!m->by_family || m->measure != &tacit_utility_two_way_tables)
            continue;
        TACIT_TRY(add_tables(cx, 1.0, &all[out->n_measures++]));
        TACIT_TRY(add_tables(cx, 3.0, &all[out->n_measures++]));
    }
    out->measure = all;
    return TACIT_OK;
}

tacit_status tacit_synthesis_compare(tacit_ctx *cx, const tacit_synthesis *s)
{
    const tacit_pair pair = { .original = s->w->data, .masked = s->set[0], .independent = true };
    tacit_plan_measure tables[SIZES];
    tacit_plan plan = *s->w->plan;
    TACIT_TRY(add_tables(cx, 2.0, &tables[0]));
    TACIT_TRY(add_tables(cx, 3.0, &tables[1]));
    plan.measure = tables;
    plan.n_measures = SIZES;
    return tacit_account_utility(cx, s->w->record, &plan, &pair);
}

/* The worst table and its S, which chance alone makes 1; the first of those that are listed. */
static tacit_status name_worst(tacit_ctx *cx, json_t *result, const char *title)
{
    const json_t *table = json_array_get(json_object_get(result, "tables"), 0);
    const json_t *row = json_array_get(json_object_get(table, "rows"), 0);
    const char *worst = json_string_value(json_array_get(row, 0));
    char *text = NULL;
    if (worst == NULL)
        return tacit_json_put(cx, result, "title", json_string(title));
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s, worst %s by %.3g times chance", title, worst,
                                   json_number_value(json_array_get(row, 2))));
    return tacit_json_put(cx, result, "title", json_string(text));
}

tacit_status tacit_synthesis_title(tacit_ctx *cx, json_t *record)
{
    static const char *const titles[] = {
        [1] = "Single columns", [2] = "Pairs of columns", [3] = "Triples of columns"
    };
    json_t *result = NULL;
    size_t i = 0;
    json_array_foreach(json_object_get(record, "utility"), i, result)
    {
        const json_t *size = json_object_get(json_object_get(result, "parameters"), "size");
        const char *name = json_string_value(json_object_get(result, "name"));
        const json_int_t n = json_integer_value(size);
        if (strcmp(name, tacit_utility_two_way_tables.about.name) == 0 && n >= 1 && n <= 3)
            TACIT_TRY(name_worst(cx, result, titles[n]));
    }
    return TACIT_OK;
}
