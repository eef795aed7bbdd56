/*
 * data.c - the end of the HTML page: columns of the data and provenance.
 */
#include <string.h>

#include "report/format.h"
#include "report/html/part.h"
#include "report/markup.h"
#include "report/words.h"

/* ---- columns ---- */

/* Whether nothing is to be said of a column: it plays no role, and no step changed it. */
static bool is_untouched(const json_t *record, const json_t *column)
{
    const json_t *changed = json_object_get(record, "changed");
    const char *name = tacit_record_text(column, "name");
    if (json_array_size(json_object_get(column, "roles")) > 0 ||
        (changed == NULL && !tacit_record_is_public(record)))
        return false;
    for (size_t i = 0; i < json_array_size(changed); i++)
        if (strcmp(tacit_record_text(json_array_get(changed, i), "column"), name) == 0)
            return false;
    return true;
}

static size_t count_untouched(const json_t *record, const char *part)
{
    const json_t *columns = json_object_get(json_object_get(record, part), "columns");
    size_t n = 0;
    for (size_t i = 0; i < json_array_size(columns); i++)
        n += is_untouched(record, json_array_get(columns, i));
    return n;
}

/* Take the rows of untouched columns from their table and write their names into `names`. */
static tacit_status take_untouched(tacit_ctx *cx, const tacit_html *page, const char *part,
                                   json_t *table, tacit_buffer *names, size_t *n)
{
    const json_t *columns = json_object_get(json_object_get(page->record, part), "columns");
    json_t *rows = json_object_get(table, "rows");
    for (size_t i = 0, row = 0; i < json_array_size(columns); i++, row++) {
        const json_t *column = json_array_get(columns, i);
        if (!is_untouched(page->record, column))
            continue;
        TACIT_TRY(tacit_buffer_text(cx, names, *n > 0 ? ", " : ""));
        TACIT_TRY(tacit_buffer_text(cx, names, tacit_record_text(column, "name")));
        ++*n;
        if (json_array_remove(rows, row--) != 0)
            return tacit_fail_memory(cx);
    }
    return TACIT_OK;
}

/* So many untouched columns stay in the table. */
enum { FEW_UNTOUCHED = 3 };

static tacit_status put_table(tacit_ctx *cx, tacit_html *page, const char *part, json_t *table)
{
    tacit_buffer names = { 0 };
    size_t n = 0;
    const size_t all = json_array_size(json_object_get(table, "rows"));
    tacit_status status = TACIT_OK;
    if (count_untouched(page->record, part) > FEW_UNTOUCHED)
        status = take_untouched(cx, page, part, table, &names, &n);
    if (status == TACIT_OK && n < all)
        status = tacit_html_table(cx, page, table, "");
    if (status == TACIT_OK && n > 0)
        status =
            TACIT_FILL(cx, page->out, "<p class=\"source\">$ columns $: $.</p>\n",
                       tacit_format_count((double)n).text,
                       tacit_record_is_public(page->record) ? "without a role"
                                                            : "without a role that no step changed",
                       names.text);
    tacit_buffer_free(&names);
    return status;
}

/* The columns of one part of the record under a title; nothing if there are none. */
static tacit_status put_columns(tacit_ctx *cx, tacit_html *page, const char *part,
                                const char *title)
{
    const bool shown = tacit_record_layout(page->record, "columns");
    json_t *table = NULL;
    TACIT_TRY(tacit_record_columns(cx, page->record, part, &table));
    if (table == NULL)
        return TACIT_OK;
    tacit_status status =
        tacit_html_fold(cx, page, title, shown ? TACIT_FOLD_OPEN : TACIT_FOLD_CLOSED);
    if (status == TACIT_OK)
        status = put_table(cx, page, part, table);
    json_decref(table);
    TACIT_TRY(status);
    return tacit_html_fold_end(cx, page);
}

tacit_status tacit_html_columns(tacit_ctx *cx, tacit_html *page)
{
    if (json_array_size(json_object_get(tacit_record_data(page->record), "columns")) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_html_section(cx, page, "columns", "Columns",
                                 "Identifiers are never released; keys are facts that others may "
                                 "know about a person; sensitive values are what must not be "
                                 "learnt."));
    TACIT_TRY(put_columns(cx, page, "data", "Of the data, before any step"));
    return put_columns(cx, page, "protected", "Of the protected data");
}

/* ---- provenance ---- */

static tacit_status put_item(tacit_ctx *cx, tacit_html *page, const char *name, const char *text)
{
    if (text[0] == '\0')
        return TACIT_OK;
    return TACIT_FILL(cx, page->out, "<dt>$</dt><dd>$</dd>\n", name, text);
}

static tacit_status put_code_item(tacit_ctx *cx, tacit_html *page, const char *name,
                                  const char *text)
{
    if (text[0] == '\0')
        return TACIT_OK;
    return TACIT_FILL(cx, page->out, "<dt>$</dt><dd><code>$</code></dd>\n", name, text);
}

static tacit_status put_value_item(tacit_ctx *cx, tacit_html *page, const char *name,
                                   const json_t *value)
{
    const char *text = NULL;
    if (value == NULL || json_is_null(value))
        return TACIT_OK;
    TACIT_TRY(tacit_words_value(cx, value, &text));
    return put_item(cx, page, name, text);
}

/* What undoes the protection, which no public record has. */
static tacit_status put_secrets(tacit_ctx *cx, tacit_html *page)
{
    const json_t *secret = json_object_get(page->record, "secret");
    TACIT_TRY(put_code_item(cx, page, "Seed, secret", tacit_record_text(secret, "seed")));
    return put_code_item(cx, page, "Salt, secret", tacit_record_text(secret, "salt"));
}

static tacit_status put_run(tacit_ctx *cx, tacit_html *page)
{
    const json_t *data = json_object_get(page->record, "data");
    const json_t *bytes = json_object_get(data, "bytes");
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<div class=\"block\"><dl>\n"));
    TACIT_TRY(put_code_item(cx, page, "Command", tacit_record_text(page->record, "command")));
    TACIT_TRY(put_item(cx, page, "Date", tacit_record_text(page->record, "date")));
    TACIT_TRY(put_code_item(cx, page, "Data", tacit_record_text(data, "uri")));
    if (json_is_number(bytes))
        TACIT_TRY(put_item(cx, page, "Size of the data",
                           tacit_format_bytes(json_number_value(bytes)).text));
    TACIT_TRY(put_code_item(cx, page, "SHA-256 of the data", tacit_record_text(data, "sha256")));
    TACIT_TRY(put_secrets(cx, page));
    json_t *versions = json_object_get(page->record, "versions");
    const char *name = NULL;
    json_t *version = NULL;
    json_object_foreach(versions, name, version) TACIT_TRY(put_value_item(cx, page, name, version));
    return tacit_buffer_text(cx, page->out, "</dl></div>\n");
}

static tacit_status put_output(tacit_ctx *cx, tacit_html *page, const json_t *output)
{
    const json_t *bytes = json_object_get(output, "bytes");
    TACIT_TRY(
        TACIT_FILL(cx, page->out, "<tr><td>$</td><td><code>$</code></td><td class=\"n\">$</td>",
                   tacit_record_text(output, "kind"), tacit_record_text(output, "path"),
                   json_is_number(bytes) ? tacit_format_bytes(json_number_value(bytes)).text : ""));
    return TACIT_FILL(cx, page->out, "<td><code>$</code></td></tr>\n",
                      tacit_record_text(output, "sha256"));
}

static tacit_status put_outputs(tacit_ctx *cx, tacit_html *page)
{
    const json_t *outputs = json_object_get(page->record, "outputs");
    if (json_array_size(outputs) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(
        cx, page->out,
        "<details class=\"block\" open><summary class=\"head\"><h3>Files written</h3></summary>\n"
        "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Kind</th>"
        "<th scope=\"col\">File</th><th scope=\"col\" class=\"n\">Size</th>"
        "<th scope=\"col\">SHA-256</th></tr></thead><tbody>\n"));
    for (size_t i = 0; i < json_array_size(outputs); i++)
        TACIT_TRY(put_output(cx, page, json_array_get(outputs, i)));
    return tacit_buffer_text(cx, page->out, "</tbody></table></div></details>\n");
}

static tacit_status put_plan(tacit_ctx *cx, tacit_html *page)
{
    const char *plan = tacit_record_text(page->record, "plan_text");
    if (plan[0] == '\0')
        return TACIT_OK;
    TACIT_TRY(tacit_html_fold(cx, page, "Plan", TACIT_FOLD_CLOSED));
    TACIT_TRY(TACIT_FILL(cx, page->out, "<pre tabindex=\"0\"><code>$</code></pre>\n", plan));
    return tacit_html_fold_end(cx, page);
}

tacit_status tacit_html_provenance(tacit_ctx *cx, tacit_html *page)
{
    TACIT_TRY(
        tacit_html_section(cx, page, "provenance", "Provenance",
                           "What made this result from the data, and what it takes to check that "
                           "nothing was changed. A seed, where there is one, makes it again to "
                           "the byte; noise that carries a guarantee has none."));
    TACIT_TRY(put_run(cx, page));
    TACIT_TRY(put_outputs(cx, page));
    return put_plan(cx, page);
}
