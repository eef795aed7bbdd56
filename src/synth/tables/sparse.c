/*
 * sparse.c - a decomposable model of any number of columns.
 *
 * The fit of a decomposable model is the product of the counts of its cliques over that of its
 * separators (Lauritzen 1996, section 4.4).  In the order of tacit_chordal_order() it is the
 * product of P(column | columns before that it is linked to), each of which is a share of the
 * records that have the same classes there; so columns are drawn in that order, from those records,
 * and no table is made.  Dealing them rounds the expected counts down the junction tree.
 *
 * Of the `alpha` records that are added, a * (product of the shares of the classes) have them: a
 * row is of these with the probability that this has beside the records, and is drawn from the
 * whole column then, as it is if no record has its classes.  Where combinations are impossible,
 * columns that share one are linked, and such a row is drawn from the records that agree with it on
 * those before: so it never has one that no record has.  O(columns * (records + rows)).
 */
#include <string.h>

#include "synth/draw.h"
#include "synth/tables/own.h"

typedef struct drawing {
    const tacit_table_task *task;
    tacit_chordal g;
    size_t *order;
    size_t *zone; /* of each column: that of the structural zeros it is in, or SIZE_MAX */
} drawing;

/* ---- structural zeros ---- */

/* Put columns that stand in a set together into one zone, and link the columns of each. */
static tacit_status join_zones(tacit_ctx *cx, drawing *d)
{
    const size_t n = d->g.n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *d->zone, &d->zone));
    for (size_t j = 0; j < n; j++)
        d->zone[j] = SIZE_MAX;
    for (size_t z = 0; z < d->task->n_zeros; z++) {
        const tacit_zero_set *own = &d->task->zero[z];
        for (size_t k = 0; k < own->n; k++) {
            const size_t was = d->zone[own->at[k]];
            for (size_t j = 0; j < n && was != SIZE_MAX; j++)
                d->zone[j] = d->zone[j] == was ? z : d->zone[j];
            d->zone[own->at[k]] = z;
        }
    }
    for (size_t i = 0; i < n * n; i++)
        d->g.link[i] =
            i / n != i % n && d->zone[i / n] != SIZE_MAX && d->zone[i / n] == d->zone[i % n];
    return TACIT_OK;
}

/* ---- pools ---- */

/* Add a pool for each combination of `c` that records have to those that are there. */
static void add_pools(const tacit_table_kinds *c, size_t records, uint32_t *order, size_t *first,
                      size_t *rows, tacit_synth_pools *pools)
{
    size_t *own_first = first + pools->n, *own_rows = rows + pools->n;
    const size_t from = pools->n > 0 ? first[pools->n - 1] + rows[pools->n - 1] : 0;
    for (size_t i = 0; i < records; i++)
        own_rows[c->of[i]]++;
    for (size_t k = 0, at = from; k < c->count; k++) {
        own_first[k] = at;
        at += own_rows[k];
    }
    for (size_t i = 0; i < records; i++)
        order[own_first[c->of[i]]++] = (uint32_t)i;
    for (size_t k = 0; k < c->count; k++)
        own_first[k] -= own_rows[k];
    pools->n += c->count;
}

/* The columns before the k-th of the order that it is linked to, or that are in its zone. */
static size_t find_before(const drawing *d, size_t k, bool zone, size_t *out)
{
    const size_t v = d->order[k];
    size_t n = 0;
    for (size_t i = 0; i < k; i++) {
        const size_t u = d->order[i];
        if (zone ? d->zone[v] != SIZE_MAX && d->zone[u] == d->zone[v] : d->g.link[v * d->g.n + u])
            out[n++] = u;
    }
    return n;
}

static tacit_status combine(tacit_ctx *cx, const drawing *d, const size_t *columns, size_t n,
                            tacit_table_kinds *out)
{
    const tacit_table_task *t = d->task;
    TACIT_TRY(tacit_table_kinds_none(cx, t->records + t->block->rows, out));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(tacit_table_kinds_add(cx, out, t->column[columns[i]].of, t->records,
                                        t->made[columns[i]]));
    return TACIT_OK;
}

/* Say for each row whether it is drawn by the records that have its classes, pool `near`, or by the
 * wider one. */
static void choose_pools(const drawing *d, const tacit_select *before, tacit_rng rng,
                         const tacit_table_kinds *near, const tacit_table_kinds *wide,
                         const tacit_synth_pools *pools)
{
    const tacit_table_task *t = d->task;
    const double alpha = tacit_arg_real(t->block->args, TACIT_TABLES_ALPHA);
    for (size_t s = 0; s < t->block->rows; s += t->block->how.set_rows) {
        tacit_rng own = tacit_rng_fork_number(&rng, s / t->block->how.set_rows);
        for (size_t i = s; i < s + t->block->how.set_rows; i++) {
            const uint32_t pool = near->of[t->records + i];
            double added = alpha;
            for (size_t k = 0; k < before->n; k++)
                added *= t->column[before->at[k]].share[t->made[before->at[k]][i]];
            const double there = (double)pools->rows[pool];
            const bool away = tacit_rng_uniform(&own) * (there + added) <= added;
            pools->of[i] = away || pools->rows[pool] == 0
                               ? (uint32_t)near->count + wide->of[t->records + i]
                               : pool;
        }
    }
}

/* ---- columns ---- */

static tacit_status draw_column(tacit_ctx *cx, const drawing *d, size_t k)
{
    const tacit_table_task *t = d->task;
    const tacit_synth_block *block = t->block;
    const size_t v = d->order[k];
    const tacit_rng own = tacit_rng_fork(&block->how.rng, "class");
    const tacit_rng rng = tacit_rng_fork(&own, tacit_column_name(block->coding[v].column));
    const tacit_synth_part part = { .rows = t->records, .draws = block->rows };
    tacit_synth_draws how = block->how;
    tacit_table_kinds near, wide;
    tacit_synth_pools pools = { 0 };
    size_t *before = NULL, *first = NULL, *rows = NULL;
    uint32_t *order = NULL, *donor = NULL;
    TACIT_TRY(tacit_scratch(cx, d->g.n, sizeof *before, &before));
    TACIT_TRY(combine(cx, d, before, find_before(d, k, true, before), &wide));
    const size_t n_before = find_before(d, k, false, before);
    TACIT_TRY(combine(cx, d, before, n_before, &near));
    TACIT_TRY(tacit_scratch(cx, near.count + wide.count, sizeof *first, &first));
    TACIT_TRY(tacit_scratch(cx, near.count + wide.count, sizeof *rows, &rows));
    TACIT_TRY(tacit_scratch(cx, 2 * t->records, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *pools.of, &pools.of));
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *donor, &donor));
    add_pools(&near, t->records, order, first, rows, &pools);
    add_pools(&wide, t->records, order, first, rows, &pools);
    pools.order = order;
    pools.first = first;
    pools.rows = rows;
    choose_pools(d, &(tacit_select){ n_before, before }, tacit_rng_fork(&rng, "added"), &near,
                 &wide, &pools);
    how.rng = tacit_rng_fork(&rng, "donor");
    TACIT_TRY(tacit_synth_draw(cx, &part, &pools, &how, &(tacit_synth_drawn){ .donor = donor }));
    for (size_t i = 0; i < block->rows; i++)
        t->made[v][i] = t->column[v].of[donor[i]];
    return TACIT_OK;
}

tacit_status tacit_tables_sparse(tacit_ctx *cx, const tacit_table_task *task)
{
    const size_t mark = tacit_scratch_mark(cx), n = task->block->n;
    const tacit_chordal_limits limits = {
        .most = (size_t)tacit_arg_integer(task->block->args, TACIT_TABLES_CLIQUE),
        .penalty = tacit_arg_real(task->block->args, TACIT_TABLES_PENALTY)
    };
    drawing d = { .task = task, .g = { .n = n } };
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *d.g.link, &d.g.link));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *d.order, &d.order));
    TACIT_TRY(join_zones(cx, &d));
    TACIT_TRY(tacit_chordal_choose(cx, task, &limits, &d.g));
    TACIT_TRY(tacit_chordal_order(cx, &d.g, d.order));
    for (size_t k = 0; k < n; k++) {
        const size_t inner = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, k, n));
        TACIT_TRY(draw_column(cx, &d, k));
        tacit_scratch_release(cx, inner);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
