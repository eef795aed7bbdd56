/*
 * link.c - the records of two files linked, or the duplicates of one found.
 *
 * The links that are written name records by their numbers in the files, from 1: for the
 * custodian, to see what an attacker would find; never part of a release.
 */
#include "plan/account.h"
#include "plan/align.h"
#include "plan/release.h"

/* One linkage on its way. */
typedef struct linkage {
    const tacit_plan *plan;
    const tacit_other *other;
    tacit_aligned files;
    tacit_links links;
    json_t *record;
} linkage;

/* ---- the file of links ---- */

static tacit_status add_rows(tacit_ctx *cx, const tacit_links *links, bool second, tacit_table *t)
{
    int64_t *row = NULL;
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    TACIT_TRY(tacit_scratch(cx, links->n, sizeof *row, &row));
    for (size_t i = 0; i < links->n; i++)
        row[i] = (int64_t)(second ? links->at[i].b : links->at[i].a) + 1;
    TACIT_TRY(
        tacit_builder_new(cx, second ? "record_b" : "record_a", TACIT_TYPE_INTEGER, links->n, &b));
    const tacit_status status = tacit_builder_integers(cx, b, row, NULL, links->n);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status add_reals(tacit_ctx *cx, const tacit_links *links, bool credit, tacit_table *t)
{
    double *x = NULL;
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    TACIT_TRY(tacit_scratch(cx, links->n, sizeof *x, &x));
    for (size_t i = 0; i < links->n; i++)
        x[i] = credit ? links->at[i].credit : links->at[i].score;
    TACIT_TRY(tacit_builder_new(cx, credit ? "credit" : "score", TACIT_TYPE_REAL, links->n, &b));
    const tacit_status status = tacit_builder_reals(cx, b, x, NULL, links->n);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status fill_kinds(tacit_ctx *cx, const tacit_links *links, tacit_builder *b)
{
    for (size_t i = 0; i < links->n; i++) {
        const bool sure = links->at[i].kind == TACIT_LINK_SURE;
        TACIT_TRY(tacit_builder_text(cx, b, sure ? "link" : "possible", sure ? 4 : 8));
    }
    return TACIT_OK;
}

static tacit_status add_kinds(tacit_ctx *cx, const tacit_links *links, tacit_table *t)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    TACIT_TRY(tacit_builder_new(cx, "kind", TACIT_TYPE_CATEGORY, links->n, &b));
    const tacit_status status = fill_kinds(cx, links, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status fill_links(tacit_ctx *cx, const tacit_links *links, tacit_table *t)
{
    TACIT_TRY(add_rows(cx, links, false, t));
    TACIT_TRY(add_rows(cx, links, true, t));
    TACIT_TRY(add_kinds(cx, links, t));
    TACIT_TRY(add_reals(cx, links, false, t));
    return add_reals(cx, links, true, t);
}

static tacit_status write_links(tacit_ctx *cx, const linkage *l)
{
    tacit_table *t = NULL;
    const char *target = l->other->output;
    TACIT_TRY(tacit_json_put(cx, l->record, "outputs", json_array()));
    if (target == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_write_check(cx, target));
    TACIT_TRY(tacit_table_new(cx, l->links.n, &t));
    tacit_status status = fill_links(cx, &l->links, t);
    if (status == TACIT_OK)
        status = tacit_release_table(cx, t, target);
    tacit_table_free(t);
    TACIT_TRY(status);
    return tacit_json_add(cx, json_object_get(l->record, "outputs"),
                          json_pack("{s:s, s:s}", "kind", "links", "path", target));
}

/* ---- linking ---- */

/* The column of truth tells who is who, so it is no column to compare unless it is named. */
static void hide_truth(const char *truth, tacit_table *t)
{
    const size_t j = t != NULL && truth != NULL ? tacit_table_find(t, truth) : SIZE_MAX;
    if (j != SIZE_MAX && j < tacit_table_columns(t))
        tacit_table_set_roles(t, j, tacit_table_roles(t, j) | TACIT_ROLE_IDENTIFIER);
}

static tacit_status link_tables(tacit_ctx *cx, linkage *l)
{
    const bool within = l->other->uri == NULL;
    const tacit_link_job job = { .a = l->files.a,
                                 .b = within ? l->files.a : l->files.b,
                                 .within = within,
                                 .truth = l->other->truth };
    tacit_result *result = NULL;
    TACIT_TRY(tacit_account_table(cx, l->record, "data", l->plan->data, l->files.a, true));
    if (!within)
        TACIT_TRY(tacit_account_table(cx, l->record, "second", l->other->uri, l->files.b, true));
    hide_truth(l->other->truth, l->files.a);
    hide_truth(l->other->truth, l->files.b);
    tacit_stage(cx, "Linking by %s", l->plan->linker->about.name);
    TACIT_TRY(
        tacit_linker_run(cx, l->plan->linker, &job, &l->plan->linker_args, &l->links, &result));
    TACIT_TRY(tacit_json_put(cx, l->record, "linkage", json_pack("[o]", result)));
    TACIT_TRY(write_links(cx, l));
    TACIT_TRY(tacit_account_versions(cx, l->record));
    return tacit_account_warnings(cx, l->record);
}

static tacit_status link_plan(tacit_ctx *cx, const tacit_request *request, const tacit_plan *plan,
                              void *user, json_t *record)
{
    linkage l = { .plan = plan, .other = *(const tacit_other *const *)user, .record = record };
    if (plan->linker == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The plan does not say how to link: it needs 'link'.");
    tacit_status status = tacit_load_both(cx, plan, l.other, request->memory, &l.files);
    if (status == TACIT_OK)
        status = link_tables(cx, &l);
    tacit_table_free(l.files.a);
    tacit_table_free(l.files.b);
    return status;
}

tacit_status tacit_run_link(tacit_ctx *cx, const tacit_request *request, const tacit_other *other,
                            json_t **record)
{
    return tacit_request_run(cx, request, "link", link_plan, &other, record);
}
