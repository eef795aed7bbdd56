/*
 * table.c - a table in aligned columns for the terminal.
 *
 * Numbers stand right, texts left.  Two passes over the shown rows: widths, then lines.
 * O(rows * columns) plus O(columns * columns) for fitting the widths.
 */
#include "report/format.h"
#include "report/line.h"
#include "report/record.h"
#include "report/text/part.h"
#include "report/words.h"

enum { MOST_ROWS = 40, MOST_COLUMNS = 12, INDENT = 2, BETWEEN = 2, NARROWEST = 6 };

/* What is shown of a table. */
typedef struct grid {
    const json_t *columns, *rows;
    size_t n, m; /* rows, columns */
    size_t width[MOST_COLUMNS];
} grid;

static tacit_status cell_text(tacit_ctx *cx, const json_t *cell, const char **out)
{
    if (!json_is_number(cell))
        return tacit_words_value(cx, cell, out);
    char *text = NULL;
    TACIT_TRY(tacit_scratch_text(cx, tacit_format_unit("number", cell).text, &text));
    *out = text;
    return TACIT_OK;
}

static const json_t *cell_at(const grid *g, size_t i, size_t c)
{
    return json_array_get(json_array_get(g->rows, i), c);
}

static const char *title_at(const grid *g, size_t c)
{
    const char *text = json_string_value(json_array_get(g->columns, c));
    return text == NULL ? "" : text;
}

static tacit_status measure(tacit_ctx *cx, grid *g)
{
    for (size_t c = 0; c < g->m; c++) {
        g->width[c] = tacit_line_width(title_at(g, c));
        for (size_t i = 0; i < g->n; i++) {
            const char *text = NULL;
            TACIT_TRY(cell_text(cx, cell_at(g, i, c), &text));
            const size_t w = tacit_line_width(text);
            g->width[c] = w > g->width[c] ? w : g->width[c];
        }
    }
    return TACIT_OK;
}

/* Take columns from the widest until a line fits. */
static void fit(grid *g)
{
    for (;;) {
        size_t total = INDENT, widest = 0;
        for (size_t c = 0; c < g->m; c++) {
            total += g->width[c] + BETWEEN;
            widest = g->width[c] > g->width[widest] ? c : widest;
        }
        if (total <= TACIT_LINE_WIDTH || g->width[widest] <= NARROWEST)
            return;
        g->width[widest]--;
    }
}

static tacit_status put_cell(tacit_ctx *cx, tacit_buffer *out, const grid *g, size_t c,
                             const char *text)
{
    const tacit_side side = json_is_number(cell_at(g, 0, c)) ? TACIT_SIDE_RIGHT : TACIT_SIDE_LEFT;
    TACIT_TRY(tacit_line_put(cx, out, "", BETWEEN, TACIT_SIDE_LEFT));
    return tacit_line_put(cx, out, text, g->width[c], side);
}

static tacit_status put_row(tacit_ctx *cx, tacit_buffer *out, const grid *g, size_t i)
{
    for (size_t c = 0; c < g->m; c++) {
        const char *text = NULL;
        TACIT_TRY(cell_text(cx, cell_at(g, i, c), &text));
        TACIT_TRY(put_cell(cx, out, g, c, text));
    }
    return tacit_line_end(cx, out);
}

tacit_status tacit_text_table(tacit_ctx *cx, tacit_buffer *out, const json_t *table)
{
    grid g = { .columns = json_object_get(table, "columns"),
               .rows = json_object_get(table, "rows") };
    const size_t rows = json_array_size(g.rows), columns = json_array_size(g.columns);
    g.n = rows > MOST_ROWS ? MOST_ROWS : rows;
    g.m = columns > MOST_COLUMNS ? MOST_COLUMNS : columns;
    TACIT_TRY(measure(cx, &g));
    fit(&g);
    if (tacit_words_title(table)[0] != '\0')
        TACIT_TRY(tacit_line_wrap(cx, out, INDENT, "", tacit_words_title(table)));
    for (size_t c = 0; c < g.m; c++)
        TACIT_TRY(put_cell(cx, out, &g, c, title_at(&g, c)));
    TACIT_TRY(tacit_line_end(cx, out));
    for (size_t i = 0; i < g.n; i++)
        TACIT_TRY(put_row(cx, out, &g, i));
    if (g.n == rows)
        return TACIT_OK;
    return tacit_buffer_format(cx, out, "  ... and %zu more rows\n", rows - g.n);
}
