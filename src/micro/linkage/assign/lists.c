/*
 * lists.c - one-to-one links of least total distance on lists of candidates, with
 * proof.
 *
 * Each row starts with its k nearest columns and one of a complete assignment made greedily.
 * The assignment of least cost on these lists comes with u and v: no listed pair costs less
 * than u_i + v_j.  Prices v are at most 0, so a pair that is not listed cannot cost less
 * either if u_i is at most the distance up to which the list of row i is complete.  The other
 * rows are in doubt: first their lists are made longer, after that the columns of least
 * c_ij - v_j are found and those with c_ij - u_i - v_j < 0 added.  When none is left the
 * assignment is optimal for all pairs, by duality.
 *
 * The least c_ij - v_j is a nearest neighbour too: as -v_j is not negative it is what one more
 * coordinate, 0 for rows and sqrt(-v_j) for columns, adds to a squared distance (-v_j times
 * the number of columns for gower).
 *
 * After MOST_ROUNDS the proof is given up; rows still in doubt then add u_i less the distance
 * up to which their list is complete to the gap, a bound on what is missed.
 *
 * Cost: nearest neighbours a few times over, and O(lists * log n) for the path of each row
 * that is not settled by bidding.  Many equal records make lists long and proofs dear.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "micro/linkage/assign/lists.h"
#include "micro/linkage/nearest/nearest.h"

enum {
    LONGER = 4,  /* how many times */
    ADDED = 16,  /* columns that a look at all of them adds at most */
    PASSES = 24, /* greedy passes before the rest is matched in order */
    MOST_ROUNDS = 60
};

/* Slack below which a reduced cost counts as 0, as a share of the largest cost. */
static const double SLACK = 1e-11;

typedef struct work {
    const tacit_space *space;
    const tacit_records *from, *to;
    size_t k;
    tacit_arcs arcs;
    tacit_priced at;
    double *reach; /* of each row: its list has every column nearer than this */
    double slack;  /* below which a reduced cost counts as 0 */
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

/* The rows in doubt. */
static tacit_status rows_in_doubt(tacit_ctx *cx, const work *w, rest *out)
{
    TACIT_TRY(tacit_scratch(cx, w->from->n, sizeof *out->at, &out->at));
    out->n = 0;
    for (size_t i = 0; i < w->from->n; i++)
        if (in_doubt(w, i))
            out->at[out->n++] = (uint32_t)i;
    return TACIT_OK;
}

/* Records with one coordinate more, in scratch memory: `more[i]`, or 0 without `more`. */
static tacit_status lift(tacit_ctx *cx, const tacit_space *s, const tacit_records *r,
                         const double *more, tacit_records *out)
{
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, r->n * (s->p + 1), sizeof *x, &x));
    for (size_t i = 0; i < r->n; i++) {
        if (s->p > 0)
            memcpy(x + i * (s->p + 1), r->x + i * s->p, s->p * sizeof *x);
        x[i * (s->p + 1) + s->p] = more == NULL ? 0.0 : more[i];
    }
    *out = (tacit_records){ .n = r->n, .x = x, .code = r->code };
    return TACIT_OK;
}

/* The coordinate of each column by which distances get the order of c_ij - v_j. */
static tacit_status price_coordinates(tacit_ctx *cx, const work *w, double **out)
{
    const double columns = (double)(w->space->p + w->space->q);
    TACIT_TRY(tacit_scratch(cx, w->to->n, sizeof **out, out));
    for (size_t j = 0; j < w->to->n; j++)
        (*out)[j] =
            w->space->metric == TACIT_METRIC_EUCLIDEAN ? sqrt(-w->at.v[j]) : -w->at.v[j] * columns;
    return TACIT_OK;
}

/* For each of `rows` the ADDED columns of least c_ij - v_j. */
static tacit_status find_cheapest(tacit_ctx *cx, const work *w, const rest *rows,
                                  tacit_nearest *out)
{
    tacit_space lifted = { .metric = w->space->metric, .p = w->space->p + 1, .q = w->space->q };
    tacit_records few;
    double *price = NULL;
    TACIT_TRY(price_coordinates(cx, w, &price));
    TACIT_TRY(subset(cx, w->space, w->from, rows->at, rows->n, &few));
    TACIT_TRY(lift(cx, w->space, &few, NULL, &lifted.a));
    TACIT_TRY(lift(cx, w->space, w->to, price, &lifted.b));
    const tacit_nearest_spec spec = {
        .space = &lifted, .from = &lifted.a, .to = &lifted.b, .k = ADDED
    };
    return tacit_nearest_find(cx, &spec, out);
}

/* Look at all columns for `rows`, and add those of negative c_ij - u_i - v_j; `*found` is how
 * many. */
static tacit_status list_all(tacit_ctx *cx, work *w, const rest *rows, size_t *found)
{
    tacit_nearest near = { 0 };
    uint32_t *to = NULL;
    double *cost = NULL;
    TACIT_TRY(find_cheapest(cx, w, rows, &near));
    TACIT_TRY(tacit_scratch(cx, rows->n * near.k, sizeof *to, &to));
    TACIT_TRY(tacit_scratch(cx, rows->n * near.k, sizeof *cost, &cost));
    *found = 0;
    for (size_t e = 0; e < rows->n * near.k; e++) {
        const uint32_t i = rows->at[e / near.k], j = near.row[e];
        cost[e] = distance_of(w, i, j);
        const bool cheap = cost[e] - w->at.u[i] - w->at.v[j] < -w->slack;
        to[e] = cheap ? j : TACIT_UNASSIGNED;
        *found += cheap;
    }
    const additions more = { rows->at, rows->n, near.k, to, cost };
    return *found == 0 ? TACIT_OK : add_arcs(cx, w, &more);
}

/* Give the rows in doubt longer lists, in the first round, or what all columns have; `*found`
 * is 0 if there is nothing by which the assignment may get better. */
static tacit_status widen(tacit_ctx *cx, work *w, bool first, size_t *found)
{
    rest rows = { 0 };
    TACIT_TRY(rows_in_doubt(cx, w, &rows));
    *found = rows.n;
    if (rows.n == 0)
        return TACIT_OK;
    return first ? list_nearest(cx, w, rows.at, rows.n, LONGER * w->k)
                 : list_all(cx, w, &rows, found);
}

static double gap_of(const work *w)
{
    double sum = 0.0;
    for (size_t i = 0; i < w->from->n; i++)
        sum += in_doubt(w, i) ? w->at.u[i] - w->reach[i] : 0.0;
    return sum;
}

/* Links where `from` has at most as many records as `to`. */
static tacit_status solve(tacit_ctx *cx, work *w, tacit_assignment *out)
{
    const size_t n = w->from->n;
    size_t found = 1;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->at.to, &w->at.to));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->at.u, &w->at.u));
    TACIT_TRY(tacit_scratch(cx, w->to->n, sizeof *w->at.v, &w->at.v));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->reach, &w->reach));
    TACIT_TRY(first_lists(cx, w));
    for (size_t round = 0; round < MOST_ROUNDS && found > 0; round++) {
        for (size_t j = 0; j < w->to->n; j++) /* anew: prices that only fall blur the proof */
            w->at.v[j] = 0.0;
        TACIT_TRY(tacit_assign_arcs(cx, &w->arcs, &w->at));
        TACIT_TRY(widen(cx, w, round == 0, &found));
    }
    out->gap = found == 0 ? 0.0 : gap_of(w);
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
