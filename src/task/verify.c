/*
 * verify.c - a release against its certificate, independently of how it was made.
 *
 * The certificate's words on how to read the file, its roles and its requirements are a plan for
 * the released file; it is parsed and measured like any other.  From what was found the
 * certificate is made anew, and all parts that follow from the file must agree with the one that
 * was given.  A certificate or file that is not the one that was written is not looked into.
 */
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "plan/public.h"
#include "run/reading.h"
#include "run/stream/stream.h"
#include "run/account.h"
#include "run/beside/beside.h"
#include "run/certificate/certificate.h"
#include "run/signature.h"
#include "task/release/release.h"
#include "task/tables/forms/forms.h"
#include "task/tables/tables.h"
#include "task/tasks.h"

enum { CERTIFICATE, KEY, REPORT };

/* What is being verified. */
typedef struct verification {
    const char *file, *path; /* the released data, and the certificate */
    bool paired;             /* both were named, so they belong together whatever they are called */
    json_t *certificate;
    tacit_work *w;
    json_t *output; /* what the file is: "sha256" and "bytes" */
    bool single;    /* values that models look at are spelled in one way */
    bool all;
} verification;

/* A check that failed is remembered; `holds` is NULL where nothing was asked. */
static tacit_status add_check(tacit_ctx *cx, verification *v, const char *what, const bool *holds)
{
    v->all = v->all && (holds == NULL || *holds);
    return tacit_json_add(cx, json_object_get(v->w->record, "checks"),
                          json_pack("{s:s, s:o}", "check", what, "holds",
                                    holds == NULL ? json_null() : json_boolean(*holds)));
}

static json_t *part_of(const verification *v, const char *name)
{
    return json_object_get(v->certificate, name);
}

static const char *certified_name(const verification *v)
{
    return json_string_value(json_object_get(part_of(v, "release"), "file"));
}

/* ---- finding the two files ---- */

/* The released file that the certificate names, beside it. */
static tacit_status find_beside(tacit_ctx *cx, verification *v)
{
    const char *name = certified_name(v), *slash = strrchr(v->path, '/');
    char *file = NULL;
    if (name[0] == '\0' || strchr(name, '/') != NULL)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s names no released file beside it; name both: tacit verify RELEASE "
                          "CERTIFICATE.",
                          v->path);
    const int folder = slash == NULL ? 0 : (int)(slash - v->path) + 1;
    TACIT_TRY(tacit_scratch_format(cx, &file, "%.*s%s", folder, v->path, name));
    v->file = file;
    return TACIT_OK;
}

static tacit_status find_files(tacit_ctx *cx, verification *v)
{
    const char *first = v->w->plan->data;
    v->path = tacit_arg_text(&v->w->ask->args, CERTIFICATE);
    v->paired = v->path != NULL;
    v->file = first;
    if (!v->paired && tacit_certificate_is(first)) {
        v->path = first;
    } else if (!v->paired) {
        TACIT_TRY(tacit_certificate_beside(cx, first, &v->path));
    }
    if (access(v->path, F_OK) != 0)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "There is no certificate at %s; name the certificate itself if it is "
                          "elsewhere.",
                          v->path);
    TACIT_TRY(tacit_certificate_read(cx, v->path, &v->certificate));
    if (v->path == first)
        TACIT_TRY(find_beside(cx, v));
    TACIT_TRY(tacit_work_reads(cx, v->w, v->path));
    if (!tacit_data_is_served(v->file))
        TACIT_TRY(tacit_work_reads(cx, v->w, v->file));
    TACIT_TRY(tacit_json_put(cx, v->w->record, "certificate", json_string(v->path)));
    return tacit_json_put(cx, v->w->record, "checks", json_array());
}

/* ---- what was written ---- */

static tacit_status check_whole(tacit_ctx *cx, verification *v)
{
    bool whole = false;
    TACIT_TRY(tacit_certificate_is_whole(cx, v->certificate, &whole));
    return add_check(cx, v, "the certificate is as it was written", &whole);
}

static tacit_status check_signature(tacit_ctx *cx, verification *v)
{
    const char *key = tacit_arg_text(&v->w->ask->args, KEY);
    char *path = NULL;
    bool valid = false;
    TACIT_TRY(tacit_scratch_format(cx, &path, "%s" TACIT_SIGNATURE_ENDING, v->path));
    TACIT_TRY(tacit_work_reads(cx, v->w, path));
    const bool is_signed = access(path, F_OK) == 0;
    if (key == NULL)
        return add_check(cx, v,
                         is_signed
                             ? "who signed the certificate (there is a signature; --key checks it)"
                             : "who made the certificate (it is not signed)",
                         NULL);
    if (is_signed)
        TACIT_TRY(tacit_signature_check(cx, key, v->path, path, &valid));
    return add_check(cx, v, "the certificate is signed with the key", &valid);
}

/* Whether rows on a server were digested as versions before 0.12 did it. */
static bool is_older(const verification *v)
{
    const char *version = json_string_value(json_object_get(v->certificate, "tacit"));
    return version != NULL &&
           (strncmp(version, "0.10.", 5) == 0 || strncmp(version, "0.11.", 5) == 0);
}

/* The digest of the release: of the bytes of a file, of the rows of a table on a server. */
static tacit_status find_digest(tacit_ctx *cx, const verification *v, char *digest, uint64_t *bytes)
{
    const tacit_source source = { .uri = v->file, .memory = v->w->memory };
    tacit_data *data = NULL;
    if (!tacit_data_is_served(v->file))
        return tacit_digest_file(cx, v->file, digest, bytes);
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    const tacit_status status = data->engine->maker->digest(cx, data, is_older(v), digest);
    tacit_data_close(data);
    return status;
}

static tacit_status check_file(tacit_ctx *cx, verification *v)
{
    const json_t *release = part_of(v, "release");
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    TACIT_TRY(find_digest(cx, v, digest, &bytes));
    v->output = json_pack("{s:s, s:I}", "sha256", digest, "bytes", (json_int_t)bytes);
    if (v->output == NULL)
        return tacit_fail_memory(cx);
    const bool named = v->paired || strcmp(tacit_public_name(v->file), certified_name(v)) == 0;
    const bool same =
        json_equal(json_object_get(release, "sha256"), json_object_get(v->output, "sha256")) == 1 &&
        json_equal(json_object_get(release, "bytes"), json_object_get(v->output, "bytes")) == 1;
    TACIT_TRY(add_check(cx, v, "the file has the certified name", &named));
    return add_check(cx, v, "the file has the certified SHA-256 hash and size", &same);
}

/* The other files of the release, those that are here. */
static tacit_status check_others(tacit_ctx *cx, verification *v)
{
    const json_t *others = json_object_get(part_of(v, "release"), "others"), *said = NULL;
    bool any = false, all = true;
    size_t i = 0;
    json_array_foreach(others, i, said)
    {
        bool there = false, same = false;
        TACIT_TRY(tacit_beside_other(cx, v->w, v->file, said, &there, &same));
        any = any || there;
        all = all && (!there || same);
    }
    if (others == NULL)
        return TACIT_OK;
    return any ? add_check(cx, v, "other files of the release that are here are the certified ones",
                           &all)
               : add_check(cx, v, "other files of the release (none of them is here)", NULL);
}

/* The metadata decides how the bytes of data with fixed places are read. */
static tacit_status check_metadata(tacit_ctx *cx, verification *v)
{
    bool asked = false, same = false;
    if (!tacit_form_is_other(part_of(v, "basis")))
        TACIT_TRY(tacit_beside_certified(cx, v->file, part_of(v, "release"), &asked, &same));
    return asked ? add_check(cx, v, "the metadata (.rda) of the file is the certified one", &same)
                 : TACIT_OK;
}

static tacit_status check_claiming(tacit_ctx *cx, verification *v)
{
    const bool claims = json_array_size(part_of(v, "claims")) > 0;
    return add_check(cx, v, "the certificate claims a guarantee", &claims);
}

/* ---- what is claimed ---- */

static bool agrees(const verification *v, json_t *measured, const char *name)
{
    return tacit_certificate_agrees(part_of(v, name), json_object_get(measured, name));
}

/* Whether the file is to be read as a release of its format is; which columns are text is for the
 * certificate to say, since a column without values tells nothing. */
static bool reads_alike(const verification *v, json_t *measured)
{
    json_t *own = json_object_get(measured, "read"),
           *text = json_object_get(part_of(v, "read"), "text");
    (void)json_object_del(own, "text");
    if (text != NULL && json_object_set(own, "text", text) != 0)
        return false;
    return agrees(v, measured, "read");
}

static tacit_status compare(tacit_ctx *cx, verification *v, json_t *measured)
{
    const json_t *own = json_object_get(measured, "release"), *release = part_of(v, "release");
    const bool columns =
        json_equal(json_object_get(release, "columns"), json_object_get(own, "columns")) == 1;
    const bool rows =
        json_equal(json_object_get(release, "rows"), json_object_get(own, "rows")) == 1;
    const bool read = v->single && reads_alike(v, measured);
    const bool roles = agrees(v, measured, "roles");
    const bool claims = agrees(v, measured, "require") && agrees(v, measured, "claims") &&
                        agrees(v, measured, "basis");
    TACIT_TRY(add_check(cx, v, "the columns are the certified ones", &columns));
    TACIT_TRY(add_check(cx, v, "the number of records is the certified one", &rows));
    TACIT_TRY(add_check(cx, v, "the file is read as its format is read", &read));
    TACIT_TRY(add_check(cx, v, "the roles are those of its columns", &roles));
    return add_check(cx, v, "every claim and figure is what was measured again", &claims);
}

/* Measure what is required on the data that was loaded, by what the certificate tells besides. */
static tacit_status measure(tacit_ctx *cx, verification *v, const tacit_plan *plan,
                            tacit_subject *subject)
{
    tacit_basis basis;
    bool hold = false;
    tacit_status status =
        tacit_basis_take(cx, part_of(v, "basis"), subject, plan->fraction, &basis);
    if (status == TACIT_OK) {
        tacit_subject_add(subject, &basis.extra);
        status = tacit_account_requirements(cx, v->w->record, plan, subject, &hold);
    }
    if (status == TACIT_OK)
        status = tacit_account_basis(cx, v->w->record, plan, subject);
    tacit_basis_end(&basis);
    TACIT_TRY(status);
    return add_check(cx, v, "every claimed guarantee holds when measured again", &hold);
}

/* `t` has the columns of the release, and `counted` its rows or the combinations of its keys. */
static tacit_status check_claims(tacit_ctx *cx, verification *v, const tacit_plan *plan,
                                 const tacit_table *t, const tacit_table *counted)
{
    tacit_subject *subject = NULL;
    json_t *measured = NULL;
    const bool hidden = tacit_table_role_column(t, TACIT_ROLE_IDENTIFIER) == tacit_table_columns(t);
    const tacit_source source = { .uri = v->file, .args = &plan->source };
    tacit_dialect dialect;
    TACIT_TRY(tacit_reading_claimed(cx, &source, certified_name(v), &dialect));
    tacit_certified what = { .plan = plan,
                             .target = certified_name(v),
                             .dialect = &dialect,
                             .table = t,
                             .record = v->w->record,
                             .output = v->output };
    TACIT_TRY(add_check(cx, v, "no column is an identifier", &hidden));
    TACIT_TRY(tacit_subject_new(cx, counted, &subject));
    what.rows = tacit_subject_records(subject);
    const tacit_status status = measure(cx, v, plan, subject);
    tacit_subject_free(subject);
    TACIT_TRY(status);
    TACIT_TRY(tacit_certificate_measure(cx, &what, &measured));
    const tacit_status compared = compare(cx, v, measured);
    json_decref(measured);
    (void)json_object_del(v->w->record, "basis");
    return compared;
}

/* What is claimed of tables and private answers is proven by the basis: tables are only added up
 * here, and of answers what they spend. */
static tacit_status check_proof(tacit_ctx *cx, verification *v, const tacit_plan *plan,
                                const tacit_table *t)
{
    json_t *record = v->w->record, *measured = NULL;
    tacit_result *found = NULL;
    const tacit_certified what = { .plan = plan,
                                   .target = certified_name(v),
                                   .table = t,
                                   .rows = tacit_table_rows(t),
                                   .record = record,
                                   .output = v->output };
    const json_t *basis = part_of(v, "basis");
    const bool answers = json_object_get(basis, "spent") != NULL;
    TACIT_TRY(answers ? tacit_release_check(cx, basis, t, &found)
                      : tacit_certify_check(cx, basis, t, &found));
    const bool holds = json_is_true(json_object_get(found, "holds"));
    TACIT_TRY(tacit_json_put(cx, record, "requirements", json_pack("[o]", found)));
    TACIT_TRY(add_check(cx, v,
                        json_object_get(basis, "random") != NULL
                            ? "the noise of all answers keeps to random differential privacy, a "
                              "weaker promise, by what is said of a public sample"
                        : answers ? "the noise of all answers keeps to the promised epsilon and "
                                    "delta"
                        : json_object_get(basis, "changed") != NULL
                            ? "values are multiples and add up, as is claimed of changed ones"
                            : "every hidden cell is uncertain, by tables that add up",
                        &holds));
    TACIT_TRY(tacit_json_put(cx, record, "basis", json_incref(part_of(v, "basis"))));
    TACIT_TRY(tacit_certificate_measure(cx, &what, &measured));
    const tacit_status compared = compare(cx, v, measured);
    json_decref(measured);
    (void)json_object_del(record, "basis");
    return compared;
}

/* ---- the plan that the certificate claims to fulfil ---- */

/* The population is in the basis; a plan that wants one is told that there is one. */
static json_t *plan_json(const verification *v)
{
    json_t *basis = part_of(v, "basis"), *fraction = json_object_get(basis, "fraction");
    json_t *data = json_copy(part_of(v, "read"));
    if (json_object_set_new(data, "path", json_string(v->file)) != 0) {
        json_decref(data);
        return NULL;
    }
    return json_pack("{s:o, s:O, s:O, s:O*, s:s*, s:[]}", "data", data, "roles",
                     part_of(v, "roles"), "require", part_of(v, "require"), "fraction", fraction,
                     "population", json_object_get(basis, "population") != NULL ? v->file : NULL,
                     "measures");
}

static tacit_status claimed_plan(tacit_ctx *cx, const verification *v, tacit_plan **out)
{
    json_t *plan = plan_json(v);
    tacit_buffer text = { 0 };
    if (plan == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = tacit_json_text(cx, plan, 0, &text);
    json_decref(plan);
    if (status == TACIT_OK)
        status = tacit_plan_parse(cx, v->path, text.text,
                                  &(tacit_plan_use){ .needs = TACIT_PART_DATA }, out);
    tacit_buffer_free(&text);
    return status;
}

/* What the certificate asks for cannot be done: it is the certificate that is wrong. */
static tacit_status blame(tacit_ctx *cx, const verification *v, tacit_status status)
{
    char *why = NULL;
    if (status != TACIT_ERR_INPUT)
        return status;
    TACIT_TRY(tacit_scratch_text(cx, tacit_message(cx), &why));
    return tacit_fail(cx, TACIT_ERR_DATA, "%s does not fit its release: %s", v->path, why);
}

/* The file as the certificate says that it is read. */
static tacit_status load(tacit_ctx *cx, const verification *v, tacit_work *claimed)
{
    const json_t *basis = part_of(v, "basis");
    return tacit_form_is_other(basis)
               ? tacit_form_read(cx, basis, certified_name(v), v->file, &claimed->data)
               : tacit_work_load(cx, claimed);
}

/* A release on a server: what was claimed there by counting is counted there again. */
static tacit_status check_there(tacit_ctx *cx, verification *v, tacit_work *claimed)
{
    tacit_data *data = NULL;
    tacit_table *counted = NULL;
    TACIT_TRY(tacit_work_open(cx, claimed, &data));
    tacit_status status = tacit_work_shape(cx, claimed, data, &claimed->data);
    if (status == TACIT_OK)
        status = tacit_stream_count(cx, claimed, data, &counted);
    tacit_data_close(data);
    if (status == TACIT_OK)
        status = check_claims(cx, v, claimed->plan, claimed->data, counted);
    tacit_table_free(counted);
    return status;
}

static tacit_status check_here(tacit_ctx *cx, verification *v, tacit_work *claimed)
{
    const bool proven = json_object_get(part_of(v, "basis"), "tables") != NULL ||
                        json_object_get(part_of(v, "basis"), "spent") != NULL;
    TACIT_TRY(load(cx, v, claimed));
    const tacit_source source = { .uri = v->file,
                                  .args = &claimed->plan->source,
                                  .memory = v->w->memory };
    if (!proven)
        TACIT_TRY(tacit_reading_is_single(cx, &source, claimed->data, &v->single));
    return proven ? check_proof(cx, v, claimed->plan, claimed->data)
                  : check_claims(cx, v, claimed->plan, claimed->data, claimed->data);
}

static tacit_status check_data(tacit_ctx *cx, verification *v)
{
    tacit_plan *plan = NULL;
    TACIT_TRY(claimed_plan(cx, v, &plan));
    tacit_work claimed = { .plan = plan, .memory = v->w->memory, .fetch = v->w->fetch };
    const tacit_status status =
        tacit_data_is_served(v->file) ? check_there(cx, v, &claimed) : check_here(cx, v, &claimed);
    tacit_work_end(&claimed);
    tacit_plan_free(plan);
    return status;
}

static tacit_status verify(tacit_ctx *cx, verification *v)
{
    TACIT_TRY(find_files(cx, v));
    TACIT_TRY(check_whole(cx, v));
    TACIT_TRY(check_signature(cx, v));
    TACIT_TRY(check_file(cx, v));
    TACIT_TRY(check_others(cx, v));
    TACIT_TRY(check_metadata(cx, v));
    TACIT_TRY(check_claiming(cx, v));
    if (v->all)
        TACIT_TRY(blame(cx, v, check_data(cx, v)));
    v->w->verdict = v->all ? TACIT_VERDICT_HOLDS : TACIT_VERDICT_FAILS;
    return tacit_json_put(cx, v->w->record, "verified", json_boolean(v->all));
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    verification v = { .w = w, .single = true, .all = true };
    const tacit_status status = verify(cx, &v);
    json_decref(v.certificate);
    json_decref(v.output);
    return status;
}

static const tacit_param PARAMS[] = {
    [CERTIFICATE] = { .name = "certificate",
                      .type = TACIT_PARAM_FILE,
                      .need = TACIT_OPTIONAL,
                      .help = "the certificate, if it does not stand beside the release under its "
                              "usual name" },
    [KEY] = { .name = "key",
              .type = TACIT_PARAM_FILE,
              .need = TACIT_OPTIONAL,
              .help = "the public key of who should have signed the certificate" },
    [REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

const tacit_task tacit_task_verify = {
    .section = { .about = { .name = "verify",
                            .title = "Verification report",
                            .summary = "check a release against its certificate",
                            .params = PARAMS } },
    .needs = TACIT_PART_DATA,
    .layout = TACIT_LAYOUT_PUBLIC,
    .arguments = "RELEASE [CERTIFICATE]",
    .positions = "data certificate",
    .details = "Checks that file and certificate are those that were written, and measures every "
               "claimed guarantee again, without the plan and the original. RELEASE is the "
               "protected file, with its certificate beside it, or the certificate; or both are "
               "named. With --key the signature is checked too. The exit status is 3 if a check "
               "fails, or if nothing is claimed.",
    .examples =
        (const tacit_task_example[]){
            { "verify survey-safe.csv", "Check a release that was received." },
            { "verify survey-safe.csv.certificate.json", "The same, by its certificate." },
            { "verify survey-safe.csv --key office.key.pub",
              "The same, and that the office has signed it." },
            { NULL, NULL },
        },
    .words = { .good = "Verified",
               .bad = "Not verified",
               .good_meaning = "The files agree with the certificate, and each guarantee was "
                               "measured again.",
               .bad_meaning = "Do not rely on this release: the files, or the guarantees measured "
                              "again on them, do not agree with the certificate, or it claims "
                              "nothing.",
               .open = "Verified: the files agree with the certificate.",
               .open_meaning = TACIT_OPEN_MEANING },
    .run = run,
};
