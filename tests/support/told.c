/*
 * told.c - running masking methods and reading what they tell of themselves.
 */
#include "support/told.h"

tacit_table *run_told(tacit_ctx *cx, const mask *m, const tacit_table *t, tacit_result **told)
{
    const tacit_rng rng = tacit_rng_seed(m->seed);
    tacit_job job = { .in = t, .cols = { m->n, m->at }, .args = &m->a.args, .rng = &rng };
    tacit_table *out = NULL;
    assert_ok(cx, tacit_result_new(cx, "method", &m->method->about, job.args, &job.told));
    assert_ok(cx, tacit_method_run(cx, m->method, &job, &out));
    *told = job.told;
    return out;
}

double told_cell(const tacit_result *told, const char *name, size_t row, size_t column)
{
    const json_t *rows = json_object_get(part_of(told, "tables", name), "rows");
    const json_t *cell = json_array_get(json_array_get(rows, row), column);
    if (!json_is_number(cell))
        fail_msg("row %zu, column %zu of '%s' is not a number", row, column, name);
    return json_number_value(cell);
}
