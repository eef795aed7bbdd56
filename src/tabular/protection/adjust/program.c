/*
 * program.c - adjustment as a mixed integer program.
 *
 * Columns: y_k of each sensitive cell (1: it goes up), p_i and m_i of each cell (d = p - m), and
 * s_k, by how much a sensitive cell falls short, at a cost that nothing else outweighs; so there is
 * always a point.  Rows: the equations, and of each sensitive cell with levels U and L
 *   p <= up y,  p >= U y - s,  m <= down (1 - y),  m >= L (1 - y) - s.
 */
#include <float.h>
#include <math.h>
#include <time.h>

#include "tabular/protection/adjust/adjust.h"

/* What falling short costs, in the largest weight. */
static const double DEAR = 1000;

/* What linear programs are taken to be exact to. */
static const double NEAR = 1e-6;

double tacit_adjusting_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Where the columns of each kind begin. */
static size_t plus(const tacit_adjusting *a, size_t i)
{
    return a->n + i;
}

static size_t minus(const tacit_adjusting *a, size_t i)
{
    return a->n + a->system->n_cells + i;
}

static size_t missing(const tacit_adjusting *a, size_t k)
{
    return a->n + 2 * a->system->n_cells + k;
}

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

static void add_equations(const tacit_adjusting *a, rows *r)
{
    const tacit_system *s = a->system;
    for (size_t q = 0; q < s->n_equations; q++) {
        for (size_t e = s->first[q]; e < s->first[q + 1]; e++) {
            add_term(r, plus(a, s->term[e].at), (double)s->term[e].weight);
            add_term(r, minus(a, s->term[e].at), -(double)s->term[e].weight);
        }
        end_row(r, 0, 0);
    }
}

static void add_levels(const tacit_adjusting *a, rows *r)
{
    for (size_t k = 0; k < a->n; k++) {
        const uint32_t i = a->cell[k];
        const tacit_cell *c = &a->system->cell[i];
        add_term(r, plus(a, i), 1);
        add_term(r, k, -a->up[i]);
        end_row(r, -DBL_MAX, 0);
        add_term(r, plus(a, i), 1);
        add_term(r, k, -c->upper);
        add_term(r, missing(a, k), 1);
        end_row(r, 0, DBL_MAX);
        add_term(r, minus(a, i), 1);
        add_term(r, k, a->down[i]);
        end_row(r, -DBL_MAX, a->down[i]);
        add_term(r, minus(a, i), 1);
        add_term(r, k, c->lower);
        add_term(r, missing(a, k), 1);
        end_row(r, c->lower, DBL_MAX);
    }
}

static tacit_status add_rows(tacit_ctx *cx, tacit_adjusting *a)
{
    const tacit_system *s = a->system;
    const size_t n = s->n_equations + 4 * a->n, terms = 2 * s->first[s->n_equations] + 10 * a->n;
    rows r = { 0 };
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *r.start, &r.start));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r.least, &r.least));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r.most, &r.most));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *r.column, &r.column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *r.value, &r.value));
    add_equations(a, &r);
    add_levels(a, &r);
    const tacit_sparse matrix = { r.n, missing(a, a->n), r.start, r.column, r.value };
    return tacit_lp_add_rows(cx, a->lp, &matrix, r.least, r.most);
}

tacit_status tacit_adjusting_program(tacit_ctx *cx, tacit_adjusting *a)
{
    const size_t mark = tacit_scratch_mark(cx), n = missing(a, a->n);
    double *cost = NULL, *low = NULL, *high = NULL, most = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *high, &high));
    for (size_t i = 0; i < a->system->n_cells; i++) {
        cost[plus(a, i)] = cost[minus(a, i)] = a->weight[i];
        high[plus(a, i)] = a->up[i];
        high[minus(a, i)] = a->down[i];
        most = fmax(most, a->weight[i]);
    }
    for (size_t k = 0; k < a->n; k++) {
        high[k] = 1;
        cost[missing(a, k)] = DEAR * most;
        high[missing(a, k)] = DBL_MAX;
    }
    TACIT_TRY(tacit_lp_new(cx, &(tacit_lp_columns){ n, cost, low, high }, &a->lp));
    TACIT_TRY(add_rows(cx, a));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

void tacit_adjusting_free(tacit_adjusting *a)
{
    tacit_lp_free(a->lp);
    a->lp = NULL;
}

void tacit_adjusting_allow(tacit_adjusting *a, size_t k, bool least, bool most)
{
    tacit_lp_bound(a->lp, k, least, most);
}

double tacit_adjusting_cost(const tacit_adjusting *a, const double *point)
{
    double sum = 0;
    for (size_t i = 0; i < a->system->n_cells; i++)
        sum += a->weight[i] * (point[plus(a, i)] + point[minus(a, i)]);
    return sum;
}

size_t tacit_adjusting_short(const tacit_adjusting *a, const double *point)
{
    size_t k = 0;
    while (k < a->n && point[missing(a, k)] <= NEAR * a->system->cell[a->cell[k]].unit)
        k++;
    return k;
}

void tacit_adjusting_take(tacit_adjusting *a, const double *point)
{
    for (size_t i = 0; i < a->system->n_cells; i++)
        a->d[i] = point[plus(a, i)] - point[minus(a, i)];
}
