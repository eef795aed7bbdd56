/*
 * cascade.c - full-domain generalisation again and again on the records that are left.
 *
 * ARX recodes locally by repeating its global search on the records that were suppressed
 * (Prasser, Bild, Eicher, Spengler, Kuhn 2018: Lightning and its iterative use).  Here the
 * rounds are as small as they can be: nodes are taken from the cheapest upwards, each
 * releases the classes of remaining units that the judge accepts, and the rest goes on.
 *
 * The mean cost of a node hides that its classes cost differently (a continent of two
 * countries, one of twenty).  So nodes wait in a heap (own design): a node is first looked
 * at when its mean cost times `ahead` is due; of its accepted classes those that cost at
 * most `step` more than what is due are released, and the node returns to the heap at the
 * cost of the cheapest one that was held back.  A node without accepted classes is done
 * with.  With `ahead` 1 and an infinite `step` this is node after node.
 *
 * Units are told apart by sums of random bits of their labels (Zobrist 1970); classes that
 * are released are compared label by label, so that a collision costs quality, never
 * correctness.  Of large lattices only the MOST_NODES cheapest nodes are visited, and work
 * ends after a number of looked-up units that grows with their number: then what is left
 * is for the caller.
 *
 * Cost: O(axes) for each remaining unit and visit; for Adult with 9 keys, 12 960 nodes and
 * 19 502 cells, about 15 million of them.
 */
#include "micro/search/local/own.h"

#include <string.h>

#include "base/sort.h"

enum { MOST_NODES = 1 << 16, HALVINGS = 50, TICK_VISITS = 64 };

/* Looked-up units: this many, and this many for each unit. */
#define LOOKS_BASE 60000000.0
#define LOOKS_PER_UNIT 250.0

/* ---- the nodes in the order of mean cost ---- */

typedef struct enumeration {
    const tacit_local *L;
    double limit; /* of mean cost */
    double *rest; /* [axis]: least cost of the axes from there on */
    size_t n;
    uint8_t *level; /* of the node being made */
    uint8_t *nodes; /* NULL: count only */
    tacit_keyed *by_cost;
} enumeration;

/* Enumerate nodes whose first `a` levels are set and cost `cost`, up to one too many. */
static void enumerate(enumeration *e, size_t a, double cost)
{
    const size_t axes = e->L->axes;
    if (a == axes) {
        if (e->nodes != NULL) {
            memcpy(&e->nodes[e->n * axes], e->level, axes);
            e->by_cost[e->n] = (tacit_keyed){ tacit_sort_key_real(cost), e->n };
        }
        e->n++;
        return;
    }
    const tacit_local_axis *x = &e->L->axis[a];
    for (size_t l = x->x->low; l <= x->x->high && e->n <= MOST_NODES; l++) {
        const double c = cost + x->mean_cost[l];
        if (c + e->rest[a + 1] > e->limit)
            return;
        e->level[a] = (uint8_t)l;
        enumerate(e, a + 1, c);
    }
}

/* The greatest limit of cost under which there are no more than MOST_NODES nodes. */
static void find_limit(enumeration *e)
{
    double low = e->rest[0], high = 1.0;
    for (size_t a = 0; a < e->L->axes; a++)
        high += e->L->axis[a].mean_cost[e->L->axis[a].x->high];
    e->limit = high;
    if (e->L->s->nodes <= (double)MOST_NODES)
        return;
    for (int i = 0; i < HALVINGS; i++) {
        e->limit = 0.5 * (low + high);
        e->n = 0;
        enumerate(e, 0, 0.0);
        *(e->n > MOST_NODES ? &high : &low) = e->limit;
    }
    e->limit = low;
}

/* The nodes to visit, cheapest first. */
static tacit_status list_nodes(tacit_ctx *cx, const tacit_local *L, enumeration *e)
{
    const size_t room = (size_t)MOST_NODES + 1;
    *e = (enumeration){ .L = L };
    TACIT_TRY(tacit_scratch(cx, L->axes + 1, sizeof *e->rest, &e->rest));
    TACIT_TRY(tacit_scratch(cx, L->axes, 1, &e->level));
    for (size_t a = L->axes; a-- > 0;)
        e->rest[a] = e->rest[a + 1] + L->axis[a].mean_cost[L->axis[a].x->low];
    find_limit(e);
    TACIT_TRY(tacit_scratch(cx, room * L->axes, 1, &e->nodes));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *e->by_cost, &e->by_cost));
    e->n = 0;
    enumerate(e, 0, 0.0);
    if (e->n > MOST_NODES) /* more nodes of the least cost than can be told apart */
        e->n = MOST_NODES;
    return tacit_sort_keyed(cx, e->by_cost, e->n);
}

/* ---- the heap of nodes by the cost that is due ---- */

typedef struct due {
    double cost;
    uint64_t rank; /* of the node by mean cost */
} due;

typedef struct heap {
    due *at;
    size_t n;
} heap;

static bool is_before(due a, due b)
{
    return a.cost < b.cost || (!(b.cost < a.cost) && a.rank < b.rank);
}

static void push(heap *h, due d)
{
    size_t i = h->n++;
    for (; i > 0 && is_before(d, h->at[(i - 1) / 2]); i = (i - 1) / 2)
        h->at[i] = h->at[(i - 1) / 2];
    h->at[i] = d;
}

static due pop(heap *h)
{
    const due first = h->at[0], last = h->at[--h->n];
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child + 1 < h->n && is_before(h->at[child + 1], h->at[child]))
            child++;
        if (child >= h->n || !is_before(h->at[child], last))
            break;
        h->at[i] = h->at[child];
        i = child;
    }
    h->at[i] = last;
    return first;
}

/* ---- visiting a node ---- */

typedef struct slot {
    uint64_t hash;
    uint32_t visit; /* the slot is empty if this is not the current one */
    uint32_t class;
} slot;

/* A class of the remaining units at the node. */
typedef struct class
{
    uint64_t size;
    uint32_t first; /* one of its units */
    uint32_t group; /* that it is released as; TACIT_LOCAL_NONE: none */
} class;

typedef struct cascade {
    tacit_local *L;
    const tacit_cascade_spec *spec;
    uint32_t *left;  /* remaining units */
    uint32_t *value; /* their values, side by side: n_left * axes */
    uint64_t *size;  /* their records */
    size_t n_left;
    uint64_t *hash; /* of each */
    uint64_t *sum;  /* records by bits of the hash: no class has more */
    slot *table;
    uint32_t visit;
    uint32_t *class_of; /* of each remaining unit, by place; TACIT_LOCAL_NONE: too small */
    class *classes;
    size_t n;
    bool *marked;
    tacit_local_lists lists;
    uint32_t *shown; /* class of the judge's list for each class */
    uint32_t *group;
    size_t groups;
    double looks;
} cascade;

/* The hash of each remaining unit, and the records of all units whose hashes share bits. */
static void hash_units(cascade *c, const uint8_t *level, size_t slots)
{
    const size_t axes = c->L->axes;
    const uint64_t *mix[TACIT_MOST_AXES];
    for (size_t a = 0; a < axes; a++)
        mix[a] = c->L->axis[a].mix[level[a]];
    memset(c->sum, 0, slots * sizeof *c->sum);
    for (size_t i = 0; i < c->n_left; i++) {
        const uint32_t *v = &c->value[i * axes];
        uint64_t hash = 0;
        for (size_t a = 0; a < axes; a++)
            hash += mix[a][v[a]];
        c->hash[i] = hash;
        c->sum[(hash >> 20) & (slots - 1)] += c->size[i];
    }
}

/* The class of a hash, found or made. */
static uint32_t find_class(cascade *c, uint64_t hash, uint32_t unit, size_t slots)
{
    size_t at = (hash >> 20) & (slots - 1);
    while (c->table[at].visit == c->visit && c->table[at].hash != hash)
        at = (at + 1) & (slots - 1);
    if (c->table[at].visit != c->visit) {
        c->table[at] = (slot){ hash, c->visit, (uint32_t)c->n };
        c->classes[c->n++] = (class){ 0, unit, TACIT_LOCAL_NONE };
    }
    return c->table[at].class;
}

/* Number the classes of the remaining units; those that are surely too small have none. */
static void find_classes(cascade *c, const uint8_t *level)
{
    const uint64_t need = c->L->least > c->L->floor ? c->L->least : c->L->floor;
    size_t slots = 16;
    while (slots < 2 * c->n_left)
        slots *= 2;
    hash_units(c, level, slots);
    c->visit++;
    c->n = 0;
    for (size_t i = 0; i < c->n_left; i++) {
        c->class_of[i] = TACIT_LOCAL_NONE;
        if (c->sum[(c->hash[i] >> 20) & (slots - 1)] < need)
            continue;
        c->class_of[i] = find_class(c, c->hash[i], c->left[i], slots);
        c->classes[c->class_of[i]].size += c->size[i];
    }
    c->looks += (double)c->n_left;
}

/* The class of remaining unit i; NULL if it has none. */
static class *class_at(cascade *c, size_t i)
{
    return c->class_of[i] != TACIT_LOCAL_NONE ? &c->classes[c->class_of[i]] : NULL;
}

/* The judge's class of remaining unit i. */
static uint32_t shown_class(const cascade *c, size_t i)
{
    return c->class_of[i] != TACIT_LOCAL_NONE ? c->shown[c->class_of[i]] : TACIT_LOCAL_NONE;
}

/* Show the judge the classes that are large enough to have a chance. */
static void judge_classes(cascade *c)
{
    size_t n = 0, at = 0;
    for (size_t k = 0; k < c->n; k++) {
        const bool shown = c->classes[k].size >= c->L->floor && c->classes[k].size > 0;
        c->shown[k] = shown ? (uint32_t)n++ : TACIT_LOCAL_NONE;
    }
    size_t *start = c->lists.start;
    memset(start, 0, (n + 2) * sizeof *start);
    for (size_t i = 0; i < c->n_left; i++)
        if (shown_class(c, i) != TACIT_LOCAL_NONE)
            start[shown_class(c, i) + 2]++;
    for (size_t k = 0; k < n; k++)
        start[k + 2] += start[k + 1];
    for (size_t i = 0; i < c->n_left; i++) {
        const uint32_t k = shown_class(c, i);
        if (k != TACIT_LOCAL_NONE) {
            c->lists.unit[start[k + 1]++] = c->left[i];
            at++;
        }
    }
    TACIT_ASSERT(n == 0 || at == start[n]);
    c->lists.n = n;
    tacit_local_judge(c->L, &c->lists, c->marked);
}

static bool is_accepted(const cascade *c, size_t k)
{
    if (c->L->least > 0)
        return c->classes[k].size >= c->L->least;
    return c->shown[k] != TACIT_LOCAL_NONE && !c->marked[c->shown[k]];
}

/* Give the accepted classes that are due a group; the cost of the cheapest one held back, or
 * a negative number if there is none. */
static double choose_classes(cascade *c, const uint8_t *level, double most)
{
    double next = -1.0;
    for (size_t k = 0; k < c->n; k++) {
        if (!is_accepted(c, k))
            continue;
        const double cost = tacit_local_cost(c->L, c->classes[k].first, level);
        if (cost <= most)
            c->classes[k].group = (uint32_t)c->groups++;
        else if (next < 0.0 || cost < next)
            next = cost;
    }
    return next;
}

/* Hold classes back in which units of different labels met. */
static void drop_collisions(cascade *c, const uint8_t *level)
{
    for (size_t i = 0; i < c->n_left; i++) {
        class *k = class_at(c, i);
        if (k != NULL && k->group != TACIT_LOCAL_NONE &&
            !tacit_local_alike(c->L, c->left[i], k->first, level))
            k->group = TACIT_LOCAL_NONE;
    }
}

static void release_classes(cascade *c)
{
    const size_t axes = c->L->axes;
    size_t n = 0;
    for (size_t i = 0; i < c->n_left; i++) {
        const class *k = class_at(c, i);
        const uint32_t group = k != NULL ? k->group : TACIT_LOCAL_NONE;
        if (group != TACIT_LOCAL_NONE) {
            c->group[c->left[i]] = group;
            continue;
        }
        c->left[n] = c->left[i];
        c->size[n] = c->size[i];
        memmove(&c->value[n * axes], &c->value[i * axes], axes * sizeof *c->value);
        n++;
    }
    c->n_left = n;
}

/* Release what is due at a node; the cost at which it should be visited again, negative if
 * never. */
static double visit_node(cascade *c, const uint8_t *level, double cost)
{
    const size_t before = c->groups;
    find_classes(c, level);
    if (c->L->least == 0)
        judge_classes(c);
    const double next = choose_classes(c, level, cost + c->spec->step);
    if (c->groups > before) {
        drop_collisions(c, level);
        release_classes(c);
    }
    return next;
}

static tacit_status make_cascade(tacit_ctx *cx, cascade *c)
{
    const size_t n = c->L->n;
    size_t slots = 16;
    while (slots < 2 * n)
        slots *= 2;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->left, &c->left));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->hash, &c->hash));
    TACIT_TRY(tacit_scratch(cx, slots, sizeof *c->sum, &c->sum));
    TACIT_TRY(tacit_scratch(cx, slots, sizeof *c->table, &c->table));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->class_of, &c->class_of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->classes, &c->classes));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->marked, &c->marked));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->shown, &c->shown));
    TACIT_TRY(tacit_local_lists_make(cx, c->L, &c->lists));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->size, &c->size));
    TACIT_TRY(tacit_scratch(cx, n * c->L->axes, sizeof *c->value, &c->value));
    for (size_t u = 0; u < n; u++) {
        c->left[u] = (uint32_t)u;
        c->size[u] = c->L->size[u];
        c->group[u] = TACIT_LOCAL_NONE;
    }
    memcpy(c->value, c->L->value, n * c->L->axes * sizeof *c->value);
    c->n_left = n;
    return TACIT_OK;
}

/* Visit nodes until none is due, no unit is left or the work is enough. */
static tacit_status run(tacit_ctx *cx, cascade *c, const enumeration *e, heap *due_nodes)
{
    const tacit_local *L = c->L;
    const double enough = LOOKS_BASE + LOOKS_PER_UNIT * (double)L->n;
    for (uint64_t visits = 0; due_nodes->n > 0 && c->n_left > 0 && c->looks < enough; visits++) {
        const due d = pop(due_nodes);
        const uint8_t *level = &e->nodes[e->by_cost[d.rank].row * L->axes];
        const double next = visit_node(c, level, d.cost);
        if (next >= 0.0)
            push(due_nodes, (due){ next, d.rank });
        if (visits % TICK_VISITS > 0)
            continue;
        TACIT_TRY(tacit_tick(cx, L->n - c->n_left, L->n));
        if (tacit_local_is_late(L))
            break;
    }
    return TACIT_OK;
}

tacit_status tacit_local_cascade(tacit_ctx *cx, tacit_local *L, const tacit_cascade_spec *spec,
                                 uint32_t *group, size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    cascade c = { .L = L, .spec = spec, .group = group };
    enumeration e;
    heap waiting = { .n = 0 };
    TACIT_TRY(make_cascade(cx, &c));
    TACIT_TRY(list_nodes(cx, L, &e));
    TACIT_TRY(tacit_scratch(cx, e.n + 1, sizeof *waiting.at, &waiting.at));
    for (size_t i = 0; i < e.n; i++) {
        const uint8_t *level = &e.nodes[e.by_cost[i].row * L->axes];
        double cost = 0.0;
        for (size_t a = 0; a < L->axes; a++)
            cost += L->axis[a].mean_cost[level[a]];
        push(&waiting, (due){ cost * spec->ahead, i });
    }
    TACIT_TRY(run(cx, &c, &e, &waiting));
    *groups = c.groups;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
