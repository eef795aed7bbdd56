/*
 * certificate.c - what a release claims.
 */
#include "run/certificate/certificate.h"

#include <string.h>

#include "base/version.h"
#include "plan/public.h"
#include "run/beside/beside.h"
#include "run/certificate/own.h"
#include "run/reading.h"

/* ---- what follows from the file ---- */

/* Whether an output belongs to the release: a table in another form, or what describes the data. */
static tacit_status is_other(tacit_ctx *cx, const tacit_certified *what, const json_t *output,
                             bool *out)
{
    const char *kind = json_string_value(json_object_get(output, "kind")), *beside = NULL;
    TACIT_TRY(tacit_beside_of(cx, what->target, &beside));
    const char *path = json_string_value(json_object_get(output, "path"));
    *out = strcmp(kind, "table") == 0 ||
           (beside != NULL && strcmp(kind, TACIT_BESIDE_KIND) == 0 && strcmp(path, beside) == 0);
    return TACIT_OK;
}

/* The other files of the release. */
static tacit_status put_others(tacit_ctx *cx, const tacit_certified *what, json_t *part)
{
    json_t *others = json_array(), *output = NULL;
    size_t i = 0;
    TACIT_TRY(tacit_json_put(cx, part, "others", others));
    json_array_foreach(json_object_get(what->record, "outputs"), i, output)
    {
        const char *path = json_string_value(json_object_get(output, "path"));
        bool other = false;
        TACIT_TRY(is_other(cx, what, output, &other));
        if (!other)
            continue;
        TACIT_TRY(tacit_json_add(cx, others,
                                 json_pack("{s:s, s:O, s:O}", "file", tacit_public_name(path),
                                           "sha256", json_object_get(output, "sha256"), "bytes",
                                           json_object_get(output, "bytes"))));
    }
    if (json_array_size(others) == 0)
        (void)json_object_del(part, "others");
    return TACIT_OK;
}

static tacit_status put_release(tacit_ctx *cx, const tacit_certified *what, json_t *c)
{
    json_t *part = json_pack("{s:s, s:O, s:O, s:I, s:[]}", "file", tacit_public_name(what->target),
                             "sha256", json_object_get(what->output, "sha256"), "bytes",
                             json_object_get(what->output, "bytes"), "rows", (json_int_t)what->rows,
                             "columns");
    TACIT_TRY(tacit_json_put(cx, c, "release", part));
    for (size_t j = 0; j < tacit_table_columns(what->table); j++)
        TACIT_TRY(
            tacit_json_add(cx, json_object_get(part, "columns"),
                           json_string(tacit_column_name(tacit_table_column(what->table, j)))));
    return put_others(cx, what, part);
}

/* How to read the file, in the plan's words; nothing if that needs no words. */
static tacit_status put_reading(tacit_ctx *cx, const tacit_certified *what, json_t *c)
{
    tacit_args args;
    json_t *options = NULL;
    TACIT_TRY(tacit_reading_of(cx, what->target, what->dialect, what->table, &args));
    if (!tacit_arg_given(&args, TACIT_SOURCE_DELIMITER) &&
        !tacit_arg_given(&args, TACIT_SOURCE_ENCODING))
        return tacit_json_put(cx, c, "read", json_object());
    TACIT_TRY(tacit_args_json(cx, &args, &options));
    return tacit_json_put(cx, c, "read", options);
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
        TACIT_TRY(
            tacit_json_add(cx, json_object_get(c, "require"),
                           json_pack("{s:o}", plan->require[i].model->measure.about.name, args)));
    }
    return TACIT_OK;
}

/* One result without its words and pictures: a claim is what can be measured again. */
static tacit_status add_claim(tacit_ctx *cx, const json_t *result, json_t *claims)
{
    json_t *figures = json_object(), *figure = NULL;
    json_t *claim = json_pack("{s:O, s:O, s:O, s:o}", "name", json_object_get(result, "name"),
                              "parameters", json_object_get(result, "parameters"), "holds",
                              json_object_get(result, "holds"), "figures", figures);
    size_t i = 0;
    TACIT_TRY(tacit_json_add(cx, claims, claim));
    json_array_foreach(json_object_get(result, "figures"), i, figure)
        TACIT_TRY(tacit_json_put(cx, figures, json_string_value(json_object_get(figure, "name")),
                                 json_incref(json_object_get(figure, "value"))));
    return TACIT_OK;
}

static tacit_status put_claims(tacit_ctx *cx, const json_t *record, json_t *c)
{
    const json_t *results = json_object_get(record, "requirements");
    json_t *claims = json_array();
    TACIT_TRY(tacit_json_put(cx, c, "claims", claims));
    for (size_t i = 0; i < json_array_size(results); i++)
        TACIT_TRY(add_claim(cx, json_array_get(results, i), claims));
    return TACIT_OK;
}

static tacit_status put_measured(tacit_ctx *cx, const tacit_certified *what, json_t *c)
{
    json_t *basis = json_object_get(what->record, "basis");
    TACIT_TRY(put_release(cx, what, c));
    TACIT_TRY(put_reading(cx, what, c));
    TACIT_TRY(put_roles(cx, what->table, c));
    TACIT_TRY(put_require(cx, what->plan, c));
    TACIT_TRY(put_claims(cx, what->record, c));
    return tacit_json_put(cx, c, "basis", basis != NULL ? json_incref(basis) : json_object());
}

/* ---- what is the certifier's word ---- */

static tacit_status put_plan(tacit_ctx *cx, const tacit_plan *plan, json_t *c)
{
    tacit_buffer text = { 0 };
    tacit_status status = tacit_plan_public(cx, plan, &text);
    if (status == TACIT_OK)
        status = tacit_json_put(cx, c, "plan", json_string(text.text));
    tacit_buffer_free(&text);
    return status;
}

static tacit_status put_all(tacit_ctx *cx, const tacit_certified *what, json_t *c)
{
    char digest[TACIT_DIGEST_BYTES];
    TACIT_TRY(put_measured(cx, what, c));
    if (what->source != NULL)
        TACIT_TRY(tacit_json_put(cx, c, "source", json_incref(what->source)));
    TACIT_TRY(put_plan(cx, what->plan, c));
    TACIT_TRY(
        tacit_json_put(cx, c, "versions", json_incref(json_object_get(what->record, "versions"))));
    TACIT_TRY(tacit_certificate_digest(cx, c, digest));
    return tacit_json_put(cx, c, "digest", json_string(digest));
}

/* A certificate that `put` fills. */
static tacit_status make(tacit_ctx *cx, const tacit_certified *what,
                         tacit_status (*put)(tacit_ctx *, const tacit_certified *, json_t *),
                         json_t **out)
{
    json_t *c = json_pack("{s:i, s:s}", "tacit_certificate", TACIT_CERTIFICATE_FORMAT, "tacit",
                          tacit_version());
    if (c == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = put(cx, what, c);
    if (status == TACIT_OK)
        *out = c;
    else
        json_decref(c);
    return status;
}

tacit_status tacit_certificate_new(tacit_ctx *cx, const tacit_certified *what, json_t **out)
{
    return make(cx, what, put_all, out);
}

tacit_status tacit_certificate_measure(tacit_ctx *cx, const tacit_certified *what, json_t **out)
{
    return make(cx, what, put_measured, out);
}
