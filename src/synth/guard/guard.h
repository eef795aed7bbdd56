/*
 * guard.h - synthetic rows do not copy a person whom they have come to equal.
 */
#ifndef TACIT_SYNTH_GUARD_GUARD_H
#define TACIT_SYNTH_GUARD_GUARD_H

#include "synth/draw.h"

/* Which records each row equals so far; in scratch memory. */
typedef struct tacit_guard {
    size_t records, rows;
    const uint32_t *unit; /* which unit each record is of; NULL: each is one */
    uint32_t *like;       /* of a record: the first that has all that it has so far ... */
    uint32_t *of;         /* ... and of a row; TACIT_SYNTH_NONE if no record has */
    bool *alone;          /* of such a first one: no other unit has all that it has */
    uint32_t *twin;       /* of a row: the one record that it equals; TACIT_SYNTH_NONE if none */
    size_t twins;         /* rows that have one */
} tacit_guard;

/* Nothing is made yet: all are alike. */
tacit_status tacit_guard_new(tacit_ctx *cx, size_t records, size_t rows, const uint32_t *unit,
                             tacit_guard **out);

/* Take note of the cells that were made of a column.  O(records + rows). */
tacit_status tacit_guard_note(tacit_ctx *cx, tacit_guard *g, const tacit_coding *c,
                              const tacit_synth_cells *cells);

/* The one record that has all that a row has, its twin; TACIT_SYNTH_NONE if there is none, or one
 * of another unit has that too. */
uint32_t tacit_guard_twin(const tacit_guard *g, size_t row);

/* The rows of one pool, by the places of their draws. */
typedef struct tacit_guard_hand {
    size_t pool, n;
    const uint32_t *draw;
} tacit_guard_hand;

/* See to it that no row of a pool has its twin for a donor: it changes donors with another row of
 * the pool, so that each is used as often as before; if none can, it gets another donor of the
 * pool, or of the pools above.  Counts rows that were changed so, and those that stay. */
void tacit_guard_mend(const tacit_synth_part *part, const tacit_synth_pools *pools,
                      const tacit_guard_hand *hand, tacit_rng *rng, tacit_synth_drawn *out);

#endif
