/*
 * relax.c - the linear relaxation: the least cost that any pattern can have.
 *
 * The program holds few of the columns and rows that exist.  A column enters with a row that is
 * hard to fulfil without it, or when its reduced cost says that it could make the program cheaper
 * (column generation, Gilmore and Gomory 1961); a row enters when the point breaks it, and leaves
 * when it has been slack for some rounds (Fischetti and Salazar 2000, section 4).  Rounds end when
 * no row is broken and no column is missing, or when the bound hardly rises any more.
 */
#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "tabular/suppress/search.h"

static const double NEAR = 1e-6;

/* Not in the program. */
static const uint32_t NOWHERE = UINT32_MAX;

/* Columns that enter with a row, at least, and how much of the row they can fulfil together. */
enum { ENTER = 4 };
static const double AMPLE = 2;

/* Slack rows leave every so many rounds, if they are so large a share. */
enum { PURGE_ROUNDS = 6 };
static const double PURGE_SHARE = 0.2;

/* Rounds in which the bound must rise by a share. */
enum { TAIL_ROUNDS = 8 };

/* One round: what enters the program. */
typedef struct entry {
    tacit_hiding *h;
    uint32_t *column, *row; /* that enter */
    size_t n, m;
    bool *entering; /* of a column */
} entry;

static void want_column(entry *w, uint32_t j)
{
    if (w->h->lax.place[j] != NOWHERE || w->entering[j])
        return;
    w->entering[j] = true;
    w->column[w->n++] = j;
}

/* ---- what the program says ---- */

/* What the prices p of the program prove, whatever its solver's tolerances: with d = c - A'p and
 * p >= 0, no pattern costs less than p'b + sum of min(d_j, 0), and one that hides column j no
 * less than that plus d_j.  Columns that are not in the program count too. */
static void take_bound(tacit_hiding *h)
{
    tacit_relaxation *l = &h->lax;
    const double *price = tacit_lp_prices(l->lp);
    double bound = 0;
    for (size_t j = 0; j < h->n; j++)
        l->latest[j] = h->cost[j];
    for (size_t i = 0; i < l->m; i++) {
        const size_t r = l->row[i];
        const double p = fmax(price[i], 0);
        if (p <= 0)
            continue;
        bound += p * h->pool.least[r];
        for (size_t e = h->pool.start[r]; e < h->pool.start[r + 1]; e++)
            l->latest[h->pool.cell[e]] -= p * h->pool.weight[e];
    }
    for (size_t j = 0; j < h->n; j++)
        bound += fmin(l->latest[j], 0);
    if (bound <= l->bound)
        return;
    l->bound = bound;
    for (size_t j = 0; j < h->n; j++)
        l->reduced[j] = l->latest[j];
    for (size_t r = 0; r < l->noted; r++)
        l->price[r] = 0;
    for (size_t i = 0; i < l->m; i++)
        l->price[l->row[i]] = fmax(price[i], 0);
    l->n_priced = l->noted;
}

static void take_point(tacit_hiding *h)
{
    tacit_relaxation *l = &h->lax;
    const double *point = tacit_lp_point(l->lp);
    for (size_t j = 0; j < h->n; j++)
        l->point[j] = l->place[j] == NOWHERE ? 0 : point[l->place[j]];
}

/* ---- what enters ---- */

/* The cheapest column of row `r` for what it fulfils, of those that stay out; the end if none
 * does. */
static size_t find_cheapest(const entry *w, size_t r)
{
    const tacit_cuts *pool = &w->h->pool;
    size_t best = pool->start[r + 1];
    double least = HUGE_VAL;
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++) {
        const uint32_t j = pool->cell[e];
        const bool out = w->h->lax.place[j] == NOWHERE && !w->entering[j];
        if (out && pool->weight[e] > 0 && w->h->cost[j] / pool->weight[e] < least) {
            least = w->h->cost[j] / pool->weight[e];
            best = e;
        }
    }
    return best;
}

/* Let the columns enter that row `r` needs: with all of them at 1 it is fulfilled amply. */
static void want_columns_of(entry *w, size_t r)
{
    const tacit_cuts *pool = &w->h->pool;
    double sum = 0;
    size_t n = 0;
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++) {
        const uint32_t j = pool->cell[e];
        if (w->h->lax.place[j] == NOWHERE && !w->entering[j] && pool->weight[e] > 0)
            continue;
        sum += fmin(pool->weight[e], 1);
        n += pool->weight[e] > 0;
    }
    while (n < ENTER || sum < AMPLE * pool->least[r]) {
        const size_t e = find_cheapest(w, r);
        if (e == pool->start[r + 1])
            return;
        want_column(w, pool->cell[e]);
        sum += pool->weight[e];
        n++;
    }
}

/* Rows of the pool that are not in the program and that the point breaks. */
static void want_broken(entry *w)
{
    const tacit_cuts *pool = &w->h->pool;
    const double *x = w->h->lax.point;
    for (size_t r = 0; r < pool->n; r++) {
        double sum = 0;
        if (w->h->lax.in[r])
            continue;
        for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
            sum += pool->weight[e] * x[pool->cell[e]];
        if (sum < pool->least[r] - NEAR)
            w->row[w->m++] = (uint32_t)r;
    }
}

/* The entries of the columns that enter in the rows that are there. */
static tacit_status gather_columns(tacit_ctx *cx, const entry *w, tacit_sparse *out)
{
    const tacit_cuts *pool = &w->h->pool;
    const tacit_relaxation *l = &w->h->lax;
    size_t *start = NULL, terms = 0;
    uint32_t *row = NULL;
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, w->n + 2, sizeof *start, &start));
    for (size_t c = 0; c < w->n; c++)
        l->place[w->column[c]] = (uint32_t)(l->n + c);
    for (size_t i = 0; i < l->m; i++)
        for (size_t e = pool->start[l->row[i]]; e < pool->start[l->row[i] + 1]; e++)
            if (w->entering[pool->cell[e]]) {
                start[l->place[pool->cell[e]] - l->n + 2]++;
                terms++;
            }
    for (size_t c = 2; c < w->n + 2; c++)
        start[c] += start[c - 1];
    TACIT_TRY(tacit_scratch(cx, terms + 1, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, terms + 1, sizeof *value, &value));
    for (size_t i = 0; i < l->m; i++)
        for (size_t e = pool->start[l->row[i]]; e < pool->start[l->row[i] + 1]; e++)
            if (w->entering[pool->cell[e]]) {
                const size_t at = start[l->place[pool->cell[e]] - l->n + 1]++;
                row[at] = (uint32_t)i;
                value[at] = pool->weight[e];
            }
    *out = (tacit_sparse){ w->n, l->m, start, row, value };
    return TACIT_OK;
}

static tacit_status enter_columns(tacit_ctx *cx, entry *w)
{
    tacit_relaxation *l = &w->h->lax;
    tacit_sparse entries = { 0 };
    double *cost = NULL, *low = NULL, *high = NULL;
    TACIT_TRY(gather_columns(cx, w, &entries));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *high, &high));
    for (size_t c = 0; c < w->n; c++) {
        cost[c] = w->h->cost[w->column[c]];
        high[c] = 1;
        l->column[l->n + c] = w->column[c];
        w->entering[w->column[c]] = false;
    }
    l->n += w->n;
    return tacit_lp_add_columns(cx, l->lp, &(tacit_lp_columns){ w->n, cost, low, high }, &entries);
}

static tacit_status enter_rows(tacit_ctx *cx, const entry *w)
{
    const tacit_cuts *pool = &w->h->pool;
    tacit_relaxation *l = &w->h->lax;
    size_t terms = 0, k = 0, *start = NULL;
    uint32_t *column = NULL;
    double *value = NULL, *least = NULL, *most = NULL;
    for (size_t i = 0; i < w->m; i++)
        terms += pool->start[w->row[i] + 1] - pool->start[w->row[i]];
    TACIT_TRY(tacit_scratch(cx, w->m + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *least, &least));
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *most, &most));
    TACIT_TRY(tacit_grow(cx, l->m + w->m, sizeof *l->row, &l->row));
    for (size_t i = 0; i < w->m; i++) {
        const uint32_t r = w->row[i];
        for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
            if (l->place[pool->cell[e]] != NOWHERE) {
                column[k] = l->place[pool->cell[e]];
                value[k++] = pool->weight[e];
            }
        start[i + 1] = k;
        least[i] = pool->least[r];
        most[i] = DBL_MAX;
        l->row[l->m++] = r;
        l->in[r] = true;
    }
    return tacit_lp_add_rows(cx, l->lp, &(tacit_sparse){ w->m, l->n, start, column, value }, least,
                             most);
}

/* Take out the rows that are slack, if there are many. */
static tacit_status purge(tacit_ctx *cx, tacit_hiding *h)
{
    tacit_relaxation *l = &h->lax;
    const double *activity = tacit_lp_activity(l->lp);
    const size_t mark = tacit_scratch_mark(cx);
    bool *gone = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, l->m, sizeof *gone, &gone));
    for (size_t i = 0; i < l->m; i++) {
        gone[i] = activity[i] > h->pool.least[l->row[i]] + NEAR;
        n += gone[i];
    }
    if ((double)n > PURGE_SHARE * (double)l->m) {
        TACIT_TRY(tacit_lp_drop_rows(cx, l->lp, gone));
        size_t k = 0;
        for (size_t i = 0; i < l->m; i++) {
            l->in[l->row[i]] = !gone[i];
            if (!gone[i])
                l->row[k++] = l->row[i];
        }
        l->m = k;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- rounds ---- */

/* Make room to note which rows of the pool are in the program. */
static tacit_status note_rows(tacit_ctx *cx, tacit_hiding *h)
{
    TACIT_TRY(tacit_grow(cx, h->pool.n + 1, sizeof *h->lax.in, &h->lax.in));
    TACIT_TRY(tacit_grow(cx, h->pool.n + 1, sizeof *h->lax.price, &h->lax.price));
    for (; h->lax.noted < h->pool.n; h->lax.noted++)
        h->lax.in[h->lax.noted] = false;
    return TACIT_OK;
}

/* The rows that the point breaks: of the pool, or else new ones. */
static tacit_status want_rows(tacit_ctx *cx, entry *w)
{
    tacit_hiding *h = w->h;
    size_t before = h->pool.n;
    bool broken = false;
    TACIT_TRY(note_rows(cx, h));
    TACIT_TRY(tacit_scratch(cx, h->pool.n, sizeof *w->row, &w->row));
    want_broken(w);
    if (w->m > 0)
        return TACIT_OK;
    tacit_hiding_take(h, h->lax.point);
    TACIT_TRY(tacit_hiding_break_until(cx, h, h->end, &broken));
    TACIT_TRY(tacit_scratch(cx, h->pool.n - before, sizeof *w->row, &w->row));
    TACIT_TRY(note_rows(cx, h));
    for (; before < h->pool.n; before++)
        w->row[w->m++] = (uint32_t)before;
    return TACIT_OK;
}

/* Find the columns that enter, and unless that is over the rows, and let them. */
static tacit_status step(tacit_ctx *cx, tacit_hiding *h, bool over, bool *any)
{
    entry w = { .h = h };
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w.entering, &w.entering));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *w.column, &w.column));
    for (size_t j = 0; j < h->n; j++)
        if (h->lax.latest[j] < -NEAR)
            want_column(&w, (uint32_t)j);
    if (!over)
        TACIT_TRY(want_rows(cx, &w));
    for (size_t i = 0; i < w.m; i++)
        want_columns_of(&w, w.row[i]);
    *any = w.n + w.m > 0;
    TACIT_TRY(enter_columns(cx, &w));
    return enter_rows(cx, &w);
}

/* Begin a program without columns and rows. */
static tacit_status begin(tacit_ctx *cx, tacit_hiding *h)
{
    const double none[1] = { 0 };
    for (size_t j = 0; j < h->n; j++) {
        h->lax.place[j] = NOWHERE;
        h->lax.reduced[j] = h->lax.latest[j] = h->cost[j];
    }
    TACIT_TRY(tacit_lp_new(cx, &(tacit_lp_columns){ 0, none, none, none }, &h->lax.lp));
    tacit_lp_yield(h->lax.lp);
    return TACIT_OK;
}

static tacit_status solve(tacit_ctx *cx, tacit_hiding *h)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    tacit_lp_limit(h->lax.lp, h->end);
    TACIT_TRY(tacit_lp_solve(cx, h->lax.lp, false, &outcome));
    if (outcome == TACIT_LP_INFEASIBLE)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The table cannot be protected by suppressing cells.");
    take_bound(h);
    take_point(h);
    return TACIT_OK;
}

tacit_status tacit_hiding_relax(tacit_ctx *cx, tacit_hiding *h, size_t most, bool *stands)
{
    bool any = true, over = false;
    double before = 0; /* the cost some rounds ago */
    if (h->lax.lp == NULL)
        TACIT_TRY(begin(cx, h));
    *stands = false;
    for (size_t rounds = 1; any; rounds++) {
        const size_t mark = tacit_scratch_mark(cx);
        if (h->lax.n > 0)
            TACIT_TRY(solve(cx, h));
        if (tacit_hiding_is_over(cx, h) || rounds > most)
            return TACIT_OK;
        if (rounds % TAIL_ROUNDS == 0) {
            over = over || tacit_lp_objective(h->lax.lp) < before * (1 + h->lax.rise);
            before = tacit_lp_objective(h->lax.lp);
        }
        if (rounds % PURGE_ROUNDS == 0 && !over)
            TACIT_TRY(purge(cx, h));
        TACIT_TRY(step(cx, h, over, &any));
        tacit_scratch_release(cx, mark);
    }
    *stands = !over && !tacit_hiding_is_over(cx, h);
    return TACIT_OK;
}
