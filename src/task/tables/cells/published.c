/*
 * published.c - tables as some program has published them: cells whose values are not there.
 *
 * A row without a value is a cell that is hidden, and so is a row whose status says so.  Where no
 * status tells the reason every hidden cell is taken for a sensitive one without levels: it must
 * only not be known exactly.  A cell that a rule finds sensitive and that is published is known.
 * A total that no row has is not published; a lowest cell that no row has is empty.
 *
 * Values that are not there are replaced by those of some table that agrees with all that is
 * published (tabular/proof.h); what readers can compute of a cell is the same whichever it is.
 * Readers are taken to know that no cell is beyond ten times the largest figure that is published.
 * O(rows + cells) besides that.
 */
#include <math.h>

#include "tabular/proof.h"
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

/* ---- what they could be ---- */

/* Give the values that are not there some that agree with all others. */
static tacit_status complete(tacit_ctx *cx, tacit_system *s)
{
    tacit_system own = *s;
    const tacit_published published = { &own };
    tacit_proofs all = { 0 };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *own.cell, &own.cell));
    for (size_t i = 0; i < s->n_cells; i++) {
        own.cell[i] = s->cell[i];
        own.cell[i].status = s->unknown[i] ? TACIT_CELL_SECONDARY : TACIT_CELL_SAFE;
        own.cell[i].low = s->cell[i].low < 0 ? -1 : 0;
    }
    if (!tacit_proof_adds_up(&published))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "What is published does not add up: a total is not the sum of its "
                          "parts.");
    const tacit_status status = tacit_proof_find(cx, &published, &all);
    for (size_t q = 0; status == TACIT_OK && q < all.n; q++)
        for (size_t j = 0; j < all.part[q].n; j++) {
            tacit_cell *c = &s->cell[all.part[q].cell[j]];
            c->value = c->unit * (double)all.part[q].table[j];
        }
    tacit_proof_free(&all);
    return status;
}

/* What readers know of values that are not there: less than of others. */
static void set_bounds(tacit_system *s)
{
    double largest = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        largest = fmax(largest, s->unknown[i] ? 0 : fabs(s->cell[i].value));
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        const double far = 10 * (largest + c->unit);
        if (!s->unknown[i])
            continue;
        c->low = c->low < 0 ? fmin(-far, c->value) : 0;
        c->high = fmax(far, c->value);
    }
}

tacit_status tacit_cells_complete(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t)
{
    looking l = { .cx = cx, .w = w, .t = t };
    tacit_system *s = t->system;
    TACIT_TRY(tacit_arena_take(cx, &s->memory, s->n_cells, sizeof *s->unknown, &s->unknown));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *l.seen, &l.seen));
    for (size_t g = 0; g < t->n_cubes; g++)
        TACIT_TRY(look_at_rows(&l, &t->cube[g], false));
    for (size_t g = 0; g < t->n_cubes; g++) {
        TACIT_TRY(look_at_rows(&l, &t->cube[g], true));
        leave_out(&l, &t->cube[g]);
    }
    TACIT_TRY(complete(cx, s));
    set_bounds(s);
    return TACIT_OK;
}
