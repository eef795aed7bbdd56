/*
 * basis.c - what guarantees rest on besides the file, for whoever has nothing but the file.
 *
 * Only what concerns values and key combinations that are released is told, and of the population
 * besides how large it is and how many combinations and uniques it has.  A hierarchy is that of
 * the released values alone.  Nothing depends on the order of rows, which differs between a table
 * and its histogram.  O(classes + values * levels).
 */
#include <string.h>

#include "base/result.h"
#include "micro/classes/sizes.h"
#include "micro/model/sensitive.h"
#include "run/certificate/own.h"

/* ---- population ---- */

/* Whether the model looks at population frequencies, or at the population as a whole. */
static bool looks_at_people(const tacit_plan_require *r)
{
    return (r->model->measure.needs & TACIT_NEEDS_POPULATION) != 0;
}

static bool looks_at_population(const tacit_plan_require *r)
{
    return looks_at_people(r) || r->model == &tacit_model_population_uniqueness;
}

static bool looks_at_mechanisms(const tacit_plan_require *r)
{
    return r->model == &tacit_model_differential_privacy;
}

static bool looks_at_trial(const tacit_plan_require *r)
{
    return r->model == &tacit_model_membership;
}

static bool any(const tacit_plan *plan, bool (*is)(const tacit_plan_require *))
{
    for (size_t i = 0; i < plan->n_requires; i++)
        if (is(&plan->require[i]))
            return true;
    return false;
}

/* Add the texts of the keys in a row to `list`. */
static tacit_status list_keys(tacit_ctx *cx, const tacit_subject *subject, size_t row, json_t *list)
{
    const tacit_select *keys = tacit_subject_keys(subject);
    for (size_t j = 0; j < keys->n; j++) {
        char number[TACIT_NUMBER_BYTES];
        const tacit_column *c = tacit_table_column(tacit_subject_table(subject), keys->at[j]);
        json_t *text = tacit_column_is_missing(c, row)
                           ? json_null()
                           : json_string(tacit_column_text(c, row, number));
        TACIT_TRY(tacit_json_add(cx, list, text));
    }
    return TACIT_OK;
}

tacit_status tacit_basis_name(tacit_ctx *cx, const tacit_subject *subject, size_t row,
                              tacit_buffer *out)
{
    json_t *list = json_array();
    if (list == NULL)
        return tacit_fail_memory(cx);
    out->length = 0;
    tacit_status status = list_keys(cx, subject, row, list);
    if (status == TACIT_OK)
        status = tacit_json_text(cx, list, JSON_COMPACT, out);
    json_decref(list);
    return status;
}

static tacit_status put_counts(tacit_ctx *cx, tacit_subject *subject, json_t *part)
{
    const tacit_classes *c = NULL;
    tacit_population p;
    tacit_buffer name = { 0 };
    json_t *counts = json_object();
    TACIT_TRY(tacit_json_put(cx, part, "counts", counts));
    TACIT_TRY(tacit_sizes_population(cx, subject, TACIT_MISSING_CATEGORY, &c, &p));
    tacit_status status = TACIT_OK;
    for (size_t g = 0; status == TACIT_OK && g < c->n; g++) {
        status = tacit_basis_name(cx, subject, c->row[g], &name);
        if (status == TACIT_OK)
            status = tacit_json_put(cx, counts, name.text, json_integer((json_int_t)p.F[g]));
    }
    tacit_buffer_free(&name);
    return status;
}

static tacit_status put_population(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                                   json_t *basis)
{
    tacit_size_counts all;
    TACIT_TRY(tacit_sizes_of_population(cx, subject, &all));
    json_t *part = json_pack("{s:I, s:I, s:I}", "records", (json_int_t)all.records, "combinations",
                             (json_int_t)(all.classes + 0.5), "uniques",
                             (json_int_t)(tacit_size_count(&all, 1) + 0.5));
    TACIT_TRY(tacit_json_put(cx, basis, "population", part));
    return any(plan, looks_at_people) ? put_counts(cx, subject, part) : TACIT_OK;
}

/* ---- hierarchies ---- */

static bool looks_at_hierarchy(const tacit_plan_require *r)
{
    const size_t i = tacit_param_find(r->args.params, "distance");
    return i < r->args.n &&
           strcmp(r->args.params[i].choices[tacit_arg_choice(&r->args, i)], "hierarchical") == 0;
}

/* The labels of each value. */
static tacit_status put_labels(tacit_ctx *cx, const tacit_hierarchy *h, json_t *part)
{
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++) {
        json_t *labels = json_array();
        TACIT_TRY(tacit_json_put(cx, part, tacit_hierarchy_value(h, v), labels));
        for (size_t l = 1; l < tacit_hierarchy_levels(h); l++) {
            const uint32_t label = tacit_hierarchy_label(h, l, v);
            TACIT_TRY(tacit_json_add(
                cx, labels, json_string(tacit_dict_text(tacit_hierarchy_labels(h, l), label))));
        }
    }
    return TACIT_OK;
}

/* The hierarchy that is known of column j, if any, unless it is there already. */
static tacit_status put_hierarchy(tacit_ctx *cx, const tacit_subject *subject, size_t j,
                                  json_t *all)
{
    const tacit_subject_extra *extra = tacit_subject_extra_of(subject);
    const tacit_table *t = tacit_subject_table(subject);
    const char *name = tacit_column_name(tacit_table_column(t, j));
    size_t i = 0;
    while (i < extra->n_hierarchies && strcmp(extra->hierarchies[i].column, name) != 0)
        i++;
    if (i == extra->n_hierarchies || json_object_get(all, name) != NULL)
        return TACIT_OK;
    tacit_hierarchy *h = NULL;
    json_t *part = json_object();
    TACIT_TRY(tacit_json_put(cx, all, name, part));
    TACIT_TRY(tacit_hierarchy_of(cx, &extra->hierarchies[i], t, j, &h));
    const tacit_status status = put_labels(cx, h, part);
    tacit_hierarchy_free(h);
    return status;
}

static tacit_status put_hierarchies(tacit_ctx *cx, const tacit_plan *plan,
                                    const tacit_subject *subject, json_t *basis)
{
    json_t *all = json_object();
    TACIT_TRY(tacit_json_put(cx, basis, "hierarchies", all));
    for (size_t i = 0; i < plan->n_requires; i++) {
        const tacit_plan_require *r = &plan->require[i];
        tacit_select columns = { 0 };
        if (looks_at_hierarchy(r))
            TACIT_TRY(tacit_sensitive_columns(cx, subject, &r->args, &columns));
        for (size_t c = 0; c < columns.n; c++)
            TACIT_TRY(put_hierarchy(cx, subject, columns.at[c], all));
    }
    return TACIT_OK;
}

/* ---- all of it ---- */

static tacit_status fill(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                         json_t *basis)
{
    const tacit_subject_extra *extra = tacit_subject_extra_of(subject);
    const bool population = any(plan, looks_at_population);
    if (population && extra->fraction > 0.0)
        TACIT_TRY(tacit_json_put(cx, basis, "fraction", json_real(extra->fraction)));
    if (population && extra->population != NULL)
        TACIT_TRY(put_population(cx, plan, subject, basis));
    if (any(plan, looks_at_mechanisms) && extra->privacy != NULL)
        TACIT_TRY(tacit_json_put(cx, basis, "privacy", json_deep_copy(extra->privacy)));
    if (any(plan, looks_at_trial) && extra->trial != NULL)
        TACIT_TRY(tacit_json_put(cx, basis, "trial", json_deep_copy(extra->trial)));
    return any(plan, looks_at_hierarchy) ? put_hierarchies(cx, plan, subject, basis) : TACIT_OK;
}

tacit_status tacit_basis_of(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                            json_t **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    json_t *basis = json_object();
    if (basis == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = fill(cx, plan, subject, basis);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        *out = basis;
    else
        json_decref(basis);
    return status;
}
