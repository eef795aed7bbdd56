/*
 * json_stat.c - tables as JSON-stat 2.0.  O(cells + codes).
 */
#include "tabular/format/json_stat.h"

#include "base/result.h"

/* What stands in the text before anything else, so that a file is known as a result of tacit. */
#define MARK "\"extension\": {\"tacit_tables\": 1}"

/* Put code `c` among the children of the nearest code above it that the table publishes. */
static tacit_status put_child(tacit_ctx *cx, const tacit_grid *grid, size_t k, uint32_t c,
                              json_t *child)
{
    const tacit_dimension *d = tacit_grid_dimension(grid, k);
    uint32_t above = d->code[c].parent;
    while (above != 0 && !tacit_grid_shows(grid, k, above))
        above = d->code[above].parent;
    const char *text = d->code[above].text;
    if (c == 0 || !tacit_grid_shows(grid, k, above))
        return TACIT_OK;
    if (json_object_get(child, text) == NULL)
        TACIT_TRY(tacit_json_put(cx, child, text, json_array()));
    return tacit_json_add(cx, json_object_get(child, text), json_string(d->code[c].text));
}

static tacit_status fill_category(tacit_ctx *cx, const tacit_grid *grid, size_t k, json_t *category)
{
    const tacit_dimension *d = tacit_grid_dimension(grid, k);
    json_t *index = json_object();
    TACIT_TRY(tacit_json_put(cx, category, "index", index));
    json_t *child = json_object();
    TACIT_TRY(tacit_json_put(cx, category, "child", child));
    for (uint32_t c = 0; c < d->n; c++) {
        if (!tacit_grid_shows(grid, k, c))
            continue;
        if (json_object_get(index, d->code[c].text) != NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Dimension '%s' has a code at two places, which JSON-stat cannot "
                              "tell apart; write another format.",
                              d->column);
        const json_int_t at = (json_int_t)json_object_size(index);
        TACIT_TRY(tacit_json_put(cx, index, d->code[c].text, json_integer(at)));
        TACIT_TRY(put_child(cx, grid, k, c, child));
    }
    return TACIT_OK;
}

/* The part of a dataset that describes its dimensions. */
static tacit_status fill_dimensions(tacit_ctx *cx, const tacit_grid *grid, json_t *out)
{
    json_t *id = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "id", id));
    json_t *size = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "size", size));
    json_t *all = json_object();
    TACIT_TRY(tacit_json_put(cx, out, "dimension", all));
    for (size_t k = 0; k < grid->table->n; k++) {
        const tacit_dimension *d = tacit_grid_dimension(grid, k);
        TACIT_TRY(tacit_json_add(cx, id, json_string(d->column)));
        TACIT_TRY(tacit_json_add(cx, size, json_integer((json_int_t)tacit_grid_codes(grid, k))));
        json_t *one = json_object();
        TACIT_TRY(tacit_json_put(cx, all, d->column, one));
        TACIT_TRY(tacit_json_put(cx, one, "label", json_string(d->column)));
        json_t *category = json_object();
        TACIT_TRY(tacit_json_put(cx, one, "category", category));
        TACIT_TRY(fill_category(cx, grid, k, category));
    }
    return tacit_json_put(cx, out, "label", json_string(grid->table->name));
}

/* The members of that part, without the braces around them. */
static tacit_status write_dimensions(tacit_ctx *cx, const tacit_grid *grid, tacit_buffer *out)
{
    json_t *part = json_object();
    tacit_buffer text = { 0 };
    if (part == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = fill_dimensions(cx, grid, part);
    if (status == TACIT_OK)
        status = tacit_json_text(cx, part, 0, &text);
    json_decref(part);
    size_t end = text.length;
    while (end > 0 && text.text[end - 1] != '}')
        end--;
    if (status == TACIT_OK)
        status = tacit_buffer_bytes(cx, out, text.text + 1, end - 2);
    tacit_buffer_free(&text);
    return status;
}

static tacit_status write_values(tacit_ctx *cx, tacit_grid *grid, tacit_buffer *out)
{
    const char *comma = "";
    TACIT_TRY(tacit_buffer_text(cx, out, ",\n\"value\": ["));
    do {
        char text[TACIT_NUMBER_BYTES];
        tacit_grid_text(grid, "null", text);
        TACIT_TRY(tacit_buffer_format(cx, out, "%s%s", comma, text));
        comma = ", ";
    } while (tacit_grid_next(grid));
    return tacit_buffer_text(cx, out, "]");
}

/* The status of cells that are hidden, by their positions. */
static tacit_status write_statuses(tacit_ctx *cx, tacit_grid *grid, tacit_buffer *out)
{
    const char *comma = "";
    size_t at = 0;
    TACIT_TRY(tacit_buffer_text(cx, out, ",\n\"status\": {"));
    do {
        if (tacit_system_hides(grid->tables->system, tacit_grid_cell(grid))) {
            TACIT_TRY(tacit_buffer_format(cx, out, "%s\"%zu\": \"x\"", comma, at));
            comma = ", ";
        }
        at++;
    } while (tacit_grid_next(grid));
    return tacit_buffer_text(cx, out, "}");
}

static tacit_status write_dataset(tacit_ctx *cx, tacit_grid *grid, tacit_buffer *out)
{
    TACIT_TRY(
        tacit_buffer_text(cx, out, "{\"version\": \"2.0\", \"class\": \"dataset\", " MARK ",\n"));
    TACIT_TRY(write_dimensions(cx, grid, out));
    TACIT_TRY(write_values(cx, grid, out));
    TACIT_TRY(write_statuses(cx, grid, out));
    return tacit_buffer_text(cx, out, "}\n");
}

tacit_status tacit_json_stat_write(tacit_ctx *cx, tacit_grid *grid, size_t n, tacit_buffer *out)
{
    if (n == 1)
        return write_dataset(cx, grid, out);
    TACIT_TRY(tacit_buffer_text(cx, out,
                                "{\"version\": \"2.0\", \"class\": \"collection\", " MARK ",\n"
                                "\"link\": {\"item\": [\n"));
    for (size_t i = 0; i < n; i++) {
        TACIT_TRY(tacit_buffer_text(cx, out, i > 0 ? ",\n" : ""));
        TACIT_TRY(write_dataset(cx, &grid[i], out));
    }
    return tacit_buffer_text(cx, out, "]}}\n");
}
