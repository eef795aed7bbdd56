/*
 * anneal.c - rounding of large tables by simulated annealing.
 *
 * Only leaves are moved, by one step at a time; all totals follow, so that every table on the way
 * adds up.  A move is taken if it makes the energy
 *   sum over all cells of |z - a| + strict * b * (steps beyond those allowed)
 * less, or with probability exp(-more / T) else (Kirkpatrick, Gelatt and Vecchi 1983); T falls from
 * sweep to sweep, and the last sweeps take nothing that is worse.
 *
 * A leaf alone changes all totals above it, which soon are all as good as they get; so leaves are
 * moved against each other too: two parts of one equation, which leaves its total as it is, and
 * four that are a square, which leaves most totals as they are.
 *
 * Cost: O(sweeps * leaves * totals above a leaf), or until time is over.
 */
#include "tabular/protection/round/round.h"

/* The temperature of the last sweep, in bases. */
static const double COLD = 0.4;

/* What sums of single precision are taken to be exact to, of a base. */
static const double NEAR = 1e-3;

/* How many pairs and squares are tried with each leaf in a sweep. */
enum { PAIRS = 2, SQUARES = 12 };

/* Sweeps without a move after which the search ends: partners are drawn by chance. */
enum { QUIET = 8 };

/* A cell as the inner loop sees it. */
typedef struct place {
    float rest;
    int32_t t, least, most;
} place;

typedef struct heat {
    const tacit_system *system;
    const tacit_leaves *leaves;
    const bool *may;
    place *place;
    tacit_round_lists lists;
    float base, strict;
    double temperature;
    tacit_rng rng;
} heat;

/* Leaves that are moved together, against each other in the equations `along`. */
typedef struct joint {
    size_t n;
    uint32_t along; /* a list of lists.c */
    uint32_t leaf[4];
    int32_t way[4];
} joint;

/* ---- what a move costs ---- */

static float energy_of(const heat *h, const place *p, int32_t t)
{
    const int32_t beyond = t < p->least ? p->least - t : t > p->most ? t - p->most : 0;
    return fabsf(h->base * (float)t - p->rest) + h->strict * (float)beyond;
}

/* Move a leaf by `way`, where it does not cancel; what it costs. */
static float move(const heat *h, uint32_t leaf, uint32_t along, int32_t way)
{
    const size_t k = leaf * (size_t)TACIT_ROUND_LISTS + along;
    float sum = 0;
    for (size_t e = h->lists.first[k]; e < h->lists.first[k + 1]; e++) {
        place *p = &h->place[h->lists.cell[e]];
        sum += energy_of(h, p, p->t + way) - energy_of(h, p, p->t);
        p->t += way;
    }
    return sum;
}

/* Whether what the short lists leave out cancels. */
static bool cancels(const heat *h, const joint *m)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < m->n; i++) {
        const uint64_t *list = &h->lists.sum[m->leaf[i] * (size_t)TACIT_ROUND_LISTS];
        sum += (uint64_t)(int64_t)m->way[i] * (list[0] - list[m->along]);
    }
    return sum == 0;
}

/* Move leaves and keep it, or put them back; whether it was kept. */
static bool try_move(heat *h, const joint *m)
{
    double cost = 0;
    const uint32_t along = cancels(h, m) ? m->along : 0;
    for (size_t i = 0; i < m->n; i++)
        cost += (double)move(h, m->leaf[i], along, m->way[i]);
    if (cost < -NEAR * (double)h->base ||
        (h->temperature > 0 && cost <= -h->temperature * log(tacit_rng_uniform(&h->rng))))
        return true;
    for (size_t i = 0; i < m->n; i++)
        move(h, m->leaf[i], along, -m->way[i]);
    return false;
}

/* ---- which moves there are ---- */

/* Add a leaf to a move; false if it cannot go that way. */
static bool join(const heat *h, joint *m, uint32_t leaf, int32_t way)
{
    if (leaf >= h->leaves->n || (h->may != NULL && !h->may[leaf]))
        return false;
    const place *p = &h->place[h->leaves->cell[leaf]];
    if (p->t + way < p->least || p->t + way > p->most)
        return false;
    for (size_t i = 0; i < m->n; i++)
        if (m->leaf[i] == leaf)
            return false;
    m->leaf[m->n] = leaf;
    m->way[m->n++] = way;
    return true;
}

/* The equation number `which` of a leaf. */
static uint32_t equation_of(const heat *h, uint32_t leaf, size_t which)
{
    return h->system->in[h->system->first_of[h->leaves->cell[leaf]] + which].at;
}

static size_t count_equations(const heat *h, uint32_t leaf)
{
    const uint32_t i = h->leaves->cell[leaf];
    return h->system->first_of[i + 1] - h->system->first_of[i];
}

/* The leaf at a place in an equation; n if there is none. */
static uint32_t leaf_at(const heat *h, uint32_t equation, size_t where)
{
    const tacit_system *s = h->system;
    const size_t e = s->first[equation] + where;
    return e < s->first[equation + 1] ? h->lists.leaf_of[s->term[e].at] : (uint32_t)h->leaves->n;
}

static bool share_equation(const heat *h, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < count_equations(h, a); i++)
        for (size_t j = 0; j < count_equations(h, b); j++)
            if (equation_of(h, a, i) == equation_of(h, b, j))
                return true;
    return false;
}

/* Another leaf of the equation number `which` of the first leaf goes against it; `where` is its
 * place there. */
static bool join_sibling(heat *h, joint *m, size_t which, size_t *where)
{
    const uint32_t r = equation_of(h, m->leaf[0], which);
    *where = tacit_rng_below(&h->rng, h->system->first[r + 1] - h->system->first[r]);
    m->along |= which < TACIT_ROUND_WAYS ? 1U << which : 0;
    return join(h, m, leaf_at(h, r, *where), -m->way[0]);
}

/* Two leaves of one equation. */
static bool make_pair(heat *h, joint *m)
{
    size_t where = 0;
    const size_t n = count_equations(h, m->leaf[0]);
    return n > 0 && join_sibling(h, m, tacit_rng_below(&h->rng, n), &where);
}

/* Four leaves: two siblings of the first in different equations, and one that is a sibling of
 * both.  Equations stand in the same order at all cells of a table, else none is found. */
static bool make_square(heat *h, joint *m)
{
    size_t where = 0, unused = 0;
    const size_t n = count_equations(h, m->leaf[0]);
    if (n < 2)
        return false;
    const size_t first = tacit_rng_below(&h->rng, n);
    const size_t second = (first + 1 + tacit_rng_below(&h->rng, n - 1)) % n;
    if (!join_sibling(h, m, first, &where) || !join_sibling(h, m, second, &unused) ||
        count_equations(h, m->leaf[2]) <= first)
        return false;
    const uint32_t last = leaf_at(h, equation_of(h, m->leaf[2], first), where);
    return join(h, m, last, m->way[0]) && share_equation(h, last, m->leaf[1]);
}

/* A way for a leaf: the other of two places, or either by chance. */
static int32_t choose_way(heat *h, uint32_t leaf)
{
    const place *p = &h->place[h->leaves->cell[leaf]];
    if (p->most - p->least < 2)
        return p->t < p->most ? 1 : -1;
    return (tacit_rng_bits(&h->rng) & 1) != 0 ? 1 : -1;
}

/* Try all kinds of moves that begin with a leaf; whether any was made. */
static bool try_leaf(heat *h, uint32_t leaf)
{
    bool any = false;
    for (size_t k = 0; k < 1 + PAIRS + SQUARES; k++) {
        joint m = { 0 };
        if (join(h, &m, leaf, choose_way(h, leaf)) &&
            (k == 0 || (k <= PAIRS ? make_pair(h, &m) : make_square(h, &m))))
            any = try_move(h, &m) || any;
    }
    return any;
}

static bool sweep(heat *h)
{
    bool any = false;
    for (size_t k = 0; k < h->leaves->n; k++) {
        const place *p = &h->place[h->leaves->cell[k]];
        if (p->least < p->most)
            any = try_leaf(h, (uint32_t)k) || any;
    }
    return any;
}

/* ---- the search ---- */

/* All cells, totals as their leaves make them. */
static tacit_status take_places(tacit_ctx *cx, tacit_rounding *r, heat *h)
{
    const size_t n = r->system->n_cells;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->place, &h->place));
    TACIT_TRY(tacit_rounding_add_up(cx, r, h->leaves));
    for (size_t i = 0; i < n; i++) {
        const tacit_turns turns = tacit_rounding_turns(r, i, r->steps);
        h->place[i] = (place){ (float)r->r[i], r->t[i], turns.least, turns.most };
    }
    return TACIT_OK;
}

/* Sweeps with falling temperature; it falls faster if time would be over before. */
static tacit_status cool(tacit_ctx *cx, heat *h, const tacit_round_search *how, double end)
{
    const double begun = tacit_rounding_now(), time = fmax(end - begun, 1e-3);
    const double base = (double)h->base;
    for (size_t k = 0; k < how->sweeps; k++) {
        const double passed = (tacit_rounding_now() - begun) / time;
        if (passed >= 1)
            break;
        TACIT_TRY(tacit_tick(cx, k, how->sweeps));
        const double done = fmax(passed, (double)k / (double)how->sweeps);
        h->temperature = base * how->hot * pow(COLD / how->hot, done);
        sweep(h);
    }
    h->temperature = 0;
    return TACIT_OK;
}

tacit_status tacit_round_anneal(tacit_ctx *cx, tacit_rounding *r, const tacit_round_search *how,
                                const tacit_rng *rng)
{
    const size_t mark = tacit_scratch_mark(cx);
    heat h = { .system = r->system,
               .leaves = how->leaves,
               .may = how->may,
               .base = (float)r->base,
               .strict = (float)(how->strict * r->base),
               .rng = tacit_rng_fork(rng, "anneal") };
    TACIT_TRY(take_places(cx, r, &h));
    TACIT_TRY(tacit_round_lists_new(cx, r->system, h.leaves, &h.lists));
    TACIT_TRY(cool(cx, &h, how, r->end));
    for (size_t quiet = 0; quiet < QUIET && tacit_rounding_now() < r->end;) {
        TACIT_TRY(tacit_tick(cx, 0, 0));
        quiet = sweep(&h) ? 0 : quiet + 1;
    }
    for (size_t i = 0; i < r->system->n_cells; i++)
        r->t[i] = h.place[i].t;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
