/*
 * resample.h - records drawn anew, or parted, before they are learnt from.
 */
#ifndef TACIT_SYNTH_RESAMPLE_RESAMPLE_H
#define TACIT_SYNTH_RESAMPLE_RESAMPLE_H

#include "synth/synth.h"
#include "table/take.h"

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

/* The spec on some of its records, in the order of the list: `out->taken` is its data, which the
 * caller frees; the rest is in scratch memory. */
tacit_status tacit_synth_take(tacit_ctx *cx, const tacit_synth_spec *spec,
                              const tacit_row_list *rows, tacit_synth_spec *out);

/* Put numbers into random order. */
void tacit_synth_shuffle(size_t *order, size_t n, tacit_rng *rng);

/* Fill `all`, a table without columns, with rows of `n` tables under each other, by `order`. */
tacit_status tacit_synth_join(tacit_ctx *cx, tacit_table *const *piece, size_t n,
                              const size_t *order, tacit_table *all);

/* Make the records that are asked for from themselves, and put them among the others. */
tacit_status tacit_synth_make_where(tacit_ctx *cx, const tacit_synth_spec *spec,
                                    const tacit_synth_result *out);

/* Make each stratum from its own records, and put them together.  Cost: that of making each, for
 * each set. */
tacit_status tacit_synth_make_strata(tacit_ctx *cx, const tacit_synth_spec *spec,
                                     const tacit_synth_result *out);

#endif
