/*
 * trial.h - looking at nodes for a search: judged, scored, remembered.
 */
#ifndef TACIT_MICRO_SEARCH_TRIAL_H
#define TACIT_MICRO_SEARCH_TRIAL_H

#include "micro/search/search.h"
#include "micro/search/walk.h"

/* Nodes that are looked at in one go. */
enum { TACIT_TRIAL_BATCH = 64 };

/* How nodes are judged. */
typedef struct tacit_trial_rule {
    tacit_judge *judge;
    tacit_release_how release;
    uint64_t most;          /* records that may be suppressed */
    const tacit_loss *loss; /* by whose prices classes are suppressed too; NULL: by none */
} tacit_trial_rule;

typedef struct tacit_trials {
    const tacit_search_space *space;
    const tacit_search_spec *spec;
    tacit_walker *walker;
    tacit_judge **judge; /* one a thread; the first is the spec's */
    uint64_t checks;
    bool any;
    tacit_lattice_node best;
    tacit_lattice_node *trail; /* in scratch memory */
    size_t n_trail;
    double started; /* seconds on the clock */
} tacit_trials;

/* Get ready; end with tacit_trials_end(), also on failure. */
tacit_status tacit_trials_begin(tacit_ctx *cx, const tacit_search_space *s,
                                const tacit_search_spec *spec, tacit_trials *out);
void tacit_trials_end(tacit_trials *t);

/* Look at `n` nodes whose levels are set, fill the rest and keep the best. */
tacit_status tacit_trials_run(tacit_ctx *cx, tacit_trials *t, tacit_lattice_node *node, size_t n);

/* Mark the classes of the last roll, at a node, that are suppressed: those that break what is
 * required, with `node->broken` records, and if these may be suppressed those that go with them. */
tacit_release tacit_trial_mark(const tacit_trial_rule *rule, tacit_roller *r,
                               tacit_lattice_node *node);

/* Whether x is the better result: by score, then the sum of levels, then their order. */
bool tacit_lattice_is_better(const tacit_search_space *s, const tacit_lattice_node *x,
                             const tacit_lattice_node *y);

/* Whether time or checks have run out. */
bool tacit_trials_are_over(const tacit_trials *t);

/* Whether a node with this bound could still be the result. */
bool tacit_trials_could_win(const tacit_trials *t, double bound);

#endif
