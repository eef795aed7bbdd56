/*
 * cluster.c - a hierarchy found in the data, where none is known.
 *
 * Numbers and dates: neighbours are joined so that intervals have as equally many rows as
 * can be: all values are halved at the value that parts their rows best, each half again,
 * and so on; level l of L is the cut of that binary tree at depth D (L - l) / L, D being the
 * depth at which each of n values could stand alone, ceil(log2 n).
 *
 * Categories: the two smallest clusters are joined, again and again (Huffman 1952); with
 * `by` the two that lose least of what the column tells of that other column, the mutual
 * information (Slonim and Tishby 1999).  Level l has n^((L - l) / L) clusters, rounded up.
 * Labels list the members of a cluster by frequency: {north, east} or {north, east and 5
 * more}.
 *
 * The labels depend on the data: write them to a file to use the same ones for another.
 * Missing cells stay missing; rows in which `by` is missing do not count.
 *
 * O(values * D) for numbers, O(values log values) for categories; with `by` O(values^2 *
 * values of `by`), for at most 2000 values.
 */
#include "hierarchy/cluster.h"

#include <math.h>

#include "hierarchy/breaks.h"

enum { LEVELS, BY };
enum { USUAL_LEVELS = 6, MOST_DEPTH = 31 };

static const tacit_param PARAMS[] = {
    [LEVELS] = { .name = "levels",
                 .type = TACIT_PARAM_INTEGER,
                 .need = TACIT_OPTIONAL,
                 .min = 1.0,
                 .max = 30.0,
                 TACIT_USEFUL(1, 10, "levels"),
                 .help = "how many levels, the highest being all; by default as often as the "
                         "values can be halved, at most 6 times" },
    [BY] = { .name = "by",
             .type = TACIT_PARAM_COLUMN,
             .need = TACIT_OPTIONAL,
             .help = "a column that categories should go on telling as much of as they can" },
    TACIT_PARAM_END
};

/* ---- numbers ---- */

/* Numbers being halved. */
typedef struct halving {
    const tacit_hierarchy *h;
    size_t n;
    uint64_t *to;         /* rows with a value below v */
    bool *begins;         /* value v begins a cluster */
    unsigned char *depth; /* at which it came to begin one */
} halving;

/* Where to part the values from `low` to before `high`, of which there are at least two. */
static size_t find_half(const halving *s, size_t low, size_t high)
{
    const uint64_t twice = s->to[low] + s->to[high];
    size_t a = low + 1, b = high - 1; /* the first with half the rows or more below it */
    while (a < b) {
        const size_t middle = a + (b - a) / 2;
        if (2 * s->to[middle] < twice)
            a = middle + 1;
        else
            b = middle;
    }
    const bool before =
        a > low + 1 && 2 * s->to[a] > twice && twice - 2 * s->to[a - 1] <= 2 * s->to[a] - twice;
    return before ? a - 1 : a;
}

/* Part each cluster that has two values or more. */
static void halve_all(halving *s, size_t depth)
{
    for (size_t low = 0, high = 0; low < s->n; low = high) {
        for (high = low + 1; high < s->n && !s->begins[high];)
            high++;
        if (high - low < 2)
            continue;
        const size_t at = find_half(s, low, high);
        s->begins[at] = true;
        s->depth[at] = (unsigned char)depth;
    }
}

static tacit_status add_halves(tacit_ctx *cx, size_t levels, size_t most, tacit_hierarchy *h)
{
    halving s = { .h = h, .n = tacit_hierarchy_values(h) };
    double *breaks = NULL;
    TACIT_TRY(tacit_scratch(cx, s.n + 1, sizeof *s.to, &s.to));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.begins, &s.begins));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.depth, &s.depth));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *breaks, &breaks));
    for (size_t v = 0; v < s.n; v++)
        s.to[v + 1] = s.to[v] + tacit_hierarchy_count(h, v);
    for (size_t d = 1; d <= most; d++)
        halve_all(&s, d);
    for (size_t l = 1; l <= levels; l++) {
        const size_t depth = (most * (levels - l) + levels / 2) / levels;
        size_t n = 0;
        for (size_t v = 0; v < s.n; v++)
            if (s.begins[v] && s.depth[v] <= depth)
                breaks[n++] = tacit_hierarchy_number(h, v);
        TACIT_TRY(tacit_breaks_add(cx, h, breaks, n));
    }
    return TACIT_OK;
}

/* ---- categories ---- */

static tacit_status add_joins(tacit_ctx *cx, const char *by, size_t levels, tacit_hierarchy *h)
{
    const size_t n = tacit_hierarchy_values(h);
    tacit_join *join = NULL;
    TACIT_TRY(by != NULL ? tacit_cluster_by_column(cx, h, by, &join)
                         : tacit_cluster_by_count(cx, h, &join));
    for (size_t l = 1; l <= levels; l++) {
        const double share = (double)(levels - l) / (double)levels;
        const double clusters = ceil(pow((double)n, share) - 1e-9);
        TACIT_TRY(tacit_cluster_add(cx, h, join, n - (size_t)fmin(clusters, (double)n)));
    }
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    const size_t n = tacit_hierarchy_values(h);
    const bool by = tacit_arg_given(args, BY);
    size_t depth = 1;
    while (depth < MOST_DEPTH && (size_t)1 << depth < n)
        depth++;
    const size_t usual = depth < USUAL_LEVELS ? depth : USUAL_LEVELS;
    const size_t levels =
        tacit_arg_given(args, LEVELS) ? (size_t)tacit_arg_integer(args, LEVELS) : usual;
    if (tacit_hierarchy_type(h) == TACIT_TYPE_CATEGORY)
        return add_joins(cx, by ? tacit_arg_text(args, BY) : NULL, levels, h);
    if (by)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'by' of cluster is for categories, but column '%s' is of type %s.",
                          tacit_hierarchy_column(h), tacit_type_name(tacit_hierarchy_type(h)));
    return add_halves(cx, levels, depth, h);
}

const tacit_hierarchy_builder tacit_hierarchy_builder_cluster = {
    .about = { .name = "cluster",
               .title = "Hierarchy found in the data",
               .summary = "Joins neighbours, or values that are rare or alike, level by level.",
               .source = "Slonim, Tishby (1999), Agglomerative information bottleneck, NIPS 12",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .build = build,
};
