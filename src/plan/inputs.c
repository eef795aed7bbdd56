/*
 * inputs.c - every file that a plan reads or writes.  O(arguments).
 */
#include "plan/inputs.h"

#include <string.h>

#include "plan/statistics.h"

/* The list on its way; without `at` it is only counted. */
typedef struct inputs {
    tacit_plan_input *at;
    size_t n;
} inputs;

static void add_path(inputs *all, const char *path, const char *what)
{
    if (path == NULL)
        return;
    if (all->at != NULL)
        all->at[all->n] = (tacit_plan_input){ .path = path, .what = what };
    all->n++;
}

/* The files among the arguments. */
static void add_args(inputs *all, const tacit_args *args, const char *what)
{
    for (size_t i = 0; i < args->n; i++)
        if (args->params[i].type == TACIT_PARAM_FILE)
            add_path(all, args->at[i].text, what);
}

static void add_all(inputs *all, const tacit_plan *plan, const tacit_plan_ask *ask)
{
    add_path(all, plan->data, "the data");
    add_args(all, &plan->source, "the description of the data");
    add_path(all, plan->population, "the population");
    add_path(all, plan->control, "the control");
    add_path(all, plan->histogram, "the histogram");
    add_path(all, plan->file, "the plan");
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        add_args(all, &plan->hierarchy[i].spec.args, "the file of a hierarchy");
    for (size_t i = 0; i < plan->n_steps; i++)
        add_args(all, &plan->step[i].args, "the file of a step");
    for (size_t i = 0; i < plan->n_requires; i++)
        add_args(all, &plan->require[i].args, "the file of a requirement");
    for (size_t i = 0; i < plan->n_measures; i++)
        add_args(all, &plan->measure[i].args, "the file of a measure");
    for (size_t i = 0; i < plan->n_tables; i++)
        add_args(all, &plan->table[i].args, "the history of a table");
    for (size_t i = 0; i < plan->n_publics; i++)
        add_args(all, &plan->publics[i].args, "a public table");
    for (size_t i = 0; i < plan->n_released; i++)
        add_path(all, plan->released[i], "an earlier release");
    add_args(all, &plan->protection_args, "the file of the protection");
    if (ask == NULL)
        return;
    add_args(all, &ask->args, "the file of the task");
    add_args(all, &ask->choice_args, "the file of the task");
}

tacit_status tacit_plan_inputs(tacit_ctx *cx, const tacit_plan *plan, const tacit_plan_ask *ask,
                               const tacit_plan_input **out, size_t *n)
{
    inputs all = { 0 };
    add_all(&all, plan, ask);
    TACIT_TRY(tacit_scratch(cx, all.n, sizeof *all.at, &all.at));
    all.n = 0;
    add_all(&all, plan, ask);
    *out = all.at;
    *n = all.n;
    return TACIT_OK;
}

/* ---- outputs ---- */

typedef struct outputs {
    tacit_plan_output *at; /* without it they are only counted */
    size_t n;
} outputs;

static void add_output(outputs *all, const char *path, tacit_output_kind kind)
{
    if (path == NULL)
        return;
    if (all->at != NULL)
        all->at[all->n] = (tacit_plan_output){ .path = path, .kind = kind };
    all->n++;
}

/* The outputs among the arguments; what is called a report is one. */
static void add_written(outputs *all, const tacit_args *args)
{
    for (size_t i = 0; i < args->n; i++)
        if (args->params[i].type == TACIT_PARAM_OUTPUT)
            add_output(all, args->at[i].text,
                       strstr(args->params[i].name, "report") != NULL ? TACIT_OUTPUT_REPORT
                                                                      : TACIT_OUTPUT_OTHER);
}

static void add_outputs(outputs *all, const tacit_plan *plan, const tacit_plan_ask *ask,
                        bool releases)
{
    add_written(all, &ask->args);
    add_written(all, &ask->choice_args);
    if (!releases)
        return;
    add_output(all, plan->output, TACIT_OUTPUT_DATA);
    add_output(all, plan->report, TACIT_OUTPUT_REPORT);
    add_output(all, plan->certificate, TACIT_OUTPUT_CERTIFICATE);
    add_output(all, plan->sql, TACIT_OUTPUT_OTHER);
    add_output(all, plan->custodian_report, TACIT_OUTPUT_REPORT);
    for (size_t i = 0; i < plan->n_steps; i++)
        add_written(all, &plan->step[i].args);
    for (size_t i = 0; i < plan->n_writes; i++)
        add_written(all, &plan->write[i]);
}

tacit_status tacit_plan_outputs(tacit_ctx *cx, const tacit_plan *plan, const tacit_plan_ask *ask,
                                bool releases, const tacit_plan_output **out, size_t *n)
{
    outputs all = { 0 };
    add_outputs(&all, plan, ask, releases);
    TACIT_TRY(tacit_scratch(cx, all.n, sizeof *all.at, &all.at));
    all.n = 0;
    add_outputs(&all, plan, ask, releases);
    *out = all.at;
    *n = all.n;
    return TACIT_OK;
}
