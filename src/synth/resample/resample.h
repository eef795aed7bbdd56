/*
 * resample.h - records drawn anew, or parted, before they are learnt from.
 */
#ifndef TACIT_SYNTH_RESAMPLE_RESAMPLE_H
#define TACIT_SYNTH_RESAMPLE_RESAMPLE_H

#include "synth/synth.h"

/* Where what is made goes: as in tacit_synth_make(). */
typedef struct tacit_synth_result {
    tacit_synth_told *told;
    tacit_table **set;
} tacit_synth_result;

/* The `n` weights of a Bayesian bootstrap: gaps between n - 1 uniform numbers, which are sorted. */
tacit_status tacit_synth_gaps(tacit_ctx *cx, double *uniform, size_t n, double *weight);

/* Take `k` of `n` records in `order` in proportion to their weights; `start` is in [0, 1). */
void tacit_synth_systematic(const double *weight, const uint32_t *order, size_t n, size_t k,
                            double start, size_t *row);

/* Make each set from a Bayesian bootstrap of its own; make all from a sample by weights. */
tacit_status tacit_synth_make_proper(tacit_ctx *cx, const tacit_synth_spec *spec,
                                     const tacit_synth_result *out);
tacit_status tacit_synth_make_population(tacit_ctx *cx, const tacit_synth_spec *spec,
                                         const tacit_synth_result *out);

/* Make each stratum from its own records, and put them together.  Cost: that of making each, for
 * each set. */
tacit_status tacit_synth_make_strata(tacit_ctx *cx, const tacit_synth_spec *spec,
                                     const tacit_synth_result *out);

#endif
