/*
 * draw.c - donors for synthetic rows.
 *
 * Independent draws are those of Reiter (2005).  Dealt ones shuffle the donors of a pool, hand
 * them out in turn and shuffle again once all were used, so that of n donors for k rows each is
 * used floor(k / n) or ceil(k / n) times: expected counts are the same, and what the draw would add
 * to the variance of tables is gone.  Sets are dealt apart, as they must be independent given what
 * was learnt.  Every pool of every set has a stream of its own.
 */
#include "synth/draw.h"

#include <string.h>

/* The rows of one set, by their pools. */
typedef struct hand {
    size_t *start;    /* where the rows of each pool begin in `draw` ... */
    uint32_t *draw;   /* ... positions of draws, upwards within a pool */
    size_t *at;       /* where the donors of each pool are copied to */
    uint32_t *donors; /* copies, to be shuffled */
} hand;

/* Sort draws from ... to - 1 by pool. */
static void sort_draws(const tacit_synth_pools *pools, size_t from, size_t to, hand *h)
{
    memset(h->start, 0, (pools->n + 1) * sizeof *h->start);
    for (size_t d = from; d < to; d++)
        h->start[pools->of[d] + 1]++;
    for (size_t q = 0; q < pools->n; q++)
        h->start[q + 1] += h->start[q];
    for (size_t d = from; d < to; d++)
        h->draw[h->start[pools->of[d]]++] = (uint32_t)d;
    for (size_t q = pools->n; q > 0; q--)
        h->start[q] = h->start[q - 1];
    h->start[0] = 0;
}

/* Room for copies of the donors of pools that have rows. */
static tacit_status copy_room(tacit_ctx *cx, const tacit_synth_pools *pools, hand *h)
{
    size_t n = 0;
    for (size_t q = 0; q < pools->n; q++) {
        h->at[q] = n;
        n += h->start[q + 1] > h->start[q] ? pools->rows[q] : 0;
    }
    return tacit_scratch(cx, n, sizeof *h->donors, &h->donors);
}

static void deal(uint32_t *donors, size_t n, const uint32_t *draw, size_t k, tacit_rng *rng,
                 uint32_t *donor)
{
    size_t used = 0;
    for (size_t i = 0; i < k; i++) {
        const size_t j = used + (size_t)tacit_rng_below(rng, n - used);
        const uint32_t swap = donors[used];
        donors[used] = donors[j];
        donors[j] = swap;
        donor[draw[i]] = donors[used];
        used = used + 1 < n ? used + 1 : 0;
    }
}

/* Donors for the rows of pool `q`. */
static void draw_pool(const tacit_synth_pools *pools, size_t q, const hand *h, bool dealt,
                      tacit_rng rng, uint32_t *donor)
{
    const size_t k = h->start[q + 1] - h->start[q], n = pools->rows[q];
    const uint32_t *draw = h->draw + h->start[q], *from = pools->order + pools->first[q];
    uint32_t *donors = h->donors + h->at[q];
    if (dealt) {
        memcpy(donors, from, n * sizeof *donors);
        deal(donors, n, draw, k, &rng, donor);
        return;
    }
    for (size_t i = 0; i < k; i++)
        donor[draw[i]] = from[tacit_rng_below(&rng, n)];
}

/* Draws from ... to - 1, which are those of one set. */
static tacit_status draw_set(tacit_ctx *cx, const tacit_synth_pools *pools, const size_t span[2],
                             const tacit_synth_draws *how, uint32_t *donor)
{
    hand h = { 0 };
    TACIT_TRY(tacit_scratch(cx, pools->n + 1, sizeof *h.start, &h.start));
    TACIT_TRY(tacit_scratch(cx, pools->n, sizeof *h.at, &h.at));
    TACIT_TRY(tacit_scratch(cx, span[1] - span[0], sizeof *h.draw, &h.draw));
    sort_draws(pools, span[0], span[1], &h);
    TACIT_TRY(copy_room(cx, pools, &h));
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t q = 0; q < pools->n; q++)
        if (h.start[q + 1] > h.start[q])
            draw_pool(pools, q, &h, how->dealt, tacit_rng_fork_number(&how->rng, q), donor);
    return TACIT_OK;
}

tacit_status tacit_synth_draw(tacit_ctx *cx, const tacit_synth_part *part,
                              const tacit_synth_pools *pools, const tacit_synth_draws *how,
                              uint32_t *donor)
{
    size_t from = 0;
    while (from < part->draws) {
        const size_t row = part->row != NULL ? part->row[from] : from;
        const size_t set = row / how->set_rows, mark = tacit_scratch_mark(cx);
        tacit_synth_draws own = *how;
        size_t to = from;
        while (to < part->draws && (part->row != NULL ? part->row[to] : to) / how->set_rows == set)
            to++;
        own.rng = tacit_rng_fork_number(&how->rng, set);
        TACIT_TRY(draw_set(cx, pools, (const size_t[2]){ from, to }, &own, donor));
        tacit_scratch_release(cx, mark);
        from = to;
    }
    return TACIT_OK;
}
