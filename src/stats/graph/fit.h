/*
 * fit.h - the distribution behind noisy margins.
 *
 * Of some margins there are noisy counts.  Of all distributions with the counts that are nearest to
 * these, in sums of squares over their variances, the one of most entropy is a product of factors
 * over the margins' scopes (McKenna, Sheldon and Miklau 2019, Graphical-model based estimation and
 * inference for differential privacy).  It is found by entropic mirror descent: the logarithm of
 * each factor goes down the gradient at its margin, by a step that is halved until the loss falls
 * by half of what the gradient promises, and doubled for the next (ibid., algorithm 1).
 *
 * It ends early: when the loss is what noise alone would make it (half a unit a cell; Morozov's
 * discrepancy principle), or when it hardly falls any more.  What is fitted beyond that is noise.
 */
#ifndef TACIT_STATS_GRAPH_FIT_H
#define TACIT_STATS_GRAPH_FIT_H

#include "stats/graph/belief.h"

/* What is known of one margin. */
typedef struct tacit_noisy_margin {
    tacit_scope scope;
    double *count;      /* of each cell, with noise */
    double *weight;     /* of each cell: one over the variance of its noise; may be 0 */
    double *log_factor; /* where the search begins, and what it finds */
} tacit_noisy_margin;

typedef struct tacit_noisy_margins {
    const size_t *size; /* values of each column */
    size_t columns;
    const tacit_noisy_margin *margin; /* no two of the same scope */
    size_t n;
    double total; /* records */
} tacit_noisy_margins;

/* When the search ends. */
typedef struct tacit_fit_end {
    size_t most;     /* steps */
    double noise;    /* loss for each half cell: 1 is what noise makes of it; 0: go on */
    double progress; /* the least share of the loss that a step must take off, over 10 steps */
} tacit_fit_end;

/* The distribution that was found, in scratch memory: its factors stand in the margins. */
typedef struct tacit_graph {
    tacit_junction tree;
    tacit_belief belief; /* margins of cliques; sum to 1 */
    double loss;         /* sum of squares over variances, halved */
    size_t steps;
} tacit_graph;

/* Find it.  Fails only for want of memory, or if it is cancelled.  Each step costs some passes over
 * all cliques, whose cells are what `out->tree` counts. */
tacit_status tacit_graph_fit(tacit_ctx *cx, const tacit_noisy_margins *known,
                             const tacit_fit_end *end, tacit_graph *out);

#endif
