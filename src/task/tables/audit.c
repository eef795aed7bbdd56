/*
 * audit.c - the task that finds out what readers of a table can compute, whoever protected it.
 */
#include "run/account.h"
#include "task/tables/know.h"
#include "task/tables/ready.h"
#include "task/tasks.h"

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    tacit_system *s = NULL;
    if (!tacit_ready_is(w->plan->data))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s is not a JJ file (.jj), the format of tables that can be audited.",
                          w->plan->data);
    if (tacit_arg_given(&w->ask->args, TACIT_AUDIT_RELEASED))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'released' is for tables that are made from records; a JJ file has no "
                          "codes by which cells could be found again.");
    TACIT_TRY(tacit_json_put(cx, w->record, "requirements", json_array()));
    TACIT_TRY(tacit_ready_read(cx, w->plan->data, &s));
    const tacit_status status = tacit_ready_audit(cx, w, s);
    tacit_system_free(s);
    return status;
}

const tacit_task tacit_task_audit = {
    .section = { .about = { .name = "audit",
                            .title = "Audit of a table",
                            .summary = "find out what readers of a table can compute",
                            .params = TACIT_AUDIT_PARAMS } },
    .needs = TACIT_PART_DATA,
    .arguments = "TABLE",
    .positions = "data",
    .details = "Attacks the hidden cells of a table that any program protected: for each sensitive "
               "cell it computes the interval that every reader can compute from what is "
               "published, and holds it against the protection levels. TABLE is a JJ file, as "
               "tau-Argus and sdcTable write them. The exit status is 3 if a cell is not safe.",
    .examples =
        (const tacit_task_example[]){
            { "audit table.jj", "Audit a table." },
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
