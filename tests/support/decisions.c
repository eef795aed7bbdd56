/*
 * decisions.c - decisions applied to parts of a table, and read back from their text.
 */
#include "support/decisions.h"

#include "base/result.h"
#include "plan/plan.h"
#include "table/take.h"

tacit_table *stretch_of(tacit_ctx *cx, const tacit_table *t, size_t from, size_t n)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_table *out = NULL;
    size_t *at = NULL;
    assert_ok(cx, tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t i = 0; i < n; i++)
        at[i] = from + i;
    assert_ok(cx, tacit_table_take(cx, t, &(tacit_row_list){ n, at }, &out));
    tacit_scratch_release(cx, mark);
    return out;
}

void read_back(tacit_ctx *cx, const tacit_decision *d, tacit_decision *out)
{
    json_t *steps = NULL;
    tacit_buffer text = { 0 };
    tacit_plan *plan = NULL;
    assert_ok(cx, tacit_decision_json(cx, d, &steps));
    assert_ok(cx, tacit_buffer_text(cx, &text,
                                    "{\"data\": \"a.csv\", \"output\": \"b.csv\", "
                                    "\"steps\": "));
    assert_ok(cx, tacit_json_text(cx, steps, 0, &text));
    assert_ok(cx, tacit_buffer_text(cx, &text, "}"));
    assert_ok(cx,
              tacit_plan_parse(cx, "decision", text.text, &(tacit_plan_use){ .needs = 0 }, &plan));
    assert_int_equal(plan->n_steps, d->n);
    for (size_t i = 0; i < plan->n_steps; i++)
        assert_ok(cx, tacit_decision_add(cx, out, plan->step[i].method, &plan->step[i].args, NULL));
    tacit_plan_free(plan);
    tacit_buffer_free(&text);
    json_decref(steps);
}

void assert_rows(const tacit_table *all, size_t from, const tacit_table *got, const char *who)
{
    assert_int_equal(tacit_table_columns(all), tacit_table_columns(got));
    for (size_t j = 0; j < tacit_table_columns(all); j++) {
        const tacit_column *a = tacit_table_column(all, j), *b = tacit_table_column(got, j);
        assert_string_equal(tacit_column_name(a), tacit_column_name(b));
        assert_int_equal(tacit_column_type(a), tacit_column_type(b));
        for (size_t i = 0; i < tacit_column_length(b); i++) {
            char x[32], y[32];
            const char *want = tacit_column_text(a, from + i, x), *is = tacit_column_text(b, i, y);
            if (tacit_column_is_missing(a, from + i) != tacit_column_is_missing(b, i) ||
                strcmp(want, is) != 0)
                fail_msg("%s, column %s, row %zu: '%s' instead of '%s'", who, tacit_column_name(a),
                         from + i, is, want);
        }
    }
}
