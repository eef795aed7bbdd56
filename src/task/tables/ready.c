/*
 * ready.c - tables that are there already: read, audited, judged.
 */
#include "task/tables/ready.h"

#include <string.h>

#include "base/result.h"
#include "hierarchy/delimited.h"
#include "plan/plan.h"
#include "tabular/audit_shown.h"
#include "tabular/format/jj.h"

bool tacit_ready_is(const char *path)
{
    const size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".jj") == 0;
}

tacit_status tacit_ready_read(tacit_ctx *cx, const char *path, tacit_system **out)
{
    tacit_delimited file;
    tacit_system *s = NULL;
    tacit_status status = tacit_delimited_open(cx, path, &file);
    if (status == TACIT_OK)
        status = tacit_jj_read(cx, path, file.at, &s);
    tacit_delimited_close(&file);
    TACIT_TRY(status);
    const size_t wrong = tacit_system_find_wrong(s);
    if (wrong < s->n_equations) {
        const uint32_t total = s->term[s->first[wrong]].at;
        tacit_system_free(s);
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: equation %zu does not add up; its first cell is number %u.", path,
                          wrong + 1, total);
    }
    *out = s;
    return TACIT_OK;
}

/* An empty result of an audit among the requirements of the record. */
static tacit_status add_audit(tacit_ctx *cx, tacit_work *w, const tacit_entry *entry,
                              tacit_result **out)
{
    tacit_args none = { .params = entry->params };
    TACIT_TRY(tacit_result_new(cx, "audit", entry, &none, out));
    return tacit_json_add(cx, json_object_get(w->record, "requirements"), *out);
}

static void judge(tacit_work *w, bool holds)
{
    if (!holds)
        w->verdict = TACIT_VERDICT_FAILS;
    else if (w->verdict != TACIT_VERDICT_FAILS)
        w->verdict = TACIT_VERDICT_HOLDS;
}

tacit_status tacit_ready_audit(tacit_ctx *cx, tacit_work *w, const tacit_system *s, bool done,
                               tacit_audit *audit)
{
    tacit_result *r = NULL;
    const tacit_audit_told told = {
        .system = s, .audit = audit, .name = s->name, .user = s->name_user
    };
    tacit_stage(cx, "Auditing");
    if (!done)
        TACIT_TRY(tacit_audit_run(cx, s, audit));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(add_audit(cx, w, &TACIT_AUDIT_ENTRY, &r));
    TACIT_TRY(tacit_audit_tell(cx, &told, r));
    TACIT_TRY(tacit_result_measured(cx, r, s->n_cells, true));
    judge(w, tacit_audit_holds(audit));
    if (audit->n_undecided > 0 && audit->n_undecided == audit->n_unsafe && audit->n_few == 0)
        w->caveat = "That is not shown, though: it was not decided in time whether tables of whole "
                    "units are possible that keep it, and what is not decided is not published.";
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_ready_audit_shown(tacit_ctx *cx, tacit_work *w, const tacit_system *s,
                                     bool distance)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_shown_audit audit = { 0 };
    tacit_result *r = NULL;
    const tacit_audit_told told = {
        .system = s, .audit = &audit.cells, .name = s->name, .user = s->name_user
    };
    tacit_stage(cx, "Auditing");
    TACIT_TRY(tacit_shown_audit_run(cx, s, distance, &audit));
    TACIT_TRY(add_audit(cx, w,
                        distance ? &TACIT_SHOWN_DISTANCE_ENTRY : &TACIT_SHOWN_INTERVALS_ENTRY, &r));
    TACIT_TRY(tacit_shown_audit_tell(cx, &audit, &told, r));
    TACIT_TRY(tacit_result_measured(cx, r, s->n_cells, true));
    judge(w, audit.holds);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- noise ---- */

static const tacit_param NONE[] = { TACIT_PARAM_END };

static const tacit_entry NOISE = {
    .name = "noise",
    .title = "Noise as it should be",
    .summary = "Every cell is shown with the noise that it should have, found by other code.",
    .source = "Fraser and Wooton (2005), A proposed method for confidentialising tabular output "
              "to protect against differencing",
    .params = NONE,
};

tacit_status tacit_ready_audit_noise(tacit_ctx *cx, tacit_work *w,
                                     const tacit_protection *protection,
                                     const tacit_protection_job *job)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_result *r = NULL;
    bool holds = false;
    tacit_stage(cx, "Auditing");
    TACIT_TRY(add_audit(cx, w, &NOISE, &r));
    TACIT_TRY(protection->check(cx, job, r, &holds));
    TACIT_TRY(tacit_result_holds(cx, r, holds));
    TACIT_TRY(tacit_result_measured(cx, r, job->tables->system->n_cells, true));
    judge(w, holds);
    w->remark = "Noise was added: that is checked, while how uncertain it leaves a cell is a "
                "matter of probability.";
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
