/*
 * witness.c - tables that readers must hold possible, found by walking from the true one.
 */
#include "tabular/witness.h"

#include <math.h>

#include "tabular/leaves.h"

/* Steps that are tried for a cell one way before the other, and how often all cells that are not
 * yet wide enough are visited. */
enum { TRIES = 60, VISITS = 40 };

/* What sums of units are taken to be exact to, of a unit. */
static const double NEAR = 1e-6;

typedef struct walk {
    const tacit_system *s;
    tacit_leaves leaves;
    uint32_t *leaf_of; /* of a cell; n for a total */
    double *y;         /* of a cell: how far the table is from its value */
    tacit_seen *seen;
    tacit_rng rng;
} walk;

/* Leaves that are moved together. */
typedef struct step {
    size_t n;
    uint32_t leaf[4];
    double by[4];
} step;

/* ---- steps ---- */

static void shift(const walk *w, const step *m, double times)
{
    const tacit_leaves *l = &w->leaves;
    for (size_t i = 0; i < m->n; i++)
        for (size_t e = l->first[m->leaf[i]]; e < l->first[m->leaf[i] + 1]; e++)
            w->y[l->in[e]] += times * m->by[i];
}

static bool is_possible(const walk *w, uint32_t leaf)
{
    const tacit_leaves *l = &w->leaves;
    for (size_t e = l->first[leaf]; e < l->first[leaf + 1]; e++) {
        const tacit_cell *c = &w->s->cell[l->in[e]];
        const double x = c->value + w->y[l->in[e]], near = NEAR * c->unit;
        if (x < c->low - near || x > c->high + near)
            return false;
    }
    return true;
}

/* Take a step if it leads to a possible table, and remember what was seen. */
static bool take(walk *w, const step *m)
{
    bool possible = true;
    shift(w, m, 1);
    for (size_t i = 0; i < m->n; i++)
        possible = possible && is_possible(w, m->leaf[i]);
    if (!possible) {
        shift(w, m, -1);
        return false;
    }
    for (size_t i = 0; i < m->n; i++)
        for (size_t e = w->leaves.first[m->leaf[i]]; e < w->leaves.first[m->leaf[i] + 1]; e++) {
            tacit_seen *seen = &w->seen[w->leaves.in[e]];
            seen->below = fmax(seen->below, -w->y[w->leaves.in[e]]);
            seen->above = fmax(seen->above, w->y[w->leaves.in[e]]);
        }
    return true;
}

/* Another leaf in equation number `which` of `leaf`, at a random place; n if that is a total. */
static uint32_t find_sibling(walk *w, uint32_t leaf, size_t which, size_t *where)
{
    const tacit_system *s = w->s;
    const size_t r = s->in[s->first_of[w->leaves.cell[leaf]] + which].at;
    *where = tacit_rng_below(&w->rng, s->first[r + 1] - s->first[r]);
    const uint32_t sibling = w->leaf_of[s->term[s->first[r] + *where].at];
    return sibling == leaf ? (uint32_t)w->leaves.n : sibling;
}

/* The leaf at a place of equation number `which` of `leaf`; n if there is none. */
static uint32_t find_parallel(const walk *w, uint32_t leaf, size_t which, size_t where)
{
    const tacit_system *s = w->s;
    const uint32_t i = w->leaves.cell[leaf];
    if (s->first_of[i] + which >= s->first_of[i + 1])
        return (uint32_t)w->leaves.n;
    const size_t r = s->in[s->first_of[i] + which].at, e = s->first[r] + where;
    return e < s->first[r + 1] ? w->leaf_of[s->term[e].at] : (uint32_t)w->leaves.n;
}

/* One to four leaves, beginning with `leaf` by `by`.  A square that is none is no harm: whatever
 * leaves do, all equations hold. */
static step choose_step(walk *w, uint32_t leaf, double by)
{
    const tacit_system *s = w->s;
    const uint32_t i = w->leaves.cell[leaf], none = (uint32_t)w->leaves.n;
    const size_t n = s->first_of[i + 1] - s->first_of[i], kind = tacit_rng_below(&w->rng, 3);
    step m = { 1, { leaf }, { by } };
    size_t where = 0, unused = 0;
    if (kind == 0 || n == 0)
        return m;
    const size_t which = tacit_rng_below(&w->rng, n);
    const uint32_t second = find_sibling(w, leaf, which, &where);
    if (second == none)
        return m;
    m = (step){ 2, { leaf, second }, { by, -by } };
    if (kind == 1 || n == 1)
        return m;
    const size_t other = (which + 1 + tacit_rng_below(&w->rng, n - 1)) % n;
    const uint32_t third = find_sibling(w, leaf, other, &unused);
    const uint32_t fourth = third == none ? none : find_parallel(w, third, which, where);
    if (fourth == none || third == second || fourth == leaf || fourth == second)
        return m;
    return (step){ 4, { leaf, second, third, fourth }, { by, -by, -by, by } };
}

/* ---- the walk ---- */

/* A random leaf that counts in `cell`. */
static uint32_t find_leaf(walk *w, uint32_t cell)
{
    const tacit_system *s = w->s;
    while (w->leaf_of[cell] == w->leaves.n) {
        const size_t r = w->leaves.by[cell];
        const size_t e = s->first[r] + tacit_rng_below(&w->rng, s->first[r + 1] - s->first[r]);
        if (s->term[e].at != cell)
            cell = s->term[e].at;
    }
    return w->leaf_of[cell];
}

/* The size of a step: whole units, small ones as often as large ones. */
static double choose_size(walk *w, uint32_t leaf, double width)
{
    const double unit = w->s->cell[w->leaves.cell[leaf]].unit;
    const double most = fmax(1, floor(log2(fmax(2, width / unit))) + 1);
    return unit * floor(exp2((double)tacit_rng_below(&w->rng, (uint64_t)most)));
}

static bool is_wide(const tacit_seen *seen, double width)
{
    return seen->below + seen->above >= width * (1 - NEAR);
}

/* Push a cell up, then down, then up, until it was seen wide apart or all tries failed. */
static void push(walk *w, uint32_t cell, double width)
{
    for (int way = 1; way >= -1; way -= 2)
        for (size_t k = 0; k < TRIES && !is_wide(&w->seen[cell], width); k++) {
            const uint32_t leaf = find_leaf(w, cell);
            const step m = choose_step(w, leaf, way * choose_size(w, leaf, width));
            if (take(w, &m))
                k -= k > 0;
        }
}

static tacit_status begin(tacit_ctx *cx, walk *w)
{
    const size_t n = w->s->n_cells;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->leaf_of, &w->leaf_of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->y, &w->y));
    for (size_t i = 0; i < n; i++) {
        w->leaf_of[i] = (uint32_t)w->leaves.n;
        w->seen[i] = (tacit_seen){ 0 };
    }
    for (size_t k = 0; k < w->leaves.n; k++)
        w->leaf_of[w->leaves.cell[k]] = (uint32_t)k;
    return TACIT_OK;
}

tacit_status tacit_witness_walk(tacit_ctx *cx, const tacit_system *s, const double *width,
                                tacit_seen *seen)
{
    const size_t mark = tacit_scratch_mark(cx);
    walk w = { .s = s, .seen = seen, .rng = tacit_rng_seed(s->n_cells) };
    TACIT_TRY(tacit_leaves_find(cx, s, &w.leaves));
    TACIT_TRY(begin(cx, &w));
    size_t left = s->n_cells;
    for (size_t k = 0; w.leaves.adds_up && k < VISITS && left > 0; k++) {
        TACIT_TRY(tacit_tick(cx, k, VISITS));
        left = 0;
        for (uint32_t i = 0; i < s->n_cells; i++)
            if (width[i] > 0 && !is_wide(&seen[i], width[i])) {
                push(&w, i, width[i]);
                left += !is_wide(&seen[i], width[i]);
            }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
