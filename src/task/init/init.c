/*
 * init.c - the task that inspects data and writes a plan to start from.
 */
#include "task/init/init.h"

#include "run/account.h"
#include "task/inspect/inspect.h"
#include "task/tasks.h"

enum { OUTPUT };

/* What the plan's way to the requirement keeps, as a sentence; "" if none was tried. */
static tacit_status say_kept(tacit_ctx *cx, const tacit_ways *ways, char **out)
{
    if (ways->best >= ways->n)
        return tacit_scratch_format(cx, out, "%s", "");
    return tacit_scratch_format(cx, out, "Its steps keep %.1f %% of the detail of the keys. ",
                                100.0 * ways->at[ways->best].kept);
}

static tacit_status give_plan(tacit_ctx *cx, tacit_work *w, const tacit_ways *ways,
                              const tacit_buffer *plan)
{
    const char *target = tacit_arg_text(&w->ask->args, OUTPUT);
    char *says = NULL, *kept = NULL;
    TACIT_TRY(tacit_json_put(cx, w->record, "plan_text", json_string(plan->text)));
    if (target == NULL)
        return tacit_json_put(cx, w->record, "says", json_string(plan->text));
    TACIT_TRY(tacit_work_write_text(cx, w, "plan", target, plan));
    TACIT_TRY(say_kept(cx, ways, &kept));
    TACIT_TRY(tacit_scratch_format(cx, &says,
                                   "Wrote a plan to %s. %sRead it, change what is wrong, then run: "
                                   "tacit protect %s\n",
                                   target, kept, target));
    return tacit_json_put(cx, w->record, "says", json_string(says));
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    tacit_buffer plan = { 0 };
    tacit_ways ways;
    if (tacit_standard_takes(w->standard))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A plan names its data; write what comes from standard input to a file "
                          "first, and give that to 'tacit init'.");
    TACIT_TRY(tacit_inspect(cx, w));
    TACIT_TRY(tacit_init_try(cx, w, &ways));
    tacit_status status = tacit_init_plan(cx, w->record, &ways, &plan);
    if (status == TACIT_OK)
        status = give_plan(cx, w, &ways, &plan);
    tacit_buffer_free(&plan);
    return status;
}

static const tacit_param PARAMS[] = {
    [OUTPUT] = { .name = "output",
                 .type = TACIT_PARAM_OUTPUT,
                 .need = TACIT_OPTIONAL,
                 .help = "the plan to write; standard output if not given" },
    TACIT_PARAM_END
};

const tacit_task tacit_task_init = {
    .section = { .about = { .name = "init",
                            .title = "A plan to start from",
                            .summary = "write a commented plan to start from",
                            .params = PARAMS } },
    .takes = TACIT_TAKES_SOURCE,
    .needs = TACIT_PART_DATA,
    .arguments = "DATA",
    .positions = "data",
    .details = "Inspects the data and writes a plan with the suggested roles, the steps that "
               "usually come first, and comments. A file that exists is kept unless --force is "
               "given.",
    .examples =
        (const tacit_task_example[]){
            { "init survey.csv --output plan.yaml", "Start a plan for a file." },
            { "init survey.csv", "Show it only." },
            { NULL, NULL },
        },
    .run = run,
};
