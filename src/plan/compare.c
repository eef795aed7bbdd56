/*
 * compare.c - an original file and a protected one, whoever made it.
 *
 * Columns are matched by name, after those of the protected file were renamed as asked.
 * Rows are taken to correspond in order if both files have as many, unless they are said to
 * be independent; columns that tell rows apart align them otherwise.
 */
#include "plan/account.h"
#include "plan/align.h"

/* One comparison on its way. */
typedef struct comparison {
    const tacit_plan *plan;
    const tacit_other *other;
    tacit_aligned files;
    tacit_plan_known known;
    bool independent;
    json_t *record;
} comparison;

/* Load the second file as the plan says that the first is to be read. */
static tacit_status load_other(tacit_ctx *cx, const tacit_plan *plan, const tacit_other *other,
                               uint64_t memory, tacit_table **out)
{
    const tacit_source source = { .uri = other->uri, .args = &plan->source, .memory = memory };
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    tacit_stage(cx, "Loading %s", other->uri);
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    tacit_status status = tacit_data_load(cx, data, NULL, &t);
    tacit_data_close(data);
    if (status == TACIT_OK)
        status = tacit_align_columns(cx, &other->map, other->uri, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    tacit_plan_set_roles(plan, t);
    *out = t;
    return TACIT_OK;
}

tacit_status tacit_load_both(tacit_ctx *cx, const tacit_plan *plan, const tacit_other *other,
                             uint64_t memory, tacit_aligned *out)
{
    tacit_data *data = NULL;
    *out = (tacit_aligned){ .uri_a = plan->data, .uri_b = other->uri };
    TACIT_TRY(tacit_plan_open(cx, plan, memory, &data)); /* checks the plan's columns */
    const tacit_status status = tacit_data_load(cx, data, NULL, &out->a);
    tacit_data_close(data);
    TACIT_TRY(status);
    tacit_plan_set_roles(plan, out->a);
    return other->uri == NULL ? TACIT_OK : load_other(cx, plan, other, memory, &out->b);
}

static tacit_status check_common(tacit_ctx *cx, const tacit_aligned *f)
{
    size_t common = 0;
    for (size_t j = 0; j < tacit_table_columns(f->a); j++)
        common += tacit_table_find(f->b, tacit_column_name(tacit_table_column(f->a, j))) <
                  tacit_table_columns(f->b);
    if (common == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s and %s have no column name in common; say which column is which "
                          "with --map a=b.",
                          f->uri_a, f->uri_b);
    if (tacit_table_rows(f->a) == 0 || tacit_table_rows(f->b) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no records.",
                          tacit_table_rows(f->a) == 0 ? f->uri_a : f->uri_b);
    return TACIT_OK;
}

/* Make rows correspond, or find that they do not. */
static tacit_status match_rows(tacit_ctx *cx, comparison *c)
{
    if (c->other->by.n > 0)
        return tacit_align_rows(cx, &c->other->by, &c->files);
    const size_t before = tacit_table_rows(c->files.a), after = tacit_table_rows(c->files.b);
    c->independent = c->other->independent || before != after;
    if (before != after && !c->other->independent)
        tacit_warn(cx,
                   "%s has %zu rows and %s %zu, so rows are not compared with each other; name "
                   "columns that tell them apart with --by.",
                   c->files.uri_a, before, c->files.uri_b, after);
    return TACIT_OK;
}

/* Risk of one side; `original` is what a masked side was made from. */
static tacit_status measure_side(tacit_ctx *cx, const comparison *c, const tacit_table *table,
                                 const tacit_table *original)
{
    const char *key = original == NULL ? "before" : "after";
    tacit_subject_extra extra = c->known.extra;
    extra.original = original;
    extra.independent = c->independent;
    tacit_subject *subject = NULL;
    TACIT_TRY(tacit_subject_new(cx, table, &subject));
    tacit_subject_add(subject, &extra);
    const tacit_status status = tacit_account_measures(cx, c->record, key, c->plan, subject);
    tacit_subject_free(subject);
    return status;
}

static tacit_status compare_tables(tacit_ctx *cx, comparison *c)
{
    TACIT_TRY(check_common(cx, &c->files));
    TACIT_TRY(tacit_account_table(cx, c->record, "data", c->plan->data, c->files.a, true));
    TACIT_TRY(tacit_account_table(cx, c->record, "protected", c->other->uri, c->files.b, true));
    TACIT_TRY(match_rows(cx, c));
    const tacit_pair pair = { .original = c->files.a,
                              .masked = c->files.b,
                              .independent = c->independent,
                              .hierarchies = c->known.extra.hierarchies,
                              .n_hierarchies = c->known.extra.n_hierarchies };
    TACIT_TRY(measure_side(cx, c, c->files.a, NULL));
    TACIT_TRY(measure_side(cx, c, c->files.b, c->files.a));
    TACIT_TRY(tacit_account_utility(cx, c->record, c->plan, &pair));
    TACIT_TRY(tacit_account_versions(cx, c->record));
    return tacit_account_warnings(cx, c->record);
}

static tacit_status compare_plan(tacit_ctx *cx, const tacit_request *request,
                                 const tacit_plan *plan, void *user, json_t *record)
{
    comparison c = { .plan = plan, .other = *(const tacit_other *const *)user, .record = record };
    tacit_status status = tacit_load_both(cx, plan, c.other, request->memory, &c.files);
    if (status == TACIT_OK)
        status = tacit_plan_know(cx, plan, request->memory, &c.known);
    if (status == TACIT_OK)
        status = tacit_plan_control(cx, plan, request->memory, &c.known);
    if (status == TACIT_OK)
        status = compare_tables(cx, &c);
    tacit_plan_forget(&c.known);
    tacit_table_free(c.files.a);
    tacit_table_free(c.files.b);
    return status;
}

tacit_status tacit_run_compare(tacit_ctx *cx, const tacit_request *request,
                               const tacit_other *other, json_t **record)
{
    return tacit_request_run(cx, request, "compare", compare_plan, &other, record);
}
