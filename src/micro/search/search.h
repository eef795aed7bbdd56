/*
 * search.h - the node of the lattice that keeps what is required and loses least.
 *
 * Optimal: every node that could be better than the best one found is looked at, or is
 * known not to keep what is required; then the result is proven.  If time or checks run out
 * before, the best node so far comes with a bound that no node's score is below.
 */
#ifndef TACIT_MICRO_SEARCH_SEARCH_H
#define TACIT_MICRO_SEARCH_SEARCH_H

#include "micro/model/judge.h"
#include "micro/search/loss.h"

/* A node and what was found there. */
typedef struct tacit_lattice_node {
    uint8_t level[TACIT_MOST_AXES];
    bool keeps;          /* what is required holds once so many are suppressed, which are allowed */
    bool removed;        /* suppressed records are left out, not blanked */
    double score;        /* of what is released */
    uint64_t broken;     /* records of classes that break what is required */
    uint64_t lacking;    /* of those, what breaks it at all nodes below as well; more than may be
                            suppressed: at least */
    uint64_t suppressed; /* those, and others that go with them */
    uint64_t classes;    /* that are kept */
    uint64_t smallest;   /* of those; 0 if there is none */
} tacit_lattice_node;

typedef enum tacit_search_how {
    TACIT_SEARCH_AUTO = 0, /* optimal if that looks like minutes at most, else heuristic */
    TACIT_SEARCH_OPTIMAL,
    TACIT_SEARCH_HEURISTIC
} tacit_search_how;

typedef struct tacit_search_spec {
    tacit_search_how how;
    tacit_judge *judge; /* of this thread; copied for others */
    const tacit_loss *loss;
    uint64_t most_suppressed;  /* records */
    tacit_release_how release; /* what becomes of them */
    uint64_t checks;           /* stop after so many nodes; 0: no limit */
    double seconds;            /* stop after so long; 0: no limit.  The result then depends on
                                  the machine */
    size_t memory;             /* bytes for kept lists; 0: a sensible number */
} tacit_search_spec;

/* What a search found; in scratch memory. */
typedef struct tacit_search_found {
    bool any; /* some node keeps what is required */
    tacit_lattice_node best;
    bool proven;                     /* no node is better */
    double bound;                    /* no node's score is below; NaN if nothing is known */
    uint64_t checks;                 /* nodes whose classes were looked at */
    double nodes;                    /* in the lattice */
    const tacit_lattice_node *trail; /* nodes looked at, the first 20000 */
    size_t n_trail;
} tacit_search_found;

/* Search the lattice of `s` between the axes' low and high levels.  Of nodes with equal
 * scores (up to rounding) the one with the least sum of levels is taken, then the first in
 * the order of levels.  The result does not depend on threads. */
tacit_status tacit_search(tacit_ctx *cx, const tacit_search_space *s, const tacit_search_spec *spec,
                          tacit_search_found *out);

/* A node with its classes; in scratch memory. */
typedef struct tacit_outlook {
    tacit_lattice_node node;
    tacit_class_list classes;
    const uint32_t *class_of; /* of each cell of the space */
    bool *marked;             /* of each class: it is suppressed */
} tacit_outlook;

/* Look at one node closely. */
tacit_status tacit_search_look(tacit_ctx *cx, const tacit_search_space *s,
                               const tacit_search_spec *spec, const uint8_t *level,
                               tacit_outlook *out);

#endif
