/*
 * result.c - a result, or a pair of them before and after, as HTML.
 *
 * Generic over measures: figures become one table with each definition under the figure's
 * name, tables and charts follow by name, then notes and the source.  Tables are cut at
 * MOST_ROWS rows, with a sentence that says so.
 */
#include "report/html/part.h"

#include <string.h>

#include "report/format.h"
#include "report/markup.h"
#include "report/words.h"

/* Rows that are shown; columns that fit beside another table, and on paper in the usual size. */
enum { MOST_ROWS = 200, MOST_BESIDE = 4, MOST_PRINTED = 7 };

/* A number that is not told stands where numbers do. */
#define CROSS "\u00d7"

tacit_status tacit_html_number(tacit_ctx *cx, tacit_html *page, const char *text)
{
    if (text[0] != '-')
        return tacit_markup_text(cx, page->out, text);
    TACIT_TRY(tacit_buffer_text(cx, page->out, "\xe2\x88\x92"));
    return tacit_markup_text(cx, page->out, text + 1);
}

tacit_status tacit_html_mark(tacit_ctx *cx, tacit_html *page, const json_t *result)
{
    const json_t *holds = json_object_get(result, "holds");
    if (!json_is_boolean(holds))
        return TACIT_OK;
    return tacit_buffer_text(cx, page->out,
                             json_is_true(holds)
                                 ? "<span class=\"mark good\">\xe2\x9c\x93 holds</span>\n"
                                 : "<span class=\"mark bad\">\xe2\x9c\x97 does not hold</span>\n");
}

static tacit_status put_number_cell(tacit_ctx *cx, tacit_html *page, const char *text)
{
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<td class=\"n\">"));
    TACIT_TRY(tacit_html_number(cx, page, text));
    return tacit_buffer_text(cx, page->out, "</td>");
}

/* A value of a figure; `name` is shown where the table's head has no room. */
static tacit_status put_value_cell(tacit_ctx *cx, tacit_html *page, const char *name,
                                   const char *text)
{
    TACIT_TRY(TACIT_FILL(cx, page->out, "<td class=\"n\" data-name=\"$\">", name));
    TACIT_TRY(tacit_html_number(cx, page, text));
    return tacit_buffer_text(cx, page->out, "</td>");
}

static tacit_status put_figure(tacit_ctx *cx, tacit_html *page, const tacit_twin *figure, bool both)
{
    const json_t *now = tacit_twin_main(figure);
    const char *unit = tacit_record_text(now, "unit"), *range = NULL;
    const json_t *before = json_object_get(figure->before, "value");
    const json_t *after = json_object_get(figure->after, "value");
    TACIT_TRY(tacit_words_range(cx, now, &range));
    TACIT_TRY(TACIT_FILL(cx, page->out,
                         "<tr><th scope=\"row\">$<span class=\"def\">$$$</span></th>",
                         tacit_words_title(now), tacit_record_text(now, "definition"),
                         range[0] != '\0' ? "; " : "", range));
    if (!both) {
        const tacit_digits d = tacit_format_unit(unit, json_object_get(now, "value"));
        TACIT_TRY(put_value_cell(cx, page, "Value", d.text));
        return tacit_buffer_text(cx, page->out, "</tr>\n");
    }
    const tacit_digits was = tacit_format_unit(unit, before), is = tacit_format_unit(unit, after);
    TACIT_TRY(put_value_cell(cx, page, "Before", was.text));
    TACIT_TRY(put_value_cell(cx, page, "After", is.text));
    TACIT_TRY(put_value_cell(cx, page, "Change", tacit_format_change(unit, before, after).text));
    return tacit_buffer_text(cx, page->out, "</tr>\n");
}

static tacit_status put_figures(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair)
{
    tacit_twins figures = { NULL, 0 };
    const bool both = pair->before != NULL && pair->after != NULL;
    TACIT_TRY(tacit_twin_parts(cx, pair, "figures", &figures));
    if (figures.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(
        cx, page->out,
        both ? "<div class=\"scroll\"><table class=\"figures\"><thead><tr><th "
               "scope=\"col\">Figure</th>"
               "<th scope=\"col\" class=\"n\">Before</th><th scope=\"col\" class=\"n\">After</th>"
               "<th scope=\"col\" class=\"n\">Change</th></tr></thead><tbody>\n"
             : "<div class=\"scroll\"><table class=\"figures\"><thead><tr><th "
               "scope=\"col\">Figure</th>"
               "<th scope=\"col\" class=\"n\">Value</th></tr></thead><tbody>\n"));
    for (size_t i = 0; i < figures.n; i++)
        TACIT_TRY(put_figure(cx, page, &figures.at[i], both));
    return tacit_buffer_text(cx, page->out, "</tbody></table></div>\n");
}

static tacit_status put_list_cell(tacit_ctx *cx, tacit_html *page, const json_t *list)
{
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<td>"));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = NULL;
        TACIT_TRY(tacit_words_value(cx, json_array_get(list, i), &text));
        TACIT_TRY(TACIT_FILL(cx, page->out, "<span class=\"tag\">$</span>", text));
    }
    return tacit_buffer_text(cx, page->out, "</td>");
}

static tacit_status put_cell(tacit_ctx *cx, tacit_html *page, const json_t *cell)
{
    const char *text = NULL;
    if (json_is_number(cell))
        return put_number_cell(cx, page, tacit_format_unit("number", cell).text);
    if (json_is_null(cell))
        return put_number_cell(cx, page, "n/a");
    if (json_is_array(cell))
        return put_list_cell(cx, page, cell);
    TACIT_TRY(tacit_words_value(cx, cell, &text));
    if (strcmp(text, CROSS) == 0)
        return put_number_cell(cx, page, text);
    return TACIT_FILL(cx, page->out, "<td>$</td>", text);
}

/* True if column `c` of a table holds numbers: its title then stands right as well. */
static bool is_numeric(const json_t *rows, size_t c)
{
    for (size_t i = 0; i < json_array_size(rows); i++)
        if (json_is_number(json_array_get(json_array_get(rows, i), c)))
            return true;
    return false;
}

static tacit_status put_table_head(tacit_ctx *cx, tacit_html *page, const json_t *table,
                                   const char *when)
{
    const json_t *columns = json_object_get(table, "columns");
    const char *title = tacit_words_title(table);
    TACIT_TRY(tacit_buffer_text(cx, page->out,
                                json_array_size(columns) > MOST_PRINTED
                                    ? "<div class=\"scroll\"><table class=\"many\">"
                                    : "<div class=\"scroll\"><table>"));
    if (title[0] != '\0')
        TACIT_TRY(TACIT_FILL(cx, page->out, "<caption>$$$</caption>", title,
                             when[0] != '\0' ? ", " : "", when));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<thead><tr>"));
    for (size_t c = 0; c < json_array_size(columns); c++)
        TACIT_TRY(TACIT_FILL(cx, page->out, "<th scope=\"col\"$>$</th>",
                             is_numeric(json_object_get(table, "rows"), c) ? " class=n" : "",
                             json_string_value(json_array_get(columns, c))));
    return tacit_buffer_text(cx, page->out, "</tr></thead><tbody>\n");
}

tacit_status tacit_html_table(tacit_ctx *cx, tacit_html *page, const json_t *table,
                              const char *when)
{
    const json_t *rows = json_object_get(table, "rows");
    const size_t n = json_array_size(rows), shown = n > MOST_ROWS ? MOST_ROWS : n;
    TACIT_TRY(put_table_head(cx, page, table, when));
    for (size_t i = 0; i < shown; i++) {
        const json_t *row = json_array_get(rows, i);
        TACIT_TRY(tacit_buffer_text(cx, page->out, "<tr>"));
        for (size_t c = 0; c < json_array_size(row); c++)
            TACIT_TRY(put_cell(cx, page, json_array_get(row, c)));
        TACIT_TRY(tacit_buffer_text(cx, page->out, "</tr>\n"));
    }
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</tbody></table></div>\n"));
    if (shown == n)
        return TACIT_OK;
    return TACIT_FILL(cx, page->out, "<p class=\"source\">The first $ of $ rows.</p>\n",
                      tacit_format_count((double)shown).text, tacit_format_count((double)n).text);
}

static tacit_status put_table_pair(tacit_ctx *cx, tacit_html *page, const tacit_twin *table)
{
    const bool both = table->before != NULL && table->after != NULL;
    const size_t columns = json_array_size(json_object_get(tacit_twin_main(table), "columns"));
    const char *const place = both && columns <= MOST_BESIDE ? "<div>\n" : "<div class=\"wide\">\n";
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<div class=\"pair\">"));
    TACIT_TRY(tacit_buffer_text(cx, page->out, place));
    if (both) {
        TACIT_TRY(tacit_html_table(cx, page, table->before, "before"));
        TACIT_TRY(tacit_buffer_text(cx, page->out, "</div>"));
        TACIT_TRY(tacit_buffer_text(cx, page->out, place));
    }
    TACIT_TRY(tacit_html_table(cx, page, tacit_twin_main(table), both ? "after" : ""));
    return tacit_buffer_text(cx, page->out, "</div></div>\n");
}

static tacit_status put_tables(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair)
{
    tacit_twins tables = { NULL, 0 };
    TACIT_TRY(tacit_twin_parts(cx, pair, "tables", &tables));
    for (size_t i = 0; i < tables.n; i++)
        TACIT_TRY(put_table_pair(cx, page, &tables.at[i]));
    return TACIT_OK;
}

static tacit_status put_notes(tacit_ctx *cx, tacit_html *page, const json_t *notes)
{
    if (json_array_size(notes) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<ul class=\"notes\">\n"));
    for (size_t i = 0; i < json_array_size(notes); i++)
        TACIT_TRY(
            TACIT_FILL(cx, page->out, "<li>$</li>\n", json_string_value(json_array_get(notes, i))));
    return tacit_buffer_text(cx, page->out, "</ul>\n");
}

tacit_status tacit_html_findings(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair)
{
    TACIT_TRY(put_figures(cx, page, pair));
    TACIT_TRY(tacit_html_charts(cx, page, pair));
    TACIT_TRY(put_tables(cx, page, pair));
    return put_notes(cx, page, json_object_get(tacit_twin_main(pair), "notes"));
}

tacit_status tacit_html_fold(tacit_ctx *cx, tacit_html *page, const char *title, tacit_folding fold)
{
    return TACIT_FILL(cx, page->out,
                      "<details class=\"block\"$><summary class=\"head\"><h3>$</h3></summary>\n",
                      fold == TACIT_FOLD_OPEN ? " open" : "", title);
}

tacit_status tacit_html_fold_end(tacit_ctx *cx, tacit_html *page)
{
    return tacit_buffer_text(cx, page->out, "</details>\n");
}

/* The line that is seen when the result is folded: its name, its verdict and its headline. */
static tacit_status put_summary(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair)
{
    const json_t *now = tacit_twin_main(pair);
    const char *gist = NULL;
    TACIT_TRY(tacit_words_first(cx, pair, &gist));
    TACIT_TRY(
        TACIT_FILL(cx, page->out, "<summary class=\"head\"><h3>$</h3>\n", tacit_words_title(now)));
    TACIT_TRY(tacit_html_mark(cx, page, now));
    if (gist[0] != '\0')
        TACIT_TRY(TACIT_FILL(cx, page->out, "<span class=\"gist\">$</span>\n", gist));
    return tacit_buffer_text(cx, page->out, "</summary>\n");
}

tacit_status tacit_html_result(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair,
                               tacit_folding fold)
{
    const json_t *now = tacit_twin_main(pair);
    const char *parameters = NULL, *source = tacit_record_text(now, "source");
    const bool open = fold == TACIT_FOLD_OPEN || json_is_false(json_object_get(now, "holds"));
    TACIT_TRY(tacit_words_parameters(cx, json_object_get(now, "parameters"), &parameters));
    TACIT_TRY(TACIT_FILL(cx, page->out, "<details class=\"block\"$>", open ? " open" : ""));
    TACIT_TRY(put_summary(cx, page, pair));
    if (parameters[0] != '\0')
        TACIT_TRY(TACIT_FILL(cx, page->out, "<p class=\"soft with\">With $</p>\n", parameters));
    TACIT_TRY(tacit_html_findings(cx, page, pair));
    if (source[0] != '\0')
        TACIT_TRY(TACIT_FILL(cx, page->out, "<p class=\"source\">Defined in: $</p>\n", source));
    return tacit_html_fold_end(cx, page);
}
