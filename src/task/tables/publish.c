/*
 * publish.c - tables as they are published.  O(cells * dimensions).
 *
 * Whole numbers are written whole.  Where all that is published is whole, the values are integers;
 * where some is not, a text file says each number as short as it can be.
 */
#include "task/tables/publish.h"

#include <math.h>
#include <string.h>

/* Columns under way. */
typedef struct page {
    tacit_ctx *cx;
    size_t n;               /* columns */
    tacit_builder **column; /* NULL where there is none yet */
    tacit_type values;      /* the type of the values of a long table */
    size_t *dimension;      /* those that its tables have, a column for each */
    size_t n_dimensions;
} page;

static tacit_status put_text(const page *p, size_t column, const char *text)
{
    return text == NULL ? tacit_builder_missing(p->cx, p->column[column])
                        : tacit_builder_text(p->cx, p->column[column], text, strlen(text));
}

static tacit_status add_column(page *p, const char *name, tacit_type type)
{
    return tacit_builder_new(p->cx, name, type, 0, &p->column[p->n++]);
}

/* ---- a row for each cell ---- */

/* Which place dimension `d` has in the table; their number if it has none. */
static size_t place_of(const tacit_grid *grid, size_t d)
{
    size_t k = 0;
    while (k < grid->table->n && grid->table->dimension[k] != d)
        k++;
    return k;
}

/* The code that a row shows for dimension `d`: NULL if the table has not the dimension. */
static const char *code_of(const tacit_grid *grid, size_t d)
{
    const size_t k = place_of(grid, d);
    return k < grid->table->n ? tacit_grid_code(grid, k) : NULL;
}

/* The dimensions of the tables that are written. */
static tacit_status find_dimensions(page *p, const tacit_tabulation *t, const tacit_grid *grid,
                                    size_t n)
{
    TACIT_TRY(tacit_scratch(p->cx, t->n_dimensions, sizeof *p->dimension, &p->dimension));
    for (size_t d = 0; d < t->n_dimensions; d++)
        for (size_t i = 0; i < n; i++)
            if (place_of(&grid[i], d) < grid[i].table->n) {
                p->dimension[p->n_dimensions++] = d;
                break;
            }
    return TACIT_OK;
}

/* Whether a number is whole, and an integer says it exactly. */
static bool is_whole(double x)
{
    return fabs(x) < 9007199254740992.0 && !(x > floor(x));
}

/* Whether everything that the tables publish is a whole number. */
static bool are_whole(const tacit_tabulation *t, tacit_grid *grid, size_t n)
{
    bool whole = true;
    for (size_t i = 0; i < n; i++)
        do {
            const tacit_cell *c = tacit_grid_cell(&grid[i]);
            whole = whole && (tacit_system_hides(t->system, c) ||
                              is_whole(t->system->changed ? c->shown : c->value));
        } while (tacit_grid_next(&grid[i]));
    return whole;
}

static tacit_status put_value(const page *p, size_t column, double x)
{
    char text[TACIT_NUMBER_BYTES];
    const int64_t whole = is_whole(x) ? (int64_t)x : 0;
    if (p->values == TACIT_TYPE_INTEGER)
        return tacit_builder_integers(p->cx, p->column[column], &whole, NULL, 1);
    if (p->values == TACIT_TYPE_REAL)
        return tacit_builder_reals(p->cx, p->column[column], &x, NULL, 1);
    tacit_format_real(x, text);
    return put_text(p, column, text);
}

static tacit_status add_row(const page *p, const tacit_grid *grid)
{
    const tacit_system *s = grid->tables->system;
    const tacit_cell *cell = tacit_grid_cell(grid);
    const size_t value = p->n_dimensions + 1;
    const bool hidden = tacit_system_hides(s, cell);
    TACIT_TRY(put_text(p, 0, grid->table->name));
    for (size_t d = 0; d < p->n_dimensions; d++)
        TACIT_TRY(put_text(p, d + 1, code_of(grid, p->dimension[d])));
    TACIT_TRY(hidden ? tacit_builder_missing(p->cx, p->column[value])
                     : put_value(p, value, s->changed ? cell->shown : cell->value));
    return put_text(p, value + 1, s->changed ? "changed" : hidden ? "hidden" : "published");
}

/* Whether a column that is written has this name anyhow. */
static bool is_taken(const char *name)
{
    return strcmp(name, "table") == 0 || strcmp(name, "value") == 0 || strcmp(name, "status") == 0;
}

static tacit_status begin_long(page *p, const tacit_tabulation *t)
{
    TACIT_TRY(tacit_scratch(p->cx, p->n_dimensions + 3, sizeof *p->column, &p->column));
    TACIT_TRY(add_column(p, "table", TACIT_TYPE_CATEGORY));
    for (size_t d = 0; d < p->n_dimensions; d++) {
        const char *name = t->dimension[p->dimension[d]].column;
        if (is_taken(name))
            return tacit_fail(p->cx, TACIT_ERR_INPUT,
                              "A dimension cannot be called '%s', which is a column of what is "
                              "written.",
                              name);
        TACIT_TRY(add_column(p, name, TACIT_TYPE_CATEGORY));
    }
    TACIT_TRY(add_column(p, "value", p->values));
    return add_column(p, "status", TACIT_TYPE_CATEGORY);
}

static tacit_status add_all(page *p, const tacit_tabulation *t, tacit_grid *grid, size_t n)
{
    TACIT_TRY(find_dimensions(p, t, grid, n));
    TACIT_TRY(begin_long(p, t));
    for (size_t i = 0; i < n; i++)
        do
            TACIT_TRY(add_row(p, &grid[i]));
        while (tacit_grid_next(&grid[i]));
    return TACIT_OK;
}

tacit_status tacit_tables_publish(tacit_ctx *cx, const tacit_tabulation *t, tacit_grid *grid,
                                  size_t n, tacit_type fractions, tacit_table **out)
{
    page p = { .cx = cx, .values = are_whole(t, grid, n) ? TACIT_TYPE_INTEGER : fractions };
    size_t rows = 0;
    for (size_t i = 0; i < n; i++)
        rows += tacit_grid_size(&grid[i]);
    const tacit_status status = add_all(&p, t, grid, n);
    return tacit_table_build(cx, status, rows, p.column, p.n, out);
}

/* ---- as people print it ---- */

/* A column for each dimension but the last, and for each code of the last. */
static tacit_status begin_cross(page *p, const tacit_grid *grid)
{
    const size_t last = grid->table->n - 1;
    const tacit_dimension *d = tacit_grid_dimension(grid, last);
    TACIT_TRY(tacit_scratch(p->cx, last + d->n, sizeof *p->column, &p->column));
    for (size_t k = 0; k < last; k++)
        TACIT_TRY(add_column(p, tacit_grid_dimension(grid, k)->column, TACIT_TYPE_CATEGORY));
    for (size_t c = 0; c < d->n; c++)
        if (tacit_grid_shows(grid, last, c))
            TACIT_TRY(add_column(p, d->code[c].text, TACIT_TYPE_CATEGORY));
    return TACIT_OK;
}

static tacit_status add_cross(page *p, tacit_grid *grid)
{
    const size_t last = grid->table->n - 1;
    size_t column = last;
    TACIT_TRY(begin_cross(p, grid));
    do {
        char text[TACIT_NUMBER_BYTES];
        for (size_t k = 0; k < last && column == last; k++)
            TACIT_TRY(put_text(p, k, tacit_grid_code(grid, k)));
        tacit_grid_text(grid, "x", text);
        TACIT_TRY(put_text(p, column, text));
        column = column + 1 < p->n ? column + 1 : last;
    } while (tacit_grid_next(grid));
    return TACIT_OK;
}

tacit_status tacit_tables_cross(tacit_ctx *cx, tacit_grid *grid, tacit_table **out)
{
    page p = { .cx = cx };
    const size_t columns = tacit_grid_codes(grid, grid->table->n - 1);
    const tacit_status status = add_cross(&p, grid);
    return tacit_table_build(cx, status, tacit_grid_size(grid) / columns, p.column, p.n, out);
}
