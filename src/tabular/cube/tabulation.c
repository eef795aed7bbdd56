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

/* The equations in dimension `d` whose total is `cell` of the cube. */
static void write_sums(writing *w, size_t cell, size_t d)
{
    const tacit_cube *c = w->c;
    const tacit_dimension *dim = &c->dimension[d];
    const uint32_t p = tacit_cube_node(c, cell, d);
    const uint64_t rest = c->key[cell] - c->stride[d] * p;
    if ((w->done[cell] >> d & 1) != 0)
        return;
    w->done[cell] |= UINT64_C(1) << d;
    for (size_t k = dim->first_sum[p]; k < dim->first_sum[p + 1]; k++) {
        add_term(w, c->first + cell, -1);
        for (size_t e = dim->sum[k].first; e < dim->sum[k].end; e++)
            add_term(w, c->first + tacit_cube_find_key(c, rest + c->stride[d] * dim->part[e]), 1);
        end_equation(w);
    }
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
                write_sums(w, i, table->dimension[k]);
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

/* A total is its part and what is left. */
static void write_differences(writing *w, size_t first)
{
    for (size_t k = 0; k < w->t->n_differences; k++) {
        add_term(w, w->t->difference[k].total, -1);
        add_term(w, w->t->difference[k].part, 1);
        add_term(w, first + k, 1);
        end_equation(w);
    }
}

static tacit_status write_all(tacit_ctx *cx, writing *w, size_t n_cells)
{
    w->n = w->terms = 0;
    for (size_t g = 0; g < w->t->n_cubes; g++) {
        w->c = &w->t->cube[g];
        TACIT_TRY(write_cube(cx, w));
    }
    for (size_t l = 0; l < w->t->n_links; l++)
        write_link(w, &w->t->link[l]);
    write_differences(w, n_cells);
    return TACIT_OK;
}

size_t tacit_tabulation_number(tacit_tabulation *t)
{
    size_t n = 0;
    for (size_t g = 0; g < t->n_cubes; g++) {
        t->cube[g].first = n;
        n += t->cube[g].n_cells;
    }
    return n;
}

tacit_status tacit_tabulation_join(tacit_ctx *cx, tacit_tabulation *t)
{
    writing w = { .t = t };
    const size_t n_cells = tacit_tabulation_number(t);
    if (t->n_dimensions > TACIT_TABULATION_DIMENSIONS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Tables have at most %d dimensions together.",
                          TACIT_TABULATION_DIMENSIONS);
    TACIT_TRY(write_all(cx, &w, n_cells));
    TACIT_TRY(tacit_system_new(cx, n_cells + t->n_differences, w.n, w.terms, &t->system));
    w.s = t->system;
    TACIT_TRY(write_all(cx, &w, n_cells));
    TACIT_TRY(tacit_scratch(cx, t->system->n_cells, sizeof *t->rule, &t->rule));
    t->system->name = tacit_tabulation_name;
    t->system->name_user = t;
    return tacit_system_close(cx, t->system);
}

const tacit_cube *tacit_tabulation_cube(const tacit_tabulation *t, size_t i)
{
    for (size_t g = 0; g < t->n_cubes; g++)
        if (i >= t->cube[g].first && i - t->cube[g].first < t->cube[g].n_cells)
            return &t->cube[g];
    return NULL;
}

const tacit_cell_tally *tacit_tabulation_tally(const tacit_tabulation *t, size_t i)
{
    const tacit_cube *c = tacit_tabulation_cube(t, i);
    return c == NULL ? NULL : &c->tally[i - c->first];
}

const tacit_cube_table *tacit_tabulation_table(const tacit_cube *c, size_t i)
{
    return &c->table[c->owner[i]];
}

/* "north, steel of table 'sales'" */
static tacit_status name_cell(tacit_ctx *cx, const tacit_cube *c, size_t i, char **out)
{
    const tacit_cube_table *t = tacit_tabulation_table(c, i);
    char *codes = NULL;
    TACIT_TRY(tacit_scratch_text(cx, t->n == 0 ? "Total" : "", &codes));
    for (size_t k = 0; k < t->n; k++) {
        const size_t d = t->dimension[k];
        TACIT_TRY(
            tacit_scratch_format(cx, &codes, "%s%s%s", codes, k > 0 ? ", " : "",
                                 tacit_dimension_text(&c->dimension[d], tacit_cube_node(c, i, d))));
    }
    return tacit_scratch_format(cx, out, "cell (%s) of table '%s'", codes, t->name);
}

tacit_status tacit_tabulation_name(tacit_ctx *cx, const void *user, size_t i, char **out)
{
    const tacit_tabulation *t = user;
    const tacit_cube *c = tacit_tabulation_cube(t, i);
    if (c != NULL)
        return name_cell(cx, c, i - c->first, out);
    const size_t n = t->system->n_cells - t->n_others - t->n_differences;
    char *total = NULL, *part = NULL;
    if (i >= n + t->n_differences)
        return tacit_scratch_format(cx, out, "cell %zu of those that only earlier releases have",
                                    i - n - t->n_differences + 1);
    TACIT_TRY(tacit_tabulation_name(cx, t, t->difference[i - n].total, &total));
    TACIT_TRY(tacit_tabulation_name(cx, t, t->difference[i - n].part, &part));
    return tacit_scratch_format(cx, out, "the difference of %s and %s", total, part);
}

void tacit_tabulation_free(tacit_tabulation *t)
{
    tacit_system_free(t->system);
    t->system = NULL;
}
