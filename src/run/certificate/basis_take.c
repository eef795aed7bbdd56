/*
 * basis_take.c - what a certificate tells besides the file, as a measure wants it.
 *
 * A hierarchy is built from its listed values.  The population becomes a histogram of the key
 * combinations that the file has, in the types of the file.  Both are compared afterwards with
 * what would be told of them, so more than the file needs is refused too.
 */
#include "base/result.h"
#include "hierarchy/rows.h"
#include "run/certificate/own.h"
#include "table/take.h"

static tacit_status fail_damaged(tacit_ctx *cx, const char *what)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "The certificate is damaged, or was changed: %s does not fit the file.",
                      what);
}

/* ---- hierarchies ---- */

enum { ROWS };

static const tacit_param PARAMS[] = { [ROWS] = { .name = "rows",
                                                 .type = TACIT_PARAM_LISTS,
                                                 .need = TACIT_REQUIRED,
                                                 .help = "value: its labels" },
                                      TACIT_PARAM_END };

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    const tacit_value *rows = &args->at[ROWS];
    tacit_hierarchy_rows r;
    TACIT_TRY(tacit_rows_new(cx, h, rows->n, rows->n > 0 ? rows->groups[0].n : 1, &r));
    for (size_t i = 0; i < rows->n; i++) {
        size_t twin = 0;
        tacit_rows_add(&r, rows->groups[i].label, rows->groups[i].member, &twin);
        if (twin < r.n)
            return fail_damaged(cx, "a hierarchy");
    }
    return tacit_rows_finish(cx, &r);
}

static const tacit_hierarchy_builder LISTED = { .about = { .name = "listed", .params = PARAMS },
                                                .accepts = TACIT_TYPE_ANY,
                                                .build = build };

/* One value with its labels, as many as all have. */
static tacit_status take_value(tacit_ctx *cx, const char *value, const json_t *labels,
                               tacit_group *out)
{
    const size_t levels = json_array_size(labels);
    const char **label = NULL;
    TACIT_TRY(tacit_scratch(cx, levels, sizeof *label, &label));
    for (size_t l = 0; l < levels; l++) {
        label[l] = json_string_value(json_array_get(labels, l));
        if (label[l] == NULL)
            return fail_damaged(cx, "a hierarchy");
    }
    *out = (tacit_group){ .label = value, .member = label, .n = levels };
    return TACIT_OK;
}

static tacit_status take_hierarchy(tacit_ctx *cx, const char *column, json_t *values,
                                   tacit_hierarchy_spec *out)
{
    const char *value = NULL;
    json_t *labels = NULL;
    tacit_group *group = NULL;
    tacit_value *at = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, json_object_size(values), sizeof *group, &group));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *at, &at));
    json_object_foreach(values, value, labels)
    {
        TACIT_TRY(take_value(cx, value, labels, &group[n]));
        if (group[n].n == 0 || group[n].n != group[0].n)
            return fail_damaged(cx, "a hierarchy");
        n++;
    }
    *at = (tacit_value){ .given = true, .n = n, .groups = group };
    *out = (tacit_hierarchy_spec){ .column = column,
                                   .builder = &LISTED,
                                   .args = { .params = PARAMS, .n = 1, .at = at } };
    return TACIT_OK;
}

static tacit_status take_hierarchies(tacit_ctx *cx, json_t *all, tacit_subject_extra *extra)
{
    tacit_hierarchy_spec *spec = NULL;
    const char *column = NULL;
    json_t *values = NULL;
    TACIT_TRY(tacit_scratch(cx, json_object_size(all), sizeof *spec, &spec));
    json_object_foreach(all, column, values)
        TACIT_TRY(take_hierarchy(cx, column, values, &spec[extra->n_hierarchies++]));
    extra->hierarchies = spec;
    return TACIT_OK;
}

/* ---- population ---- */

/* How many of the population have the keys of each class. */
static tacit_status match_counts(tacit_ctx *cx, const tacit_subject *subject,
                                 const tacit_classes *c, const json_t *counts, int64_t *count)
{
    tacit_buffer name = { 0 };
    tacit_status status = TACIT_OK;
    for (size_t g = 0; status == TACIT_OK && g < c->n; g++) {
        status = tacit_basis_name(cx, subject, c->row[g], &name);
        const json_t *found = status == TACIT_OK ? json_object_get(counts, name.text) : NULL;
        count[g] = json_integer_value(found);
        if (status == TACIT_OK && (!json_is_integer(found) || count[g] < 0))
            status = fail_damaged(cx, "the population");
    }
    tacit_buffer_free(&name);
    return status;
}

/* Put the counts behind the other columns of `t`. */
static tacit_status add_counts(tacit_ctx *cx, const int64_t *count, tacit_table *t)
{
    const size_t n = tacit_table_rows(t);
    tacit_builder *b = NULL;
    tacit_column *column = NULL;
    TACIT_TRY(tacit_builder_new(cx, TACIT_COUNT, TACIT_TYPE_INTEGER, n, &b));
    const tacit_status status = tacit_builder_integers(cx, b, count, NULL, n);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &column));
    return tacit_table_add(cx, t, column);
}

static tacit_status take_population(tacit_ctx *cx, const json_t *part, tacit_subject *subject,
                                    tacit_basis *out)
{
    const json_t *counts = json_object_get(part, "counts");
    const tacit_classes *c = NULL;
    int64_t *count = NULL;
    out->sum =
        (tacit_population_sum){ .records = json_number_value(json_object_get(part, "records")),
                                .combinations =
                                    json_number_value(json_object_get(part, "combinations")),
                                .uniques = json_number_value(json_object_get(part, "uniques")) };
    TACIT_TRY(tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &c));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *count, &count));
    if (counts != NULL)
        TACIT_TRY(match_counts(cx, subject, c, counts, count));
    const tacit_row_list rows = { .n = counts != NULL ? c->n : 0, .at = c->row };
    TACIT_TRY(tacit_table_take(cx, tacit_subject_table(subject), &rows, &out->population));
    out->extra.population = out->population;
    out->extra.sum = &out->sum;
    return add_counts(cx, count, out->population);
}

/* ---- all of it ---- */

tacit_status tacit_basis_take(tacit_ctx *cx, const json_t *from, tacit_subject *subject,
                              double fraction, tacit_basis *out)
{
    json_t *population = json_object_get(from, "population");
    *out = (tacit_basis){ .extra = { .fraction = fraction,
                                     .privacy = json_object_get(from, "privacy"),
                                     .trial = json_object_get(from, "trial") } };
    TACIT_TRY(take_hierarchies(cx, json_object_get(from, "hierarchies"), &out->extra));
    return population != NULL ? take_population(cx, population, subject, out) : TACIT_OK;
}

void tacit_basis_end(tacit_basis *basis)
{
    tacit_table_free(basis->population);
    *basis = (tacit_basis){ 0 };
}
