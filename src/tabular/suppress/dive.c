/*
 * dive.c - a pattern that stands, by hiding for good what the relaxation hides most.
 *
 * In each round the columns that the relaxation hides almost wholly, and of the others the largest,
 * at most one in an equation, are fixed at 1; then the relaxation is solved again with what it
 * breaks.  What is not hidden by half when that ends is shown, and for mend.c.
 */
#include <math.h>

#include "base/sort.h"
#include "tabular/suppress/search.h"

/* What is hidden almost wholly, and what not at all. */
static const double ALMOST = 0.9, NONE = 1e-6;

/* The share of the others that is fixed in a round, at least and at most; between them so much that
 * the rounds that the time allows are enough for all but a few. */
static const double LEAST = 0.01, MOST = 0.25, ENOUGH = 5;

/* The share of the time left that the way down may take. */
static const double DIVE_SHARE = 0.15;

/* Rounds of the relaxation after each fixing. */
enum { ROUNDS = 4 };

typedef struct dive {
    tacit_hiding *h;
    bool *fixed;      /* columns */
    bool *busy;       /* equations with a column that this round fixed */
    uint32_t *column; /* candidates */
    size_t n;
    double share; /* of them that a round fixes */
} dive;

static void fix(dive *w, uint32_t j)
{
    const tacit_system *s = w->h->s;
    const uint32_t i = w->h->cell[j];
    w->fixed[j] = true;
    tacit_lp_bound(w->h->lax.lp, w->h->lax.place[j], 1, 1);
    for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++)
        w->busy[s->in[t].at] = true;
}

static bool is_busy(const dive *w, uint32_t j)
{
    const tacit_system *s = w->h->s;
    const uint32_t i = w->h->cell[j];
    for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++)
        if (w->busy[s->in[t].at])
            return true;
    return false;
}

static bool is_larger(const void *user, uint32_t a, uint32_t b)
{
    const dive *w = user;
    return w->h->lax.point[w->column[a]] >= w->h->lax.point[w->column[b]];
}

/* Fix more columns; `*any` says whether there were any to fix. */
static tacit_status fix_more(tacit_ctx *cx, dive *w, bool *any)
{
    const double *x = w->h->lax.point;
    uint32_t *order = NULL;
    w->n = 0;
    *any = false;
    for (uint32_t j = 0; j < w->h->n; j++) {
        if (w->fixed[j] || x[j] < NONE)
            continue;
        *any = true;
        if (x[j] >= ALMOST)
            fix(w, j);
        else
            w->column[w->n++] = j;
    }
    for (size_t r = 0; r < w->h->s->n_equations; r++)
        w->busy[r] = false;
    TACIT_TRY(tacit_sort_by(cx, w->n, is_larger, w, &order));
    size_t left = (size_t)ceil(w->share * (double)w->n);
    for (size_t c = 0; c < w->n && left > 0; c++)
        if (!is_busy(w, w->column[order[c]])) {
            fix(w, w->column[order[c]]);
            left--;
        }
    return TACIT_OK;
}

static tacit_status go_down(tacit_ctx *cx, dive *w)
{
    bool any = true, stands = false;
    while ((any || !stands) && !tacit_hiding_is_over(cx, w->h)) {
        const size_t mark = tacit_scratch_mark(cx);
        const double start = tacit_lp_now();
        TACIT_TRY(fix_more(cx, w, &any));
        tacit_scratch_release(cx, mark);
        TACIT_TRY(tacit_hiding_relax(cx, w->h, ROUNDS, &stands));
        const double took = tacit_lp_now() - start, left = fmax(w->h->end - tacit_lp_now(), took);
        w->share = fmin(fmax(ENOUGH * took / left, LEAST), MOST);
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_dive(tacit_ctx *cx, tacit_hiding *h, double *point)
{
    const size_t mark = tacit_scratch_mark(cx);
    const double end = h->end;
    double *kept = NULL;
    dive w = { .h = h, .share = LEAST };
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *kept, &kept));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w.fixed, &w.fixed));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w.column, &w.column));
    TACIT_TRY(tacit_scratch(cx, h->s->n_equations, sizeof *w.busy, &w.busy));
    for (size_t j = 0; j < h->n; j++)
        kept[j] = h->lax.point[j];
    h->end = tacit_lp_now() + DIVE_SHARE * fmax(end - tacit_lp_now(), 0);
    TACIT_TRY(go_down(cx, &w));
    h->end = end;
    for (size_t j = 0; j < h->n; j++) {
        point[j] = h->lax.point[j] >= 0.5;
        if (w.fixed[j])
            tacit_lp_bound(h->lax.lp, h->lax.place[j], 0, 1);
        h->lax.point[j] = kept[j];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
