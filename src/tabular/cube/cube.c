/*
 * cube.c - tables of one response: their cells, found by key.
 */
#include "tabular/cube/cube.h"

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

/* Give each tally its share of one array of contributions. */
static tacit_status take_tops(tacit_ctx *cx, tacit_cube *c, bool holdings)
{
    tacit_contribution *top = NULL, *top_holding = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n_cells * c->room.records, sizeof *top, &top));
    if (holdings)
        TACIT_TRY(
            tacit_scratch(cx, c->n_cells * c->room.holdings, sizeof *top_holding, &top_holding));
    for (size_t i = 0; i < c->n_cells; i++) {
        c->tally[i].top = top + i * c->room.records;
        c->tally[i].top_holding = holdings ? top_holding + i * c->room.holdings : NULL;
    }
    return TACIT_OK;
}

tacit_status tacit_cube_make(tacit_ctx *cx, tacit_cube *c, bool holdings)
{
    size_t most = 0;
    TACIT_TRY(set_strides(cx, c));
    TACIT_TRY(count_cells(cx, c, &most));
    c->n_slots = 16;
    while (c->n_slots < 2 * most)
        c->n_slots *= 2;
    TACIT_TRY(tacit_scratch(cx, c->n_slots, sizeof *c->slot, &c->slot));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *c->key, &c->key));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *c->owner, &c->owner));
    for (size_t t = 0; t < c->n_tables; t++) {
        const size_t before = c->n_cells;
        TACIT_TRY(add_cells(cx, c, &c->table[t]));
        for (size_t i = before; i < c->n_cells; i++)
            c->owner[i] = (uint32_t)t;
    }
    TACIT_TRY(tacit_scratch(cx, c->n_cells, sizeof *c->tally, &c->tally));
    return take_tops(cx, c, holdings);
}
