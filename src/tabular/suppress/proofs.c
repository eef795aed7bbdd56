/*
 * proofs.c - why primary cells are protected, kept from one pattern to the next.
 */
#include "tabular/suppress/proofs.h"

#include <math.h>

#include "base/memory.h"
#include "solve/lp.h"

static const double NEAR = 1e-6;

/* Levels are in units, as what can be published is. */
static double in_units(const tacit_cell *c, double level)
{
    return c->unit * ceil(level / c->unit - NEAR);
}

double tacit_claim_level(const tacit_cell *c, tacit_claim_side side)
{
    const double upper = in_units(c, c->upper), lower = in_units(c, c->lower);
    const double width = fmax(in_units(c, c->sliding), c->unit);
    if (side == TACIT_SIDE_WIDTH)
        return width > upper + lower ? width : 0;
    return side == TACIT_SIDE_UP ? upper : lower;
}

tacit_status tacit_hiding_proofs_begin(tacit_ctx *cx, const tacit_system *s,
                                       tacit_hiding_proofs *out)
{
    *out = (tacit_hiding_proofs){ .s = s };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->number, &out->number));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->primary, &out->primary));
    for (size_t i = 0; i < s->n_cells; i++)
        if (s->cell[i].status == TACIT_CELL_PRIMARY) {
            out->primary[out->n] = (uint32_t)i;
            out->number[i] = (uint32_t)out->n++;
        }
    TACIT_TRY(tacit_scratch(cx, out->n * TACIT_SIDES, sizeof *out->broken, &out->broken));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->room.d, &out->room.d));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->room.weight, &out->room.weight));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->room.touched, &out->room.touched));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->room.list, &out->room.list));
    TACIT_TRY(tacit_hiding_near_begin(cx, s, &out->near));
    return tacit_alloc(cx, out->n * TACIT_SIDES, sizeof *out->proof, &out->proof);
}

void tacit_hiding_proofs_free(tacit_hiding_proofs *p)
{
    for (size_t k = 0; p->proof != NULL && k < p->n * TACIT_SIDES; k++) {
        tacit_free(p->proof[k].cell);
        tacit_free(p->proof[k].move);
    }
    tacit_free(p->proof);
    p->proof = NULL;
}

tacit_hiding_proof *tacit_hiding_proofs_of(const tacit_hiding_proofs *p, uint32_t k,
                                           tacit_claim_side side)
{
    return &p->proof[p->number[k] * (size_t)TACIT_SIDES + (size_t)side];
}

bool tacit_hiding_proofs_hold(const tacit_hiding_proofs *p, uint32_t k, tacit_claim_side side,
                              const double *x)
{
    const tacit_hiding_proof *proof = tacit_hiding_proofs_of(p, k, side);
    for (size_t t = 0; t < proof->n; t++) {
        const tacit_cell *c = &p->s->cell[proof->cell[t]];
        const double room = x[proof->cell[t]] * (1 + 1e-9), y = proof->move[t];
        if (y > room * (c->high - c->value) || -y > room * (c->value - c->low))
            return false;
    }
    return proof->n > 0;
}

tacit_status tacit_hiding_proof_add(tacit_ctx *cx, tacit_hiding_proof *proof, const uint32_t *cell,
                                    const double *y, size_t n)
{
    size_t moved = proof->n;
    for (size_t j = 0; j < n; j++)
        moved += fabs(y[j]) > NEAR * NEAR;
    TACIT_TRY(tacit_grow(cx, moved + 1, sizeof *proof->cell, &proof->cell));
    TACIT_TRY(tacit_grow(cx, moved + 1, sizeof *proof->move, &proof->move));
    for (size_t j = 0; j < n; j++)
        if (fabs(y[j]) > NEAR * NEAR) {
            proof->cell[proof->n] = cell[j];
            proof->move[proof->n++] = y[j];
        }
    return TACIT_OK;
}

tacit_status tacit_hiding_proof_keep(tacit_ctx *cx, tacit_hiding_proof *proof, const uint32_t *cell,
                                     const double *y, size_t n)
{
    proof->n = 0;
    return tacit_hiding_proof_add(cx, proof, cell, y, n);
}

tacit_status tacit_hiding_core_make(tacit_ctx *cx, const tacit_hiding_proofs *p, const double *x,
                                    tacit_hiding_core *out)
{
    const tacit_system *s = p->s;
    const tacit_hiding_near *near = &p->near;
    size_t terms = 0, *start = NULL;
    uint32_t *column = NULL;
    double *value = NULL;
    for (size_t i = 0; i < near->m_core; i++)
        terms += near->count[near->core_row[i]];
    TACIT_TRY(tacit_scratch(cx, near->m_core + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, near->n_core, sizeof *out->low, &out->low));
    TACIT_TRY(tacit_scratch(cx, near->n_core, sizeof *out->high, &out->high));
    terms = 0;
    for (size_t i = 0; i < near->m_core; i++) {
        const uint32_t r = near->core_row[i];
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            if (near->seen[s->term[e].at] == near->searches &&
                near->place[s->term[e].at] != UINT32_MAX) {
                column[terms] = near->place[s->term[e].at];
                value[terms++] = (double)s->term[e].weight;
            }
        start[i + 1] = terms;
    }
    for (size_t c = 0; c < near->n_core; c++) {
        const tacit_cell *cell = &s->cell[near->core[c]];
        out->low[c] = -x[near->core[c]] * (cell->value - cell->low);
        out->high[c] = x[near->core[c]] * (cell->high - cell->value);
    }
    out->a = (tacit_sparse){ near->m_core, near->n_core, start, column, value };
    return TACIT_OK;
}

/* Push cell `k` of the core, its first, and keep the proof if it goes far enough; else `g` are the
 * prices of its equations. */
static tacit_status push_core(tacit_ctx *cx, tacit_hiding_proofs *p, tacit_reach *reach,
                              const tacit_claim *claim, double *g, bool *found)
{
    const tacit_hiding_near *near = &p->near;
    tacit_hiding_proof *proof = tacit_hiding_proofs_of(p, claim->k, claim->side);
    const double level = tacit_claim_level(&p->s->cell[claim->k], claim->side);
    double far = 0, back = 0;
    TACIT_TRY(tacit_reach_push(cx, reach, 0, claim->side == TACIT_SIDE_DOWN ? -1 : 1, level, &far));
    TACIT_TRY(
        tacit_hiding_proof_keep(cx, proof, near->core, tacit_reach_point(reach), near->n_core));
    if (claim->side == TACIT_SIDE_WIDTH && far < level * (1 - NEAR)) {
        TACIT_TRY(tacit_reach_push(cx, reach, 0, -1, level - far, &back));
        TACIT_TRY(
            tacit_hiding_proof_add(cx, proof, near->core, tacit_reach_point(reach), near->n_core));
    }
    *found = far + back >= level * (1 - NEAR);
    if (!*found) {
        proof->n = 0;
        tacit_reach_prices(reach, 0, g);
    }
    return TACIT_OK;
}

static tacit_status push_near(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                              const tacit_claim *claim, bool *found)
{
    tacit_hiding_near *near = &p->near;
    tacit_reach *reach = NULL;
    tacit_hiding_core c = { 0 };
    double *g = NULL;
    TACIT_TRY(tacit_hiding_core_make(cx, p, x, &c));
    TACIT_TRY(tacit_scratch(cx, near->m_core, sizeof *g, &g));
    TACIT_TRY(tacit_reach_new_dense(cx, &c.a, c.low, c.high, &reach));
    const tacit_status status = push_core(cx, p, reach, claim, g, found);
    tacit_reach_free(reach);
    TACIT_TRY(status);
    if (!*found)
        tacit_hiding_near_prices(near, p->s, claim->k, g);
    return TACIT_OK;
}

/* Cell `k` cannot move, for which no equation of the core is needed. */
static tacit_status price_peeled(tacit_ctx *cx, tacit_hiding_proofs *p, uint32_t k)
{
    double *none = NULL;
    TACIT_TRY(tacit_scratch(cx, p->near.m_core, sizeof *none, &none));
    tacit_hiding_near_prices(&p->near, p->s, k, none);
    return TACIT_OK;
}

tacit_status tacit_hiding_proofs_seek(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                      const tacit_claim *claim, bool *found)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_hiding_near *near = &p->near;
    tacit_hiding_near_find(near, p->s, x, claim->k, claim->most);
    *found = false;
    if (near->place[claim->k] == 0)
        TACIT_TRY(push_near(cx, p, x, claim, found));
    else
        TACIT_TRY(price_peeled(cx, p, claim->k));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_hiding_proofs_replace(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                         const tacit_claim *claim, bool *found)
{
    tacit_hiding_proof *proof = tacit_hiding_proofs_of(p, claim->k, claim->side);
    tacit_hiding_proof old = *proof;
    *proof = (tacit_hiding_proof){ 0 };
    const tacit_status status = tacit_hiding_proofs_seek(cx, p, x, claim, found);
    if (!*found) {
        const tacit_hiding_proof gone = *proof;
        *proof = old;
        old = gone;
    }
    tacit_free(old.cell);
    tacit_free(old.move);
    return status;
}

bool tacit_hiding_proofs_whole(const tacit_hiding_proofs *p, uint32_t k, tacit_claim_side side,
                               const double *x)
{
    const tacit_hiding_proof *proof = tacit_hiding_proofs_of(p, k, side);
    bool whole = true;
    for (size_t t = 0; t < proof->n; t++) {
        const double units = proof->move[t] / p->s->cell[proof->cell[t]].unit;
        if (x[proof->cell[t]] < 1)
            return true;
        whole = whole && fabs(units - round(units)) < NEAR;
    }
    return whole;
}

/* Look for a short proof of a claim, and one of whole units. */
static tacit_status shorten(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x, uint32_t k,
                            tacit_claim_side side)
{
    static const size_t MOST[] = { TACIT_CLOSE, TACIT_FAR };
    const tacit_hiding_proof *proof = tacit_hiding_proofs_of(p, k, side);
    bool done = proof->n == 0;
    for (size_t i = 0; i < sizeof MOST / sizeof MOST[0] && !done; i++) {
        const tacit_claim claim = { k, side, MOST[i] };
        bool found = false;
        done = proof->n <= MOST[i] && tacit_hiding_proofs_whole(p, k, side, x);
        if (!done)
            TACIT_TRY(tacit_hiding_proofs_replace(cx, p, x, &claim, &found));
        done = done || (found && tacit_hiding_proofs_whole(p, k, side, x));
    }
    return tacit_tick(cx, 0, 0);
}

tacit_status tacit_hiding_proofs_shorten(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                         double end)
{
    for (size_t k = 0; k < p->n * TACIT_SIDES; k++) {
        if (tacit_lp_now() >= end || tacit_is_finishing(cx))
            return TACIT_OK;
        TACIT_TRY(
            shorten(cx, p, x, p->primary[k / TACIT_SIDES], (tacit_claim_side)(k % TACIT_SIDES)));
    }
    return TACIT_OK;
}
