/*
 * graph.c - which pairs of columns a decomposable model links.
 *
 * A link of a and b keeps a graph decomposable if and only if the columns that are linked to both
 * separate them; then it adds the interaction of a and b given these columns S, whose gain in
 * likelihood is G^2 of the independence of a and b given S, and needs no fit (Deshpande,
 * Garofalakis and Jordan 2001, Efficient stepwise selection in decomposable models).  Links are
 * added while BIC grows: G^2 - log(n) df, where df counts classes that occur for each combination
 * of S.  After a link only pairs with one of its ends have another S.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "synth/tables/own.h"

/* Combinations that are numbered by a table, not by sorting. */
enum { DIRECT = 1 << 22 };

/* ---- combinations ---- */

tacit_status tacit_table_kinds_none(tacit_ctx *cx, size_t n, tacit_table_kinds *out)
{
    *out = (tacit_table_kinds){ .n = n, .count = 1 };
    return tacit_scratch(cx, n, sizeof *out->of, &out->of);
}

/* Number keys below `keys` in the order in which they come. */
static tacit_status number_directly(tacit_ctx *cx, const uint64_t *key, size_t keys,
                                    tacit_table_kinds *c)
{
    uint32_t *number = NULL;
    TACIT_TRY(tacit_scratch(cx, keys, sizeof *number, &number));
    c->count = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (number[key[i]] == 0)
            number[key[i]] = (uint32_t)++c->count;
        c->of[i] = number[key[i]] - 1;
    }
    return TACIT_OK;
}

static tacit_status number_sorted(tacit_ctx *cx, const uint64_t *key, tacit_table_kinds *c)
{
    tacit_keyed *at = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *at, &at));
    for (size_t i = 0; i < c->n; i++)
        at[i] = (tacit_keyed){ key[i], i };
    TACIT_TRY(tacit_sort_keyed(cx, at, c->n));
    c->count = 0;
    for (size_t i = 0; i < c->n; i++) {
        c->count += i == 0 || at[i].key != at[i - 1].key;
        c->of[at[i].row] = (uint32_t)(c->count - 1);
    }
    return TACIT_OK;
}

tacit_status tacit_table_kinds_add(tacit_ctx *cx, tacit_table_kinds *c, const uint16_t *code,
                                   size_t n1, const uint16_t *more)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint64_t *key = NULL, levels = 1;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *key, &key));
    for (size_t i = 0; i < c->n; i++) {
        const uint64_t own = i < n1 ? code[i] : more[i - n1];
        levels = own >= levels ? own + 1 : levels;
    }
    for (size_t i = 0; i < c->n; i++)
        key[i] = c->of[i] * levels + (i < n1 ? code[i] : more[i - n1]);
    if (c->count * levels <= DIRECT && c->count * levels <= 8 * c->n + 64)
        TACIT_TRY(number_directly(cx, key, c->count * levels, c));
    else
        TACIT_TRY(number_sorted(cx, key, c));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- gain ---- */

/* Sum of n log n over combinations. */
static tacit_status sum_logs(tacit_ctx *cx, const tacit_table_kinds *c, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *n = NULL;
    TACIT_TRY(tacit_scratch(cx, c->count, sizeof *n, &n));
    *out = 0.0;
    for (size_t i = 0; i < c->n; i++)
        n[c->of[i]]++;
    for (size_t k = 0; k < c->count; k++)
        *out += (double)n[k] * log((double)n[k]);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* How many combinations `fine` there are in each of `coarse`. */
static tacit_status count_within(tacit_ctx *cx, const tacit_table_kinds *fine,
                                 const tacit_table_kinds *coarse, uint32_t **out)
{
    bool *seen = NULL;
    TACIT_TRY(tacit_scratch(cx, coarse->count, sizeof **out, out));
    TACIT_TRY(tacit_scratch(cx, fine->count, sizeof *seen, &seen));
    for (size_t i = 0; i < fine->n; i++) {
        (*out)[coarse->of[i]] += !seen[fine->of[i]];
        seen[fine->of[i]] = true;
    }
    return TACIT_OK;
}

/* `from` with one more column. */
static tacit_status extend(tacit_ctx *cx, const tacit_table_task *task,
                           const tacit_table_kinds *from, size_t column, tacit_table_kinds *out)
{
    TACIT_TRY(tacit_table_kinds_none(cx, from->n, out));
    memcpy(out->of, from->of, from->n * sizeof *out->of);
    out->count = from->count;
    return tacit_table_kinds_add(cx, out, task->column[column].of, from->n, NULL);
}

tacit_status tacit_chordal_gain_of(tacit_ctx *cx, const tacit_table_task *task,
                                   const size_t pair[2], const tacit_select *s,
                                   tacit_chordal_gain *out)
{
    const size_t mark = tacit_scratch_mark(cx), n = task->records;
    tacit_table_kinds given, a, b, both;
    double of_given = 0.0, of_a = 0.0, of_b = 0.0, of_both = 0.0, df = 0.0;
    uint32_t *in_a = NULL, *in_b = NULL;
    TACIT_TRY(tacit_table_kinds_none(cx, n, &given));
    for (size_t k = 0; k < s->n; k++)
        TACIT_TRY(tacit_table_kinds_add(cx, &given, task->column[s->at[k]].of, n, NULL));
    TACIT_TRY(extend(cx, task, &given, pair[0], &a));
    TACIT_TRY(extend(cx, task, &given, pair[1], &b));
    TACIT_TRY(extend(cx, task, &a, pair[1], &both));
    TACIT_TRY(sum_logs(cx, &given, &of_given));
    TACIT_TRY(sum_logs(cx, &a, &of_a));
    TACIT_TRY(sum_logs(cx, &b, &of_b));
    TACIT_TRY(sum_logs(cx, &both, &of_both));
    TACIT_TRY(count_within(cx, &a, &given, &in_a));
    TACIT_TRY(count_within(cx, &b, &given, &in_b));
    for (size_t k = 0; k < given.count; k++)
        df += ((double)in_a[k] - 1.0) * ((double)in_b[k] - 1.0);
    *out = (tacit_chordal_gain){ 2.0 * (of_both + of_given - of_a - of_b), df };
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- links ---- */

typedef struct search {
    const tacit_table_task *task;
    const tacit_chordal *g;
    const tacit_chordal_limits *limits;
    double *gain;   /* of each pair a < b; not above 0 if it is not to be linked */
    size_t *common; /* room: columns linked to both of a pair */
    size_t *queue;
    bool *seen;
} search;

static size_t find_common(const search *s, size_t a, size_t b)
{
    const size_t n = s->g->n;
    size_t found = 0;
    for (size_t c = 0; c < n; c++)
        if (s->g->link[a * n + c] && s->g->link[b * n + c])
            s->common[found++] = c;
    return found;
}

/* Whether every way from a to b leads by one of the common columns. */
static bool are_separated(const search *s, size_t a, size_t b, size_t n_common)
{
    const size_t n = s->g->n;
    size_t from = 0, to = 0;
    memset(s->seen, 0, n * sizeof *s->seen);
    for (size_t k = 0; k < n_common; k++)
        s->seen[s->common[k]] = true;
    s->seen[a] = true;
    s->queue[to++] = a;
    while (from < to) {
        const bool *link = s->g->link + s->queue[from++] * n;
        for (size_t c = 0; c < n; c++)
            if (link[c] && !s->seen[c]) {
                s->seen[c] = true;
                s->queue[to++] = c;
            }
    }
    return !s->seen[b];
}

/* Whether a and b may be linked, as things are; `n_common` tells how many are linked to both. */
static bool may_link(const search *s, size_t a, size_t b, size_t *n_common)
{
    if (s->g->link[a * s->g->n + b])
        return false;
    *n_common = find_common(s, a, b);
    return *n_common + 2 <= s->limits->most && are_separated(s, a, b, *n_common);
}

/* Put the gain of a pair on the list. */
static tacit_status rate(tacit_ctx *cx, const search *s, size_t a, size_t b)
{
    const size_t pair[2] = { a < b ? a : b, a < b ? b : a };
    double *gain = &s->gain[pair[0] * s->g->n + pair[1]];
    tacit_chordal_gain own;
    size_t n_common = 0;
    *gain = 0.0;
    if (a == b || !may_link(s, a, b, &n_common))
        return TACIT_OK;
    const tacit_select given = { n_common, s->common };
    TACIT_TRY(tacit_chordal_gain_of(cx, s->task, pair, &given, &own));
    *gain = own.g2 - s->limits->penalty * log((double)s->task->records) * own.df;
    return TACIT_OK;
}

/* The pair of the greatest gain; false if none has one. */
static bool find_best(const search *s, size_t *a, size_t *b)
{
    double best = 0.0;
    for (size_t i = 0; i < s->g->n * s->g->n; i++)
        if (s->gain[i] > best) {
            best = s->gain[i];
            *a = i / s->g->n;
            *b = i % s->g->n;
        }
    return best > 0.0;
}

tacit_status tacit_chordal_choose(tacit_ctx *cx, const tacit_table_task *task,
                                  const tacit_chordal_limits *limits, tacit_chordal *g)
{
    const size_t n = g->n;
    search s = { .task = task, .g = g, .limits = limits };
    size_t a = 0, b = 0, n_common = 0;
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *s.gain, &s.gain));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.common, &s.common));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.queue, &s.queue));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.seen, &s.seen));
    for (a = 0; a < n; a++) {
        TACIT_TRY(tacit_tick(cx, a, n));
        for (b = a + 1; b < n; b++)
            TACIT_TRY(rate(cx, &s, a, b));
    }
    while (find_best(&s, &a, &b)) {
        s.gain[a * n + b] = 0.0;
        if (!may_link(&s, a, b, &n_common))
            continue;
        TACIT_TRY(tacit_tick(cx, 0, 0));
        g->link[a * n + b] = g->link[b * n + a] = true;
        for (size_t c = 0; c < n; c++) {
            TACIT_TRY(rate(cx, &s, a, c));
            TACIT_TRY(rate(cx, &s, b, c));
        }
    }
    return TACIT_OK;
}

tacit_status tacit_chordal_order(tacit_ctx *cx, const tacit_chordal *g, size_t *order)
{
    const size_t mark = tacit_scratch_mark(cx);
    size_t *linked = NULL;
    bool *taken = NULL;
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *linked, &linked));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *taken, &taken));
    for (size_t k = 0; k < g->n; k++) {
        size_t best = SIZE_MAX;
        for (size_t c = 0; c < g->n; c++)
            if (!taken[c] && (best == SIZE_MAX || linked[c] > linked[best]))
                best = c;
        taken[best] = true;
        order[k] = best;
        for (size_t c = 0; c < g->n; c++)
            linked[c] += g->link[best * g->n + c];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
