/*
 * belief.h - margins of a distribution that is a product of factors, by messages in a tree.
 *
 * P(x) is proportional to the product of factors, each over a scope that lies in a clique of the
 * tree.  After messages went up to the root and down again the table of each clique is its margin
 * of P (Lauritzen and Spiegelhalter 1988; as by Jensen, Lauritzen and Olesen 1990).  In plain
 * numbers, not logarithms: messages are scaled as they are sent, and what is below the least number
 * that a double can hold is 0.
 */
#ifndef TACIT_STATS_GRAPH_BELIEF_H
#define TACIT_STATS_GRAPH_BELIEF_H

#include "base/context.h"
#include "stats/graph/junction.h"

typedef struct tacit_belief {
    const size_t *size;
    const tacit_junction *tree;
    double *table[TACIT_SCOPE_COLUMNS]; /* of each clique */
    double *up[TACIT_SCOPE_COLUMNS];    /* what it told its parent, over the separator ... */
    double *down[TACIT_SCOPE_COLUMNS];  /* ... and what the parent knows besides */
} tacit_belief;

/* Tables for the cliques, in scratch memory; `size` and `tree` are borrowed. */
tacit_status tacit_belief_new(tacit_ctx *cx, const size_t *size, const tacit_junction *tree,
                              tacit_belief *out);

/* Set all tables to 1, for factors to be multiplied to. */
void tacit_belief_clear(tacit_belief *b);

/* Turn tables of products into margins that sum to 1; false if there is nothing left of P, or too
 * much, as numbers go.  Some passes over all tables. */
bool tacit_belief_agree(tacit_belief *b);

#endif
