/*
 * blocks.c - block coordinate descent (Gonzalez and Castro 2011).
 *
 * A block is the cells near a sensitive one, by the equations that they share, and of those that
 * are sensitive the nearest go either way again; all other cells stay where they are.  Its best
 * table is a small mixed integer program.  Blocks that do not make the table cheaper are not tried
 * again until something in them has changed; when no block does, blocks become twice as large.
 * Cells that fall short of their levels are dear, so that blocks around these come first.
 *
 * Cost: that of one small program a block; about 2 n / `free` blocks for a turn.
 */
#include <math.h>

#include "tabular/protection/adjust/adjust.h"

/* At first: cells of a block, and sensitive ones among them that go either way. */
enum { CELLS = 240, FREE = 10 };

/* Rounds of bridges for a block at most. */
enum { ROUNDS = 10 };

/* Programs of more cells than this are not made for a block. */
enum { MOST_CELLS = 4000 };

/* Queues of cells by the number of equations that they share with a block. */
enum { MOST_SHARED = 8 };

/* What programs are taken to be exact to; of the time that is left, the share of a block. */
static const double NEAR = 1e-6, SHARE = 0.05;

typedef struct blocks {
    tacit_adjusting *a;
    size_t most, most_free; /* cells of a block, and those that go either way */
    size_t n, n_free, n_equations;
    uint32_t *cell, *equation; /* of the block */
    tacit_adjust_way *way;     /* of each cell of it, if it is sensitive */
    uint32_t *place;           /* of a cell: where in the block it is; UINT32_MAX for others */
    bool *near;                /* of an equation: a cell of it is in the block */
    size_t n_queued;           /* cells next to it, in the order in which they were seen */
    uint32_t *queued, *next;   /* of each: the cell, and the next one of the same queue */
    uint32_t head[MOST_SHARED], tail[MOST_SHARED]; /* of the queue of those that share so many */
    uint8_t *shared;                               /* of a cell: equations with the block */
    uint32_t *moved;                               /* of a cell: at which block it changed last */
    uint32_t *tried; /* of a sensitive cell: the last block in which it was among the nearest */
    uint32_t now;    /* number of the block */
    bool better;     /* some block of this turn made the table cheaper */
    bool all;        /* no block of this turn left anything out */
} blocks;

static bool time_is_over(const blocks *b)
{
    return tacit_adjusting_now() >= b->a->end;
}

/* ---- which cells ---- */

/* Put cell i into the block, if it can move. */
static void add_cell(blocks *b, uint32_t i)
{
    const tacit_adjusting *a = b->a;
    if (b->place[i] != UINT32_MAX || !(a->up[i] + a->down[i] > 0))
        return;
    const size_t k = a->which[i];
    b->place[i] = (uint32_t)b->n;
    b->cell[b->n] = i;
    if (k < a->n) {
        b->all = b->all && b->n_free < b->most_free;
        b->way[b->n] = b->n_free++ < b->most_free ? a->may[k]
                       : a->rises[k]              ? TACIT_ADJUST_UP
                                                  : TACIT_ADJUST_DOWN;
    }
    b->n++;
}

/* Put cell i into the queue of those that share so many equations with the block. */
static void queue_cell(blocks *b, uint32_t i)
{
    const size_t k = b->shared[i] < MOST_SHARED ? b->shared[i]++ : MOST_SHARED - 1;
    const uint32_t node = (uint32_t)b->n_queued++;
    b->queued[node] = i;
    b->next[node] = UINT32_MAX;
    if (b->head[k] == UINT32_MAX)
        b->head[k] = node;
    else
        b->next[b->tail[k]] = node;
    b->tail[k] = node;
}

/* Take note of the equations of a cell of the block: cells in them are next to it. */
static void open_equations(blocks *b, uint32_t i)
{
    const tacit_system *s = b->a->system;
    for (size_t e = s->first_of[i]; e < s->first_of[i + 1]; e++) {
        const uint32_t q = s->in[e].at;
        if (b->near[q])
            continue;
        b->near[q] = true;
        b->equation[b->n_equations++] = q;
        for (size_t f = s->first[q]; f < s->first[q + 1]; f++)
            if (b->place[s->term[f].at] == UINT32_MAX)
                queue_cell(b, s->term[f].at);
    }
}

/* The cell that shares most equations with the block, of several the one that did first; false if
 * none is left. */
static bool take_next(blocks *b, uint32_t *i)
{
    for (size_t k = MOST_SHARED; k-- > 0;)
        if (b->head[k] != UINT32_MAX) {
            *i = b->queued[b->head[k]];
            b->head[k] = b->next[b->head[k]];
            return true;
        }
    return false;
}

/* The cells nearest to `seed`, and all equations in which they stand.  Cells that share several
 * equations with the block come first: so it becomes a small table of all dimensions, in which
 * changes can be made up for. */
static void gather(blocks *b, uint32_t seed)
{
    size_t opened = 0;
    uint32_t i = seed;
    for (size_t k = 0; k < MOST_SHARED; k++)
        b->head[k] = UINT32_MAX;
    do {
        add_cell(b, i);
        for (; opened < b->n; opened++)
            open_equations(b, b->cell[opened]);
    } while (b->n < b->most && take_next(b, &i));
    b->all = b->all && !take_next(b, &i);
}

static void empty(blocks *b)
{
    for (size_t c = 0; c < b->n; c++)
        b->place[b->cell[c]] = UINT32_MAX;
    for (size_t q = 0; q < b->n_equations; q++)
        b->near[b->equation[q]] = false;
    for (size_t k = 0; k < b->n_queued; k++)
        b->shared[b->queued[k]] = 0;
    b->n_queued = b->n = b->n_free = b->n_equations = 0;
}

/* Whether anything in the block has changed since sensitive cell k was tried last. */
static bool is_new(const blocks *b, size_t k)
{
    bool moved = b->tried[k] == 0;
    for (size_t c = 0; !moved && c < b->n; c++)
        moved = b->moved[b->cell[c]] > b->tried[k];
    return moved;
}

/* ---- the program ---- */

static double price_of(const blocks *b)
{
    double sum = 0;
    for (size_t c = 0; c < b->n; c++)
        sum += tacit_adjusting_price(b->a, b->cell[c]);
    return sum;
}

/* Take the point; what changed is marked. */
static void take(blocks *b, const tacit_adjust_program *p, const double *x)
{
    tacit_adjusting *a = b->a;
    for (size_t c = 0; c < b->n; c++) {
        const uint32_t i = b->cell[c];
        const double d = tacit_adjusting_settle(a, i, tacit_adjust_program_change(p, x, c));
        if (fabs(d - a->d[i]) > NEAR * a->system->cell[i].unit)
            b->moved[i] = b->now;
        a->d[i] = d;
        if (a->which[i] < a->n && b->way[c] == TACIT_ADJUST_EITHER)
            a->rises[a->which[i]] = x[p->whole[c]] > 0.5;
    }
}

/* Add bridges, and say in `hope` whether the program may still be cheaper than `before`. */
static tacit_status tighten(tacit_ctx *cx, const tacit_adjust_program *p, double before, bool *hope)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    size_t added = 1;
    for (size_t k = 0; k < ROUNDS && added > 0 && *hope; k++) {
        TACIT_TRY(tacit_lp_solve(cx, p->lp, false, &outcome));
        if (outcome != TACIT_LP_OPTIMAL)
            return TACIT_OK;
        *hope = tacit_lp_objective(p->lp) + p->constant < before * (1 - NEAR);
        TACIT_TRY(tacit_adjust_bridges(cx, p, tacit_lp_point(p->lp), &added));
    }
    return TACIT_OK;
}

/* Whether no cell of the block falls short: only then do bridges hold. */
static bool is_whole(const blocks *b)
{
    bool whole = true;
    for (size_t c = 0; whole && c < b->n; c++)
        whole = b->a->which[b->cell[c]] == b->a->n ||
                !(tacit_adjusting_short(b->a, b->a->which[b->cell[c]]) > 0);
    return whole;
}

static tacit_status solve(tacit_ctx *cx, blocks *b)
{
    tacit_adjust_program p = { .a = b->a,
                               .n = b->n,
                               .cell = b->cell,
                               .way = b->way,
                               .n_equations = b->n_equations,
                               .equation = b->equation,
                               .place = b->place };
    tacit_mip mip = { 0 };
    const double before = price_of(b), left = b->a->end - tacit_adjusting_now();
    bool hope = true;
    TACIT_TRY(tacit_adjust_program_make(cx, &p));
    tacit_lp_cutoff(p.lp, before * (1 - NEAR) - p.constant);
    tacit_status status = is_whole(b) ? tighten(cx, &p, before, &hope) : TACIT_OK;
    if (status == TACIT_OK && hope)
        status = tacit_adjust_program_solve(cx, &p, fmax(0.1, SHARE * left), &mip);
    if (status == TACIT_OK && mip.found && mip.objective < before * (1 - NEAR)) {
        take(b, &p, mip.point);
        b->better = true;
    }
    tacit_adjust_program_free(&p);
    return status;
}

/* The block around sensitive cell k; the nearer half of those that go either way need no block of
 * their own. */
static tacit_status try_block(tacit_ctx *cx, blocks *b, size_t k)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_adjusting *a = b->a;
    tacit_status status = TACIT_OK;
    gather(b, a->cell[k]);
    b->now++;
    if (is_new(b, k))
        status = solve(cx, b);
    size_t seen = 0;
    for (size_t c = 0; c < b->n && seen < (b->most_free + 1) / 2; c++)
        if (a->which[b->cell[c]] < a->n) {
            b->tried[a->which[b->cell[c]]] = b->now;
            seen++;
        }
    empty(b);
    tacit_scratch_release(cx, mark);
    return status;
}

/* A turn over all sensitive cells, or only over those that fall short. */
static tacit_status turn(tacit_ctx *cx, blocks *b, bool all)
{
    const uint32_t begin = b->now;
    b->better = false;
    b->all = true;
    for (size_t k = 0; k < b->a->n && !time_is_over(b); k++) {
        TACIT_TRY(tacit_tick(cx, k, b->a->n));
        if (all ? b->tried[k] <= begin : tacit_adjusting_short(b->a, k) > 0)
            TACIT_TRY(try_block(cx, b, k));
    }
    return TACIT_OK;
}

/* Turns with larger and larger blocks, until nothing is better or time is over. */
static tacit_status descend(tacit_ctx *cx, blocks *b, bool all)
{
    b->most = CELLS;
    b->most_free = FREE;
    do {
        TACIT_TRY(turn(cx, b, all));
        if (b->better)
            continue;
        for (size_t k = 0; k < b->a->n; k++)
            b->tried[k] = 0;
        b->most *= 2;
        b->most_free *= 2;
    } while (!time_is_over(b) && (b->better || (!b->all && b->most <= MOST_CELLS)));
    return TACIT_OK;
}

tacit_status tacit_adjust_blocks(tacit_ctx *cx, tacit_adjusting *a)
{
    const tacit_system *s = a->system;
    blocks b = { .a = a };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *b.cell, &b.cell));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *b.way, &b.way));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *b.place, &b.place));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *b.moved, &b.moved));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *b.tried, &b.tried));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *b.shared, &b.shared));
    TACIT_TRY(tacit_scratch(cx, s->first[s->n_equations], sizeof *b.queued, &b.queued));
    TACIT_TRY(tacit_scratch(cx, s->first[s->n_equations], sizeof *b.next, &b.next));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *b.equation, &b.equation));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *b.near, &b.near));
    for (size_t i = 0; i < s->n_cells; i++)
        b.place[i] = UINT32_MAX;
    TACIT_TRY(descend(cx, &b, false));
    return descend(cx, &b, true);
}
