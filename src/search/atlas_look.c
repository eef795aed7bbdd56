/*
 * atlas_look.c - what the atlas keeps of one node, from its classes.
 *
 * A class of a given size is kept by the first rungs of the ladder and suppressed by the
 * others: classes are put into buckets by how many rungs keep them.  Sums over suppressed
 * classes are then sums over the first buckets, those over kept ones over the last.  For
 * each axis the labels of suppressed records are counted bucket after bucket; only labels
 * whose count changed are touched, so a node costs O(small classes * axes + classes), not
 * that for each rung.
 */
#include <math.h>
#include <string.h>

#include "search/atlas_own.h"
#include "search/loss_own.h"

/* Counts whose x log2 x stands in a table, at most. */
enum { MOST_LOGS = 1 << 20 };

/* ---- tables and room ---- */

static tacit_status make_areas(tacit_ctx *cx, const tacit_atlas *atlas, tacit_atlas_tables *out)
{
    const tacit_space *s = atlas->s;
    TACIT_TRY(tacit_scratch(cx, s->n_axes * out->levels, sizeof *out->log_area, &out->log_area));
    for (size_t a = 0; a < s->n_axes; a++)
        for (size_t l = 0; l < s->axis[a].levels; l++) {
            const tacit_axis *x = &s->axis[a];
            double *log_area = NULL;
            TACIT_TRY(tacit_scratch(cx, x->labels[l], sizeof *log_area, &log_area));
            for (uint32_t y = 0; y < x->labels[l]; y++) {
                const double area = x->share[l][y] * x->domain;
                log_area[y] = area > 1.0 ? log(area) : 0.0;
            }
            out->log_area[a * out->levels + l] = log_area;
        }
    return TACIT_OK;
}

static tacit_status make_logs(tacit_ctx *cx, const tacit_atlas *atlas, tacit_atlas_tables *out)
{
    const uint64_t n = atlas->s->records;
    double *x_log2 = NULL;
    out->n_log = n < MOST_LOGS ? (size_t)n + 1 : MOST_LOGS;
    TACIT_TRY(tacit_scratch(cx, out->n_log, sizeof *x_log2, &x_log2));
    for (size_t i = 0; i < out->n_log; i++)
        x_log2[i] = tacit_loss_x_log2((double)i);
    out->x_log2 = x_log2;
    return TACIT_OK;
}

static tacit_status make_buckets(tacit_ctx *cx, const tacit_atlas *atlas, tacit_atlas_tables *out)
{
    static const uint64_t most = 1 << 20;
    const uint64_t highest = atlas->n_k > 0 ? atlas->k[atlas->n_k - 1] : 1;
    uint8_t *bucket = NULL;
    out->n_bucket = (size_t)(highest < most ? highest : most);
    TACIT_TRY(tacit_scratch(cx, out->n_bucket, sizeof *bucket, &bucket));
    for (size_t size = 0; size < out->n_bucket; size++)
        while (bucket[size] < atlas->n_k && atlas->k[bucket[size]] <= size)
            bucket[size]++;
    out->bucket = bucket;
    return TACIT_OK;
}

tacit_status tacit_atlas_tables_make(tacit_ctx *cx, const tacit_atlas *atlas,
                                     tacit_atlas_tables *out)
{
    *out = (tacit_atlas_tables){ 0 };
    for (size_t a = 0; a < atlas->s->n_axes; a++)
        out->levels =
            atlas->s->axis[a].levels > out->levels ? atlas->s->axis[a].levels : out->levels;
    if (atlas->log_area != NULL || atlas->area != NULL)
        TACIT_TRY(make_areas(cx, atlas, out));
    if (atlas->entropy != NULL)
        TACIT_TRY(make_logs(cx, atlas, out));
    return make_buckets(cx, atlas, out);
}

tacit_status tacit_atlas_room_make(tacit_ctx *cx, const tacit_atlas *atlas,
                                   const tacit_atlas_tables *tables, tacit_atlas_room *out)
{
    const tacit_space *s = atlas->s;
    size_t labels = 1;
    for (size_t a = 0; a < s->n_axes; a++)
        labels = s->axis[a].labels[0] > labels ? s->axis[a].labels[0] : labels;
    *out = (tacit_atlas_room){ .tables = tables };
    TACIT_TRY(tacit_scratch(cx, s->cells.n, sizeof *out->order, &out->order));
    TACIT_TRY(tacit_scratch(cx, atlas->rungs + 2, sizeof *out->start, &out->start));
    TACIT_TRY(tacit_scratch(cx, labels, sizeof *out->count, &out->count));
    TACIT_TRY(tacit_scratch(cx, labels, sizeof *out->seen, &out->seen));
    TACIT_TRY(tacit_scratch(cx, labels, sizeof *out->label, &out->label));
    return tacit_scratch(cx, labels, sizeof *out->before, &out->before);
}

/* ---- classes ---- */

/* One look on its way. */
typedef struct sight {
    const tacit_atlas *atlas;
    tacit_atlas_room *room;
    const tacit_class_list *list;
    const uint8_t *level;
    size_t node;
} sight;

static size_t bucket_of(const sight *v, uint64_t size)
{
    const tacit_atlas_tables *t = v->room->tables;
    size_t b = size < t->n_bucket ? t->bucket[size]
               : t->n_bucket > 0  ? t->bucket[t->n_bucket - 1]
                                  : 0;
    while (b < v->atlas->n_k && v->atlas->k[b] <= size)
        b++;
    return b;
}

/* ln of the values that the labels of class g stand for. */
static double log_area_of(const sight *v, size_t g)
{
    const tacit_space *s = v->atlas->s;
    const tacit_atlas_tables *t = v->room->tables;
    double sum = 0.0;
    for (size_t a = 0; a < s->n_axes; a++)
        sum += t->log_area[a * t->levels + v->level[a]][tacit_space_label(s, v->list, a, g)];
    return sum;
}

/* Add class g to what is kept at place `at`. */
static void keep_class(const sight *v, size_t g, size_t at)
{
    const tacit_atlas *atlas = v->atlas;
    const uint64_t size = v->list->size[g];
    const double x = (double)size, n = (double)atlas->s->records;
    atlas->classes[at]++;
    atlas->squares[at] += x * x;
    if (atlas->smallest[at] == 0 || size < atlas->smallest[at])
        atlas->smallest[at] = size;
    if (atlas->area != NULL)
        atlas->area[at] += x * exp(log_area_of(v, g));
    if (atlas->size_log != NULL)
        atlas->size_log[at] += tacit_loss_x_log2(x / n);
    if (atlas->misplaced != NULL)
        atlas->misplaced[at] += tacit_loss_misplaced(v->list, atlas->target, g);
}

/* Add what is kept at place `from` to place `to`. */
static void join_kept(const tacit_atlas *atlas, size_t from, size_t to)
{
    const uint64_t least = atlas->smallest[from];
    atlas->classes[to] += atlas->classes[from];
    atlas->squares[to] += atlas->squares[from];
    if (least > 0 && (atlas->smallest[to] == 0 || least < atlas->smallest[to]))
        atlas->smallest[to] = least;
    if (atlas->area != NULL)
        atlas->area[to] += atlas->area[from];
    if (atlas->size_log != NULL)
        atlas->size_log[to] += atlas->size_log[from];
    if (atlas->misplaced != NULL)
        atlas->misplaced[to] += atlas->misplaced[from];
}

/* Put the small classes into buckets; place b - 1 gets what bucket b keeps, all rungs below
 * keep it too. */
static void fill_ladder(const sight *v)
{
    const tacit_atlas *atlas = v->atlas;
    const size_t n_k = atlas->n_k, first = v->node * atlas->rungs;
    size_t *start = v->room->start;
    memset(start, 0, (atlas->rungs + 2) * sizeof *start);
    for (size_t g = 0; g < v->list->n; g++) {
        const uint64_t size = v->list->size[g];
        const size_t b = bucket_of(v, size);
        atlas->all_squares[v->node] += (double)size * (double)size;
        start[b + 1] += size > 0 && b < n_k;
        if (size > 0 && b > 0)
            keep_class(v, g, first + b - 1);
        if (b < n_k)
            atlas->suppressed[first + b] += size;
    }
    for (size_t b = 0; b < n_k; b++)
        start[b + 1] += start[b];
    for (size_t r = n_k; r-- > 1;)
        join_kept(atlas, first + r, first + r - 1);
    for (size_t r = 1; r < n_k; r++)
        atlas->suppressed[first + r] += atlas->suppressed[first + r - 1];
}

static void order_classes(const sight *v)
{
    size_t *start = v->room->start;
    for (size_t g = 0; g < v->list->n; g++) {
        const size_t b = bucket_of(v, v->list->size[g]);
        if (v->list->size[g] > 0 && b < v->atlas->n_k)
            v->room->order[start[b]++] = (uint32_t)g;
    }
    for (size_t b = v->atlas->n_k; b > 0; b--)
        start[b] = start[b - 1];
    start[0] = 0;
}

/* ---- axes ---- */

/* Sums over the suppressed records on one axis. */
typedef struct axis_sums {
    double present, share, x_log2;
    double log_area;
} axis_sums;

static double x_log2_of(const tacit_atlas_tables *t, uint64_t n)
{
    return n < t->n_log ? t->x_log2[n] : tacit_loss_x_log2((double)n);
}

/* Count the labels of the classes order[from] ... order[to - 1] on axis a; returns how many
 * labels changed. */
static size_t count_labels(const sight *v, size_t a, size_t from, size_t to, uint64_t begun)
{
    tacit_atlas_room *room = v->room;
    size_t n = 0;
    room->now++;
    for (size_t i = from; i < to; i++) {
        const size_t g = room->order[i];
        const uint32_t y = tacit_space_label(v->atlas->s, v->list, a, g);
        if (room->seen[y] < room->now) {
            if (room->seen[y] < begun)
                room->count[y] = 0;
            room->seen[y] = room->now;
            room->label[n] = y;
            room->before[n++] = room->count[y];
        }
        room->count[y] += v->list->size[g];
    }
    return n;
}

/* Add what changed since the last rung; the label `skip` is that of missing values. */
static void add_changes(const sight *v, size_t a, size_t n, uint32_t skip, axis_sums *sums)
{
    const tacit_atlas_room *room = v->room;
    const tacit_atlas_tables *t = room->tables;
    const double *share = v->atlas->s->axis[a].share[v->level[a]];
    for (size_t i = 0; i < n; i++) {
        const uint32_t y = room->label[i];
        const uint64_t after = room->count[y], before = room->before[i];
        const double more = (double)(after - before);
        if (y == skip)
            continue;
        sums->present += more;
        sums->share += more * share[y];
        if (t->log_area != NULL)
            sums->log_area += more * t->log_area[a * t->levels + v->level[a]][y];
        if (t->x_log2 != NULL)
            sums->x_log2 += x_log2_of(t, after) - x_log2_of(t, before);
    }
}

/* Write the sums of axis a at `rung`. */
static void put_sums(const sight *v, size_t a, size_t rung, const axis_sums *sums)
{
    const tacit_atlas *atlas = v->atlas;
    const size_t place = v->node * atlas->rungs + rung, at = place * atlas->s->n_axes + a;
    if (atlas->present != NULL)
        atlas->present[at] = sums->present;
    if (atlas->share != NULL)
        atlas->share[at] = sums->share;
    if (atlas->entropy != NULL)
        atlas->entropy[at] = fmax(0.0, tacit_loss_x_log2(sums->present) - sums->x_log2);
    if (atlas->log_area != NULL)
        atlas->log_area[place] += sums->log_area;
}

/* The sums of an axis whose records all have one label. */
static axis_sums sums_of_one(const sight *v, size_t a, size_t rung)
{
    const tacit_atlas *atlas = v->atlas;
    const tacit_axis *x = &atlas->s->axis[a];
    const tacit_atlas_tables *t = v->room->tables;
    const double n = (double)atlas->suppressed[v->node * atlas->rungs + rung];
    const double present = n * atlas->own_present[a] / (double)atlas->s->records;
    return (axis_sums){ .present = present,
                        .share = present * x->share[v->level[a]][0],
                        .x_log2 = tacit_loss_x_log2(present),
                        .log_area = t->log_area != NULL
                                        ? n * t->log_area[a * t->levels + v->level[a]][0]
                                        : 0.0 };
}

/* Fill axis a at rungs first ... last - 1, whose buckets begin at start[first] ... */
static void fill_axis(const sight *v, size_t a, size_t first, size_t last)
{
    const tacit_axis *x = &v->atlas->s->axis[a];
    const size_t *start = v->room->start;
    const bool apart = x->missing < x->labels[0];
    const uint32_t skip = apart ? x->label[v->level[a]][x->missing] : UINT32_MAX;
    const uint64_t begun = v->room->now + 1;
    axis_sums sums = { 0 };
    for (size_t r = first; r < last; r++) {
        if (x->labels[v->level[a]] == 1) {
            sums = sums_of_one(v, a, r);
        } else {
            const size_t n = count_labels(v, a, start[r - first], start[r - first + 1], begun);
            add_changes(v, a, n, skip, &sums);
        }
        put_sums(v, a, r, &sums);
    }
}

static bool wants_axes(const tacit_atlas *atlas)
{
    return atlas->present != NULL || atlas->share != NULL || atlas->entropy != NULL ||
           atlas->log_area != NULL;
}

/* What the judge's marks leave, as the last rung. */
static void fill_judged(const sight *v, const bool *marked)
{
    const tacit_atlas *atlas = v->atlas;
    const size_t place = v->node * atlas->rungs + atlas->required;
    size_t n = 0;
    for (size_t g = 0; g < v->list->n; g++) {
        if (v->list->size[g] == 0)
            continue;
        if (marked[g]) {
            atlas->suppressed[place] += v->list->size[g];
            v->room->order[n++] = (uint32_t)g;
        } else {
            keep_class(v, g, place);
        }
    }
    v->room->start[0] = 0;
    v->room->start[1] = n;
    for (size_t a = 0; wants_axes(atlas) && a < atlas->s->n_axes; a++)
        fill_axis(v, a, atlas->required, atlas->required + 1);
}

void tacit_atlas_look(const tacit_atlas *atlas, tacit_atlas_room *room, size_t node,
                      const uint8_t *level, const tacit_roller *r)
{
    const sight v = {
        .atlas = atlas, .room = room, .list = &r->list, .level = level, .node = node
    };
    fill_ladder(&v);
    order_classes(&v);
    for (size_t a = 0; wants_axes(atlas) && a < atlas->s->n_axes; a++)
        fill_axis(&v, a, 0, atlas->n_k);
    if (atlas->judged)
        fill_judged(&v, r->marked);
}
