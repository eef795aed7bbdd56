/*
 * data.c - the end of the HTML page: columns of the data and provenance.
 */
#include "report/format.h"
#include "report/html/part.h"
#include "report/markup.h"
#include "report/words.h"

/* The columns of one part of the record under a title; nothing if there are none. */
static tacit_status put_columns(tacit_ctx *cx, tacit_html *page, const char *part,
                                const char *title)
{
    json_t *table = NULL;
    TACIT_TRY(tacit_record_columns(cx, page->record, part, &table));
    if (table == NULL)
        return TACIT_OK;
    tacit_status status = TACIT_FILL(
        cx, page->out, "<section class=\"block\"><div class=\"head\"><h3>$</h3></div>\n", title);
    if (status == TACIT_OK)
        status = tacit_html_table(cx, page, table, "");
    json_decref(table);
    TACIT_TRY(status);
    return tacit_buffer_text(cx, page->out, "</section>\n");
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
        "<section class=\"block\"><div class=\"head\"><h3>Files written</h3></div>\n"
        "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Kind</th>"
        "<th scope=\"col\">File</th><th scope=\"col\" class=\"n\">Size</th>"
        "<th scope=\"col\">SHA-256</th></tr></thead><tbody>\n"));
    for (size_t i = 0; i < json_array_size(outputs); i++)
        TACIT_TRY(put_output(cx, page, json_array_get(outputs, i)));
    return tacit_buffer_text(cx, page->out, "</tbody></table></div></section>\n");
}

static tacit_status put_plan(tacit_ctx *cx, tacit_html *page)
{
    const char *plan = tacit_record_text(page->record, "plan_text");
    if (plan[0] == '\0')
        return TACIT_OK;
    return TACIT_FILL(cx, page->out,
                      "<section class=\"block\"><div class=\"head\"><h3>Plan</h3></div>\n"
                      "<pre tabindex=\"0\"><code>$</code></pre></section>\n",
                      plan);
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
