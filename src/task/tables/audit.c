/*
 * audit.c - the task that finds out what readers of a table can compute, whoever protected it.
 */
#include "run/account.h"
#include "task/tables/build.h"
#include "task/tables/cells/cells.h"
#include "task/tables/know.h"
#include "task/tables/ready.h"
#include "task/tasks.h"

/* A table as equations and cells alone. */
static tacit_status run_jj(tacit_ctx *cx, tacit_work *w)
{
    tacit_system *s = NULL;
    tacit_audit audit = { 0 };
    if (tacit_arg_given(&w->ask->args, TACIT_AUDIT_RELEASED) || w->plan->n_released > 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'released' is for tables with codes; a JJ file has none by which cells "
                          "could be found again.");
    TACIT_TRY(tacit_ready_read(cx, w->plan->data, &s));
    const tacit_status status = tacit_ready_audit(cx, w, s, false, &audit);
    tacit_system_free(s);
    return status;
}

/* Tables of a plan whose data has a row for each cell. */
static tacit_status run_cells(tacit_ctx *cx, tacit_work *w)
{
    tacit_tabulation t = { 0 };
    tacit_audit audit = { 0 };
    TACIT_TRY(tacit_json_put(cx, w->record, "steps", json_array()));
    tacit_status status = tacit_tabulate(cx, w, &t);
    if (status == TACIT_OK)
        status = tacit_tables_know(cx, w, &t);
    if (status == TACIT_OK)
        status = tacit_ready_audit(cx, w, t.system, false, &audit);
    tacit_tabulation_free(&t);
    return status;
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const tacit_plan *plan = w->plan;
    const bool ready = tacit_ready_is(plan->data);
    TACIT_TRY(tacit_json_put(cx, w->record, "requirements", json_array()));
    if (!ready && (plan->n_tables == 0 || !tacit_cells_asked(plan)))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s is not a JJ file (.jj); of other files a plan must say what they "
                          "are, with 'tables' and 'cells'.",
                          plan->data);
    return ready ? run_jj(cx, w) : run_cells(cx, w);
}

const tacit_task tacit_task_audit = {
    .section = { .about = { .name = "audit",
                            .title = "Audit of a table",
                            .summary = "find out what readers of a table can compute",
                            .params = TACIT_AUDIT_PARAMS } },
    .needs = TACIT_PART_DATA,
    .arguments = "TABLE|PLAN",
    .positions = "data",
    .details = "Attacks the hidden cells of tables that any program protected: for each it "
               "computes the interval that every reader can compute from what is published, and "
               "holds that of a sensitive one against its protection levels. TABLE is a JJ file, "
               "as tau-Argus and sdcTable write them. PLAN says of any other file, in 'tables' "
               "and 'cells', what its columns are; values that are hidden may be missing in it. "
               "With 'released' the tables are attacked together with earlier ones. The exit "
               "status is 3 if a cell is not safe.",
    .examples =
        (const tacit_task_example[]){
            { "audit table.jj", "Audit a table." },
            { "audit published.yaml", "Audit what a plan says of somebody's published tables." },
            { "audit published.yaml --released last-year.csv",
              "The same for readers who have last year's tables, too." },
            { NULL, NULL },
        },
    .words = { .good = "Safe",
               .bad = "Not safe",
               .good_meaning = "No reader can compute a sensitive cell more closely than its "
                               "protection levels allow.",
               .bad_meaning = "Do not publish this table: readers can compute sensitive cells "
                              "more closely than their protection levels allow." },
    .run = run,
};
