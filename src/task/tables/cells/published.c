/*
 * published.c - tables as some program has published them: cells whose values are not there.
 *
 * A row without a value is a cell that is hidden, and so is a row whose status says so.  Where no
 * status tells the reason every hidden cell is taken for a sensitive one without levels: it must
 * only not be known exactly.  A cell that a rule finds sensitive and that is published is known.
 * A total that no row has is not published; a lowest cell that no row has is empty.
 *
 * O(rows + cells).
 */
#include <math.h>

#include "task/tables/cells/own.h"
#include "task/tasks.h"

bool tacit_cells_are_published(const tacit_work *w)
{
    return w->task == &tacit_task_audit;
}

/* What rows say of the cells of a system. */
typedef struct looking {
    tacit_ctx *cx;
    const tacit_work *w;
    tacit_tabulation *t;
    bool *seen; /* of each cell: a row has its value */
} looking;

/* ---- which cells ---- */

/* Who is alone in a cell whose value is hidden, but not how many contribute. */
static tacit_status take_frequency(const looking *l, const tacit_cube *c, size_t i, size_t cell)
{
    const tacit_column *from = tacit_cells_column(l->w, TACIT_CELLS_FREQUENCY);
    if (from == NULL || c->response == NULL || tacit_column_is_missing(from, i))
        return TACIT_OK;
    const double n = tacit_column_number(from, i);
    if (n < 0 || n > floor(n) || n > 1e15)
        return tacit_cells_fail(l->cx, l->w, i,
                                "its number of contributors is not a whole number from 0 on");
    tacit_cell_tally *tally = &c->tally[cell];
    tally->n = tally->n_holdings = (uint64_t)n;
    tally->owner = tally->n == 1 ? i + 1 : 0;
    return TACIT_OK;
}

/* A row that says no value: the cell is hidden, unless its status calls it empty or another row
 * has the value. */
static tacit_status hide(const looking *l, const tacit_cube *c, size_t i, size_t cell)
{
    tacit_system *s = l->t->system;
    tacit_cell *own = &s->cell[c->first + cell];
    const char letter = tacit_cells_letter(l->w, i);
    if (letter == 'e' || s->unknown[c->first + cell])
        return TACIT_OK;
    if (l->seen[c->first + cell]) {
        own->status = TACIT_CELL_PRIMARY;
        own->low = own->high = own->value;
        return TACIT_OK;
    }
    s->unknown[c->first + cell] = true;
    own->value = own->lower = own->upper = own->sliding = 0;
    own->status = letter == 'm' ? TACIT_CELL_SECONDARY : TACIT_CELL_PRIMARY;
    return take_frequency(l, c, i, cell);
}

/* Look at the rows that have a value, or at the others. */
static tacit_status look_at_rows(const looking *l, const tacit_cube *c, bool missing)
{
    const tacit_column *value = tacit_cells_values(l->w, c);
    for (size_t i = 0; i < tacit_table_rows(l->w->data); i++) {
        size_t cell = 0;
        if (tacit_column_is_missing(value, i) != missing)
            continue;
        TACIT_TRY(tacit_cells_find(l->cx, c, i, &cell));
        if (cell == c->n_cells)
            return tacit_cells_fail(l->cx, l->w, i, "it is a cell of none of the tables");
        if (missing)
            TACIT_TRY(hide(l, c, i, cell));
        else
            l->seen[c->first + cell] = true;
    }
    return TACIT_OK;
}

/* Totals that no row has are not published. */
static void leave_out(const looking *l, const tacit_cube *c)
{
    tacit_system *s = l->t->system;
    for (size_t i = 0; i < c->n_cells; i++) {
        tacit_cell *own = &s->cell[c->first + i];
        if (l->seen[c->first + i] || s->unknown[c->first + i] || tacit_cells_is_lowest(c, i))
            continue;
        s->unknown[c->first + i] = true;
        own->value = own->lower = own->upper = own->sliding = 0;
        own->status = TACIT_CELL_HIDDEN;
    }
}

tacit_status tacit_cells_find_hidden(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t)
{
    looking l = { .cx = cx, .w = w, .t = t };
    tacit_system *s = t->system;
    TACIT_TRY(tacit_system_doubt(cx, s));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *l.seen, &l.seen));
    for (size_t g = 0; g < t->n_cubes; g++)
        TACIT_TRY(look_at_rows(&l, &t->cube[g], false));
    for (size_t g = 0; g < t->n_cubes; g++) {
        TACIT_TRY(look_at_rows(&l, &t->cube[g], true));
        leave_out(&l, &t->cube[g]);
    }
    return TACIT_OK;
}
