/*
 * atlas.c - every node of a lattice looked at once, so that what-ifs are look-ups.
 *
 * Nodes are numbered in the order of their levels, the last axis fastest.  The axes of most
 * labels are walked over (walk.c); from each node of theirs the others are climbed level by
 * level, every node from the one below, so that most start from short lists.
 * Each node's sums are written by one thread and do not depend on others: neither does any
 * answer.  Looking takes O(nodes * classes * axes), keeping nodes * rungs * (about 6 + axes
 * for each per-axis sum) numbers, an answer O(nodes * axes).
 */
#include "micro/search/atlas/atlas.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "micro/search/atlas/own.h"
#include "micro/search/trial.h"

/* Bytes that an atlas and the lists it is made from take unless the spec says otherwise. */
#define ATLAS_BYTES ((size_t)2 << 30)
#define LIST_BYTES ((size_t)96 << 20)

/* Bytes that a step climbed takes for each cell, and all of them together. */
#define STEP_BYTES 48.0
#define CLIMB_BYTES 64e6

/* Nodes in one go, and steps that are climbed from a node. */
enum { BATCH = 64, MOST_STEPS = 8 };

/* ---- making ---- */

static bool has(unsigned kinds, tacit_loss_kind kind)
{
    return (kinds >> kind & 1U) != 0;
}

static bool wants_share(unsigned kinds)
{
    return has(kinds, TACIT_LOSS_GRANULARITY);
}

static bool wants_entropy(unsigned kinds)
{
    return has(kinds, TACIT_LOSS_NON_UNIFORM_ENTROPY) || has(kinds, TACIT_LOSS_NORMALIZED_ENTROPY);
}

static bool wants_log_area(unsigned kinds)
{
    return has(kinds, TACIT_LOSS_ENTROPY) || has(kinds, TACIT_LOSS_KL_DIVERGENCE);
}

/* Bytes that a node takes at a rung. */
static double bytes_of_rung(const tacit_atlas *atlas, unsigned kinds)
{
    const double axes = (double)atlas->s->n_axes;
    const double per_axis =
        (double)wants_share(kinds) + wants_entropy(kinds) + (atlas->some_missing ? 1.0 : 0.0);
    const double single = 3.5 + wants_log_area(kinds) + has(kinds, TACIT_LOSS_AMBIGUITY) +
                          has(kinds, TACIT_LOSS_KL_DIVERGENCE) +
                          has(kinds, TACIT_LOSS_CLASSIFICATION);
    return (single + per_axis * axes) * sizeof(double);
}

static tacit_status check(tacit_ctx *cx, const tacit_atlas *atlas, const tacit_atlas_spec *spec)
{
    const double nodes = atlas->s->nodes;
    const double bytes = nodes * (double)atlas->rungs * bytes_of_rung(atlas, spec->kinds);
    const double most = (double)(spec->memory > 0 ? spec->memory : ATLAS_BYTES);
    if (atlas->rungs > TACIT_ATLAS_RUNGS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "At most %d values of k are looked at together.",
                          TACIT_ATLAS_RUNGS - 1);
    if (nodes <= TACIT_ATLAS_NODES && bytes <= most)
        return TACIT_OK;
    const double fit = fmin(TACIT_ATLAS_NODES, floor(most / (bytes / nodes)));
    return tacit_fail(
        cx, TACIT_ERR_INPUT,
        "The keys can be generalised in %.6g ways, too many to look at them all (%.0f "
        "at most); bound the levels of some keys with 'levels' of generalize.",
        nodes, fit);
}

/* The ladder, with `own` put in its place unless it is 0 or there. */
static tacit_status make_ladder(tacit_ctx *cx, const tacit_atlas_spec *spec, uint64_t own,
                                tacit_atlas *atlas)
{
    size_t n = 0;
    bool there = own == 0;
    TACIT_TRY(tacit_alloc(cx, spec->n_k + 1, sizeof *atlas->k, &atlas->k));
    for (size_t i = 0; i < spec->n_k; i++) {
        TACIT_ASSERT(spec->k[i] > (i > 0 ? spec->k[i - 1] : 0));
        if (!there && own < spec->k[i])
            atlas->k[n++] = own;
        there = there || own <= spec->k[i];
        atlas->k[n++] = spec->k[i];
    }
    if (!there)
        atlas->k[n++] = own;
    atlas->n_k = n;
    return TACIT_OK;
}

/* The rungs: those of the ladder, and what the judge requires if it is not a size. */
static tacit_status make_rungs(tacit_ctx *cx, const tacit_atlas_spec *spec, tacit_atlas *atlas)
{
    const uint64_t own = spec->judge != NULL ? tacit_judge_least_size(spec->judge) : 0;
    TACIT_TRY(make_ladder(cx, spec, own, atlas));
    atlas->judged = spec->judge != NULL && own == 0;
    atlas->release = spec->release;
    atlas->rungs = atlas->n_k + (atlas->judged ? 1 : 0);
    atlas->required = own > 0 ? tacit_atlas_rung(atlas, own) : atlas->n_k;
    return TACIT_OK;
}

static tacit_status make_plane(tacit_ctx *cx, const tacit_atlas *atlas, bool wanted, size_t each,
                               double **out)
{
    return wanted ? tacit_alloc(cx, atlas->nodes * atlas->rungs * each, sizeof **out, out)
                  : TACIT_OK;
}

static tacit_status make_planes(tacit_ctx *cx, unsigned kinds, tacit_atlas *atlas)
{
    const size_t n = atlas->nodes * atlas->rungs, axes = atlas->s->n_axes;
    TACIT_TRY(tacit_alloc(cx, n, sizeof *atlas->suppressed, &atlas->suppressed));
    TACIT_TRY(tacit_alloc(cx, n, sizeof *atlas->smallest, &atlas->smallest));
    TACIT_TRY(tacit_alloc(cx, n, sizeof *atlas->classes, &atlas->classes));
    TACIT_TRY(tacit_alloc(cx, atlas->nodes, sizeof(double), &atlas->all_squares));
    TACIT_TRY(make_plane(cx, atlas, true, 1, &atlas->squares));
    TACIT_TRY(make_plane(cx, atlas, wants_log_area(kinds), 1, &atlas->log_area));
    TACIT_TRY(make_plane(cx, atlas, has(kinds, TACIT_LOSS_AMBIGUITY), 1, &atlas->area));
    TACIT_TRY(make_plane(cx, atlas, has(kinds, TACIT_LOSS_KL_DIVERGENCE), 1, &atlas->size_log));
    TACIT_TRY(make_plane(cx, atlas, has(kinds, TACIT_LOSS_CLASSIFICATION), 1, &atlas->misplaced));
    TACIT_TRY(make_plane(cx, atlas, atlas->some_missing, axes, &atlas->present));
    TACIT_TRY(make_plane(cx, atlas, wants_share(kinds), axes, &atlas->share));
    return make_plane(cx, atlas, wants_entropy(kinds), axes, &atlas->entropy);
}

static tacit_status count_present(tacit_ctx *cx, tacit_atlas *atlas)
{
    const tacit_search_space *s = atlas->s;
    TACIT_TRY(tacit_alloc(cx, s->n_axes, sizeof(double), &atlas->own_present));
    for (size_t a = 0; a < s->n_axes; a++) {
        atlas->some_missing = atlas->some_missing || s->axis[a].missing < s->axis[a].labels[0];
        for (size_t g = 0; g < s->cells.n; g++)
            if (tacit_space_label(s, &s->cells, a, g) != s->axis[a].missing)
                atlas->own_present[a] += (double)s->cells.size[g];
    }
    return TACIT_OK;
}

static tacit_status prepare(tacit_ctx *cx, const tacit_atlas_spec *spec, tacit_atlas *atlas)
{
    const tacit_search_space *s = atlas->s;
    uint64_t stride = 1;
    TACIT_TRY(make_rungs(cx, spec, atlas));
    TACIT_TRY(count_present(cx, atlas));
    TACIT_TRY(check(cx, atlas, spec));
    for (size_t a = s->n_axes; a-- > 0;) {
        atlas->stride[a] = stride;
        stride *= (uint64_t)(s->axis[a].high - s->axis[a].low + 1);
    }
    atlas->nodes = (size_t)stride;
    return make_planes(cx, spec->kinds, atlas);
}

/* ---- looking ---- */

/* A walk over all nodes.  The walker visits those whose inner axes are at their lowest; from
 * each of them the levels of the inner axes are climbed, every node rolled up from the one
 * before, which has few classes already. */
typedef struct tour {
    tacit_atlas *atlas;
    tacit_walker *walker;
    tacit_judge **judge; /* of each thread; the first is the caller's */
    tacit_atlas_tables tables;
    tacit_atlas_room *room; /* of each thread */
    tacit_roll_maps maps;
    tacit_roller *stack;           /* [thread * depth + steps climbed] */
    size_t inner[TACIT_MOST_AXES]; /* those of most labels first */
    size_t n_inner, depth;
    bool is_inner[TACIT_MOST_AXES];
    const uint8_t *level; /* of the batch */
} tour;

static void see(const tour *t, size_t thread, const uint8_t *level, tacit_roller *at)
{
    tacit_lattice_node node = { 0 };
    const tacit_trial_rule rule = { t->judge[thread], t->atlas->release, UINT64_MAX, NULL };
    memcpy(node.level, level, at->space->n_axes);
    if (t->atlas->judged && !tacit_trial_mark(&rule, at, &node).keeps)
        for (size_t g = 0; g < at->list.n; g++)
            at->marked[g] = at->list.size[g] > 0;
    tacit_atlas_look(t->atlas, &t->room[thread], tacit_atlas_find(t->atlas, level), level, at);
}

/* See the nodes above `level`, whose classes are in `list`, that raise inner axes from number
 * `from` on. */
static void climb(const tour *t, size_t thread, const uint8_t *level, const tacit_class_list *list,
                  size_t from, size_t steps)
{
    for (size_t i = from; i < t->n_inner; i++) {
        uint8_t next[TACIT_MOST_AXES];
        if (level[t->inner[i]] == t->atlas->s->axis[t->inner[i]].high)
            continue;
        TACIT_ASSERT(steps < t->depth);
        tacit_roller *r = &t->stack[thread * t->depth + steps];
        memcpy(next, level, t->atlas->s->n_axes);
        next[t->inner[i]]++;
        tacit_roll(r, list, level, next);
        see(t, thread, next, r);
        climb(t, thread, next, &r->list, i, steps + 1);
    }
}

static void look(void *user, size_t thread, size_t i, tacit_roller *at)
{
    const tour *t = user;
    const uint8_t *level = &t->level[i * t->atlas->s->n_axes];
    see(t, thread, level, at);
    climb(t, thread, level, &at->list, 0, 0);
}

/* Choose the inner axes: those of fewest labels, as long as there is room for the steps. */
static void choose_inner(tour *t)
{
    const tacit_search_space *s = t->atlas->s;
    const double bytes = (double)s->cells.n * STEP_BYTES * (double)(1 + s->n_sensitive) + 1.0;
    while (t->n_inner + 1 < s->n_axes) {
        size_t best = s->n_axes;
        for (size_t a = 0; a < s->n_axes; a++)
            if (!t->is_inner[a] &&
                (best == s->n_axes || s->axis[a].labels[0] < s->axis[best].labels[0]))
                best = a;
        const size_t steps = t->depth + s->axis[best].high - s->axis[best].low;
        if (steps > MOST_STEPS || (double)steps * bytes > CLIMB_BYTES)
            return;
        memmove(&t->inner[1], t->inner, t->n_inner * sizeof t->inner[0]);
        t->inner[0] = best;
        t->n_inner++;
        t->is_inner[best] = true;
        t->depth = steps;
    }
}

static tacit_status make_stack(tacit_ctx *cx, tour *t)
{
    const size_t n = t->depth * tacit_walker_threads(t->walker);
    TACIT_TRY(tacit_roll_maps_make(cx, t->atlas->s, &t->maps));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *t->stack, &t->stack));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(tacit_roller_make(cx, t->atlas->s, &t->maps, &t->stack[i]));
    return TACIT_OK;
}

/* Go on to the next node for the walker; false after the last one. */
static bool advance(const tour *t, uint8_t *level)
{
    const tacit_search_space *s = t->atlas->s;
    for (size_t a = s->n_axes; a-- > 0;) {
        if (t->is_inner[a])
            continue;
        if (level[a] < s->axis[a].high) {
            level[a]++;
            return true;
        }
        level[a] = s->axis[a].low;
    }
    return false;
}

static tacit_status walk_batches(tacit_ctx *cx, tour *t)
{
    const tacit_search_space *s = t->atlas->s;
    const size_t axes = s->n_axes;
    uint8_t at[TACIT_MOST_AXES], *level = NULL;
    double above = 1.0, done = 0.0; /* nodes above each that the walker visits; seen so far */
    for (size_t a = 0; a < axes; a++) {
        at[a] = s->axis[a].low;
        above *= t->is_inner[a] ? s->axis[a].high - s->axis[a].low + 1.0 : 1.0;
    }
    TACIT_TRY(tacit_scratch(cx, BATCH * axes + 1, sizeof *level, &level));
    t->level = level;
    for (bool more = true; more;) {
        size_t n = 0;
        for (; more && n < BATCH; n++) {
            memcpy(&level[n * axes], at, axes);
            more = advance(t, at);
        }
        TACIT_TRY(tacit_tick(cx, (uint64_t)done, t->atlas->nodes));
        TACIT_TRY(tacit_walk(cx, t->walker, level, n, look, t));
        done += above * (double)n;
    }
    return TACIT_OK;
}

static tacit_status tour_nodes(tacit_ctx *cx, tacit_judge *judge, tour *t)
{
    choose_inner(t);
    TACIT_TRY(tacit_walker_new(cx, t->atlas->s, LIST_BYTES, &t->walker));
    const size_t threads = tacit_walker_threads(t->walker);
    TACIT_TRY(tacit_scratch(cx, threads, sizeof *t->room, &t->room));
    TACIT_TRY(tacit_scratch(cx, threads, sizeof *t->judge, &t->judge));
    TACIT_TRY(tacit_atlas_tables_make(cx, t->atlas, &t->tables));
    TACIT_TRY(make_stack(cx, t));
    for (size_t i = 0; i < threads; i++)
        TACIT_TRY(tacit_atlas_room_make(cx, t->atlas, &t->tables, &t->room[i]));
    for (size_t i = 1; t->atlas->judged && i < threads; i++)
        TACIT_TRY(tacit_judge_copy(cx, judge, &t->judge[i]));
    t->judge[0] = judge;
    for (size_t i = 0; t->atlas->judged && i < threads; i++)
        TACIT_TRY(tacit_judge_reserve(cx, t->judge[i], t->atlas->s->cells.n));
    return walk_batches(cx, t);
}

static tacit_status fill(tacit_ctx *cx, tacit_judge *judge, tacit_atlas *atlas)
{
    tour t = { .atlas = atlas };
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = tour_nodes(cx, judge, &t);
    for (size_t i = 1; t.judge != NULL && i < tacit_walker_threads(t.walker); i++)
        tacit_judge_free(t.judge[i]);
    tacit_walker_free(t.walker);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_atlas_new(tacit_ctx *cx, const tacit_search_space *s,
                             const tacit_atlas_spec *spec, tacit_atlas **out)
{
    tacit_atlas *atlas = NULL;
    TACIT_ASSERT(spec->n_k > 0 || spec->judge != NULL);
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *atlas, &atlas));
    atlas->s = s;
    atlas->target = spec->target;
    tacit_status status = prepare(cx, spec, atlas);
    if (status == TACIT_OK)
        status = fill(cx, spec->judge, atlas);
    if (status != TACIT_OK) {
        tacit_atlas_free(atlas);
        return status;
    }
    *out = atlas;
    return TACIT_OK;
}

void tacit_atlas_free(tacit_atlas *atlas)
{
    if (atlas == NULL)
        return;
    void *const parts[] = { atlas->k,         atlas->suppressed,  atlas->smallest, atlas->classes,
                            atlas->squares,   atlas->log_area,    atlas->area,     atlas->size_log,
                            atlas->present,   atlas->all_squares, atlas->share,    atlas->entropy,
                            atlas->misplaced, atlas->own_present };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        tacit_free(parts[i]);
    tacit_free(atlas);
}

/* ---- answers ---- */

size_t tacit_atlas_nodes(const tacit_atlas *atlas)
{
    return atlas->nodes;
}

void tacit_atlas_levels(const tacit_atlas *atlas, size_t node, uint8_t *level)
{
    uint64_t rest = node;
    for (size_t a = 0; a < atlas->s->n_axes; a++) {
        level[a] = (uint8_t)(atlas->s->axis[a].low + rest / atlas->stride[a]);
        rest %= atlas->stride[a];
    }
}

size_t tacit_atlas_find(const tacit_atlas *atlas, const uint8_t *level)
{
    uint64_t node = 0;
    for (size_t a = 0; a < atlas->s->n_axes; a++) {
        TACIT_ASSERT(level[a] >= atlas->s->axis[a].low && level[a] <= atlas->s->axis[a].high);
        node += atlas->stride[a] * (uint64_t)(level[a] - atlas->s->axis[a].low);
    }
    return (size_t)node;
}

size_t tacit_atlas_rung(const tacit_atlas *atlas, uint64_t k)
{
    size_t rung = 0;
    while (rung < atlas->n_k && atlas->k[rung] != k)
        rung++;
    TACIT_ASSERT(rung < atlas->n_k);
    return rung;
}

size_t tacit_atlas_required(const tacit_atlas *atlas)
{
    TACIT_ASSERT(atlas->required < atlas->rungs);
    return atlas->required;
}

uint64_t tacit_atlas_suppressed(const tacit_atlas *atlas, size_t node, size_t rung)
{
    return atlas->suppressed[node * atlas->rungs + rung];
}

void tacit_atlas_node(const tacit_atlas *atlas, size_t node, size_t rung, tacit_lattice_node *out)
{
    const size_t at = node * atlas->rungs + rung;
    tacit_atlas_levels(atlas, node, out->level);
    out->suppressed = atlas->suppressed[at];
    out->classes = atlas->classes[at];
    out->smallest = atlas->smallest[at];
}

double tacit_atlas_score(const tacit_atlas *atlas, size_t node, size_t rung, const tacit_loss *loss,
                         double *by_axis)
{
    const size_t at = node * atlas->rungs + rung, first = at * atlas->s->n_axes;
    double present[TACIT_MOST_AXES];
    uint8_t level[TACIT_MOST_AXES];
    tacit_atlas_levels(atlas, node, level);
    for (size_t a = 0; atlas->present == NULL && a < atlas->s->n_axes; a++)
        present[a] = (double)atlas->suppressed[at];
    const tacit_loss_sums sums = {
        .suppressed = (double)atlas->suppressed[at],
        .classes = atlas->classes[at],
        .squares = atlas->squares[at],
        .all_squares = atlas->all_squares[node],
        .log_area = atlas->log_area != NULL ? atlas->log_area[at] : 0.0,
        .area = atlas->area != NULL ? atlas->area[at] : 0.0,
        .size_log = atlas->size_log != NULL ? atlas->size_log[at] : 0.0,
        .misplaced = atlas->misplaced != NULL ? atlas->misplaced[at] : 0.0,
        .present = atlas->present != NULL ? &atlas->present[first] : present,
        .share = atlas->share != NULL ? &atlas->share[first] : NULL,
        .entropy = atlas->entropy != NULL ? &atlas->entropy[first] : NULL,
    };
    return tacit_loss_score_sums(loss, level, &sums, by_axis);
}

void tacit_atlas_scores(const tacit_atlas *atlas, size_t rung, const tacit_loss *loss,
                        double *score)
{
#pragma omp parallel for schedule(static)
    for (size_t node = 0; node < atlas->nodes; node++)
        score[node] = tacit_atlas_score(atlas, node, rung, loss, NULL);
}

static bool is_between(const tacit_atlas *atlas, const tacit_atlas_query *q, size_t node)
{
    uint8_t level[TACIT_MOST_AXES];
    if (q->low == NULL && q->high == NULL)
        return true;
    tacit_atlas_levels(atlas, node, level);
    for (size_t a = 0; a < atlas->s->n_axes; a++)
        if ((q->low != NULL && level[a] < q->low[a]) || (q->high != NULL && level[a] > q->high[a]))
            return false;
    return true;
}

size_t tacit_atlas_best(const tacit_atlas *atlas, const tacit_atlas_query *q,
                        tacit_lattice_node *out, size_t most)
{
    size_t n = 0;
    for (size_t node = 0; node < atlas->nodes; node++) {
        const double room = n == most ? fabs(out[n - 1].score) * 1e-9 : 0.0;
        if (tacit_atlas_suppressed(atlas, node, q->rung) > q->most_suppressed ||
            (n == most && q->score[node] > out[n - 1].score + room) || !is_between(atlas, q, node))
            continue;
        tacit_lattice_node x = { .keeps = true, .score = q->score[node] };
        tacit_atlas_node(atlas, node, q->rung, &x);
        if (n == most && !tacit_lattice_is_better(atlas->s, &x, &out[n - 1]))
            continue;
        size_t at = n < most ? n++ : n - 1;
        for (; at > 0 && tacit_lattice_is_better(atlas->s, &x, &out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = x;
    }
    return n;
}

uint64_t tacit_atlas_fewest(const tacit_atlas *atlas, const tacit_atlas_query *q)
{
    uint64_t fewest = UINT64_MAX;
    for (size_t node = 0; node < atlas->nodes; node++) {
        const uint64_t n = tacit_atlas_suppressed(atlas, node, q->rung);
        if (n < fewest && is_between(atlas, q, node))
            fewest = n;
    }
    return fewest;
}
