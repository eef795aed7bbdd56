/*
 * program.c - adjustment as a linear program over some of the cells.
 *
 * A cell that is not sensitive has two columns, p and m at cost w: d = p - m.  A sensitive cell has
 * x, e and f with d = -L + x + e - f: x leads from one level to the other, e beyond the upper and f
 * beyond the lower one.
 *   relaxed   0 <= x <= L + U at cost w (U - L) / (L + U): the convex hull of both ways
 *   up        L <= x <= L + U, what is missing to L + U at a cost that outweighs all; f = 0
 *   down      0 <= x <= L the same way; e = 0
 *   either    a column y, 1 if it goes up: |x - (L + U) y| <= s, e <= (up - U) y,
 *             f <= (down - L) (1 - y), and s, what is missing, at the same cost
 * So a program with fixed or relaxed ways has no rows but the equations, and a point: d = 0.
 */
#include <float.h>
#include <math.h>

#include "tabular/protection/adjust/adjust.h"

/* Columns of a sensitive cell, from its first; and their number for those that go either way. */
enum { X, E, F, S, OF_EITHER };

/* What programs are solved to. */
static const double NEAR = 1e-6;

static size_t sensitive_of(const tacit_adjust_program *p, size_t c)
{
    return p->a->which[p->cell[c]];
}

static bool is_sensitive(const tacit_adjust_program *p, size_t c)
{
    return sensitive_of(p, c) < p->a->n;
}

static bool goes_either_way(const tacit_adjust_program *p, size_t c)
{
    return is_sensitive(p, c) && p->way[c] == TACIT_ADJUST_EITHER;
}

bool tacit_adjust_program_is_open(const tacit_adjust_program *p, size_t c)
{
    return is_sensitive(p, c) &&
           (p->way[c] == TACIT_ADJUST_EITHER || p->way[c] == TACIT_ADJUST_RELAXED);
}

/* ---- columns ---- */

typedef struct columns {
    double *cost, *low, *high;
} columns;

static void set(const columns *to, size_t j, double low, double high, double cost)
{
    to->low[j] = low;
    to->high[j] = fmax(low, high);
    to->cost[j] = cost;
}

/* The three columns of sensitive cell k at `way`; the constant that belongs to them. */
static double set_way(const tacit_adjusting *a, size_t k, tacit_adjust_way way, const columns *to,
                      size_t j)
{
    const double w = a->weight[a->cell[k]], u = a->upper[k], l = a->lower[k];
    set(to, j + E, 0, way == TACIT_ADJUST_DOWN ? 0 : a->up[a->cell[k]] - u, w);
    set(to, j + F, 0, way == TACIT_ADJUST_UP ? 0 : a->down[a->cell[k]] - l, w);
    switch (way) {
    case TACIT_ADJUST_DOWN:
        set(to, j + X, 0, l, a->dear - w);
        return w * l;
    case TACIT_ADJUST_UP:
        set(to, j + X, l, l + u, w - a->dear);
        return w * u - (w - a->dear) * (l + u);
    case TACIT_ADJUST_RELAXED:
        set(to, j + X, 0, l + u, w * (u - l) / (l + u));
        return w * l;
    default:
        set(to, j + X, 0, l + u, 0);
        set(to, j + S, 0, l + u, a->dear);
        return w * l;
    }
}

static void number_columns(tacit_adjust_program *p)
{
    p->n_whole = 0;
    for (size_t c = 0; c < p->n; c++)
        if (goes_either_way(p, c))
            p->whole[c] = p->n_whole++;
    p->n_columns = p->n_whole;
    for (size_t c = 0; c < p->n; c++) {
        p->column[c] = p->n_columns;
        p->n_columns += !is_sensitive(p, c) ? 2 : goes_either_way(p, c) ? OF_EITHER : S;
    }
}

static void set_cell(tacit_adjust_program *p, size_t c, const columns *to)
{
    const tacit_adjusting *a = p->a;
    const uint32_t i = p->cell[c];
    const size_t k = a->which[i], j = p->column[c];
    if (k < a->n) {
        p->constant += set_way(a, k, p->way[c], to, j);
        if (goes_either_way(p, c))
            set(to, p->whole[c], 0, 1, a->weight[i] * (a->upper[k] - a->lower[k]));
        return;
    }
    set(to, j, 0, a->up[i], a->weight[i]);
    set(to, j + 1, 0, a->down[i], a->weight[i]);
}

static tacit_status make_columns(tacit_ctx *cx, tacit_adjust_program *p)
{
    columns to = { 0 };
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *p->column, &p->column));
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *p->whole, &p->whole));
    number_columns(p);
    TACIT_TRY(tacit_scratch(cx, p->n_columns, sizeof *to.cost, &to.cost));
    TACIT_TRY(tacit_scratch(cx, p->n_columns, sizeof *to.low, &to.low));
    TACIT_TRY(tacit_scratch(cx, p->n_columns, sizeof *to.high, &to.high));
    p->constant = 0;
    for (size_t c = 0; c < p->n; c++)
        set_cell(p, c, &to);
    const tacit_lp_columns all = { p->n_columns, to.cost, to.low, to.high };
    return tacit_lp_new(cx, &all, &p->lp);
}

/* ---- rows ---- */

/* Rows on their way. */
typedef struct rows {
    size_t n, terms;
    size_t *start;
    uint32_t *column;
    double *value, *least, *most;
} rows;

static void add_term(rows *r, size_t column, double value)
{
    r->column[r->terms] = (uint32_t)column;
    r->value[r->terms++] = value;
}

static void end_row(rows *r, double least, double most)
{
    r->least[r->n] = least;
    r->most[r->n++] = most;
    r->start[r->n] = r->terms;
}

/* One equation: columns of cells that move, the others on the other side. */
static void add_equation(const tacit_adjust_program *p, uint32_t q, rows *r)
{
    const tacit_adjusting *a = p->a;
    double side = 0;
    for (size_t e = a->system->first[q]; e < a->system->first[q + 1]; e++) {
        const uint32_t i = a->system->term[e].at, c = p->place[i];
        const double by = (double)a->system->term[e].weight;
        if (c == UINT32_MAX) {
            side -= by * a->d[i];
            continue;
        }
        const bool sensitive = is_sensitive(p, c);
        side += sensitive ? by * a->lower[a->which[i]] : 0;
        add_term(r, p->column[c], by);
        add_term(r, p->column[c] + 1, sensitive ? by : -by);
        if (sensitive)
            add_term(r, p->column[c] + F, -by);
    }
    end_row(r, side, side);
}

/* The rows of a cell that goes either way. */
static void add_choice(const tacit_adjust_program *p, size_t c, rows *r)
{
    const tacit_adjusting *a = p->a;
    const size_t k = sensitive_of(p, c), j = p->column[c], y = p->whole[c];
    const double apart = a->upper[k] + a->lower[k];
    const double up = fmax(0, a->up[p->cell[c]] - a->upper[k]);
    const double down = fmax(0, a->down[p->cell[c]] - a->lower[k]);
    add_term(r, j + X, 1);
    add_term(r, y, -apart);
    add_term(r, j + S, 1);
    end_row(r, 0, DBL_MAX);
    add_term(r, j + X, 1);
    add_term(r, y, -apart);
    add_term(r, j + S, -1);
    end_row(r, -DBL_MAX, 0);
    add_term(r, j + E, 1);
    add_term(r, y, -up);
    end_row(r, -DBL_MAX, 0);
    add_term(r, j + F, 1);
    add_term(r, y, down);
    end_row(r, -DBL_MAX, down);
}

static tacit_status make_rows(tacit_ctx *cx, tacit_adjust_program *p)
{
    const tacit_system *s = p->a->system;
    size_t n = p->n_equations + 4 * p->n_whole, terms = 10 * p->n_whole;
    rows r = { 0 };
    for (size_t q = 0; q < p->n_equations; q++)
        terms += 3 * (s->first[p->equation[q] + 1] - s->first[p->equation[q]]);
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *r.start, &r.start));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r.least, &r.least));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r.most, &r.most));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *r.column, &r.column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *r.value, &r.value));
    for (size_t q = 0; q < p->n_equations; q++)
        add_equation(p, p->equation[q], &r);
    for (size_t c = 0; c < p->n; c++)
        if (goes_either_way(p, c))
            add_choice(p, c, &r);
    const tacit_sparse matrix = { r.n, p->n_columns, r.start, r.column, r.value };
    return tacit_lp_add_rows(cx, p->lp, &matrix, r.least, r.most);
}

tacit_status tacit_adjust_program_make(tacit_ctx *cx, tacit_adjust_program *p)
{
    TACIT_TRY(make_columns(cx, p));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = make_rows(cx, p);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_adjust_program_solve(tacit_ctx *cx, tacit_adjust_program *p, double seconds,
                                        tacit_mip *out)
{
    TACIT_TRY(tacit_scratch(cx, p->n_columns, sizeof *out->point, &out->point));
    const tacit_status status = tacit_lp_solve_easy(cx, p->lp, p->n_whole, NEAR, seconds, out);
    out->objective += p->constant;
    out->bound += p->constant;
    return status;
}

void tacit_adjust_program_free(tacit_adjust_program *p)
{
    tacit_lp_free(p->lp);
    p->lp = NULL;
}

/* ---- what a point says ---- */

double tacit_adjust_program_change(const tacit_adjust_program *p, const double *x, size_t c)
{
    const double *at = x + p->column[c];
    if (!is_sensitive(p, c))
        return at[0] - at[1];
    return at[X] + at[E] - at[F] - p->a->lower[sensitive_of(p, c)];
}

double tacit_adjust_program_size(const tacit_adjust_program *p, const double *x, size_t c)
{
    uint32_t column[OF_EITHER];
    double value[OF_EITHER];
    size_t n = 0;
    double sum = tacit_adjust_program_add_size(p, c, 1, column, value, &n);
    for (size_t e = 0; e < n; e++)
        sum += value[e] * x[column[e]];
    return sum;
}

double tacit_adjust_program_turned(const tacit_adjust_program *p, const double *x, size_t c)
{
    const size_t k = sensitive_of(p, c);
    return goes_either_way(p, c) ? x[p->whole[c]]
                                 : x[p->column[c] + X] / (p->a->upper[k] + p->a->lower[k]);
}

void tacit_adjust_program_add_turn(const tacit_adjust_program *p, size_t c, double by,
                                   uint32_t *column, double *value, size_t *n)
{
    const size_t k = sensitive_of(p, c), j = p->column[c];
    const bool either = goes_either_way(p, c);
    column[*n] = (uint32_t)(either ? p->whole[c] : j + X);
    value[(*n)++] = either ? by : by / (p->a->upper[k] + p->a->lower[k]);
    column[*n] = (uint32_t)(j + E);
    value[(*n)++] = 1;
    column[*n] = (uint32_t)(j + F);
    value[(*n)++] = 1;
}

double tacit_adjust_program_add_size(const tacit_adjust_program *p, size_t c, double sign,
                                     uint32_t *column, double *value, size_t *n)
{
    const size_t j = p->column[c], from = *n;
    if (!is_sensitive(p, c)) {
        column[*n] = (uint32_t)j;
        column[*n + 1] = (uint32_t)(j + 1);
        *n += 2;
    } else {
        const size_t k = sensitive_of(p, c);
        tacit_adjust_program_add_turn(p, c, p->a->upper[k] - p->a->lower[k], column, value, n);
        value[from] *= sign;
    }
    for (size_t e = is_sensitive(p, c) ? from + 1 : from; e < *n; e++)
        value[e] = sign;
    return is_sensitive(p, c) ? sign * p->a->lower[sensitive_of(p, c)] : 0;
}
