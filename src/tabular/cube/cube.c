/*
 * cube.c - tables of one response, from records: their cells and tallies.
 */
#include "tabular/cube/cube.h"

#include <math.h>

#include "base/hash.h"

/* More cells than this are a mistake in the plan. */
enum { MOST_CELLS = 200 * 1000 * 1000 };

/* ---- keys ---- */

static uint32_t *slot_of(const tacit_cube *c, uint64_t key)
{
    size_t at = tacit_hash_u64(key);
    for (;; at++) {
        uint32_t *slot = &c->slot[at & (c->n_slots - 1)];
        if (*slot == 0 || c->key[*slot - 1] == key)
            return slot;
    }
}

size_t tacit_cube_find_key(const tacit_cube *c, uint64_t key)
{
    const uint32_t *slot = slot_of(c, key);
    return *slot == 0 ? c->n_cells : *slot - 1;
}

size_t tacit_cube_find(const tacit_cube *c, const uint32_t *nodes)
{
    uint64_t key = 0;
    for (size_t d = 0; d < c->n_dimensions; d++)
        key += c->stride[d] * nodes[d];
    return tacit_cube_find_key(c, key);
}

uint32_t tacit_cube_node(const tacit_cube *c, size_t cell, size_t d)
{
    return (uint32_t)(c->key[cell] / c->stride[d] % c->dimension[d].nodes);
}

static tacit_status set_strides(tacit_ctx *cx, tacit_cube *c)
{
    uint64_t stride = 1;
    TACIT_TRY(tacit_scratch(cx, c->n_dimensions, sizeof *c->stride, &c->stride));
    for (size_t d = 0; d < c->n_dimensions; d++) {
        c->stride[d] = stride;
        if (__builtin_mul_overflow(stride, c->dimension[d].nodes, &stride))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The tables have too many dimensions with too many codes.");
    }
    return TACIT_OK;
}

/* ---- cells ---- */

static tacit_status count_cells(tacit_ctx *cx, const tacit_cube *c, size_t *out)
{
    double n = 0;
    for (size_t t = 0; t < c->n_tables; t++) {
        double product = 1;
        for (size_t k = 0; k < c->table[t].n; k++)
            product *= (double)c->dimension[c->table[t].dimension[k]].nodes;
        n += product;
    }
    if (n > MOST_CELLS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The tables would have %.0f cells; at most %d can be protected.", n,
                          MOST_CELLS);
    *out = (size_t)n;
    return TACIT_OK;
}

/* The next combination of nodes of a table's dimensions, as the change of the key; false after
 * the last. */
static bool next_combination(const tacit_cube *c, const tacit_cube_table *t, uint32_t *at,
                             uint64_t *key)
{
    for (size_t k = t->n; k-- > 0;) {
        const size_t d = t->dimension[k];
        if (++at[k] < c->dimension[d].nodes) {
            *key += c->stride[d];
            return true;
        }
        *key -= c->stride[d] * (at[k] - 1);
        at[k] = 0;
    }
    return false;
}

/* Make the cells of a table that no table before it has. */
static tacit_status add_cells(tacit_ctx *cx, tacit_cube *c, const tacit_cube_table *t)
{
    uint32_t *at = NULL;
    uint64_t key = 0;
    TACIT_TRY(tacit_scratch(cx, t->n, sizeof *at, &at));
    do {
        uint32_t *slot = slot_of(c, key);
        if (*slot == 0) {
            c->key[c->n_cells] = key;
            *slot = (uint32_t)++c->n_cells;
        }
    } while (next_combination(c, t, at, &key));
    return TACIT_OK;
}

/* Make all cells; `owner` is the table that each was made for. */
static tacit_status make_cells(tacit_ctx *cx, tacit_cube *c, uint32_t **owner)
{
    size_t most = 0;
    TACIT_TRY(count_cells(cx, c, &most));
    c->n_slots = 16;
    while (c->n_slots < 2 * most)
        c->n_slots *= 2;
    TACIT_TRY(tacit_scratch(cx, c->n_slots, sizeof *c->slot, &c->slot));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *c->key, &c->key));
    TACIT_TRY(tacit_scratch(cx, most, sizeof **owner, owner));
    for (size_t t = 0; t < c->n_tables; t++) {
        const size_t before = c->n_cells;
        TACIT_TRY(add_cells(cx, c, &c->table[t]));
        for (size_t i = before; i < c->n_cells; i++)
            (*owner)[i] = (uint32_t)t;
    }
    return tacit_scratch(cx, c->n_cells, sizeof *c->tally, &c->tally);
}

/* ---- records ---- */

/* Tallies of the lowest nodes that records have, by a key over all dimensions. */
typedef struct lowest {
    size_t n, room, n_slots;
    uint64_t *key;
    tacit_cell_tally *tally;
    uint32_t *slot;
} lowest;

static uint64_t key_of_row(const tacit_cube *c, size_t i)
{
    uint64_t key = 0;
    for (size_t d = 0; d < c->n_dimensions; d++)
        key += c->stride[d] * c->dimension[d].leaf[i];
    return key;
}

static tacit_cell_tally *tally_of(lowest *l, uint64_t key)
{
    size_t at = tacit_hash_u64(key);
    for (;; at++) {
        uint32_t *slot = &l->slot[at & (l->n_slots - 1)];
        if (*slot == 0) {
            l->key[l->n] = key;
            *slot = (uint32_t)++l->n;
        }
        if (l->key[*slot - 1] == key)
            return &l->tally[*slot - 1];
    }
}

/* How many different lowest cells there can be. */
static size_t most_lowest(const tacit_cube *c, size_t rows)
{
    double product = 1;
    for (size_t d = 0; d < c->n_dimensions; d++)
        product *= (double)c->dimension[d].nodes;
    return product < (double)rows ? (size_t)product : rows;
}

static tacit_status tally_rows(tacit_ctx *cx, const tacit_cube *c, const tacit_cube_records *r,
                               lowest *out)
{
    const size_t most = most_lowest(c, r->rows);
    *out = (lowest){ .n_slots = 16 };
    while (out->n_slots < 2 * most)
        out->n_slots *= 2;
    TACIT_TRY(tacit_scratch(cx, out->n_slots, sizeof *out->slot, &out->slot));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *out->key, &out->key));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *out->tally, &out->tally));
    for (size_t i = 0; i < r->rows; i++) {
        const double response = r->response != NULL ? r->response[i] : 1;
        if (!tacit_valid_at(r->valid, i))
            continue;
        tacit_tally_add(tally_of(out, key_of_row(c, i)),
                        &(tacit_contributor){
                            .response = response,
                            .size = r->size != NULL ? r->size[i] : fabs(response),
                            .cost = r->cost != NULL ? r->cost[i] : 0,
                            .weight = r->weight != NULL ? r->weight[i] : 1,
                        });
        if (i % 65536 == 0)
            TACIT_TRY(tacit_tick(cx, i, r->rows));
    }
    return TACIT_OK;
}

/* The tally of one lowest cell on its way up. */
typedef struct rise {
    tacit_cube *c;
    const uint32_t *owner;
    uint32_t *node; /* the lowest, of each dimension */
    size_t t;       /* the table */
    const tacit_cell_tally *from;
} rise;

/* Add it to every cell of the table above it, dimension after dimension from `k` on. */
static void climb(const rise *r, size_t k, uint64_t key)
{
    tacit_cube *c = r->c;
    const tacit_cube_table *table = &c->table[r->t];
    if (k == table->n) {
        const size_t cell = *slot_of(c, key) - 1;
        if (r->owner[cell] == r->t)
            tacit_tally_merge(&c->tally[cell], r->from);
        return;
    }
    const size_t d = table->dimension[k];
    for (uint32_t p = r->node[d];; p = c->dimension[d].up[p]) {
        climb(r, k + 1, key + c->stride[d] * p);
        if (p == 0)
            break;
    }
}

static tacit_status add_up(tacit_ctx *cx, tacit_cube *c, const uint32_t *owner, const lowest *l)
{
    rise r = { .c = c, .owner = owner };
    TACIT_TRY(tacit_scratch(cx, c->n_dimensions, sizeof *r.node, &r.node));
    for (size_t i = 0; i < l->n; i++) {
        r.from = &l->tally[i];
        for (size_t d = 0; d < c->n_dimensions; d++)
            r.node[d] = (uint32_t)(l->key[i] / c->stride[d] % c->dimension[d].nodes);
        for (r.t = 0; r.t < c->n_tables; r.t++)
            climb(&r, 0, 0);
        if (i % 4096 == 0)
            TACIT_TRY(tacit_tick(cx, i, l->n));
    }
    return TACIT_OK;
}

tacit_status tacit_cube_fill(tacit_ctx *cx, const tacit_cube_records *records, tacit_cube *c)
{
    uint32_t *owner = NULL;
    lowest low = { 0 };
    TACIT_TRY(set_strides(cx, c));
    TACIT_TRY(make_cells(cx, c, &owner));
    TACIT_TRY(tally_rows(cx, c, records, &low));
    return add_up(cx, c, owner, &low);
}
