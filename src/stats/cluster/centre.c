/*
 * centre.c - the centre of points that are taken away one by one.
 *
 * Means come from sums of twice the precision from which points are subtracted (Dekker 1971), so
 * they are those that summing the remaining points anew would give.  Medians come from counts in a
 * binary indexed tree over ranks (Fenwick 1994), modes from a tournament of counts.
 */
#include "stats/cluster/centre.h"

#include "base/sort.h"

/* A sum of twice the precision: high + low. */
typedef struct sum {
    double high, low;
} sum;

/* A column whose median is kept. */
typedef struct ranking {
    const uint32_t *rank; /* of each row, from 1 */
    const uint32_t *row;  /* of each rank */
    uint32_t *count;      /* Fenwick: 1 ... n */
    size_t top;           /* the largest power of 2 up to n */
} ranking;

/* A column whose mode is kept: node v has the winner of nodes 2 v and 2 v + 1; code i is
 * node size + i. */
typedef struct tournament {
    size_t size;      /* a power of 2 */
    uint32_t *count;  /* of each code */
    uint32_t *winner; /* of each node */
} tournament;

struct tacit_centre {
    tacit_points points;
    tacit_gauge gauge;
    size_t left;
    sum *sums;
    ranking *ranks;
    tournament *modes;
};

static void add(sum *s, double x)
{
    const double high = s->high + x, back = high - s->high;
    const double low = s->low + ((s->high - (high - back)) + (x - back));
    s->high = high + low;
    s->low = low - (s->high - high);
}

/* ---- medians ---- */

static tacit_status start_ranking(tacit_ctx *cx, const tacit_points *x, size_t j, ranking *out)
{
    tacit_keyed *order = NULL;
    uint32_t *rank = NULL, *row = NULL;
    TACIT_TRY(tacit_scratch(cx, x->n, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, x->n, sizeof *rank, &rank));
    TACIT_TRY(tacit_scratch(cx, x->n + 1, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, x->n + 1, sizeof *out->count, &out->count));
    for (size_t i = 0; i < x->n; i++)
        order[i] = (tacit_keyed){ tacit_sort_key_real(x->at[i * x->p + j] + 0.0), i };
    TACIT_TRY(tacit_sort_keyed(cx, order, x->n));
    for (size_t i = 0; i < x->n; i++) {
        row[i + 1] = (uint32_t)order[i].row;
        rank[order[i].row] = (uint32_t)(i + 1);
        out->count[i + 1] = (uint32_t)((i + 1) & -(i + 1)); /* all ranks are there */
    }
    out->rank = rank;
    out->row = row;
    for (out->top = 1; out->top * 2 <= x->n;)
        out->top *= 2;
    return TACIT_OK;
}

/* The row of the remaining value of rank `nth`, from 1. */
static uint32_t row_of_rank(const ranking *r, size_t n, size_t nth)
{
    size_t at = 0;
    for (size_t step = r->top; step > 0; step /= 2)
        if (at + step <= n && r->count[at + step] < nth) {
            at += step;
            nth -= r->count[at];
        }
    return r->row[at + 1];
}

static void take_rank(ranking *r, size_t n, size_t row)
{
    for (size_t i = r->rank[row]; i <= n; i += i & -i)
        r->count[i]--;
}

/* ---- modes ---- */

/* The winner of nodes 2 v and 2 v + 1: the more frequent, or else the lower code. */
static void play(tournament *t, size_t v)
{
    const uint32_t a = t->winner[2 * v], b = t->winner[2 * v + 1];
    t->winner[v] = t->count[b] > t->count[a] ? b : a;
}

static tacit_status start_tournament(tacit_ctx *cx, const tacit_points *x, size_t j,
                                     tournament *out)
{
    double most = 0.0;
    for (size_t i = 0; i < x->n; i++)
        most = x->at[i * x->p + j] > most ? x->at[i * x->p + j] : most;
    out->size = 1;
    while ((double)out->size <= most)
        out->size *= 2;
    TACIT_TRY(tacit_scratch(cx, out->size, sizeof *out->count, &out->count));
    TACIT_TRY(tacit_scratch(cx, 2 * out->size, sizeof *out->winner, &out->winner));
    for (size_t i = 0; i < x->n; i++)
        out->count[(size_t)x->at[i * x->p + j]]++;
    for (size_t i = 0; i < out->size; i++)
        out->winner[out->size + i] = (uint32_t)i;
    for (size_t v = out->size - 1; v > 0; v--)
        play(out, v);
    return TACIT_OK;
}

static void take_code(tournament *t, size_t code)
{
    t->count[code]--;
    for (size_t v = (t->size + code) / 2; v > 0; v /= 2)
        play(t, v);
}

/* ---- all ---- */

static bool has_median(const tacit_centre *c, size_t j)
{
    return c->gauge.kind[j] == TACIT_DIFFERENCE_ABSOLUTE;
}

static tacit_status start_counts(tacit_ctx *cx, tacit_centre *c)
{
    const size_t p = c->points.p;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *c->ranks, &c->ranks));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *c->modes, &c->modes));
    for (size_t j = 0; j < p; j++)
        TACIT_TRY(has_median(c, j) ? start_ranking(cx, &c->points, j, &c->ranks[j])
                                   : start_tournament(cx, &c->points, j, &c->modes[j]));
    return TACIT_OK;
}

tacit_status tacit_centre_new(tacit_ctx *cx, const tacit_points *points, const tacit_gauge *gauge,
                              tacit_centre **out)
{
    const size_t n = points->n, p = points->p;
    tacit_centre *c = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *c, &c));
    *c = (tacit_centre){ .points = *points, .gauge = *gauge, .left = n };
    *out = c;
    if (gauge->kind != NULL)
        return start_counts(cx, c);
    TACIT_TRY(tacit_scratch(cx, p, sizeof *c->sums, &c->sums));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < p; j++)
            add(&c->sums[j], points->at[i * p + j]);
    return TACIT_OK;
}

void tacit_centre_take(tacit_centre *c, size_t row)
{
    const size_t p = c->points.p;
    const double *x = c->points.at + row * p;
    TACIT_ASSERT(c->left > 0);
    c->left--;
    for (size_t j = 0; j < p; j++) {
        if (c->gauge.kind == NULL)
            add(&c->sums[j], -x[j]);
        else if (has_median(c, j))
            take_rank(&c->ranks[j], c->points.n, row);
        else
            take_code(&c->modes[j], (size_t)x[j]);
    }
}

void tacit_centre_find(const tacit_centre *c, double *out)
{
    const size_t p = c->points.p;
    TACIT_ASSERT(c->left > 0);
    for (size_t j = 0; j < p; j++) {
        if (c->gauge.kind == NULL) {
            const long double total = (long double)c->sums[j].high + c->sums[j].low;
            out[j] = (double)(total / (long double)c->left);
        } else if (has_median(c, j)) {
            const uint32_t row = row_of_rank(&c->ranks[j], c->points.n, (c->left + 1) / 2);
            out[j] = c->points.at[row * p + j];
        } else {
            out[j] = c->modes[j].winner[1];
        }
    }
}
