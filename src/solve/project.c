/*
 * project.c - the nearest point: min sum of w_j x_j^2 subject to A x = 0, low <= x <= high.
 */
#include "solve/project.h"

#include <math.h>

/* Most steps of Newton's method and of conjugate gradients in each, how exact A x = 0 is, and what
 * the diagonal gets besides: where no column of a row is between its bounds, steps would be endless
 * and prices lose their digits. */
enum { STEPS = 200, GRADIENTS = 400, HALVINGS = 40 };
static const double NEAR = 1e-10, RIDGE = 1e-12, DAMPING = 1e-4;

typedef struct state {
    const tacit_projection *q;
    double *price, *step; /* by row */
    double *rest, *dir, *image, *trial;
    double *x, *back; /* by column */
    bool *open;       /* columns between their bounds */
    double *scale;    /* by row: A D A' on the diagonal if all columns were open */
    double ridge;     /* a share of that */
} state;

/* to = A' from. */
static void transposed(const tacit_sparse *a, const double *from, double *to)
{
    for (size_t j = 0; j < a->n_columns; j++)
        to[j] = 0;
    for (size_t i = 0; i < a->n_rows; i++)
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++)
            to[a->column[e]] += a->value[e] * from[i];
}

/* to = A from. */
static void applied(const tacit_sparse *a, const double *from, double *to)
{
    for (size_t i = 0; i < a->n_rows; i++) {
        to[i] = 0;
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++)
            to[i] += a->value[e] * from[a->column[e]];
    }
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* x and the open columns at prices p; the dual, which is to be made small. */
static double look(const state *s, const double *p)
{
    const tacit_projection *q = s->q;
    double sum = 0;
    transposed(&q->a, p, s->back);
    for (size_t j = 0; j < q->a.n_columns; j++) {
        const double free = s->back[j] / q->weight[j];
        s->x[j] = fmin(fmax(free, q->low[j]), q->high[j]);
        s->open[j] = free > q->low[j] && free < q->high[j];
        sum += s->back[j] * s->x[j] - q->weight[j] * s->x[j] * s->x[j] / 2;
    }
    return sum;
}

/* to = (A D A' + ridge * scale) from. */
static void curve(const state *s, const double *from, double *to)
{
    transposed(&s->q->a, from, s->back);
    for (size_t j = 0; j < s->q->a.n_columns; j++)
        s->back[j] = s->open[j] ? s->back[j] / s->q->weight[j] : 0;
    applied(&s->q->a, s->back, to);
    for (size_t i = 0; i < s->q->a.n_rows; i++)
        to[i] += s->ridge * s->scale[i] * from[i];
}

/* The step of Newton's method by conjugate gradients; `rest` is -A x. */
static void find_step(const state *s)
{
    const size_t m = s->q->a.n_rows;
    for (size_t i = 0; i < m; i++) {
        s->step[i] = 0;
        s->dir[i] = s->rest[i];
    }
    double now = dot(s->rest, s->rest, m);
    const double enough = 1e-24 * now;
    for (size_t k = 0; k < GRADIENTS && now > enough; k++) {
        curve(s, s->dir, s->image);
        const double along = dot(s->dir, s->image, m);
        if (!(along > 0))
            break;
        const double far = now / along;
        for (size_t i = 0; i < m; i++) {
            s->step[i] += far * s->dir[i];
            s->rest[i] -= far * s->image[i];
        }
        const double next = dot(s->rest, s->rest, m);
        for (size_t i = 0; i < m; i++)
            s->dir[i] = s->rest[i] + next / now * s->dir[i];
        now = next;
    }
}

/* Go along the step as far as the dual gets better. */
static void go(const state *s, double dual, double slope)
{
    const size_t m = s->q->a.n_rows;
    double far = 1;
    for (size_t k = 0; k < HALVINGS; k++, far /= 2) {
        for (size_t i = 0; i < m; i++)
            s->trial[i] = s->price[i] + far * s->step[i];
        if (look(s, s->trial) <= dual + 1e-4 * far * slope)
            break;
    }
    for (size_t i = 0; i < m; i++)
        s->price[i] = s->trial[i];
}

static tacit_status take_room(tacit_ctx *cx, state *s)
{
    const size_t m = s->q->a.n_rows, n = s->q->a.n_columns;
    double **by_row[] = { &s->price, &s->step, &s->rest, &s->dir, &s->image,
                           &s->trial, &s->scale };
    for (size_t k = 0; k < sizeof by_row / sizeof by_row[0]; k++)
        TACIT_TRY(tacit_scratch(cx, m, sizeof(double), by_row[k]));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->back, &s->back));
    return tacit_scratch(cx, n, sizeof *s->open, &s->open);
}

static void find_scale(const state *s)
{
    const tacit_sparse *a = &s->q->a;
    for (size_t i = 0; i < a->n_rows; i++)
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++)
            s->scale[i] += a->value[e] * a->value[e] / s->q->weight[a->column[e]];
}

/* What is left of A x = 0, negated, to `rest`; the largest part. */
static double measure_rest(const state *s)
{
    double most = 0;
    applied(&s->q->a, s->x, s->rest);
    for (size_t i = 0; i < s->q->a.n_rows; i++) {
        s->rest[i] = -s->rest[i];
        most = fmax(most, fabs(s->rest[i]));
    }
    return most;
}

tacit_status tacit_project(tacit_ctx *cx, const tacit_projection *problem, double *x, double *off)
{
    const size_t mark = tacit_scratch_mark(cx);
    state s = { .q = problem, .x = x };
    double size = 0;
    TACIT_TRY(take_room(cx, &s));
    find_scale(&s);
    for (size_t k = 0; k < STEPS; k++) {
        TACIT_TRY(tacit_tick(cx, k, STEPS));
        const double dual = look(&s, s.price);
        *off = measure_rest(&s);
        size = fmax(size, *off);
        if (*off <= NEAR * size)
            break;
        s.ridge = RIDGE + DAMPING * *off / size; /* less and less, or the end would be slow */
        for (size_t i = 0; i < problem->a.n_rows; i++)
            s.trial[i] = s.rest[i];
        find_step(&s);
        go(&s, dual, -dot(s.trial, s.step, problem->a.n_rows));
    }
    for (size_t i = 0; problem->price != NULL && i < problem->a.n_rows; i++)
        problem->price[i] = s.price[i];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
