/*
 * event.c - sets of answers by which two data sets can be told apart.
 */
#include "support/privacy/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One value of a view, and how often it was seen. */
typedef struct seen {
    int64_t value;
    double a, b;
} seen;

typedef struct seens {
    size_t n;
    seen *at;
} seens;

static void *room(tacit_ctx *cx, size_t n, size_t size)
{
    void *p = NULL;
    TACIT_ASSERT(tacit_scratch(cx, n, size, &p) == TACIT_OK);
    return p;
}

answers ask_often(tacit_ctx *cx, const subject *s, const people *in, size_t n,
                  tacit_keystream *stream)
{
    answers out = { .n = n, .at = room(cx, n * s->told, sizeof *out.at) };
    for (size_t i = 0; i < n; i++)
        s->answer(s, in, stream, out.at + i * s->told);
    return out;
}

/* The views: each integer; if there are several, each difference, all of it, and the thirds; and
 * the attacker's. */
static size_t views_of(const subject *s)
{
    return s->told + (s->told > 1 ? s->told + 1 : 0) + (s->look != NULL);
}

static bool is_of_thirds(const subject *s, size_t view)
{
    return s->told > 1 && view == 2 * s->told;
}

/* All integers as one number; if two answers have the same, their event is the union of both. */
static int64_t mixed(const int64_t *out, size_t n)
{
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++) {
        x = (x ^ (uint64_t)out[i]) * UINT64_C(0x9e3779b97f4a7c15);
        x ^= x >> 29;
    }
    return (int64_t)x;
}

/* For each integer in which third it is. */
static int64_t thirds(const subject *s, const event *e, const int64_t *out)
{
    int64_t all = 0;
    for (size_t i = 0; i < s->told; i++) {
        int64_t at = 0;
        while (at < THIRDS - 1 && out[i] >= e->cut[i][at])
            at++;
        all = THIRDS * all + at;
    }
    return all;
}

int64_t see(const subject *s, const event *e, const int64_t *out)
{
    const size_t n = s->told, between = e->view - n;
    if (e->view < n)
        return out[e->view];
    if (n > 1 && between + 1 < n)
        return (int64_t)((uint64_t)out[between] - (uint64_t)out[between + 1]);
    if (n > 1 && between + 1 == n)
        return mixed(out, n);
    return is_of_thirds(s, e->view) ? thirds(s, e, out) : s->look(out);
}

static int by_value(const void *x, const void *y)
{
    const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

/* Sort; values of a small range are counted, which is most of the time of a trial. */
static void sort_values(tacit_ctx *cx, int64_t *x, size_t n)
{
    int64_t low = x[0], high = x[0];
    for (size_t i = 1; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    const uint64_t range = (uint64_t)high - (uint64_t)low;
    if (range > 4 * n) {
        qsort(x, n, sizeof *x, by_value);
        return;
    }
    uint32_t *many = room(cx, range + 1, sizeof *many);
    for (size_t i = 0; i < n; i++)
        many[x[i] - low]++;
    for (uint64_t v = 0, i = 0; v <= range; v++)
        for (uint32_t k = 0; k < many[v]; k++)
            x[i++] = low + (int64_t)v;
}

static int64_t *sorted_view(tacit_ctx *cx, const subject *s, const event *e, const answers *in)
{
    int64_t *x = room(cx, in->n, sizeof *x);
    for (size_t i = 0; i < in->n; i++)
        x[i] = see(s, e, in->at + i * s->told);
    sort_values(cx, x, in->n);
    return x;
}

/* The values of a view in ascending order. */
static seens count_seen(tacit_ctx *cx, const subject *s, const event *e, const answers *a,
                        const answers *b)
{
    const int64_t *x = sorted_view(cx, s, e, a), *y = sorted_view(cx, s, e, b);
    seens out = { .at = room(cx, a->n + b->n, sizeof *out.at) };
    for (size_t i = 0, j = 0; i < a->n || j < b->n; out.n++) {
        const int64_t v = j == b->n || (i < a->n && x[i] < y[j]) ? x[i] : y[j];
        seen *at = &out.at[out.n];
        at->value = v;
        for (; i < a->n && x[i] == v; i++)
            at->a++;
        for (; j < b->n && y[j] == v; j++)
            at->b++;
    }
    return out;
}

/* How far a of n is above what b of n allow, in standard errors. */
static double score_of(const subject *s, size_t n, double a, double b)
{
    const double e = exp(s->epsilon);
    return (a - e * b - s->delta * (double)n) / sqrt(a + e * e * b + 1);
}

/* "At most" and "at least" each value. */
static void try_bounds(const subject *s, const seens *in, size_t n, event *best)
{
    double a = 0.0, b = 0.0;
    best->score = -INFINITY;
    for (size_t i = 0; i < in->n; i++) {
        const double up = score_of(s, n, (double)n - a, (double)n - b);
        a += in->at[i].a;
        b += in->at[i].b;
        const double down = score_of(s, n, a, b);
        if (fmax(up, down) <= best->score)
            continue;
        best->kind = up > down ? EVENT_AT_LEAST : EVENT_AT_MOST;
        best->bound = in->at[i].value;
        best->score = fmax(up, down);
    }
}

static int by_ratio(const void *x, const void *y)
{
    const seen *a = x, *b = y;
    const double left = a->a * (b->b + 1), right = b->a * (a->b + 1);
    return (left < right) - (left > right);
}

/* The values that are likelier in a than in b by most, then one more, and so on. */
static void try_sets(tacit_ctx *cx, const subject *s, const seens *in, size_t n, event *best)
{
    double a = 0.0, b = 0.0, most = -INFINITY;
    size_t many = 0;
    qsort(in->at, in->n, sizeof *in->at, by_ratio);
    for (size_t i = 0; i < in->n && in->at[i].a > 0; i++) {
        a += in->at[i].a;
        b += in->at[i].b;
        const double score = score_of(s, n, a, b);
        many = score > most ? i + 1 : many;
        most = fmax(score, most);
    }
    best->kind = EVENT_AMONG;
    best->n = many;
    best->value = room(cx, many, sizeof *best->value);
    for (size_t i = 0; i < many; i++)
        best->value[i] = in->at[i].value;
    qsort(best->value, many, sizeof *best->value, by_value);
}

static bool is_in(const event *e, int64_t x)
{
    if (e->kind != EVENT_AMONG)
        return e->kind == EVENT_AT_MOST ? x <= e->bound : x >= e->bound;
    return bsearch(&x, e->value, e->n, sizeof x, by_value) != NULL;
}

uint64_t count_event(const subject *s, const event *e, const answers *in)
{
    uint64_t n = 0;
    for (size_t i = 0; i < in->n; i++)
        n += is_in(e, see(s, e, in->at + i * s->told));
    return n;
}

/* The first half of the answers, or the other. */
static answers half_of(const subject *s, const answers *in, size_t which)
{
    const size_t half = in->n / 2;
    return (answers){ .n = half, .at = in->at + which * half * s->told };
}

/* Score it on other answers than it was found by. */
static void score_again(const subject *s, const answers *a, const answers *b, event *e)
{
    const answers other_a = half_of(s, a, 1), other_b = half_of(s, b, 1);
    e->score = score_of(s, other_a.n, (double)count_event(s, e, &other_a),
                        (double)count_event(s, e, &other_b));
}

/* The better one of the best bound and the best set of one view. */
static event choose_of_view(tacit_ctx *cx, const subject *s, event e, const answers *a,
                            const answers *b)
{
    const answers first_a = half_of(s, a, 0), first_b = half_of(s, b, 0);
    const seens in = count_seen(cx, s, &e, &first_a, &first_b);
    event set = e;
    try_bounds(s, &in, first_a.n, &e);
    try_sets(cx, s, &in, first_a.n, &set);
    score_again(s, a, b, &e);
    score_again(s, a, b, &set);
    return set.score > e.score ? set : e;
}

/* Thirds of the values that a and b have together; one may be empty. */
static void cut_thirds(tacit_ctx *cx, const subject *s, const answers *a, const answers *b,
                       int64_t cut[MOST_TOLD][THIRDS - 1])
{
    for (size_t i = 0; i < s->told; i++) {
        const event one = { .view = i };
        int64_t *x = room(cx, 2 * a->n, sizeof *x);
        memcpy(x, sorted_view(cx, s, &one, a), a->n * sizeof *x);
        memcpy(x + a->n, sorted_view(cx, s, &one, b), a->n * sizeof *x);
        sort_values(cx, x, 2 * a->n);
        for (size_t k = 1; k < THIRDS; k++)
            cut[i][k - 1] = x[2 * a->n * k / THIRDS];
    }
}

event choose_event(tacit_ctx *cx, const subject *s, const answers *a, const answers *b)
{
    const answers first_a = half_of(s, a, 0), first_b = half_of(s, b, 0);
    int64_t *kept = room(cx, first_a.n, sizeof *kept); /* a set has values that a was seen with */
    event best = { .score = -INFINITY };
    for (size_t view = 0; view < views_of(s); view++) {
        const size_t mark = tacit_scratch_mark(cx);
        event e = { .view = view };
        if (is_of_thirds(s, view))
            cut_thirds(cx, s, &first_a, &first_b, e.cut);
        e = choose_of_view(cx, s, e, a, b);
        if (e.score > best.score) {
            for (size_t i = 0; i < e.n; i++)
                kept[i] = e.value[i];
            best = e;
            best.value = kept;
        }
        tacit_scratch_release(cx, mark);
    }
    return best;
}
