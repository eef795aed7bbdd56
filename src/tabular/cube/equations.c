/*
 * equations.c - which cells of a cube add up to which.
 *
 * For each table, each of its dimensions, each node with nodes below it, and each combination of
 * nodes of its other dimensions: the upper cell is the sum of the lower ones.  An equation that
 * two tables share is written once.  O(terms).
 */
#include "tabular/cube/cube.h"

/* Equations are counted first and written then. */
typedef struct writing {
    const tacit_cube *c;
    uint64_t *done;  /* of a cell: bit d is set once its equation in dimension d was seen */
    tacit_system *s; /* NULL while they are counted */
    size_t n, terms;
} writing;

enum { MOST_DIMENSIONS = 64 };

/* The equation in dimension `d` whose total is `cell`. */
static void write_equation(writing *w, size_t cell, size_t d)
{
    const tacit_dimension *dim = &w->c->dimension[d];
    const uint32_t p = tacit_cube_node(w->c, cell, d);
    const size_t n = dim->first_child[p + 1] - dim->first_child[p];
    if (n == 0 || (w->done[cell] >> d & 1) != 0)
        return;
    w->done[cell] |= UINT64_C(1) << d;
    if (w->s != NULL) {
        tacit_cell_term *term = w->s->term + w->terms;
        *term++ = (tacit_cell_term){ .at = (uint32_t)cell, .weight = -1 };
        uint32_t nodes[MOST_DIMENSIONS];
        for (size_t k = 0; k < w->c->n_dimensions; k++)
            nodes[k] = tacit_cube_node(w->c, cell, k);
        for (size_t e = dim->first_child[p]; e < dim->first_child[p + 1]; e++) {
            nodes[d] = dim->child[e];
            *term++ =
                (tacit_cell_term){ .at = (uint32_t)tacit_cube_find(w->c, nodes), .weight = 1 };
        }
        w->s->first[w->n + 1] = w->terms + n + 1;
    }
    w->n++;
    w->terms += n + 1;
}

/* Whether a table has the cell: it is at the total in every dimension that the table has not. */
static bool has_cell(const tacit_cube *c, const tacit_cube_table *t, size_t cell)
{
    uint64_t rest = c->key[cell];
    for (size_t k = 0; k < t->n; k++)
        rest -= c->stride[t->dimension[k]] * tacit_cube_node(c, cell, t->dimension[k]);
    return rest == 0;
}

static tacit_status write_all(tacit_ctx *cx, writing *w)
{
    TACIT_TRY(tacit_scratch(cx, w->c->n_cells, sizeof *w->done, &w->done));
    w->n = w->terms = 0;
    for (size_t t = 0; t < w->c->n_tables; t++) {
        const tacit_cube_table *table = &w->c->table[t];
        for (size_t i = 0; i < w->c->n_cells; i++)
            for (size_t k = 0; k < table->n && has_cell(w->c, table, i); k++)
                write_equation(w, i, table->dimension[k]);
    }
    return TACIT_OK;
}

tacit_status tacit_cube_system(tacit_ctx *cx, const tacit_cube *c, tacit_system **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    writing w = { .c = c };
    tacit_system *s = NULL;
    if (c->n_dimensions > MOST_DIMENSIONS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Tables have at most %d dimensions together.",
                          MOST_DIMENSIONS);
    TACIT_TRY(write_all(cx, &w));
    TACIT_TRY(tacit_system_new(cx, c->n_cells, w.n, w.terms, &s));
    w.s = s;
    tacit_status status = write_all(cx, &w);
    if (status == TACIT_OK)
        status = tacit_system_close(cx, s);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        *out = s;
    else
        tacit_system_free(s);
    return status;
}
