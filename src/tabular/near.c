/*
 * near.c - what readers can find out about cells of a changed system, by the cells near them.
 */
#include "tabular/near.h"

/* The cells near, as they were reached from equation to equation. */
typedef struct ball {
    size_t n;
    uint32_t *cell;
    uint32_t *place; /* of a cell in it, from 1; 0 for others */
    size_t n_rows;
    uint32_t *row; /* equations with a cell of it */
    bool *met;     /* equations that are in `row` */
} ball;

static void reach_cell(ball *b, uint32_t i)
{
    if (b->place[i] > 0)
        return;
    b->cell[b->n++] = i;
    b->place[i] = (uint32_t)b->n;
}

static void reach_row(const tacit_system *s, ball *b, uint32_t r, size_t most)
{
    if (b->met[r])
        return;
    b->met[r] = true;
    b->row[b->n_rows++] = r;
    for (size_t e = s->first[r]; e < s->first[r + 1] && b->n < most; e++)
        reach_cell(b, s->term[e].at);
}

/* Cells by how many equations they are away, until there are `most`; then all their equations. */
static tacit_status find_ball(tacit_ctx *cx, const tacit_near *what, ball *b)
{
    const tacit_system *s = what->system;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *b->cell, &b->cell));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *b->place, &b->place));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *b->row, &b->row));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *b->met, &b->met));
    for (size_t k = 0; k < what->n; k++)
        reach_cell(b, what->cell[k]);
    for (size_t k = 0; k < b->n; k++)
        for (size_t e = s->first_of[b->cell[k]]; e < s->first_of[b->cell[k] + 1]; e++)
            reach_row(s, b, s->in[e].at, what->most);
    return TACIT_OK;
}

/* The ball as a system of its own, in which the cells that are asked about are sensitive. */
static void fill(const tacit_near *what, const ball *b, tacit_system *out)
{
    const tacit_system *s = what->system;
    size_t terms = 0;
    out->changed = true;
    for (size_t k = 0; k < b->n; k++) {
        out->cell[k] = s->cell[b->cell[k]];
        out->cell[k].status = k < what->n ? TACIT_CELL_PRIMARY : TACIT_CELL_SAFE;
        out->cell[k].lower = out->cell[k].upper = 0;
        out->cell[k].sliding = k < what->n ? what->width[k] : 0;
    }
    for (size_t r = 0; r < b->n_rows; r++) {
        for (size_t e = s->first[b->row[r]]; e < s->first[b->row[r] + 1]; e++) {
            const uint32_t place = b->place[s->term[e].at];
            if (place > 0)
                out->term[terms++] = (tacit_cell_term){ place - 1, s->term[e].weight };
        }
        out->first[r + 1] = terms;
    }
}

static tacit_status audit(tacit_ctx *cx, const tacit_near *what, const ball *b, tacit_system *part,
                          tacit_finding *found)
{
    tacit_audit out = { 0 };
    fill(what, b, part);
    TACIT_TRY(tacit_system_close(cx, part));
    TACIT_TRY(tacit_audit_run(cx, part, &out));
    for (size_t k = 0; k < what->n; k++) {
        found[k] = out.finding[k];
        found[k].cell = what->cell[k];
    }
    return TACIT_OK;
}

tacit_status tacit_near_audit(tacit_ctx *cx, const tacit_near *what, tacit_finding *found,
                              bool *all)
{
    const size_t mark = tacit_scratch_mark(cx);
    ball b = { 0 };
    tacit_system *part = NULL;
    size_t terms = 0;
    TACIT_TRY(find_ball(cx, what, &b));
    for (size_t r = 0; r < b.n_rows; r++)
        terms += what->system->first[b.row[r] + 1] - what->system->first[b.row[r]];
    TACIT_TRY(tacit_system_new(cx, b.n, b.n_rows, terms, &part));
    const tacit_status status = audit(cx, what, &b, part, found);
    tacit_system_free(part);
    TACIT_TRY(status);
    *all = b.n < what->most; /* nothing was left to reach */
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
