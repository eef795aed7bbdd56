/*
 * heuristic.c - searching a lattice that is too large to look at every candidate.
 *
 * Iterated local search (Lourenco, Martin and Stuetzle 2003): from the best node, steps of
 * one level up or down on one axis, then of one axis up and another down; where neither
 * helps, a kick moves a few axes at random and the steps begin again from there.  The best
 * node is kept.  Nodes are looked at once, and only if their bound is below the best score.
 * Draws are from a fixed stream, so the result is the same every time.
 *
 * A step looks at 2 axes nodes, or axes (axes - 1) where those do not help.
 */
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "search/hunt.h"

/* Nodes looked at unless the request says how many; kicks in vain before it ends; axes that
 * a kick moves. */
enum { CHECKS = 5000, VAIN_KICKS = 40, KICKED = 3 };

/* Nodes that were looked at, as hashes of their levels: two that share one are taken for the
 * same, which loses a candidate in 2^64 and no more. */
enum { SEEN_SLOTS = 1 << 16 };

typedef struct roam {
    tacit_trials *t;
    const tacit_space *s;
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
        for (size_t a = 0; a < none; a++)
            for (size_t b = 0; b < none; b++)
                if (a != b)
                    add_neighbour(r, at, a, b);
        TACIT_TRY(look_for_better(cx, r, at, &better));
    }
    return TACIT_OK;
}

/* Move a few axes of the best node at random. */
static tacit_status kick(tacit_ctx *cx, roam *r, tacit_lattice_node *at)
{
    *at = r->t->best;
    for (size_t i = 0; i < KICKED; i++) {
        const size_t a = (size_t)tacit_rng_below(&r->rng, r->s->n_axes);
        const tacit_axis *x = &r->s->axis[a];
        at->level[a] =
            (uint8_t)(x->low + tacit_rng_below(&r->rng, (uint64_t)(x->high - x->low) + 1));
    }
    return tacit_trials_run(cx, r->t, at, 1);
}

tacit_status tacit_hunt_locally(tacit_ctx *cx, tacit_trials *t)
{
    const size_t axes = t->space->n_axes;
    roam r = { .t = t, .s = t->space, .rng = tacit_rng_seed(1) };
    const bool limited = t->spec->checks > 0 || t->spec->seconds > 0.0;
    r.most_checks = limited ? UINT64_MAX : CHECKS;
    TACIT_TRY(tacit_scratch(cx, SEEN_SLOTS, sizeof *r.seen, &r.seen));
    TACIT_TRY(tacit_scratch(cx, axes * axes + 2 * axes + 1, sizeof *r.node, &r.node));
    if (!t->any)
        return TACIT_OK;
    tacit_lattice_node at = t->best;
    TACIT_TRY(climb(cx, &r, &at));
    for (size_t vain = 0; vain < VAIN_KICKS && !is_over(&r); vain++) {
        const double before = t->best.score;
        TACIT_TRY(kick(cx, &r, &at));
        TACIT_TRY(climb(cx, &r, &at));
        vain = t->best.score < before ? 0 : vain;
    }
    return TACIT_OK;
}
