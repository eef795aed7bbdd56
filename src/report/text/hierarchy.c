/*
 * hierarchy.c - the record of `tacit hierarchy` as text.
 */
#include "report/hierarchy.h"

#include <string.h>

#include "base/result.h"
#include "report/format.h"
#include "report/line.h"
#include "report/record.h"
#include "report/text/part.h"

static tacit_status put_data(tacit_ctx *cx, const json_t *record, tacit_buffer *out)
{
    const json_t *data = json_object_get(record, "data");
    char *line = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &line, "tacit hierarchy: %s, %s records",
                                   tacit_record_text(data, "uri"),
                                   tacit_format_unit("count", json_object_get(data, "rows")).text));
    return tacit_line_wrap(cx, out, 0, "", line);
}

/* Append a table that is taken over. */
static tacit_status put_table(tacit_ctx *cx, json_t *table, tacit_buffer *out)
{
    tacit_status status = table == NULL ? tacit_fail_memory(cx) : tacit_buffer_text(cx, out, "\n");
    if (status == TACIT_OK)
        status = tacit_text_table(cx, out, table, TACIT_LINE_WIDTH);
    json_decref(table);
    return status;
}

/* The numbers of labels from level 1 up: "20, 10, 1". */
static tacit_status label_counts(tacit_ctx *cx, const json_t *levels, char **out)
{
    enum { MOST = 8 };
    TACIT_TRY(tacit_scratch_text(cx, "", out));
    for (size_t l = 0; l < json_array_size(levels); l++) {
        const bool skip = json_array_size(levels) > MOST && l >= MOST / 2 &&
                          l + MOST / 2 < json_array_size(levels);
        if (skip && l > MOST / 2)
            continue;
        const json_t *n = json_object_get(json_array_get(levels, l), "labels");
        TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s", *out, l > 0 ? ", " : "",
                                       skip ? "..." : tacit_format_unit("count", n).text));
    }
    return TACIT_OK;
}

static tacit_status put_brief(tacit_ctx *cx, const json_t *list, tacit_buffer *out)
{
    json_t *rows = json_array();
    json_t *table =
        json_pack("{s:s, s:[s,s,s,s,s], s:o}", "title", "Hierarchies", "columns", "column",
                  "builder", "values", "levels", "labels from level 1 up", "rows", rows);
    for (size_t i = 0; table != NULL && i < json_array_size(list); i++) {
        const json_t *h = json_array_get(list, i), *levels = json_object_get(h, "levels");
        char *counts = NULL;
        tacit_status status = label_counts(cx, levels, &counts);
        if (status == TACIT_OK)
            status = tacit_json_add(cx, rows,
                                    json_pack("[s,s,O,I,s]", tacit_record_text(h, "column"),
                                              tacit_record_text(h, "builder"),
                                              json_object_get(h, "values"),
                                              (json_int_t)json_array_size(levels), counts));
        if (status != TACIT_OK) {
            json_decref(table);
            return status;
        }
    }
    return put_table(cx, table, out);
}

static tacit_status put_levels(tacit_ctx *cx, const json_t *h, tacit_buffer *out)
{
    const json_t *levels = json_object_get(h, "levels");
    char *title = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &title, "%s (%s): %s values, %s in the domain",
                                   tacit_record_text(h, "column"), tacit_record_text(h, "builder"),
                                   tacit_format_unit("count", json_object_get(h, "values")).text,
                                   tacit_format_unit("count", json_object_get(h, "domain")).text));
    json_t *rows = json_array();
    json_t *table =
        json_pack("{s:s, s:[s,s,s,s,s], s:o}", "title", title, "columns", "level", "labels",
                  "values of the widest", "share", "widest label", "rows", rows);
    for (size_t l = 0; table != NULL && l < json_array_size(levels); l++) {
        const json_t *level = json_array_get(levels, l);
        const json_t *share = json_object_get(level, "share");
        const tacit_status status = tacit_json_add(
            cx, rows,
            json_pack("[O,O,O*,s,s]", json_object_get(level, "level"),
                      json_object_get(level, "labels"), json_object_get(level, "widest"),
                      tacit_format_unit("share", share).text,
                      tacit_record_text(level, "widest_label")));
        if (status != TACIT_OK) {
            json_decref(table);
            return status;
        }
    }
    return put_table(cx, table, out);
}

tacit_status tacit_report_hierarchies(tacit_ctx *cx, const json_t *record, tacit_buffer *out)
{
    const json_t *list = json_object_get(record, "hierarchies");
    const char *action = tacit_record_text(record, "action");
    if (strcmp(action, "draw") == 0)
        return tacit_report_tree(cx, json_object_get(json_array_get(list, 0), "tree"), out);
    TACIT_TRY(put_data(cx, record, out));
    if (strcmp(action, "check") == 0) {
        TACIT_TRY(put_brief(cx, list, out));
        return tacit_buffer_text(cx, out,
                                 "\nEvery value has a label at each level, and each hierarchy ends "
                                 "in one.\n");
    }
    for (size_t i = 0; i < json_array_size(list); i++)
        TACIT_TRY(put_levels(cx, json_array_get(list, i), out));
    return TACIT_OK;
}
