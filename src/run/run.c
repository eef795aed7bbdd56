/*
 * run.c - the one way to do a task: parse, work, tell, report, commit.
 */
#include <string.h>

#include "report/html/html.h"
#include "run/account.h"
#include "run/dry/dry.h"
#include "run/guard.h"
#include "run/public.h"

/* Where the report goes: a task that does not write the plan's outputs has its own. */
static const char *report_of(const tacit_work *w)
{
    const size_t i = tacit_param_find(w->ask->args.params, "report");
    if ((w->task->takes & TACIT_TAKES_OUTPUTS) != 0)
        return w->plan->report;
    return i < w->ask->args.n ? tacit_arg_text(&w->ask->args, i) : NULL;
}

/* Write a report if there is a target; it names itself among the outputs, without a hash, which
 * it could not hold.  Whoever may hand on a report of this kind gets to see only what is public. */
static tacit_status write_report(tacit_ctx *cx, tacit_work *w, const char *kind, const char *target)
{
    const char *path = NULL;
    json_t *shown = NULL;
    tacit_buffer page = { 0 };
    if (target == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_work_stage(cx, w, target, &path));
    TACIT_TRY(tacit_work_list(cx, w, kind, target, NULL));
    const bool release = (w->task->takes & TACIT_TAKES_OUTPUTS) != 0;
    if (release && strcmp(kind, "report") == 0)
        TACIT_TRY(tacit_public_record(cx, w, &shown));
    else
        shown = json_incref(w->record);
    tacit_status status = tacit_report_html(cx, shown, &page);
    json_decref(shown);
    if (status == TACIT_OK)
        status = tacit_staged_write(cx, path, page.text, page.length);
    tacit_buffer_free(&page);
    return status;
}

/* How the run ended, as a failure's record says it too. */
static tacit_status put_ending(tacit_ctx *cx, const tacit_work *w)
{
    const tacit_ending ending = w->verdict == TACIT_VERDICT_FAILS ? TACIT_NOT_RELEASED : TACIT_DONE;
    TACIT_TRY(tacit_json_put(cx, w->record, "ok", json_true()));
    return tacit_json_put(cx, w->record, "status", json_integer(ending));
}

static tacit_status carry_out(tacit_ctx *cx, tacit_work *w)
{
    TACIT_TRY(tacit_staged_new(cx, &w->staged));
    TACIT_TRY(tacit_store_new(cx, &w->pending));
    TACIT_TRY(tacit_account_versions(cx, w->record));
    TACIT_TRY(tacit_guard_request(cx, w));
    TACIT_TRY(w->task->run(cx, w));
    TACIT_TRY(tacit_work_tell_verdict(cx, w));
    TACIT_TRY(put_ending(cx, w));
    TACIT_TRY(tacit_account_warnings(cx, w->record));
    TACIT_TRY(tacit_standard_tell(cx, w->standard, w->record));
    TACIT_TRY(write_report(cx, w, "report", report_of(w)));
    if ((w->task->takes & TACIT_TAKES_OUTPUTS) != 0)
        TACIT_TRY(write_report(cx, w, "custodian_report", w->plan->custodian_report));
    TACIT_TRY(tacit_standard_tell(cx, w->standard, w->record)); /* a report may go there */
    return tacit_work_commit(cx, w);
}

/* Check what can be checked without doing the task, and say what it would do. */
static tacit_status carry_out_dry(tacit_ctx *cx, tacit_work *w)
{
    TACIT_TRY(tacit_account_versions(cx, w->record));
    TACIT_TRY(tacit_guard_request(cx, w));
    TACIT_TRY(tacit_dry_tell(cx, w));
    TACIT_TRY(tacit_work_tell_verdict(cx, w));
    TACIT_TRY(put_ending(cx, w));
    return tacit_account_warnings(cx, w->record);
}

static tacit_status run_plan(tacit_ctx *cx, const tacit_run_spec *spec, const tacit_plan *plan,
                             tacit_verdict *verdict, json_t **record)
{
    tacit_work w = { .task = spec->task,
                     .plan = plan,
                     .ask = tacit_plan_asked(plan, &spec->task->section),
                     .session = spec->session,
                     .memory = spec->memory,
                     .standard = spec->standard,
                     .fetch = spec->fetch,
                     .force = spec->force };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_status status = tacit_account_new(cx, spec->task, &w.record);
    if (status == TACIT_OK)
        status = tacit_account_date(cx, w.record);
    if (status == TACIT_OK)
        status = spec->dry ? carry_out_dry(cx, &w) : carry_out(cx, &w);
    tacit_work_end(&w);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        json_decref(w.record);
        return status;
    }
    *verdict = w.verdict;
    *record = w.record;
    return TACIT_OK;
}

tacit_status tacit_task_run(tacit_ctx *cx, const tacit_run_spec *spec, tacit_verdict *verdict,
                            json_t **record)
{
    const tacit_plan_use use = { .tasks = spec->tasks,
                                 .task = &spec->task->section,
                                 .needs = spec->task->needs };
    tacit_plan *plan = NULL;
    tacit_status status = TACIT_OK;
    TACIT_TRY(tacit_plan_parse(cx, spec->file, spec->text, &use, &plan));
    if (spec->standard != NULL)
        status = tacit_standard_take(cx, spec->standard, plan,
                                     tacit_plan_asked(plan, &spec->task->section),
                                     (spec->task->takes & TACIT_TAKES_OUTPUTS) != 0);
    if (status == TACIT_OK)
        status = run_plan(cx, spec, plan, verdict, record);
    tacit_plan_free(plan);
    return status;
}
