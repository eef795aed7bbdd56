/*
 * sums.c - sums, the largest values and the range of columns, as queries.
 *
 * Numbers are added up as whole numbers of units, halves rounded away from 0, so that sums do not
 * depend on order.  The largest of a group are those that come first in a window over it: one sort
 * of the rows for each sum that asks for them.
 */
#include "engine/sql/own.h"

enum { MOST_DECIMALS = 6 };

/* Append ", " and `form`, done to `x`, as a double. */
static tacit_status put_double(tacit_ctx *cx, const tacit_sql_query *q, const char *form,
                               const char *x, tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_text(cx, out, ", CAST("));
    TACIT_TRY(tacit_sql_put_form(cx, form, x, NULL, out));
    return tacit_buffer_format(cx, out, " AS %s)", q->dialect->real_type);
}

/* The sum of `x` in units. */
static tacit_status put_units(tacit_ctx *cx, const tacit_sql_query *q, const tacit_sql_sum *s,
                              const char *form, const char *x, tacit_buffer *out)
{
    char *units = NULL;
    tacit_buffer one = { 0 };
    TACIT_TRY(tacit_scratch_format(cx, &units, "1e%d", s->decimals));
    tacit_status status = tacit_sql_put_form(cx, form, x, units, &one);
    if (status == TACIT_OK)
        status = put_double(cx, q, q->dialect->units, one.text, out);
    tacit_buffer_free(&one);
    return status;
}

static tacit_status put_sum(tacit_ctx *cx, const tacit_sql_query *q, const tacit_sql_sum *s,
                            size_t k, tacit_buffer *out)
{
    char *x = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &x, "tacit_x%zu", k));
    if (s->column == NULL)
        return put_double(cx, q, "count(*)", x, out);
    TACIT_TRY(put_double(cx, q, "count($)", x, out));
    TACIT_TRY(put_units(
        cx, q, s, "CASE WHEN $ < 0 THEN -floor(0.5 - # * $) ELSE floor(# * $ + 0.5) END", x, out));
    TACIT_TRY(put_units(cx, q, s, "floor(# * abs($) + 0.5)", x, out));
    TACIT_TRY(put_double(cx, q, "min(abs($))", x, out));
    for (uint32_t i = 1; i <= s->n_top; i++) {
        char *top = NULL;
        TACIT_TRY(
            tacit_scratch_format(cx, &top, "max(CASE WHEN tacit_r%zu = %u THEN abs($) END)", k, i));
        TACIT_TRY(put_double(cx, q, top, x, out));
    }
    return TACIT_OK;
}

/* The columns and numbers by new names. */
static tacit_status put_numbers(tacit_ctx *cx, const tacit_sql_query *q, const tacit_sql_sum *sum,
                                size_t n, tacit_buffer *out)
{
    TACIT_TRY(tacit_sql_put_renamed(cx, q, out));
    for (size_t k = 0; k < n; k++) {
        if (sum[k].column == NULL)
            continue;
        TACIT_TRY(tacit_buffer_text(cx, out, ", CAST("));
        TACIT_TRY(tacit_sql_put_cell(cx, q->dialect, sum[k].column, out));
        TACIT_TRY(tacit_buffer_format(cx, out, " AS %s) AS tacit_x%zu", q->dialect->real_type, k));
    }
    return tacit_buffer_format(cx, out, " FROM %s", q->relation);
}

/* The same with the place that each number has in its group, from the largest. */
static tacit_status put_placed(tacit_ctx *cx, const tacit_sql_query *q, const tacit_sql_sum *sum,
                               size_t n, tacit_buffer *out)
{
    TACIT_TRY(tacit_sql_put_names(cx, q, "SELECT ", out));
    for (size_t k = 0; k < n; k++) {
        if (sum[k].column == NULL)
            continue;
        TACIT_TRY(tacit_buffer_format(cx, out, ", tacit_x%zu", k));
        if (sum[k].n_top == 0)
            continue;
        TACIT_TRY(tacit_buffer_text(cx, out, ", row_number() OVER ("));
        TACIT_TRY(tacit_sql_put_names(cx, q, "PARTITION BY ", out));
        TACIT_TRY(tacit_buffer_format(
            cx, out, " ORDER BY coalesce(abs(tacit_x%zu), -1) DESC) AS tacit_r%zu", k, k));
    }
    TACIT_TRY(tacit_buffer_text(cx, out, " FROM ("));
    TACIT_TRY(put_numbers(cx, q, sum, n, out));
    return tacit_buffer_text(cx, out, ") tacit_f");
}

tacit_status tacit_sql_put_sums(tacit_ctx *cx, const tacit_sql_query *q, const tacit_sql_sum *sum,
                                size_t n, tacit_buffer *out)
{
    TACIT_ASSERT(q->n > 0);
    TACIT_TRY(tacit_sql_put_names(cx, q, "SELECT ", out));
    for (size_t k = 0; k < n; k++)
        TACIT_TRY(put_sum(cx, q, &sum[k], k, out));
    TACIT_TRY(tacit_buffer_text(cx, out, " FROM ("));
    TACIT_TRY(put_placed(cx, q, sum, n, out));
    TACIT_TRY(tacit_buffer_text(cx, out, ") tacit_g"));
    TACIT_TRY(tacit_sql_put_names(cx, q, " GROUP BY ", out));
    return tacit_sql_put_order(cx, q, out);
}

/* ---- ranges ---- */

tacit_status tacit_sql_put_range(tacit_ctx *cx, const tacit_sql_query *q, const tacit_sql_field *x,
                                 tacit_buffer *out)
{
    static const char *const powers[] = { "1", "10", "100", "1e3", "1e4", "1e5", "1e6" };
    TACIT_TRY(tacit_buffer_format(cx, out, "SELECT CAST(coalesce(min(tacit_x0), 0) AS %s)",
                                  q->dialect->real_type));
    TACIT_TRY(put_double(cx, q, "count(*) - count($)", "tacit_x0", out));
    TACIT_TRY(put_double(cx, q, "coalesce(sum(CASE WHEN $ > 0 THEN 1 ELSE 0 END), 0) - count(*)",
                         "tacit_x0", out));
    for (size_t k = 0; k <= MOST_DECIMALS; k++) {
        TACIT_TRY(tacit_buffer_text(cx, out, ", CAST("));
        TACIT_TRY(tacit_sql_put_form(
            cx,
            "coalesce(min(CASE WHEN abs($ * # - floor($ * # + 0.5)) > 1e-9 * CASE WHEN abs($ * #) "
            "> 1 THEN abs($ * #) ELSE 1 END THEN 0 ELSE 1 END), 1)",
            "tacit_x0", powers[k], out));
        TACIT_TRY(tacit_buffer_format(cx, out, " AS %s)", q->dialect->real_type));
    }
    TACIT_TRY(tacit_buffer_text(cx, out, " FROM ("));
    TACIT_TRY(put_numbers(cx, &(tacit_sql_query){ .dialect = q->dialect, .relation = q->relation },
                          &(tacit_sql_sum){ .column = x }, 1, out));
    return tacit_buffer_text(cx, out, ") tacit_g");
}
