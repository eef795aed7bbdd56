/*
 * backoff.c - donors that keep to what the plan says must hold.
 *
 * A row takes a donor of its pool among those that are allowed, each with the same probability; if
 * there is none, of the pool above, which holds more, and so on to all records.  So a row is never
 * rejected, and what it knows of its kind is given up only as far as must be.  Dealt pools hand out
 * what is left of them first.  A few donors are tried at random before all are gone through.
 */
#include "synth/backoff.h"

#include <math.h>

#include "synth/cells.h"

/* Donors that are tried before all are looked at. */
enum { TRIES = 32 };

static size_t row_of(const tacit_synth_part *part, size_t draw)
{
    return part->row != NULL ? part->row[draw] : draw;
}

static size_t record_of(const tacit_synth_part *part, size_t donor)
{
    return part->record != NULL ? part->record[donor] : donor;
}

/* Donors to choose among; `order` NULL: 0 ... n - 1. */
typedef struct crowd {
    const uint32_t *order;
    size_t n;
} crowd;

static bool allows(const tacit_synth_part *part, tacit_fence_row *at, uint32_t donor)
{
    return tacit_fence_allows(part->fence, at, record_of(part, donor));
}

/* One of the donors that are allowed. */
static bool pick(const tacit_synth_part *part, tacit_fence_row *at, const crowd *c, tacit_rng *rng,
                 uint32_t *out)
{
    size_t seen = 0;
    for (size_t i = 0; i < TRIES && i < c->n; i++) {
        const size_t k = (size_t)tacit_rng_below(rng, c->n);
        *out = c->order != NULL ? c->order[k] : (uint32_t)k;
        if (allows(part, at, *out))
            return true;
    }
    uint32_t chosen = 0;
    for (size_t k = 0; k < c->n; k++) {
        const uint32_t donor = c->order != NULL ? c->order[k] : (uint32_t)k;
        if (allows(part, at, donor) && tacit_rng_below(rng, ++seen) == 0)
            chosen = donor;
    }
    *out = chosen;
    return seen > 0;
}

/* From the pools above `q` upwards, or from all. */
static bool climb(const tacit_synth_part *part, const tacit_synth_pools *pools, size_t q,
                  tacit_fence_row *at, tacit_rng *rng, uint32_t *out)
{
    const crowd all = { NULL, part->rows };
    for (uint32_t k = pools->above != NULL ? pools->above[q] : UINT32_MAX; k != UINT32_MAX;
         k = pools->above[k]) {
        const crowd wider = { pools->order + pools->first[k], pools->rows[k] };
        if (pick(part, at, &wider, rng, out))
            return true;
    }
    return pick(part, at, &all, rng, out);
}

/* The next donor of a deck that is allowed: those behind `used` are left. */
static bool take_next(const tacit_synth_part *part, tacit_fence_row *at, tacit_deck *deck,
                      uint32_t *out)
{
    for (size_t t = deck->used; t < deck->n && t < deck->used + TRIES; t++) {
        const size_t k = t + (size_t)tacit_rng_below(&deck->rng, deck->n - t);
        const uint32_t donor = deck->donor[k];
        deck->donor[k] = deck->donor[t];
        deck->donor[t] = donor;
        if (!allows(part, at, donor))
            continue;
        deck->donor[t] = deck->donor[deck->used];
        deck->donor[deck->used++] = donor;
        deck->used = deck->used < deck->n ? deck->used : 0;
        *out = donor;
        return true;
    }
    return false;
}

/* A donor that says that there is an amount, though none that any record has is allowed. */
static bool place_state(const tacit_synth_part *part, tacit_fence_row *at, uint32_t *out)
{
    if (!tacit_fence_allows_amount(part->fence, at))
        return false;
    for (*out = 0; *out < part->rows; (*out)++)
        if (part->coding->state[record_of(part, *out)] == 0)
            return true;
    return false;
}

/* The number next to that of a donor. */
static bool place(const tacit_synth_part *part, tacit_fence_row *at, uint32_t donor, size_t draw,
                  tacit_synth_drawn *out)
{
    double x = part->fence->own[record_of(part, donor)];
    if (part->fence->states)
        return place_state(part, at, &out->donor[draw]);
    if (!part->coding->ordered || isnan(x) || !tacit_fence_nearest(part->fence, at, &x))
        return false;
    out->donor[draw] = TACIT_SYNTH_OWN;
    out->number[draw] = x;
    return true;
}

tacit_backed tacit_backoff_draw(const tacit_synth_part *part, const tacit_synth_pools *pools,
                                size_t q, tacit_deck *deck, size_t draw, tacit_synth_drawn *out)
{
    const crowd own = { deck->donor, deck->n };
    const uint32_t first = deck->donor[0];
    tacit_fence_row at;
    double x = 0.0;
    tacit_fence_look(part->fence, row_of(part, draw), &at);
    if (tacit_fence_decides(part->fence, &at, &x)) {
        out->donor[draw] = TACIT_SYNTH_OWN;
        out->number[draw] = x;
        return tacit_fence_allows_number(part->fence, &at, x) ? TACIT_BACKED_NONE
                                                              : TACIT_BACKED_FAILED;
    }
    if (deck->dealt && take_next(part, &at, deck, &out->donor[draw]))
        return TACIT_BACKED_NONE;
    if (pick(part, &at, &own, &deck->rng, &out->donor[draw]))
        return TACIT_BACKED_NONE;
    if (climb(part, pools, q, &at, &deck->rng, &out->donor[draw]))
        return TACIT_BACKED_UP;
    return place(part, &at, first, draw, out) ? TACIT_BACKED_PLACED : TACIT_BACKED_FAILED;
}

/* Put right a number that no record has. */
static tacit_backed mend_number(const tacit_synth_part *part, size_t draw, tacit_fence_row *at,
                                tacit_rng *rng, tacit_synth_drawn *out)
{
    const crowd all = { NULL, part->rows };
    double x = tacit_synth_round(part->coding, out->number[draw]);
    if (tacit_fence_allows_number(part->fence, at, x))
        return TACIT_BACKED_NONE;
    if (tacit_fence_nearest(part->fence, at, &x)) {
        out->number[draw] = x;
        return TACIT_BACKED_PLACED;
    }
    return pick(part, at, &all, rng, &out->donor[draw]) ? TACIT_BACKED_UP : TACIT_BACKED_FAILED;
}

tacit_backed tacit_backoff_mend(const tacit_synth_part *part, size_t draw, tacit_rng *rng,
                                tacit_synth_drawn *out)
{
    const crowd all = { NULL, part->rows };
    const uint32_t donor = out->donor[draw];
    tacit_fence_row at;
    tacit_fence_look(part->fence, row_of(part, draw), &at);
    if (donor == TACIT_SYNTH_OWN)
        return mend_number(part, draw, &at, rng, out);
    if (allows(part, &at, donor))
        return TACIT_BACKED_NONE;
    if (place(part, &at, donor, draw, out))
        return TACIT_BACKED_PLACED;
    return pick(part, &at, &all, rng, &out->donor[draw]) ? TACIT_BACKED_UP : TACIT_BACKED_FAILED;
}
