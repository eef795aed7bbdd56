/*
 * junction.h - a tree of cliques in which tables over parts of the columns can be made to agree.
 *
 * Columns that stand in one table are linked.  Columns are taken out one by one, the one first
 * whose clique (it and all that it is linked to) has the fewest cells, and what it was linked to is
 * linked with each other (greedy elimination; Lauritzen and Spiegelhalter 1988; Koller and Friedman
 * 2009, chapter 9).  The cliques that lie in no other make a tree by the widest separators (Jensen
 * and Jensen 1994): of any two cliques what both have lies in all that stand between them.
 */
#ifndef TACIT_STATS_GRAPH_JUNCTION_H
#define TACIT_STATS_GRAPH_JUNCTION_H

#include "stats/graph/scope.h"

typedef struct tacit_junction {
    size_t n;                                   /* cliques */
    tacit_scope clique[TACIT_SCOPE_COLUMNS];    /* parents come first */
    size_t parent[TACIT_SCOPE_COLUMNS];         /* of the first: itself */
    tacit_scope separator[TACIT_SCOPE_COLUMNS]; /* what a clique shares with its parent */
    double cells;                               /* of all cliques together */
} tacit_junction;

/* The tree for `columns` columns, at least 1, of which those of each of the n scopes are linked.
 * O(columns^3). */
void tacit_junction_make(const size_t *size, size_t columns, const tacit_scope *scope, size_t n,
                         tacit_junction *out);

/* The clique of fewest cells that `s` lies in, or `tree->n` if there is none. */
size_t tacit_junction_find(const tacit_junction *tree, const size_t *size, tacit_scope s);

#endif
