/*
 * tables.c - the task that makes tables, finds the sensitive cells, protects them, audits all that
 * would be published, and writes it only if it is safe.
 */
#include "plan/cells.h"
#include "run/account.h"
#include "tabular/format/jj.h"
#include "task/tables/build.h"
#include "task/tables/keys.h"
#include "task/tables/know.h"
#include "task/tables/protect/protect.h"
#include "task/tables/ready.h"
#include "task/tables/released/released.h"
#include "task/tables/show.h"
#include "task/tables/tables.h"
#include "task/tables/write.h"
#include "task/tasks.h"

/* Protect and audit what is to be published. */
static tacit_status protect(tacit_ctx *cx, tacit_work *w, tacit_tabulation *t,
                            tacit_audited *audited)
{
    const tacit_protection *protection = NULL;
    tacit_args args = { 0 };
    tacit_result *told = NULL;
    TACIT_TRY(tacit_work_choose_seed(cx, w));
    TACIT_TRY(tacit_account_seed(cx, w));
    TACIT_TRY(tacit_tables_choose(cx, w->plan, &protection, &args));
    TACIT_TRY(tacit_result_new(cx, "protection", &protection->about, &args, &told));
    TACIT_TRY(tacit_json_add(cx, json_object_get(w->record, "steps"), told));
    tacit_stage(cx, "Protecting by %s", protection->about.name);
    const tacit_rng rng = tacit_tables_stream(w, t->system);
    const tacit_protection_job job = { .args = &args, .tables = t, .rng = &rng, .finishes = true };
    const tacit_status status = tacit_tables_carry_out(cx, protection, &job, told, audited);
    if (status == TACIT_ERR_DATA && t->known != NULL) {
        TACIT_TRY(tacit_released_blame(cx, w));
        return tacit_result_measured(cx, told, t->system->n_cells, true);
    }
    TACIT_TRY(status);
    TACIT_TRY(tacit_result_measured(cx, told, t->system->n_cells, true));
    if (protection->check != NULL)
        return tacit_ready_audit_noise(cx, w, protection, &job);
    if (!t->system->changed) {
        TACIT_TRY(tacit_ready_audit(cx, w, t->system, audited->valid, &audited->audit));
        audited->valid = true;
        return TACIT_OK;
    }
    tacit_released_recall(t);
    return tacit_ready_audit_shown(cx, w, t->system, protection->promise == TACIT_PROMISE_DISTANCE);
}

/* ---- a table that is there already ---- */

static tacit_status protect_ready(tacit_ctx *cx, tacit_work *w, tacit_tabulation *t)
{
    tacit_buffer text = { 0 };
    if (!tacit_ready_is(w->plan->output))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A JJ file is protected to another; give the output a name that ends in "
                          ".jj.");
    const tacit_table_stock before = tacit_table_stock_of(t);
    tacit_audited audited = { 0 };
    TACIT_TRY(protect(cx, w, t, &audited));
    TACIT_TRY(tacit_tables_measure(cx, w, t, &before));
    if (w->verdict == TACIT_VERDICT_FAILS)
        return TACIT_OK;
    tacit_status status = tacit_jj_write(cx, t->system, &text);
    if (status == TACIT_OK)
        status = tacit_work_write_text(cx, w, "jj", w->plan->output, &text);
    tacit_buffer_free(&text);
    return status;
}

static tacit_status run_ready(tacit_ctx *cx, tacit_work *w, tacit_tabulation *t)
{
    TACIT_TRY(tacit_ready_read(cx, w->plan->data, &t->system));
    return protect_ready(cx, w, t);
}

/* ---- tables from records ---- */

static tacit_status run_records(tacit_ctx *cx, tacit_work *w, tacit_tabulation *t)
{
    TACIT_TRY(tacit_tabulate(cx, w, t));
    TACIT_TRY(tacit_tables_know(cx, w, t));
    if (w->verdict == TACIT_VERDICT_FAILS) /* what is sensitive is known already */
        return TACIT_OK;
    const tacit_table_stock before = tacit_table_stock_of(t);
    tacit_audited audited = { 0 };
    TACIT_TRY(protect(cx, w, t, &audited));
    TACIT_TRY(tacit_tables_show(cx, w, t, audited.valid ? &audited.audit : NULL));
    TACIT_TRY(tacit_tables_measure(cx, w, t, &before));
    return w->verdict == TACIT_VERDICT_HOLDS ? tacit_tables_write(cx, w, t) : TACIT_OK;
}

/* Whether something says which cells are sensitive, or none need be. */
static bool is_judged(const tacit_plan *plan)
{
    return plan->n_rules > 0 || (plan->protection != NULL && plan->protection->check != NULL) ||
           (plan->cells.n > 0 && tacit_arg_given(&plan->cells, TACIT_CELLS_STATUS));
}

/* Fail unless the plan says which tables are made, and what is sensitive in them. */
static tacit_status check_plan(tacit_ctx *cx, const tacit_plan *plan)
{
    if (tacit_ready_is(plan->data) || (plan->n_tables > 0 && is_judged(plan)))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT, "%s: a plan of tables needs 'tables' and 'rules'.",
                      plan->file);
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const bool ready = tacit_ready_is(w->plan->data);
    TACIT_TRY(tacit_account_plan(cx, w));
    TACIT_TRY(tacit_json_put(cx, w->record, "steps", json_array()));
    TACIT_TRY(tacit_json_put(cx, w->record, "requirements", json_array()));
    TACIT_TRY(check_plan(cx, w->plan));
    if (!ready)
        TACIT_TRY(tacit_tables_check_files(cx, w));
    tacit_tabulation t = { 0 };
    const tacit_status status = ready ? run_ready(cx, w, &t) : run_records(cx, w, &t);
    tacit_tabulation_free(&t);
    TACIT_TRY(status);
    return tacit_json_put(cx, w->record, "released",
                          json_boolean(w->verdict != TACIT_VERDICT_FAILS));
}

/* ---- other ways to protect them ---- */

bool tacit_tables_asked(const tacit_plan *plan)
{
    return plan->n_tables > 0 || tacit_ready_is(plan->data);
}

static tacit_status explore(tacit_ctx *cx, tacit_work *w, tacit_tabulation *t, double seconds)
{
    if (tacit_ready_is(w->plan->data)) {
        TACIT_TRY(tacit_ready_read(cx, w->plan->data, &t->system));
    } else {
        TACIT_TRY(tacit_tabulate(cx, w, t));
        TACIT_TRY(tacit_tables_know(cx, w, t));
        TACIT_TRY(tacit_tables_draw_keys(cx, w, t));
    }
    return tacit_tables_compare(cx, w, t, seconds);
}

tacit_status tacit_tables_explore(tacit_ctx *cx, tacit_work *w, double seconds)
{
    tacit_tabulation t = { 0 };
    TACIT_TRY(tacit_json_put(cx, w->record, "steps", json_array()));
    TACIT_TRY(check_plan(cx, w->plan));
    w->seed = w->plan->seed; /* nothing is released: the same plan shows the same */
    const tacit_status status = explore(cx, w, &t, seconds);
    tacit_tabulation_free(&t);
    (void)json_object_del(w->record, "steps"); /* which cells are sensitive is not asked here */
    return status;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_task tacit_task_tables = {
    .section = { .about = { .name = "tables",
                            .title = "Tables",
                            .summary = "make tables, protect their sensitive cells, prove it",
                            .params = PARAMS } },
    .takes = TACIT_TAKES_OUTPUTS | TACIT_TAKES_BATCH,
    .needs = TACIT_PART_DATA | TACIT_PART_OUTPUT,
    .layout = TACIT_LAYOUT_BRIEF,
    .arguments = "PLAN",
    .positions = "data",
    .details =
        "Adds up the records of the plan's data into its tables, finds the sensitive cells "
        "by its rules, hides them and the cheapest set of other cells that keeps them from "
        "being computed, and attacks the result as a reader would. It is written only if "
        "no sensitive cell can be computed more closely than its protection levels allow; "
        "else the exit status is 3. A plan whose data is a JJ file protects the table in "
        "it. A batch file of tau-Argus (.arb) in the place of a plan is translated into one, "
        "and it is said of each line what became of it.",
    .examples =
        (const tacit_task_example[]){
            { "tables tables.yaml", "Make and protect the tables of a plan." },
            { "tables batch.arb --print-plan", "Show what a batch of tau-Argus asks for." },
            { NULL, NULL },
        },
    .words = { .good = "Released",
               .bad = "Not released",
               .good_meaning = "What was written was audited by code that knows nothing of how it "
                               "was protected, and keeps what its protection promises.",
               .bad_meaning = "Nothing was written: what would be published does not keep what "
                              "its protection promises." },
    .run = run,
};
