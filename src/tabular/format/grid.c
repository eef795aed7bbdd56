/*
 * grid.c - the cells of one table in the order in which they are written.  O(dimensions) a cell.
 */
#include "tabular/format/grid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Numbers from here on have no decimals. */
#define BEYOND_DECIMALS 1e15

const tacit_dimension *tacit_grid_dimension(const tacit_grid *grid, size_t k)
{
    return &grid->tables->dimension[grid->table->dimension[k]];
}

bool tacit_grid_shows(const tacit_grid *grid, size_t k, size_t c)
{
    return grid->table->hides == NULL || !grid->table->hides[k][c];
}

/* The first code from `c` on that the table publishes, or the number of codes. */
static uint32_t first_shown(const tacit_grid *grid, size_t k, uint32_t c)
{
    while (c < tacit_grid_dimension(grid, k)->n && !tacit_grid_shows(grid, k, c))
        c++;
    return c;
}

/* How many decimals numbers of a unit have. */
static int decimals_of(double unit)
{
    return unit > 0 && unit < 1 ? (int)lround(-log10(unit)) : 0;
}

/* How many of `most` decimals a number needs. */
static int decimals_needed(double x, int most)
{
    char text[TACIT_NUMBER_BYTES];
    if (fabs(x) >= BEYOND_DECIMALS)
        return 0;
    for (int n = snprintf(text, sizeof text, "%.*f", most, x); most > 0 && text[n - 1] == '0'; n--)
        most--;
    return most;
}

/* What is published of a cell that is not hidden. */
static double shown_of(const tacit_grid *grid, const tacit_cell *c)
{
    return grid->tables->system->changed ? c->shown : c->value;
}

/* The most decimals that a published number needs.  Those of hidden ones, which contributions have
 * as well, would tell of them. */
static int find_decimals(tacit_grid *grid)
{
    int most = 0;
    do {
        const tacit_cell *c = tacit_grid_cell(grid);
        const int can = decimals_of(c->unit);
        if (can > most && !tacit_system_hides(grid->tables->system, c)) {
            const int needed = decimals_needed(shown_of(grid, c), can);
            most = needed > most ? needed : most;
        }
    } while (tacit_grid_next(grid));
    return most;
}

tacit_status tacit_grid_begin(tacit_ctx *cx, const tacit_tabulation *t, size_t g, size_t k,
                              tacit_grid *out)
{
    *out = (tacit_grid){ .tables = t, .cube = &t->cube[g], .table = &t->cube[g].table[k] };
    TACIT_TRY(tacit_scratch(cx, out->table->n, sizeof *out->at, &out->at));
    for (size_t d = 0; d < out->table->n; d++)
        out->at[d] = first_shown(out, d, 0);
    TACIT_TRY(tacit_scratch(cx, t->n_dimensions, sizeof *out->node, &out->node));
    out->decimals = find_decimals(out);
    return TACIT_OK;
}

bool tacit_grid_next(tacit_grid *grid)
{
    for (size_t k = grid->table->n; k-- > 0;) {
        grid->at[k] = first_shown(grid, k, grid->at[k] + 1);
        if (grid->at[k] < tacit_grid_dimension(grid, k)->n)
            return true;
        grid->at[k] = first_shown(grid, k, 0);
    }
    return false;
}

size_t tacit_grid_number(const tacit_grid *grid)
{
    for (size_t k = 0; k < grid->table->n; k++)
        grid->node[grid->table->dimension[k]] =
            tacit_grid_dimension(grid, k)->code[grid->at[k]].node;
    return grid->cube->first + tacit_cube_find(grid->cube, grid->node);
}

const tacit_cell *tacit_grid_cell(const tacit_grid *grid)
{
    return &grid->tables->system->cell[tacit_grid_number(grid)];
}

const char *tacit_grid_code(const tacit_grid *grid, size_t k)
{
    return tacit_grid_dimension(grid, k)->code[grid->at[k]].text;
}

size_t tacit_grid_size(const tacit_grid *grid)
{
    size_t n = 1;
    for (size_t k = 0; k < grid->table->n; k++)
        n *= tacit_grid_codes(grid, k);
    return n;
}

size_t tacit_grid_codes(const tacit_grid *grid, size_t k)
{
    size_t n = 0;
    for (size_t c = 0; c < tacit_grid_dimension(grid, k)->n; c++)
        n += tacit_grid_shows(grid, k, c);
    return n;
}

/* Write a number with so many decimals. */
static void write_decimal(double x, int decimals, char out[TACIT_NUMBER_BYTES])
{
    if (fabs(x) >= BEYOND_DECIMALS) {
        tacit_format_real(x, out);
        return;
    }
    snprintf(out, TACIT_NUMBER_BYTES, "%.*f", decimals, x);
    if (strspn(out, "-0.") == strlen(out)) /* no minus before nothing */
        snprintf(out, TACIT_NUMBER_BYTES, "%.*f", decimals, 0.0);
}

void tacit_grid_decimal(double x, double unit, char out[TACIT_NUMBER_BYTES])
{
    write_decimal(x, decimals_of(unit), out);
}

void tacit_grid_text(const tacit_grid *grid, const char *hidden, char out[TACIT_NUMBER_BYTES])
{
    const tacit_cell *c = tacit_grid_cell(grid);
    if (tacit_system_hides(grid->tables->system, c))
        snprintf(out, TACIT_NUMBER_BYTES, "%s", hidden);
    else
        write_decimal(shown_of(grid, c), grid->decimals, out);
}
