/*
 * made.c - what drivers that make tables where their data is do in the same way.
 */
#include "engine/made.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/hash.h"
#include "base/secret.h"

tacit_status tacit_made_name(tacit_ctx *cx, char out[TACIT_MADE_NAME])
{
    uint64_t bits = 0;
    TACIT_TRY(tacit_random_bytes(cx, &bits, sizeof bits));
    snprintf(out, TACIT_MADE_NAME, "tacit_%016" PRIx64, bits);
    return TACIT_OK;
}

tacit_status tacit_made_judge(tacit_ctx *cx, const char *schema, const char *table,
                              tacit_found found, bool force)
{
    if (found == TACIT_FOUND_SOURCE)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s.%s is an input too; give the output another name.", schema, table);
    if (found == TACIT_FOUND_OTHER)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s.%s exists and is not a release of tacit; give the output another "
                          "name, or drop it yourself.",
                          schema, table);
    if (found == TACIT_FOUND_RELEASE && !force)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s.%s exists; use --force to replace this release of tacit.", schema,
                          table);
    return TACIT_OK;
}

tacit_status tacit_made_fail_place(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The output is on another server or in another database than the data; a "
                      "table is made where the data is, so name the same, or a file.");
}

static tacit_status put_lines(tacit_ctx *cx, const tacit_table *t, tacit_buffer *out)
{
    const tacit_column *bucket = tacit_table_column(t, 0), *digest = tacit_table_column(t, 2);
    const int64_t *rows = tacit_column_integers(tacit_table_column(t, 1));
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        TACIT_TRY(tacit_buffer_format(
            cx, out, "%s %" PRId64 " %s\n",
            tacit_dict_text(tacit_column_dict(bucket), tacit_column_codes(bucket)[i]), rows[i],
            tacit_dict_text(tacit_column_dict(digest), tacit_column_codes(digest)[i])));
    return TACIT_OK;
}

tacit_status tacit_made_digest(tacit_ctx *cx, const tacit_asked *a, char *out)
{
    static const tacit_field fields[] = { { .name = "bucket", .type = TACIT_TYPE_CATEGORY },
                                          { .name = "rows", .type = TACIT_TYPE_INTEGER },
                                          { .name = "digest", .type = TACIT_TYPE_CATEGORY } };
    static const tacit_select none = { 0 };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_select all = { 0 };
    tacit_sql_query q;
    tacit_table *t = NULL;
    tacit_buffer text = { 0 };
    TACIT_TRY(tacit_data_select(cx, a->data, NULL, &all));
    TACIT_TRY(tacit_asked_select(cx, a, &all, &q));
    tacit_status status = tacit_sql_put_digest(cx, &q, &text);
    const tacit_fetch f = { .sql = text.text, .columns = &none, .extra = fields, .n_extra = 3 };
    if (status == TACIT_OK)
        status = a->fetch(cx, a->data, &f, &t);
    text.length = 0;
    if (status == TACIT_OK)
        status = put_lines(cx, t, &text);
    if (status == TACIT_OK)
        tacit_digest_text(text.length > 0 ? text.text : "", out);
    tacit_table_free(t);
    tacit_buffer_free(&text);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_made_refuse(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                               const char *path)
{
    (void)rows;
    (void)target;
    (void)path;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "A table on a server is made by 'protect', from one of the same database; "
                      "name a file, such as .csv or .parquet, as the output.");
}
