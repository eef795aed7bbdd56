/*
 * keys.c - the keys of records added up in the cells that they are in.
 *
 * O(records * product of depths), a look-up each.
 */
#include "tabular/cube/keys.h"

#include "tabular/cube/climb.h"

/* The key of the record at hand on its way up. */
typedef struct rising {
    uint64_t key;
    uint64_t *sum; /* by cell of the cube */
} rising;

static void add_key(void *user, size_t cell)
{
    const rising *r = user;
    r->sum[cell] += r->key;
}

/* The lowest cell of a row, over all dimensions. */
static uint64_t lowest_of(const tacit_cube *c, size_t row)
{
    uint64_t key = 0;
    for (size_t d = 0; d < c->n_dimensions; d++)
        key += c->stride[d] * c->dimension[d].leaf[row];
    return key;
}

tacit_status tacit_cube_sum_keys(tacit_ctx *cx, const tacit_cube *c, size_t rows,
                                 const uint64_t *row, uint64_t *sum)
{
    const size_t mark = tacit_scratch_mark(cx);
    rising r = { .sum = sum };
    tacit_cube_climb up = { .cube = c, .visit = add_key, .user = &r };
    TACIT_TRY(tacit_scratch(cx, c->n_dimensions, sizeof *up.node, &up.node));
    for (size_t i = 0; i < c->n_cells; i++)
        sum[i] = 0;
    for (size_t i = 0; i < rows; i++) {
        if (i % 65536 == 0)
            TACIT_TRY(tacit_tick(cx, i, rows));
        r.key = row[i];
        tacit_cube_climb_from(&up, lowest_of(c, i));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
