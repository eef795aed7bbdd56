/*
 * regroup_change.c - changes of groups that bring their points nearer together.
 *
 * Each is made only if the sum of squares within groups falls by it.  A, B and C are groups of a,
 * b and c points; m is the mean of A and n that of B; x is a point of A, y one of B, z one of C:
 *
 *   move x to B, if a > k:   b / (b + 1) |x - n|^2 - a / (a - 1) |x - m|^2
 *   swap x and y:            2 (y - x) . (n - m) - |y - x|^2 (1 / a + 1 / b)
 *   chain:                   x to B, y to C, and z to A (or none, if a > k); A, giving x for z,
 *                            changes by |z - m|^2 - |x - m|^2 - |z - x|^2 / a, and so on
 *   dissolve A:              its points move to others one by one, if together that is better
 *
 * For each point in order the best move or swap is made, else the best chain.  Groups that did
 * not change in the last pass or this are not tried with each other again.
 */
#include <math.h>

#include "stats/cluster/regroup_own.h"

typedef tacit_regroup_state state;

static double square_distance(const double *x, const double *y, size_t p)
{
    double sum = 0.0;
    for (size_t j = 0; j < p; j++)
        sum += (x[j] - y[j]) * (x[j] - y[j]);
    return sum;
}

static const double *mean_of(const state *s, size_t g)
{
    return s->mean + g * s->p;
}

/* The sum of squares grows by this if `x` joins group g. */
static double cost_of_joining(const state *s, const double *x, size_t g)
{
    const double n = s->size[g];
    return n / (n + 1.0) * square_distance(x, mean_of(s, g), s->p);
}

/* And by this if place i of group g leaves it. */
static double cost_of_leaving(const state *s, size_t g, size_t i)
{
    const double n = s->size[g];
    return -n / (n - 1.0) * s->own[g * s->room + i];
}

/* The sum of squares of group g grows by this if it gives place i for `x`, which is `away` from
 * its mean. */
static double cost_of_exchange(const state *s, size_t g, size_t i, const double *x, double away)
{
    return away - s->own[g * s->room + i] -
           square_distance(x, tacit_regroup_member(s, g, i), s->p) / (double)s->size[g];
}

/* Whether points may go from group a to group b without one for them. */
static bool may_move(const state *s, size_t a, size_t b)
{
    return s->size[a] > s->spec->k && s->size[b] < s->cap;
}

/* Neighbour i of group a, or `count` if there is none. */
static size_t neighbour(const state *s, size_t a, size_t i)
{
    const size_t b = s->near[a * s->neighbours + i];
    return b == a || s->size[b] == 0 ? s->count : b;
}

/* ---- moves and swaps ---- */

/* Place m of group a goes to group b, in exchange for place q, or for none if q is `room`. */
typedef struct change {
    size_t a, m, b, q;
    double by; /* of the sum of squares */
} change;

static double cost_of_swapping(const state *s, const change *c)
{
    const double *x = tacit_regroup_member(s, c->a, c->m);
    const double *y = tacit_regroup_member(s, c->b, c->q);
    const double *m = mean_of(s, c->a), *n = mean_of(s, c->b);
    double along = 0.0, square = 0.0;
    for (size_t j = 0; j < s->p; j++) {
        const double z = y[j] - x[j];
        along += z * (n[j] - m[j]);
        square += z * z;
    }
    return 2.0 * along - square * (1.0 / s->size[c->a] + 1.0 / s->size[c->b]);
}

/* Keep the better of the best so far and the changes of the point with group b. */
static void try_group(const state *s, size_t a, size_t m, size_t b, change *best)
{
    change c = { .a = a, .m = m, .b = b, .q = s->room };
    const double *x = tacit_regroup_member(s, a, m);
    if (may_move(s, a, b)) {
        c.by = cost_of_joining(s, x, b) + cost_of_leaving(s, a, m);
        if (c.by < best->by)
            *best = c;
    }
    for (c.q = 0; c.q < s->size[b]; c.q++) {
        c.by = cost_of_swapping(s, &c);
        if (c.by < best->by)
            *best = c;
    }
}

/* Copy the point in place i of group a to place q of group b. */
static void copy_point(state *s, size_t a, size_t i, size_t b, size_t q)
{
    const size_t from = a * s->room + i, to = b * s->room + q;
    s->member[to] = s->member[from];
    for (size_t j = 0; j < s->p; j++)
        s->at[to * s->p + j] = s->at[from * s->p + j];
}

static void swap_points(state *s, size_t a, size_t i, size_t b, size_t q)
{
    const size_t one = a * s->room + i, two = b * s->room + q;
    const uint32_t row = s->member[one];
    s->member[one] = s->member[two];
    s->member[two] = row;
    for (size_t j = 0; j < s->p; j++) {
        const double x = s->at[one * s->p + j];
        s->at[one * s->p + j] = s->at[two * s->p + j];
        s->at[two * s->p + j] = x;
    }
}

/* Make a change. */
static void put(state *s, const change *c)
{
    if (c->q == s->room) {
        copy_point(s, c->a, c->m, c->b, s->size[c->b]++);
        copy_point(s, c->a, --s->size[c->a], c->a, c->m);
    } else {
        swap_points(s, c->a, c->m, c->b, c->q);
    }
    s->changed[c->a] = s->changed[c->b] = s->pass;
    tacit_regroup_mean(s, c->a);
    tacit_regroup_mean(s, c->b);
}

/* Make the best move or swap of place m of group a. */
static bool change_point(state *s, size_t a, size_t m)
{
    change best = { .by = -s->least, .b = s->count };
    for (size_t i = 0; i < s->neighbours; i++) {
        const size_t b = neighbour(s, a, i);
        if (b < s->count && (tacit_regroup_is_fresh(s, a) || tacit_regroup_is_fresh(s, b)))
            try_group(s, a, m, b, &best);
    }
    if (best.b == s->count)
        return false;
    put(s, &best);
    return true;
}

/* ---- chains ---- */

/* Place m of group a goes to b, q of b to c, and r of c to a, or none if r is `room`. */
typedef struct chain {
    size_t a, m, b, q, c, r;
    double so_far, by; /* what B changes by, and all three */
} chain;

/* Keep the better of the best so far and the ways to end a chain at group c. */
static void end_chain(const state *s, const chain *from, chain *best)
{
    const double *y = tacit_regroup_member(s, from->b, from->q);
    const double away = square_distance(y, mean_of(s, from->c), s->p);
    chain t = *from;
    if (may_move(s, t.a, t.c)) {
        t.r = s->room;
        t.by = t.so_far + cost_of_joining(s, y, t.c) + cost_of_leaving(s, t.a, t.m);
        if (t.by < best->by)
            *best = t;
    }
    for (t.r = 0; t.r < s->size[t.c]; t.r++) {
        const double *z = tacit_regroup_member(s, t.c, t.r);
        t.by = t.so_far + cost_of_exchange(s, t.c, t.r, y, away);
        t.by += cost_of_exchange(s, t.a, t.m, z, square_distance(z, mean_of(s, t.a), s->p));
        if (t.by < best->by)
            *best = t;
    }
}

/* Chains of place m of group a through group b.  B must not lose more than A can gain. */
static void try_chains(const state *s, const chain *from, double most, chain *best)
{
    const double *x = tacit_regroup_member(s, from->a, from->m);
    const bool fresh = tacit_regroup_is_fresh(s, from->a) || tacit_regroup_is_fresh(s, from->b);
    const double away = square_distance(x, mean_of(s, from->b), s->p);
    chain t = *from;
    for (t.q = 0; t.q < s->size[t.b]; t.q++) {
        t.so_far = cost_of_exchange(s, t.b, t.q, x, away);
        for (size_t i = 0; i < s->chain && t.so_far < most; i++) {
            t.c = neighbour(s, t.b, i);
            if (t.c < s->count && t.c != t.a && (fresh || tacit_regroup_is_fresh(s, t.c)))
                end_chain(s, &t, best);
        }
    }
}

/* Make the best chain that begins with place m of group a. */
static bool chain_point(state *s, size_t a, size_t m)
{
    const double most = -cost_of_leaving(s, a, m);
    chain best = { .by = -s->least, .b = s->count };
    for (size_t i = 0; i < s->chain; i++) {
        const chain t = { .a = a, .m = m, .b = neighbour(s, a, i) };
        if (t.b < s->count &&
            (tacit_regroup_is_fresh(s, a) || tacit_regroup_is_fresh(s, t.b) || s->stirred[t.b]))
            try_chains(s, &t, most, &best);
    }
    if (best.b == s->count)
        return false;
    put(s, &(const change){ .a = best.b, .m = best.q, .b = best.a, .q = best.m });
    put(s, &(const change){ .a = best.a, .m = best.m, .b = best.c, .q = best.r });
    return true;
}

/* ---- dissolving ---- */

static double squares_of(const state *s, size_t g)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->size[g]; i++)
        sum += s->own[g * s->room + i];
    return sum;
}

/* The near group that `x` joins at least cost, or `count`. */
static size_t best_home(const state *s, size_t a, const double *x, double *cost)
{
    size_t home = s->count;
    *cost = INFINITY;
    for (size_t i = 0; i < s->neighbours; i++) {
        const size_t b = neighbour(s, a, i);
        if (b == s->count || s->size[b] >= s->cap)
            continue;
        const double d = cost_of_joining(s, x, b);
        if (d < *cost) {
            *cost = d;
            home = b;
        }
    }
    return home;
}

/* Take the last member of each of the `n` homes out again, the last home first. */
static void leave_homes(state *s, size_t n)
{
    while (n-- > 0) {
        s->size[s->home[n]]--;
        tacit_regroup_mean(s, s->home[n]);
    }
}

/* Dissolve group a if its points fit better into others. */
static bool dissolve(state *s, size_t a)
{
    const double limit = squares_of(s, a) - s->least;
    const size_t n = s->size[a];
    double sum = 0.0, cost = 0.0;
    for (size_t i = 0; i < n; i++) {
        const size_t b = best_home(s, a, tacit_regroup_member(s, a, i), &cost);
        sum += cost;
        if (!(sum < limit)) {
            leave_homes(s, i);
            return false;
        }
        s->home[i] = b;
        copy_point(s, a, i, b, s->size[b]++);
        tacit_regroup_mean(s, b);
    }
    for (size_t i = 0; i < n; i++)
        s->changed[s->home[i]] = s->pass;
    s->size[a] = 0;
    return true;
}

size_t tacit_regroup_improve(state *s, size_t a)
{
    size_t made = 0;
    for (size_t m = 0; m < s->size[a]; m++)
        made += change_point(s, a, m) || chain_point(s, a, m);
    if (tacit_regroup_is_fresh(s, a) || s->stirred[a])
        made += dissolve(s, a);
    return made;
}
