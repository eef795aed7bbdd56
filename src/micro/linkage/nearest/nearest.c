/*
 * nearest.c - exact nearest neighbours of records.
 *
 * A tree of bounding volumes (nearest_tree.c) over the distinct records of `to` is walked
 * (nearest_walk.c) once for each distinct record of `from`.  These are taken in the order of
 * the leaves that they would be in, so that what one looks at is in the cache for the next;
 * the leaf is also where the walk begins.  If record i of `from` and record i of `to` may be
 * the same person, their distance bounds the search from the start.
 *
 * A small `to` is one leaf: all are compared, 16 at a time.  Between that and O(n log n) the
 * cost depends on how far the nearest are: about n log n where they are much nearer than
 * records in general, as after protection, n^2 in the worst case.  Memory: about
 * (6 p + 2 q + 60) bytes a record besides the space.
 */
#include "micro/linkage/nearest/nearest.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/pool.h"
#include "base/sort.h"
#include "micro/linkage/nearest/search.h"
#include "micro/linkage/nearest/walk.h"

const tacit_tree_tuning TACIT_TREE_TUNING = { .small = 2048, .leaf = 64 };

/* Records between two ticks, and those that a thread takes at once. */
enum { TURN = 16384, CHUNK = 64 };

/* A search over all records of `from`. */
typedef struct search {
    const tacit_nearest_spec *spec;
    tacit_nearest_tree tree;
    tacit_distinct from;        /* records of `from` to ask for */
    tacit_keyed *order;         /* of them: home leaf, group */
    tacit_nearest_query *query; /* one for each thread */
    size_t k;                   /* 0: ties */
    uint32_t *row, *count;
    double *distance;
} search;

/* ---- preparation ---- */

static tacit_status order_queries(tacit_ctx *cx, search *s)
{
    const tacit_records *from = s->spec->from;
    TACIT_TRY(tacit_scratch(cx, s->from.n, sizeof *s->order, &s->order));
#pragma omp parallel for schedule(static)
    for (size_t g = 0; g < s->from.n; g++) {
        const size_t i = s->from.row[s->from.start[g]];
        s->order[g] = (tacit_keyed){ tacit_tree_home(&s->tree, from, i), g };
    }
    return tacit_sort_keyed(cx, s->order, s->from.n);
}

static tacit_status prepare(tacit_ctx *cx, const tacit_tree_tuning *tuning, search *s)
{
    const tacit_nearest_spec *spec = s->spec;
    const size_t threads = tacit_pool_threads();
    TACIT_TRY(tacit_tree_of(cx, spec->space, spec->from, spec->to, tuning, &s->tree));
    TACIT_TRY(spec->skip_self ? tacit_distinct_none(cx, spec->from, &s->from)
                              : tacit_distinct_of(cx, spec->space, spec->from, &s->from));
    TACIT_TRY(order_queries(cx, s));
    TACIT_TRY(tacit_scratch(cx, threads, sizeof *s->query, &s->query));
    for (size_t i = 0; i < threads; i++)
        TACIT_TRY(tacit_nearest_query_new(cx, &s->tree, &s->query[i]));
    return TACIT_OK;
}

/* ---- one record ---- */

/* A distance within which record i surely has a neighbour. */
static double first_radius(const search *s, size_t i)
{
    const tacit_nearest_spec *spec = s->spec;
    if (s->k > 1 || spec->skip_self || i >= spec->to->n)
        return INFINITY;
    return tacit_space_distance(spec->space, spec->from, i, spec->to, i) * (1.0 + TACIT_TIE);
}

/* Count again, now that the least distance is known. */
static void settle(tacit_walk *w)
{
    w->settled = true;
    w->radius = *w->distance * (1.0 + TACIT_TIE);
    *w->row = UINT32_MAX;
    const double least = *w->distance;
    tacit_walk_tree(w);
    *w->distance = least;
}

static void ask(const search *s, const tacit_keyed *which)
{
    const size_t i = s->from.row[s->from.start[which->row]], width = s->k > 0 ? s->k : 1;
    tacit_walk w = { .tree = &s->tree,
                     .from = s->spec->from,
                     .i = i,
                     .skip =
                         s->spec->skip_self && i < s->spec->to->n ? (uint32_t)i : TACIT_TREE_EMPTY,
                     .home = (uint32_t)which->key,
                     .radius = first_radius(s, i),
                     .query = s->query[omp_get_thread_num()],
                     .k = s->k,
                     .row = s->row + i * width,
                     .distance = s->distance + i * width };
    tacit_walk_tree(&w);
    if (s->k > 0)
        return;
    if (w.blurred)
        settle(&w);
    s->count[i] = w.count;
}

/* Give the other records of group `g` what its first was found to have. */
static void copy_down(const search *s, size_t g)
{
    const size_t width = s->k > 0 ? s->k : 1, first = s->from.row[s->from.start[g]];
    for (size_t m = s->from.start[g] + 1; m < s->from.start[g + 1]; m++) {
        const size_t i = s->from.row[m];
        memcpy(s->row + i * width, s->row + first * width, width * sizeof *s->row);
        memcpy(s->distance + i * width, s->distance + first * width, width * sizeof *s->distance);
        if (s->count != NULL)
            s->count[i] = s->count[first];
    }
}

static tacit_status run(tacit_ctx *cx, const tacit_tree_tuning *tuning, search *s)
{
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(prepare(cx, tuning, s));
    for (size_t start = 0; start < s->from.n; start += TURN) {
        const size_t end = start + TURN < s->from.n ? start + TURN : s->from.n;
        TACIT_TRY(tacit_tick(cx, start, s->from.n));
#pragma omp parallel for schedule(dynamic, CHUNK)
        for (size_t a = start; a < end; a++) {
            ask(s, &s->order[a]);
            copy_down(s, s->order[a].row);
        }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- all ---- */

tacit_status tacit_search_find(tacit_ctx *cx, const tacit_nearest_spec *spec,
                               const tacit_tree_tuning *tuning, tacit_nearest *out)
{
    const size_t n = spec->from->n, there = spec->to->n - (spec->skip_self && spec->to->n > 0);
    search s = { .spec = spec, .k = spec->k < there ? spec->k : there };
    TACIT_ASSERT(spec->k > 0);
    TACIT_TRY(tacit_scratch(cx, n * s.k, sizeof *s.row, &s.row));
    TACIT_TRY(tacit_scratch(cx, n * s.k, sizeof *s.distance, &s.distance));
    if (s.k > 0)
        TACIT_TRY(run(cx, tuning, &s));
    *out = (tacit_nearest){ s.k, s.row, s.distance };
    return TACIT_OK;
}

tacit_status tacit_search_ties(tacit_ctx *cx, const tacit_nearest_spec *spec,
                               const tacit_tree_tuning *tuning, tacit_ties *out)
{
    const size_t n = spec->from->n;
    search s = { .spec = spec };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.distance, &s.distance));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.count, &s.count));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.row, &s.row));
    for (size_t i = 0; i < n; i++) {
        s.distance[i] = INFINITY;
        s.row[i] = UINT32_MAX;
    }
    if (spec->to->n > 0)
        TACIT_TRY(run(cx, tuning, &s));
    *out = (tacit_ties){ s.distance, s.count, s.row };
    return TACIT_OK;
}

tacit_status tacit_nearest_find(tacit_ctx *cx, const tacit_nearest_spec *spec, tacit_nearest *out)
{
    return tacit_search_find(cx, spec, &TACIT_TREE_TUNING, out);
}

tacit_status tacit_nearest_ties(tacit_ctx *cx, const tacit_nearest_spec *spec, tacit_ties *out)
{
    return tacit_search_ties(cx, spec, &TACIT_TREE_TUNING, out);
}
