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

#include "synth/backoff.h"
#include "synth/guard/guard.h"

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

/* Random bits, drawn many at a time. */
typedef struct supply {
    tacit_rng *rng;
    size_t wanted; /* numbers that are still to be drawn */
    size_t left;
    uint64_t bits[64];
} supply;

/* Begin a supply of `wanted` numbers; the bits are set when they are drawn. */
static void start_supply(supply *s, tacit_rng *rng, size_t wanted)
{
    s->rng = rng;
    s->wanted = wanted;
    s->left = 0;
}

/* A number below n by multiplying (Lemire 2019, Fast random integer generation in an interval),
 * which is exact as the bits that would favour some numbers are not used. */
static size_t draw_below(supply *s, uint64_t n)
{
    const size_t most = sizeof s->bits / sizeof s->bits[0];
    if (s->left == 0) {
        s->left = s->wanted < most ? s->wanted : most;
        s->wanted -= s->left;
        tacit_rng_fill(s->rng, s->bits, s->left);
    }
    const unsigned __int128 product = (unsigned __int128)s->bits[--s->left] * n;
    const uint64_t low = (uint64_t)product;
    if (low < n && low < -n % n)
        return (size_t)tacit_rng_below(s->rng, n);
    return (size_t)(product >> 64);
}

static void deal(uint32_t *donors, size_t n, const uint32_t *draw, size_t k, tacit_rng *rng,
                 uint32_t *donor)
{
    supply s;
    size_t used = 0;
    start_supply(&s, rng, k);
    for (size_t i = 0; i < k; i++) {
        const size_t j = used + draw_below(&s, n - used);
        const uint32_t swap = donors[used];
        donors[used] = donors[j];
        donors[j] = swap;
        donor[draw[i]] = donors[used];
        used = used + 1 < n ? used + 1 : 0;
    }
}

static void draw_each(const uint32_t *donors, size_t n, const uint32_t *draw, size_t k,
                      tacit_rng *rng, uint32_t *donor)
{
    supply s;
    start_supply(&s, rng, k);
    for (size_t i = 0; i < k; i++)
        donor[draw[i]] = donors[draw_below(&s, n)];
}

/* What the rows of one set are drawn by. */
typedef struct table {
    const tacit_synth_part *part;
    const tacit_synth_pools *pools;
    const tacit_synth_draws *how;
    const hand *h;
    size_t backed[TACIT_BACKED_FAILED + 1]; /* rows, by how far they went */
} table;

/* Donors that are allowed for the rows of pool `q`. */
static void draw_allowed(table *t, size_t q, tacit_deck *deck, tacit_synth_drawn *out)
{
    const hand *h = t->h;
    size_t backed[TACIT_BACKED_FAILED + 1] = { 0 };
    for (size_t i = h->start[q]; i < h->start[q + 1]; i++)
        backed[tacit_backoff_draw(t->part, t->pools, q, deck, h->draw[i], out)]++;
    for (size_t k = 0; k <= TACIT_BACKED_FAILED; k++)
#pragma omp atomic
        t->backed[k] += backed[k];
}

/* Donors for the rows of pool `q`. */
static void draw_pool(table *t, size_t q, tacit_synth_drawn *out)
{
    const hand *h = t->h;
    const size_t k = h->start[q + 1] - h->start[q], n = t->pools->rows[q];
    const uint32_t *draw = h->draw + h->start[q], *from = t->pools->order + t->pools->first[q];
    tacit_rng rng = tacit_rng_fork_number(&t->how->rng, q);
    tacit_deck deck = { h->donors + h->at[q], n, 0, t->how->dealt, rng };
    if (t->how->dealt || t->part->fence != NULL)
        memcpy(deck.donor, from, n * sizeof *deck.donor);
    if (t->part->fence != NULL)
        draw_allowed(t, q, &deck, out);
    else if (t->how->dealt)
        deal(deck.donor, n, draw, k, &rng, out->donor);
    else
        draw_each(from, n, draw, k, &rng, out->donor);
    if (t->part->guard == NULL)
        return;
    tacit_rng guard = tacit_rng_fork(&rng, "guard");
    tacit_guard_mend(t->part, t->pools, &(tacit_guard_hand){ q, k, draw }, &guard, out);
}

/* Take note of how far rows went; fail if some got nowhere. */
static tacit_status settle(tacit_ctx *cx, const tacit_synth_part *part, const size_t *backed,
                           tacit_synth_drawn *out)
{
    out->backed_off += backed[TACIT_BACKED_UP];
    out->placed += backed[TACIT_BACKED_PLACED];
    if (backed[TACIT_BACKED_FAILED] == 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "In %zu rows no value of column '%s' keeps to all constraints, given the "
                      "columns made before it; name it earlier in 'order', or the columns that it "
                      "is compared with later.",
                      backed[TACIT_BACKED_FAILED], tacit_column_name(part->coding->column));
}

/* Draws from ... to - 1, which are those of one set. */
static tacit_status draw_set(tacit_ctx *cx, table *t, const size_t span[2], tacit_synth_drawn *out)
{
    const tacit_synth_pools *pools = t->pools;
    hand h = { 0 };
    TACIT_TRY(tacit_scratch(cx, pools->n + 1, sizeof *h.start, &h.start));
    TACIT_TRY(tacit_scratch(cx, pools->n, sizeof *h.at, &h.at));
    TACIT_TRY(tacit_scratch(cx, span[1] - span[0], sizeof *h.draw, &h.draw));
    sort_draws(pools, span[0], span[1], &h);
    TACIT_TRY(copy_room(cx, pools, &h));
    t->h = &h;
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t q = 0; q < pools->n; q++)
        if (h.start[q + 1] > h.start[q])
            draw_pool(t, q, out);
    return settle(cx, t->part, t->backed, out);
}

/* Send some rows to wider pools. */
static void shrink(const tacit_synth_part *part, const tacit_synth_pools *pools,
                   const tacit_synth_draws *how)
{
    const tacit_rng root = tacit_rng_fork(&how->rng, "shrink");
    if (!(pools->shrink > 0.0) || pools->above == NULL)
        return;
#pragma omp parallel for schedule(static)
    for (size_t d = 0; d < part->draws; d++) {
        tacit_rng rng = tacit_rng_fork_number(&root, part->row != NULL ? part->row[d] : d);
        uint32_t q = pools->of[d];
        while (pools->above[q] != UINT32_MAX &&
               tacit_rng_uniform(&rng) * (pools->shrink + (double)pools->rows[q]) <= pools->shrink)
            q = pools->above[q];
        pools->of[d] = q;
    }
}

tacit_status tacit_synth_draw(tacit_ctx *cx, const tacit_synth_part *part,
                              const tacit_synth_pools *pools, const tacit_synth_draws *how,
                              tacit_synth_drawn *out)
{
    size_t from = 0;
    shrink(part, pools, how);
    while (from < part->draws) {
        const size_t row = part->row != NULL ? part->row[from] : from;
        const size_t set = row / how->set_rows, mark = tacit_scratch_mark(cx);
        tacit_synth_draws own = *how;
        table t = { .part = part, .pools = pools, .how = &own };
        size_t to = from;
        while (to < part->draws && (part->row != NULL ? part->row[to] : to) / how->set_rows == set)
            to++;
        own.rng = tacit_rng_fork_number(&how->rng, set);
        TACIT_TRY(draw_set(cx, &t, (const size_t[2]){ from, to }, out));
        tacit_scratch_release(cx, mark);
        from = to;
    }
    return TACIT_OK;
}

tacit_status tacit_synth_mend(tacit_ctx *cx, const tacit_synth_part *part,
                              const tacit_synth_draws *how, tacit_synth_drawn *out)
{
    const tacit_rng rng = tacit_rng_fork(&how->rng, "mend");
    size_t backed[TACIT_BACKED_FAILED + 1] = { 0 };
    if (part->fence == NULL)
        return TACIT_OK;
    for (size_t d = 0; d < part->draws; d++) {
        tacit_rng own = tacit_rng_fork_number(&rng, d);
        backed[tacit_backoff_mend(part, d, &own, out)]++;
    }
    return settle(cx, part, backed, out);
}
