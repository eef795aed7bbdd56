/*
 * search.c - the node of the lattice that keeps what is required and loses least.
 *
 * Candidates are the nodes whose bound (loss.h) is not above the best score so far.  They
 * are listed by descending into the lattice from its lowest node; a node whose bound is too
 * high ends the descent, because all nodes above it have higher bounds.
 *
 * If a table that breaks what is required proves that all tables below it do (a MONOTONE
 * judge, or a CONVEX one when nothing may be suppressed), candidates are looked at from the
 * most general down and each with too many records at risk strikes out all below.  So does, with
 * any judge, one with too many records in classes that are too small or lack values (the entropy
 * of two values is never that of three; a class without the occupations of a third of all is no
 * closer than a third).  Else, or if no table can fail, candidates are looked at by rising bound,
 * and the search ends at the first bound that is too high.  A
 * descent from the top, or from a node found by halving a way up, always to the best child, gives a
 * good first score.
 *
 * Why this is right: a candidate is only left out if its bound is above the score of a node
 * that keeps what is required, or if it lies below a node where too many records break it
 * under a judge for which that carries down.  Lattices with many nodes are searched by heuristic.c
 * first; if few enough candidates are left after it, the result is proven here too.
 *
 * O(axes) a candidate, O(entries rolled up) a node that is looked at.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "micro/search/hunt.h"

/* Nodes with a bit each at most, nodes from which on a good start pays, and candidates that
 * are listed at most. */
#define MOST_NODES 268435456.0
#define MANY_NODES 1e6
#define MOST_CANDIDATES 2e7

/* Entries to roll up (candidates * cells) that are looked through, by tacit_search_how. */
static const double MOST_WORK[] = { 3e10, INFINITY, 1e9 };

/* A search on its way. */
typedef struct hunt {
    const tacit_search_space *s;
    const tacit_search_spec *spec;
    tacit_trials *trials;
    bool carries_down; /* breaking carries down, ... */
    bool all_carry;    /* ... whatever it is that breaks; otherwise what lacks */
    uint64_t stride[TACIT_MOST_AXES];
    uint64_t *dead;         /* a bit for each node that breaks or was looked at; NULL if too many */
    tacit_keyed *candidate; /* what to sort by, and the node's number */
    size_t n, most;
} hunt;

/* ---- numbers of nodes ---- */

static uint64_t number_of(const hunt *h, const uint8_t *level)
{
    uint64_t number = 0;
    for (size_t a = 0; a < h->s->n_axes; a++)
        number += h->stride[a] * (uint64_t)(level[a] - h->s->axis[a].low);
    return number;
}

static void levels_of(const hunt *h, uint64_t number, uint8_t *level)
{
    for (size_t a = 0; a < h->s->n_axes; a++) {
        level[a] = (uint8_t)(h->s->axis[a].low + number / h->stride[a]);
        number %= h->stride[a];
    }
}

static bool is_dead(const hunt *h, uint64_t number)
{
    return h->dead != NULL && (h->dead[number / 64] >> number % 64 & 1) != 0;
}

static void set_dead(hunt *h, uint64_t number)
{
    if (h->dead != NULL)
        h->dead[number / 64] |= UINT64_C(1) << number % 64;
}

/* Strike out a node and all below it: none of those can keep what is required, so one that
 * is dead was struck out with all below it. */
static void strike_down(hunt *h, uint8_t *level, uint64_t number)
{
    set_dead(h, number);
    for (size_t a = 0; a < h->s->n_axes; a++) {
        if (level[a] == h->s->axis[a].low)
            continue;
        level[a]--;
        if (!is_dead(h, number - h->stride[a])) /* else all below are struck out already */
            strike_down(h, level, number - h->stride[a]);
        level[a]++;
    }
}

/* ---- candidates ---- */

static uint64_t sort_key(const hunt *h, const uint8_t *level, double bound)
{
    uint64_t sum = 0;
    if (!h->carries_down)
        return tacit_sort_key_real(bound);
    for (size_t a = 0; a < h->s->n_axes; a++)
        sum += (uint64_t)(h->s->axis[a].high - level[a]);
    return sum; /* the most general first */
}

/* List the candidates at or above `level`, raising axes from `from` on, or count them while
 * there is no room yet; false if there are too many. */
static bool list_above(hunt *h, uint8_t *level, uint64_t number, size_t from)
{
    const double bound = tacit_loss_bound(h->spec->loss, level);
    if (!tacit_trials_could_win(h->trials, bound))
        return true;
    if (!is_dead(h, number)) {
        if (h->n == h->most)
            return false;
        if (h->candidate != NULL)
            h->candidate[h->n] = (tacit_keyed){ .key = sort_key(h, level, bound), .row = number };
        h->n++;
    }
    for (size_t a = from; a < h->s->n_axes; a++) {
        if (level[a] == h->s->axis[a].high)
            continue;
        level[a]++;
        const bool fits = list_above(h, level, number + h->stride[a], a);
        level[a]--;
        if (!fits)
            return false;
    }
    return true;
}

/* ---- looking ---- */

/* Look at nodes, and strike out what that shows. */
static tacit_status look_at(tacit_ctx *cx, hunt *h, tacit_lattice_node *node, size_t n)
{
    TACIT_TRY(tacit_trials_run(cx, h->trials, node, n));
    for (size_t i = 0; i < n; i++) {
        const uint64_t number = h->dead != NULL ? number_of(h, node[i].level) : 0;
        const uint64_t lost = h->all_carry ? node[i].broken : node[i].lacking;
        if (h->dead != NULL && h->carries_down && lost > h->spec->most_suppressed)
            strike_down(h, node[i].level, number);
        set_dead(h, number);
    }
    return TACIT_OK;
}

static void top_of(const tacit_search_space *s, tacit_lattice_node *out)
{
    *out = (tacit_lattice_node){ 0 };
    for (size_t a = 0; a < s->n_axes; a++)
        out->level[a] = s->axis[a].high;
}

/* The node after `steps` steps up from the lowest one, each on the axis that raises the bound
 * least. */
static void climb_to(const hunt *h, size_t steps, tacit_lattice_node *out)
{
    const tacit_search_space *s = h->s;
    *out = (tacit_lattice_node){ 0 };
    for (size_t a = 0; a < s->n_axes; a++)
        out->level[a] = s->axis[a].low;
    for (; steps > 0; steps--) {
        size_t best = s->n_axes;
        double least = INFINITY;
        for (size_t a = 0; a < s->n_axes; a++) {
            if (out->level[a] == s->axis[a].high)
                continue;
            out->level[a]++;
            const double bound = tacit_loss_bound(h->spec->loss, out->level);
            out->level[a]--;
            best = best == s->n_axes || bound < least ? a : best;
            least = fmin(bound, least);
        }
        out->level[best]++;
    }
}

/* Where breaking carries down: the lowest node that keeps what is required on that way up, by
 * halving. */
static tacit_status find_start(tacit_ctx *cx, hunt *h, tacit_lattice_node *at)
{
    size_t low = 0, high = 0; /* the first that keeps is among steps low ... high */
    for (size_t a = 0; a < h->s->n_axes; a++)
        high += (size_t)(h->s->axis[a].high - h->s->axis[a].low);
    while (low < high && !tacit_trials_are_over(h->trials)) {
        const size_t middle = low + (high - low) / 2;
        tacit_lattice_node node;
        climb_to(h, middle, &node);
        TACIT_TRY(look_at(cx, h, &node, 1));
        low = node.keeps ? low : middle + 1;
        high = node.keeps ? middle : high;
        *at = node.keeps ? node : *at;
    }
    return TACIT_OK;
}

/* The children of `at` that are worth a look. */
static size_t children_of(const hunt *h, const tacit_lattice_node *at, tacit_lattice_node *child)
{
    size_t n = 0;
    for (size_t a = 0; a < h->s->n_axes; a++) {
        if (at->level[a] == h->s->axis[a].low)
            continue;
        child[n] = *at;
        child[n].level[a]--;
        n += h->dead == NULL || !is_dead(h, number_of(h, child[n].level));
    }
    return n;
}

/* Go down from a node that keeps what is required, always to the best child, as long as that
 * is an improvement. */
static tacit_status descend(tacit_ctx *cx, hunt *h)
{
    tacit_lattice_node child[TACIT_MOST_AXES], at;
    top_of(h->s, &at);
    TACIT_TRY(look_at(cx, h, &at, 1));
    if (at.keeps && h->carries_down)
        TACIT_TRY(find_start(cx, h, &at));
    for (bool better = at.keeps; better && !tacit_trials_are_over(h->trials);) {
        const size_t n = children_of(h, &at, child);
        TACIT_TRY(look_at(cx, h, child, n));
        better = false;
        for (size_t i = 0; i < n; i++)
            if (child[i].keeps && child[i].score < at.score) {
                at = child[i];
                better = true;
            }
    }
    return TACIT_OK;
}

/* Take the next candidates that are still worth a look. */
static size_t next_batch(hunt *h, size_t *at, tacit_lattice_node *node)
{
    size_t n = 0;
    for (; *at < h->n && n < TACIT_TRIAL_BATCH; ++*at) {
        const uint64_t number = h->candidate[*at].row;
        if (is_dead(h, number))
            continue;
        levels_of(h, number, node[n].level);
        n += tacit_trials_could_win(h->trials, tacit_loss_bound(h->spec->loss, node[n].level));
    }
    return n;
}

/* The least bound of the candidates that were not looked at. */
static double bound_of_rest(const hunt *h, size_t at)
{
    double least = INFINITY;
    for (; at < h->n; at++) {
        uint8_t level[TACIT_MOST_AXES];
        if (is_dead(h, h->candidate[at].row))
            continue;
        levels_of(h, h->candidate[at].row, level);
        least = fmin(least, tacit_loss_bound(h->spec->loss, level));
    }
    return least;
}

static tacit_status work_off(tacit_ctx *cx, hunt *h, double *bound)
{
    tacit_lattice_node node[TACIT_TRIAL_BATCH];
    size_t at = 0;
    TACIT_TRY(tacit_sort_keyed(cx, h->candidate, h->n));
    while (!tacit_trials_are_over(h->trials)) {
        memset(node, 0, sizeof node);
        const size_t n = next_batch(h, &at, node);
        if (n == 0)
            break;
        TACIT_TRY(look_at(cx, h, node, n));
    }
    *bound = bound_of_rest(h, at);
    return TACIT_OK;
}

static tacit_status begin(tacit_ctx *cx, hunt *h)
{
    const unsigned traits = tacit_judge_traits(h->spec->judge);
    uint64_t stride = 1;
    h->all_carry = ((traits & TACIT_JUDGE_MONOTONE) != 0 ||
                    ((traits & TACIT_JUDGE_CONVEX) != 0 && h->spec->most_suppressed == 0)) &&
                   !tacit_loss_drops(h->spec->loss);
    h->carries_down = h->spec->most_suppressed < h->s->records &&
                      (h->all_carry || tacit_judge_can_lack(h->spec->judge));
    for (size_t a = h->s->n_axes; h->s->nodes <= 1e18 && a-- > 0;) {
        h->stride[a] = stride;
        stride *= (uint64_t)(h->s->axis[a].high - h->s->axis[a].low + 1);
    }
    if (h->s->nodes <= MOST_NODES)
        TACIT_TRY(tacit_scratch(cx, (size_t)stride / 64 + 1, sizeof *h->dead, &h->dead));
    return TACIT_OK;
}

/* A bound, unless it says nothing: that of a node which loses nothing but rounding. */
static double telling(const hunt *h, double bound)
{
    static const double ROUNDING = 1e-9;
    return h->trials->any && bound > ROUNDING * fabs(h->trials->best.score) ? bound : NAN;
}

/* Look at every node that could be better; `*proven` unless there are too many. */
static tacit_status prove(tacit_ctx *cx, hunt *h, tacit_search_found *out)
{
    uint8_t low[TACIT_MOST_AXES];
    for (size_t a = 0; a < h->s->n_axes; a++)
        low[a] = h->s->axis[a].low;
    out->bound = telling(h, tacit_loss_bound(h->spec->loss, low));
    if (h->s->nodes > 1e18 || tacit_trials_are_over(h->trials))
        return TACIT_OK;
    h->most = (size_t)fmin(MOST_CANDIDATES, MOST_WORK[h->spec->how] / (double)(h->s->cells.n + 1));
    if (!list_above(h, low, 0, 0))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *h->candidate, &h->candidate));
    h->n = 0;
    const bool listed = list_above(h, low, 0, 0);
    TACIT_ASSERT(listed);
    double bound = 0.0;
    TACIT_TRY(work_off(cx, h, &bound));
    out->proven = !tacit_trials_could_win(h->trials, bound) || isinf(bound);
    out->bound = out->proven && h->trials->any ? h->trials->best.score : telling(h, bound);
    return TACIT_OK;
}

static tacit_status search(tacit_ctx *cx, hunt *h, tacit_search_found *out)
{
    TACIT_TRY(begin(cx, h));
    TACIT_TRY(descend(cx, h));
    if (h->spec->how == TACIT_SEARCH_HEURISTIC || h->s->nodes > MANY_NODES)
        TACIT_TRY(tacit_hunt_locally(cx, h->trials));
    TACIT_TRY(prove(cx, h, out));
    out->any = h->trials->any;
    out->best = h->trials->best;
    out->checks = h->trials->checks;
    out->trail = h->trials->trail;
    out->n_trail = h->trials->n_trail;
    return TACIT_OK;
}

tacit_status tacit_search(tacit_ctx *cx, const tacit_search_space *s, const tacit_search_spec *spec,
                          tacit_search_found *out)
{
    tacit_trials trials;
    hunt h = { .s = s, .spec = spec, .trials = &trials };
    *out = (tacit_search_found){ .nodes = s->nodes };
    tacit_status status = tacit_trials_begin(cx, s, spec, &trials);
    if (status == TACIT_OK)
        status = search(cx, &h, out);
    tacit_trials_end(&trials);
    return status;
}
