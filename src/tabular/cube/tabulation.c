/*
 * tabulation.c - all tables that are published together: cubes whose cells are one system.
 *
 * Equations: for each table, each of its dimensions, each node with nodes below it, and each
 * combination of nodes of its other dimensions, the upper cell is the sum of the lower ones; one
 * that two tables share is written once.  Then those of the links.  O(terms).
 */
#include "tabular/cube/tabulation.h"

/* Equations are counted first and written then. */
typedef struct writing {
    const tacit_tabulation *t;
    const tacit_cube *c; /* at hand */
    uint64_t *done;  /* of a cell of it: bit d is set once its equation in dimension d was seen */
    tacit_system *s; /* NULL while they are counted */
    size_t n, terms;
} writing;

enum { MOST_DIMENSIONS = 64 };

static void add_term(writing *w, size_t cell, float weight)
{
    if (w->s != NULL)
        w->s->term[w->terms] = (tacit_cell_term){ .at = (uint32_t)cell, .weight = weight };
    w->terms++;
}

static void end_equation(writing *w)
{
    w->n++;
    if (w->s != NULL)
        w->s->first[w->n] = w->terms;
}

/* The equation in dimension `d` whose total is `cell` of the cube. */
static void write_sum(writing *w, size_t cell, size_t d)
{
    const tacit_cube *c = w->c;
    const tacit_dimension *dim = &c->dimension[d];
    const uint32_t p = tacit_cube_node(c, cell, d);
    if (dim->first_child[p] == dim->first_child[p + 1] || (w->done[cell] >> d & 1) != 0)
        return;
    w->done[cell] |= UINT64_C(1) << d;
    add_term(w, c->first + cell, -1);
    const uint64_t rest = c->key[cell] - c->stride[d] * p;
    for (size_t e = dim->first_child[p]; e < dim->first_child[p + 1]; e++)
        add_term(w, c->first + tacit_cube_find_key(c, rest + c->stride[d] * dim->child[e]), 1);
    end_equation(w);
}

/* Whether a table has the cell: it is at the total in every dimension that the table has not. */
static bool has_cell(const tacit_cube *c, const tacit_cube_table *t, size_t cell)
{
    uint64_t rest = c->key[cell];
    for (size_t k = 0; k < t->n; k++)
        rest -= c->stride[t->dimension[k]] * tacit_cube_node(c, cell, t->dimension[k]);
    return rest == 0;
}

static tacit_status write_cube(tacit_ctx *cx, writing *w)
{
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, w->c->n_cells, sizeof *w->done, &w->done));
    for (size_t t = 0; t < w->c->n_tables; t++) {
        const tacit_cube_table *table = &w->c->table[t];
        for (size_t i = 0; i < w->c->n_cells; i++)
            for (size_t k = 0; k < table->n && has_cell(w->c, table, i); k++)
                write_sum(w, i, table->dimension[k]);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Whether every cube of a link has a cell with this key. */
static bool have_all(const tacit_tabulation *t, const tacit_cube_link *link, uint64_t key)
{
    for (size_t k = 0; k < link->n; k++) {
        const tacit_cube *c = &t->cube[link->cube[k]];
        if (tacit_cube_find_key(c, key) == c->n_cells)
            return false;
    }
    return true;
}

static void write_link(writing *w, const tacit_cube_link *link)
{
    const tacit_cube *total = &w->t->cube[link->cube[0]];
    for (size_t i = 0; i < total->n_cells; i++) {
        if (!have_all(w->t, link, total->key[i]))
            continue;
        for (size_t k = 0; k < link->n; k++) {
            const tacit_cube *c = &w->t->cube[link->cube[k]];
            add_term(w, c->first + tacit_cube_find_key(c, total->key[i]), k == 0 ? -1 : 1);
        }
        end_equation(w);
    }
}

static tacit_status write_all(tacit_ctx *cx, writing *w)
{
    w->n = w->terms = 0;
    for (size_t g = 0; g < w->t->n_cubes; g++) {
        w->c = &w->t->cube[g];
        TACIT_TRY(write_cube(cx, w));
    }
    for (size_t l = 0; l < w->t->n_links; l++)
        write_link(w, &w->t->link[l]);
    return TACIT_OK;
}

tacit_status tacit_tabulation_join(tacit_ctx *cx, tacit_tabulation *t)
{
    writing w = { .t = t };
    size_t n_cells = 0;
    if (t->n_dimensions > MOST_DIMENSIONS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Tables have at most %d dimensions together.",
                          MOST_DIMENSIONS);
    for (size_t g = 0; g < t->n_cubes; g++) {
        t->cube[g].first = n_cells;
        n_cells += t->cube[g].n_cells;
    }
    TACIT_TRY(write_all(cx, &w));
    TACIT_TRY(tacit_system_new(cx, n_cells, w.n, w.terms, &t->system));
    w.s = t->system;
    TACIT_TRY(write_all(cx, &w));
    TACIT_TRY(tacit_scratch(cx, n_cells, sizeof *t->rule, &t->rule));
    return tacit_system_close(cx, t->system);
}

const tacit_cube *tacit_tabulation_cube(const tacit_tabulation *t, size_t i)
{
    size_t g = t->n_cubes;
    while (g > 0 && t->cube[g - 1].first > i)
        g--;
    return g == 0 ? NULL : &t->cube[g - 1];
}

const tacit_cell_tally *tacit_tabulation_tally(const tacit_tabulation *t, size_t i)
{
    const tacit_cube *c = tacit_tabulation_cube(t, i);
    return c == NULL ? NULL : &c->tally[i - c->first];
}

void tacit_tabulation_free(tacit_tabulation *t)
{
    tacit_system_free(t->system);
    t->system = NULL;
}
