/*
 * foreign.c - tables that somebody else has published, as `tacit audit` reads them.
 *
 * What is assumed of them is told: that columns and codes of the same names mean the same, and that
 * what is shown are the values.  A certificate would say both.
 */
#include "base/text.h"
#include "engine/csv_rules.h"
#include "task/tables/argus/argus.h"
#include "task/tables/cells/cells.h"
#include "task/tables/released/own.h"
#include "task/tables/tables.h"
#include "task/tasks.h"

/* ---- where cells are ---- */

static const char *column(const tacit_earlier *e, size_t d)
{
    return e->tables->dimension[d].column;
}

static const char *response(const tacit_earlier *e, size_t cell)
{
    return tacit_tabulation_cube(e->tables, cell)->response;
}

static const char *code(const tacit_earlier *e, size_t cell, size_t d, size_t k)
{
    const tacit_cube *c = tacit_tabulation_cube(e->tables, cell);
    const tacit_dimension *own = &e->tables->dimension[d];
    const uint32_t node = tacit_cube_node(c, cell - c->first, d);
    for (size_t i = 1; node != own->code[0].node && i < own->n; i++)
        if (own->code[i].node == node && k-- == 0)
            return own->code[i].text;
    return NULL;
}

/* ---- reading ---- */

/* The text of a plan that says what the tables are. */
static tacit_status find_plan(tacit_ctx *cx, const char *path, char **out)
{
    if (tacit_name_ends(path, ".jj"))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'released' is for tables with codes; a JJ file such as %s has none by "
                          "which cells could be found again.",
                          path);
    if (tacit_name_ends(path, ".tab"))
        return tacit_batch_of_table(cx, path, out);
    if (tacit_name_ends(path, ".yaml") || tacit_name_ends(path, ".yml"))
        return tacit_plan_read(cx, path, out);
    return tacit_fail(
        cx, TACIT_ERR_INPUT,
        "'released': %s has no certificate beside it; in its place name a plan "
        "(.yaml) that says with 'data', 'tables' and 'cells' what its columns are, as "
        "'tacit audit' takes it.",
        path);
}

static tacit_status take_tables(tacit_joining *j, const tacit_tabulation *t)
{
    const tacit_system *s = t->system;
    bool *shown = NULL;
    TACIT_TRY(tacit_scratch(j->cx, s->n_cells, sizeof *shown, &shown));
    for (size_t i = 0; i < s->n_cells; i++)
        shown[i] = !s->unknown[i] &&
                   (!tacit_system_hides(s, &s->cell[i]) || !(s->cell[i].high > s->cell[i].low));
    const tacit_earlier e = { .system = s,
                              .shown = shown,
                              .n_dimensions = t->n_dimensions,
                              .column = column,
                              .response = response,
                              .code = code,
                              .tables = t };
    return tacit_released_take(j, &e);
}

/* Make the tables of `plan`, as an audit of them would. */
static tacit_status take_plan(tacit_joining *j, const tacit_plan *plan, tacit_work *own)
{
    tacit_tabulation t = { 0 };
    own->record = json_pack("{s:[]}", "steps");
    if (own->record == NULL)
        return tacit_fail_memory(j->cx);
    if (plan->n_tables == 0 || !tacit_cells_asked(plan))
        return tacit_fail(j->cx, TACIT_ERR_INPUT,
                          "%s: a plan of an earlier release says with 'tables' and 'cells' what "
                          "the columns of its data are.",
                          plan->file);
    TACIT_TRY(tacit_work_reads(j->cx, j->w, plan->data));
    tacit_status status = tacit_tabulate(j->cx, own, &t);
    if (status == TACIT_OK)
        status = take_tables(j, &t);
    tacit_tabulation_free(&t);
    return status;
}

tacit_status tacit_released_foreign(tacit_joining *j, const char *path)
{
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &tacit_task_audit.section,
                                 .needs = TACIT_PART_DATA };
    const size_t before = j->apart;
    tacit_plan *plan = NULL;
    char *text = NULL;
    TACIT_TRY(find_plan(j->cx, path, &text));
    TACIT_TRY(tacit_plan_parse(j->cx, path, text, &use, &plan));
    tacit_work own = { .task = &tacit_task_audit,
                       .plan = plan,
                       .ask = tacit_plan_asked(plan, &tacit_task_audit.section),
                       .session = j->w->session,
                       .memory = j->w->memory };
    const tacit_status status = take_plan(j, plan, &own);
    json_decref(own.record);
    tacit_work_end(&own);
    tacit_plan_free(plan);
    if (status == TACIT_OK)
        tacit_warn(
            j->cx,
            "%s has no certificate: it is taken for granted that its columns and codes mean "
            "what those of the same names mean now, and that it shows the values; %zu of its "
            "cells are none of the tables.",
            path, j->apart - before);
    return status;
}
