/*
 * change.c - what is said of single cells beforehand.  O(codes of a dimension) for each.
 */
#include "tabular/cube/change.h"

#include <math.h>
#include <strings.h>

int tacit_change_status(const char *word)
{
    static const struct {
        const char *word;
        tacit_cell_status status;
    } words[] = {
        { "s", TACIT_CELL_SAFE },
        { "safe", TACIT_CELL_SAFE },
        { "u", TACIT_CELL_PRIMARY },
        { "unsafe", TACIT_CELL_PRIMARY },
        { "p", TACIT_CELL_KEPT },
        { "protected", TACIT_CELL_KEPT },
        { "sensitive", TACIT_CELL_PRIMARY },
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(word, words[i].word) == 0)
            return (int)words[i].status;
    return -1;
}

static tacit_status find_cell(tacit_ctx *cx, const tacit_cube *cube, const tacit_cube_table *table,
                              const char *const *code, size_t *out)
{
    uint64_t key = 0;
    for (size_t k = 0; k < table->n; k++) {
        const tacit_dimension *d = &cube->dimension[table->dimension[k]];
        const bool total = code[k] == NULL || code[k][0] == '\0';
        const size_t c = total ? 0 : tacit_dimension_find(d, code[k]);
        if (c == d->n)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Table '%s' has no code '%s' in its dimension '%s'.", table->name,
                              code[k], d->column);
        key += cube->stride[table->dimension[k]] * d->code[c].node;
    }
    *out = tacit_cube_find_key(cube, key);
    TACIT_ASSERT(*out < cube->n_cells);
    return TACIT_OK;
}

/* Levels are whole numbers of units, as values are. */
static double whole_units(double x, double unit)
{
    return unit * ceil(x / unit - 1e-9);
}

static void set_status(tacit_cell *c, int status)
{
    const double range = whole_units(fmax(TACIT_CHANGE_RANGE * fabs(c->value), c->unit), c->unit);
    if (status == TACIT_CELL_PRIMARY && c->status != TACIT_CELL_PRIMARY)
        c->lower = c->upper = range;
    if (status != TACIT_CELL_PRIMARY)
        c->lower = c->upper = c->sliding = 0;
    c->status = (tacit_cell_status)status;
}

tacit_status tacit_tabulation_change(tacit_ctx *cx, tacit_tabulation *t, const tacit_cube *cube,
                                     size_t k, const tacit_cell_change *change, size_t *at)
{
    size_t i = 0;
    TACIT_TRY(find_cell(cx, cube, &cube->table[k], change->code, &i));
    *at = cube->first + i;
    tacit_cell *c = &t->system->cell[*at];
    if (change->status >= 0)
        set_status(c, change->status);
    c->cost = isnan(change->cost) ? c->cost : fmax(change->cost, 1e-6);
    c->lower = isnan(change->lower) ? c->lower : whole_units(change->lower, c->unit);
    c->upper = isnan(change->upper) ? c->upper : whole_units(change->upper, c->unit);
    c->sliding = isnan(change->sliding) ? c->sliding : whole_units(change->sliding, c->unit);
    if (!cube->negative)
        c->lower = fmin(c->lower, c->value);
    c->low = fmin(c->low, c->value - c->lower);
    c->high = fmax(c->high, c->value + fmax(c->upper, c->sliding - c->lower));
    return TACIT_OK;
}
