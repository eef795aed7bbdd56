/*
 * guard.h - synthetic rows do not copy a person whom they have come to equal.
 */
#ifndef TACIT_SYNTH_GUARD_GUARD_H
#define TACIT_SYNTH_GUARD_GUARD_H

#include "synth/draw.h"

/* The first record that has all that a record has so far, and the same before the last column that
 * was noted: side by side, as rows ask for records in no order. */
typedef struct tacit_guard_record {
    uint32_t before, like;
} tacit_guard_record;

/* Which records each row equals so far; in scratch memory. */
typedef struct tacit_guard {
    size_t records, rows;
    const uint32_t *unit; /* which unit each record is of; NULL: each is one */
    tacit_guard_record *record;
    uint32_t *of;   /* of a row: the first record that is like it; TACIT_SYNTH_NONE if none is */
    bool *alone;    /* of such a first one: no other unit has all that it has */
    uint32_t *twin; /* of a row: the one record that it equals; TACIT_SYNTH_NONE if none */
    size_t twins;   /* rows that have one */
    uint32_t *peer; /* of a record that is alone: one that had all that it has but the last column;
                       NULL if that is not asked for */
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

/* Whether a donor, counted within the part, would copy the twin of the row of a draw; whether the
 * row may have it. */
bool tacit_guard_copies(const tacit_synth_part *part, size_t draw, uint32_t donor);
bool tacit_guard_allows(const tacit_synth_part *part, size_t draw, uint32_t donor);

/* Keep peers too, from the beginning. */
tacit_status tacit_guard_keep_peers(tacit_ctx *cx, tacit_guard *g);

/* Rows whose cells were taken from one record each, in several columns at once. */
typedef struct tacit_guard_block {
    uint32_t
        *person;    /* of each row: whom it may take nothing more from; TACIT_SYNTH_NONE: nobody */
    uint32_t *from; /* whose cells it takes instead */
    size_t guarded, stayed;
} tacit_guard_block;

/* Nobody is guarded against yet; in scratch memory. */
tacit_status tacit_guard_block_new(tacit_ctx *cx, const tacit_guard *g, tacit_guard_block *out);

/* See to it that no row takes the cell of a column from its twin, nor any further ones: it takes
 * those of a peer of its twin.  Columns come in the order in which they are noted. */
void tacit_guard_cross(const tacit_guard *g, tacit_guard_block *b, const tacit_coding *c,
                       tacit_synth_cells *cells);

/* The same where each row's donor was named: a row gets the donor with the next value to its
 * twin's, or another that has the same.  O(rows + records for each row that would copy). */
void tacit_guard_turn(const tacit_synth_part *part, tacit_synth_drawn *out);

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
