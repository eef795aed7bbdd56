/*
 * dry.c - what a task would do, without doing it.
 */
#include "run/dry/dry.h"

#include "plan/cells.h"
#include "run/account.h"
#include "run/step.h"
#include "tabular/measure/measure.h"

static tacit_status put_line(tacit_ctx *cx, tacit_buffer *out, const char *what, const char *text)
{
    return text == NULL ? TACIT_OK : tacit_buffer_format(cx, out, "  %-14s%s\n", what, text);
}

/* The names under `key` of a list of arguments: "a, b, c". */
static tacit_status put_columns(tacit_ctx *cx, tacit_buffer *out, const json_t *told)
{
    const json_t *columns = json_object_get(json_object_get(told, "parameters"), "columns");
    for (size_t i = 0; i < json_array_size(columns); i++)
        TACIT_TRY(tacit_buffer_format(cx, out, "%s%s", i == 0 ? ": " : ", ",
                                      json_string_value(json_array_get(columns, i))));
    return TACIT_OK;
}

static tacit_status put_steps(tacit_ctx *cx, const tacit_work *w, tacit_buffer *out)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, w->record, "steps", list));
    for (size_t i = 0; i < w->plan->n_steps; i++) {
        tacit_result *told = NULL;
        TACIT_TRY(tacit_step_tell(cx, &w->plan->step[i], &told));
        TACIT_TRY(tacit_json_add(cx, list, told));
        TACIT_TRY(tacit_buffer_format(cx, out, "  step %-9zu%s", i + 1,
                                      w->plan->step[i].method->about.title));
        TACIT_TRY(put_columns(cx, out, told));
        TACIT_TRY(tacit_buffer_text(cx, out, "\n"));
    }
    return TACIT_OK;
}

/* Tables, and what is done about them; measures of records are not made of these. */
static tacit_status put_tables(tacit_ctx *cx, const tacit_plan *plan, tacit_buffer *out)
{
    for (size_t i = 0; i < plan->n_tables; i++)
        TACIT_TRY(put_line(cx, out, "table", plan->table[i].name));
    for (size_t i = 0; i < plan->n_rules; i++)
        TACIT_TRY(put_line(cx, out, "rule", plan->rule[i].rule->about.title));
    for (size_t i = 0; i < plan->n_released; i++)
        TACIT_TRY(put_line(cx, out, "reckon with", plan->released[i]));
    const tacit_protection *by = plan->protection;
    TACIT_TRY(
        put_line(cx, out, "protect by",
                 by != NULL ? by->about.title : tacit_protection_cell_suppression.about.title));
    for (size_t i = 0; i < plan->n_table_measures; i++)
        TACIT_TRY(put_line(cx, out, "measure", plan->table_measure[i].measure->about.title));
    return TACIT_OK;
}

static tacit_status put_rest(tacit_ctx *cx, const tacit_plan *plan, tacit_buffer *out)
{
    for (size_t i = 0; i < plan->n_requires; i++)
        TACIT_TRY(put_line(cx, out, "require", plan->require[i].model->measure.about.title));
    if (plan->n_tables > 0)
        TACIT_TRY(put_tables(cx, plan, out));
    for (size_t i = 0; plan->n_tables == 0 && i < plan->n_measures; i++)
        TACIT_TRY(put_line(cx, out, "measure", plan->measure[i].measure->about.title));
    TACIT_TRY(put_line(cx, out, "write", plan->output));
    for (size_t i = 0; i < plan->n_writes; i++)
        TACIT_TRY(put_line(cx, out, "write", tacit_arg_text(&plan->write[i], TACIT_WRITE_PATH)));
    TACIT_TRY(put_line(cx, out, "write", plan->certificate));
    TACIT_TRY(put_line(cx, out, "write", plan->report));
    TACIT_TRY(put_line(cx, out, "write", plan->custodian_report));
    return put_line(cx, out, "write", plan->sql);
}

static tacit_status put_words(tacit_ctx *cx, const tacit_work *w, size_t columns, tacit_buffer *out)
{
    TACIT_TRY(
        tacit_buffer_format(cx, out,
                            "The plan fits %s, which has %zu columns. Nothing was done; tacit "
                            "%s would\n",
                            w->plan->data, columns, w->task->section.about.name));
    TACIT_TRY(put_steps(cx, w, out));
    return put_rest(cx, w->plan, out);
}

tacit_status tacit_dry_tell(tacit_ctx *cx, const tacit_work *w)
{
    tacit_buffer out = { 0 };
    tacit_data *data = NULL;
    TACIT_TRY(tacit_work_open(cx, w, &data));
    tacit_status status = put_words(cx, w, data->schema.n, &out);
    tacit_data_close(data);
    if (status == TACIT_OK)
        status = tacit_json_put(cx, w->record, "says", json_string(out.text));
    if (status == TACIT_OK)
        status = tacit_json_put(cx, w->record, "dry_run", json_true());
    tacit_buffer_free(&out);
    return status;
}
