/*
 * cluster_join.c - categories joined two by two.
 *
 * By count: two queues, of values from the rarest on and of clusters as they are made, which
 * grow; the two smallest are always at the fronts (Huffman 1952).  Equals: values before
 * clusters, in their natural order, so that the order of rows does not matter.
 *
 * By column: with a_x rows of cluster a that have value x of the other column, N_a in all,
 * and g(c) = c log c, the mutual information that cluster a carries is, but for a constant,
 * I(a) = sum_x g(a_x) - g(N_a); joining a and b loses I(a) + I(b) - I(a and b) >= 0.  Each
 * cluster knows its best partner with a greater number; a join makes those look again that
 * lost theirs.
 */
#include "hierarchy/cluster.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "hierarchy/ordering.h"
#include "table/values.h"

enum { MOST_VALUES = 2000, MOST_OTHERS = 1000 };

/* ---- by count ---- */

/* A queue of clusters from the smallest on. */
typedef struct queue {
    uint64_t *rows;
    uint32_t *value; /* that names the cluster */
    size_t first, n;
} queue;

static tacit_status queue_new(tacit_ctx *cx, size_t n, queue *out)
{
    *out = (queue){ 0 };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->rows, &out->rows));
    return tacit_scratch(cx, n, sizeof *out->value, &out->value);
}

static void put(queue *q, uint64_t rows, uint32_t value)
{
    q->rows[q->n] = rows;
    q->value[q->n++] = value;
}

/* Take the smaller of the two fronts. */
static uint32_t take(queue *a, queue *b, uint64_t *rows)
{
    const bool from_a =
        b->first == b->n || (a->first < a->n && a->rows[a->first] <= b->rows[b->first]);
    queue *q = from_a ? a : b;
    *rows += q->rows[q->first];
    return q->value[q->first++];
}

tacit_status tacit_cluster_by_count(tacit_ctx *cx, const tacit_hierarchy *h, tacit_join **out)
{
    const size_t n = tacit_hierarchy_values(h);
    uint32_t *order = NULL;
    queue single, joined;
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    TACIT_TRY(tacit_ordering_by_count(cx, h, true, &order));
    TACIT_TRY(queue_new(cx, n, &single));
    TACIT_TRY(queue_new(cx, n, &joined));
    for (size_t i = 0; i < n; i++)
        put(&single, tacit_hierarchy_count(h, order[i]), order[i]);
    for (size_t k = 0; k + 1 < n; k++) {
        uint64_t rows = 0;
        tacit_join *join = &(*out)[k];
        join->a = take(&single, &joined, &rows);
        join->b = take(&single, &joined, &rows);
        put(&joined, rows, join->a);
    }
    return TACIT_OK;
}

/* ---- by another column ---- */

/* Clusters, in the natural order of their first values. */
typedef struct bottleneck {
    size_t n, others;
    double *rows;    /* of cluster i and value x of the other column at [i * others + x] */
    double *told;    /* I of each cluster */
    bool *gone;      /* joined to another */
    size_t *partner; /* the best one behind i; n if there is none */
    double *loss;    /* of joining it */
} bottleneck;

static double g(double c)
{
    return c > 0.0 ? c * log(c) : 0.0;
}

/* I of the cluster that i and j would make; of i alone if they are the same. */
static double told_by(const bottleneck *s, size_t i, size_t j)
{
    const double *a = s->rows + i * s->others, *b = s->rows + j * s->others;
    double sum = 0.0, all = 0.0;
    for (size_t x = 0; x < s->others; x++) {
        const double c = i == j ? a[x] : a[x] + b[x];
        sum += g(c);
        all += c;
    }
    return sum - g(all);
}

static void find_partner(bottleneck *s, size_t i)
{
    s->partner[i] = s->n;
    s->loss[i] = INFINITY;
    for (size_t j = i + 1; j < s->n; j++) {
        if (s->gone[j])
            continue;
        const double loss = s->told[i] + s->told[j] - told_by(s, i, j);
        if (loss < s->loss[i]) {
            s->loss[i] = loss;
            s->partner[i] = j;
        }
    }
}

/* Join the two that lose least; the first of equals. */
static void join_best(bottleneck *s, const uint32_t *order, tacit_join *out)
{
    size_t best = 0;
    double least = INFINITY;
    for (size_t i = 0; i < s->n; i++)
        if (!s->gone[i] && s->loss[i] < least) {
            least = s->loss[i];
            best = i;
        }
    const size_t other = s->partner[best];
    TACIT_ASSERT(other < s->n);
    *out = (tacit_join){ .a = order[best], .b = order[other] };
    for (size_t x = 0; x < s->others; x++)
        s->rows[best * s->others + x] += s->rows[other * s->others + x];
    s->gone[other] = true;
    s->told[best] = told_by(s, best, best);
    for (size_t i = 0; i < s->n; i++)
        if (!s->gone[i] && (i <= best || s->partner[i] == other))
            find_partner(s, i);
}

/* Count the rows of each value by the values of the other column. */
static tacit_status count_rows(tacit_ctx *cx, const tacit_hierarchy *h, const tacit_column *by,
                               const uint32_t *order, bottleneck *s)
{
    tacit_values own, other;
    size_t *place = NULL;
    TACIT_TRY(tacit_values_of(cx, tacit_hierarchy_source(h), &own));
    TACIT_TRY(tacit_values_of(cx, by, &other));
    if (own.n > MOST_VALUES || other.n > MOST_OTHERS)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "'by' of cluster takes columns of at most %d and %d values; columns '%s' "
                          "and '%s' have %u and %u.",
                          MOST_VALUES, MOST_OTHERS, tacit_hierarchy_column(h),
                          tacit_column_name(by), (unsigned)own.n, (unsigned)other.n);
    s->others = other.n;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *place, &place));
    TACIT_TRY(tacit_scratch(cx, s->n * s->others, sizeof *s->rows, &s->rows));
    for (size_t i = 0; i < s->n; i++)
        place[order[i]] = i;
    for (size_t i = 0; i < tacit_column_length(by); i++)
        if (own.of[i] < own.n && other.of[i] < other.n)
            s->rows[place[own.of[i]] * s->others + other.of[i]] += 1.0;
    return TACIT_OK;
}

/* The column called `by` in the table of the hierarchy. */
static tacit_status find_column(tacit_ctx *cx, const tacit_hierarchy *h, const char *by,
                                const tacit_column **out)
{
    const tacit_table *t = tacit_hierarchy_table(h);
    const size_t j = t != NULL ? tacit_table_find(t, by) : 0;
    if (t == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'by' of cluster for column '%s' does not work here; write the hierarchy "
                          "to a file with 'tacit hierarchy build' and use that.",
                          tacit_hierarchy_column(h));
    if (j == tacit_table_columns(t))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'by' of cluster for column '%s' names column '%s', which is not there.",
                          tacit_hierarchy_column(h), by);
    *out = tacit_table_column(t, j);
    return TACIT_OK;
}

tacit_status tacit_cluster_by_column(tacit_ctx *cx, const tacit_hierarchy *h, const char *by,
                                     tacit_join **out)
{
    bottleneck s = { .n = tacit_hierarchy_values(h) };
    const tacit_column *other = NULL;
    uint32_t *order = NULL;
    TACIT_TRY(find_column(cx, h, by, &other));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof **out, out));
    TACIT_TRY(tacit_ordering_natural(cx, h, &order));
    TACIT_TRY(count_rows(cx, h, other, order, &s));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.told, &s.told));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.gone, &s.gone));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.partner, &s.partner));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.loss, &s.loss));
    for (size_t i = 0; i < s.n; i++)
        s.told[i] = told_by(&s, i, i);
    for (size_t i = 0; i < s.n; i++) {
        TACIT_TRY(tacit_tick(cx, i, 2 * s.n));
        find_partner(&s, i);
    }
    for (size_t k = 0; k + 1 < s.n; k++) {
        TACIT_TRY(tacit_tick(cx, s.n + k, 2 * s.n));
        join_best(&s, order, &(*out)[k]);
    }
    return TACIT_OK;
}

/* ---- levels ---- */

/* Members that a label names at most, and bytes of each. */
enum { NAMED = 3, NAME_BYTES = 60 };

/* A level of clusters; a cluster is known by the value that leads to it. */
typedef struct clusters {
    const tacit_hierarchy *h;
    uint32_t *lead;  /* of each value: another of its cluster, or itself */
    size_t *members; /* of each cluster */
    uint32_t *named; /* its NAMED most frequent members */
    char label[NAMED * (NAME_BYTES + 4) + 64];
} clusters;

static uint32_t lead_of(const clusters *s, uint32_t v)
{
    while (s->lead[v] != v) {
        s->lead[v] = s->lead[s->lead[v]];
        v = s->lead[v];
    }
    return v;
}

/* {a, b, c} or {a, b and 5 more}; long texts are cut, and then the number of the first value
 * keeps labels apart. */
static const char *cluster_label(void *user, size_t v)
{
    clusters *s = user;
    const uint32_t own = lead_of(s, (uint32_t)v);
    const uint32_t *named = s->named + (size_t)own * NAMED;
    if (s->members[own] == 1)
        return tacit_hierarchy_value(s->h, v);
    if (s->members[own] == tacit_hierarchy_values(s->h))
        return "*";
    const size_t shown = s->members[own] <= NAMED ? s->members[own] : NAMED - 1;
    size_t at = 0;
    bool cut = false;
    for (size_t i = 0; i < shown; i++) {
        const char *text = tacit_hierarchy_value(s->h, named[i]);
        size_t bytes = strlen(text);
        if (bytes > NAME_BYTES) {
            cut = true;
            for (bytes = NAME_BYTES; bytes > 0 && ((unsigned char)text[bytes] & 0xc0) == 0x80;)
                bytes--;
        }
        at += (size_t)snprintf(s->label + at, sizeof s->label - at, "%s%.*s", i == 0 ? "{" : ", ",
                               (int)bytes, text);
    }
    if (shown < s->members[own])
        at += (size_t)snprintf(s->label + at, sizeof s->label - at, " and %zu more",
                               s->members[own] - shown);
    if (cut)
        at += (size_t)snprintf(s->label + at, sizeof s->label - at, "; %u", (unsigned)named[0] + 1);
    snprintf(s->label + at, sizeof s->label - at, "}");
    return s->label;
}

tacit_status tacit_cluster_add(tacit_ctx *cx, tacit_hierarchy *h, const tacit_join *join, size_t n)
{
    const size_t values = tacit_hierarchy_values(h);
    clusters s = { .h = h };
    uint32_t *order = NULL;
    TACIT_TRY(tacit_scratch(cx, values, sizeof *s.lead, &s.lead));
    TACIT_TRY(tacit_scratch(cx, values, sizeof *s.members, &s.members));
    TACIT_TRY(tacit_scratch(cx, values, NAMED * sizeof *s.named, &s.named));
    TACIT_TRY(tacit_ordering_by_count(cx, h, false, &order));
    for (size_t v = 0; v < values; v++)
        s.lead[v] = (uint32_t)v;
    for (size_t k = 0; k < n; k++)
        s.lead[lead_of(&s, join[k].b)] = lead_of(&s, join[k].a);
    for (size_t i = 0; i < values; i++) {
        const uint32_t own = lead_of(&s, order[i]);
        if (s.members[own] < NAMED)
            s.named[own * (size_t)NAMED + s.members[own]] = order[i];
        s.members[own]++;
    }
    return tacit_hierarchy_add_level(cx, h, cluster_label, &s);
}
