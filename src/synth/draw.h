/*
 * draw.h - donors for synthetic rows, from the pools that they were put into.
 */
#ifndef TACIT_SYNTH_DRAW_H
#define TACIT_SYNTH_DRAW_H

#include "synth/generator.h"

/* Write the donor of each synthetic row that takes part, counted within the part.  O(draws) and
 * O(pools and their donors) for each set. */
tacit_status tacit_synth_draw(tacit_ctx *cx, const tacit_synth_part *part,
                              const tacit_synth_pools *pools, const tacit_synth_draws *how,
                              uint32_t *donor);

#endif
