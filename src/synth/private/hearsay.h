/*
 * hearsay.h - what a generator has been told of margins, for the distribution behind them.
 */
#ifndef TACIT_SYNTH_PRIVATE_HEARSAY_H
#define TACIT_SYNTH_PRIVATE_HEARSAY_H

#include "stats/graph/fit.h"
#include "synth/private/private.h"

typedef struct tacit_hearsay {
    const size_t *size;
    size_t columns;
    tacit_noisy_margin *margin;
    size_t n, room;
    tacit_private_total total;
} tacit_hearsay;

/* Nothing, with room for so many margins, in scratch memory. */
tacit_status tacit_hearsay_new(tacit_ctx *cx, const tacit_private_table *t, size_t room,
                               tacit_hearsay *out);

/* Counts of a margin with the variance of each cell's noise, which are copied.  If it was told
 * before, both are taken together by their variances. */
tacit_status tacit_hearsay_add(tacit_ctx *cx, tacit_hearsay *k, tacit_scope scope,
                               const double *count, const double *variance);

/* Look at a margin of `t` for `rho`, and add it. */
tacit_status tacit_hearsay_look(tacit_ctx *cx, tacit_hearsay *k, const tacit_private_job *job,
                                const tacit_private_table *t, tacit_scope scope, double rho);

/* When a fit of so many steps at most ends. */
tacit_fit_end tacit_private_fit_end(size_t steps);

/* The distribution behind all of it, of so many records; in scratch memory. */
tacit_status tacit_hearsay_fit(tacit_ctx *cx, const tacit_hearsay *k, size_t rows,
                               const tacit_fit_end *end, tacit_graph *out);

#endif
