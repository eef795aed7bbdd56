/*
 * lattice.h - all choices of levels that a plan's step `generalize` has.
 */
#ifndef TACIT_TASK_EXPLORE_LATTICE_H
#define TACIT_TASK_EXPLORE_LATTICE_H

#include "micro/method/generalize/generalize.h"
#include "micro/search/atlas/atlas.h"
#include "run/account.h"
#include "run/stream/stream.h"

/* What to explore, besides what the plan asks; none: a sensible choice. */
typedef struct tacit_what_if {
    size_t n_k;
    const uint64_t *k; /* sizes of classes, at least 1 */
    size_t n_limits;
    const double *limit; /* shares of records that may be suppressed, 0 ... 1 */
} tacit_what_if;

/* A step `generalize` with the table it would work on and every node of its lattice. */
typedef struct tacit_lattice {
    tacit_work *w;
    size_t step;
    tacit_carried there; /* where the data is, if that counts it */
    tacit_table *table;  /* as the steps before leave it, or its histogram */
    tacit_rng stream;
    tacit_job job;
    tacit_generalizer z;
    tacit_atlas *atlas;      /* NULL if the nodes are too many and were searched instead */
    double *score;           /* of each node under what is required */
    bool any;                /* some node keeps what is required */
    tacit_lattice_node best; /* the one that loses least */
} tacit_lattice;

/* The plan's first step of `method`; plan->n_steps if there is none. */
size_t tacit_lattice_step(const tacit_plan *plan, const tacit_method *method);

/* Load the data, or have it counted where it is on a server or in a histogram, carry out the steps
 * before, and look at every node, for the sizes of `what` besides what is required, but for those
 * of the lowest levels if all would take too long; without sizes, nodes that are too many are
 * searched for the best; in scratch memory but for what tacit_lattice_close() frees, also on
 * failure.  `out` has its work and step. */
tacit_status tacit_lattice_open(tacit_ctx *cx, const tacit_what_if *what, tacit_lattice *out);
void tacit_lattice_close(tacit_lattice *l);

/* The records that are suppressed at a node, as a share of all. */
double tacit_lattice_share(const tacit_lattice *l, uint64_t records);

/* Levels as a short text, "0-3-1", and as an object by key. */
tacit_status tacit_lattice_text(tacit_ctx *cx, const tacit_lattice *l, const uint8_t *level,
                                char **out);
tacit_status tacit_lattice_json(tacit_ctx *cx, const tacit_lattice *l, const uint8_t *level,
                                json_t **out);

/* How `to` differs from `from` in words: "age -1, sex +1". */
tacit_status tacit_lattice_changes(tacit_ctx *cx, const tacit_lattice *l, const uint8_t *from,
                                   const uint8_t *to, char **out);

/* Put a result under "exploration" of the record; it is the record's from then on. */
tacit_status tacit_lattice_result(tacit_ctx *cx, const tacit_lattice *l, const tacit_entry *entry,
                                  tacit_result **out);

/* Tell what is best for the plan's own request, what comes next and what a level more or less
 * of each key would change. */
tacit_status tacit_lattice_tell_own(tacit_ctx *cx, const tacit_lattice *l);

#endif
