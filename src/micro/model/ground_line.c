/*
 * ground_line.c - the earth mover's distance on a line.
 *
 * It is the area between the two cumulative distributions (Li, Li and Venkatasubramanian
 * 2007): the sum over gaps j between neighbouring values of w_j |P_j - Q_j|, P and Q being
 * the shares at or below the gap in the class and in the table.  Ordered distance has
 * w_j = 1 / (m - 1), numeric distance w_j = the gap over the range.
 *
 * Between two neighbouring values of a class P is constant, and Q only grows, so that the
 * sum over such a stretch follows from two sums of prefixes and the place where Q passes P,
 * found by halving.  Values that a class lacks cost nothing.
 */
#include "micro/model/ground.h"

#include <string.h>

/* A category's value with its text. */
typedef struct named {
    const char *text;
    uint32_t value;
} named;

static void sift(named *a, size_t i, size_t n)
{
    for (size_t child = 2 * i + 1; child < n; child = 2 * i + 1) {
        if (child + 1 < n && strcmp(a[child].text, a[child + 1].text) < 0)
            child++;
        if (strcmp(a[i].text, a[child].text) >= 0)
            return;
        const named swap = a[i];
        a[i] = a[child];
        a[child] = swap;
        i = child;
    }
}

/* Sort by text; the texts differ. */
static void sort_named(named *a, size_t n)
{
    for (size_t i = n / 2; i > 0; i--)
        sift(a, i - 1, n);
    for (size_t left = n; left > 1; left--) {
        const named last = a[left - 1];
        a[left - 1] = a[0];
        a[0] = last;
        sift(a, 0, left - 1);
    }
}

/* Ranks of categories by the order that was given. */
static tacit_status rank_listed(tacit_ctx *cx, const tacit_sensitive *s, const tacit_value *order,
                                uint32_t *rank)
{
    const tacit_dict *dict = tacit_column_dict(s->column);
    size_t unlisted = 0;
    uint32_t next = 0;
    for (uint32_t v = 0; v < s->values.n; v++)
        rank[v] = UINT32_MAX;
    for (size_t i = 0; i < order->n; i++)
        for (uint32_t v = 0; v < s->values.n; v++) {
            const uint32_t code = tacit_column_codes(s->column)[s->values.row[v]];
            if (rank[v] == UINT32_MAX && strcmp(tacit_dict_text(dict, code), order->texts[i]) == 0)
                rank[v] = next++;
        }
    for (uint32_t v = 0; v < s->values.n; v++)
        unlisted += rank[v] == UINT32_MAX;
    if (unlisted > 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%zu values of column '%s' are not in 'order'.",
                          unlisted, tacit_column_name(s->column));
    return TACIT_OK;
}

/* Ranks of categories by their texts. */
static tacit_status rank_texts(tacit_ctx *cx, const tacit_sensitive *s, uint32_t *rank)
{
    const tacit_dict *dict = tacit_column_dict(s->column);
    named *a = NULL;
    TACIT_TRY(tacit_scratch(cx, s->values.n, sizeof *a, &a));
    for (uint32_t v = 0; v < s->values.n; v++)
        a[v] = (named){ tacit_dict_text(dict, tacit_column_codes(s->column)[s->values.row[v]]), v };
    sort_named(a, s->values.n);
    for (uint32_t r = 0; r < s->values.n; r++)
        rank[a[r].value] = r;
    return TACIT_OK;
}

static tacit_status make_ranks(tacit_ctx *cx, const tacit_sensitive *s, const tacit_value *order,
                               tacit_line *out)
{
    const bool category = tacit_column_type(s->column) == TACIT_TYPE_CATEGORY;
    uint32_t *rank = NULL;
    TACIT_TRY(tacit_scratch(cx, s->values.n, sizeof *rank, &rank));
    out->mixed = category;
    out->rank = rank;
    for (uint32_t v = 0; v < s->values.n; v++)
        rank[v] = v;
    if (!category)
        return TACIT_OK;
    return order->given ? rank_listed(cx, s, order, rank) : rank_texts(cx, s, rank);
}

/* The width of the gap above value v of a numeric column; halves, so that no difference
 * overflows. */
static double gap_above(const tacit_sensitive *s, uint32_t v)
{
    return tacit_column_number(s->column, s->values.row[v + 1]) / 2.0 -
           tacit_column_number(s->column, s->values.row[v]) / 2.0;
}

/* The width of the gap above rank j, of which `so_far` records are at or below: 0 where nobody
 * is on one of its sides.  Values that no record has leave one gap between their neighbours. */
static double gap_width(const tacit_line *line, const tacit_sensitive *s, uint32_t j,
                        uint64_t so_far)
{
    if (so_far == 0 || so_far == s->known)
        return 0.0;
    if (line->numeric)
        return gap_above(s, j);
    return line->total[j + 1] > 0 ? 1.0 : 0.0;
}

/* Fill the sums over gaps. */
static void sum_gaps(const tacit_line *line, const tacit_sensitive *s)
{
    const uint32_t m = s->values.n;
    uint64_t so_far = 0;
    double range = 0.0;
    for (uint32_t j = 0; j + 1 < m; j++) {
        so_far += line->total[j];
        range += gap_width(line, s, j, so_far);
    }
    so_far = 0;
    for (uint32_t j = 0; j + 1 < m; j++) {
        so_far += line->total[j];
        const double w = range > 0.0 ? gap_width(line, s, j, so_far) / range : 0.0;
        line->below[j] = (double)so_far / (double)s->known;
        line->width[j + 1] = line->width[j] + w;
        line->area[j + 1] = line->area[j] + w * line->below[j];
    }
}

void tacit_line_refit(const tacit_line *line, const tacit_sensitive *s)
{
    for (uint32_t v = 0; v < s->values.n; v++)
        line->total[line->rank[v]] = s->total[v];
    sum_gaps(line, s);
}

tacit_status tacit_line_make(tacit_ctx *cx, const tacit_sensitive *s, const tacit_value *order,
                             bool numeric, tacit_line *out)
{
    const size_t m = s->values.n;
    TACIT_TRY(make_ranks(cx, s, order, out));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *out->own, &out->own));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *out->total, &out->total));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *out->below, &out->below));
    TACIT_TRY(tacit_scratch(cx, m + 1, sizeof *out->width, &out->width));
    TACIT_TRY(tacit_scratch(cx, m + 1, sizeof *out->area, &out->area));
    out->numeric = numeric;
    tacit_line_refit(out, s);
    return TACIT_OK;
}

/* The area between the table and a class that has share p at or below gaps from ... to - 1. */
static double stretch(const tacit_line *line, size_t from, size_t to, double p)
{
    size_t low = from, high = to; /* the first gap at which the table has p or more */
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (line->below[mid] < p)
            low = mid + 1;
        else
            high = mid;
    }
    const double under =
        p * (line->width[low] - line->width[from]) - (line->area[low] - line->area[from]);
    const double over = line->area[to] - line->area[low] - p * (line->width[to] - line->width[low]);
    return under + over;
}

double tacit_line_distance(const tacit_line *line, const tacit_sensitive *s, size_t g)
{
    const size_t n = s->start[g + 1] - s->start[g], gaps = s->values.n - 1;
    uint64_t so_far = 0;
    for (size_t i = 0; i < n; i++)
        line->own[i] = (tacit_keyed){ .key = line->rank[s->value[s->start[g] + i]],
                                      .row = s->count[s->start[g] + i] };
    if (line->mixed)
        tacit_sensitive_sort(line->own, n);
    double sum = stretch(line, 0, (size_t)line->own[0].key, 0.0);
    for (size_t i = 0; i < n; i++) {
        const size_t to = i + 1 < n ? (size_t)line->own[i + 1].key : gaps;
        so_far += line->own[i].row;
        if (to > line->own[i].key)
            sum += stretch(line, (size_t)line->own[i].key, to, (double)so_far / (double)s->size[g]);
    }
    return sum;
}
