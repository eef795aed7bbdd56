/*
 * released.c - the earlier releases of a plan, one after the other.
 */
#include <unistd.h>

#include "base/result.h"
#include "run/certificate/certificate.h"
#include "task/tables/released/own.h"
#include "task/tasks.h"

/* Most cells that are listed. */
enum { MOST_LISTED = 100 };

/* Whether equations can be joined: what is shown must be values. */
static bool are_values(const tacit_work *w)
{
    const tacit_protection *p = w->plan->protection;
    return w->task == &tacit_task_audit || p == NULL || p == &tacit_protection_cell_suppression;
}

/* ---- one of them ---- */

static tacit_status take_file(tacit_joining *j, const char *path)
{
    char *beside = NULL;
    TACIT_TRY(tacit_scratch_format(j->cx, &beside, "%s%s", path, TACIT_CERTIFICATE_ENDING));
    return access(beside, F_OK) == 0 ? tacit_released_certified(j, path, beside)
                                     : tacit_released_foreign(j, path);
}

static tacit_status take(tacit_joining *j, const char *path)
{
    const size_t before = j->differ, near = j->near, apart = j->apart;
    TACIT_TRY(tacit_work_reads(j->cx, j->w, path));
    TACIT_TRY(take_file(j, path));
    if (j->differ > before)
        tacit_warn(j->cx,
                   "%s has other values in %zu cells of the tables; only cells of equal values are "
                   "taken as known.",
                   path, j->differ - before);
    if (j->near > near)
        tacit_warn(j->cx,
                   "%s shows %zu cells of the tables rounded; readers are taken to know them to "
                   "less than its base.",
                   path, j->near - near);
    if (!j->together && j->apart > apart)
        tacit_warn(j->cx,
                   "%s has %zu cells that are none of the tables: what sums of them tell is "
                   "reckoned with only where cells are hidden, not where values are changed.",
                   path, j->apart - apart);
    return TACIT_OK;
}

/* ---- telling ---- */

static const tacit_param NONE[] = { TACIT_PARAM_END };

static const tacit_entry ENTRY = {
    .name = "released",
    .title = "Sensitive cells were not published earlier",
    .summary = "No cell that is sensitive now stands in an earlier release.",
    .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 4.6",
    .params = NONE,
};

static const tacit_entry ROOM = {
    .name = "released_together",
    .title = "Earlier releases leave room for protection",
    .summary = "Sensitive cells can be protected from readers who have the earlier releases, too.",
    .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 4.6",
    .params = NONE,
};

static tacit_status begin(tacit_ctx *cx, tacit_work *w, const tacit_entry *entry, bool holds,
                          tacit_result **out)
{
    tacit_args none = { .params = NONE };
    TACIT_TRY(tacit_result_new(cx, "audit", entry, &none, out));
    TACIT_TRY(tacit_json_add(cx, json_object_get(w->record, "requirements"), *out));
    if (!holds)
        w->verdict = TACIT_VERDICT_FAILS;
    return tacit_result_holds(cx, *out, holds);
}

static tacit_status list_sensitive(const tacit_joining *j, tacit_result *r)
{
    static const char *const titles[] = { "Cell" };
    const tacit_system *s = j->t->system;
    json_t *table = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_result_table(j->cx, r, "sensitive", "Sensitive cells that were published", 1,
                                 titles, &table));
    for (size_t i = 0; i < s->n_cells - j->t->n_others && n < MOST_LISTED; i++) {
        char *name = NULL;
        if (!j->known[i] || s->cell[i].status != TACIT_CELL_PRIMARY)
            continue;
        TACIT_TRY(tacit_system_name(j->cx, s, i, &name));
        TACIT_TRY(tacit_result_row(j->cx, table, "[s]", name));
        n++;
    }
    return TACIT_OK;
}

static tacit_status tell(const tacit_joining *j)
{
    tacit_result *r = NULL;
    TACIT_TRY(begin(j->cx, j->w, &ENTRY, j->sensitive == 0, &r));
    TACIT_TRY(tacit_result_figure(j->cx, r, "published", "Published earlier", (double)j->facts,
                                  TACIT_UNIT_COUNT,
                                  "cells of the tables that stand in an earlier release"));
    TACIT_TRY(tacit_result_figure(
        j->cx, r, "sensitive", "Sensitive ones among them", (double)j->sensitive, TACIT_UNIT_COUNT,
        "cells that are sensitive now and were published", .better = TACIT_BETTER_LOWER));
    if (j->sensitive > 0)
        TACIT_TRY(list_sensitive(j, r));
    return tacit_result_measured(j->cx, r, j->t->system->n_cells, true);
}

tacit_status tacit_released_blame(tacit_ctx *cx, tacit_work *w)
{
    tacit_result *r = NULL;
    char *why = NULL;
    TACIT_TRY(tacit_scratch_text(cx, tacit_message(cx), &why));
    TACIT_TRY(begin(cx, w, &ROOM, false, &r));
    TACIT_TRY(tacit_result_note(cx, r, "%s", why));
    return tacit_result_measured(cx, r, 0, true);
}

/* ---- all of them ---- */

static tacit_status take_all(tacit_joining *j, const tacit_value *asked)
{
    for (size_t i = 0; i < j->w->plan->n_released; i++)
        TACIT_TRY(take(j, j->w->plan->released[i]));
    for (size_t i = 0; i < asked->n; i++)
        TACIT_TRY(take(j, asked->texts[i]));
    return TACIT_OK;
}

tacit_status tacit_released_join(tacit_ctx *cx, tacit_work *w, const tacit_value *asked,
                                 tacit_tabulation *t)
{
    tacit_joining j = { .cx = cx, .w = w, .t = t, .together = are_values(w) };
    if (w->plan->n_released + asked->n == 0)
        return TACIT_OK;
    tacit_stage(cx, "Reading earlier releases");
    TACIT_TRY(tacit_scratch(cx, t->system->n_cells, sizeof *j.known, &j.known));
    TACIT_TRY(tacit_dict_new(cx, &j.others));
    const tacit_status status = take_all(&j, asked);
    tacit_dict_free(j.others);
    TACIT_TRY(status);
    t->known = j.known;
    return tell(&j);
}

void tacit_released_recall(const tacit_tabulation *t)
{
    for (size_t g = 0; t->known != NULL && g < t->n_cubes; g++)
        for (size_t i = t->cube[g].first; i < t->cube[g].first + t->cube[g].n_cells; i++)
            if (t->known[i])
                t->system->cell[i].low = t->system->cell[i].high = t->system->cell[i].value;
}
