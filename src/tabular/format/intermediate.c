/*
 * intermediate.c - tables in the intermediate format of tau-Argus.  O(cells).
 */
#include "tabular/format/intermediate.h"

#include <string.h>

/* How many of the largest contributions are written. */
enum { LARGEST = 2 };

/* ---- cells ---- */

static tacit_status put_number(tacit_ctx *cx, double x, double unit, tacit_buffer *out)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_grid_decimal(x, unit, text);
    return tacit_buffer_format(cx, out, ";%s", text);
}

static char status_of(const tacit_cell *c, const tacit_cell_tally *tally)
{
    switch (c->status) {
    case TACIT_CELL_PRIMARY:
        return 'U';
    case TACIT_CELL_SECONDARY:
        return 'M';
    case TACIT_CELL_KEPT:
        return tally->n == 0 ? 'E' : 'P';
    default:
        return 'S';
    }
}

/* All that is known of a cell. */
static tacit_status put_all(tacit_ctx *cx, const tacit_grid *grid, tacit_buffer *out)
{
    const tacit_cell *c = tacit_grid_cell(grid);
    const tacit_cell_tally *t = tacit_tabulation_tally(grid->tables, tacit_grid_number(grid));
    TACIT_TRY(put_number(cx, c->value, c->unit, out));
    if (grid->cube->response != NULL)
        TACIT_TRY(tacit_buffer_format(cx, out, ";%llu", (unsigned long long)t->n));
    TACIT_TRY(put_number(cx, c->cost, c->unit, out));
    for (uint32_t k = 0; k < LARGEST && grid->cube->response != NULL; k++)
        TACIT_TRY(put_number(cx, k < t->n_top ? t->top[k].size : 0, c->unit, out));
    TACIT_TRY(tacit_buffer_format(cx, out, ";%c", status_of(c, t)));
    TACIT_TRY(put_number(cx, c->lower, c->unit, out));
    return put_number(cx, c->upper, c->unit, out);
}

/* What everybody may see of a cell. */
static tacit_status put_public(tacit_ctx *cx, const tacit_grid *grid, tacit_buffer *out)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_grid_text(grid, "", text);
    return tacit_buffer_format(cx, out, ";%s;%s", text, text[0] == '\0' ? "X" : "S");
}

/* The codes of a cell; the format has no way to say a quotation mark. */
static tacit_status put_codes(tacit_ctx *cx, const tacit_grid *grid, tacit_buffer *out)
{
    for (size_t k = 0; k < grid->table->n; k++) {
        const char *code = tacit_grid_code(grid, k);
        if (strpbrk(code, "\"\r\n") != NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Dimension '%s' has a code with a quotation mark or a line break, "
                              "which tau-Argus cannot read; write another format.",
                              tacit_grid_dimension(grid, k)->column);
        TACIT_TRY(tacit_buffer_format(cx, out, "%s\"%s\"", k > 0 ? ";" : "", code));
    }
    return TACIT_OK;
}

tacit_status tacit_intermediate_cells(tacit_ctx *cx, tacit_grid *grid, bool shown,
                                      tacit_buffer *out)
{
    do {
        TACIT_TRY(put_codes(cx, grid, out));
        TACIT_TRY(shown ? put_all(cx, grid, out) : put_public(cx, grid, out));
        TACIT_TRY(tacit_buffer_text(cx, out, "\n"));
    } while (tacit_grid_next(grid));
    return TACIT_OK;
}

/* ---- metadata ---- */

bool tacit_intermediate_is_tree(const tacit_grid *grid, size_t k)
{
    const tacit_dimension *d = tacit_grid_dimension(grid, k);
    for (size_t c = 1; c < d->n; c++)
        if (d->code[c].parent != 0 && tacit_grid_shows(grid, k, c))
            return true;
    return false;
}

static tacit_status put_dimension(tacit_ctx *cx, const tacit_grid *grid, size_t k, const char *stem,
                                  tacit_buffer *out)
{
    const tacit_dimension *d = tacit_grid_dimension(grid, k);
    TACIT_TRY(tacit_buffer_format(cx, out, "%s\n    <RECODEABLE>\n    <TOTCODE> \"%s\"\n",
                                  d->column, d->code[0].text));
    if (!tacit_intermediate_is_tree(grid, k))
        return TACIT_OK;
    return tacit_buffer_format(cx, out,
                               "    <HIERARCHICAL>\n    <HIERCODELIST> \"%s_%zu.hrc\"\n"
                               "    <HIERLEADSTRING> \"@\"\n",
                               stem, k + 1);
}

/* The columns behind the codes. */
static tacit_status put_columns(tacit_ctx *cx, const tacit_grid *grid, bool shown,
                                tacit_buffer *out)
{
    const bool counts = grid->cube->response == NULL;
    TACIT_TRY(counts ? tacit_buffer_text(cx, out, "Freq\n    <FREQUENCY>\n")
                     : tacit_buffer_format(cx, out, "%s\n    <NUMERIC>\n", grid->cube->response));
    if (shown && !counts)
        TACIT_TRY(tacit_buffer_text(cx, out, "Freq\n    <FREQUENCY>\n"));
    if (shown)
        TACIT_TRY(tacit_buffer_text(cx, out, "Cost\n    <NUMERIC> <COSTVAR>\n"));
    for (int k = 1; shown && !counts && k <= LARGEST; k++)
        TACIT_TRY(tacit_buffer_format(cx, out, "Top%d\n    <MAXSCORE>\n", k));
    TACIT_TRY(tacit_buffer_text(cx, out, "Status\n    <STATUS>\n"));
    return shown ? tacit_buffer_text(cx, out,
                                     "Lower\n    <NUMERIC> <LOWERPL>\n"
                                     "Upper\n    <NUMERIC> <UPPERPL>\n")
                 : TACIT_OK;
}

tacit_status tacit_intermediate_metadata(tacit_ctx *cx, const tacit_grid *grid, bool shown,
                                         const char *stem, tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_format(cx, out,
                                  "    <SEPARATOR> \";\"\n    <SAFE> \"S\"\n    <UNSAFE> \"%s\"\n"
                                  "    <PROTECT> \"P\"\n",
                                  shown ? "U" : "X"));
    for (size_t k = 0; k < grid->table->n; k++)
        TACIT_TRY(put_dimension(cx, grid, k, stem, out));
    return put_columns(cx, grid, shown, out);
}

tacit_status tacit_intermediate_tree(tacit_ctx *cx, const tacit_grid *grid, size_t k,
                                     tacit_buffer *out)
{
    const tacit_dimension *d = tacit_grid_dimension(grid, k);
    for (size_t c = 1; c < d->n; c++) {
        if (!tacit_grid_shows(grid, k, c))
            continue;
        if (d->code[c].text[0] == '@')
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Dimension '%s' has a code that begins with '@', which tau-Argus "
                              "takes for the mark of a level; write another format.",
                              d->column);
        for (uint32_t above = d->code[c].parent; above != 0; above = d->code[above].parent)
            if (tacit_grid_shows(grid, k, above))
                TACIT_TRY(tacit_buffer_text(cx, out, "@"));
        TACIT_TRY(tacit_buffer_format(cx, out, "%s\n", d->code[c].text));
    }
    return TACIT_OK;
}
