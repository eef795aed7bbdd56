/*
 * block.c - the part of a rounded table that may move while all else stays, as a linear program.
 *
 * A block is a set of cells, each of which moves by x = -1, 0 or 1 step; x of all cells outside is
 * 0.  Equations with one cell of the block say that it stays, those with two that they move
 * together or against each other: such cells are made one class (with signs, by union and find),
 * again and again until nothing changes.  What is left of a slice of a table, together with the
 * totals above it or against a slice beside it, is a table of one dimension less: a slice of three
 * dimensions is one of two, for which linear programs give whole numbers, or nearly so.
 *
 *   min sum of U_c u_c + D_c d_c   subject to   sum of m_rc (u_c - d_c) = 0,  0 <= u, d <= 1
 *
 * over classes c, where U and D are what it costs to move all cells of the class up or down.
 *
 * Cost: that of a linear program of two columns a class.
 */
#include "tabular/protection/round/block.h"

#include "base/hash.h"
#include "base/sort.h"
#include "solve/lp.h"

/* What linear programs are taken to be exact to. */
static const double NEAR = 1e-6;

/* Columns above this are taken to be 1 in a dive, which has so many steps at most. */
static const double ALMOST = 0.85;
enum { DIVES = 40 };

/* ---- classes ---- */

/* The cell that stands for the class of `i`, and in `sign` whether `i` moves as it or against it.
 */
static uint32_t find(const tacit_round_block *b, uint32_t i, int *sign)
{
    *sign = 1;
    while (b->above[i] != i) {
        const uint32_t next = b->above[i];
        b->sign[i] = (int8_t)(b->sign[i] * b->sign[next]); /* the way is halved */
        b->above[i] = b->above[next];
        *sign *= b->sign[i];
        i = b->above[i];
    }
    return i;
}

/* What a step costs a cell; HUGE_VAL if it cannot.  Totals may be beyond, but get no further. */
static double step_cost(const tacit_round_block *b, uint32_t i, int32_t way)
{
    const tacit_rounding *r = b->r;
    const tacit_turns turns = tacit_rounding_turns(r, i, r->steps);
    const int32_t from = r->t[i], to = from + way;
    const int32_t before = from < turns.least ? turns.least - from : from - turns.most;
    const int32_t after = to < turns.least ? turns.least - to : to - turns.most;
    if (after > 0 && (b->leaf[i] || after > before))
        return HUGE_VAL;
    const double beyond = b->strict * (fmax(after, 0) - fmax(before, 0));
    return tacit_rounding_distance(r, i, to) - tacit_rounding_distance(r, i, from) + beyond;
}

/* Make one class of two; `way` is 1 if they move together, -1 if against each other. */
static void unite(const tacit_round_block *b, uint32_t one, uint32_t other, int way)
{
    b->above[other] = one;
    b->sign[other] = (int8_t)way;
    b->up[one] += way > 0 ? b->up[other] : b->down[other];
    b->down[one] += way > 0 ? b->down[other] : b->up[other];
    b->stays[one] =
        b->stays[one] || b->stays[other] || (!isfinite(b->up[one]) && !isfinite(b->down[one]));
}

/* The classes of an equation that do not stay, with their weights in it, to `row`; how many. */
static size_t collect(const tacit_round_block *b, uint32_t equation)
{
    const tacit_system *s = b->r->system;
    size_t n = 0, kept = 0;
    for (size_t e = s->first[equation]; e < s->first[equation + 1]; e++) {
        int sign = 1;
        if (!b->in[s->term[e].at])
            continue;
        const uint32_t c = find(b, s->term[e].at, &sign);
        if (b->stays[c])
            continue;
        if (b->weight[c] == 0)
            b->row[n++].class = c;
        b->weight[c] += sign * (s->term[e].weight > 0 ? 1 : -1);
    }
    for (size_t k = 0; k < n; k++) {
        const uint32_t c = b->row[k].class;
        if (b->weight[c] != 0)
            b->row[kept++] = (tacit_round_entry){ c, b->weight[c] };
        b->weight[c] = 0;
    }
    return kept;
}

/* What an equation of one or two classes says; whether that changed anything. */
static bool settle(const tacit_round_block *b, uint32_t equation)
{
    const size_t n = collect(b, equation);
    const tacit_round_entry *row = b->row;
    if (n == 1)
        b->stays[row[0].class] = true;
    else if (n == 2 && row[0].weight == row[1].weight)
        unite(b, row[0].class, row[1].class, -1);
    else if (n == 2 && row[0].weight == -row[1].weight)
        unite(b, row[0].class, row[1].class, 1);
    else
        return false;
    return true;
}

static void make_classes(const tacit_round_block *b, tacit_rng *rng)
{
    bool more = true;
    for (size_t k = 0; k < b->n; k++) {
        const uint32_t i = b->cell[k];
        b->above[i] = i;
        b->sign[i] = 1;
        const double noise = b->noise > 0 ? b->noise * (2 * tacit_rng_uniform(rng) - 1) : 0;
        b->up[i] = step_cost(b, i, 1) + noise;
        b->down[i] = step_cost(b, i, -1) - noise;
        b->stays[i] = !isfinite(b->up[i]) && !isfinite(b->down[i]);
    }
    while (more) {
        more = false;
        for (size_t q = 0; q < b->n_equations; q++)
            more = settle(b, b->equation[q]) || more;
    }
}

/* ---- the program ---- */

/* The program on its way. */
typedef struct program {
    size_t n, room; /* columns */
    uint32_t *class;
    double *cost, *low, *high;
    size_t n_rows, terms;
    size_t *start;
    uint32_t *column;
    double *value, *side;
    tacit_lp *lp;
} program;

static void add_column(const tacit_round_block *b, program *p, uint32_t class, double cost)
{
    b->column[class] = b->column[class] == UINT32_MAX ? (uint32_t)p->n : b->column[class];
    p->class[p->n] = class;
    p->cost[p->n] = isfinite(cost) ? cost : 0;
    p->high[p->n++] = isfinite(cost);
}

/* Two columns for each class that can move: up and down. */
static tacit_status make_columns(tacit_ctx *cx, const tacit_round_block *b, program *p)
{
    const size_t room = 2 * b->n;
    TACIT_TRY(tacit_scratch(cx, room, sizeof *p->class, &p->class));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *p->cost, &p->cost));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *p->low, &p->low));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *p->high, &p->high));
    for (size_t k = 0; k < b->n; k++) {
        const uint32_t i = b->cell[k];
        if (b->above[i] != i || b->stays[i])
            continue;
        b->column[i] = UINT32_MAX;
        add_column(b, p, i, b->up[i]);
        add_column(b, p, i, b->down[i]);
    }
    return TACIT_OK;
}

/* What equal equations have in common, whatever their sign. */
static uint64_t name_row(const tacit_round_entry *row, size_t n)
{
    uint64_t plus = 0, minus = 0;
    for (size_t k = 0; k < n; k++) {
        plus += tacit_hash_u64(((uint64_t)row[k].class << 16) + (uint16_t)(row[k].weight + 512));
        minus += tacit_hash_u64(((uint64_t)row[k].class << 16) + (uint16_t)(512 - row[k].weight));
    }
    return plus < minus ? plus : minus;
}

/* One of each of the equations that are left, in the order in which they stand. */
static tacit_status choose_rows(tacit_ctx *cx, const tacit_round_block *b, tacit_keyed **out,
                                size_t *n)
{
    size_t kept = 0;
    TACIT_TRY(tacit_scratch(cx, b->n_equations, sizeof **out, out));
    for (size_t q = 0; q < b->n_equations; q++) {
        const size_t terms = collect(b, b->equation[q]);
        if (terms > 0)
            (*out)[kept++] = (tacit_keyed){ name_row(b->row, terms), b->equation[q] };
    }
    TACIT_TRY(tacit_sort_keyed(cx, *out, kept));
    *n = 0;
    for (size_t k = 0; k < kept; k++)
        if (k == 0 || (*out)[k].key != (*out)[k - 1].key)
            (*out)[(*n)++] = (*out)[k];
    return TACIT_OK;
}

static tacit_status make_rows(tacit_ctx *cx, const tacit_round_block *b, program *p)
{
    const tacit_system *s = b->r->system;
    tacit_keyed *rows = NULL;
    size_t terms = 0;
    TACIT_TRY(choose_rows(cx, b, &rows, &p->n_rows));
    for (size_t k = 0; k < p->n_rows; k++)
        terms += 2 * (s->first[rows[k].row + 1] - s->first[rows[k].row]);
    TACIT_TRY(tacit_scratch(cx, p->n_rows + 1, sizeof *p->start, &p->start));
    TACIT_TRY(tacit_scratch(cx, p->n_rows + 1, sizeof *p->side, &p->side));
    TACIT_TRY(tacit_scratch(cx, terms + 1, sizeof *p->column, &p->column));
    TACIT_TRY(tacit_scratch(cx, terms + 1, sizeof *p->value, &p->value));
    for (size_t k = 0; k < p->n_rows; k++) {
        const size_t n = collect(b, (uint32_t)rows[k].row);
        for (size_t j = 0; j < 2 * n; j++) {
            p->column[p->terms] = b->column[b->row[j / 2].class] + j % 2;
            p->value[p->terms++] = (j % 2 == 0 ? 1 : -1) * b->row[j / 2].weight;
        }
        p->start[k + 1] = p->terms;
    }
    return TACIT_OK;
}

/* Take the point of the linear program, rounded; whether it was of whole numbers. */
static bool take_point(const program *p, double *point)
{
    const double *x = tacit_lp_point(p->lp);
    bool whole = true;
    for (size_t j = 0; j < p->n; j++) {
        point[j] = round(x[j]);
        whole = whole && fabs(x[j] - point[j]) < NEAR;
    }
    return whole;
}

/* Keep the columns that are nearly 1 at 1, and of the others that are not whole the largest; the
 * largest. */
static size_t fix_some(const program *p)
{
    const double *x = tacit_lp_point(p->lp);
    size_t largest = p->n;
    for (size_t j = 0; j < p->n; j++) {
        if (x[j] > ALMOST)
            tacit_lp_bound(p->lp, j, 1, 1);
        else if (x[j] > NEAR && (largest == p->n || x[j] > x[largest]))
            largest = j;
    }
    if (largest < p->n)
        tacit_lp_bound(p->lp, largest, 1, 1);
    return largest;
}

/* Whole numbers that cost less than nothing: by the linear program, and while it is not whole with
 * more and more columns kept at 1 (a dive). */
static tacit_status find_point(tacit_ctx *cx, const program *p, double *point, bool *found,
                               double *work)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    const tacit_sparse rows = { p->n_rows, p->n, p->start, p->column, p->value };
    size_t last = p->n;
    TACIT_TRY(tacit_lp_add_rows(cx, p->lp, &rows, p->side, p->side));
    for (size_t k = 0; k < DIVES; k++) {
        TACIT_TRY(tacit_lp_solve(cx, p->lp, k == 0, &outcome));
        *work += tacit_lp_steps(p->lp) * (double)p->n;
        if (outcome == TACIT_LP_OPTIMAL && tacit_lp_objective(p->lp) > -NEAR)
            return TACIT_OK;
        if (outcome == TACIT_LP_OPTIMAL) {
            *found = take_point(p, point);
            if (*found)
                return TACIT_OK;
            last = fix_some(p);
        } else if (last < p->n) {
            tacit_lp_bound(p->lp, last, 0, 0);
            last = p->n;
        } else {
            return TACIT_OK;
        }
    }
    return TACIT_OK;
}

/* ---- the move ---- */

/* What cell `i` moves by. */
static int32_t step_of(const tacit_round_block *b, const double *point, uint32_t i)
{
    int sign = 1;
    const uint32_t c = find(b, i, &sign);
    if (b->stays[c])
        return 0;
    return sign * (int32_t)(point[b->column[c]] - point[b->column[c] + 1]);
}

static void shift(const tacit_round_block *b, const double *point)
{
    for (size_t k = 0; k < b->n; k++)
        b->r->t[b->cell[k]] += step_of(b, point, b->cell[k]);
}

static bool adds_up(const tacit_round_block *b, const double *point)
{
    const tacit_system *s = b->r->system;
    for (size_t q = 0; q < b->n_equations; q++) {
        int32_t sum = 0;
        for (size_t e = s->first[b->equation[q]]; e < s->first[b->equation[q] + 1]; e++)
            if (b->in[s->term[e].at])
                sum += (s->term[e].weight > 0 ? 1 : -1) * step_of(b, point, s->term[e].at);
        if (sum != 0)
            return false;
    }
    return true;
}

/* What the move gains, without noise. */
static double gain_of(const tacit_round_block *b, const double *point)
{
    double sum = 0;
    for (size_t k = 0; k < b->n; k++) {
        const int32_t step = step_of(b, point, b->cell[k]);
        sum -= step != 0 ? step_cost(b, b->cell[k], step) : 0;
    }
    return sum;
}

static void empty(tacit_round_block *b)
{
    for (size_t k = 0; k < b->n; k++)
        b->in[b->cell[k]] = false;
    for (size_t q = 0; q < b->n_equations; q++)
        b->near[b->equation[q]] = false;
    b->n = b->n_equations = 0;
}

static tacit_status solve(tacit_ctx *cx, const tacit_round_block *b, tacit_rng *rng, double *gain,
                          double *work)
{
    program p = { 0 };
    double *point = NULL;
    bool found = false;
    make_classes(b, rng);
    TACIT_TRY(make_columns(cx, b, &p));
    TACIT_TRY(make_rows(cx, b, &p));
    TACIT_TRY(tacit_scratch(cx, p.n, sizeof *point, &point));
    TACIT_TRY(tacit_lp_new(cx, &(tacit_lp_columns){ p.n, p.cost, p.low, p.high }, &p.lp));
    const tacit_status status = find_point(cx, &p, point, &found, work);
    tacit_lp_free(p.lp);
    TACIT_TRY(status);
    if (!found || !adds_up(b, point))
        return TACIT_OK;
    *gain = gain_of(b, point);
    shift(b, point);
    return TACIT_OK;
}

tacit_status tacit_round_block_solve(tacit_ctx *cx, tacit_round_block *b, tacit_rng *rng,
                                     double *gain, double *work)
{
    const size_t mark = tacit_scratch_mark(cx);
    *gain = *work = 0;
    const tacit_status status = solve(cx, b, rng, gain, work);
    empty(b);
    tacit_scratch_release(cx, mark);
    return status;
}

void tacit_round_block_add(tacit_round_block *b, uint32_t cell)
{
    const tacit_system *s = b->r->system;
    if (b->in[cell])
        return;
    b->in[cell] = true;
    b->cell[b->n++] = cell;
    for (size_t e = s->first_of[cell]; e < s->first_of[cell + 1]; e++)
        if (!b->near[s->in[e].at]) {
            b->near[s->in[e].at] = true;
            b->equation[b->n_equations++] = s->in[e].at;
        }
}

tacit_status tacit_round_block_new(tacit_ctx *cx, tacit_rounding *r, const bool *leaf,
                                   double strict, tacit_round_block *out)
{
    const size_t n = r->system->n_cells, m = r->system->n_equations;
    size_t longest = 0;
    for (size_t q = 0; q < m; q++)
        longest = r->system->first[q + 1] - r->system->first[q] > longest
                      ? r->system->first[q + 1] - r->system->first[q]
                      : longest;
    *out = (tacit_round_block){ .r = r, .leaf = leaf, .strict = strict };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->cell, &out->cell));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *out->equation, &out->equation));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->in, &out->in));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *out->near, &out->near));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->above, &out->above));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->sign, &out->sign));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->stays, &out->stays));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->up, &out->up));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->down, &out->down));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->weight, &out->weight));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->column, &out->column));
    return tacit_scratch(cx, longest, sizeof *out->row, &out->row);
}
