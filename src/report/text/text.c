/*
 * text.c - a run record as a short text for the terminal.
 *
 * In order: the verdict, guarantees, steps, figures before and after, files, warnings.
 * A protected file gets one figure for each measure; commands that measure show all of
 * them and the tables, but for a comparison by many measures.  Charts and definitions are in
 * the report.
 */
#include "report/text/text.h"

#include <string.h>

#include "report/chart.h"
#include "report/format.h"
#include "report/hierarchy.h"
#include "report/line.h"
#include "report/record.h"
#include "report/text/part.h"
#include "report/words.h"

/* Columns of the narrowest terminal that lines fit on, and of the widest that they fill. */
enum { NARROW = 80, WIDE = 200 };

/* Columns of a name in a line of figures; longer lines are hard to follow. */
enum { LONGEST_NAME = 70 };

/* Figures of a step that the terminal shows; the report has all. */
enum { TOLD_FIGURES = 6 };

static tacit_status put_data(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    const json_t *data = json_object_get(p->record, "data");
    const json_t *rows = json_object_get(data, "rows");
    const size_t columns = json_array_size(json_object_get(data, "columns"));
    const char *uri = tacit_record_text(data, "uri");
    char *line = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &line, "tacit %s%s%s",
                                   tacit_record_text(p->record, "command"),
                                   uri[0] != '\0' ? ": " : "", uri));
    if (json_is_number(rows))
        TACIT_TRY(tacit_scratch_format(cx, &line, "%s, %s records", line,
                                       tacit_format_unit("count", rows).text));
    if (columns > 0)
        TACIT_TRY(tacit_scratch_format(cx, &line, "%s, %zu column%s", line, columns,
                                       columns == 1 ? "" : "s"));
    return tacit_sheet_wrap(cx, p, 0, "", line);
}

static tacit_status put_lost(tacit_ctx *cx, const tacit_summary_sheet *p, const char *lost)
{
    char *line = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &line, "What was lost: %s.", lost));
    return tacit_sheet_wrap(cx, p, 0, "", line);
}

static tacit_status put_verdict(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    static const char *const inks[] = { TACIT_BOLD TACIT_GREEN, TACIT_BOLD TACIT_RED, TACIT_BOLD };
    const tacit_told_verdict v = tacit_words_verdict(p->record);
    TACIT_TRY(tacit_sheet_ink(cx, p, inks[v.mood]));
    TACIT_TRY(tacit_sheet_wrap(cx, p, 0, "", v.headline));
    TACIT_TRY(tacit_sheet_ink(cx, p, TACIT_NORMAL));
    if (v.shown[0] != '\0') {
        TACIT_TRY(tacit_sheet_ink(cx, p, TACIT_BOLD));
        TACIT_TRY(tacit_sheet_wrap(cx, p, 0, "", v.shown));
        TACIT_TRY(tacit_sheet_ink(cx, p, TACIT_NORMAL));
    }
    if (v.lost[0] != '\0')
        TACIT_TRY(put_lost(cx, p, v.lost));
    return v.meaning[0] == '\0' ? TACIT_OK : tacit_sheet_wrap(cx, p, 0, "", v.meaning);
}

static tacit_status put_tables(tacit_ctx *cx, const tacit_summary_sheet *p, const json_t *result)
{
    const json_t *tables = json_object_get(result, "tables");
    for (size_t i = 0; i < json_array_size(tables); i++) {
        TACIT_TRY(tacit_buffer_text(cx, p->out, "\n"));
        TACIT_TRY(tacit_text_table(cx, p->out, json_array_get(tables, i), p->width));
    }
    return TACIT_OK;
}

/* Charts of points in a sentence each: what they cover. */
static tacit_status put_points(tacit_ctx *cx, const tacit_summary_sheet *p, const json_t *result)
{
    const json_t *charts = json_object_get(result, "charts");
    for (size_t i = 0; i < json_array_size(charts); i++) {
        const json_t *chart = json_array_get(charts, i);
        tacit_chart c = { 0 };
        const char *about = NULL;
        char *line = NULL;
        if (strcmp(tacit_record_text(chart, "kind"), "points") != 0)
            continue;
        TACIT_TRY(tacit_chart_read(cx, chart, &c));
        TACIT_TRY(tacit_chart_describe(cx, &c, &about));
        TACIT_TRY(tacit_scratch_format(cx, &line, "%s: %s", c.title, about));
        TACIT_TRY(tacit_sheet_wrap(cx, p, 4, " ", line));
    }
    return TACIT_OK;
}

/* A text of which the first line begins at column `indent`, where the line has come to. */
static tacit_status put_rest(tacit_ctx *cx, const tacit_summary_sheet *p, size_t indent,
                             const char *text)
{
    const size_t n = tacit_line_fit(text, p->width - indent);
    char *line = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &line, "%.*s", (int)n, text));
    TACIT_TRY(tacit_line_put(cx, p->out, line, p->width - indent, TACIT_SIDE_LEFT));
    TACIT_TRY(tacit_line_end(cx, p->out));
    text += n + (text[n] == ' ');
    return *text == '\0' ? TACIT_OK : tacit_sheet_wrap(cx, p, indent, "", text);
}

static tacit_status put_guarantee(tacit_ctx *cx, const tacit_summary_sheet *p,
                                  const tacit_twin *result)
{
    const bool holds = json_is_true(json_object_get(tacit_twin_main(result), "holds"));
    const char *name = NULL, *why = NULL, *measured = NULL;
    TACIT_TRY(tacit_words_result(cx, tacit_twin_main(result), &name));
    TACIT_TRY(tacit_buffer_text(cx, p->out, "  "));
    TACIT_TRY(tacit_sheet_inked(cx, p, holds ? TACIT_GREEN : TACIT_BOLD TACIT_RED,
                                holds ? "yes" : "NO "));
    TACIT_TRY(tacit_buffer_text(cx, p->out, "  "));
    TACIT_TRY(put_rest(cx, p, 7, name));
    TACIT_TRY(tacit_words_first(cx, result, &measured));
    if (measured[0] != '\0')
        TACIT_TRY(tacit_sheet_wrap(cx, p, 7, "", measured));
    if (holds)
        return TACIT_OK;
    TACIT_TRY(tacit_words_failure(cx, tacit_twin_main(result), &why));
    if (json_array_size(json_object_get(tacit_twin_main(result), "notes")) > 0)
        TACIT_TRY(tacit_sheet_wrap(cx, p, 7, "", why));
    return put_tables(cx, p, tacit_twin_main(result));
}

static tacit_status put_guarantees(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    tacit_twins required = { NULL, 0 };
    TACIT_TRY(tacit_record_requirements(cx, p->record, &required));
    if (required.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_sheet_heading(cx, p, "Guarantees"));
    for (size_t i = 0; i < required.n; i++)
        TACIT_TRY(put_guarantee(cx, p, &required.at[i]));
    return TACIT_OK;
}

/* The first figures that a step told, in one line, and its notes. */
static tacit_status put_told(tacit_ctx *cx, const tacit_summary_sheet *p, const json_t *step)
{
    const json_t *figures = json_object_get(step, "figures"),
                 *notes = json_object_get(step, "notes");
    char *line = NULL;
    for (size_t i = 0; i < json_array_size(figures) && i < TOLD_FIGURES; i++) {
        const json_t *f = json_array_get(figures, i);
        const tacit_digits value =
            tacit_format_unit(tacit_record_text(f, "unit"), json_object_get(f, "value"));
        TACIT_TRY(tacit_scratch_format(cx, &line, "%s%s%s: %s", line != NULL ? line : "",
                                       line != NULL ? "; " : "", tacit_words_title(f), value.text));
    }
    if (line != NULL)
        TACIT_TRY(tacit_sheet_wrap(cx, p, 6, "", line));
    for (size_t i = 0; i < json_array_size(notes); i++)
        TACIT_TRY(tacit_sheet_wrap(cx, p, 6, "", json_string_value(json_array_get(notes, i))));
    return TACIT_OK;
}

static tacit_status settings_words(tacit_ctx *cx, const json_t *step, const char **out)
{
    json_t *settings = NULL;
    TACIT_TRY(tacit_words_settings(cx, step, &settings));
    const tacit_status status = tacit_words_parameters(cx, settings, out);
    json_decref(settings);
    return status;
}

static tacit_status put_step(tacit_ctx *cx, const tacit_summary_sheet *p, size_t i,
                             const json_t *step)
{
    const json_t *changed = json_object_get(step, "changed");
    const json_t *left = json_object_get(step, "rows_left_out");
    double cells = 0.0;
    for (size_t c = 0; c < json_array_size(changed); c++)
        cells += json_number_value(json_object_get(json_array_get(changed, c), "cells"));
    const char *columns = NULL, *parameters = NULL;
    TACIT_TRY(tacit_words_value(cx, tacit_record_step_columns(step), &columns));
    TACIT_TRY(settings_words(cx, step, &parameters));
    char *lead = NULL, *line = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &lead, "  %zu.", i + 1));
    TACIT_TRY(tacit_scratch_format(cx, &line, "%s%s%s", tacit_words_title(step),
                                   columns[0] != '\0' ? ": " : "", columns));
    if (parameters[0] != '\0')
        TACIT_TRY(tacit_scratch_format(cx, &line, "%s (%s)", line, parameters));
    if (json_is_array(changed))
        TACIT_TRY(tacit_scratch_format(cx, &line, "%s, %s cells changed", line,
                                       tacit_format_count(cells).text));
    if (json_is_number(left))
        TACIT_TRY(tacit_scratch_format(cx, &line, "%s, %s records left out", line,
                                       tacit_format_unit("count", left).text));
    TACIT_TRY(tacit_sheet_wrap(cx, p, 6, lead, line));
    return put_told(cx, p, step);
}

static tacit_status put_steps(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    const json_t *steps = json_object_get(p->record, "steps");
    if (json_array_size(steps) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_sheet_heading(cx, p, "What was done"));
    for (size_t i = 0; i < json_array_size(steps); i++)
        TACIT_TRY(put_step(cx, p, i, json_array_get(steps, i)));
    return TACIT_OK;
}

/* A name and up to three values, which stand in the last line of the name. */
static tacit_status put_figure_line(tacit_ctx *cx, const tacit_summary_sheet *p, const char *name,
                                    const char *const value[3])
{
    const bool single = value[0] != NULL && value[1] == NULL;
    const size_t width = single ? p->name + p->value - 2 : p->name;
    while (tacit_line_width(name) > width) {
        const size_t inset = strspn(name, " ");
        const size_t n = inset + tacit_line_fit(name + inset, width - inset);
        char *piece = NULL, *rest = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &piece, "  %.*s", (int)n, name));
        TACIT_TRY(tacit_line_put(cx, p->out, piece, p->width, TACIT_SIDE_LEFT));
        TACIT_TRY(tacit_line_end(cx, p->out));
        TACIT_TRY(tacit_scratch_format(cx, &rest, "  %s", name + n + (name[n] == ' ')));
        name = rest;
    }
    TACIT_TRY(tacit_buffer_text(cx, p->out, "  "));
    TACIT_TRY(tacit_line_put(cx, p->out, name, width, TACIT_SIDE_LEFT));
    for (size_t k = 0; k < 3 && value[k] != NULL; k++)
        TACIT_TRY(tacit_line_put(cx, p->out, value[k], p->value, TACIT_SIDE_RIGHT));
    return tacit_line_end(cx, p->out);
}

static tacit_status put_figure(tacit_ctx *cx, const tacit_summary_sheet *p,
                               const tacit_twin *figure, bool both)
{
    const json_t *now = tacit_twin_main(figure);
    const char *unit = tacit_record_text(now, "unit");
    const json_t *before = json_object_get(figure->before, "value");
    const json_t *after = json_object_get(figure->after, "value");
    const tacit_digits value = tacit_format_unit(unit, json_object_get(now, "value"));
    char *name = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &name, "  %s", tacit_words_title(now)));
    if (!both)
        return put_figure_line(cx, p, name, (const char *const[3]){ value.text, NULL, NULL });
    const tacit_digits was = tacit_format_unit(unit, before), is = tacit_format_unit(unit, after);
    const tacit_digits change = tacit_format_change(unit, before, after);
    return put_figure_line(cx, p, name, (const char *const[3]){ was.text, is.text, change.text });
}

/* Results beyond which the tables are left to the report. */
enum { FEW_RESULTS = 3 };

static bool has_tables(const tacit_summary_sheet *p)
{
    const size_t n = json_array_size(json_object_get(p->record, "utility")) +
                     json_array_size(tacit_record_list(p->record, "after", "risks"));
    return !tacit_record_layout(p->record, "few_tables") || n <= FEW_RESULTS;
}

/* Whether the notes of results are what the command is about. */
static bool is_explored(const tacit_summary_sheet *p)
{
    return json_array_size(json_object_get(p->record, "exploration")) > 0 ||
           strcmp(tacit_record_text(p->record, "command"), "explore") == 0;
}

static tacit_status put_notes(tacit_ctx *cx, const tacit_summary_sheet *p, const json_t *result)
{
    const json_t *notes = json_object_get(result, "notes");
    for (size_t i = 0; i < json_array_size(notes); i++) {
        const char *text = json_string_value(json_array_get(notes, i));
        TACIT_TRY(i == 0 ? tacit_buffer_text(cx, p->out, "\n") : TACIT_OK);
        TACIT_TRY(tacit_sheet_wrap(cx, p, 4, "  -", text == NULL ? "" : text));
    }
    return TACIT_OK;
}

static tacit_status put_result(tacit_ctx *cx, const tacit_summary_sheet *p, const tacit_twin *pair)
{
    const bool both = pair->before != NULL && pair->after != NULL;
    tacit_twins figures = { NULL, 0 };
    const char *name = NULL;
    TACIT_TRY(tacit_words_result(cx, tacit_twin_main(pair), &name));
    if (tacit_line_width(name) > p->name)
        name = tacit_words_title(tacit_twin_main(pair));
    TACIT_TRY(tacit_twin_parts(cx, pair, "figures", &figures));
    TACIT_TRY(put_figure_line(cx, p, name,
                              both ? (const char *const[3]){ "before", "after", "change" }
                                   : (const char *const[3]){ NULL, NULL, NULL }));
    for (size_t i = 0; i < figures.n; i++)
        TACIT_TRY(put_figure(cx, p, &figures.at[i], both));
    TACIT_TRY(put_points(cx, p, tacit_twin_main(pair)));
    if (has_tables(p))
        TACIT_TRY(put_tables(cx, p, tacit_twin_main(pair)));
    return is_explored(p) ? put_notes(cx, p, tacit_twin_main(pair)) : TACIT_OK;
}

/* The figure of a result that is to be read first, in one line, named after both. */
static tacit_status put_brief(tacit_ctx *cx, const tacit_summary_sheet *p, const tacit_twin *pair,
                              bool both)
{
    tacit_twin figure = { NULL, NULL };
    const char *name = NULL;
    TACIT_TRY(tacit_words_named(cx, pair, &figure, &name));
    const json_t *first = tacit_twin_main(&figure);
    if (first == NULL)
        return TACIT_OK;
    const char *unit = tacit_record_text(first, "unit");
    const json_t *before = json_object_get(figure.before, "value");
    const json_t *after = json_object_get(figure.after, "value");
    const tacit_digits now = tacit_format_unit(unit, json_object_get(first, "value"));
    const tacit_digits was = tacit_format_unit(unit, before);
    const tacit_digits change = tacit_format_change(unit, before, after);
    const bool pairs = pair->before != NULL && pair->after != NULL;
    return put_figure_line(cx, p, name,
                           (const char *const[3]){ !both   ? now.text
                                                   : pairs ? was.text
                                                           : "",
                                                   both ? now.text : NULL,
                                                   both && pairs ? change.text : NULL });
}

/* One line for each result; the report has all figures. */
static tacit_status put_briefs(tacit_ctx *cx, const tacit_summary_sheet *p, const char *title,
                               const tacit_twins *pairs)
{
    bool both = false;
    for (size_t i = 0; i < pairs->n; i++)
        both = both || (pairs->at[i].before != NULL && pairs->at[i].after != NULL);
    TACIT_TRY(tacit_sheet_heading(cx, p, title));
    if (both)
        TACIT_TRY(
            put_figure_line(cx, p, "", (const char *const[3]){ "before", "after", "change" }));
    for (size_t i = 0; i < pairs->n; i++)
        TACIT_TRY(put_brief(cx, p, &pairs->at[i], both));
    return TACIT_OK;
}

static tacit_status put_results(tacit_ctx *cx, const tacit_summary_sheet *p, const char *title,
                                const tacit_twins *pairs)
{
    if (pairs->n == 0)
        return TACIT_OK;
    if (tacit_record_layout(p->record, "brief"))
        return put_briefs(cx, p, title, pairs);
    TACIT_TRY(tacit_sheet_heading(cx, p, title));
    for (size_t i = 0; i < pairs->n; i++) {
        const size_t begin = p->out->length;
        TACIT_TRY(put_result(cx, p, &pairs->at[i]));
        const bool tall = strstr(p->out->text + begin, "\n\n") != NULL;
        if (tall && i + 1 < pairs->n)
            TACIT_TRY(tacit_buffer_text(cx, p->out, "\n"));
    }
    return TACIT_OK;
}

/* Parts of the record that are the task's own. */
static tacit_status put_sections(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    const json_t *sections = json_object_get(p->record, "sections");
    for (size_t i = 0; i < json_array_size(sections); i++) {
        tacit_twins results = { NULL, 0 };
        TACIT_TRY(tacit_record_section(cx, json_array_get(sections, i), &results));
        TACIT_TRY(
            put_results(cx, p, tacit_record_text(json_array_get(sections, i), "title"), &results));
    }
    return TACIT_OK;
}

/* Where the rest is to be found. */
static tacit_status put_more(tacit_ctx *cx, const tacit_summary_sheet *p, size_t results)
{
    if (results == 0)
        return TACIT_OK;
    const bool more = strcmp(tacit_record_text(p->record, "command"), "protect") == 0;
    if (tacit_record_layout(p->record, "brief"))
        return tacit_sheet_wrap(cx, p, 2, "",
                                more ? "One figure of each is shown; --custodian-report FILE and "
                                       "--json have all, and --all measures more."
                                     : "One figure of each is shown; --custodian-report FILE and "
                                       "--json have all.");
    if (has_tables(p))
        return TACIT_OK;
    return tacit_sheet_wrap(cx, p, 2, "", "Tables and charts are in --report FILE and in --json.");
}

static tacit_status put_measures(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    tacit_twins models = { NULL, 0 }, risks = { NULL, 0 }, utility = { NULL, 0 };
    tacit_twins linkage = { NULL, 0 }, exploration = { NULL, 0 };
    TACIT_TRY(tacit_record_models(cx, p->record, &models));
    TACIT_TRY(tacit_record_risks(cx, p->record, &risks));
    TACIT_TRY(tacit_record_utility(cx, p->record, &utility));
    TACIT_TRY(tacit_record_linkage(cx, p->record, &linkage));
    TACIT_TRY(tacit_record_exploration(cx, p->record, &exploration));
    TACIT_TRY(put_results(cx, p, "Choices of levels", &exploration));
    TACIT_TRY(put_results(cx, p, "Anonymity models", &models));
    const char *heading = tacit_record_text(json_object_get(p->record, "layout"), "risks");
    TACIT_TRY(put_results(cx, p, heading[0] != '\0' ? heading : "Disclosure risk", &risks));
    TACIT_TRY(put_results(cx, p, "Utility", &utility));
    TACIT_TRY(put_more(cx, p, risks.n + utility.n));
    TACIT_TRY(put_results(cx, p, "Linkage", &linkage));
    return put_sections(cx, p);
}

static tacit_status put_columns(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    json_t *table = NULL;
    if (!tacit_record_layout(p->record, "columns"))
        return TACIT_OK;
    TACIT_TRY(tacit_record_columns(cx, p->record, "data", &table));
    if (table == NULL)
        return TACIT_OK;
    tacit_status status = tacit_sheet_heading(cx, p, "Columns");
    if (status == TACIT_OK)
        status = tacit_text_table(cx, p->out, table, p->width);
    json_decref(table);
    return status;
}

static tacit_status put_sheet(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    TACIT_TRY(put_data(cx, p));
    TACIT_TRY(put_verdict(cx, p));
    TACIT_TRY(put_guarantees(cx, p));
    TACIT_TRY(put_steps(cx, p));
    TACIT_TRY(put_columns(cx, p));
    TACIT_TRY(put_measures(cx, p));
    return tacit_text_end(cx, p);
}

tacit_status tacit_report_text_on(tacit_ctx *cx, const json_t *record, const tacit_screen *screen,
                                  tacit_buffer *out)
{
    tacit_summary_sheet p = {
        .record = record, .out = out, .ink = screen->ink, .width = TACIT_LINE_WIDTH
    };
    if (screen->width > 0)
        p.width = screen->width < NARROW ? NARROW : screen->width > WIDE ? WIDE : screen->width;
    p.value = p.width < TACIT_LINE_WIDTH ? 13 : 14;
    p.name = p.width - 6 - 3 * p.value;
    p.name = p.name > LONGEST_NAME ? LONGEST_NAME : p.name;
    const char *says = tacit_record_text(record, "says");
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = says[0] != '\0' ? tacit_buffer_text(cx, out, says)
                                : json_object_get(record, "hierarchies") != NULL
                                    ? tacit_report_hierarchies(cx, record, out)
                                    : put_sheet(cx, &p);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_report_text(tacit_ctx *cx, const json_t *record, tacit_buffer *out)
{
    return tacit_report_text_on(cx, record, &(tacit_screen){ TACIT_INK_PLAIN, 0 }, out);
}
