/*
 * draw.h - donors for synthetic rows, from the pools that they were put into.
 */
#ifndef TACIT_SYNTH_DRAW_H
#define TACIT_SYNTH_DRAW_H

#include "synth/fence.h"

/* What was drawn for each row that takes part: a donor, counted within the part, or where that is
 * TACIT_SYNTH_OWN a number. */
typedef struct tacit_synth_drawn {
    uint32_t *donor;
    double *number;    /* may be NULL without a fence */
    size_t backed_off; /* rows whose pool had no value that is allowed ... */
    size_t placed;     /* ... and those for which no record had */
    size_t guarded;    /* rows that would have copied their twin ... */
    size_t stayed;     /* ... and those that do */
} tacit_synth_drawn;

/* Draw for each synthetic row that takes part.  With a fence a row gets a donor of its pool that is
 * allowed; if there is none, of the pool above it, and so on; at last of all records of the part;
 * if none is allowed, the nearest number that is.  O(draws) and O(pools and their donors) for each
 * set; with a fence O(donors) more for each row that backs off. */
tacit_status tacit_synth_draw(tacit_ctx *cx, const tacit_synth_part *part,
                              const tacit_synth_pools *pools, const tacit_synth_draws *how,
                              tacit_synth_drawn *out);

/* Put right what a generator drew itself: rows whose donor is not allowed get the nearest number
 * that is, or any record that is. */
tacit_status tacit_synth_mend(tacit_ctx *cx, const tacit_synth_part *part,
                              const tacit_synth_draws *how, tacit_synth_drawn *out);

#endif
