/*
 * top.c - the first page of the HTML report, which may be told to who decides: the verdict, what
 * was done, what remains and what it cost.
 *
 * It is made generically: a line for each step, and a card for the figure of each guarantee,
 * risk and utility that is to be read first (tacit_words_headline).
 */
#include <string.h>

#include "base/result.h"
#include "report/format.h"
#include "report/html/part.h"
#include "report/markup.h"
#include "report/words.h"

enum { MOST_CARDS = 6, MOST_STEPS = 12 };

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

/* A number and its % stay on one line. */
static tacit_status unbroken(tacit_ctx *cx, const char *text, const char **out)
{
    char *whole = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &whole, "%s", ""));
    for (const char *at = strstr(text, " %"); at != NULL; at = strstr(text, " %")) {
        TACIT_TRY(
            tacit_scratch_format(cx, &whole, "%s%.*s\xc2\xa0%%", whole, (int)(at - text), text));
        text = at + 2;
    }
    TACIT_TRY(tacit_scratch_format(cx, &whole, "%s%s", whole, text));
    *out = whole;
    return TACIT_OK;
}

tacit_status tacit_html_banner(tacit_ctx *cx, tacit_html *page)
{
    static const char *const classes[] = { "good", "bad", "plain" };
    static const char *const signs[] = { "\xe2\x9c\x93 ", "\xe2\x9c\x97 ", "" };
    const json_t *required = json_object_get(page->record, "requirements");
    tacit_told_verdict v = tacit_words_verdict(page->record);
    TACIT_TRY(unbroken(cx, v.shown, &v.shown));
    TACIT_TRY(unbroken(cx, v.lost, &v.lost));
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

/* ---- what was done ---- */

/* The columns that a step is about: those that it names, or those that it changed. */
static tacit_status words_of_columns(tacit_ctx *cx, const json_t *step, const char **out)
{
    const json_t *named = tacit_record_step_columns(step),
                 *changed = json_object_get(step, "changed");
    if (named != NULL || json_array_size(changed) == 0)
        return tacit_words_value(cx, named, out);
    json_t *names = json_array();
    tacit_status status = names == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    for (size_t i = 0; status == TACIT_OK && i < json_array_size(changed); i++)
        status = tacit_json_add(
            cx, names, json_string(tacit_record_text(json_array_get(changed, i), "column")));
    if (status == TACIT_OK)
        status = tacit_words_value(cx, names, out);
    json_decref(names);
    return status;
}

static tacit_status put_done(tacit_ctx *cx, tacit_html *page)
{
    const json_t *steps = json_object_get(page->record, "steps");
    const size_t n = json_array_size(steps);
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<h2>In short: what was done</h2>\n<ol>\n"));
    for (size_t i = 0; i < n && i < MOST_STEPS; i++) {
        const json_t *step = json_array_get(steps, i);
        const char *columns = NULL;
        TACIT_TRY(words_of_columns(cx, step, &columns));
        TACIT_TRY(TACIT_FILL(cx, page->out, "<li><strong>$</strong>$$</li>\n",
                             tacit_words_title(step), columns[0] != '\0' ? ": " : "", columns));
    }
    if (n > MOST_STEPS)
        TACIT_TRY(tacit_buffer_format(cx, page->out, "<li>and %zu more</li>\n", n - MOST_STEPS));
    return tacit_buffer_text(cx, page->out, "</ol>\n");
}

/* ---- cards ---- */

static tacit_status put_card(tacit_ctx *cx, tacit_html *page, const tacit_twin *result)
{
    tacit_twin figure = { NULL, NULL };
    const char *name = NULL;
    TACIT_TRY(tacit_words_named(cx, result, &figure, &name));
    const json_t *now = tacit_twin_main(&figure);
    const char *unit = tacit_record_text(now, "unit");
    TACIT_TRY(TACIT_FILL(cx, page->out,
                         "<div class=\"card\"><p class=\"name\">$</p><p class=\"big\">", name));
    TACIT_TRY(
        tacit_html_number(cx, page, tacit_format_unit(unit, json_object_get(now, "value")).text));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</p>"));
    if (figure.before != NULL && figure.after != NULL) {
        const json_t *was = json_object_get(figure.before, "value");
        TACIT_TRY(tacit_buffer_text(cx, page->out, "<p class=\"was\">before: "));
        TACIT_TRY(tacit_html_number(cx, page, tacit_format_unit(unit, was).text));
        TACIT_TRY(tacit_buffer_text(cx, page->out, "</p>"));
    }
    return TACIT_FILL(cx, page->out, "<p class=\"def\">$</p></div>\n",
                      tacit_record_text(now, "definition"));
}

static bool has_figure(const tacit_twin *result)
{
    return json_array_size(json_object_get(tacit_twin_main(result), "figures")) > 0;
}

/* A card for each result of the `n` lists, as long as there is room, under a heading. */
static tacit_status put_cards(tacit_ctx *cx, tacit_html *page, const char *title,
                              const tacit_twins *const *lists, size_t n)
{
    size_t cards = 0;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < lists[k]->n && cards < MOST_CARDS; i++) {
            if (!has_figure(&lists[k]->at[i]))
                continue;
            if (cards++ == 0)
                TACIT_TRY(TACIT_FILL(cx, page->out, "<h2>$</h2>\n<div class=\"cards\">\n", title));
            TACIT_TRY(put_card(cx, page, &lists[k]->at[i]));
        }
    return cards == 0 ? TACIT_OK : tacit_buffer_text(cx, page->out, "</div>\n");
}

tacit_status tacit_html_brief(tacit_ctx *cx, tacit_html *page)
{
    tacit_twins required = { NULL, 0 }, models = { NULL, 0 }, risks = { NULL, 0 };
    tacit_twins utility = { NULL, 0 };
    TACIT_TRY(tacit_record_requirements(cx, page->record, &required));
    TACIT_TRY(tacit_record_models(cx, page->record, &models));
    TACIT_TRY(tacit_record_risks(cx, page->record, &risks));
    TACIT_TRY(tacit_record_utility(cx, page->record, &utility));
    const tacit_twins *const remains[] = { required.n > 0 ? &required : &models, &risks };
    const tacit_twins *const cost[] = { &utility };
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<div class=\"brief\">\n"));
    TACIT_TRY(put_done(cx, page));
    const char *risk = tacit_record_text(json_object_get(page->record, "layout"), "risks");
    TACIT_TRY(put_cards(cx, page, risk[0] != '\0' ? risk : "What remains", remains, 2));
    TACIT_TRY(put_cards(cx, page, "What it cost", cost, 1));
    return tacit_buffer_text(cx, page->out, "</div>\n");
}
