/*
 * smooth.h - numbers near those of donors, in the place of numbers that real records have.
 */
#ifndef TACIT_SYNTH_SMOOTH_SMOOTH_H
#define TACIT_SYNTH_SMOOTH_SMOOTH_H

#include "synth/draw.h"

/* Replace what was drawn by numbers near it, as pools->smooth says; only values of a number or date
 * that are rare in their column.  out->number is there.  O(draws * log(pool)), and sorting of the
 * pools. */
tacit_status tacit_synth_smooth(tacit_ctx *cx, const tacit_synth_part *part,
                                const tacit_synth_pools *pools, const tacit_rng *rng,
                                tacit_synth_drawn *out);

/* Settle 'smooth: auto' among the arguments of a generator for the column: between if its numbers
 * lead to many persons, as `*tells` says, else none. */
tacit_status tacit_smooth_settle(tacit_ctx *cx, const tacit_column *column,
                                 const tacit_specials *specials, const tacit_args **args,
                                 tacit_tells *tells);

/* Whether the arguments ask for numbers near those of donors. */
bool tacit_smooth_is_asked(const tacit_args *args);

#endif
