/*
 * protect.c - load, mask, verify, write.
 *
 * The release gate measures the plan's requirements on the final table with code that
 * knows nothing of the steps.  If one does not hold, nothing is written.
 */
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "plan/certificate.h"
#include "plan/changes.h"
#include "plan/account.h"
#include "plan/release.h"
#include "plan/seed.h"
#include "plan/step.h"
#include "plan/sql.h"
#include "table/take.h"

/* One run on its way. */
typedef struct run {
    const tacit_request *request;
    const tacit_plan *plan;
    json_t *record;
    tacit_table *original, *masked;
    tacit_subject *before; /* the original with its classes, until the steps are done */
    tacit_table *kept;     /* the original rows that are left, if some are not; else NULL */
    tacit_plan_known known;
    uint64_t seed;
    tacit_buffer sql; /* of the recoding that was found */
    tacit_release *release;
} run;

/* ---- before ---- */

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* No output may be an input or another output, under whatever name. */
static tacit_status check_outputs(tacit_ctx *cx, const tacit_plan *plan)
{
    const char *const files[] = { plan->output, plan->report, plan->certificate, plan->sql,
                                  plan->data,   plan->file,   plan->population,  plan->control };
    enum { OUTPUTS = 4, FILES = sizeof files / sizeof files[0] };
    TACIT_TRY(tacit_write_check(cx, plan->output));
    for (size_t i = 0; i < OUTPUTS; i++)
        for (size_t j = i + 1; j < FILES; j++)
            if (files[i] != NULL && files[j] != NULL && is_same_file(files[i], files[j]))
                return tacit_fail(cx, TACIT_ERR_INPUT,
                                  "%s is %s too; give the output another name.", files[i],
                                  j < OUTPUTS ? "another output" : "an input");
    return TACIT_OK;
}

static tacit_status load(tacit_ctx *cx, run *r)
{
    tacit_data *data = NULL;
    TACIT_TRY(tacit_plan_open(cx, r->plan, r->request->memory, &data));
    const tacit_status status = tacit_data_load(cx, data, NULL, &r->original);
    tacit_data_close(data);
    TACIT_TRY(status);
    if (tacit_table_rows(r->original) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no records.", r->plan->data);
    tacit_plan_set_roles(r->plan, r->original);
    return tacit_account_table(cx, r->record, "data", r->plan->data, r->original, true);
}

/* ---- steps ---- */

/* Put the step's account (stolen, also on failure), with what it changed, into the record. */
static tacit_status record_step(tacit_ctx *cx, run *r, tacit_result *told,
                                const tacit_table *before, const tacit_table *after)
{
    const json_int_t gone =
        (json_int_t)tacit_table_rows(before) - (json_int_t)tacit_table_rows(after);
    json_t *changed = NULL;
    TACIT_TRY(tacit_json_add(cx, json_object_get(r->record, "steps"), told));
    if (gone > 0)
        return tacit_json_put(cx, told, "rows_left_out", json_integer(gone));
    TACIT_TRY(tacit_changes_json(cx, before, after, &changed));
    return tacit_json_put(cx, told, "changed", changed);
}

/* Keep the recoding that a step found as SQL. */
static tacit_status keep_sql(tacit_ctx *cx, void *user, const tacit_recoded *what)
{
    run *r = user;
    if (r->sql.length > 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'sql' takes one step 'generalize'; the plan has more.");
    return tacit_plan_sql(cx, what, &r->sql);
}

static tacit_status do_step(tacit_ctx *cx, run *r, size_t i)
{
    const tacit_plan_step *step = &r->plan->step[i];
    const tacit_rng own = tacit_step_stream(r->seed, i);
    tacit_job job = { 0 };
    tacit_table *next = NULL;
    tacit_stage(cx, "Step %zu, %s", i + 1, step->method->about.name);
    TACIT_TRY(tacit_step_job(cx, r->plan, i, r->masked, &r->known, &job));
    job.rng = &own;
    job.original = r->before;
    job.watch = r->plan->sql != NULL ? keep_sql : NULL;
    job.watcher = r;
    TACIT_TRY(tacit_result_new(cx, "method", &step->method->about, &step->args, &job.told));
    tacit_status status = tacit_method_run(cx, step->method, &job, &next);
    if (status != TACIT_OK) {
        json_decref(job.told);
        return status;
    }
    status = record_step(cx, r, job.told, r->masked, next);
    tacit_table_free(r->masked);
    r->masked = next;
    return status;
}

/* ---- rows ---- */

static bool leaves_rows_out(const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_steps; i++)
        if ((plan->step[i].method->traits & TACIT_METHOD_ROWS) != 0)
            return true;
    return false;
}

/* Number the rows, so that it is known later where those that are left come from. */
static tacit_status number_rows(tacit_ctx *cx, tacit_table *t)
{
    tacit_column *c = NULL;
    TACIT_TRY(tacit_column_numbers(cx, TACIT_ROW, tacit_table_rows(t), &c));
    return tacit_table_add(cx, t, c);
}

/* Take the numbers away again and keep the original rows that are left. */
static tacit_status find_rows(tacit_ctx *cx, run *r)
{
    const size_t j = tacit_table_find(r->masked, TACIT_ROW), n = tacit_table_rows(r->masked);
    const int64_t *number = tacit_column_integers(tacit_table_column(r->masked, j));
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t i = 0; i < n; i++)
        at[i] = (size_t)number[i] - 1;
    tacit_table_drop(r->masked, j);
    if (n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "The plan leaves no record to release.");
    if (n == tacit_table_rows(r->original))
        return TACIT_OK; /* a method that could have left rows out did not */
    return tacit_table_take(cx, r->original, &(tacit_row_list){ .n = n, .at = at }, &r->kept);
}

/* Identifiers are never released, whether or not a step drops them. */
static void drop_identifiers(tacit_ctx *cx, tacit_table *t)
{
    for (size_t j = tacit_table_columns(t); j-- > 0;)
        if ((tacit_table_roles(t, j) & TACIT_ROLE_IDENTIFIER) != 0) {
            tacit_warn(cx, "Identifier '%s' was left out of the release.",
                       tacit_column_name(tacit_table_column(t, j)));
            tacit_table_drop(t, j);
        }
}

static tacit_status mask(tacit_ctx *cx, run *r)
{
    TACIT_TRY(tacit_json_put(cx, r->record, "steps", json_array()));
    TACIT_TRY(tacit_table_copy(cx, r->original, &r->masked));
    const bool fewer = leaves_rows_out(r->plan);
    if (fewer)
        TACIT_TRY(number_rows(cx, r->masked));
    for (size_t i = 0; i < r->plan->n_steps; i++)
        TACIT_TRY(do_step(cx, r, i));
    if (fewer)
        TACIT_TRY(find_rows(cx, r));
    if (r->plan->sql != NULL && r->sql.length == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'sql' needs a step 'generalize' with one level for all records.");
    drop_identifiers(cx, r->masked);
    if (tacit_table_columns(r->masked) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The plan leaves no column to release.");
    return TACIT_OK;
}

/* ---- after ---- */

/* The classes on one side, for the measures under `key`; those of the original are kept for the
 * steps. */
static tacit_status measure_side(tacit_ctx *cx, run *r, const tacit_table *table, const char *key,
                                 bool *hold)
{
    tacit_subject *subject = NULL;
    tacit_subject_extra extra = r->known.extra;
    extra.original = table == r->original ? NULL : r->kept != NULL ? r->kept : r->original;
    TACIT_TRY(tacit_subject_new(cx, table, &subject));
    tacit_subject_add(subject, &extra);
    tacit_status status = tacit_account_measures(cx, r->record, key, r->plan, subject);
    if (status == TACIT_OK)
        status = tacit_account_requirements(cx, r->record, r->plan, subject, hold);
    if (status == TACIT_OK)
        status = tacit_account_claims(cx, r->record, key);
    if (table == r->original)
        r->before = subject;
    else
        tacit_subject_free(subject);
    return status;
}

/* List an output at `target`, with the hash of what is written at `path` so far. */
static tacit_status add_output(tacit_ctx *cx, const run *r, const char *kind, const char *target,
                               const char *path)
{
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    TACIT_TRY(tacit_digest_file(cx, path, digest, &bytes));
    return tacit_json_add(cx, json_object_get(r->record, "outputs"),
                          json_pack("{s:s, s:s, s:s, s:I}", "kind", kind, "path", target, "sha256",
                                    digest, "bytes", (json_int_t)bytes));
}

/* The certificate of the data, which is the output listed last. */
static tacit_status write_certificate(tacit_ctx *cx, run *r)
{
    const json_t *outputs = json_object_get(r->record, "outputs");
    const tacit_certified what = { .plan = r->plan,
                                   .table = r->masked,
                                   .record = r->record,
                                   .output =
                                       json_array_get(outputs, json_array_size(outputs) - 1) };
    const char *target = r->plan->certificate;
    char *beside = NULL;
    if (target == NULL) {
        TACIT_TRY(
            tacit_scratch_format(cx, &beside, "%s%s", r->plan->output, TACIT_CERTIFICATE_ENDING));
        target = beside;
    }
    json_t *certificate = NULL;
    tacit_buffer text = { 0 };
    const char *path = NULL;
    TACIT_TRY(tacit_certificate_new(cx, &what, &certificate));
    tacit_status status = tacit_json_text(cx, certificate, JSON_INDENT(2), &text);
    json_decref(certificate);
    if (status == TACIT_OK)
        status = tacit_staged_add(cx, r->release->staged, target, &path);
    if (status == TACIT_OK)
        status = tacit_staged_write(cx, path, text.text, text.length);
    tacit_buffer_free(&text);
    TACIT_TRY(status);
    return add_output(cx, r, "certificate", target, path);
}

static tacit_status write_sql(tacit_ctx *cx, run *r)
{
    const char *path = NULL;
    if (r->plan->sql == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_staged_add(cx, r->release->staged, r->plan->sql, &path));
    TACIT_TRY(tacit_staged_write(cx, path, r->sql.text, r->sql.length));
    return add_output(cx, r, "sql", r->plan->sql, path);
}

static tacit_status write_data(tacit_ctx *cx, run *r)
{
    const char *path = NULL;
    TACIT_TRY(tacit_staged_add(cx, r->release->staged, r->plan->output, &path));
    TACIT_TRY(tacit_write_table(cx, r->masked, r->plan->output, path));
    TACIT_TRY(add_output(cx, r, "data", r->plan->output, path));
    TACIT_TRY(write_certificate(cx, r));
    return write_sql(cx, r);
}

/* The seed for the custodian, and the plan as it may be shown to others. */
static tacit_status record_plan(tacit_ctx *cx, run *r)
{
    tacit_buffer text = { 0 };
    tacit_status status = tacit_plan_public_text(cx, r->plan, &text);
    if (status == TACIT_OK)
        status = tacit_json_put(cx, r->record, "plan_text", json_string(text.text));
    tacit_buffer_free(&text);
    TACIT_TRY(status);
    if (!tacit_plan_is_random(r->plan))
        return TACIT_OK;
    char *seed = NULL; /* as text: JSON numbers lose digits in other programs */
    TACIT_TRY(tacit_scratch_format(cx, &seed, "%llu", (unsigned long long)r->seed));
    const bool drawn = r->request->seed == NULL && !r->plan->seed_given;
    return tacit_json_put(cx, r->record, "secret",
                          json_pack("{s:s, s:b}", "seed", seed, "drawn", drawn));
}

static tacit_status judge_and_write(tacit_ctx *cx, run *r)
{
    bool hold = true;
    const tacit_pair pair = { .original = r->original,
                              .masked = r->masked,
                              .independent = r->kept != NULL,
                              .hierarchies = r->known.extra.hierarchies,
                              .n_hierarchies = r->known.extra.n_hierarchies };
    TACIT_TRY(measure_side(cx, r, r->masked, "after", &hold));
    TACIT_TRY(tacit_account_utility(cx, r->record, r->plan, &pair));
    TACIT_TRY(tacit_account_table(cx, r->record, "protected", r->plan->output, r->masked, false));
    TACIT_TRY(tacit_json_put(cx, r->record, "released", json_boolean(hold)));
    TACIT_TRY(tacit_json_put(cx, r->record, "outputs", json_array()));
    if (hold)
        TACIT_TRY(write_data(cx, r));
    if (r->plan->report != NULL) /* it cannot hold its own hash */
        TACIT_TRY(
            tacit_json_add(cx, json_object_get(r->record, "outputs"),
                           json_pack("{s:s, s:s}", "kind", "report", "path", r->plan->report)));
    return tacit_account_warnings(cx, r->record);
}

static tacit_status carry_out(tacit_ctx *cx, run *r)
{
    TACIT_TRY(check_outputs(cx, r->plan));
    TACIT_TRY(tacit_plan_seed(cx, r->plan, r->request, &r->seed));
    TACIT_TRY(tacit_release_new(cx, r->plan->report, &r->release));
    TACIT_TRY(tacit_account_versions(cx, r->record));
    TACIT_TRY(record_plan(cx, r));
    TACIT_TRY(load(cx, r));
    TACIT_TRY(tacit_plan_know(cx, r->plan, r->request->memory, &r->known));
    TACIT_TRY(tacit_plan_control(cx, r->plan, r->request->memory, &r->known));
    bool before = true; /* whether the original would do; only the figures are of interest */
    TACIT_TRY(measure_side(cx, r, r->original, "before", &before));
    TACIT_TRY(mask(cx, r));
    tacit_subject_free(r->before);
    r->before = NULL;
    return judge_and_write(cx, r);
}

static tacit_status protect_plan(tacit_ctx *cx, const tacit_request *request,
                                 const tacit_plan *plan, void *user, json_t *record)
{
    tacit_release **release = user;
    run r = { .request = request, .plan = plan, .record = record };
    const tacit_status status = carry_out(cx, &r);
    tacit_subject_free(r.before);
    tacit_table_free(r.original);
    tacit_table_free(r.masked);
    tacit_table_free(r.kept);
    tacit_plan_forget(&r.known);
    tacit_buffer_free(&r.sql);
    if (status == TACIT_OK)
        *release = r.release;
    else
        tacit_release_free(r.release);
    return status;
}

tacit_status tacit_run_protect(tacit_ctx *cx, const tacit_request *request, tacit_release **release,
                               json_t **record)
{
    return tacit_request_run(cx, request, "protect", protect_plan, release, record);
}
