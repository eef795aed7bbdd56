/*
 * top.c - the top of the HTML page: verdict, warnings, key figures, and the steps.
 *
 * Key figures are taken generically: the size of the data, then the first figure of each
 * guarantee, the first two of each risk and the first of each utility measure.
 */
#include <string.h>

#include "report/format.h"
#include "report/html/part.h"
#include "report/markup.h"
#include "report/words.h"

enum { MOST_CARDS = 8, MOST_CHANGED = 12 };

static tacit_status put_failures(tacit_ctx *cx, tacit_html *page)
{
    const json_t *required = json_object_get(page->record, "requirements");
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<ul>\n"));
    for (size_t i = 0; i < json_array_size(required); i++) {
        const json_t *r = json_array_get(required, i);
        const char *name = NULL, *why = NULL;
        if (json_is_true(json_object_get(r, "holds")))
            continue;
        TACIT_TRY(tacit_words_result(cx, r, &name));
        TACIT_TRY(tacit_words_failure(cx, r, &why));
        TACIT_TRY(
            TACIT_FILL(cx, page->out, "<li><strong>$</strong> does not hold. $</li>\n", name, why));
    }
    return tacit_buffer_text(cx, page->out, "</ul>\n");
}

static tacit_status put_warnings(tacit_ctx *cx, tacit_html *page)
{
    const json_t *warnings = json_object_get(page->record, "warnings");
    const size_t n = json_array_size(warnings);
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(TACIT_FILL(cx, page->out, "<div class=\"warn\"><strong>$</strong>\n<ul>\n",
                         n == 1 ? "Please note" : "Please note these points"));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(TACIT_FILL(cx, page->out, "<li>$</li>\n",
                             json_string_value(json_array_get(warnings, i))));
    return tacit_buffer_text(cx, page->out, "</ul></div>\n");
}

tacit_status tacit_html_banner(tacit_ctx *cx, tacit_html *page)
{
    static const char *const classes[] = { "good", "bad", "plain" };
    static const char *const signs[] = { "\xe2\x9c\x93 ", "\xe2\x9c\x97 ", "" };
    const json_t *required = json_object_get(page->record, "requirements");
    const tacit_told_verdict v = tacit_words_verdict(page->record);
    TACIT_TRY(TACIT_FILL(cx, page->out,
                         "<div class=\"verdict $\" role=\"status\"><p class=\"headline\">$$</p>\n",
                         classes[v.mood], signs[v.mood], v.headline));
    if (v.mood == TACIT_MOOD_BAD && json_array_size(required) > 0)
        TACIT_TRY(put_failures(cx, page));
    if (v.shown[0] != '\0')
        TACIT_TRY(TACIT_FILL(cx, page->out, "<p><strong>$</strong></p>\n", v.shown));
    if (v.lost[0] != '\0')
        TACIT_TRY(TACIT_FILL(cx, page->out, "<p>What was lost: $.</p>\n", v.lost));
    if (v.meaning[0] != '\0')
        TACIT_TRY(TACIT_FILL(cx, page->out, "<p>$</p>\n", v.meaning));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</div>\n"));
    return put_warnings(cx, page);
}

static tacit_status put_card(tacit_ctx *cx, tacit_html *page, const char *name, const char *big)
{
    TACIT_TRY(TACIT_FILL(cx, page->out,
                         "<div class=\"card\"><p class=\"name\">$</p><p class=\"big\">", name));
    TACIT_TRY(tacit_html_number(cx, page, big));
    return tacit_buffer_text(cx, page->out, "</p>");
}

static tacit_status put_size_cards(tacit_ctx *cx, tacit_html *page)
{
    const json_t *data = tacit_record_data(page->record);
    const json_t *rows = json_object_get(data, "rows");
    const size_t columns = json_array_size(json_object_get(data, "columns"));
    if (json_is_number(rows)) {
        TACIT_TRY(put_card(cx, page, "Records", tacit_format_unit("count", rows).text));
        TACIT_TRY(
            tacit_buffer_text(cx, page->out, "<p class=\"def\">Rows of the data.</p></div>\n"));
    }
    if (columns == 0)
        return TACIT_OK;
    TACIT_TRY(put_card(cx, page, "Columns", tacit_format_count((double)columns).text));
    return tacit_buffer_text(cx, page->out,
                             "<p class=\"def\">Each with the role it plays, below.</p></div>\n");
}

static tacit_status put_figure_card(tacit_ctx *cx, tacit_html *page, const tacit_twin *figure)
{
    const json_t *now = tacit_twin_main(figure);
    const char *unit = tacit_record_text(now, "unit");
    const tacit_digits value = tacit_format_unit(unit, json_object_get(now, "value"));
    TACIT_TRY(put_card(cx, page, tacit_words_title(now), value.text));
    if (figure->before != NULL && figure->after != NULL) {
        const json_t *was = json_object_get(figure->before, "value");
        TACIT_TRY(tacit_buffer_text(cx, page->out, "<p class=\"was\">before: "));
        TACIT_TRY(tacit_html_number(cx, page, tacit_format_unit(unit, was).text));
        TACIT_TRY(tacit_buffer_text(cx, page->out, "</p>"));
    }
    return TACIT_FILL(cx, page->out, "<p class=\"def\">$</p></div>\n",
                      tacit_record_text(now, "definition"));
}

/* Cards for the first `most` figures of each pair, as long as there is room for `left`. */
static tacit_status put_figure_cards(tacit_ctx *cx, tacit_html *page, const tacit_twins *results,
                                     size_t most, size_t *left)
{
    for (size_t i = 0; i < results->n; i++) {
        tacit_twins figures = { NULL, 0 };
        TACIT_TRY(tacit_twin_parts(cx, &results->at[i], "figures", &figures));
        for (size_t f = 0; f < figures.n && f<most && * left> 0; f++, --*left)
            TACIT_TRY(put_figure_card(cx, page, &figures.at[f]));
    }
    return TACIT_OK;
}

tacit_status tacit_html_cards(tacit_ctx *cx, tacit_html *page)
{
    tacit_twins required = { NULL, 0 }, models = { NULL, 0 }, risks = { NULL, 0 };
    tacit_twins utility = { NULL, 0 };
    TACIT_TRY(tacit_record_requirements(cx, page->record, &required));
    TACIT_TRY(tacit_record_models(cx, page->record, &models));
    TACIT_TRY(tacit_record_risks(cx, page->record, &risks));
    TACIT_TRY(tacit_record_utility(cx, page->record, &utility));
    size_t left = MOST_CARDS - 2;
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<div class=\"cards\">\n"));
    TACIT_TRY(put_size_cards(cx, page));
    TACIT_TRY(put_figure_cards(cx, page, required.n > 0 ? &required : &models, 1, &left));
    TACIT_TRY(put_figure_cards(cx, page, &risks, 2, &left));
    TACIT_TRY(put_figure_cards(cx, page, &utility, 1, &left));
    return tacit_buffer_text(cx, page->out, "</div>\n");
}

static tacit_status put_tags(tacit_ctx *cx, tacit_html *page, const json_t *parameters)
{
    if (json_object_size(parameters) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<p>"));
    void *at = json_object_iter((json_t *)(uintptr_t)parameters);
    for (; at != NULL; at = json_object_iter_next((json_t *)(uintptr_t)parameters, at)) {
        const char *text = NULL;
        if (strcmp(json_object_iter_key(at), "columns") == 0)
            continue;
        TACIT_TRY(tacit_words_value(cx, json_object_iter_value(at), &text));
        TACIT_TRY(TACIT_FILL(cx, page->out, "<span class=\"tag\">$ = $</span> ",
                             json_object_iter_key(at), text));
    }
    return tacit_buffer_text(cx, page->out, "</p>\n");
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

static tacit_status put_step(tacit_ctx *cx, tacit_html *page, const json_t *step)
{
    TACIT_TRY(TACIT_FILL(cx, page->out, "<li><h3>$", tacit_words_title(step)));
    TACIT_TRY(put_names(cx, page, tacit_record_step_columns(step)));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</h3>\n"));
    TACIT_TRY(put_tags(cx, page, json_object_get(step, "parameters")));
    TACIT_TRY(put_changed(cx, page, json_object_get(step, "changed")));
    TACIT_TRY(put_rows_left_out(cx, page, json_object_get(step, "rows_left_out")));
    TACIT_TRY(tacit_html_findings(cx, page, &(tacit_twin){ .after = step }));
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
