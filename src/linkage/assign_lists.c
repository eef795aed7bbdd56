/*
 * assign_lists.c - one-to-one links of least total distance on lists of candidates, with
 * proof.
 *
 * Each row starts with its k nearest columns and one of a complete assignment made greedily.
 * The assignment of least cost on these lists comes with u and v: no listed pair costs less
 * than u_i + v_j.  Prices v are at most 0, so a pair that is not listed cannot cost less
 * either if u_i is at most the distance up to which the list of row i is complete.  Rows for
 * which that is not so get four times as many candidates, twice; after that all columns are
 * looked at and those of negative c_ij - u_i - v_j are added.  When no row is left in doubt
 * the assignment is optimal for all pairs, by duality.
 *
 * Looking at all columns is bounded in total; rows still in doubt then add u_i less the
 * distance up to which their list is complete to the gap, a bound on what is missed.
 *
 * Cost: the nearest neighbours, plus O(lists * log n) for each of typically few free rows'
 * paths; distances that crowd (many equal records) make lists long and proofs dear.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "linkage/assign_lists.h"
#include "linkage/nearest.h"

enum {
    STAGES = 2,  /* times that the list of a row in doubt is made longer */
    LONGER = 4,  /* how many times */
    ADDED = 16,  /* columns that a look at all of them adds at most */
    PASSES = 24, /* greedy passes before the rest is matched in order */
    MOST_ROUNDS = 60
};

/* Distances, in cells, that looks at all columns may take in total. */
static const double BUDGET = 4e10;

/* Slack below which a reduced cost counts as 0, as a share of the largest cost. */
static const double SLACK = 1e-11;

typedef struct work {
    const tacit_space *space;
    const tacit_records *from, *to;
    size_t k;
    tacit_arcs arcs;
    tacit_priced at;
    double *reach;  /* of each row: its list has every column nearer than this */
    uint8_t *stage; /* of each row: how often its list was made longer */
    double slack;
    double spent; /* of the budget */
} work;

static double distance_of(const work *w, size_t i, size_t j)
{
    return tacit_space_distance(w->space, w->from, i, w->to, j);
}

/* Records `which` of `r`, in scratch memory. */
static tacit_status subset(tacit_ctx *cx, const tacit_space *s, const tacit_records *r,
                           const uint32_t *which, size_t n, tacit_records *out)
{
    double *x = NULL;
    uint32_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, n * s->p, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, n * s->q, sizeof *code, &code));
    for (size_t i = 0; i < n; i++) {
        if (s->p > 0)
            memcpy(x + i * s->p, r->x + which[i] * s->p, s->p * sizeof *x);
        if (s->q > 0)
            memcpy(code + i * s->q, r->code + which[i] * s->q, s->q * sizeof *code);
    }
    *out = (tacit_records){ .n = n, .x = x, .code = code };
    return TACIT_OK;
}

/* ---- a complete assignment to start from ---- */

/* Rows or columns that are not matched yet. */
typedef struct rest {
    uint32_t *at;
    size_t n;
} rest;

static tacit_status all_of(tacit_ctx *cx, size_t n, rest *out)
{
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->at, &out->at));
    for (size_t i = 0; i < n; i++)
        out->at[i] = (uint32_t)i;
    out->n = n;
    return TACIT_OK;
}

static void drop_matched(rest *r, const bool *matched)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        if (!matched[r->at[i]])
            r->at[n++] = r->at[i];
    r->n = n;
}

/* Match the nearest pairs of what is left, each to be had once. */
static tacit_status match_nearest(tacit_ctx *cx, const work *w, const rest *rows,
                                  const rest *columns, bool *row_done, bool *column_done)
{
    tacit_records from, to;
    tacit_nearest near = { 0 };
    tacit_keyed *order = NULL;
    TACIT_TRY(subset(cx, w->space, w->from, rows->at, rows->n, &from));
    TACIT_TRY(subset(cx, w->space, w->to, columns->at, columns->n, &to));
    const tacit_nearest_spec spec = { .space = w->space, .from = &from, .to = &to, .k = w->k };
    TACIT_TRY(tacit_nearest_find(cx, &spec, &near));
    TACIT_TRY(tacit_scratch(cx, rows->n * near.k, sizeof *order, &order));
    for (size_t e = 0; e < rows->n * near.k; e++)
        order[e] = (tacit_keyed){ tacit_sort_key_real(near.distance[e] + 0.0), e };
    TACIT_TRY(tacit_sort_keyed(cx, order, rows->n * near.k));
    for (size_t e = 0; e < rows->n * near.k; e++) {
        const uint32_t i = rows->at[order[e].row / near.k], j = columns->at[near.row[order[e].row]];
        if (row_done[i] || column_done[j])
            continue;
        row_done[i] = column_done[j] = true;
        w->at.to[i] = j;
    }
    return TACIT_OK;
}

/* Set at.to to some complete assignment of near columns. */
static tacit_status match_all(tacit_ctx *cx, work *w)
{
    const size_t outer = tacit_scratch_mark(cx);
    bool *row_done = NULL, *column_done = NULL;
    rest rows = { 0 }, columns = { 0 };
    TACIT_TRY(tacit_scratch(cx, w->from->n, sizeof *row_done, &row_done));
    TACIT_TRY(tacit_scratch(cx, w->to->n, sizeof *column_done, &column_done));
    TACIT_TRY(all_of(cx, w->from->n, &rows));
    TACIT_TRY(all_of(cx, w->to->n, &columns));
    for (size_t pass = 0; rows.n > 0 && pass < PASSES; pass++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(match_nearest(cx, w, &rows, &columns, row_done, column_done));
        tacit_scratch_release(cx, mark);
        drop_matched(&rows, row_done);
        drop_matched(&columns, column_done);
    }
    for (size_t i = 0; i < rows.n; i++)
        w->at.to[rows.at[i]] = columns.at[i];
    tacit_scratch_release(cx, outer);
    return TACIT_OK;
}

/* ---- lists ---- */

/* Arcs to add: list r is of row row[r], its columns and costs stand at r * k; columns of
 * TACIT_UNASSIGNED are none. */
typedef struct additions {
    const uint32_t *row;
    size_t n, k;
    const uint32_t *to;
    const double *cost;
} additions;

/* Append the arcs `to` of row i, but those that it has. */
static void append(tacit_arcs *a, size_t i, const uint32_t *to, const double *cost, size_t n,
                   uint32_t *owner)
{
    for (size_t e = 0; e < n; e++) {
        if (to[e] == TACIT_UNASSIGNED || owner[to[e]] == i)
            continue;
        owner[to[e]] = (uint32_t)i;
        a->to[a->start[i + 1]] = to[e];
        a->cost[a->start[i + 1]++] = cost[e];
    }
}

/* Add arcs to the lists; the rows of `more` go upwards. */
static tacit_status add_arcs(tacit_ctx *cx, work *w, const additions *more)
{
    const tacit_arcs *old = &w->arcs;
    tacit_arcs a = { .n = old->n, .m = old->m };
    const size_t room = old->start[old->n] + more->n * more->k;
    uint32_t *owner = NULL;
    TACIT_TRY(tacit_scratch(cx, a.n + 1, sizeof *a.start, &a.start));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *a.to, &a.to));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *a.cost, &a.cost));
    TACIT_TRY(tacit_scratch(cx, a.m, sizeof *owner, &owner));
    for (size_t j = 0; j < a.m; j++)
        owner[j] = TACIT_UNASSIGNED;
    for (size_t i = 0, r = 0; i < a.n; i++) {
        a.start[i + 1] = a.start[i];
        const size_t at = old->start[i];
        append(&a, i, old->to + at, old->cost + at, old->start[i + 1] - at, owner);
        if (r < more->n && more->row[r] == i) {
            append(&a, i, more->to + r * more->k, more->cost + r * more->k, more->k, owner);
            r++;
        }
    }
    w->arcs = a;
    return TACIT_OK;
}

/* Lists of the k nearest for the rows `which`, complete up to the last of them. */
static tacit_status list_nearest(tacit_ctx *cx, work *w, const uint32_t *which, size_t n, size_t k)
{
    tacit_records from;
    tacit_nearest near = { 0 };
    TACIT_TRY(subset(cx, w->space, w->from, which, n, &from));
    const tacit_nearest_spec spec = { .space = w->space, .from = &from, .to = w->to, .k = k };
    TACIT_TRY(tacit_nearest_find(cx, &spec, &near));
    for (size_t r = 0; r < n; r++)
        w->reach[which[r]] = near.k == w->to->n ? INFINITY : near.distance[r * near.k + near.k - 1];
    const additions more = { which, n, near.k, near.row, near.distance };
    return add_arcs(cx, w, &more);
}

/* The first lists: the k nearest, and a complete assignment. */
static tacit_status first_lists(tacit_ctx *cx, work *w)
{
    const size_t n = w->from->n;
    rest rows = { 0 };
    double *cost = NULL;
    w->arcs = (tacit_arcs){ .n = n, .m = w->to->n };
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *w->arcs.start, &w->arcs.start));
    TACIT_TRY(all_of(cx, n, &rows));
    TACIT_TRY(list_nearest(cx, w, rows.at, n, w->k));
    TACIT_TRY(match_all(cx, w));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *cost, &cost));
    double most = 0.0;
    for (size_t i = 0; i < n; i++) {
        cost[i] = distance_of(w, i, w->at.to[i]);
        most = fmax(most, cost[i]);
    }
    w->slack = SLACK * most;
    const additions more = { rows.at, n, 1, w->at.to, cost };
    return add_arcs(cx, w, &more);
}

/* ---- proof ---- */

static bool in_doubt(const work *w, size_t i)
{
    return w->at.u[i] > w->reach[i] + w->slack;
}

/* The rows in doubt whose lists were made longer `stage` times. */
static tacit_status rows_in_doubt(tacit_ctx *cx, const work *w, uint8_t stage, rest *out)
{
    TACIT_TRY(tacit_scratch(cx, w->from->n, sizeof *out->at, &out->at));
    out->n = 0;
    for (size_t i = 0; i < w->from->n; i++)
        if (w->stage[i] == stage && in_doubt(w, i))
            out->at[out->n++] = (uint32_t)i;
    return TACIT_OK;
}

/* The columns of least negative c - u - v of row i, at most ADDED; returns how many. */
static size_t look_at_all(const work *w, size_t i, uint32_t *to, double *cost)
{
    double least[ADDED];
    size_t n = 0;
    for (size_t j = 0; j < w->to->n; j++) {
        if (w->at.u[i] + w->at.v[j] <= 0.0)
            continue;
        const double c = distance_of(w, i, j), h = c - w->at.u[i] - w->at.v[j];
        if (h >= -w->slack || (n == ADDED && h >= least[n - 1]))
            continue;
        n += n < ADDED;
        size_t at = n - 1;
        for (; at > 0 && least[at - 1] > h; at--) {
            least[at] = least[at - 1];
            to[at] = to[at - 1];
            cost[at] = cost[at - 1];
        }
        least[at] = h;
        to[at] = (uint32_t)j;
        cost[at] = c;
    }
    for (size_t e = n; e < ADDED; e++)
        to[e] = TACIT_UNASSIGNED;
    return n;
}

/* Look at all columns for `rows`; returns in `found` how many arcs that added. */
static tacit_status list_all(tacit_ctx *cx, work *w, const rest *rows, size_t *found)
{
    uint32_t *to = NULL;
    double *cost = NULL;
    size_t sum = 0;
    TACIT_TRY(tacit_tick(cx, 0, 0));
    TACIT_TRY(tacit_scratch(cx, rows->n * ADDED, sizeof *to, &to));
    TACIT_TRY(tacit_scratch(cx, rows->n * ADDED, sizeof *cost, &cost));
#pragma omp parallel for schedule(dynamic, 4) reduction(+ : sum)
    for (size_t r = 0; r < rows->n; r++)
        sum += look_at_all(w, rows->at[r], to + r * ADDED, cost + r * ADDED);
    w->spent += (double)rows->n * (double)w->to->n * (double)(w->space->p + w->space->q);
    *found = sum;
    const additions more = { rows->at, rows->n, ADDED, to, cost };
    return sum == 0 ? TACIT_OK : add_arcs(cx, w, &more);
}

/* Make the lists of the rows in doubt at `stage` longer; `*found` is how many there are. */
static tacit_status list_more(tacit_ctx *cx, work *w, uint8_t stage, size_t *found)
{
    rest rows = { 0 };
    size_t k = w->k;
    for (uint8_t s = 0; s <= stage; s++)
        k *= LONGER;
    TACIT_TRY(rows_in_doubt(cx, w, stage, &rows));
    *found += rows.n;
    if (rows.n == 0)
        return TACIT_OK;
    TACIT_TRY(list_nearest(cx, w, rows.at, rows.n, k));
    for (size_t r = 0; r < rows.n; r++)
        w->stage[rows.at[r]] = (uint8_t)(stage + 1);
    return TACIT_OK;
}

/* What the proof has come to. */
typedef struct proof {
    size_t found;  /* arcs added, by which the assignment may get better */
    bool complete; /* no row is in doubt, or all columns were looked at for those that were */
} proof;

/* Give the rows in doubt longer lists. */
static tacit_status widen(tacit_ctx *cx, work *w, proof *out)
{
    rest rows = { 0 };
    *out = (proof){ 0 };
    for (uint8_t stage = STAGES; stage-- > 0;)
        TACIT_TRY(list_more(cx, w, stage, &out->found));
    if (out->found > 0)
        return TACIT_OK;
    TACIT_TRY(rows_in_doubt(cx, w, STAGES, &rows));
    const double cells = (double)rows.n * (double)w->to->n * (double)(w->space->p + w->space->q);
    out->complete = w->spent + cells <= BUDGET;
    if (out->complete && rows.n > 0)
        TACIT_TRY(list_all(cx, w, &rows, &out->found));
    return TACIT_OK;
}

static double gap_of(const work *w)
{
    double sum = 0.0;
    for (size_t i = 0; i < w->from->n; i++)
        sum += in_doubt(w, i) ? w->at.u[i] - w->reach[i] : 0.0;
    return sum;
}

/* Prices to start a round from.  0 gives the sharpest bounds; after a look at all columns,
 * which changes little, the last ones are faster, and right if every column is assigned. */
static void start_prices(work *w, bool keep)
{
    for (size_t j = 0; !(keep && w->arcs.n == w->arcs.m) && j < w->arcs.m; j++)
        w->at.v[j] = 0.0;
}

/* Links where `from` has at most as many records as `to`. */
static tacit_status solve(tacit_ctx *cx, work *w, tacit_assignment *out)
{
    const size_t n = w->from->n;
    proof p = { .found = 1 };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->at.to, &w->at.to));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->at.u, &w->at.u));
    TACIT_TRY(tacit_scratch(cx, w->to->n, sizeof *w->at.v, &w->at.v));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->reach, &w->reach));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->stage, &w->stage));
    TACIT_TRY(first_lists(cx, w));
    for (size_t round = 0; round < MOST_ROUNDS && p.found > 0; round++) {
        start_prices(w, p.complete);
        TACIT_TRY(tacit_assign_arcs(cx, &w->arcs, &w->at));
        TACIT_TRY(widen(cx, w, &p));
    }
    out->gap = p.complete && p.found == 0 ? 0.0 : gap_of(w);
    out->total = 0.0;
    for (size_t i = 0; i < n; i++)
        out->total += distance_of(w, i, w->at.to[i]);
    return TACIT_OK;
}

tacit_status tacit_assign_lists(tacit_ctx *cx, const tacit_space *space, const tacit_records *from,
                                const tacit_records *to, size_t k, tacit_assignment *out)
{
    uint32_t *to_of = NULL;
    TACIT_TRY(tacit_scratch(cx, from->n, sizeof *to_of, &to_of));
    const size_t mark = tacit_scratch_mark(cx);
    const bool turned = from->n > to->n;
    work w = { .space = space, .from = turned ? to : from, .to = turned ? from : to, .k = k };
    TACIT_TRY(solve(cx, &w, out));
    for (size_t i = 0; i < from->n; i++)
        to_of[i] = turned ? TACIT_UNASSIGNED : w.at.to[i];
    for (size_t i = 0; turned && i < to->n; i++)
        to_of[w.at.to[i]] = (uint32_t)i;
    tacit_scratch_release(cx, mark);
    out->to_of = to_of;
    return TACIT_OK;
}
