/*
 * piece.c - one piece of the pool in whole numbers, by few of its rows.
 *
 * Most rows of a pool are far from tight, and what an integer program derives from them is of no
 * use but takes nearly all of its time.  So the linear program over all rows comes first, and the
 * integer program has those rows alone that its point fulfils with little to spare; rows that its
 * own point breaks enter, until there are none (rows as lazy constraints).  Fewer rows allow more
 * points: what such a program proves holds for all rows.
 */
#include <float.h>
#include <math.h>

#include "tabular/suppress/pieces.h"

static const double NEAR = 1e-6;

/* Rows with no more than this to spare take part at once. */
static const double SPARE = 0.3;

typedef struct piece {
    const tacit_hiding_pieces *p;
    size_t k, n, m;      /* its number, columns and rows */
    const uint32_t *row; /* in the pool */
    bool *in;            /* of a row: it takes part, */
    bool *news;          /* from the next program on */
    double end;          /* when its time is over */
    double *known;       /* a point that fulfils all rows, */
    double worth;        /* and what it costs; HUGE_VAL if none is known */
} piece;

/* The columns as a program. */
static tacit_status make_columns(tacit_ctx *cx, const piece *w, tacit_lp **out)
{
    const uint32_t *column = w->p->column + w->p->first_column[w->k];
    double *cost = NULL, *low = NULL, *high = NULL;
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *high, &high));
    for (size_t c = 0; c < w->n; c++) {
        w->p->place[column[c]] = (uint32_t)c;
        cost[c] = w->p->h->cost[column[c]];
        high[c] = 1;
    }
    TACIT_TRY(tacit_lp_new(cx, &(tacit_lp_columns){ w->n, cost, low, high }, out));
    tacit_lp_yield(*out);
    return TACIT_OK;
}

/* Room for the rows that are `taken`. */
static tacit_status make_room(tacit_ctx *cx, const piece *w, const bool *taken, tacit_cuts *out)
{
    const tacit_cuts *pool = &w->p->h->pool;
    size_t m = 0, terms = 0;
    for (size_t i = 0; i < w->m; i++)
        if (taken[i]) {
            m++;
            terms += pool->start[w->row[i] + 1] - pool->start[w->row[i]];
        }
    TACIT_TRY(tacit_scratch(cx, m + 1, sizeof *out->start, &out->start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *out->cell, &out->cell));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *out->weight, &out->weight));
    return tacit_scratch(cx, m, sizeof *out->least, &out->least);
}

/* Add the rows that are `taken` to a program. */
static tacit_status add_rows(tacit_ctx *cx, const piece *w, const bool *taken, tacit_lp *lp)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_cuts *pool = &w->p->h->pool;
    tacit_cuts rows = { 0 };
    double *most = NULL;
    TACIT_TRY(make_room(cx, w, taken, &rows));
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *most, &most));
    for (size_t i = 0; i < w->m; i++) {
        if (!taken[i])
            continue;
        for (size_t e = pool->start[w->row[i]]; e < pool->start[w->row[i] + 1]; e++)
            if (tacit_hiding_pieces_have(w->p, pool->cell[e])) {
                rows.cell[rows.n_terms] = w->p->place[pool->cell[e]];
                rows.weight[rows.n_terms++] = pool->weight[e];
            }
        rows.least[rows.n] = pool->least[w->row[i]];
        most[rows.n++] = DBL_MAX;
        rows.start[rows.n] = rows.n_terms;
    }
    const tacit_sparse a = { rows.n, w->n, rows.start, rows.cell, rows.weight };
    TACIT_TRY(tacit_lp_add_rows(cx, lp, &a, rows.least, most));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Mark the rows that do not take part and that a point fulfils with less than `spare` left. */
static size_t mark_rows(const piece *w, const double *point, double spare)
{
    const tacit_cuts *pool = &w->p->h->pool;
    size_t n = 0;
    for (size_t i = 0; i < w->m; i++) {
        const size_t r = w->row[i];
        double sum = 0;
        for (size_t e = pool->start[r]; !w->in[i] && e < pool->start[r + 1]; e++)
            if (tacit_hiding_pieces_have(w->p, pool->cell[e]))
                sum += pool->weight[e] * point[w->p->place[pool->cell[e]]];
        w->news[i] = !w->in[i] && sum < pool->least[r] + spare;
        n += w->news[i];
    }
    return n;
}

static void take_rows(const piece *w)
{
    for (size_t i = 0; i < w->m; i++)
        w->in[i] = w->in[i] || w->news[i];
}

/* The rows that are tight where the linear program over all ends; all, if it does not in time. */
static tacit_status choose_rows(tacit_ctx *cx, const piece *w, tacit_mip *out)
{
    tacit_lp *lp = NULL;
    tacit_lp_outcome outcome = TACIT_LP_STOPPED;
    for (size_t i = 0; i < w->m; i++)
        w->news[i] = true;
    TACIT_TRY(make_columns(cx, w, &lp));
    tacit_lp_limit(lp, w->end);
    tacit_status status = add_rows(cx, w, w->news, lp);
    if (status == TACIT_OK)
        status = tacit_lp_solve(cx, lp, false, &outcome);
    if (status == TACIT_OK && outcome == TACIT_LP_OPTIMAL) {
        mark_rows(w, tacit_lp_point(lp), SPARE);
        out->bound = tacit_lp_objective(lp) - NEAR * fabs(tacit_lp_objective(lp));
    }
    tacit_lp_free(lp);
    out->outcome = outcome;
    return status;
}

/* What a point must cost less than to be better than the known one. */
static double limit_of(const piece *w)
{
    return w->p->h->whole ? w->worth - 0.5 : w->worth * (1 - NEAR);
}

/* Nothing is better than the point that is known. */
static void take_known(const piece *w, tacit_mip *out)
{
    out->outcome = TACIT_LP_OPTIMAL;
    out->found = true;
    out->objective = w->worth;
    for (size_t c = 0; c < w->n; c++)
        out->point[c] = w->known[c];
}

/* Solve the program over the rows that take part, from the bound that is known on. */
static tacit_status solve(tacit_ctx *cx, const piece *w, tacit_mip *out)
{
    const double known = out->bound;
    tacit_lp *lp = NULL;
    TACIT_TRY(make_columns(cx, w, &lp));
    tacit_lp_proving(lp);
    if (isfinite(w->worth))
        tacit_lp_cutoff(lp, limit_of(w));
    tacit_status status = add_rows(cx, w, w->in, lp);
    if (status == TACIT_OK)
        status = tacit_lp_solve_whole(cx, lp, w->p->h->whole ? 0.999 : NEAR,
                                      fmax(w->end - tacit_lp_now(), NEAR), out);
    tacit_lp_free(lp);
    if (out->outcome == TACIT_LP_INFEASIBLE && isfinite(w->worth))
        take_known(w, out);
    if (out->outcome == TACIT_LP_OPTIMAL)
        out->bound = out->objective;
    out->bound = fmax(out->bound, known);
    return status;
}

/* Take the pattern that is known as a point, if it fulfils all rows without other columns. */
static void know(piece *w)
{
    const uint32_t *column = w->p->column + w->p->first_column[w->k];
    w->worth = 0;
    for (size_t c = 0; c < w->n; c++) {
        w->p->place[column[c]] = (uint32_t)c;
        w->known[c] = w->p->known[column[c]];
        w->worth += w->known[c] * w->p->h->cost[column[c]];
    }
    if (mark_rows(w, w->known, -NEAR) > 0)
        w->worth = HUGE_VAL;
}

static tacit_status solve_rows(tacit_ctx *cx, const piece *w, tacit_mip *out)
{
    bool any = true;
    TACIT_TRY(choose_rows(cx, w, out));
    if (out->outcome == TACIT_LP_INFEASIBLE)
        return TACIT_OK;
    while (any) {
        const size_t mark = tacit_scratch_mark(cx);
        take_rows(w);
        TACIT_TRY(solve(cx, w, out));
        any = out->outcome == TACIT_LP_OPTIMAL && mark_rows(w, out->point, -NEAR) > 0;
        if (any && tacit_lp_now() >= w->end) {
            out->outcome = TACIT_LP_STOPPED;
            any = false;
        }
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_piece_solve(tacit_ctx *cx, const tacit_hiding_pieces *p, size_t k,
                                      double seconds, tacit_mip *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    piece w = { .p = p,
                .k = k,
                .n = p->first_column[k + 1] - p->first_column[k],
                .m = p->first_row[k + 1] - p->first_row[k],
                .row = p->row + p->first_row[k],
                .end = tacit_lp_now() + seconds,
                .worth = HUGE_VAL };
    TACIT_TRY(tacit_scratch(cx, w.m, sizeof *w.in, &w.in));
    TACIT_TRY(tacit_scratch(cx, w.m, sizeof *w.news, &w.news));
    TACIT_TRY(tacit_scratch(cx, w.n, sizeof *w.known, &w.known));
    if (p->known != NULL)
        know(&w);
    TACIT_TRY(solve_rows(cx, &w, out));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
