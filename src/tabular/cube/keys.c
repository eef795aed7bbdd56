/*
 * keys.c - the keys of records added up in the cells that they are in.
 *
 * Table by table: first in the lowest cells, then from each node to the one above it, one
 * dimension after the other.
 */
#include "tabular/cube/keys.h"

/* One table of a cube. */
typedef struct rising {
    const tacit_cube *c;
    const tacit_cube_table *table;
    size_t n; /* the cells of the table */
    uint32_t *cell, *order;
    uint64_t *sum; /* by cell of the cube */
} rising;

/* Whether the table has the cell: elsewhere it is at the total. */
static bool has_cell(const rising *r, size_t cell)
{
    uint64_t rest = r->c->key[cell];
    for (size_t k = 0; k < r->table->n; k++) {
        const size_t d = r->table->dimension[k];
        rest -= r->c->stride[d] * tacit_cube_node(r->c, cell, d);
    }
    return rest == 0;
}

static uint64_t lowest_key(const rising *r, size_t row)
{
    uint64_t key = 0;
    for (size_t k = 0; k < r->table->n; k++) {
        const size_t d = r->table->dimension[k];
        key += r->c->stride[d] * r->c->dimension[d].leaf[row];
    }
    return key;
}

/* Sort the cells by their node in dimension `d`. */
static tacit_status sort_cells(tacit_ctx *cx, rising *r, size_t d)
{
    const size_t nodes = r->c->dimension[d].nodes;
    size_t *first = NULL;
    TACIT_TRY(tacit_scratch(cx, nodes + 1, sizeof *first, &first));
    for (size_t e = 0; e < r->n; e++)
        first[tacit_cube_node(r->c, r->cell[e], d) + 1]++;
    for (size_t p = 0; p < nodes; p++)
        first[p + 1] += first[p];
    for (size_t e = 0; e < r->n; e++)
        r->order[first[tacit_cube_node(r->c, r->cell[e], d)]++] = r->cell[e];
    return TACIT_OK;
}

/* Add what each node has to the node above it: lower ones have higher numbers. */
static tacit_status rise(tacit_ctx *cx, rising *r, size_t d)
{
    const tacit_cube *c = r->c;
    TACIT_TRY(sort_cells(cx, r, d));
    for (size_t e = r->n; e-- > 0;) {
        const uint32_t cell = r->order[e], p = tacit_cube_node(c, cell, d);
        const uint64_t up = c->stride[d] * (p - c->dimension[d].up[p]);
        if (p > 0)
            r->sum[tacit_cube_find_key(c, c->key[cell] - up)] += r->sum[cell];
    }
    return TACIT_OK;
}

static tacit_status sum_table(tacit_ctx *cx, rising *r, size_t rows, const uint64_t *row)
{
    r->n = 0;
    for (size_t i = 0; i < r->c->n_cells; i++)
        if (has_cell(r, i)) {
            r->cell[r->n++] = (uint32_t)i;
            r->sum[i] = 0;
        }
    for (size_t i = 0; i < rows; i++) {
        if (i % 65536 == 0)
            TACIT_TRY(tacit_tick(cx, i, rows));
        r->sum[tacit_cube_find_key(r->c, lowest_key(r, i))] += row[i];
    }
    for (size_t k = 0; k < r->table->n; k++)
        TACIT_TRY(rise(cx, r, r->table->dimension[k]));
    return TACIT_OK;
}

tacit_status tacit_cube_sum_keys(tacit_ctx *cx, const tacit_cube *c, size_t rows,
                                 const uint64_t *row, uint64_t *sum)
{
    const size_t mark = tacit_scratch_mark(cx);
    rising r = { .c = c, .sum = sum };
    TACIT_TRY(tacit_scratch(cx, c->n_cells, sizeof *r.cell, &r.cell));
    TACIT_TRY(tacit_scratch(cx, c->n_cells, sizeof *r.order, &r.order));
    for (size_t t = 0; t < c->n_tables; t++) {
        r.table = &c->table[t];
        TACIT_TRY(sum_table(cx, &r, rows, row));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
