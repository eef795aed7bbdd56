/*
 * account.c - making run records.
 */
#include "run/account.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/hash.h"
#include "engine/versions.h"
#include "plan/public.h"
#include "run/certificate/certificate.h"
#include "run/seed.h"
#include "table/values.h"
#include "base/version.h"

tacit_status tacit_account_new(tacit_ctx *cx, const tacit_task *task, json_t **out)
{
    const bool open = (task->layout & TACIT_LAYOUT_PUBLIC) != 0;
    json_t *r = json_pack("{s:s, s:s, s:s}", "tacit", tacit_version(), "command",
                          task->section.about.name, "reader", open ? "public" : "custodian");
    if (r == NULL)
        return tacit_fail_memory(cx);
    *out = r;
    return TACIT_OK;
}

tacit_status tacit_account_date(tacit_ctx *cx, json_t *record)
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    char text[sizeof "2026-01-31"] = "";
    struct timespec now;
    struct tm day;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (fixed != NULL)
        now.tv_sec = (time_t)strtoll(fixed, NULL, 10);
    if (gmtime_r(&now.tv_sec, &day) == NULL || strftime(text, sizeof text, "%Y-%m-%d", &day) == 0)
        return TACIT_OK; /* a year of more digits: there is no date then */
    return tacit_json_put(cx, record, "date", json_string(text));
}

tacit_status tacit_account_versions(tacit_ctx *cx, json_t *record)
{
    json_t *v = json_pack("{s:s, s:s, s:s}", "tacit", tacit_version(), "duckdb",
                          tacit_engine_duckdb_version(), "jansson", jansson_version_str());
    return tacit_json_put(cx, record, "versions", v);
}

static tacit_status column_json(tacit_ctx *cx, const tacit_table *table, size_t j, json_t *list)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_column *c = tacit_table_column(table, j);
    uint32_t distinct = 0;
    TACIT_TRY(tacit_values_count(cx, c, &distinct));
    json_t *o = json_pack("{s:s, s:s, s:[], s:I, s:I}", "name", tacit_column_name(c), "type",
                          tacit_type_name(tacit_column_type(c)), "roles", "missing",
                          (json_int_t)tacit_column_missing(c), "distinct", (json_int_t)distinct);
    TACIT_TRY(tacit_json_add(cx, list, o));
    for (size_t r = 0; r < TACIT_ROLES; r++)
        if ((tacit_table_roles(table, j) >> r & 1) != 0)
            TACIT_TRY(
                tacit_json_add(cx, json_object_get(o, "roles"), json_string(tacit_role_name(r))));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status digest_json(tacit_ctx *cx, const char *uri, json_t *part)
{
    struct stat st;
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    if (stat(uri, &st) != 0 || !S_ISREG(st.st_mode))
        return TACIT_OK; /* a table of a database has no file of its own */
    TACIT_TRY(tacit_digest_file(cx, uri, digest, &bytes));
    TACIT_TRY(tacit_json_put(cx, part, "sha256", json_string(digest)));
    return tacit_json_put(cx, part, "bytes", json_integer((json_int_t)bytes));
}

tacit_status tacit_account_table(tacit_ctx *cx, json_t *record, const char *key, const char *uri,
                                 const tacit_table *table, bool digest)
{
    json_t *part = json_pack("{s:s, s:I, s:[]}", "uri", uri, "rows",
                             (json_int_t)tacit_table_rows(table), "columns");
    TACIT_TRY(tacit_json_put(cx, record, key, part));
    for (size_t j = 0; j < tacit_table_columns(table); j++)
        TACIT_TRY(column_json(cx, table, j, json_object_get(part, "columns")));
    return digest ? digest_json(cx, uri, part) : TACIT_OK;
}

tacit_status tacit_account_plan(tacit_ctx *cx, const tacit_work *w)
{
    return tacit_json_put(cx, w->record, "plan_text", json_string(w->plan->text));
}

tacit_status tacit_account_section(tacit_ctx *cx, json_t *record, const tacit_account_part *part,
                                   json_t **results)
{
    if (json_object_get(record, "sections") == NULL)
        TACIT_TRY(tacit_json_put(cx, record, "sections", json_array()));
    json_t *list = json_array();
    TACIT_TRY(tacit_json_add(cx, json_object_get(record, "sections"),
                             json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", part->name, "title",
                                       part->title, "lead", part->lead, "reader",
                                       part->open ? "public" : "custodian", "results", list)));
    *results = list;
    return TACIT_OK;
}

tacit_status tacit_account_seed(tacit_ctx *cx, const tacit_work *w)
{
    char *seed = NULL; /* as text: JSON numbers lose digits in other programs */
    if (!tacit_work_is_random(w))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &seed, "%llu", (unsigned long long)w->seed));
    return tacit_json_put(cx, w->record, "secret",
                          json_pack("{s:s, s:b}", "seed", seed, "drawn", !w->plan->seed_given));
}

tacit_status tacit_account_warnings(tacit_ctx *cx, json_t *record)
{
    TACIT_TRY(tacit_json_put(cx, record, "warnings", json_array()));
    for (size_t i = 0; i < tacit_warning_count(cx); i++)
        TACIT_TRY(tacit_json_add(cx, json_object_get(record, "warnings"),
                                 json_string(tacit_warning(cx, i))));
    return TACIT_OK;
}

/* Whether the measure compares with an original and the subject is one itself. */
static bool lacks_original(const tacit_measure *m, const tacit_subject *subject)
{
    return (m->needs & TACIT_NEEDS_ORIGINAL) != 0 && tacit_subject_pair(subject)->original == NULL;
}

/* Rows beyond which costly measures run only if the plan names them. */
enum { MANY_ROWS = 100000 };

static bool is_too_costly(const tacit_measure *m, const tacit_subject *subject)
{
    const tacit_table *original = tacit_subject_pair(subject)->original;
    const bool many = tacit_table_rows(tacit_subject_table(subject)) > MANY_ROWS ||
                      (original != NULL && tacit_table_rows(original) > MANY_ROWS);
    const bool records = !tacit_subject_has_rows(subject) &&
                         (m->needs & (TACIT_NEEDS_ROWS | TACIT_NEEDS_HOUSEHOLD)) != 0;
    return records || ((m->traits & TACIT_MEASURE_COSTLY) != 0 && many);
}

/* Measures that came with their family and were left out, by the reason; when the plan's time
 * for them is over, in seconds of processor time. */
typedef struct left_out {
    tacit_buffer costly, rows, late;
    tacit_buffer unfit; /* that do not fit the data, all for the same reason */
    char *why;          /* that reason, NULL: none yet */
    size_t n_unfit;
    tacit_subject *aligned; /* with the original's rows that are released; NULL: none */
    double end;             /* 0: never */
} left_out;

static double seconds_used(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static tacit_status leave_out(tacit_ctx *cx, tacit_buffer *names, const char *name)
{
    return tacit_buffer_format(cx, names, "%s%s", names->length > 0 ? ", " : "", name);
}

/* Warn of those that do not fit. */
static void tell_unfit(tacit_ctx *cx, left_out *left)
{
    if (left->n_unfit > 0)
        tacit_warn(cx, "Measure%s %s %s left out: %s", left->n_unfit == 1 ? "" : "s",
                   left->unfit.text, left->n_unfit == 1 ? "is" : "are", left->why);
    left->n_unfit = 0;
    tacit_buffer_free(&left->unfit);
}

/* Whether somebody was warned of a measure before: of the original, say. */
static bool was_told(const tacit_ctx *cx, const char *quoted)
{
    for (size_t i = 0; i < tacit_warning_count(cx); i++)
        if (strncmp(tacit_warning(cx, i), "Measure", strlen("Measure")) == 0 &&
            strstr(tacit_warning(cx, i), quoted) != NULL)
            return true;
    return false;
}

/* Leave a measure out that does not fit, for the reason in the context. */
static tacit_status leave_unfit(tacit_ctx *cx, const char *name, left_out *left)
{
    char *quoted = NULL, *why = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &why, "%s", tacit_message(cx)));
    TACIT_TRY(tacit_scratch_format(cx, &quoted, "'%s'", name));
    if (was_told(cx, quoted))
        return TACIT_OK;
    if (left->n_unfit > 0 && strcmp(left->why, why) != 0)
        tell_unfit(cx, left);
    left->why = why;
    left->n_unfit++;
    return leave_out(cx, &left->unfit, quoted);
}

/* Warn once for each reason, and free the names. */
static void tell_left_out(tacit_ctx *cx, left_out *left)
{
    tell_unfit(cx, left);
    if (left->costly.length > 0)
        tacit_warn(cx,
                   "Left out because they take long on so much data: %s; name them under measures "
                   "to have them.",
                   left->costly.text);
    if (left->rows.length > 0)
        tacit_warn(cx,
                   "Not measured because rows do not correspond, such as where records were left "
                   "out: %s; a comparison that aligns them by a column has them.",
                   left->rows.text);
    if (left->late.length > 0)
        tacit_warn(cx,
                   "Left out because measure_seconds were over: %s; which ones depends on the "
                   "machine.",
                   left->late.text);
    tacit_buffer_free(&left->costly);
    tacit_buffer_free(&left->rows);
    tacit_buffer_free(&left->late);
}

/* Run a measure; one that came with its family and does not fit the data is left out with
 * a warning (`*out` stays NULL). */
static tacit_status run_measure(tacit_ctx *cx, const tacit_plan_measure *m, tacit_subject *subject,
                                left_out *left, tacit_result **out)
{
    tacit_stage(cx, "Measuring %s", m->measure->about.name);
    const tacit_status status = tacit_measure_run(cx, m->measure, subject, &m->args, out);
    if (!m->by_family || (status != TACIT_ERR_INPUT && status != TACIT_ERR_DATA))
        return status;
    return leave_unfit(cx, m->measure->about.name, left);
}

/* Whether a measure asks for rows that correspond and there are none. */
static bool lacks_rows(tacit_ctx *cx, const tacit_measure *m, const tacit_subject *subject)
{
    return (m->needs & TACIT_NEEDS_SAME_ROWS) != 0 &&
           tacit_subject_check(cx, subject, "", TACIT_NEEDS_SAME_ROWS) != TACIT_OK;
}

/* Whether a result that nobody named says nothing: the data has no column that it is about. */
static bool is_empty(const tacit_plan_measure *m, const tacit_result *result)
{
    return m->by_family && json_array_size(json_object_get(result, "figures")) == 0 &&
           json_array_size(json_object_get(result, "tables")) == 0 &&
           json_array_size(json_object_get(result, "charts")) == 0;
}

/* Run a measure of records that correspond, on those that are released. */
static tacit_status run_aligned(tacit_ctx *cx, const tacit_plan_measure *m, left_out *left,
                                tacit_result **out)
{
    TACIT_TRY(run_measure(cx, m, left->aligned, left, out));
    if (*out == NULL)
        return TACIT_OK;
    const tacit_status status =
        tacit_result_note(cx, *out, "Of the records that are released; others were left out.");
    if (status != TACIT_OK)
        json_decref(*out);
    return status;
}

/* One measure, put into `list` unless it does not fit. */
static tacit_status account_measure(tacit_ctx *cx, const tacit_plan_measure *m,
                                    tacit_subject *subject, left_out *left, json_t *list)
{
    tacit_result *result = NULL;
    if (lacks_original(m->measure, subject))
        return TACIT_OK;
    if (m->by_family && is_too_costly(m->measure, subject))
        return leave_out(cx, &left->costly, m->measure->about.name);
    const bool apart = lacks_rows(cx, m->measure, subject);
    if (m->by_family && apart && left->aligned == NULL)
        return leave_out(cx, &left->rows, m->measure->about.name);
    if (m->by_family && left->end > 0.0 && seconds_used() > left->end)
        return leave_out(cx, &left->late, m->measure->about.name);
    TACIT_TRY(apart && left->aligned != NULL ? run_aligned(cx, m, left, &result)
                                             : run_measure(cx, m, subject, left, &result));
    if (result != NULL && !is_empty(m, result))
        return tacit_json_add(cx, list, result);
    json_decref(result);
    return TACIT_OK;
}

/* Measure those of the plan's measures whose family has a list (NULL: it has none); those that
 * need rows that correspond on `aligned`, if that is not NULL and `subject` has none. */
static tacit_status account_families(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                                     tacit_subject *aligned, json_t *const list[TACIT_FAMILIES])
{
    left_out left = { .aligned = aligned };
    if (plan->measure_seconds > 0.0)
        left.end = seconds_used() + plan->measure_seconds;
    tacit_status status = TACIT_OK;
    for (size_t i = 0; status == TACIT_OK && i < plan->n_measures; i++) {
        const tacit_plan_measure *m = &plan->measure[i];
        if (list[m->measure->family] != NULL)
            status = account_measure(cx, m, subject, &left, list[m->measure->family]);
    }
    tell_left_out(cx, &left);
    return status;
}

tacit_status tacit_account_measures(tacit_ctx *cx, json_t *record, const char *key,
                                    const tacit_plan *plan, tacit_subject *subject)
{
    json_t *part = json_pack("{s:[], s:[]}", "models", "risks");
    TACIT_TRY(tacit_json_put(cx, record, key, part));
    json_t *const list[TACIT_FAMILIES] = {
        [TACIT_FAMILY_MODEL] = json_object_get(part, "models"),
        [TACIT_FAMILY_RISK] = json_object_get(part, "risks"),
    };
    return account_families(cx, plan, subject, NULL, list);
}

/* A subject that compares the release with `original`. */
static tacit_status compare_with(tacit_ctx *cx, const tacit_pair *pair, const tacit_table *original,
                                 bool independent, tacit_subject **out)
{
    const tacit_subject_extra extra = { .original = original,
                                        .independent = independent,
                                        .released = independent ? pair->released : NULL,
                                        .hierarchies = pair->hierarchies,
                                        .n_hierarchies = pair->n_hierarchies };
    TACIT_TRY(tacit_subject_new(cx, pair->masked, out));
    tacit_subject_add(*out, &extra);
    return TACIT_OK;
}

tacit_status tacit_account_utility(tacit_ctx *cx, json_t *record, const tacit_plan *plan,
                                   const tacit_pair *pair)
{
    json_t *const list[TACIT_FAMILIES] = { [TACIT_FAMILY_UTILITY] = json_array() };
    tacit_subject *subject = NULL, *aligned = NULL;
    TACIT_TRY(tacit_json_put(cx, record, "utility", list[TACIT_FAMILY_UTILITY]));
    TACIT_TRY(compare_with(cx, pair, pair->original, pair->independent, &subject));
    tacit_status status =
        pair->released == NULL ? TACIT_OK : compare_with(cx, pair, pair->released, false, &aligned);
    if (status == TACIT_OK)
        status = account_families(cx, plan, subject, aligned, list);
    tacit_subject_free(aligned);
    tacit_subject_free(subject);
    return status;
}

tacit_status tacit_account_requirements(tacit_ctx *cx, json_t *record, const tacit_plan *plan,
                                        tacit_subject *subject, bool *hold)
{
    bool all = true;
    TACIT_TRY(tacit_json_put(cx, record, "requirements", json_array()));
    for (size_t i = 0; i < plan->n_requires; i++) {
        const tacit_plan_require *r = &plan->require[i];
        tacit_result *result = NULL;
        tacit_stage(cx, "Checking %s", r->model->measure.about.name);
        TACIT_TRY(tacit_measure_run(cx, &r->model->measure, subject, &r->args, &result));
        all = all && json_is_true(json_object_get(result, "holds"));
        TACIT_TRY(tacit_json_add(cx, json_object_get(record, "requirements"), result));
    }
    *hold = all;
    return TACIT_OK;
}

tacit_status tacit_account_claims(tacit_ctx *cx, json_t *record, const char *key)
{
    json_t *models = json_object_get(json_object_get(record, key), "models");
    json_t *claims = json_object_get(record, "requirements");
    for (size_t i = 0; models != NULL && i < json_array_size(claims); i++)
        TACIT_TRY(tacit_json_add(cx, models, json_deep_copy(json_array_get(claims, i))));
    return TACIT_OK;
}

tacit_status tacit_account_basis(tacit_ctx *cx, json_t *record, const tacit_plan *plan,
                                 tacit_subject *subject)
{
    json_t *basis = NULL;
    TACIT_TRY(tacit_basis_of(cx, plan, subject, &basis));
    return tacit_json_put(cx, record, "basis", basis);
}
