/*
 * steps.c - the steps of the HTML page, each with its parameters and what it changed.
 *
 * What a step tells of itself (figures, charts, tables) folds away.
 */
#include <string.h>

#include "report/format.h"
#include "report/html/part.h"
#include "report/markup.h"
#include "report/words.h"

enum { MOST_CHANGED = 12 };

static tacit_status put_tags(tacit_ctx *cx, tacit_html *page, json_t *settings)
{
    const char *name = NULL, *text = NULL;
    json_t *value = NULL;
    if (json_object_size(settings) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<p>"));
    json_object_foreach(settings, name, value)
    {
        TACIT_TRY(tacit_words_value(cx, value, &text));
        TACIT_TRY(TACIT_FILL(cx, page->out, "<span class=\"tag\">$ = $</span> ", name, text));
    }
    return tacit_buffer_text(cx, page->out, "</p>\n");
}

static tacit_status put_settings(tacit_ctx *cx, tacit_html *page, const json_t *step)
{
    json_t *settings = NULL;
    TACIT_TRY(tacit_words_settings(cx, step, &settings));
    const tacit_status status = put_tags(cx, page, settings);
    json_decref(settings);
    return status;
}

static tacit_status put_names(tacit_ctx *cx, tacit_html *page, const json_t *columns)
{
    const size_t n = json_array_size(columns);
    if (json_is_string(columns))
        return TACIT_FILL(cx, page->out, ": <code>$</code>", json_string_value(columns));
    for (size_t i = 0; i < n && i < MOST_CHANGED; i++)
        TACIT_TRY(TACIT_FILL(cx, page->out, "$<code>$</code>", i > 0 ? ", " : ": ",
                             json_string_value(json_array_get(columns, i))));
    if (n > MOST_CHANGED)
        TACIT_TRY(tacit_buffer_format(cx, page->out, " and %zu more", n - MOST_CHANGED));
    return TACIT_OK;
}

static tacit_status put_changed(tacit_ctx *cx, tacit_html *page, const json_t *changed)
{
    const json_t *rows = json_object_get(json_object_get(page->record, "data"), "rows");
    const double n = json_number_value(rows);
    if (json_array_size(changed) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<p class=\"soft\">Cells changed: "));
    for (size_t i = 0; i < json_array_size(changed) && i < MOST_CHANGED; i++) {
        const json_t *c = json_array_get(changed, i);
        const double cells = json_number_value(json_object_get(c, "cells"));
        TACIT_TRY(TACIT_FILL(cx, page->out, "$<code>$</code> $", i > 0 ? ", " : "",
                             tacit_record_text(c, "column"), tacit_format_count(cells).text));
        if (n > 0.0)
            TACIT_TRY(TACIT_FILL(cx, page->out, " ($)", tacit_format_share(cells / n).text));
    }
    if (json_array_size(changed) > MOST_CHANGED)
        TACIT_TRY(tacit_buffer_text(cx, page->out, " and others"));
    return tacit_buffer_text(cx, page->out, "</p>\n");
}

static tacit_status put_rows_left_out(tacit_ctx *cx, tacit_html *page, const json_t *rows)
{
    return rows == NULL ? TACIT_OK
                        : TACIT_FILL(cx, page->out, "<p class=\"soft\">Records left out: $</p>\n",
                                     tacit_format_count(json_number_value(rows)).text);
}

static tacit_status put_told(tacit_ctx *cx, tacit_html *page, const json_t *step)
{
    static const char *const parts[] = { "figures", "tables", "charts", "notes" };
    size_t n = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        n += json_array_size(json_object_get(step, parts[i]));
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(
        tacit_buffer_text(cx, page->out, "<details><summary>What it tells of itself</summary>\n"));
    TACIT_TRY(tacit_html_findings(cx, page, &(tacit_twin){ .after = step }));
    return tacit_buffer_text(cx, page->out, "</details>\n");
}

static tacit_status put_step(tacit_ctx *cx, tacit_html *page, const json_t *step)
{
    TACIT_TRY(TACIT_FILL(cx, page->out, "<li><h3>$", tacit_words_title(step)));
    TACIT_TRY(put_names(cx, page, tacit_record_step_columns(step)));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</h3>\n"));
    TACIT_TRY(put_settings(cx, page, step));
    TACIT_TRY(put_changed(cx, page, json_object_get(step, "changed")));
    TACIT_TRY(put_rows_left_out(cx, page, json_object_get(step, "rows_left_out")));
    TACIT_TRY(put_told(cx, page, step));
    return tacit_buffer_text(cx, page->out, "</li>\n");
}

tacit_status tacit_html_steps(tacit_ctx *cx, tacit_html *page)
{
    const json_t *steps = json_object_get(page->record, "steps");
    if (json_array_size(steps) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_html_section(cx, page, "steps", "What was done",
                                 tacit_record_is_public(page->record)
                                     ? "The steps of the plan, in order, with their parameters."
                                     : "The steps of the plan, in order, with their parameters and "
                                       "how many cells each of them changed."));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<ol class=\"steps\">\n"));
    for (size_t i = 0; i < json_array_size(steps); i++)
        TACIT_TRY(put_step(cx, page, json_array_get(steps, i)));
    return tacit_buffer_text(cx, page->out, "</ol>\n");
}
