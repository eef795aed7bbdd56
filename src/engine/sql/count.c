/*
 * count.c - rows, and what is counted of them, as queries.
 */
#include "engine/sql/own.h"

/* ---- renamed ---- */

tacit_status tacit_sql_put_names(tacit_ctx *cx, const tacit_sql_query *q, const char *before,
                                 tacit_buffer *out)
{
    for (size_t c = 0; c < q->n; c++)
        TACIT_TRY(tacit_buffer_format(cx, out, "%stacit_%zu", c > 0 ? ", " : before, c));
    return TACIT_OK;
}

tacit_status tacit_sql_put_renamed(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_text(cx, out, q->n > 0 ? "SELECT " : "SELECT 1 AS tacit_0"));
    for (size_t c = 0; c < q->n; c++) {
        TACIT_TRY(tacit_buffer_text(cx, out, c > 0 ? ", " : ""));
        TACIT_TRY(tacit_sql_put_cell(cx, q->dialect, &q->column[c], out));
        TACIT_TRY(tacit_buffer_format(cx, out, " AS tacit_%zu", c));
    }
    return TACIT_OK;
}

tacit_status tacit_sql_put_order(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out)
{
    for (size_t c = 0; c < q->n; c++) {
        const bool text = q->column[c].type == TACIT_TYPE_CATEGORY;
        TACIT_TRY(tacit_buffer_format(cx, out, "%stacit_%zu%s", c > 0 ? ", " : " ORDER BY ", c,
                                      text ? q->dialect->by_bytes : ""));
    }
    return TACIT_OK;
}

/* ---- rows ---- */

tacit_status tacit_sql_put_rows(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out)
{
    TACIT_TRY(tacit_sql_put_renamed(cx, q, out));
    return tacit_buffer_format(cx, out, " FROM %s", q->relation);
}

tacit_status tacit_sql_put_named(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out)
{
    for (size_t c = 0; c < q->n; c++) {
        TACIT_TRY(tacit_buffer_text(cx, out, c == 0 ? "SELECT " : ", "));
        TACIT_TRY(tacit_sql_put_cell(cx, q->dialect, &q->column[c], out));
        TACIT_TRY(tacit_buffer_text(cx, out, " AS "));
        TACIT_TRY(tacit_sql_put_name(cx, q->dialect, q->column[c].name, out));
    }
    return tacit_buffer_format(cx, out, " FROM %s", q->relation);
}

/* ---- counts ---- */

tacit_status tacit_sql_put_count(tacit_ctx *cx, const tacit_sql_query *q,
                                 const tacit_sql_field *weight, bool sorted, tacit_buffer *out)
{
    TACIT_TRY(tacit_sql_put_names(cx, q, "SELECT ", out));
    TACIT_TRY(tacit_buffer_format(cx, out, "%s%s AS tacit_n", q->n > 0 ? ", " : "SELECT ",
                                  q->dialect->count));
    if (weight != NULL) {
        TACIT_TRY(tacit_buffer_text(cx, out, ", "));
        TACIT_TRY(tacit_sql_put_form(cx, q->dialect->weights, "tacit_w", NULL, out));
        TACIT_TRY(tacit_buffer_text(cx, out, " AS tacit_s"));
    }
    TACIT_TRY(tacit_buffer_text(cx, out, " FROM ("));
    TACIT_TRY(tacit_sql_put_renamed(cx, q, out));
    if (weight != NULL) {
        TACIT_TRY(tacit_buffer_text(cx, out, ", "));
        TACIT_TRY(tacit_sql_put_cell(cx, q->dialect, weight, out));
        TACIT_TRY(tacit_buffer_text(cx, out, " AS tacit_w"));
    }
    TACIT_TRY(tacit_buffer_format(cx, out, " FROM %s) tacit_g", q->relation));
    TACIT_TRY(tacit_sql_put_names(cx, q, " GROUP BY ", out));
    return sorted ? tacit_sql_put_order(cx, q, out) : TACIT_OK;
}

tacit_status tacit_sql_put_histogram(tacit_ctx *cx, const tacit_sql_query *q,
                                     const tacit_sql_field *weight, tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_text(cx, out, "SELECT "));
    for (size_t c = 0; c < q->n; c++) {
        TACIT_TRY(tacit_buffer_format(cx, out, "tacit_%zu AS ", c));
        TACIT_TRY(tacit_sql_put_name(cx, q->dialect, q->column[c].name, out));
        TACIT_TRY(tacit_buffer_text(cx, out, ", "));
    }
    TACIT_TRY(tacit_buffer_format(cx, out, "tacit_n%s\nFROM (", weight != NULL ? ", tacit_s" : ""));
    TACIT_TRY(tacit_sql_put_count(cx, q, weight, false, out));
    TACIT_TRY(tacit_buffer_text(cx, out, ") tacit_h\n"));
    return tacit_sql_put_order(cx, q, out);
}

tacit_status tacit_sql_put_judge(tacit_ctx *cx, const tacit_sql_query *q, uint64_t k,
                                 tacit_buffer *out)
{
    const unsigned long long least = k;
    TACIT_TRY(tacit_buffer_format(
        cx, out,
        "SELECT count(*) AS classes, coalesce(sum(CASE WHEN tacit_n < %llu THEN 1 ELSE 0 END), 0) "
        "AS classes_below, coalesce(sum(CASE WHEN tacit_n < %llu THEN tacit_n ELSE 0 END), 0) AS "
        "rows_below, min(tacit_n) AS smallest FROM (",
        least, least));
    TACIT_TRY(tacit_sql_put_count(cx, q, NULL, false, out));
    return tacit_buffer_text(cx, out, ") tacit_h");
}
