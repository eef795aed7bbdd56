/*
 * deal.h - records of a distribution over a tree of cliques.
 */
#ifndef TACIT_STATS_GRAPH_DEAL_H
#define TACIT_STATS_GRAPH_DEAL_H

#include "base/rng.h"
#include "stats/graph/belief.h"

/* Write the values of `rows` records, below 2^32, to code[j] of each column j.  Of the records that
 * agree on what a clique shares with its parent as many get each combination of its other columns
 * as are expected, rounded by systematic sampling: the counts of cliques are off by less than
 * one for each group of records, not by what independent draws would be.  O(rows * cliques + cells
 * of cliques). */
tacit_status tacit_graph_deal(tacit_ctx *cx, const tacit_belief *belief, size_t rows,
                              const tacit_rng *rng, uint16_t *const *code);

#endif
