/*
 * heuristic.c - searching a lattice that is too large to look at every candidate.
 *
 * Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983): from the best node so far, steps
 * of one level on one axis, or of one axis up and another down; a step that loses w relative
 * to the score at the start is taken with probability exp(-w / heat), and the heat falls
 * from HOT to COLD.  Then local search: as long as a step of one axis, or of two, is better
 * it is taken.  Time permitting, it begins again.  Draws are from a fixed stream, so without a
 * limit of time the result is the same every time.
 *
 * The local search looks at 2 axes nodes, or axes (axes - 1) where those do not help.
 */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "micro/search/hunt.h"

/* Nodes that a round of annealing looks at unless the request says how many; steps that are
 * looked at together. */
enum { CHECKS = 2000, PROPOSALS = 4 };

/* What a step may lose at first and at last, as a share of the score. */
#define HOT 0.015
#define COLD 0.0005

/* Nodes that were looked at, as hashes of their levels: two that share one are taken for the
 * same, which loses a candidate in 2^64 and no more. */
enum { SEEN_SLOTS = 1 << 16 };

typedef struct roam {
    tacit_trials *t;
    const tacit_search_space *s;
    tacit_rng rng;
    uint64_t *seen;
    uint64_t most_checks;
    tacit_lattice_node *node; /* neighbours, axes * axes + 2 axes of them */
    size_t n;
} roam;

/* Whether the node is new; it is not any more after. */
static bool is_new(roam *r, const uint8_t *level)
{
    const uint64_t h = tacit_hash_bytes(level, r->s->n_axes) | 1;
    uint64_t *slot = &r->seen[h % SEEN_SLOTS];
    if (*slot == h)
        return false;
    *slot = h;
    return true;
}

/* Put the node `at` with axis a one up and axis b one down (an axis of n_axes: none) among
 * the neighbours, if there is such a node and it could win. */
static void add_neighbour(roam *r, const tacit_lattice_node *at, size_t a, size_t b)
{
    tacit_lattice_node *x = &r->node[r->n];
    const tacit_axis *axis = r->s->axis;
    *x = *at;
    if ((a < r->s->n_axes && x->level[a]++ == axis[a].high) ||
        (b < r->s->n_axes && x->level[b]-- == axis[b].low))
        return;
    if (tacit_trials_could_win(r->t, tacit_loss_bound(r->t->spec->loss, x->level)) &&
        is_new(r, x->level))
        r->n++;
}

static bool is_over(const roam *r)
{
    return tacit_trials_are_over(r->t) || r->t->checks >= r->most_checks;
}

/* Look at the neighbours in batches until one is better than `at`, which becomes it. */
static tacit_status look_for_better(tacit_ctx *cx, roam *r, tacit_lattice_node *at, bool *better)
{
    const double before = at->keeps ? at->score : 1e300;
    *better = false;
    for (size_t first = 0; first < r->n && !*better && !is_over(r); first += TACIT_TRIAL_BATCH) {
        const size_t left = r->n - first, n = left < TACIT_TRIAL_BATCH ? left : TACIT_TRIAL_BATCH;
        TACIT_TRY(tacit_trials_run(cx, r->t, &r->node[first], n));
        for (size_t i = first; i < first + n; i++)
            if (r->node[i].keeps && r->node[i].score < before &&
                (!*better || r->node[i].score < at->score)) {
                *at = r->node[i];
                *better = true;
            }
    }
    return TACIT_OK;
}

/* Step from `at` as long as a step helps. */
static tacit_status climb(tacit_ctx *cx, roam *r, tacit_lattice_node *at)
{
    const size_t none = r->s->n_axes;
    for (bool better = true; better && !is_over(r);) {
        r->n = 0;
        for (size_t a = 0; a < none; a++) {
            add_neighbour(r, at, none, a);
            add_neighbour(r, at, a, none);
        }
        TACIT_TRY(look_for_better(cx, r, at, &better));
        if (better)
            continue;
        r->n = 0;
        for (size_t i = 0; i < none * none; i++)
            if (i / none != i % none)
                add_neighbour(r, at, i / none, i % none);
        TACIT_TRY(look_for_better(cx, r, at, &better));
    }
    return TACIT_OK;
}

/* A node one level away from `at` on one axis, or up on one and down on another. */
static void propose(roam *r, const tacit_lattice_node *at, tacit_lattice_node *out)
{
    const size_t axes = r->s->n_axes;
    *out = *at;
    const bool two = tacit_rng_below(&r->rng, 2) == 0;
    bool up = tacit_rng_below(&r->rng, 2) == 0;
    for (size_t moved = 0, tries = 0; moved < (two ? 2u : 1u) && tries < 8 * axes; tries++) {
        const size_t a = (size_t)tacit_rng_below(&r->rng, axes);
        const tacit_axis *x = &r->s->axis[a];
        if (up ? out->level[a] == x->high : out->level[a] == x->low) {
            up = two && moved == 1 ? up : !up;
            continue;
        }
        out->level[a] = (uint8_t)(up ? out->level[a] + 1 : out->level[a] - 1);
        up = !up;
        moved++;
    }
}

/* Anneal from the best node until `until` nodes were looked at. */
static tacit_status anneal(tacit_ctx *cx, roam *r, uint64_t until)
{
    tacit_lattice_node at = r->t->best;
    const uint64_t begin = r->t->checks;
    const double scale = fmax(fabs(at.score), 1e-12);
    while (r->t->checks < until && !tacit_trials_are_over(r->t)) {
        const double done = (double)(r->t->checks - begin) / (double)(until - begin);
        const double heat = HOT * pow(COLD / HOT, done);
        for (size_t i = 0; i < PROPOSALS; i++)
            propose(r, &at, &r->node[i]);
        TACIT_TRY(tacit_trials_run(cx, r->t, r->node, PROPOSALS));
        for (size_t i = 0; i < PROPOSALS; i++) {
            const double worse = (r->node[i].score - at.score) / scale;
            if (r->node[i].keeps && tacit_rng_uniform(&r->rng) < exp(-worse / heat)) {
                at = r->node[i];
                break;
            }
        }
    }
    return TACIT_OK;
}

/* One round: anneal for four fifths of the checks, then step to a local best. */
static tacit_status round_of(tacit_ctx *cx, roam *r, uint64_t checks)
{
    const uint64_t begin = r->t->checks;
    r->most_checks = begin + checks;
    memset(r->seen, 0, SEEN_SLOTS * sizeof *r->seen);
    TACIT_TRY(anneal(cx, r, begin + checks - checks / 5));
    tacit_lattice_node at = r->t->best;
    return climb(cx, r, &at);
}

tacit_status tacit_hunt_locally(tacit_ctx *cx, tacit_trials *t)
{
    const size_t axes = t->space->n_axes;
    roam r = { .t = t, .s = t->space, .rng = tacit_rng_seed(1) };
    const uint64_t given = t->spec->checks, checks = given == 0          ? CHECKS
                                                     : given > t->checks ? given - t->checks
                                                                         : 0;
    if (!t->any)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, SEEN_SLOTS, sizeof *r.seen, &r.seen));
    TACIT_TRY(tacit_scratch(cx, axes * axes + 2 * axes + PROPOSALS, sizeof *r.node, &r.node));
    do
        TACIT_TRY(round_of(cx, &r, checks));
    while (t->spec->seconds > 0.0 && !tacit_trials_are_over(t));
    return TACIT_OK;
}
