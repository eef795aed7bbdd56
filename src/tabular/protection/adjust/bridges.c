/*
 * bridges.c - rows that bring the relaxation nearer to adjusted tables.
 *
 * 1. In an equation no cell changes by more than all others together: |d_h| <= sum of |d_j| over
 *    j /= h.  A sensitive cell between its levels pays for a change that its equation never sees
 *    unless it is told; these are what bridge inequalities are for suppression (Fischetti and
 *    Salazar 2001).
 * 2. Let K be sensitive cells of an equation whose levels are equally far apart, U + L = N, as
 *    those of a frequency rule are.  With y = 1 for a cell that goes up its change is N y - L, and
 *    what goes beyond its levels.  All of K change by N Y - S with Y the sum of y and S that of L
 *    (of total and parts with their signs), and with S = N q + r
 *      sum of |d_j| over j outside K, and of what K goes beyond  >=  |N Y - S|
 *                                                                >=  r + (N - 2 r) (Y - q)
 *    because Y is a whole number (mixed integer rounding: Nemhauser and Wolsey 1990).
 *
 * One row an equation at a time, the one that the point violates most; K grows from the cells that
 * are most undecided.  O(entries + squares of sensitive cells in an equation).
 */
#include <float.h>
#include <math.h>

#include "tabular/protection/adjust/adjust.h"

/* By how much a row must be violated, of the sizes that stand in it. */
static const double NEAR = 1e-4;

/* A cell of an equation, as far as the point says. */
typedef struct part {
    uint32_t at; /* which cell of the program; UINT32_MAX if it stays */
    bool total;  /* it counts the other way */
    double size;
    double apart; /* U + L, of a sensitive cell that goes either way; else 0 */
    double turn;  /* its y, or 1 - y for a total */
    double least; /* L, or U for a total */
    double open;  /* how undecided it is */
} part;

/* The row that was found for an equation. */
typedef struct row {
    double by;       /* how much it is violated */
    size_t n;        /* the first n parts are K; 0: the largest against all others */
    uint32_t single; /* then: the largest */
} row;

/* Room for one equation, and rows on their way. */
typedef struct bridges {
    const tacit_adjust_program *p;
    const double *x;
    part *part;
    size_t n;
    size_t n_rows, terms, room;
    size_t *start;
    uint32_t *column;
    double *value, *least, *most;
} bridges;

/* The y of a sensitive cell, if it goes either way. */
static void take_turn(const bridges *b, part *t)
{
    const tacit_adjusting *a = b->p->a;
    const size_t k = a->which[b->p->cell[t->at]];
    const double y = tacit_adjust_program_turned(b->p, b->x, t->at);
    t->apart = a->upper[k] + a->lower[k];
    t->turn = t->total ? 1 - y : y;
    t->least = t->total ? a->upper[k] : a->lower[k];
    t->open = fmin(y, 1 - y);
}

/* The cells of equation q. */
static void take_parts(bridges *b, uint32_t q)
{
    const tacit_adjusting *a = b->p->a;
    const tacit_system *s = a->system;
    b->n = 0;
    for (size_t e = s->first[q]; e < s->first[q + 1]; e++) {
        const uint32_t i = s->term[e].at, c = b->p->place[i];
        part *t = &b->part[b->n++];
        *t = (part){ .at = c, .total = s->term[e].weight < 0, .open = -1 };
        t->size = c == UINT32_MAX ? fabs(a->d[i]) : tacit_adjust_program_size(b->p, b->x, c);
        if (c != UINT32_MAX && tacit_adjust_program_is_open(b->p, c))
            take_turn(b, t);
    }
}

/* The most undecided first. */
static void sort_parts(bridges *b)
{
    for (size_t i = 1; i < b->n; i++) {
        const part t = b->part[i];
        size_t j = i;
        for (; j > 0 && b->part[j - 1].open < t.open; j--)
            b->part[j] = b->part[j - 1];
        b->part[j] = t;
    }
}

/* What K of the first n parts must leave to the others at least, r + (N - 2 r) (Y - q): the slope
 * by Y and the constant. */
static void line_of(const bridges *b, size_t n, double *slope, double *constant)
{
    const double apart = b->part[0].apart;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += b->part[i].least;
    const double q = floor(sum / apart), r = sum - apart * q;
    *slope = apart - 2 * r;
    *constant = r - *slope * q;
}

/* The row that the point violates most. */
static row find_row(const bridges *b)
{
    row best = { 0 };
    double all = 0, kept = 0, turned = 0;
    for (size_t i = 0; i < b->n; i++) {
        all += b->part[i].size;
        best.single = b->part[i].size > b->part[best.single].size ? (uint32_t)i : best.single;
    }
    best.by = 2 * b->part[best.single].size - all;
    for (size_t n = 1; n <= b->n && b->part[n - 1].apart > 0 &&
                       fabs(b->part[n - 1].apart - b->part[0].apart) < 1e-9 * b->part[0].apart;
         n++) {
        const part *t = &b->part[n - 1];
        const double turn = t->total ? 1 - t->turn : t->turn;
        const tacit_adjusting *a = b->p->a;
        const size_t k = a->which[b->p->cell[t->at]];
        double slope = 0, constant = 0;
        kept += a->lower[k] + (a->upper[k] - a->lower[k]) * turn; /* without what is beyond */
        turned += t->turn;
        line_of(b, n, &slope, &constant);
        const double by = slope * turned + constant - (all - kept);
        if (by > best.by)
            best = (row){ .by = by, .n = n };
    }
    return best.by > NEAR * (all + 1e-9) ? best : (row){ 0 };
}

static void add_row(bridges *b, const row *r)
{
    double slope = 0, constant = 0;
    if (r->n > 0)
        line_of(b, r->n, &slope, &constant);
    for (size_t i = 0; i < b->n; i++) {
        const part *t = &b->part[i];
        const double sign = r->n == 0 && i == r->single ? -1 : 1;
        if (t->at == UINT32_MAX) {
            constant -= sign * t->size;
        } else if (i < r->n) {
            const double by = t->total ? slope : -slope;
            constant += t->total ? slope : 0;
            tacit_adjust_program_add_turn(b->p, t->at, by, b->column, b->value, &b->terms);
        } else {
            constant -=
                tacit_adjust_program_add_size(b->p, t->at, sign, b->column, b->value, &b->terms);
        }
    }
    b->least[b->n_rows] = constant;
    b->most[b->n_rows++] = DBL_MAX;
    b->start[b->n_rows] = b->terms;
}

static tacit_status take_room(tacit_ctx *cx, bridges *b)
{
    const tacit_system *s = b->p->a->system;
    size_t longest = 0, terms = 0;
    for (size_t q = 0; q < b->p->n_equations; q++) {
        const uint32_t r = b->p->equation[q];
        const size_t n = s->first[r + 1] - s->first[r];
        longest = n > longest ? n : longest;
        terms += 3 * n;
    }
    TACIT_TRY(tacit_scratch(cx, longest, sizeof *b->part, &b->part));
    TACIT_TRY(tacit_scratch(cx, b->p->n_equations + 1, sizeof *b->start, &b->start));
    TACIT_TRY(tacit_scratch(cx, b->p->n_equations, sizeof *b->least, &b->least));
    TACIT_TRY(tacit_scratch(cx, b->p->n_equations, sizeof *b->most, &b->most));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *b->column, &b->column));
    return tacit_scratch(cx, terms, sizeof *b->value, &b->value);
}

tacit_status tacit_adjust_bridges(tacit_ctx *cx, const tacit_adjust_program *p, const double *x,
                                  size_t *added)
{
    const size_t mark = tacit_scratch_mark(cx);
    bridges b = { .p = p, .x = x };
    TACIT_TRY(take_room(cx, &b));
    for (size_t q = 0; q < p->n_equations; q++) {
        take_parts(&b, p->equation[q]);
        if (b.n == 0)
            continue;
        sort_parts(&b);
        const row r = find_row(&b);
        if (r.by > 0)
            add_row(&b, &r);
    }
    *added = b.n_rows;
    const tacit_sparse matrix = { b.n_rows, p->n_columns, b.start, b.column, b.value };
    const tacit_status status =
        b.n_rows == 0 ? TACIT_OK : tacit_lp_add_rows(cx, p->lp, &matrix, b.least, b.most);
    tacit_scratch_release(cx, mark);
    return status;
}
