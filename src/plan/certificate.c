/*
 * certificate.c - what a release claims.
 */
#include "plan/certificate.h"

#include <string.h>

#include "plan/seed.h"
#include "tacit.h"

enum { FORMAT = 1 };

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static tacit_status put_release(tacit_ctx *cx, const tacit_certified *what, json_t *c)
{
    json_t *part = json_pack("{s:s, s:O, s:O, s:I, s:[]}", "file", file_name(what->plan->output),
                             "sha256", json_object_get(what->output, "sha256"), "bytes",
                             json_object_get(what->output, "bytes"), "rows",
                             (json_int_t)tacit_table_rows(what->table), "columns");
    TACIT_TRY(tacit_json_put(cx, c, "release", part));
    for (size_t j = 0; j < tacit_table_columns(what->table); j++)
        TACIT_TRY(
            tacit_json_add(cx, json_object_get(part, "columns"),
                           json_string(tacit_column_name(tacit_table_column(what->table, j)))));
    return TACIT_OK;
}

/* Roles of the released columns, in the plan's words. */
static tacit_status put_roles(tacit_ctx *cx, const tacit_table *t, json_t *c)
{
    json_t *roles = json_object();
    TACIT_TRY(tacit_json_put(cx, c, "roles", roles));
    for (size_t r = 0; r < TACIT_ROLES; r++)
        for (size_t j = 0; j < tacit_table_columns(t); j++) {
            if ((tacit_table_roles(t, j) >> r & 1) == 0)
                continue;
            const char *role = tacit_role_name(r);
            if (json_object_get(roles, role) == NULL)
                TACIT_TRY(tacit_json_put(cx, roles, role, json_array()));
            TACIT_TRY(tacit_json_add(cx, json_object_get(roles, role),
                                     json_string(tacit_column_name(tacit_table_column(t, j)))));
        }
    return TACIT_OK;
}

/* Requirements in the plan's words. */
static tacit_status put_require(tacit_ctx *cx, const tacit_plan *plan, json_t *c)
{
    TACIT_TRY(tacit_json_put(cx, c, "require", json_array()));
    for (size_t i = 0; i < plan->n_requires; i++) {
        json_t *args = NULL;
        TACIT_TRY(tacit_args_json(cx, &plan->require[i].args, &args));
        TACIT_TRY(tacit_json_add(cx, json_object_get(c, "require"),
                                 json_pack("{s:o}", plan->require[i].model->about.name, args)));
    }
    return TACIT_OK;
}

static tacit_status put_source(tacit_ctx *cx, const json_t *record, json_t *c)
{
    const json_t *data = json_object_get(record, "data");
    json_t *part = json_object();
    TACIT_TRY(tacit_json_put(cx, c, "source", part));
    static const char *const kept[] = { "sha256", "rows" };
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        json_t *value = json_object_get(data, kept[i]);
        if (value != NULL)
            TACIT_TRY(tacit_json_put(cx, part, kept[i], json_incref(value)));
    }
    return TACIT_OK;
}

static tacit_status put_plan(tacit_ctx *cx, const tacit_plan *plan, json_t *c)
{
    tacit_buffer text = { 0 };
    tacit_status status = tacit_plan_public_text(cx, plan, &text);
    if (status == TACIT_OK)
        status = tacit_json_put(cx, c, "plan", json_string(text.text));
    tacit_buffer_free(&text);
    return status;
}

static tacit_status fill(tacit_ctx *cx, const tacit_certified *what, json_t *c)
{
    TACIT_TRY(put_release(cx, what, c));
    TACIT_TRY(put_roles(cx, what->table, c));
    TACIT_TRY(put_require(cx, what->plan, c));
    TACIT_TRY(tacit_json_put(cx, c, "claims",
                             json_incref(json_object_get(what->record, "requirements"))));
    TACIT_TRY(put_source(cx, what->record, c));
    TACIT_TRY(put_plan(cx, what->plan, c));
    return tacit_json_put(cx, c, "versions",
                          json_incref(json_object_get(what->record, "versions")));
}

tacit_status tacit_certificate_new(tacit_ctx *cx, const tacit_certified *what, json_t **out)
{
    json_t *c = json_pack("{s:i, s:s}", "tacit_certificate", FORMAT, "tacit", tacit_version());
    if (c == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = fill(cx, what, c);
    if (status == TACIT_OK)
        *out = c;
    else
        json_decref(c);
    return status;
}
