/*
 * html.c - a run record as one HTML page: the order of its sections.
 */
#include "report/html/html.h"

#include <string.h>

#include "report/format.h"
#include "report/html/part.h"
#include "report/html/style.h"
#include "report/markup.h"
#include "report/words.h"

static const char *page_title(const json_t *record)
{
    const char *title = tacit_record_text(record, "title");
    return title[0] != '\0' ? title : "Report";
}

static tacit_status put_head(tacit_ctx *cx, tacit_html *page)
{
    TACIT_TRY(tacit_buffer_text(
        cx, page->out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"generator\" content=\"tacit\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; img-src data:\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"));
    const char *uri = tacit_record_text(tacit_record_data(page->record), "uri");
    TACIT_TRY(TACIT_FILL(cx, page->out, "<title>$$$</title>\n<style>\n", page_title(page->record),
                         uri[0] != '\0' ? ": " : "", uri));
    TACIT_TRY(tacit_buffer_text(cx, page->out, tacit_style));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</style>\n</head>\n<body>\n"));
    if (tacit_record_is_public(page->record))
        return TACIT_OK;
    return tacit_buffer_text(cx, page->out,
                             "<p class=\"secret\">Confidential<span>: figures of the original "
                             "data, for its custodian</span></p>\n");
}

tacit_status tacit_html_section(tacit_ctx *cx, tacit_html *page, const char *id, const char *title,
                                const char *lead)
{
    TACIT_TRY(TACIT_FILL(cx, page->out, "<h2 id=\"$\">$</h2>\n", id, title));
    return TACIT_FILL(cx, page->out, "<p class=\"lead\">$</p>\n", lead);
}

/* The results of one section, gathered once for the navigation and the page. */
typedef struct section {
    const char *id, *title, *lead;
    tacit_status (*gather)(tacit_ctx *cx, const json_t *record, tacit_twins *out);
} section;

static const section SECTIONS[] = {
    { "guarantees", "Guarantees",
      "What the plan requires of the data. Each was measured on the data that this report is "
      "about, by code that does not know how the data was made.",
      tacit_record_requirements },
    { "models", "Anonymity models",
      "How well records are hidden among records that look the same. These were measured, not "
      "required.",
      tacit_record_models },
    { "risk", "Disclosure risk",
      "How likely it is that somebody who knows a few facts about a person finds that person's "
      "record.",
      tacit_record_risks },
    { "utility", "What the data is still good for",
      "How far statistics of the protected data are from those of the original.",
      tacit_record_utility },
    { "linkage", "Linkage", "Which records of the files were taken for the same, and how surely.",
      tacit_record_linkage },
    { "exploration", "Choices of levels",
      "Every choice of levels was looked at. Nothing was changed or written.",
      tacit_record_exploration },
};

enum { GUARANTEES, MODELS, RISK, UTILITY, LINKAGE, EXPLORATION, N_SECTIONS };

/* The title of a section; a task may have its own for the risks. */
static const char *title_of(const tacit_html *page, const section *s)
{
    const char *risks = tacit_record_text(json_object_get(page->record, "layout"), "risks");
    return s == &SECTIONS[RISK] && risks[0] != '\0' ? risks : s->title;
}

/* Which guarantees hold, where there are several. */
static tacit_status put_overview(tacit_ctx *cx, tacit_html *page, const tacit_twins *pairs)
{
    TACIT_TRY(tacit_buffer_text(cx, page->out,
                                "<div class=\"block\"><div class=\"scroll\"><table><thead><tr>"
                                "<th scope=\"col\">Guarantee</th><th scope=\"col\">Verdict</th>"
                                "<th scope=\"col\">Measured</th></tr></thead><tbody>\n"));
    for (size_t i = 0; i < pairs->n; i++) {
        const json_t *result = tacit_twin_main(&pairs->at[i]);
        const char *name = NULL, *measured = NULL;
        TACIT_TRY(tacit_words_result(cx, result, &name));
        TACIT_TRY(tacit_words_first(cx, &pairs->at[i], &measured));
        TACIT_TRY(TACIT_FILL(cx, page->out, "<tr><th scope=\"row\">$</th><td>", name));
        TACIT_TRY(tacit_html_mark(cx, page, result));
        TACIT_TRY(TACIT_FILL(cx, page->out, "</td><td>$</td></tr>\n", measured));
    }
    return tacit_buffer_text(cx, page->out, "</tbody></table></div></div>\n");
}

/* Results that are not folded at first. */
enum { FEW_RESULTS = 3 };

/* What a command is about is open; of a release, details are for who asks for them. */
static tacit_folding fold_of(const tacit_html *page, const section *s, size_t results)
{
    const bool answer = s == &SECTIONS[LINKAGE] || s == &SECTIONS[EXPLORATION];
    const bool few = results <= FEW_RESULTS && !tacit_record_layout(page->record, "brief");
    return answer || few ? TACIT_FOLD_OPEN : TACIT_FOLD_CLOSED;
}

static tacit_status put_results(tacit_ctx *cx, tacit_html *page, const section *s)
{
    tacit_twins pairs = { NULL, 0 };
    TACIT_TRY(s->gather(cx, page->record, &pairs));
    if (pairs.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_html_section(cx, page, s->id, title_of(page, s), s->lead));
    if (s == &SECTIONS[GUARANTEES] && pairs.n > 1)
        TACIT_TRY(put_overview(cx, page, &pairs));
    for (size_t i = 0; i < pairs.n; i++)
        TACIT_TRY(tacit_html_result(cx, page, &pairs.at[i], fold_of(page, s, pairs.n)));
    return TACIT_OK;
}

/* A part of the record that is the task's own. */
static tacit_status put_own(tacit_ctx *cx, tacit_html *page, const json_t *part)
{
    tacit_twins results = { NULL, 0 };
    TACIT_TRY(tacit_record_section(cx, part, &results));
    TACIT_TRY(tacit_html_section(cx, page, tacit_record_text(part, "name"),
                                 tacit_record_text(part, "title"),
                                 tacit_record_text(part, "lead")));
    for (size_t i = 0; i < results.n; i++)
        TACIT_TRY(tacit_html_result(cx, page, &results.at[i], TACIT_FOLD_OPEN));
    return TACIT_OK;
}

static tacit_status put_link(tacit_ctx *cx, tacit_html *page, const char *id, const char *title)
{
    return TACIT_FILL(cx, page->out, "<a href=\"#$\">$</a>\n", id, title);
}

static tacit_status put_result_link(tacit_ctx *cx, tacit_html *page, const section *s)
{
    tacit_twins pairs = { NULL, 0 };
    TACIT_TRY(s->gather(cx, page->record, &pairs));
    return pairs.n == 0 ? TACIT_OK : put_link(cx, page, s->id, title_of(page, s));
}

/* The contents of the page, by who reads what. */
static tacit_status put_links(tacit_ctx *cx, tacit_html *page)
{
    const json_t *r = page->record, *own = json_object_get(r, "sections");
    TACIT_TRY(tacit_buffer_text(cx, page->out,
                                "<nav aria-label=\"Contents\">\n<div><strong>To decide"
                                "</strong>\n"));
    TACIT_TRY(put_link(cx, page, "top", "In short"));
    TACIT_TRY(put_result_link(cx, page, &SECTIONS[GUARANTEES]));
    if (json_array_size(json_object_get(r, "steps")) > 0)
        TACIT_TRY(put_link(cx, page, "steps", "What was done"));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</div>\n<div><strong>To judge</strong>\n"));
    for (size_t i = MODELS; i < N_SECTIONS; i++)
        TACIT_TRY(put_result_link(cx, page, &SECTIONS[i]));
    for (size_t i = 0; i < json_array_size(own); i++)
        TACIT_TRY(put_link(cx, page, tacit_record_text(json_array_get(own, i), "name"),
                           tacit_record_text(json_array_get(own, i), "title")));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</div>\n<div><strong>To check</strong>\n"));
    if (json_array_size(json_object_get(tacit_record_data(r), "columns")) > 0)
        TACIT_TRY(put_link(cx, page, "columns", "Columns"));
    TACIT_TRY(put_link(cx, page, "provenance", "Provenance"));
    return tacit_buffer_text(cx, page->out, "</div>\n</nav>\n");
}

/* Which files the page is about, how large the data is, and when it was made. */
static tacit_status put_subject(tacit_ctx *cx, tacit_html *page)
{
    const json_t *data = tacit_record_data(page->record);
    const char *uri = tacit_record_text(data, "uri");
    const char *other = tacit_record_text(json_object_get(page->record, "protected"), "uri");
    const json_t *rows = json_object_get(data, "rows");
    const size_t columns = json_array_size(json_object_get(data, "columns"));
    const char *date = tacit_record_text(page->record, "date");
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<p class=\"soft\">"));
    if (uri[0] != '\0')
        TACIT_TRY(TACIT_FILL(cx, page->out, "of <code>$</code>", uri));
    if (other[0] != '\0' && strcmp(other, uri) != 0)
        TACIT_TRY(TACIT_FILL(cx, page->out, " and <code>$</code>", other));
    if (json_is_number(rows))
        TACIT_TRY(TACIT_FILL(cx, page->out, ", $ records", tacit_format_unit("count", rows).text));
    if (columns > 0)
        TACIT_TRY(
            TACIT_FILL(cx, page->out, ", $ columns", tacit_format_count((double)columns).text));
    if (date[0] != '\0')
        TACIT_TRY(TACIT_FILL(cx, page->out, "$ $", uri[0] != '\0' ? ";" : "", date));
    return tacit_buffer_text(cx, page->out, "</p>\n");
}

static tacit_status put_header(tacit_ctx *cx, tacit_html *page)
{
    TACIT_TRY(TACIT_FILL(cx, page->out,
                         "<header id=\"top\">\n<p class=\"brow\">tacit $</p>\n<h1>$</h1>\n",
                         tacit_record_text(page->record, "tacit"), page_title(page->record)));
    TACIT_TRY(put_subject(cx, page));
    TACIT_TRY(tacit_html_banner(cx, page));
    TACIT_TRY(tacit_html_brief(cx, page));
    TACIT_TRY(put_links(cx, page));
    return tacit_buffer_text(cx, page->out, "</header>\n<main>\n");
}

static tacit_status put_footer(tacit_ctx *cx, tacit_html *page)
{
    return TACIT_FILL(cx, page->out,
                      "</main>\n<footer>Made by tacit $. This page holds counts, shares and "
                      "statistics only, no record of the data. $</footer>\n</body>\n</html>\n",
                      tacit_record_text(page->record, "tacit"),
                      tacit_record_is_public(page->record)
                          ? "It may be handed on: its figures can be computed from the files that "
                            "it is about, but for shares of the original in bands."
                          : "It is confidential: with figures of the original, values that were "
                            "hidden can be found.");
}

static tacit_status put_page(tacit_ctx *cx, tacit_html *page)
{
    TACIT_TRY(put_head(cx, page));
    TACIT_TRY(put_header(cx, page));
    TACIT_TRY(put_results(cx, page, &SECTIONS[GUARANTEES]));
    TACIT_TRY(tacit_html_steps(cx, page));
    for (size_t i = MODELS; i < N_SECTIONS; i++)
        TACIT_TRY(put_results(cx, page, &SECTIONS[i]));
    const json_t *own = json_object_get(page->record, "sections");
    for (size_t i = 0; i < json_array_size(own); i++)
        TACIT_TRY(put_own(cx, page, json_array_get(own, i)));
    TACIT_TRY(tacit_html_columns(cx, page));
    TACIT_TRY(tacit_html_provenance(cx, page));
    return put_footer(cx, page);
}

tacit_status tacit_report_html(tacit_ctx *cx, const json_t *record, tacit_buffer *out)
{
    tacit_html page = { .record = record, .out = out };
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = put_page(cx, &page);
    tacit_scratch_release(cx, mark);
    return status;
}
