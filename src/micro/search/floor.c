/*
 * floor.c - how much of a lattice can be looked at in a bounded time.
 *
 * Nodes near the lowest one have almost as many classes as there are combinations of keys, and
 * with many keys there are many such nodes, of which hardly any could be released.  Raising an
 * axis from level l to l + 1 makes a label stand for 1 / labels[l + 1] of the values instead of
 * 1 / labels[l] on average: the axis with the least difference is raised, the first of equals.
 */
#include "micro/search/floor.h"

#include "micro/search/roll.h"

static bool is_long(const tacit_search_space *s, size_t classes, double work)
{
    return s->nodes > 1.0 && s->nodes * (double)classes > work;
}

bool tacit_lattice_is_long(const tacit_search_space *s, double work)
{
    return is_long(s, s->cells.n, work);
}

/* What one level more costs on an axis, or 2 if there is none. */
static double cost_of(const tacit_axis *x)
{
    if (x->low == x->high)
        return 2.0;
    return 1.0 / (double)x->labels[x->low + 1] - 1.0 / (double)x->labels[x->low];
}

static tacit_axis *cheapest(const tacit_search_space *s)
{
    tacit_axis *best = &s->axis[0];
    for (size_t a = 1; a < s->n_axes; a++)
        if (cost_of(&s->axis[a]) < cost_of(best))
            best = &s->axis[a];
    return best;
}

static tacit_status raise_all(tacit_ctx *cx, double work, tacit_search_space *s)
{
    tacit_roll_maps maps;
    tacit_roller r;
    uint8_t lowest[TACIT_MOST_AXES] = { 0 }, floor[TACIT_MOST_AXES];
    TACIT_TRY(tacit_roll_maps_make(cx, s, &maps));
    TACIT_TRY(tacit_roller_make(cx, s, &maps, &r));
    size_t classes = s->cells.n;
    while (is_long(s, classes, work)) {
        tacit_axis *x = cheapest(s);
        const double span = (double)(x->high - x->low);
        TACIT_ASSERT(span > 0.0); /* more than one node is left */
        x->low++;
        s->nodes = s->nodes / (span + 1.0) * span;
        for (size_t a = 0; a < s->n_axes; a++)
            floor[a] = s->axis[a].low;
        tacit_roll(&r, &s->cells, lowest, floor);
        classes = r.list.n;
        TACIT_TRY(tacit_tick(cx, 0, 0));
    }
    return TACIT_OK;
}

tacit_status tacit_lattice_raise(tacit_ctx *cx, double work, tacit_search_space *s)
{
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(raise_all(cx, work, s));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
