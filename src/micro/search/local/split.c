/*
 * split.c - groups split from the top down as far as they go: Mondrian.
 *
 * LeFevre, DeWitt and Ramakrishnan (2006), Mondrian multidimensional k-anonymity: a group is
 * cut along one axis if all parts are accepted, and so on with the parts.  Axes with ranges
 * are cut at the median; on other axes a label is split into the labels below it, down to
 * the lowest that a part shares.  Which axis:
 *   widest   that with the widest region of those that can be cut, as in the paper;
 *   else     that whose cut saves most loss (own choice).
 *
 * Strict: every part must be accepted by the judge.  Otherwise (own design; the relaxed
 * variant of the paper is about records with the median value): parts that are rejected
 * stay together with the labels of the whole; if together they are rejected too, the
 * accepted parts that would save least stay with them until they are accepted.
 *
 * With `divide`, a median cut makes halves: a cell with the median value may be divided, as
 * in relaxed Mondrian; only where the size of classes is all that is required.
 *
 * Cost: O(units * axes) for each level of the tree of cuts, whose depth is logarithmic in
 * the records for balanced cuts and at most the sum of the levels on other axes.
 */
#include "micro/search/local/own.h"

#include <string.h>

#include "base/sort.h"

enum { TICK_PARTS = 256 };

/* A cut of a part along one axis. */
typedef struct cut {
    size_t axis;
    double gain;     /* not above 0: there is none */
    uint32_t split;  /* unit to divide, TACIT_LOCAL_NONE if none is */
    uint64_t before; /* records of it that go to the first part */
} cut;

typedef struct splitter {
    tacit_ctx *cx;
    tacit_local *L;
    const tacit_split_spec *spec;
    uint32_t *next;  /* unit after a unit in its part */
    uint32_t *stack; /* first units of parts that wait */
    size_t waiting;
    uint32_t *unit; /* of the part being cut */
    size_t n;
    tacit_search_region *region; /* of it */
    uint32_t *child;             /* of each of its units, by place */
    uint32_t *number;            /* of the child of each label or value, + 1 */
    tacit_local_lists lists;
    bool *marked;
    double *saves;  /* what each child saves */
    size_t weighed; /* axis of whose cut this is all about */
    uint32_t *pool;
} splitter;

static uint32_t value_of(const splitter *t, size_t i, size_t a)
{
    return tacit_local_values(t->L, t->unit[i])[a];
}

/* ---- children of a part ---- */

/* Children by label below the region's; their number. */
static size_t label_children(splitter *t, size_t a)
{
    const tacit_axis *x = t->L->axis[a].x;
    const tacit_search_region *r = &t->region[a];
    if (r->level == TACIT_REGION_RANGE || r->level <= x->low)
        return 0;
    const uint32_t *label = x->label[r->level - 1];
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++) {
        uint32_t *number = &t->number[label[value_of(t, i, a)]];
        if (*number == 0)
            *number = (uint32_t)++n;
        t->child[i] = *number - 1;
    }
    for (size_t i = 0; i < t->n; i++)
        t->number[label[value_of(t, i, a)]] = 0;
    return n;
}

/* Two children, of known and of missing values; 0 if all are one or the other, or if too few
 * are missing to be a class. */
static size_t missing_children(splitter *t, size_t a)
{
    const uint32_t missing = t->L->axis[a].x->missing;
    uint64_t gone = 0;
    size_t some = 0;
    for (size_t i = 0; i < t->n; i++) {
        t->child[i] = value_of(t, i, a) == missing;
        some += t->child[i];
        gone += t->child[i] ? t->L->size[t->unit[i]] : 0;
    }
    return some > 0 && some < t->n && gone >= t->L->floor ? 2 : 0;
}

/* Places of the part by their value on an axis, missing ones last, in scratch memory. */
static tacit_status sort_part(splitter *t, size_t a, tacit_keyed **out)
{
    TACIT_TRY(tacit_scratch(t->cx, t->n, sizeof **out, out));
    for (size_t i = 0; i < t->n; i++)
        (*out)[i] = (tacit_keyed){ value_of(t, i, a), i };
    return tacit_sort_keyed(t->cx, *out, t->n);
}

static uint64_t part_size(const splitter *t)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < t->n; i++)
        sum += t->L->size[t->unit[i]];
    return sum;
}

/* Cut sorted places into halves of records, dividing a unit if need be. */
static size_t halve(splitter *t, const tacit_keyed *by, cut *c)
{
    const uint64_t half = part_size(t) / 2;
    uint64_t sum = 0;
    for (size_t k = 0; k < t->n; k++) {
        const uint32_t u = t->unit[by[k].row];
        t->child[by[k].row] = sum >= half;
        if (sum < half && sum + t->L->size[u] > half) {
            c->split = u;
            c->before = half - sum;
        }
        sum += t->L->size[u];
    }
    return half > 0 ? 2 : 0;
}

/* Cut sorted places after the median value, or before it if nothing is above. */
static size_t cut_at_median(splitter *t, const tacit_keyed *by)
{
    const uint64_t half = (part_size(t) + 1) / 2;
    uint64_t sum = 0, median = by[t->n - 1].key;
    for (size_t k = 0; k < t->n; k++) {
        sum += t->L->size[t->unit[by[k].row]];
        if (sum >= half) {
            median = by[k].key;
            break;
        }
    }
    const bool above = median < by[t->n - 1].key;
    for (size_t k = 0; k < t->n; k++)
        t->child[by[k].row] = above ? by[k].key > median : by[k].key >= median;
    return by[0].key < by[t->n - 1].key ? 2 : 0;
}

/* Number the children of the part along an axis; 0 or 1 if it cannot be cut there. */
static tacit_status find_children(splitter *t, size_t a, cut *c, size_t *n)
{
    tacit_keyed *by = NULL;
    if (!t->L->axis[a].range) {
        *n = label_children(t, a);
        return TACIT_OK;
    }
    *n = missing_children(t, a);
    if (*n == 2)
        return TACIT_OK;
    const size_t mark = tacit_scratch_mark(t->cx);
    TACIT_TRY(sort_part(t, a, &by));
    *n = t->spec->divide && by[0].key < by[t->n - 1].key ? halve(t, by, c) : cut_at_median(t, by);
    tacit_scratch_release(t->cx, mark);
    return TACIT_OK;
}

/* The units of each child. */
static void list_children(splitter *t, size_t n)
{
    size_t *start = t->lists.start;
    memset(start, 0, (n + 2) * sizeof *start);
    for (size_t i = 0; i < t->n; i++)
        start[t->child[i] + 2]++;
    for (size_t k = 0; k < n; k++)
        start[k + 2] += start[k + 1];
    for (size_t i = 0; i < t->n; i++)
        t->lists.unit[start[t->child[i] + 1]++] = t->unit[i];
    t->lists.n = n;
}

/* ---- what a cut saves ---- */

/* The range of child k along an axis; the label of the whole if a value is missing. */
static tacit_search_region child_range(const splitter *t, size_t k, size_t a)
{
    tacit_search_region r = { .level = TACIT_REGION_RANGE, .label = UINT32_MAX };
    for (size_t i = t->lists.start[k]; i < t->lists.start[k + 1]; i++) {
        const uint32_t v = tacit_local_values(t->L, t->lists.unit[i])[a];
        if (v == t->L->axis[a].x->missing)
            return t->region[a];
        r.label = v < r.label ? v : r.label;
        r.last = v > r.last ? v : r.last;
    }
    return r;
}

/* The region of child k, which has units, along an axis. */
static tacit_search_region child_region(const splitter *t, size_t k, size_t a)
{
    if (t->L->axis[a].range)
        return child_range(t, k, a);
    const uint8_t l = (uint8_t)(t->region[a].level - 1);
    const uint32_t first = tacit_local_values(t->L, t->lists.unit[t->lists.start[k]])[a];
    return (tacit_search_region){ .level = l, .label = t->L->axis[a].x->label[l][first] };
}

static void find_savings(splitter *t, size_t a)
{
    const tacit_local_axis *axis = &t->L->axis[a];
    for (size_t k = 0; k < t->lists.n; k++) {
        t->saves[k] = 0.0;
        if (t->lists.start[k] == t->lists.start[k + 1])
            continue;
        const tacit_search_region r = child_region(t, k, a);
        for (size_t i = t->lists.start[k]; i < t->lists.start[k + 1]; i++) {
            const uint32_t u = t->lists.unit[i];
            const uint32_t v = tacit_local_values(t->L, u)[a];
            t->saves[k] +=
                (double)t->L->size[u] * (tacit_local_region_cost(axis, &t->region[a], v) -
                                         tacit_local_region_cost(axis, &r, v));
        }
    }
}

/* ---- children that stay together ---- */

/* Units of all marked children. */
static size_t pool_marked(splitter *t)
{
    size_t n = 0;
    for (size_t k = 0; k < t->lists.n; k++)
        for (size_t i = t->lists.start[k]; t->marked[k] && i < t->lists.start[k + 1]; i++)
            t->pool[n++] = t->lists.unit[i];
    return n;
}

/* The child that is not marked and saves least; the number of children if there is none. */
static size_t least_saving(const splitter *t)
{
    size_t best = t->lists.n;
    for (size_t k = 0; k < t->lists.n; k++)
        if (!t->marked[k] && (best == t->lists.n || t->saves[k] < t->saves[best]))
            best = k;
    return best;
}

/* Mark accepted children until the marked ones are accepted together; false if then none
 * is left. */
static bool pool_rejected(splitter *t)
{
    for (size_t n = pool_marked(t); n > 0; n = pool_marked(t)) {
        if (least_saving(t) == t->lists.n)
            return false;
        if (tacit_local_accepts(t->L, t->pool, n))
            return true;
        t->marked[least_saving(t)] = true;
    }
    return true;
}

/* Children without records (combinations of the population alone) stand in nobody's way. */
static void spare_empty(splitter *t)
{
    for (size_t k = 0; k < t->lists.n; k++) {
        uint64_t size = 0;
        for (size_t i = t->lists.start[k]; t->marked[k] && i < t->lists.start[k + 1]; i++)
            size += t->L->size[t->lists.unit[i]];
        t->marked[k] = t->marked[k] && size > 0;
    }
}

/* Whether a part cut in two so that a unit is divided is accepted. */
static bool halves_suffice(const splitter *t)
{
    return part_size(t) / 2 >= t->L->least;
}

/* Weigh the cut along an axis: which children stay together is left in `marked`. */
static tacit_status weigh(splitter *t, size_t a, cut *out)
{
    size_t n = 0;
    t->weighed = a;
    *out = (cut){ .axis = a, .gain = -1.0, .split = TACIT_LOCAL_NONE };
    TACIT_TRY(find_children(t, a, out, &n));
    if (n < 2)
        return TACIT_OK;
    list_children(t, n);
    if (out->split != TACIT_LOCAL_NONE) {
        if (!halves_suffice(t))
            return TACIT_OK;
        t->marked[0] = t->marked[1] = false;
    } else {
        tacit_local_judge(t->L, &t->lists, t->marked);
        spare_empty(t);
    }
    find_savings(t, a);
    for (size_t k = 0; t->spec->strict && k < n; k++)
        if (t->marked[k])
            return TACIT_OK;
    if (!pool_rejected(t))
        return TACIT_OK;
    out->gain = 0.0;
    for (size_t k = 0; k < n; k++)
        out->gain += t->marked[k] ? 0.0 : t->saves[k];
    return TACIT_OK;
}

/* How wide the part's region is on an axis. */
static double width(const splitter *t, size_t a)
{
    double widest = 0.0;
    for (size_t i = 0; i < t->n; i++) {
        const double w = tacit_local_region_cost(&t->L->axis[a], &t->region[a], value_of(t, i, a));
        if (w > widest)
            widest = w;
        if (value_of(t, i, a) != t->L->axis[a].x->missing)
            break;
    }
    return widest;
}

/* The cut of the widest axis that can be cut. */
static tacit_status find_widest(splitter *t, cut *best)
{
    const size_t axes = t->L->axes;
    double wide[TACIT_MOST_AXES];
    *best = (cut){ .gain = -1.0 };
    for (size_t a = 0; a < axes; a++)
        wide[a] = width(t, a);
    for (size_t i = 0; i < axes && best->gain <= 0.0; i++) {
        size_t widest = 0;
        for (size_t a = 1; a < axes; a++)
            widest = wide[a] > wide[widest] ? a : widest;
        if (wide[widest] <= 0.0)
            break;
        wide[widest] = -1.0;
        TACIT_TRY(weigh(t, widest, best));
    }
    return TACIT_OK;
}

/* The cut that saves most. */
static tacit_status find_best(splitter *t, cut *best)
{
    cut c;
    *best = (cut){ .gain = -1.0 };
    for (size_t a = 0; a < t->L->axes; a++) {
        TACIT_TRY(weigh(t, a, &c));
        if (c.gain > best->gain)
            *best = c;
    }
    return TACIT_OK;
}

/* ---- cutting ---- */

static void link_unit(splitter *t, uint32_t u, uint32_t *head)
{
    t->next[u] = *head;
    *head = u;
}

/* Divide a unit: what is not `before` becomes a new one. */
static uint32_t divide(splitter *t, const cut *c)
{
    tacit_local *L = t->L;
    const size_t u = L->n++;
    TACIT_ASSERT(u < L->room && c->before > 0 && c->before < L->size[c->split]);
    L->cell[u] = L->cell[c->split];
    L->dear[u] = L->dear[c->split];
    L->size[u] = L->size[c->split] - c->before;
    L->size[c->split] = c->before;
    memcpy(&L->value[u * L->axes], tacit_local_values(L, c->split), L->axes * sizeof *L->value);
    return (uint32_t)u;
}

/* Replace the part by its children on the stack; units keep their order within them. */
static tacit_status apply(splitter *t, const cut *best)
{
    cut c = *best;
    uint32_t together = TACIT_LOCAL_NONE;
    if (t->weighed != best->axis)
        TACIT_TRY(weigh(t, best->axis, &c));
    for (size_t k = t->lists.n; k-- > 0;) {
        uint32_t own = TACIT_LOCAL_NONE;
        uint32_t *head = t->marked[k] ? &together : &own;
        if (k == 1 && c.split != TACIT_LOCAL_NONE)
            link_unit(t, divide(t, &c), head);
        for (size_t i = t->lists.start[k + 1]; i-- > t->lists.start[k];)
            link_unit(t, t->lists.unit[i], head);
        if (own != TACIT_LOCAL_NONE)
            t->stack[t->waiting++] = own;
    }
    if (together != TACIT_LOCAL_NONE)
        t->stack[t->waiting++] = together;
    return TACIT_OK;
}

/* Take the next part from the stack. */
static void take_part(splitter *t)
{
    t->n = 0;
    for (uint32_t u = t->stack[--t->waiting]; u != TACIT_LOCAL_NONE; u = t->next[u])
        t->unit[t->n++] = u;
}

static tacit_status make_splitter(tacit_ctx *cx, splitter *t)
{
    const tacit_local *L = t->L;
    uint32_t labels = 0;
    for (size_t a = 0; a < L->axes; a++)
        labels = L->axis[a].x->labels[0] > labels ? L->axis[a].x->labels[0] : labels;
    TACIT_TRY(tacit_scratch(cx, L->room, sizeof *t->next, &t->next));
    TACIT_TRY(tacit_scratch(cx, L->room + 1, sizeof *t->stack, &t->stack));
    TACIT_TRY(tacit_scratch(cx, L->room, sizeof *t->unit, &t->unit));
    TACIT_TRY(tacit_scratch(cx, L->axes, sizeof *t->region, &t->region));
    TACIT_TRY(tacit_scratch(cx, L->room, sizeof *t->child, &t->child));
    TACIT_TRY(tacit_scratch(cx, (size_t)labels + 1, sizeof *t->number, &t->number));
    TACIT_TRY(tacit_scratch(cx, L->room + 2, sizeof *t->marked, &t->marked));
    TACIT_TRY(tacit_scratch(cx, L->room + 2, sizeof *t->saves, &t->saves));
    TACIT_TRY(tacit_scratch(cx, L->room, sizeof *t->pool, &t->pool));
    return tacit_local_lists_make(cx, L, &t->lists);
}

/* The groups as parts on the stack. */
static tacit_status start_parts(splitter *t, const uint32_t *group, size_t groups)
{
    uint32_t *head = NULL;
    const size_t mark = tacit_scratch_mark(t->cx);
    TACIT_TRY(tacit_scratch(t->cx, groups, sizeof *head, &head));
    for (size_t g = 0; g < groups; g++)
        head[g] = TACIT_LOCAL_NONE;
    for (size_t u = t->L->n; u-- > 0;)
        if (group[u] != TACIT_LOCAL_NONE)
            link_unit(t, (uint32_t)u, &head[group[u]]);
    for (size_t g = groups; g-- > 0;)
        if (head[g] != TACIT_LOCAL_NONE)
            t->stack[t->waiting++] = head[g];
    tacit_scratch_release(t->cx, mark);
    return TACIT_OK;
}

tacit_status tacit_local_split(tacit_ctx *cx, tacit_local *L, const tacit_split_spec *spec,
                               uint32_t *group, size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    splitter t = { .cx = cx, .L = L, .spec = spec };
    cut best;
    size_t n = 0;
    TACIT_TRY(make_splitter(cx, &t));
    TACIT_TRY(start_parts(&t, group, *groups));
    for (uint64_t parts = 0; t.waiting > 0; parts++) {
        take_part(&t);
        const bool shared = tacit_local_region(L, t.unit, t.n, t.region);
        TACIT_ASSERT(shared);
        TACIT_TRY(spec->widest ? find_widest(&t, &best) : find_best(&t, &best));
        if (best.gain > 0.0 && !tacit_local_is_late(L)) {
            TACIT_TRY(apply(&t, &best));
        } else {
            for (size_t i = 0; i < t.n; i++)
                group[t.unit[i]] = (uint32_t)n;
            n++;
        }
        if (parts % TICK_PARTS == 0)
            TACIT_TRY(tacit_tick(cx, n, 0));
    }
    *groups = n;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
