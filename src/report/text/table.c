/*
 * table.c - a table in aligned columns for the terminal.
 *
 * Numbers stand right and are never cut; texts stand left and are wrapped where a line would get
 * too long, as titles are.  Columns that do not fit beside the others follow in a further block,
 * under the first column again.  O(rows * columns) plus O(columns * width) for fitting the widths.
 */
#include <string.h>

#include "report/format.h"
#include "report/line.h"
#include "report/record.h"
#include "report/text/part.h"
#include "report/words.h"

enum { MOST_ROWS = 40, INDENT = 2, BETWEEN = 2, NARROWEST = 14, NARROWEST_NAME = 24 };

/* What is shown of a table. */
typedef struct grid {
    const json_t *columns, *rows;
    size_t n, m;       /* rows, columns */
    size_t *width;     /* of each column */
    size_t *least;     /* as narrow as it may get */
    const char **text; /* of each column, what is left to be written of a row */
    size_t from, to;   /* columns of the block, besides the first */
    size_t line;       /* columns of a line */
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

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Columns of the longest word. */
static tacit_status longest_word(tacit_ctx *cx, const char *text, size_t *out)
{
    size_t longest = 0;
    while (*text != '\0') {
        const size_t n = strcspn(text, " ");
        char *word = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &word, "%.*s", (int)n, text));
        longest = larger(longest, tacit_line_width(word));
        text += n + (text[n] == ' ');
    }
    *out = longest;
    return TACIT_OK;
}

/* The width that each column wants, and the least that it can do with. */
static tacit_status measure(tacit_ctx *cx, grid *g)
{
    for (size_t c = 0; c < g->m; c++) {
        size_t word = 0;
        TACIT_TRY(longest_word(cx, title_at(g, c), &word));
        g->width[c] = tacit_line_width(title_at(g, c));
        g->least[c] = word;
        for (size_t i = 0; i < g->n; i++) {
            const char *text = NULL;
            TACIT_TRY(cell_text(cx, cell_at(g, i, c), &text));
            const size_t w = tacit_line_width(text);
            const size_t narrow = c == 0 ? NARROWEST_NAME : NARROWEST;
            const bool fixed = json_is_number(cell_at(g, i, c)) || w < narrow;
            g->width[c] = larger(g->width[c], w);
            g->least[c] = larger(g->least[c], fixed ? w : narrow);
        }
    }
    return TACIT_OK;
}

/* Columns of a line of all columns from `from` to `to`, and of the first. */
static size_t total(const size_t *width, size_t from, size_t to)
{
    size_t sum = INDENT + width[0];
    for (size_t c = from; c < to; c++)
        sum += BETWEEN + width[c];
    return sum;
}

/* The column of the block that can give most, or g->m if none can. */
static size_t widest(const grid *g)
{
    size_t best = g->m;
    for (size_t k = g->from; k <= g->to; k++) {
        const size_t c = k == g->to ? 0 : k;
        if (g->width[c] > g->least[c] && (best == g->m || g->width[c] > g->width[best]))
            best = c;
    }
    return best;
}

/* Settle which columns follow from `from` on in one block, and take from the widest until its
 * lines fit. */
static void fit(grid *g, size_t from)
{
    g->from = from;
    g->to = from < g->m ? from + 1 : from;
    while (g->to < g->m && total(g->least, from, g->to + 1) <= g->line)
        g->to++;
    while (total(g->width, from, g->to) > g->line) {
        const size_t c = widest(g);
        if (c == g->m)
            return;
        g->width[c]--;
    }
}

/* The next piece of a column's text in its place; `*left` says whether there is more. */
static tacit_status put_piece(tacit_ctx *cx, tacit_buffer *out, const grid *g, size_t c, bool *left)
{
    const tacit_side side = json_is_number(cell_at(g, 0, c)) ? TACIT_SIDE_RIGHT : TACIT_SIDE_LEFT;
    const size_t n = tacit_line_fit(g->text[c], g->width[c]);
    char *piece = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &piece, "%.*s", (int)n, g->text[c]));
    TACIT_TRY(tacit_line_put(cx, out, "", BETWEEN, TACIT_SIDE_LEFT));
    TACIT_TRY(tacit_line_put(cx, out, piece, g->width[c], side));
    g->text[c] += n;
    g->text[c] += *g->text[c] == ' ' || *g->text[c] == '\n';
    *left = *left || *g->text[c] != '\0';
    return TACIT_OK;
}

/* Write what stands in g->text, in as many lines as it takes. */
static tacit_status put_row(tacit_ctx *cx, tacit_buffer *out, const grid *g)
{
    bool left = true;
    while (left) {
        left = false;
        TACIT_TRY(put_piece(cx, out, g, 0, &left));
        for (size_t c = g->from; c < g->to; c++)
            TACIT_TRY(put_piece(cx, out, g, c, &left));
        TACIT_TRY(tacit_line_end(cx, out));
    }
    return TACIT_OK;
}

static tacit_status put_block(tacit_ctx *cx, tacit_buffer *out, const grid *g)
{
    for (size_t c = 0; c < g->m; c++)
        g->text[c] = title_at(g, c);
    TACIT_TRY(put_row(cx, out, g));
    for (size_t i = 0; i < g->n; i++) {
        for (size_t c = 0; c < g->m; c++)
            TACIT_TRY(cell_text(cx, cell_at(g, i, c), &g->text[c]));
        TACIT_TRY(put_row(cx, out, g));
    }
    return TACIT_OK;
}

tacit_status tacit_text_table(tacit_ctx *cx, tacit_buffer *out, const json_t *table, size_t width)
{
    grid g = { .columns = json_object_get(table, "columns"),
               .rows = json_object_get(table, "rows"),
               .line = width - BETWEEN };
    const size_t rows = json_array_size(g.rows);
    g.n = rows > MOST_ROWS ? MOST_ROWS : rows;
    g.m = json_array_size(g.columns);
    if (g.m == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, g.m, sizeof *g.width, &g.width));
    TACIT_TRY(tacit_scratch(cx, g.m, sizeof *g.least, &g.least));
    TACIT_TRY(tacit_scratch(cx, g.m, sizeof *g.text, &g.text));
    TACIT_TRY(measure(cx, &g));
    if (tacit_words_title(table)[0] != '\0')
        TACIT_TRY(tacit_line_wrap_as(cx, out,
                                     &(tacit_wrap){ .width = width, .indent = INDENT, .lead = "" },
                                     tacit_words_title(table)));
    size_t from = 1;
    do {
        fit(&g, from);
        TACIT_TRY(put_block(cx, out, &g));
        from = g.to;
    } while (from < g.m);
    if (g.n == rows)
        return TACIT_OK;
    return tacit_buffer_format(cx, out, "  ... and %zu more rows; a report and --json have all\n",
                               rows - g.n);
}
