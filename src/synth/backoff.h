/*
 * backoff.h - donors that keep to what the plan says must hold.
 */
#ifndef TACIT_SYNTH_BACKOFF_H
#define TACIT_SYNTH_BACKOFF_H

#include "synth/draw.h"

/* The donors of a pool, in an order of their own. */
typedef struct tacit_deck {
    uint32_t *donor;
    size_t n, used; /* those before `used` were handed out */
    bool dealt;
    tacit_rng rng;
} tacit_deck;

/* How far a row had to go. */
typedef enum tacit_backed {
    TACIT_BACKED_NONE,
    TACIT_BACKED_UP,     /* to a wider pool */
    TACIT_BACKED_PLACED, /* to a number that no record has */
    TACIT_BACKED_FAILED  /* nowhere */
} tacit_backed;

/* Draw for one row of pool `q`. */
tacit_backed tacit_backoff_draw(const tacit_synth_part *part, const tacit_synth_pools *pools,
                                size_t q, tacit_deck *deck, size_t draw, tacit_synth_drawn *out);

/* Put right what was drawn for one row. */
tacit_backed tacit_backoff_mend(const tacit_synth_part *part, size_t draw, tacit_rng *rng,
                                tacit_synth_drawn *out);

#endif
