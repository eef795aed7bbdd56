/*
 * atlas.h - every node of a lattice looked at once, so that what-ifs are look-ups.
 *
 * For each node and each size k of a ladder the atlas keeps what suppressing the classes
 * smaller than k leaves: records suppressed, classes kept, and the sums from which the score
 * of any loss follows (loss_sums.h).  The best node for a k, a limit of suppression and a
 * loss with any weights is then found without touching classes.  Sizes are rungs of the
 * ladder; what a judge requires is a rung besides, if it is not on sizes alone.
 */
#ifndef TACIT_MICRO_SEARCH_ATLAS_ATLAS_H
#define TACIT_MICRO_SEARCH_ATLAS_ATLAS_H

#include "micro/search/loss_sums.h"
#include "micro/search/search.h"

/* Nodes that a lattice may have to be looked at as a whole. */
#define TACIT_ATLAS_NODES 2e6

/* All kinds of losses, for tacit_atlas_spec; that of classification needs a target. */
#define TACIT_ATLAS_ALL (((1U << TACIT_LOSS_KINDS) - 1) & ~(1U << TACIT_LOSS_CLASSIFICATION))

typedef struct tacit_atlas_spec {
    const uint64_t *k; /* sizes, upwards, each once; at least 1 */
    size_t n_k;
    tacit_judge *judge;        /* what is required besides, or NULL */
    tacit_release_how release; /* what becomes of the records that break that; nodes of which
                                  no release keeps it count as suppressed altogether */
    unsigned kinds;            /* losses that will be asked for: bits 1 << tacit_loss_kind */
    size_t target;             /* classification: which sensitive column of the space */
    size_t memory;             /* bytes that the atlas may take; 0: a sensible number */
} tacit_atlas_spec;

typedef struct tacit_atlas tacit_atlas;

/* Look at all nodes of `s`, which must outlive the atlas.  Fails with TACIT_ERR_INPUT in one
 * sentence if they are too many.  O(nodes * classes * axes); the caller frees. */
tacit_status tacit_atlas_new(tacit_ctx *cx, const tacit_search_space *s,
                             const tacit_atlas_spec *spec, tacit_atlas **out);

/* Free.  Accepts NULL. */
void tacit_atlas_free(tacit_atlas *atlas);

/* How many nodes there are, and the levels of one. */
size_t tacit_atlas_nodes(const tacit_atlas *atlas);
void tacit_atlas_levels(const tacit_atlas *atlas, size_t node, uint8_t *level);

/* The node with these levels. */
size_t tacit_atlas_find(const tacit_atlas *atlas, const uint8_t *level);

/* The rung of size k, which was asked for; the rung of what the judge requires. */
size_t tacit_atlas_rung(const tacit_atlas *atlas, uint64_t k);
size_t tacit_atlas_required(const tacit_atlas *atlas);

/* Records that are suppressed at a node. */
uint64_t tacit_atlas_suppressed(const tacit_atlas *atlas, size_t node, size_t rung);

/* All that is known of a node; `keeps` and `score` are left as they are. */
void tacit_atlas_node(const tacit_atlas *atlas, size_t node, size_t rung, tacit_lattice_node *out);

/* The score of a node under a loss of a kind that was asked for; by_axis as in loss.h. */
double tacit_atlas_score(const tacit_atlas *atlas, size_t node, size_t rung, const tacit_loss *loss,
                         double *by_axis);

/* Those of all nodes.  O(nodes * axes). */
void tacit_atlas_scores(const tacit_atlas *atlas, size_t rung, const tacit_loss *loss,
                        double *score);

/* Which nodes are asked for. */
typedef struct tacit_atlas_query {
    size_t rung;
    uint64_t most_suppressed; /* records */
    const double *score;      /* of all nodes at that rung */
    const uint8_t *low;       /* of each axis: the least level; NULL: any */
    const uint8_t *high;      /* likewise the highest */
} tacit_atlas_query;

/* The `most` best nodes that keep what is asked, the best first, ordered as tacit_search()
 * does; returns how many there are.  O(nodes * most). */
size_t tacit_atlas_best(const tacit_atlas *atlas, const tacit_atlas_query *query,
                        tacit_lattice_node *out, size_t most);

/* The fewest records that any of the nodes between `low` and `high` suppresses. */
uint64_t tacit_atlas_fewest(const tacit_atlas *atlas, const tacit_atlas_query *query);

#endif
