/*
 * attackers.c - what a pattern must still hide, told by the attackers who get through.
 *
 * An attacker who cannot push y_k far enough under the pattern x has a proof of it: prices g of
 * the equations, with which the inequality of suppress.h is broken by x.  Weights of primary cells
 * (x = 1) go to the right-hand side; a weight above it is cut down to it, which only sharpens.  A
 * point that was reached serves as proof for every other primary cell of its part that it moves
 * far enough.
 */
#include <math.h>

#include "tabular/attack.h"
#include "tabular/suppress/cuts.h"

static const double BROKEN = 1e-6;

/* One round of attacks. */
typedef struct siege {
    const tacit_system *s;
    size_t most;
    tacit_cuts *out;
    tacit_cell_attack a;
    double *up, *down;  /* of a cell: the farthest that a point was seen to be from its value */
    double *d, *weight; /* of a cell: its part in the proof at hand, and in the inequality */
    bool *touched;
    uint32_t *list; /* the cells that are touched */
    size_t n;
    double *price; /* of the equations of the part */
} siege;

/* Levels are in units, as what can be published is. */
static double level_of(const tacit_cell *c, double level)
{
    return c->unit * ceil(level / c->unit - BROKEN);
}

/* Remember how far the point moves each cell of the part. */
static void remember(siege *w)
{
    const double *y = tacit_reach_point(w->a.reach);
    for (size_t j = 0; j < w->a.n; j++) {
        const uint32_t i = w->a.cell[j];
        w->up[i] = fmax(w->up[i], y[j]);
        w->down[i] = fmax(w->down[i], -y[j]);
    }
}

static void touch(siege *w, uint32_t i, double by)
{
    if (!w->touched[i])
        w->list[w->n++] = i;
    w->touched[i] = true;
    w->d[i] += by;
}

/* Add the proof that y_k can be pushed no further in direction `way` to the inequality: with
 * d = way * (e_k - M'g), hiding cell i adds max(d_i, 0) (high - a) + max(-d_i, 0) (a - low). */
static void prove(siege *w, uint32_t k, int way)
{
    const tacit_system *s = w->s;
    tacit_reach_prices(w->a.reach, w->a.place[k], w->price);
    touch(w, k, way);
    for (size_t i = 0; i < w->a.m; i++) {
        const size_t r = w->a.row[i];
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            touch(w, s->term[e].at, -way * w->price[i] * (double)s->term[e].weight);
    }
    for (size_t t = 0; t < w->n; t++) {
        const uint32_t i = w->list[t];
        const tacit_cell *c = &s->cell[i];
        w->weight[i] += w->d[i] * (w->d[i] > 0 ? c->high - c->value : c->low - c->value);
        w->d[i] = 0;
    }
}

/* Begin a new inequality. */
static void forget(siege *w)
{
    for (size_t t = 0; t < w->n; t++) {
        w->weight[w->list[t]] = 0;
        w->touched[w->list[t]] = false;
    }
    w->n = 0;
}

/* What is left of `level` for cells that are not hidden anyhow. */
static double left_of(const siege *w, double level)
{
    for (size_t t = 0; t < w->n; t++)
        if (w->s->cell[w->list[t]].status == TACIT_CELL_PRIMARY ||
            w->s->cell[w->list[t]].status == TACIT_CELL_HIDDEN)
            level -= w->weight[w->list[t]];
    return level;
}

/* Add the inequality that was proven for `level` of cell `k`. */
static tacit_status add_cut(tacit_ctx *cx, siege *w, uint32_t k, double level)
{
    const double least = left_of(w, level);
    bool any = false;
    if (least <= BROKEN * level)
        return TACIT_OK;
    TACIT_TRY(tacit_cuts_begin(cx, w->out));
    for (size_t t = 0; t < w->n; t++) {
        const uint32_t i = w->list[t];
        const double weight = fmin(w->weight[i] / least, 1);
        if (w->s->cell[i].status != TACIT_CELL_SAFE || weight <= 0)
            continue;
        any = any || weight > BROKEN;
        TACIT_TRY(tacit_cuts_term(cx, w->out, i, weight));
    }
    if (!any)
        return tacit_cuts_fail(cx, w->s, k);
    tacit_cuts_end(w->out, 1);
    return TACIT_OK;
}

/* Attack cell `k` in one direction, which must be open for `level`. */
static tacit_status attack_side(tacit_ctx *cx, siege *w, uint32_t k, int way, double level)
{
    const double *seen = way > 0 ? w->up : w->down;
    double far = 0;
    if (seen[k] >= level * (1 - BROKEN))
        return TACIT_OK;
    TACIT_TRY(tacit_attack_push(cx, &w->a, k, way, level, &far));
    remember(w);
    if (far >= level * (1 - BROKEN))
        return TACIT_OK;
    forget(w);
    prove(w, k, way);
    return add_cut(cx, w, k, level);
}

/* The two ends of cell `k` must be `level` apart: both proofs together. */
static tacit_status attack_width(tacit_ctx *cx, siege *w, uint32_t k, double level)
{
    double up = 0, down = 0;
    if (w->up[k] + w->down[k] >= level * (1 - BROKEN))
        return TACIT_OK;
    forget(w);
    TACIT_TRY(tacit_attack_push(cx, &w->a, k, 1, level, &up));
    remember(w);
    prove(w, k, 1);
    TACIT_TRY(tacit_attack_push(cx, &w->a, k, -1, level, &down));
    remember(w);
    if (up + down >= level * (1 - BROKEN))
        return TACIT_OK;
    prove(w, k, -1);
    return add_cut(cx, w, k, level);
}

static tacit_status attack_cell(tacit_ctx *cx, siege *w, uint32_t k)
{
    const tacit_cell *c = &w->s->cell[k];
    const double upper = level_of(c, c->upper), lower = level_of(c, c->lower);
    const double width = fmax(level_of(c, c->sliding), c->unit);
    if (upper > 0)
        TACIT_TRY(attack_side(cx, w, k, 1, upper));
    if (lower > 0)
        TACIT_TRY(attack_side(cx, w, k, -1, lower));
    if (width > upper + lower)
        TACIT_TRY(attack_width(cx, w, k, width));
    return TACIT_OK;
}

static tacit_status attack_part(tacit_ctx *cx, siege *w)
{
    for (size_t j = 0; j < w->a.n && w->out->n < w->most; j++)
        if (w->s->cell[w->a.cell[j]].status == TACIT_CELL_PRIMARY)
            TACIT_TRY(attack_cell(cx, w, w->a.cell[j]));
    return TACIT_OK;
}

static tacit_status attack_all(tacit_ctx *cx, siege *w, const double *x)
{
    const tacit_system *s = w->s;
    tacit_cell_parts parts = { 0 };
    uint32_t *place = NULL;
    TACIT_TRY(tacit_parts_find(cx, s, x, &parts));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *place, &place));
    const tacit_attack_on on = { s, &parts, x, place };
    for (size_t p = 0; p < parts.n && w->out->n < w->most; p++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_attack_begin(cx, &on, p, &w->a));
        tacit_status status = tacit_scratch(cx, w->a.m, sizeof *w->price, &w->price);
        if (status == TACIT_OK)
            status = attack_part(cx, w);
        tacit_attack_end(&w->a);
        TACIT_TRY(status);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_cuts_of_attackers(tacit_ctx *cx, const tacit_system *s, const double *x,
                                     size_t most, tacit_cuts *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    siege w = { .s = s, .most = most, .out = out };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.up, &w.up));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.down, &w.down));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.d, &w.d));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.weight, &w.weight));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.touched, &w.touched));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.list, &w.list));
    TACIT_TRY(attack_all(cx, &w, x));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
