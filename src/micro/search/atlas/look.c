/*
 * look.c - what the atlas keeps of one node, from its classes.
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

#include "micro/search/atlas/own.h"
#include "micro/search/loss_own.h"

/* Counts whose x log2 x stands in a table, at most. */
enum { MOST_LOGS = 1 << 20 };

/* ---- tables and room ---- */

static tacit_status make_areas(tacit_ctx *cx, const tacit_atlas *atlas, tacit_atlas_tables *out)
{
    const tacit_search_space *s = atlas->s;
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
    const tacit_search_space *s = atlas->s;
    size_t labels = 1;
    for (size_t a = 0; a < s->n_axes; a++)
        labels = s->axis[a].labels[0] > labels ? s->axis[a].labels[0] : labels;
    *out = (tacit_atlas_room){ .tables = tables };
    TACIT_TRY(tacit_scratch(cx, s->cells.n, sizeof *out->bucket, &out->bucket));
    TACIT_TRY(tacit_scratch(cx, s->cells.n * s->words, sizeof *out->key, &out->key));
    TACIT_TRY(tacit_scratch(cx, s->cells.n, sizeof *out->size, &out->size));
    TACIT_TRY(tacit_scratch(cx, atlas->rungs + 2, sizeof *out->start, &out->start));
    TACIT_TRY(tacit_scratch(cx, labels, sizeof *out->count, &out->count));
    TACIT_TRY(tacit_scratch(cx, labels, sizeof *out->more, &out->more));
    TACIT_TRY(tacit_scratch(cx, labels, sizeof *out->seen, &out->seen));
    return tacit_scratch(cx, labels + 1, sizeof *out->label, &out->label);
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

/* How many rungs keep a class of this size. */
static inline size_t bucket_of(const sight *v, uint64_t size)
{
    const tacit_atlas_tables *t = v->room->tables;
    if (size < t->n_bucket)
        return t->bucket[size];
    size_t b = v->atlas->n_k;
    while (b > 0 && v->atlas->k[b - 1] > size)
        b--;
    return b;
}

/* ln of the values that the labels of class g stand for. */
static double log_area_of(const sight *v, size_t g)
{
    const tacit_search_space *s = v->atlas->s;
    const tacit_atlas_tables *t = v->room->tables;
    double sum = 0.0;
    for (size_t a = 0; a < s->n_axes; a++)
        sum += t->log_area[a * t->levels + v->level[a]][tacit_space_label(s, v->list, a, g)];
    return sum;
}

/* What the classes of a bucket have together. */
typedef struct tally {
    uint64_t records, classes, smallest;
    double squares;
} tally;

static inline void add_class(tally *b, uint64_t size)
{
    b->records += size;
    b->classes++;
    b->squares += (double)size * (double)size;
    b->smallest = size < b->smallest ? size : b->smallest;
}

/* Write the sums over kept classes at `place`. */
static void put_kept(const tacit_atlas *atlas, size_t place, const tally *kept)
{
    atlas->classes[place] = (uint32_t)kept->classes;
    atlas->squares[place] = kept->squares;
    atlas->smallest[place] = kept->classes > 0 ? kept->smallest : 0;
}

/* Add to `place` what the rarer losses need to know of the kept class g. */
static void keep_more(const sight *v, size_t g, size_t place)
{
    const tacit_atlas *atlas = v->atlas;
    const double x = (double)v->list->size[g], n = (double)atlas->s->records;
    if (atlas->area != NULL)
        atlas->area[place] += x * exp(log_area_of(v, g));
    if (atlas->size_log != NULL)
        atlas->size_log[place] += tacit_loss_x_log2(x / n);
    if (atlas->misplaced != NULL)
        atlas->misplaced[place] += tacit_loss_misplaced(v->list, atlas->target, g);
}

static bool wants_more(const tacit_atlas *atlas)
{
    return atlas->area != NULL || atlas->size_log != NULL || atlas->misplaced != NULL;
}

/* Place b - 1 gets what bucket b keeps, and then all rungs below. */
static void fill_more(const sight *v)
{
    const tacit_atlas *atlas = v->atlas;
    const size_t first = v->node * atlas->rungs;
    for (size_t g = 0; g < v->list->n; g++)
        if (v->list->size[g] > 0 && v->room->bucket[g] > 0)
            keep_more(v, g, first + v->room->bucket[g] - 1);
    for (size_t at = first + atlas->n_k; at-- > first + 1;) {
        if (atlas->area != NULL)
            atlas->area[at - 1] += atlas->area[at];
        if (atlas->size_log != NULL)
            atlas->size_log[at - 1] += atlas->size_log[at];
        if (atlas->misplaced != NULL)
            atlas->misplaced[at - 1] += atlas->misplaced[at];
    }
}

/* Put the classes into buckets: rung r suppresses buckets 0 ... r and keeps the others. */
static void fill_ladder(const sight *v)
{
    const tacit_atlas *atlas = v->atlas;
    const size_t n_k = atlas->n_k, first = v->node * atlas->rungs;
    tally in[TACIT_ATLAS_RUNGS + 1], kept = { .smallest = UINT64_MAX };
    uint64_t gone = 0;
    for (size_t b = 0; b <= n_k; b++)
        in[b] = kept;
    for (size_t g = 0; g < v->list->n; g++) {
        const uint64_t size = v->list->size[g];
        const size_t b = size > 0 ? bucket_of(v, size) : n_k;
        v->room->bucket[g] = (uint8_t)b;
        if (size > 0)
            add_class(&in[b], size);
    }
    for (size_t b = n_k + 1; b-- > 0;) {
        kept.classes += in[b].classes;
        kept.squares += in[b].squares;
        kept.smallest = in[b].smallest < kept.smallest ? in[b].smallest : kept.smallest;
        if (b > 0)
            put_kept(atlas, first + b - 1, &kept);
    }
    atlas->all_squares[v->node] = kept.squares;
    for (size_t r = 0; r < n_k; r++)
        atlas->suppressed[first + r] = gone += in[r].records;
    v->room->n_buckets = n_k;
    if (wants_more(atlas))
        fill_more(v);
}

/* Copy the classes that some rung suppresses, by bucket. */
static void gather(const sight *v)
{
    const size_t words = v->atlas->s->words;
    tacit_atlas_room *room = v->room;
    size_t *start = room->start;
    memset(start, 0, (room->n_buckets + 1) * sizeof *start);
    for (size_t g = 0; g < v->list->n; g++)
        if (room->bucket[g] < room->n_buckets)
            start[room->bucket[g] + 1]++;
    for (size_t b = 0; b < room->n_buckets; b++)
        start[b + 1] += start[b];
    for (size_t g = 0; g < v->list->n; g++) {
        if (room->bucket[g] == room->n_buckets)
            continue;
        const size_t at = start[room->bucket[g]]++;
        room->size[at] = v->list->size[g];
        for (size_t w = 0; w < words; w++)
            room->key[at * words + w] = v->list->key[g * words + w];
    }
    for (size_t b = room->n_buckets; b > 0; b--)
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

/* Add the sizes of the classes of bucket b to `more` of their labels on axis a. */
static void count_labels(const sight *v, size_t a, size_t b)
{
    const tacit_atlas_room *room = v->room;
    const tacit_axis *x = &v->atlas->s->axis[a];
    const size_t words = v->atlas->s->words;
    const uint64_t *key = room->key + x->word, mask = (UINT64_C(1) << x->bits) - 1;
    uint64_t *more = room->more;
    for (size_t i = room->start[b]; i < room->start[b + 1]; i++)
        more[key[i * words] >> x->shift & mask] += room->size[i];
}

/* List the labels that bucket b counted: all there are, or, if those are more than the
 * classes of the bucket, the labels of its classes, each once. */
static size_t list_labels(const sight *v, size_t a, size_t b)
{
    tacit_atlas_room *room = v->room;
    const tacit_axis *x = &v->atlas->s->axis[a];
    const uint32_t labels = x->labels[v->level[a]];
    const uint64_t mask = (UINT64_C(1) << x->bits) - 1;
    size_t n = 0;
    for (uint32_t y = 0; labels <= room->start[b + 1] - room->start[b] && y < labels; y++) {
        room->label[n] = y;
        n += room->more[y] > 0;
    }
    if (n > 0)
        return n;
    room->now++;
    for (size_t i = room->start[b]; i < room->start[b + 1]; i++) {
        const uint64_t word = room->key[i * v->atlas->s->words + x->word];
        const uint32_t y = (uint32_t)(word >> x->shift & mask);
        room->label[n] = y;
        n += room->seen[y] < room->now;
        room->seen[y] = room->now;
    }
    return n;
}

/* Add what bucket b changes; the label `skip` is that of missing values. */
static void add_changes(const sight *v, size_t a, size_t n, uint32_t skip, axis_sums *sums)
{
    const tacit_atlas_room *room = v->room;
    const tacit_atlas_tables *t = room->tables;
    const double *share = v->atlas->s->axis[a].share[v->level[a]];
    for (size_t i = 0; i < n; i++) {
        const uint32_t y = room->label[i];
        const uint64_t before = room->count[y], after = before + room->more[y];
        const double more = (double)room->more[y];
        room->count[y] = after;
        room->more[y] = 0;
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

/* Fill axis a at the rungs from `first` on, one for each bucket. */
static void fill_axis(const sight *v, size_t a, size_t first)
{
    const tacit_axis *x = &v->atlas->s->axis[a];
    const uint32_t labels = x->labels[v->level[a]];
    const bool apart = x->missing < x->labels[0];
    const uint32_t skip = apart ? x->label[v->level[a]][x->missing] : UINT32_MAX;
    axis_sums sums = { 0 };
    memset(v->room->count, 0, labels * sizeof *v->room->count);
    for (size_t b = 0; b < v->room->n_buckets; b++) {
        if (labels == 1) {
            sums = sums_of_one(v, a, first + b);
        } else {
            count_labels(v, a, b);
            add_changes(v, a, list_labels(v, a, b), skip, &sums);
        }
        put_sums(v, a, first + b, &sums);
    }
}

static bool wants_axes(const tacit_atlas *atlas)
{
    return atlas->present != NULL || atlas->share != NULL || atlas->entropy != NULL ||
           atlas->log_area != NULL;
}

/* The sums of the axes over the classes in the buckets. */
static void fill_axes(const sight *v, size_t first)
{
    if (!wants_axes(v->atlas))
        return;
    gather(v);
    for (size_t a = 0; a < v->atlas->s->n_axes; a++)
        fill_axis(v, a, first);
}

/* What the judge's marks leave, as the last rung. */
static void fill_judged(const sight *v, const bool *marked)
{
    const tacit_atlas *atlas = v->atlas;
    const size_t place = v->node * atlas->rungs + atlas->required;
    tally in[2] = { { .smallest = UINT64_MAX }, { .smallest = UINT64_MAX } };
    for (size_t g = 0; g < v->list->n; g++) {
        const uint64_t size = v->list->size[g];
        const bool kept = !marked[g] || size == 0;
        v->room->bucket[g] = kept ? 1 : 0;
        if (size > 0)
            add_class(&in[kept], size);
        if (size > 0 && kept && wants_more(atlas))
            keep_more(v, g, place);
    }
    atlas->suppressed[place] = in[0].records;
    put_kept(atlas, place, &in[1]);
    v->room->n_buckets = 1;
}

void tacit_atlas_look(const tacit_atlas *atlas, tacit_atlas_room *room, size_t node,
                      const uint8_t *level, const tacit_roller *r)
{
    const sight v = {
        .atlas = atlas, .room = room, .list = &r->list, .level = level, .node = node
    };
    fill_ladder(&v);
    fill_axes(&v, 0);
    if (!atlas->judged)
        return;
    fill_judged(&v, r->marked);
    fill_axes(&v, atlas->required);
}
