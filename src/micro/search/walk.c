/*
 * walk.c - visiting nodes of the lattice: many at a time, in parallel, each rolled up from
 * the smallest list at hand.
 *
 * Rolling up costs the number of entries it starts from, so nodes do not start from the
 * cells.  The axes with most values are anchors: for each choice of their levels, other
 * axes at 0, a list is kept once a node needed it, made from the list of one anchor less.
 * A node starts from the list of its own anchor levels, where merely the small axes are
 * left to do.  What is kept does not depend on threads, nor does any result.
 */
#include "micro/search/walk.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/pool.h"

/* Axes that are anchors, and choices of their levels, at most. */
enum { MOST_ANCHORS = 5, MOST_LISTS = 2048 };

/* Entries to roll up for which it is worth to wake other threads. */
enum { WORTH_THREADS = 1000000 };

/* A kept list. */
typedef struct kept {
    bool made;
    tacit_class_list list; /* arrays owned */
} kept;

struct tacit_walker {
    const tacit_search_space *space;
    tacit_roll_maps maps;
    size_t threads;
    tacit_roller *roller; /* one a thread */
    size_t anchor[MOST_ANCHORS], n_anchors;
    kept *kept; /* by the anchors' levels, the first anchor's most significant */
    size_t n_kept;
    size_t bytes, most_bytes;
    tacit_ctx *room; /* whose scratch memory the rollers use */
};

size_t tacit_walker_threads(const tacit_walker *w)
{
    return w->threads;
}

static void free_list(tacit_class_list *list, size_t n_sensitive)
{
    tacit_free(list->key);
    tacit_free(list->size);
    tacit_free(list->population);
    for (size_t i = 0; list->pairs != NULL && i < n_sensitive; i++) {
        tacit_free(list->pairs[i].start);
        tacit_free(list->pairs[i].value);
        tacit_free(list->pairs[i].count);
    }
    tacit_free(list->pairs);
}

void tacit_walker_free(tacit_walker *w)
{
    if (w == NULL)
        return;
    for (size_t i = 0; w->kept != NULL && i < w->n_kept; i++)
        free_list(&w->kept[i].list, w->space->n_sensitive);
    tacit_free(w->kept);
    tacit_free(w->roller);
    tacit_ctx_free(w->room);
    tacit_free(w);
}

/* Choose the anchors: the axes with most values that have levels to choose from. */
static void choose_anchors(tacit_walker *w)
{
    const tacit_search_space *s = w->space;
    bool taken[TACIT_MOST_AXES] = { false };
    w->n_kept = 1;
    while (w->n_anchors < MOST_ANCHORS && w->n_anchors + 1 < s->n_axes) {
        size_t best = s->n_axes;
        for (size_t a = 0; a < s->n_axes; a++)
            if (!taken[a] && s->axis[a].levels > 1 &&
                (best == s->n_axes || s->axis[a].labels[0] > s->axis[best].labels[0]))
                best = a;
        if (best == s->n_axes || w->n_kept * s->axis[best].levels > MOST_LISTS)
            return;
        taken[best] = true;
        w->anchor[w->n_anchors++] = best;
        w->n_kept *= s->axis[best].levels;
    }
}

static tacit_status fill_walker(tacit_ctx *cx, tacit_walker *w)
{
    choose_anchors(w);
    TACIT_TRY(tacit_alloc(cx, w->n_kept, sizeof *w->kept, &w->kept));
    TACIT_TRY(tacit_alloc(cx, w->threads, sizeof *w->roller, &w->roller));
    TACIT_TRY(tacit_roll_maps_make(w->room, w->space, &w->maps));
    for (size_t t = 0; t < w->threads; t++)
        TACIT_TRY(tacit_roller_make(w->room, w->space, &w->maps, &w->roller[t]));
    return TACIT_OK;
}

tacit_status tacit_walker_new(tacit_ctx *cx, const tacit_search_space *s, size_t memory,
                              tacit_walker **out)
{
    tacit_walker *w = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *w, &w));
    w->space = s;
    w->most_bytes = memory;
    w->threads = tacit_pool_threads();
    w->room = tacit_ctx_new();
    tacit_status status = w->room != NULL ? fill_walker(cx, w) : TACIT_ERR_MEMORY;
    if (status == TACIT_ERR_MEMORY)
        status = tacit_fail_memory(cx);
    if (status != TACIT_OK) {
        tacit_walker_free(w);
        return status;
    }
    *out = w;
    return TACIT_OK;
}

/* ---- kept lists ---- */

/* The place of the list with the levels of the first `depth` anchors, the others at 0. */
static size_t place_of(const tacit_walker *w, const uint8_t *level, size_t depth)
{
    size_t at = 0;
    for (size_t i = 0; i < w->n_anchors; i++)
        at = at * w->space->axis[w->anchor[i]].levels + (i < depth ? level[w->anchor[i]] : 0);
    return at;
}

static void anchor_levels(const tacit_walker *w, const uint8_t *level, size_t depth, uint8_t *out)
{
    memset(out, 0, w->space->n_axes);
    for (size_t i = 0; i < depth; i++)
        out[w->anchor[i]] = level[w->anchor[i]];
}

/* The list of the most anchors that is there, and its levels; the cells if there is none. */
static const tacit_class_list *start_of(const tacit_walker *w, const uint8_t *level, size_t depth,
                                        uint8_t *at)
{
    for (; depth > 0; depth--) {
        const kept *k = &w->kept[place_of(w, level, depth)];
        if (k->made) {
            anchor_levels(w, level, depth, at);
            return &k->list;
        }
    }
    memset(at, 0, w->space->n_axes);
    return &w->space->cells;
}

static tacit_status copy(tacit_ctx *cx, const void *from, size_t n, size_t size, void *out)
{
    void *p = NULL;
    TACIT_TRY(tacit_alloc(cx, n, size, &p));
    memcpy(p, from, n * size);
    memcpy(out, &p, sizeof p);
    return TACIT_OK;
}

static tacit_status copy_pairs(tacit_ctx *cx, const tacit_class_list *from, size_t n_sensitive,
                               tacit_class_list *to)
{
    TACIT_TRY(tacit_alloc(cx, n_sensitive, sizeof *to->pairs, &to->pairs));
    for (size_t i = 0; i < n_sensitive; i++) {
        const tacit_search_pairs *p = &from->pairs[i];
        const size_t n = p->start[from->n];
        TACIT_TRY(copy(cx, p->start, from->n + 1, sizeof *p->start, &to->pairs[i].start));
        TACIT_TRY(copy(cx, p->value, n, sizeof *p->value, &to->pairs[i].value));
        TACIT_TRY(copy(cx, p->count, n, sizeof *p->count, &to->pairs[i].count));
    }
    return TACIT_OK;
}

static tacit_status copy_list(tacit_ctx *cx, const tacit_search_space *s,
                              const tacit_class_list *from, tacit_class_list *to)
{
    to->n = from->n;
    TACIT_TRY(copy(cx, from->key, from->n * s->words, sizeof *from->key, &to->key));
    TACIT_TRY(copy(cx, from->size, from->n, sizeof *from->size, &to->size));
    if (from->population != NULL)
        TACIT_TRY(copy(cx, from->population, from->n, sizeof *from->population, &to->population));
    return s->n_sensitive > 0 ? copy_pairs(cx, from, s->n_sensitive, to) : TACIT_OK;
}

static size_t list_bytes(const tacit_search_space *s, const tacit_class_list *list)
{
    size_t bytes = list->n * (s->words + 2) * sizeof(uint64_t);
    for (size_t i = 0; i < s->n_sensitive; i++)
        bytes += list->pairs[i].start[list->n] * (sizeof(uint64_t) + sizeof(uint32_t)) +
                 list->n * sizeof(size_t);
    return bytes;
}

/* Keep the lists of the node's anchor levels, one anchor after the other. */
static tacit_status keep_anchors(tacit_ctx *cx, tacit_walker *w, const uint8_t *level)
{
    uint8_t at[TACIT_MOST_AXES], to[TACIT_MOST_AXES];
    for (size_t depth = 1; depth <= w->n_anchors; depth++) {
        kept *k = &w->kept[place_of(w, level, depth)];
        if (k->made || level[w->anchor[depth - 1]] == 0 || w->bytes >= w->most_bytes)
            continue;
        const tacit_class_list *from = start_of(w, level, depth - 1, at);
        anchor_levels(w, level, depth, to);
        tacit_roll(&w->roller[0], from, at, to);
        TACIT_TRY(copy_list(cx, w->space, &w->roller[0].list, &k->list));
        w->bytes += list_bytes(w->space, &k->list);
        k->made = true;
    }
    return TACIT_OK;
}

/* Visit one node with the roller of a thread. */
static void visit(tacit_walker *w, const uint8_t *level, size_t i, size_t thread, tacit_look *look,
                  void *user)
{
    uint8_t at[TACIT_MOST_AXES];
    const tacit_class_list *from = start_of(w, level, w->n_anchors, at);
    tacit_roll(&w->roller[thread], from, at, level);
    look(user, thread, i, &w->roller[thread]);
}

/* Entries that will be rolled up. */
static size_t work_of(const tacit_walker *w, const uint8_t *level, size_t n)
{
    uint8_t at[TACIT_MOST_AXES];
    size_t work = 0;
    for (size_t i = 0; i < n; i++)
        work += start_of(w, &level[i * w->space->n_axes], w->n_anchors, at)->n;
    return work;
}

tacit_status tacit_walk(tacit_ctx *cx, tacit_walker *w, const uint8_t *level, size_t n,
                        tacit_look *look, void *user)
{
    const size_t axes = w->space->n_axes;
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(keep_anchors(cx, w, &level[i * axes]));
    if (w->threads == 1 || work_of(w, level, n) < WORTH_THREADS) {
        for (size_t i = 0; i < n; i++)
            visit(w, &level[i * axes], i, 0, look, user);
        return TACIT_OK;
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)w->threads)
    for (size_t i = 0; i < n; i++)
        visit(w, &level[i * axes], i, (size_t)omp_get_thread_num(), look, user);
    return TACIT_OK;
}
