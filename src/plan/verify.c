/*
 * verify.c - a release against its certificate, independently of how it was made.
 *
 * The certificate's roles and requirements are a plan for the released file; it is parsed
 * and measured like any other.  Also checked: the file's hash and size, the number of
 * records, the columns, and that no column has the role of an identifier.
 */
#include <string.h>

#include "base/hash.h"
#include "plan/certificate.h"
#include "plan/account.h"

/* What is being verified. */
typedef struct verification {
    const char *file; /* the released data */
    json_t *certificate;
    uint64_t memory;
    json_t *record;
    bool all;
} verification;

static tacit_status add_check(tacit_ctx *cx, verification *v, const char *what, bool holds)
{
    v->all = v->all && holds;
    return tacit_json_add(cx, json_object_get(v->record, "checks"),
                          json_pack("{s:s, s:b}", "check", what, "holds", holds));
}

/* ---- finding the two files ---- */

static bool is_certificate(const char *path)
{
    const size_t n = strlen(path), m = strlen(".json");
    json_t *j = n > m && strcmp(path + n - m, ".json") == 0 ? json_load_file(path, 0, NULL) : NULL;
    const bool is = json_object_get(j, "tacit_certificate") != NULL;
    json_decref(j);
    return is;
}

/* The released file that the certificate at `path` names, beside it. */
static tacit_status beside(tacit_ctx *cx, const char *path, const json_t *certificate, char **out)
{
    const char *name =
        json_string_value(json_object_get(json_object_get(certificate, "release"), "file"));
    if (name == NULL || strchr(name, '/') != NULL)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s is damaged: it names no released file.", path);
    const char *slash = strrchr(path, '/');
    const int folder = slash == NULL ? 0 : (int)(slash - path) + 1;
    return tacit_scratch_format(cx, out, "%.*s%s", folder, path, name);
}

static tacit_status find_files(tacit_ctx *cx, const char *path, verification *v)
{
    char *certificate = NULL, *file = NULL;
    const bool given = is_certificate(path);
    TACIT_TRY(given
                  ? tacit_scratch_text(cx, path, &certificate)
                  : tacit_scratch_format(cx, &certificate, "%s%s", path, TACIT_CERTIFICATE_ENDING));
    v->certificate = json_load_file(certificate, 0, NULL);
    if (json_object_get(v->certificate, "tacit_certificate") == NULL)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "There is no certificate at %s; name the certificate itself if it is "
                          "elsewhere.",
                          certificate);
    TACIT_TRY(given ? beside(cx, path, v->certificate, &file)
                    : tacit_scratch_text(cx, path, &file));
    v->file = file;
    TACIT_TRY(tacit_json_put(cx, v->record, "certificate", json_string(certificate)));
    return tacit_json_put(cx, v->record, "checks", json_array());
}

/* ---- checks ---- */

static tacit_status check_hash(tacit_ctx *cx, verification *v)
{
    const json_t *release = json_object_get(v->certificate, "release");
    const char *claimed = json_string_value(json_object_get(release, "sha256"));
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    TACIT_TRY(tacit_digest_file(cx, v->file, digest, &bytes));
    const bool same = claimed != NULL && strcmp(claimed, digest) == 0 &&
                      json_integer_value(json_object_get(release, "bytes")) == (json_int_t)bytes;
    return add_check(cx, v, "the file has the certified SHA-256 hash and size", same);
}

static tacit_status check_shape(tacit_ctx *cx, verification *v, const tacit_table *t)
{
    const json_t *release = json_object_get(v->certificate, "release");
    const json_t *names = json_object_get(release, "columns");
    bool same = json_array_size(names) == tacit_table_columns(t);
    for (size_t j = 0; same && j < tacit_table_columns(t); j++) {
        const char *name = json_string_value(json_array_get(names, j));
        same = name != NULL && strcmp(name, tacit_column_name(tacit_table_column(t, j))) == 0;
    }
    TACIT_TRY(add_check(cx, v, "the columns are the certified ones", same));
    TACIT_TRY(add_check(cx, v, "the number of records is the certified one",
                        json_integer_value(json_object_get(release, "rows")) ==
                            (json_int_t)tacit_table_rows(t)));
    return add_check(cx, v, "no column is an identifier",
                     tacit_table_role_column(t, TACIT_ROLE_IDENTIFIER) == tacit_table_columns(t));
}

static tacit_status check_claims(tacit_ctx *cx, verification *v, const tacit_plan *plan,
                                 const tacit_table *t)
{
    tacit_subject *subject = NULL;
    bool hold = true;
    TACIT_TRY(tacit_subject_new(cx, t, &subject));
    const tacit_status status = tacit_account_requirements(cx, v->record, plan, subject, &hold);
    tacit_subject_free(subject);
    TACIT_TRY(status);
    return add_check(cx, v, "every claimed guarantee holds when measured again", hold);
}

static tacit_status check_data(tacit_ctx *cx, verification *v, const tacit_plan *plan)
{
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    TACIT_TRY(tacit_plan_open(cx, plan, v->memory, &data));
    tacit_status status = tacit_data_load(cx, data, NULL, &table);
    tacit_data_close(data);
    if (status == TACIT_OK) {
        tacit_plan_set_roles(plan, table);
        status = check_shape(cx, v, table);
    }
    if (status == TACIT_OK)
        status = check_claims(cx, v, plan, table);
    tacit_table_free(table);
    return status;
}

/* The plan that the certificate claims to fulfil. */
static tacit_status claimed_plan(tacit_ctx *cx, const verification *v, tacit_plan **out)
{
    json_t *roles = json_object_get(v->certificate, "roles");
    json_t *require = json_object_get(v->certificate, "require");
    json_t *plan = json_pack("{s:s, s:O?, s:O?, s:[]}", "data", v->file, "roles", roles, "require",
                             require, "measures");
    tacit_buffer text = { 0 };
    if (plan == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = tacit_json_text(cx, plan, 0, &text);
    json_decref(plan);
    if (status == TACIT_OK)
        status = tacit_plan_parse(cx, "certificate", text.text, TACIT_PLAN_MEASURE, out);
    tacit_buffer_free(&text);
    return status;
}

static tacit_status verify(tacit_ctx *cx, const char *path, verification *v)
{
    tacit_plan *plan = NULL;
    TACIT_TRY(find_files(cx, path, v));
    TACIT_TRY(check_hash(cx, v));
    TACIT_TRY(claimed_plan(cx, v, &plan));
    const tacit_status status = check_data(cx, v, plan);
    tacit_plan_free(plan);
    TACIT_TRY(status);
    TACIT_TRY(tacit_json_put(cx, v->record, "verified", json_boolean(v->all)));
    TACIT_TRY(tacit_account_versions(cx, v->record));
    return tacit_account_warnings(cx, v->record);
}

tacit_status tacit_run_verify(tacit_ctx *cx, const char *path, uint64_t memory, json_t **record)
{
    verification v = { .memory = memory, .all = true };
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_account_new(cx, "verify", &v.record));
    const tacit_status status = verify(cx, path, &v);
    json_decref(v.certificate);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        *record = v.record;
    else
        json_decref(v.record);
    return status;
}
