/*
 * protect.c - load, mask, verify, write.
 *
 * The release gate measures the plan's requirements with code that knows nothing of the steps,
 * on the file as a recipient reads it (run/gate.h).  If one does not hold, the file goes.
 */
#include "base/memory.h"
#include "micro/method/rewrite.h"
#include "run/account.h"
#include "run/beside/beside.h"
#include "run/certificate/certificate.h"
#include "run/changes.h"
#include "run/cost/cost.h"
#include "run/decide.h"
#include "run/gate.h"
#include "run/links/links.h"
#include "run/order/order.h"
#include "run/private/private.h"
#include "run/reading.h"
#include "run/sql/sql.h"
#include "run/stream/stream.h"
#include "run/step.h"
#include "task/tasks.h"

enum { STREAM, COMMITMENT, DECISIONS, SIMULATION };

/* One run on its way. */
typedef struct protection {
    tacit_work *w;
    tacit_table *masked;
    tacit_subject *before;   /* the original with its classes, until the steps are done */
    tacit_table *read;       /* the release as it is read, if its types are others; else NULL */
    const char *path;        /* where the release is staged; NULL in memory */
    tacit_table *kept;       /* the original rows of the release, in its order; NULL: all */
    tacit_row_list rows;     /* where those stand */
    tacit_narrow narrow;     /* what was not loaded, if anything */
    tacit_decision *decided; /* of each step */
    char *ordered;           /* what the order of the records told of; NULL: nothing */
} protection;

/* ---- steps ---- */

/* Put the step's account (stolen, also on failure), with what it changed, into the record. */
static tacit_status record_step(tacit_ctx *cx, protection *p, tacit_result *told,
                                const tacit_table *before, const tacit_table *after)
{
    const json_int_t gone =
        (json_int_t)tacit_table_rows(before) - (json_int_t)tacit_table_rows(after);
    const bool moved = gone == 0 && tacit_origin_moved(before, after);
    json_t *changed = NULL;
    TACIT_TRY(tacit_json_add(cx, json_object_get(p->w->record, "steps"), told));
    if (gone > 0)
        return tacit_json_put(cx, told, "rows_left_out", json_integer(gone));
    if (moved) /* cells are in other places, not changed */
        changed = json_array();
    else
        TACIT_TRY(tacit_changes_json(cx, before, after, false, &changed));
    return tacit_json_put(cx, told, "changed", changed);
}

static tacit_status do_step(tacit_ctx *cx, protection *p, size_t i)
{
    const tacit_plan_step *step = &p->w->plan->step[i];
    tacit_rng own;
    tacit_job job = { 0 };
    tacit_table *next = NULL;
    tacit_stage(cx, "Step %zu, %s", i + 1, step->method->about.name);
    TACIT_TRY(tacit_step_job(cx, p->w->plan, i, p->masked, &p->w->known, &job));
    TACIT_TRY(tacit_step_stream(cx, p->w->plan, i, p->w->seed, &job, &own));
    job.rng = &own;
    job.simulation = p->w->simulation;
    job.original = p->before;
    job.decided = &p->decided[i];
    TACIT_TRY(tacit_step_tell(cx, step, &job.told));
    tacit_status status = tacit_step_run(cx, step, &job, &p->w->known, &next);
    if (status != TACIT_OK) {
        json_decref(job.told);
        return status;
    }
    status = record_step(cx, p, job.told, p->masked, next);
    tacit_table_free(p->masked);
    p->masked = next;
    return status;
}

/* ---- rows ---- */

/* Keep the original rows that are left, in their order. */
static tacit_status find_rows(tacit_ctx *cx, protection *p)
{
    TACIT_TRY(tacit_origin_find(cx, p->masked, tacit_table_rows(p->w->data), &p->rows));
    if (p->rows.at == NULL)
        return TACIT_OK; /* a method that could have left rows out did not */
    return tacit_table_take(cx, p->w->data, &p->rows, &p->kept);
}

/* Identifiers are never released, whether or not a step drops them. */
static void drop_identifiers(tacit_ctx *cx, tacit_table *t)
{
    for (size_t j = tacit_table_columns(t); j-- > 0;)
        if ((tacit_table_roles(t, j) & TACIT_ROLE_IDENTIFIER) != 0) {
            tacit_warn(cx, TACIT_LEFT_OUT, tacit_column_name(tacit_table_column(t, j)));
            tacit_table_drop(t, j);
        }
}

static tacit_status mask(tacit_ctx *cx, protection *p)
{
    TACIT_TRY(tacit_json_put(cx, p->w->record, "steps", json_array()));
    TACIT_TRY(tacit_table_copy(cx, p->w->data, &p->masked));
    const bool rows = tacit_origin_matters(p->w->plan);
    if (rows)
        TACIT_TRY(tacit_origin_number(cx, p->masked));
    for (size_t i = 0; i < p->w->plan->n_steps; i++)
        TACIT_TRY(do_step(cx, p, i));
    if (rows)
        TACIT_TRY(find_rows(cx, p));
    drop_identifiers(cx, p->masked);
    for (size_t j = 0; j < tacit_table_columns(p->masked); j++)
        TACIT_TRY(tacit_rewrite_used_labels(cx, p->masked, j));
    if (tacit_table_columns(p->masked) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The plan leaves no column to release.");
    if (p->ordered != NULL)
        tacit_order_warn(cx, p->ordered, p->w->plan->keeps_order);
    return TACIT_OK;
}

/* ---- after ---- */

/* The plan with the measures that are to be made. */
static const tacit_plan *measured(const protection *p)
{
    return p->narrow.data != NULL ? &p->narrow.plan : p->w->plan;
}

/* The classes on one side, for the measures under `key`; those of the original are kept for the
 * steps. */
static tacit_status measure_side(tacit_ctx *cx, protection *p, const tacit_table *table,
                                 const char *key, bool *hold)
{
    tacit_subject *subject = NULL;
    tacit_subject_extra extra = p->w->known.extra;
    extra.original = table == p->w->data ? NULL : p->kept != NULL ? p->kept : p->w->data;
    TACIT_TRY(tacit_subject_new(cx, table, &subject));
    tacit_subject_add(subject, &extra);
    tacit_status status = tacit_account_measures(cx, p->w->record, key, measured(p), subject);
    if (status == TACIT_OK)
        status = tacit_account_requirements(cx, p->w->record, p->w->plan, subject, hold);
    if (status == TACIT_OK)
        status = tacit_account_claims(cx, p->w->record, key);
    if (status == TACIT_OK && table != p->w->data)
        status = tacit_account_basis(cx, p->w->record, p->w->plan, subject);
    if (table == p->w->data)
        p->before = subject;
    else
        tacit_subject_free(subject);
    return status;
}

/* A table with the columns of the release. */
static const tacit_table *released_shape(const protection *p)
{
    return p->narrow.shape != NULL ? p->narrow.shape : p->masked;
}

/* The certificate of the data, which is the output listed last. */
static tacit_status make_certificate(tacit_ctx *cx, protection *p, uint64_t rows, json_t **out)
{
    const json_t *outputs = json_object_get(p->w->record, "outputs");
    tacit_dialect dialect;
    tacit_certified what = { .plan = p->w->plan,
                             .target = p->w->plan->output,
                             .dialect = &dialect,
                             .table = released_shape(p),
                             .rows = rows,
                             .record = p->w->record,
                             .output = json_array_get(outputs, json_array_size(outputs) - 1) };
    TACIT_TRY(tacit_reading_dialect(cx, p->w, what.target, what.table, &dialect));
    if (tacit_arg_flag(&p->w->ask->args, COMMITMENT))
        TACIT_TRY(tacit_certificate_commit(cx, p->w->record, &what.source));
    const tacit_status status = tacit_certificate_new(cx, &what, out);
    json_decref(what.source);
    return status;
}

static tacit_status write_certificate(tacit_ctx *cx, protection *p, uint64_t rows)
{
    json_t *certificate = NULL;
    if (p->w->simulation) {
        tacit_warn(cx, "The run is a simulation: it is not certified.");
        return TACIT_OK;
    }
    TACIT_TRY(make_certificate(cx, p, rows, &certificate));
    return tacit_certificate_write(cx, p->w, certificate);
}

static tacit_status write_sql(tacit_ctx *cx, protection *p, const tacit_table *shape)
{
    const tacit_plan *plan = p->w->plan;
    tacit_buffer text = { 0 };
    if (plan->sql == NULL)
        return TACIT_OK;
    size_t n = plan->n_steps; /* rows of a query have no order that could be hidden */
    while (n > 0 && plan->step[n - 1].method == &tacit_method_reorder && plan->step[n - 1].added)
        n--;
    tacit_status status = tacit_sql_of(cx, &tacit_sql_postgresql, shape, p->decided, n, &text);
    if (status == TACIT_OK)
        status = tacit_work_write_text(cx, p->w, "sql", plan->sql, &text);
    tacit_buffer_free(&text);
    return status;
}

/* Write the steps as they were settled, for the custodian, if that is asked for. */
static tacit_status write_decisions(tacit_ctx *cx, protection *p)
{
    if (!tacit_arg_given(&p->w->ask->args, DECISIONS))
        return TACIT_OK;
    return tacit_decide_write(cx, p->w, p->decided, tacit_arg_text(&p->w->ask->args, DECISIONS));
}

static tacit_status write_and_read(tacit_ctx *cx, protection *p)
{
    const tacit_narrowed out = { .masked = p->masked, .rows = p->rows };
    if (p->narrow.data != NULL)
        return tacit_narrow_release(cx, p->w, &p->narrow, &out, p->path, &p->read);
    bool same = false;
    TACIT_TRY(tacit_reading_write_table(cx, p->w, p->masked, p->w->plan->output, p->path));
    TACIT_TRY(tacit_gate_gives(cx, p->w, p->masked, p->path, &same));
    return same ? TACIT_OK : tacit_gate_load(cx, p->w, p->masked, p->path, &p->read);
}

/* Write the data under a temporary name and read it back: what a recipient reads is judged. */
static tacit_status stage_data(tacit_ctx *cx, protection *p)
{
    const char *target = p->w->plan->output;
    TACIT_TRY(tacit_beside_check(cx, p->w, target));
    if (tacit_session_is_memory(target))
        return TACIT_OK;
    TACIT_TRY(tacit_beside_stage(cx, p->w, target, &p->path));
    TACIT_TRY(write_and_read(cx, p));
    if (p->read == NULL || !tacit_gate_same_types(p->masked, p->read))
        return TACIT_OK;
    tacit_table_free(p->masked);
    p->masked = p->read;
    p->read = NULL;
    return TACIT_OK;
}

static tacit_status write_release(tacit_ctx *cx, protection *p)
{
    const tacit_plan *plan = p->w->plan;
    TACIT_TRY(p->path != NULL ? tacit_beside_list(cx, p->w, plan->output, p->path)
                              : tacit_work_write_table(cx, p->w, "data", plan->output, p->masked));
    TACIT_TRY(write_certificate(cx, p, tacit_table_rows(p->masked)));
    TACIT_TRY(write_sql(cx, p, p->narrow.data != NULL ? p->narrow.before : p->w->data));
    TACIT_TRY(tacit_links_write(cx, p->w, p->kept != NULL ? p->kept : p->w->data, p->masked));
    return write_decisions(cx, p);
}

/* The seed for the custodian, and the plan as it may be shown to others. */
static tacit_status record_plan(tacit_ctx *cx, protection *p)
{
    TACIT_TRY(tacit_account_plan(cx, p->w));
    return tacit_account_seed(cx, p->w);
}

/* What all steps together changed, in the records that are left. */
static tacit_status record_changes(tacit_ctx *cx, protection *p)
{
    json_t *changed = NULL;
    const bool file = p->path != NULL && p->read == NULL; /* which has columns of its own */
    TACIT_TRY(
        tacit_changes_json(cx, p->kept != NULL ? p->kept : p->w->data, p->masked, file, &changed));
    return tacit_json_put(cx, p->w->record, "changed", changed);
}

/* What is required, of the release with the types that it is read with. */
static tacit_status require_of_read(tacit_ctx *cx, protection *p, bool *hold)
{
    tacit_subject *subject = NULL;
    tacit_subject_extra extra = p->w->known.extra;
    extra.original = p->kept != NULL ? p->kept : p->w->data;
    TACIT_TRY(tacit_subject_new(cx, p->read, &subject));
    tacit_subject_add(subject, &extra);
    const tacit_status status =
        tacit_account_requirements(cx, p->w->record, p->w->plan, subject, hold);
    tacit_subject_free(subject);
    return status;
}

static tacit_status account_release(tacit_ctx *cx, protection *p)
{
    const char *target = p->w->plan->output;
    if (p->narrow.data != NULL)
        return tacit_stream_account(cx, p->w, "protected", target, p->narrow.shape,
                                    tacit_table_rows(p->masked));
    return tacit_account_table(cx, p->w->record, "protected", target, p->masked, false);
}

static tacit_status judge_and_write(tacit_ctx *cx, protection *p)
{
    bool hold = true;
    TACIT_TRY(stage_data(cx, p));
    const bool fewer = tacit_table_rows(p->masked) < tacit_table_rows(p->w->data);
    const tacit_pair pair = { .original = fewer || p->kept == NULL ? p->w->data : p->kept,
                              .masked = p->masked,
                              .released = fewer ? p->kept : NULL,
                              .independent = fewer,
                              .hierarchies = p->w->known.extra.hierarchies,
                              .n_hierarchies = p->w->known.extra.n_hierarchies };
    TACIT_TRY(measure_side(cx, p, p->masked, "after", &hold));
    if (hold && p->read != NULL)
        TACIT_TRY(require_of_read(cx, p, &hold));
    TACIT_TRY(tacit_account_utility(cx, p->w->record, measured(p), &pair));
    TACIT_TRY(record_changes(cx, p));
    TACIT_TRY(tacit_cost_tell(cx, p->w, p->kept != NULL ? p->kept : p->w->data, p->masked));
    TACIT_TRY(account_release(cx, p));
    TACIT_TRY(tacit_json_put(cx, p->w->record, "released", json_boolean(hold)));
    TACIT_TRY(tacit_json_put(cx, p->w->record, "outputs", json_array()));
    p->w->verdict = hold ? TACIT_VERDICT_HOLDS : TACIT_VERDICT_FAILS;
    if (hold)
        return write_release(cx, p);
    if (p->path != NULL)
        TACIT_TRY(tacit_beside_drop(cx, p->w, p->path));
    return tacit_step_warn(cx, p->w->plan, p->w->record);
}

/* ---- streaming ---- */

static const char *const STREAMS[] = { [TACIT_WAY_AUTO] = "auto",
                                       [TACIT_WAY_BLOCKS] = "always",
                                       [TACIT_WAY_LOADED] = "never",
                                       [TACIT_WAY_COLUMNS] = "columns",
                                       NULL };

static const tacit_param PARAMS[] = {
    [STREAM] = { .name = "stream",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = STREAMS,
                 .help = "pass records through in blocks instead of loading them: if the data is "
                         "large for the memory that was given and the plan allows it, or always "
                         "or never; or load only the columns that the plan touches" },
    [COMMITMENT] = { .name = "commitment",
                     .type = TACIT_PARAM_FLAG,
                     .max = 1.0,
                     .help = "commit to the original in the certificate, by a hash with a random "
                             "salt that is told to the custodian alone" },
    [DECISIONS] = { .name = "decisions",
                    .type = TACIT_PARAM_OUTPUT,
                    .need = TACIT_OPTIONAL,
                    .help = "write the steps as they were settled, for the custodian: thresholds "
                            "and lists instead of what the data decided" },
    [SIMULATION] = { .name = "simulation",
                     .type = TACIT_PARAM_FLAG,
                     .max = 1.0,
                     .help = "private steps draw from the seed, so that the run can be repeated; "
                             "it is not certified, and no required privacy holds" },
    TACIT_PARAM_END
};

static tacit_status release_stream(tacit_ctx *cx, protection *p, const tacit_streamed *s)
{
    tacit_work *w = p->w;
    p->masked = s->shape;
    TACIT_TRY(tacit_stream_account(cx, w, "protected", w->plan->output, s->shape, s->rows));
    TACIT_TRY(tacit_json_put(cx, w->record, "released", json_boolean(s->holds)));
    TACIT_TRY(tacit_json_put(cx, w->record, "outputs", json_array()));
    w->verdict = s->holds ? TACIT_VERDICT_HOLDS : TACIT_VERDICT_FAILS;
    if (!s->holds)
        return tacit_beside_drop(cx, w, s->path);
    TACIT_TRY(s->path == NULL ? tacit_work_list_digest(cx, w, "data", w->plan->output, s->digest, 0)
                              : tacit_beside_list(cx, w, w->plan->output, s->path));
    TACIT_TRY(write_certificate(cx, p, s->rows));
    TACIT_TRY(write_sql(cx, p, s->before));
    return write_decisions(cx, p);
}

static tacit_status stream(tacit_ctx *cx, protection *p)
{
    tacit_streamed s = { .decided = p->decided };
    tacit_status status = tacit_stream_protect(cx, p->w, &s);
    p->masked = s.shape;
    if (status == TACIT_OK && p->ordered != NULL) /* streams keep it */
        tacit_order_warn(cx, p->ordered, true);
    if (status == TACIT_OK)
        status = tacit_json_put(cx, p->w->record, "streamed", json_true());
    if (status == TACIT_OK)
        status = release_stream(cx, p, &s);
    tacit_table_free(s.before);
    return status;
}

static tacit_status load(tacit_ctx *cx, protection *p)
{
    tacit_work *w = p->w;
    if (p->narrow.data != NULL)
        return tacit_narrow_load(cx, w, &p->narrow);
    TACIT_TRY(tacit_work_load(cx, w));
    return tacit_account_table(cx, w->record, "data", w->plan->data, w->data, true);
}

/* See to it that the order of the records, which are loaded or not, tells nothing that the plan
 * hides: with a step more, unless a step says what is to become of the order. */
static tacit_status hide_order(tacit_ctx *cx, protection *p, bool loaded)
{
    tacit_work *w = p->w;
    if (w->remark == NULL)
        return TACIT_OK;
    if (tacit_plan_requires_privacy(w->plan) && !w->plan->keeps_order)
        return tacit_order_add(cx, w);
    TACIT_TRY(loaded ? tacit_order_find(cx, w->plan, w->data, &p->ordered)
                     : tacit_stream_order(cx, w, &p->ordered));
    return p->ordered == NULL || w->plan->keeps_order ? TACIT_OK : tacit_order_add(cx, w);
}

static tacit_status carry_out(tacit_ctx *cx, protection *p)
{
    tacit_work *w = p->w;
    bool streams = false, loads = false,
         before = true; /* of the original only the figures matter */
    const bool there = tacit_data_is_served(w->plan->output);
    w->remark = there && !w->plan->keeps_order ? NULL : tacit_order_remark(w->plan);
    w->simulation = tacit_arg_flag(&w->ask->args, SIMULATION);
    TACIT_TRY(tacit_private_check_seed(cx, w));
    if (!there)
        TACIT_TRY(tacit_beside_check(cx, w, w->plan->output));
    TACIT_TRY(tacit_work_choose_seed(cx, w));
    TACIT_TRY(record_plan(cx, p));
    const tacit_way asked = (tacit_way)tacit_arg_choice(&w->ask->args, STREAM);
    TACIT_TRY(tacit_way_loads(cx, w, asked, &loads));
    if (!loads && !there)
        TACIT_TRY(hide_order(cx, p, false));
    TACIT_TRY(tacit_way_choose(cx, w, asked, &streams, &p->narrow));
    TACIT_TRY(tacit_scratch(cx, w->plan->n_steps + 1, sizeof *p->decided, &p->decided));
    if (streams)
        return stream(cx, p);
    TACIT_TRY(load(cx, p));
    if (loads)
        TACIT_TRY(hide_order(cx, p, true));
    TACIT_TRY(tacit_work_know(cx, w));
    TACIT_TRY(tacit_work_know_control(cx, w));
    TACIT_TRY(measure_side(cx, p, w->data, "before", &before));
    TACIT_TRY(mask(cx, p));
    TACIT_TRY(tacit_private_tell(cx, w, p->masked));
    tacit_subject_free(p->before);
    p->before = NULL;
    tacit_give_back(); /* what was only needed to choose the steps */
    return judge_and_write(cx, p);
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    protection p = { .w = w };
    const tacit_status status = carry_out(cx, &p);
    tacit_subject_free(p.before);
    tacit_table_free(p.masked);
    tacit_table_free(p.kept);
    tacit_table_free(p.read);
    tacit_narrow_close(&p.narrow);
    for (size_t i = 0; p.decided != NULL && i < w->plan->n_steps; i++)
        tacit_decision_free(&p.decided[i]);
    return status;
}

const tacit_task tacit_task_protect = {
    .section = { .about = { .name = "protect",
                            .title = "Protection report",
                            .summary = "carry out a plan: mask, check the guarantees, write, "
                                       "report",
                            .params = PARAMS } },
    .takes = TACIT_TAKES_MEASURES | TACIT_TAKES_OUTPUTS,
    .needs = TACIT_PART_DATA | TACIT_PART_OUTPUT,
    .layout = TACIT_LAYOUT_BRIEF,
    .arguments = "PLAN",
    .positions = "data",
    .columns = "renumbered original released",
    .details = "Reads the data that the plan names, carries out its steps, and measures the "
               "required guarantees on the result. If all hold, it writes the protected data with "
               "its certificate and the report. If one does not hold, no data is written, the "
               "report says why, and the exit status is 3. Outputs appear under their names only "
               "when they are complete.",
    .examples =
        (const tacit_task_example[]){
            { "protect plan.yaml", "Carry a plan out." },
            { "protect plan.yaml --output safe.parquet --report safe.html",
              "The same with other outputs." },
            { NULL, NULL },
        },
    .words = { .good = "Released",
               .bad = "Not released",
               .good_meaning = "Each guarantee was measured on the protected data itself, not "
                               "inferred from the steps.",
               .bad_meaning = "No protected file was written. Make the steps stronger (coarser "
                              "groups, more records or values left out) or require less, and run "
                              "again.",
               .open = "Released without a required guarantee.",
               .open_meaning = TACIT_OPEN_MEANING },
    .run = run,
};
