/*
 * digest.c - what tells whether two tables have the same rows, in whatever order, as a query.
 *
 * Hashes of rows that are added up can be matched by rows that somebody chooses (Wagner 2002, A
 * generalized birthday problem); sorted ones cannot, but the list of all is too long for one text.
 * So digests of rows are sorted within buckets, and each bucket has a digest: a tree of two levels,
 * as hard to match as SHA-256.  Real numbers are written as the engine writes them, and lengths are
 * counted as it counts them.  Rows become digests in the innermost query, so that shards of a table
 * hand on digests.  An engine that writes a tuple of values so that no other one is written alike
 * does it for less: quoted, with escapes.
 */
#include "engine/sql/sql.h"

/* The text of a cell with its length before it. */
static tacit_status put_cell(tacit_ctx *cx, const tacit_sql_query *q, size_t c, tacit_buffer *out)
{
    tacit_buffer cell = { 0 }, text = { 0 };
    char *length = NULL;
    tacit_status status = tacit_sql_put_cell(cx, q->dialect, &q->column[c], &cell);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, tacit_sql_written(q->dialect, q->column[c].type), cell.text,
                                    NULL, &text);
    tacit_buffer_free(&cell);
    if (status == TACIT_OK)
        status = tacit_scratch_format(cx, &length, "length(%s)", text.text);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, out, "coalesce(");
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, q->dialect->written, length, NULL, out);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, out, " || ':' || %s, '-')", text.text);
    tacit_buffer_free(&text);
    return status;
}

/* The text of a row, in the engine's own words if it has some. */
static tacit_status put_text(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out)
{
    tacit_buffer list = { 0 };
    tacit_status status = TACIT_OK;
    for (size_t c = 0; c < q->n && status == TACIT_OK; c++) {
        status = tacit_buffer_text(cx, &list,
                                   c == 0                    ? ""
                                   : q->dialect->row != NULL ? ", "
                                                             : " || ");
        if (status == TACIT_OK)
            status = q->dialect->row != NULL
                         ? tacit_sql_put_name(cx, q->dialect, q->column[c].name, &list)
                         : put_cell(cx, q, c, &list);
    }
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, q->dialect->row != NULL ? q->dialect->row : "$", list.text,
                                    NULL, out);
    tacit_buffer_free(&list);
    return status;
}

/* The digest of a row. */
static tacit_status put_row(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out)
{
    tacit_buffer row = { 0 };
    tacit_status status = put_text(cx, q, &row);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, q->dialect->digest, row.text, NULL, out);
    tacit_buffer_free(&row);
    return status;
}

tacit_status tacit_sql_put_digest(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out)
{
    tacit_buffer all = { 0 };
    TACIT_ASSERT(q->n > 0);
    TACIT_TRY(tacit_buffer_format(cx, out, "SELECT tacit_b, %s AS tacit_n, ", q->dialect->count));
    tacit_status status = tacit_sql_put_form(cx, q->dialect->gather, "tacit_d", NULL, &all);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, q->dialect->digest, all.text, NULL, out);
    tacit_buffer_free(&all);
    TACIT_TRY(status);
    TACIT_TRY(tacit_buffer_text(cx, out,
                                " AS tacit_d FROM (SELECT substring(tacit_d, 1, 3) AS "
                                "tacit_b, tacit_d FROM (SELECT "));
    TACIT_TRY(put_row(cx, q, out));
    return tacit_buffer_format(
        cx, out, " AS tacit_d FROM %s%s) tacit_f) tacit_g GROUP BY tacit_b ORDER BY tacit_b%s",
        q->relation, q->dialect->fence != NULL ? q->dialect->fence : "", q->dialect->by_bytes);
}
