/*
 * blocks.c - better roundings of large tables by blocks that are solved one after another
 * (block.c).
 *
 * Two kinds of blocks.  All leaves below a total p and all cells that they count in: a slice of the
 * table that moves with the totals above it.  All cells below p or below p', parts of one equation:
 * two slices that move against each other, with all totals above as they are.  (Large neighbourhood
 * search, Shaw 1998; block coordinates, Gonzalez and Castro 2011.)
 *
 * A block is drawn by a leaf, every other time below a cell that goes further than asked for while
 * there are any; by one of the totals above the leaf, and a cell beside that.  Whether it is solved
 * is drawn, too: in proportion to what blocks of its kind and size gained of late for their work,
 * which is counted in steps of the simplex method and not in seconds, so that the same seed gives
 * the same table where time does not end the search.
 *
 * Cost: until time is over, or nothing was gained for long.
 */
#include "tabular/protection/round/block.h"

/* Leaves of a block, in small tables an eighth of all; blocks without gain after which a descent
 * ends, and draws for each that are not worth a block; blocks that are shaken, and how often in
 * vain. */
enum { FEW = 50, MANY = 4000, IDLE = 60, DRAWS = 20, SHAKEN = 8, SHAKES = 8 };

/* The noise of shaking, in bases. */
static const double NOISE = 0.3;

/* Kinds of blocks, and their sizes: powers of 2. */
enum { SLICE, PAIR, KINDS, SIZES = 16 };

/* How much of its past a record forgets with each block, and the least chance of a block. */
static const double DECAY = 0.9, LEAST = 0.02;

/* What blocks of one kind and size gained, and for what work. */
typedef struct record {
    double gain, work;
} record;

typedef struct blocks {
    tacit_round_block block;
    const tacit_system *system;
    const tacit_leaves *leaves;
    size_t *first; /* cell i has the leaves first[i] ... of `below` */
    uint32_t *below;
    uint32_t *inside; /* of a cell: leaves of it that are below the total that is looked at */
    size_t few;       /* leaves of a block at least */
    size_t n_beyond;
    uint32_t *beyond; /* cells that go further than asked for */
    record record[KINDS][SIZES];
    tacit_rng rng;
} blocks;

/* A block that was drawn. */
typedef struct draw {
    size_t kind;
    uint32_t cell, other;
    record *record;
} draw;

static size_t count_below(const blocks *b, uint32_t cell)
{
    return b->first[cell + 1] - b->first[cell];
}

static tacit_status list_below(tacit_ctx *cx, blocks *b)
{
    const tacit_leaves *l = b->leaves;
    const size_t n = b->system->n_cells;
    TACIT_TRY(tacit_scratch(cx, n + 2, sizeof *b->first, &b->first));
    TACIT_TRY(tacit_scratch(cx, l->first[l->n], sizeof *b->below, &b->below));
    for (size_t e = 0; e < l->first[l->n]; e++)
        b->first[l->in[e] + 2]++;
    for (size_t i = 0; i < n; i++)
        b->first[i + 2] += b->first[i + 1];
    for (uint32_t k = 0; k < l->n; k++)
        for (size_t e = l->first[k]; e < l->first[k + 1]; e++)
            b->below[b->first[l->in[e] + 1]++] = k;
    return TACIT_OK;
}

static void list_beyond(blocks *b)
{
    const tacit_rounding *r = b->block.r;
    b->n_beyond = 0;
    for (uint32_t i = 0; i < b->system->n_cells; i++) {
        const tacit_turns turns = tacit_rounding_turns(r, i, r->steps);
        if (r->t[i] < turns.least || r->t[i] > turns.most)
            b->beyond[b->n_beyond++] = i;
    }
}

/* ---- what a block has ---- */

/* All cells that the leaves below `cell` count in. */
static void take_above(blocks *b, uint32_t cell)
{
    const tacit_leaves *l = b->leaves;
    for (size_t k = b->first[cell]; k < b->first[cell + 1]; k++)
        for (size_t e = l->first[b->below[k]]; e < l->first[b->below[k] + 1]; e++)
            tacit_round_block_add(&b->block, l->in[e]);
}

/* Count the leaves below cell i that were met; take it once all were; forget the count. */
typedef enum turn { COUNT, TAKE, FORGET } turn;

static void meet(blocks *b, uint32_t i, turn t)
{
    if (t == TAKE && b->inside[i] == count_below(b, i))
        tacit_round_block_add(&b->block, i);
    b->inside[i] = t == COUNT ? b->inside[i] + 1 : t == TAKE ? b->inside[i] : 0;
}

/* All cells whose leaves are all below `cell`. */
static void take_inside(blocks *b, uint32_t cell)
{
    const tacit_leaves *l = b->leaves;
    for (turn t = COUNT; t <= FORGET; t++)
        for (size_t k = b->first[cell]; k < b->first[cell + 1]; k++)
            for (size_t e = l->first[b->below[k]]; e < l->first[b->below[k] + 1]; e++)
                meet(b, l->in[e], t);
}

/* ---- which block ---- */

static size_t draw_leaf(blocks *b)
{
    if (b->n_beyond == 0 || (tacit_rng_bits(&b->rng) & 1) != 0)
        return tacit_rng_below(&b->rng, b->leaves->n);
    const uint32_t i = b->beyond[tacit_rng_below(&b->rng, b->n_beyond)];
    return b->below[b->first[i] + tacit_rng_below(&b->rng, count_below(b, i))];
}

/* A total of the right size above a leaf; n_cells if there is none. */
static uint32_t draw_total(blocks *b, size_t leaf)
{
    const tacit_leaves *l = b->leaves;
    uint32_t found = (uint32_t)b->system->n_cells;
    size_t n = 0;
    for (size_t e = l->first[leaf]; e < l->first[leaf + 1]; e++) {
        const size_t size = count_below(b, l->in[e]);
        if (size >= b->few && size <= MANY && tacit_rng_below(&b->rng, ++n) == 0)
            found = l->in[e];
    }
    return found;
}

/* Another part of an equation of `cell`; `cell` itself if there is none. */
static uint32_t draw_beside(blocks *b, uint32_t cell)
{
    const tacit_system *s = b->system;
    const size_t n = s->first_of[cell + 1] - s->first_of[cell];
    if (n == 0)
        return cell;
    const uint32_t r = s->in[s->first_of[cell] + tacit_rng_below(&b->rng, n)].at;
    const uint32_t other =
        s->term[s->first[r] + tacit_rng_below(&b->rng, s->first[r + 1] - s->first[r])].at;
    const bool parts = other != b->leaves->total[r] && cell != b->leaves->total[r];
    return parts && count_below(b, other) <= MANY ? other : cell;
}

static double rate_of(const record *r)
{
    return r->work > 0 ? r->gain / r->work : 0;
}

/* Whether to try a block, by what others like it gained. */
static bool is_worth(blocks *b, const record *r)
{
    double best = 0;
    for (size_t k = 0; k < KINDS * SIZES; k++)
        best = fmax(best, rate_of(&b->record[k / SIZES][k % SIZES]));
    return !(r->work > 0) || tacit_rng_uniform(&b->rng) * best <= fmax(rate_of(r), LEAST * best);
}

/* Draw a block; whether it is to be solved. */
static bool draw_block(blocks *b, draw *d)
{
    size_t size = 0;
    d->cell = draw_total(b, draw_leaf(b));
    if (d->cell == b->system->n_cells)
        return false;
    d->other = draw_beside(b, d->cell);
    d->kind = d->other == d->cell ? SLICE : PAIR;
    for (size_t n = count_below(b, d->cell); n > 1 && size + 1 < SIZES; n /= 2)
        size++;
    d->record = &b->record[d->kind][size];
    return is_worth(b, d->record);
}

/* ---- the search ---- */

static tacit_status try_block(tacit_ctx *cx, blocks *b, const draw *d, double *gain)
{
    double work = 0;
    if (d->kind == SLICE) {
        take_above(b, d->cell);
    } else {
        take_inside(b, d->cell);
        take_inside(b, d->other);
    }
    TACIT_TRY(tacit_round_block_solve(cx, &b->block, &b->rng, gain, &work));
    if (!(b->block.noise > 0)) {
        d->record->gain = DECAY * d->record->gain + *gain;
        d->record->work = DECAY * d->record->work + work;
    }
    if (b->n_beyond > 0)
        list_beyond(b);
    return TACIT_OK;
}

/* Blocks until none of the last ones gained anything; what all gained together.  With noise, as
 * many blocks. */
static tacit_status descend(tacit_ctx *cx, blocks *b, size_t patience, double *total)
{
    size_t idle = 0, draws = 0;
    while (idle < patience && draws++ < DRAWS * patience &&
           tacit_rounding_now() < b->block.r->end) {
        draw d = { 0 };
        double gain = 0;
        TACIT_TRY(tacit_tick(cx, 0, 0));
        if (!draw_block(b, &d))
            continue;
        draws = 0;
        TACIT_TRY(try_block(cx, b, &d, &gain));
        *total += gain;
        idle = gain > 0 && !(b->block.noise > 0) ? 0 : idle + 1;
    }
    return TACIT_OK;
}

static void copy_turns(const int32_t *from, int32_t *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

/* Descend, shake and descend again from the best, while that helps. */
static tacit_status search(tacit_ctx *cx, blocks *b)
{
    tacit_rounding *r = b->block.r;
    const size_t n = b->system->n_cells;
    int32_t *best = NULL;
    double gain = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *best, &best));
    list_beyond(b);
    TACIT_TRY(descend(cx, b, IDLE, &gain));
    copy_turns(r->t, best, n);
    for (size_t k = 0; k < SHAKES && tacit_rounding_now() < r->end; k++) {
        gain = 0;
        b->block.noise = NOISE * r->base;
        TACIT_TRY(descend(cx, b, SHAKEN, &gain));
        b->block.noise = 0;
        TACIT_TRY(descend(cx, b, IDLE, &gain));
        k = gain > 0 ? 0 : k;
        copy_turns(gain > 0 ? r->t : best, gain > 0 ? best : r->t, n);
        list_beyond(b);
    }
    return TACIT_OK;
}

tacit_status tacit_round_blocks(tacit_ctx *cx, tacit_rounding *r, const tacit_leaves *l,
                                double strict, const tacit_rng *rng)
{
    const size_t mark = tacit_scratch_mark(cx), n = r->system->n_cells;
    blocks b = { .system = r->system, .leaves = l, .rng = tacit_rng_fork(rng, "blocks") };
    bool *leaf = NULL;
    b.few = l->n < 8 * FEW ? l->n / 8 + 1 : FEW;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *leaf, &leaf));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *b.inside, &b.inside));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *b.beyond, &b.beyond));
    for (size_t k = 0; k < l->n; k++)
        leaf[l->cell[k]] = true;
    TACIT_TRY(tacit_round_block_new(cx, r, leaf, strict * r->base, &b.block));
    TACIT_TRY(list_below(cx, &b));
    TACIT_TRY(search(cx, &b));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
