/*
 * sums.c - proofs of whole units as sums of moves that are at hand.
 *
 * From each move of the cell in turn: while the cell is not far enough, the move of it is added
 * that leaves least to be done; then for a cell that went too far one that takes it back.  Given up
 * when nothing makes it less.
 */
#include "tabular/suppress/sums.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solve/kernel.h"
#include "solve/lp.h"

static const double NEAR = 1e-6;

/* Moves that are added up at most, and what a unit that is missing counts, of one too far. */
enum { MOST_STEPS = 16, MISSING = 100 };

/* Units that a cell can go, at most. */
enum { FARTHEST = 1 << 20 };

/* ---- moves ---- */

void tacit_hiding_sums_hold(tacit_hiding_sums *w, uint32_t i, bool still)
{
    const tacit_cell *c = &w->proofs->s->cell[i];
    w->up[i] = still ? 0 : (int32_t)fmin(floor((c->high - c->value) / c->unit + NEAR), FARTHEST);
    w->down[i] = still ? 0 : (int32_t)fmin(floor((c->value - c->low) / c->unit + NEAR), FARTHEST);
}

tacit_status tacit_hiding_sums_begin(tacit_ctx *cx, tacit_hiding_proofs *p, tacit_hiding_sums *out)
{
    const tacit_system *s = p->s;
    *out = (tacit_hiding_sums){ .proofs = p };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->first, &out->first));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->up, &out->up));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->down, &out->down));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->y, &out->y));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->moved, &out->moved));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->is_moved, &out->is_moved));
    for (uint32_t i = 0; i < s->n_cells; i++)
        tacit_hiding_sums_hold(out, i, false);
    return TACIT_OK;
}

void tacit_hiding_sums_free(tacit_hiding_sums *w)
{
    for (size_t m = 0; m < w->n; m++) {
        tacit_free(w->step[m].cell);
        tacit_free(w->step[m].by);
    }
    tacit_free(w->step);
    tacit_free(w->next);
    tacit_free(w->with);
    *w = (tacit_hiding_sums){ 0 };
}

static tacit_status make_room(tacit_ctx *cx, tacit_hiding_sums *w, size_t links)
{
    if (w->n == w->room) {
        w->room = 2 * w->room + 256;
        TACIT_TRY(tacit_grow(cx, w->room, sizeof *w->step, &w->step));
    }
    if (w->n_links + links >= w->room_links) {
        w->room_links = 2 * w->room_links + links + 1024;
        TACIT_TRY(tacit_grow(cx, w->room_links, sizeof *w->next, &w->next));
        TACIT_TRY(tacit_grow(cx, w->room_links, sizeof *w->with, &w->with));
    }
    return TACIT_OK;
}

/* Add a move of some of the `n` cells. */
static tacit_status add_step(tacit_ctx *cx, tacit_hiding_sums *w, const uint32_t *cell,
                             const int32_t *by, size_t n)
{
    TACIT_TRY(make_room(cx, w, n));
    tacit_hiding_step *step = &w->step[w->n];
    *step = (tacit_hiding_step){ 0 };
    w->n++;
    TACIT_TRY(tacit_grow(cx, n, sizeof *step->cell, &step->cell));
    TACIT_TRY(tacit_grow(cx, n, sizeof *step->by, &step->by));
    for (size_t j = 0; j < n; j++) {
        if (by[j] == 0)
            continue;
        step->cell[step->n] = cell[j];
        step->by[step->n++] = by[j];
        w->n_links++;
        w->next[w->n_links] = w->first[cell[j]];
        w->with[w->n_links] = (uint32_t)(w->n - 1);
        w->first[cell[j]] = (uint32_t)w->n_links;
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_sums_add_step(tacit_ctx *cx, tacit_hiding_sums *w,
                                        const tacit_hiding_step *step)
{
    return add_step(cx, w, step->cell, step->by, step->n);
}

tacit_status tacit_hiding_sums_add(tacit_ctx *cx, tacit_hiding_sums *w,
                                   const tacit_hiding_proof *move)
{
    const size_t mark = tacit_scratch_mark(cx);
    int32_t *by = NULL;
    TACIT_TRY(tacit_scratch(cx, move->n, sizeof *by, &by));
    for (size_t j = 0; j < move->n; j++)
        by[j] = (int32_t)lround(move->move[j] / w->proofs->s->cell[move->cell[j]].unit);
    TACIT_TRY(add_step(cx, w, move->cell, by, move->n));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The equations of a part over its cells, numbered from 0; `place` is of all cells. */
static tacit_status make_rows(tacit_ctx *cx, const tacit_system *s, const tacit_cell_parts *parts,
                              size_t p, tacit_sparse *out)
{
    const size_t from = parts->first_row[p], m = parts->first_row[p + 1] - from;
    size_t terms = 0, *start = NULL;
    uint32_t *column = NULL, *place = NULL;
    double *value = NULL;
    for (size_t i = 0; i < m; i++)
        terms += s->first[parts->row[from + i] + 1] - s->first[parts->row[from + i]];
    TACIT_TRY(tacit_scratch(cx, m + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *place, &place));
    for (size_t e = parts->first[p]; e < parts->first[p + 1]; e++)
        place[parts->cell[e]] = (uint32_t)(e - parts->first[p]);
    terms = 0;
    for (size_t i = 0; i < m; i++) {
        const uint32_t r = parts->row[from + i];
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            if (parts->part_of[s->term[e].at] == p) {
                column[terms] = place[s->term[e].at];
                value[terms++] = (double)s->term[e].weight;
            }
        start[i + 1] = terms;
    }
    *out = (tacit_sparse){ m, parts->first[p + 1] - parts->first[p], start, column, value };
    return TACIT_OK;
}

bool tacit_hiding_sums_are_even(const tacit_system *s, const uint32_t *cell, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        if (fabs(s->cell[cell[j]].unit - s->cell[cell[0]].unit) > 0)
            return false;
        for (size_t t = s->first_of[cell[j]]; t < s->first_of[cell[j] + 1]; t++)
            if (fabsf(s->in[t].weight - roundf(s->in[t].weight)) > 0)
                return false;
    }
    return true;
}

tacit_status tacit_hiding_sums_add_part(tacit_ctx *cx, tacit_hiding_sums *w,
                                        const tacit_cell_parts *parts, size_t p)
{
    const size_t mark = tacit_scratch_mark(cx), n = parts->first[p + 1] - parts->first[p];
    tacit_sparse a = { 0 };
    tacit_kernel kernel = { 0 };
    if (n > TACIT_SUMS_CELLS ||
        !tacit_hiding_sums_are_even(w->proofs->s, parts->cell + parts->first[p], n))
        return TACIT_OK;
    TACIT_TRY(make_rows(cx, w->proofs->s, parts, p, &a));
    TACIT_TRY(tacit_kernel_find(cx, &a, &kernel));
    for (size_t k = 0; k < kernel.n; k++)
        TACIT_TRY(add_step(cx, w, parts->cell + parts->first[p], kernel.basis[k], n));
    tacit_scratch_release(cx, mark);
    return tacit_tick(cx, 0, 0);
}

tacit_status tacit_hiding_sums_begin_all(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                         double end, tacit_hiding_sums *out)
{
    tacit_cell_parts parts = { 0 };
    TACIT_TRY(tacit_hiding_sums_begin(cx, p, out));
    for (uint32_t i = 0; i < p->s->n_cells; i++)
        if (!(x[i] > 0))
            tacit_hiding_sums_hold(out, i, true);
    TACIT_TRY(tacit_parts_find(cx, p->s, x, &parts));
    for (size_t k = 0; k < parts.n && tacit_lp_now() < end; k++)
        TACIT_TRY(tacit_hiding_sums_add_part(cx, out, &parts, k));
    return TACIT_OK;
}

/* ---- sums ---- */

/* What a sum is for: cell `k` up by `level` units (`way` 1) or down (-1). */
typedef struct goal {
    uint32_t k;
    int32_t way, level;
} goal;

/* What is left to be done if cell `i` is at `y`. */
static int32_t lack(const tacit_hiding_sums *w, const goal *to, uint32_t i, int32_t y)
{
    int32_t sum = y > w->up[i] ? y - w->up[i] : -y > w->down[i] ? -y - w->down[i] : 0;
    if (i == to->k && to->way * y < to->level)
        sum += MISSING * (to->level - to->way * y);
    return sum;
}

/* What a move one way leaves to be done besides, or less. */
static int32_t change(const tacit_hiding_sums *w, const goal *to, const tacit_hiding_step *step,
                      int32_t way)
{
    int32_t sum = 0;
    for (size_t t = 0; t < step->n; t++) {
        const uint32_t i = step->cell[t];
        sum += lack(w, to, i, w->y[i] + way * step->by[t]) - lack(w, to, i, w->y[i]);
    }
    return sum;
}

static void add_to_sum(tacit_hiding_sums *w, const tacit_hiding_step *step, int32_t way)
{
    for (size_t t = 0; t < step->n; t++) {
        const uint32_t i = step->cell[t];
        if (!w->is_moved[i])
            w->moved[w->n_moved++] = i;
        w->is_moved[i] = true;
        w->y[i] += way * step->by[t];
    }
}

/* Begin a new sum. */
static void forget(tacit_hiding_sums *w)
{
    for (size_t c = 0; c < w->n_moved; c++) {
        w->y[w->moved[c]] = 0;
        w->is_moved[w->moved[c]] = false;
    }
    w->n_moved = 0;
}

/* A cell where something is left to be done, `to->k` first; UINT32_MAX if there is none. */
static uint32_t find_lack(const tacit_hiding_sums *w, const goal *to)
{
    if (lack(w, to, to->k, w->y[to->k]) > 0)
        return to->k;
    for (size_t c = 0; c < w->n_moved; c++)
        if (lack(w, to, w->moved[c], w->y[w->moved[c]]) > 0)
            return w->moved[c];
    return UINT32_MAX;
}

/* The move of cell `i`, and the way, that leaves least to be done; NULL if none makes it less. */
static const tacit_hiding_step *find_best(const tacit_hiding_sums *w, const goal *to, uint32_t i,
                                          int32_t *way)
{
    const tacit_hiding_step *best = NULL;
    int32_t least = 0;
    for (uint32_t l = w->first[i]; l > 0; l = w->next[l])
        for (int32_t sign = -1; sign <= 1; sign += 2) {
            const int32_t by = change(w, to, &w->step[w->with[l]], sign);
            if (by >= least)
                continue;
            least = by;
            *way = sign;
            best = &w->step[w->with[l]];
        }
    return best;
}

/* Add moves to the sum at hand until it does; whether it does. */
static bool complete(tacit_hiding_sums *w, const goal *to)
{
    for (size_t n = 0; n < MOST_STEPS; n++) {
        const uint32_t i = find_lack(w, to);
        int32_t way = 1;
        if (i == UINT32_MAX)
            return true;
        const tacit_hiding_step *best = find_best(w, to, i, &way);
        if (best == NULL)
            return false;
        add_to_sum(w, best, way);
    }
    return false;
}

/* Keep the sum at hand as a proof of a claim, and both ways for all others that it shows. */
static tacit_status keep(tacit_ctx *cx, tacit_hiding_sums *w, const double *x, uint32_t claim)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *units = NULL;
    TACIT_TRY(tacit_scratch(cx, w->n_moved, sizeof *units, &units));
    for (size_t c = 0; c < w->n_moved; c++)
        units[c] = w->y[w->moved[c]] * w->proofs->s->cell[w->moved[c]].unit;
    const tacit_hiding_proof move = { w->n_moved, w->moved, units };
    TACIT_TRY(tacit_hiding_proof_keep(cx, &w->proofs->proof[claim], move.cell, move.move, move.n));
    for (size_t times = 0; times < 2 && !w->alone; times++) {
        TACIT_TRY(tacit_hiding_proofs_share(cx, w->proofs, x, &move));
        for (size_t j = 0; j < move.n; j++)
            units[j] = -units[j];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

bool tacit_hiding_sums_can(tacit_hiding_sums *w, uint32_t claim, const tacit_hiding_step *step)
{
    const uint32_t k = w->proofs->primary[claim / TACIT_SIDES];
    const tacit_claim_side side = (tacit_claim_side)(claim % TACIT_SIDES);
    const tacit_cell *c = &w->proofs->s->cell[k];
    const double units = round(tacit_claim_level(c, side) / c->unit);
    const goal to = { k, side == TACIT_SIDE_DOWN ? -1 : 1, (int32_t)fmin(units, FARTHEST) };
    const int32_t way = change(w, &to, step, 1) < change(w, &to, step, -1) ? 1 : -1;
    add_to_sum(w, step, way);
    const bool can = complete(w, &to);
    forget(w);
    return can;
}

/* Take the proof that a claim had as the sum at hand; whether it moves cells by whole units. */
static bool begin_with_old(tacit_hiding_sums *w, uint32_t claim)
{
    const tacit_hiding_proof *old = &w->proofs->proof[claim];
    bool whole = old->n > 0;
    for (size_t t = 0; t < old->n && whole; t++) {
        const uint32_t i = old->cell[t];
        const double units = old->move[t] / w->proofs->s->cell[i].unit;
        whole = fabs(units - round(units)) < NEAR && fabs(units) < FARTHEST;
        if (!w->is_moved[i])
            w->moved[w->n_moved++] = i;
        w->is_moved[i] = true;
        w->y[i] = whole ? (int32_t)lround(units) : 0;
    }
    return whole;
}

/* Look for a sum from the proof that a claim had. */
static tacit_status mend_old(tacit_ctx *cx, tacit_hiding_sums *w, const double *x, uint32_t claim,
                             const goal *to, bool *found)
{
    *found = begin_with_old(w, claim) && complete(w, to);
    if (*found)
        TACIT_TRY(keep(cx, w, x, claim));
    forget(w);
    return TACIT_OK;
}

/* Look for a sum from each move of the cell of a claim. */
static tacit_status reach(tacit_ctx *cx, tacit_hiding_sums *w, const double *x, uint32_t claim,
                          const goal *to, bool *found)
{
    for (uint32_t l = w->first[to->k]; l > 0 && !*found; l = w->next[l]) {
        const tacit_hiding_step *step = &w->step[w->with[l]];
        const int32_t way = change(w, to, step, 1) < change(w, to, step, -1) ? 1 : -1;
        add_to_sum(w, step, way);
        *found = complete(w, to);
        if (*found)
            TACIT_TRY(keep(cx, w, x, claim));
        forget(w);
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_sums_prove(tacit_ctx *cx, tacit_hiding_sums *w, const double *x,
                                     uint32_t claim, bool *found)
{
    const uint32_t k = w->proofs->primary[claim / TACIT_SIDES];
    const tacit_claim_side side = (tacit_claim_side)(claim % TACIT_SIDES);
    const tacit_cell *c = &w->proofs->s->cell[k];
    const double units = round(tacit_claim_level(c, side) / c->unit);
    *found = false;
    if (units > MOST_STEPS)
        return TACIT_OK;
    const goal up = { k, 1, (int32_t)units }, down = { k, -1, (int32_t)units };
    if (side != TACIT_SIDE_WIDTH)
        TACIT_TRY(mend_old(cx, w, x, claim, side == TACIT_SIDE_UP ? &up : &down, found));
    if (!*found && side != TACIT_SIDE_DOWN)
        TACIT_TRY(reach(cx, w, x, claim, &up, found));
    if (!*found && side != TACIT_SIDE_UP)
        TACIT_TRY(reach(cx, w, x, claim, &down, found));
    return TACIT_OK;
}
