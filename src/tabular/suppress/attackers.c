/*
 * attackers.c - what a pattern must still hide, told by the attackers who get through.
 *
 * An attacker who cannot push y_k far enough under the pattern x has a proof of it: prices g of
 * the equations, with which the inequality of suppress.h is broken by x.  Weights of primary cells
 * (x = 1) go to the right-hand side; a weight above it is cut down to it, which only sharpens.  A
 * point that was reached serves as proof for every other primary cell of its part that it moves
 * far enough, and is kept for the patterns to come (proofs.h).  Large parts are attacked as a whole
 * only for cells that find no proof close by.
 */
#include <math.h>

#include "base/sort.h"
#include "solve/lp.h"
#include "tabular/suppress/cuts.h"
#include "tabular/suppress/proofs.h"

static const double BROKEN = 1e-6;

/* Parts of more cells are attacked as a whole only if need be. */
enum { LARGE = 60 };

/* Attacks from close by are given up if after some tries not one in so many is of use. */
enum { FEW_TRIES = 100, USE = 4 };

/* Inequalities that are enough of a round that looks at some claims only. */
enum { ENOUGH = 8 };

/* One round of attacks. */
typedef struct siege {
    const tacit_system *s;
    tacit_attack_on on;
    size_t most;
    tacit_cuts *out;
    tacit_hiding_proofs *proofs;
    size_t part; /* under attack */
    tacit_cell_attack a;
    tacit_hiding_room *room;
    double *price;         /* of the equations of the part */
    bool thorough;         /* large parts are attacked as a whole */
    size_t tried, settled; /* attacks from close by, and those that settled something */
} siege;

/* Keep the point as a proof for all sides of cells of the part that have none. */
static tacit_status remember(tacit_ctx *cx, siege *w)
{
    const double *y = tacit_reach_point(w->a.reach);
    for (size_t j = 0; j < w->a.n; j++) {
        const uint32_t i = w->a.cell[j];
        const tacit_cell *c = &w->s->cell[i];
        const tacit_claim_side side = y[j] > 0 ? TACIT_SIDE_UP : TACIT_SIDE_DOWN;
        if (c->status != TACIT_CELL_PRIMARY || fabs(y[j]) < BROKEN)
            continue;
        const double level = tacit_claim_level(c, side);
        if (level > 0 && fabs(y[j]) >= level * (1 - BROKEN) &&
            !tacit_hiding_proofs_hold(w->proofs, i, side, w->on.open))
            TACIT_TRY(tacit_hiding_proof_keep(cx, tacit_hiding_proofs_of(w->proofs, i, side),
                                              w->a.cell, y, w->a.n));
    }
    return TACIT_OK;
}

/* The prices of equations that show how far a cell can be pushed. */
typedef struct prices {
    size_t m;
    const uint32_t *row;
    const double *price;
} prices;

/* Those of the whole part, for cell `k`. */
static prices prices_of(siege *w, uint32_t k)
{
    tacit_reach_prices(w->a.reach, w->a.place[k], w->price);
    return (prices){ w->a.m, w->a.row, w->price };
}

static void touch(siege *w, uint32_t i, double by)
{
    if (!w->room->touched[i])
        w->room->list[w->room->n++] = i;
    w->room->touched[i] = true;
    w->room->d[i] += by;
}

/* Add the proof that y_k can be pushed no further in direction `way` to the inequality: with
 * d = way * (e_k - M'g), hiding cell i adds max(d_i, 0) (high - a) + max(-d_i, 0) (a - low). */
static void prove(siege *w, uint32_t k, int way, const prices *g)
{
    const tacit_system *s = w->s;
    touch(w, k, way);
    for (size_t i = 0; i < g->m; i++) {
        const size_t r = g->row[i];
        for (size_t e = s->first[r]; e < s->first[r + 1] && fabs(g->price[i]) > 0; e++)
            touch(w, s->term[e].at, -way * g->price[i] * (double)s->term[e].weight);
    }
    for (size_t t = 0; t < w->room->n; t++) {
        const uint32_t i = w->room->list[t];
        const tacit_cell *c = &s->cell[i];
        w->room->weight[i] +=
            w->room->d[i] * (w->room->d[i] > 0 ? c->high - c->value : c->low - c->value);
        w->room->d[i] = 0;
    }
}

/* Begin a new inequality. */
static void forget(siege *w)
{
    for (size_t t = 0; t < w->room->n; t++) {
        w->room->weight[w->room->list[t]] = 0;
        w->room->touched[w->room->list[t]] = false;
    }
    w->room->n = 0;
}

/* What is left of `level` for cells that are not hidden anyhow. */
static double left_of(const siege *w, double level)
{
    for (size_t t = 0; t < w->room->n; t++)
        if (w->s->cell[w->room->list[t]].status == TACIT_CELL_PRIMARY ||
            w->s->cell[w->room->list[t]].status == TACIT_CELL_HIDDEN)
            level -= w->room->weight[w->room->list[t]];
    return level;
}

/* Add the inequality that was proven for `level` of cell `k`. */
static tacit_status add_cut(tacit_ctx *cx, siege *w, uint32_t k, double level)
{
    const double least = left_of(w, level);
    double rest = 0; /* what weights do that are too small to be told from errors */
    double all = 0;  /* what the others do, if everything is hidden */
    if (least <= BROKEN * level)
        return TACIT_OK;
    TACIT_TRY(tacit_cuts_begin(cx, w->out));
    for (size_t t = 0; t < w->room->n; t++) {
        const uint32_t i = w->room->list[t];
        const double weight = fmin(w->room->weight[i] / least, 1);
        if (w->s->cell[i].status != TACIT_CELL_SAFE || weight <= 0)
            continue;
        if (weight > BROKEN)
            TACIT_TRY(tacit_cuts_term(cx, w->out, i, weight));
        else
            rest += weight;
        all += weight > BROKEN ? weight : 0;
    }
    if (all + rest < 1 - BROKEN)
        return tacit_cuts_fail(cx, w->s, k);
    tacit_cuts_end(w->out, 1 - rest);
    return TACIT_OK;
}

/* Attack cell `k` in one direction, which must be open for `level`. */
static tacit_status attack_side(tacit_ctx *cx, siege *w, uint32_t k, tacit_claim_side side,
                                double level)
{
    const int way = side == TACIT_SIDE_UP ? 1 : -1;
    double far = 0;
    TACIT_TRY(tacit_attack_push(cx, &w->a, k, way, level, &far));
    TACIT_TRY(remember(cx, w));
    if (far >= level * (1 - BROKEN))
        return TACIT_OK;
    const prices g = prices_of(w, k);
    forget(w);
    prove(w, k, way, &g);
    return add_cut(cx, w, k, level);
}

/* The two ends of cell `k` must be `level` apart: both proofs together. */
static tacit_status attack_width(tacit_ctx *cx, siege *w, uint32_t k, double level)
{
    tacit_hiding_proof *proof = tacit_hiding_proofs_of(w->proofs, k, TACIT_SIDE_WIDTH);
    const double *y = NULL;
    double up = 0, down = 0;
    forget(w);
    TACIT_TRY(tacit_attack_push(cx, &w->a, k, 1, level, &up));
    y = tacit_reach_point(w->a.reach);
    TACIT_TRY(tacit_hiding_proof_keep(cx, proof, w->a.cell, y, w->a.n));
    const prices g = prices_of(w, k);
    prove(w, k, 1, &g);
    TACIT_TRY(tacit_attack_push(cx, &w->a, k, -1, level, &down));
    y = tacit_reach_point(w->a.reach);
    TACIT_TRY(tacit_hiding_proof_add(cx, proof, w->a.cell, y, w->a.n));
    if (up + down >= level * (1 - BROKEN))
        return TACIT_OK;
    proof->n = 0;
    const prices back = prices_of(w, k);
    prove(w, k, -1, &back);
    return add_cut(cx, w, k, level);
}

/* Begin the attack on the whole part, unless it has begun. */
static tacit_status begin_part(tacit_ctx *cx, siege *w)
{
    if (w->a.reach != NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_attack_begin(cx, &w->on, w->part, &w->a));
    return tacit_scratch(cx, w->a.m, sizeof *w->price, &w->price);
}

/* Whether the proof that was found from close by that cell `k` cannot go on shows that the pattern
 * does not do; then its inequality is added. */
static tacit_status break_near(tacit_ctx *cx, siege *w, const tacit_claim *claim, bool *broken)
{
    const tacit_hiding_near *near = &w->proofs->near;
    const double level = tacit_claim_level(&w->s->cell[claim->k], claim->side);
    const prices g = { near->m, near->row, near->price };
    double sum = 0;
    forget(w);
    prove(w, claim->k, claim->side == TACIT_SIDE_UP ? 1 : -1, &g);
    for (size_t t = 0; t < w->room->n; t++)
        sum += w->room->weight[w->room->list[t]] * w->on.open[w->room->list[t]];
    *broken = sum < level * (1 - BROKEN);
    return *broken ? add_cut(cx, w, claim->k, level) : TACIT_OK;
}

/* Attack cell `k` from close by, first and then from farther away: `*settled` if it is protected,
 * or if what was found out of a direction shows that the pattern does not do.  A proof in fractions
 * is taken if there is none of whole units a little farther away. */
static tacit_status attack_near(tacit_ctx *cx, siege *w, uint32_t k, tacit_claim_side side,
                                bool *settled)
{
    static const size_t MOST[] = { TACIT_CLOSE, TACIT_FAR };
    bool done = false;
    for (size_t i = 0; i < sizeof MOST / sizeof MOST[0] && !done; i++) {
        const tacit_claim claim = { k, side, MOST[i] };
        bool found = false;
        TACIT_TRY(tacit_hiding_proofs_replace(cx, w->proofs, w->on.open, &claim, &found));
        *settled = *settled || found;
        done = found &&
               (MOST[i] >= TACIT_FAR || tacit_hiding_proofs_whole(w->proofs, k, side, w->on.open));
        if (!*settled && side != TACIT_SIDE_WIDTH)
            TACIT_TRY(break_near(cx, w, &claim, settled));
        done = done || (*settled && !found);
    }
    w->tried++;
    w->settled += *settled;
    return TACIT_OK;
}

/* Whether attacks from close by have been of use in this round: where cells are hidden by small
 * shares, as a relaxation does, hardly any proof is short. */
static bool near_helps(const siege *w)
{
    return w->tried < FEW_TRIES || USE * w->settled >= w->tried;
}

static tacit_status attack_cell(tacit_ctx *cx, siege *w, uint32_t k, bool large)
{
    for (tacit_claim_side side = TACIT_SIDE_UP; side < TACIT_SIDES; side++) {
        const double level = tacit_claim_level(&w->s->cell[k], side);
        bool settled = level <= 0 || tacit_hiding_proofs_hold(w->proofs, k, side, w->on.open);
        if (!settled && large && near_helps(w))
            TACIT_TRY(attack_near(cx, w, k, side, &settled));
        if (settled || (large && !w->thorough && near_helps(w)))
            continue;
        TACIT_TRY(begin_part(cx, w));
        TACIT_TRY(side == TACIT_SIDE_WIDTH ? attack_width(cx, w, k, level)
                                           : attack_side(cx, w, k, side, level));
    }
    return TACIT_OK;
}

/* Whether the round ends before all is attacked: enough is broken, or time is over. */
static bool is_over(const tacit_ctx *cx, siege *w)
{
    if (w->out->n >= w->most)
        return true;
    w->proofs->cut =
        w->proofs->end > 0 && (tacit_lp_now() >= w->proofs->end || tacit_is_finishing(cx));
    return w->proofs->cut;
}

static tacit_status attack_part(tacit_ctx *cx, siege *w)
{
    const tacit_cell_parts *parts = w->on.parts;
    const size_t first = parts->first[w->part], end = parts->first[w->part + 1];
    for (size_t e = first; e < end && !is_over(cx, w); e++)
        if (w->s->cell[parts->cell[e]].status == TACIT_CELL_PRIMARY) {
            TACIT_TRY(tacit_tick(cx, 0, 0));
            TACIT_TRY(attack_cell(cx, w, parts->cell[e], end - first > LARGE));
        }
    return TACIT_OK;
}

static tacit_status attack_parts(tacit_ctx *cx, siege *w)
{
    for (w->part = 0; w->part < w->on.parts->n && !is_over(cx, w); w->part++) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_status status = attack_part(cx, w);
        tacit_attack_end(&w->a);
        TACIT_TRY(status);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* Large parts are attacked as a whole only if nothing is broken that is seen from close by. */
static tacit_status attack_all(tacit_ctx *cx, siege *w)
{
    TACIT_TRY(attack_parts(cx, w));
    w->thorough = w->settled < w->tried && w->out->n == 0;
    return w->thorough ? attack_parts(cx, w) : TACIT_OK;
}

tacit_status tacit_cuts_of_attackers(tacit_ctx *cx, const tacit_system *s, const double *x,
                                     size_t most, tacit_hiding_proofs *proofs, tacit_cuts *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_cell_parts parts = { 0 };
    siege w = { .s = s,
                .on = { s, &parts, x, NULL },
                .most = most,
                .proofs = proofs,
                .room = &proofs->room,
                .out = out };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.on.place, &w.on.place));
    TACIT_TRY(tacit_parts_find(cx, s, x, &parts));
    TACIT_TRY(attack_all(cx, &w));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- some attackers ---- */

/* The claims whose proofs do not hold, those first that were broken last: they will be again. */
typedef struct open_claims {
    const tacit_hiding_proofs *proofs;
    uint32_t *claim;
    size_t n;
} open_claims;

static bool is_earlier(const void *user, uint32_t a, uint32_t b)
{
    const open_claims *o = user;
    return o->proofs->broken[o->claim[a]] >= o->proofs->broken[o->claim[b]];
}

static tacit_claim claim_of(const tacit_hiding_proofs *p, uint32_t number)
{
    return (tacit_claim){ p->primary[number / TACIT_SIDES],
                          (tacit_claim_side)(number % TACIT_SIDES), TACIT_CLOSE };
}

static tacit_status find_open(tacit_ctx *cx, const siege *w, const tacit_claims *claims,
                              open_claims *o)
{
    uint32_t *order = NULL, *sorted = NULL;
    o->proofs = w->proofs;
    TACIT_TRY(tacit_scratch(cx, claims->n, sizeof *o->claim, &o->claim));
    for (size_t c = 0; c < claims->n; c++) {
        const tacit_claim claim = claim_of(w->proofs, claims->claim[c]);
        if (!tacit_hiding_proofs_hold(w->proofs, claim.k, claim.side, w->on.open))
            o->claim[o->n++] = claims->claim[c];
    }
    TACIT_TRY(tacit_scratch(cx, o->n, sizeof *sorted, &sorted));
    TACIT_TRY(tacit_sort_by(cx, o->n, is_earlier, o, &order));
    for (size_t c = 0; c < o->n; c++)
        sorted[c] = o->claim[order[c]];
    o->claim = sorted;
    return TACIT_OK;
}

/* Attack each open claim in turn until enough is broken; those that are not settled stay. */
static tacit_status attack_open(tacit_ctx *cx, siege *w, open_claims *o,
                                tacit_status (*attack)(tacit_ctx *, siege *, const tacit_claim *,
                                                       bool *))
{
    size_t left = 0;
    for (size_t c = 0; c < o->n; c++) {
        const tacit_claim claim = claim_of(w->proofs, o->claim[c]);
        const size_t before = w->out->n;
        bool settled = false;
        TACIT_TRY(tacit_tick(cx, 0, 0));
        if (before < ENOUGH)
            TACIT_TRY(attack(cx, w, &claim, &settled));
        if (w->out->n > before)
            w->proofs->broken[o->claim[c]] = ++w->proofs->rounds;
        if (!settled)
            o->claim[left++] = o->claim[c];
    }
    o->n = left;
    return TACIT_OK;
}

static tacit_status attack_claim_near(tacit_ctx *cx, siege *w, const tacit_claim *claim,
                                      bool *settled)
{
    return attack_near(cx, w, claim->k, claim->side, settled);
}

/* Attack with the whole part, unless what others reached is a proof already. */
static tacit_status attack_claim_wholly(tacit_ctx *cx, siege *w, const tacit_claim *claim,
                                        bool *settled)
{
    const size_t part = w->on.parts->part_of[claim->k];
    const double level = tacit_claim_level(&w->s->cell[claim->k], claim->side);
    *settled = true;
    if (tacit_hiding_proofs_hold(w->proofs, claim->k, claim->side, w->on.open))
        return TACIT_OK;
    if (w->part != part)
        tacit_attack_end(&w->a);
    w->part = part;
    TACIT_TRY(begin_part(cx, w));
    return claim->side == TACIT_SIDE_WIDTH ? attack_width(cx, w, claim->k, level)
                                           : attack_side(cx, w, claim->k, claim->side, level);
}

static tacit_status attack_wholly(tacit_ctx *cx, siege *w, open_claims *o)
{
    tacit_cell_parts parts = { 0 };
    TACIT_TRY(tacit_scratch(cx, w->s->n_cells, sizeof *w->on.place, &w->on.place));
    TACIT_TRY(tacit_parts_find(cx, w->s, w->on.open, &parts));
    w->on.parts = &parts;
    const tacit_status status = attack_open(cx, w, o, attack_claim_wholly);
    tacit_attack_end(&w->a);
    return status;
}

tacit_status tacit_cuts_of_claims(tacit_ctx *cx, const tacit_claims *claims, const double *x,
                                  tacit_hiding_proofs *proofs, tacit_cuts *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    open_claims o = { 0 };
    siege w = { .s = proofs->s,
                .on = { .system = proofs->s, .open = x },
                .proofs = proofs,
                .room = &proofs->room,
                .out = out };
    TACIT_TRY(find_open(cx, &w, claims, &o));
    TACIT_TRY(attack_open(cx, &w, &o, attack_claim_near));
    if (o.n > 0 && out->n == 0 && claims->wholly)
        TACIT_TRY(attack_wholly(cx, &w, &o));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
