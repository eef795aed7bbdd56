/*
 * kmeans.c - clusters of points around means.
 *
 * The first mean is the point farthest from the mean of all, each further one the point farthest
 * from the means so far (Gonzalez 1985), the lowest row of equals.  Then points go to the nearest
 * mean, the lowest cluster of equals, and means are taken anew (Lloyd 1982), until no point moves.
 * Clusters with too few points are given up, the smallest first, and their points go to the
 * nearest of the others.  Points are assigned in parallel, each by itself; sums are in row
 * order, so the result does not depend on threads.
 */
#include "stats/cluster/kmeans.h"

#include <math.h>
#include <string.h>

typedef struct clusters {
    const tacit_points *points;
    const tacit_gauge *gauge;
    size_t n;     /* clusters */
    double *mean; /* of each */
    size_t *size; /* 0: given up or empty */
    double *far;  /* of each point, the distance to its nearest mean */
    uint32_t *of; /* of each point, its cluster */
} clusters;

static const double *point(const clusters *s, size_t i)
{
    return s->points->at + i * s->points->p;
}

/* The nearest cluster that has points. */
static uint32_t nearest_mean(const clusters *s, const double *x)
{
    const size_t p = s->points->p;
    double least = INFINITY;
    uint32_t best = 0;
    for (size_t c = 0; c < s->n; c++) {
        const double d =
            s->size[c] == 0 ? INFINITY : tacit_gauge_distance(s->gauge, p, x, s->mean + c * p);
        if (d < least) {
            least = d;
            best = (uint32_t)c;
        }
    }
    return best;
}

/* The point farthest from the means so far. */
static size_t farthest_point(const clusters *s)
{
    size_t best = 0;
    for (size_t i = 1; i < s->points->n; i++)
        if (s->far[i] > s->far[best])
            best = i;
    return best;
}

/* Make `mean` the last mean: no point is farther from its nearest than from it. */
static void add_mean(clusters *s, const double *mean)
{
    const size_t p = s->points->p;
    for (size_t i = 0; i < s->points->n; i++)
        s->far[i] = fmin(s->far[i], tacit_gauge_distance(s->gauge, p, point(s, i), mean));
}

static void start_means(clusters *s)
{
    const size_t n = s->points->n, p = s->points->p;
    for (size_t i = 0; i < n; i++) {
        s->far[i] = INFINITY;
        for (size_t j = 0; j < p; j++)
            s->mean[j] += point(s, i)[j] / (double)n;
    }
    add_mean(s, s->mean);
    for (size_t c = 0; c < s->n; c++) {
        const size_t i = farthest_point(s);
        memcpy(s->mean + c * p, point(s, i), p * sizeof *s->mean);
        if (c == 0)
            for (size_t r = 0; r < n; r++)
                s->far[r] = INFINITY;
        add_mean(s, s->mean + c * p);
        s->size[c] = 1;
    }
}

/* Send each point to its nearest mean; how many moved. */
static size_t assign_points(clusters *s)
{
    size_t moved = 0;
#pragma omp parallel for schedule(static) reduction(+ : moved)
    for (size_t i = 0; i < s->points->n; i++) {
        const uint32_t c = nearest_mean(s, point(s, i));
        moved += c != s->of[i];
        s->of[i] = c;
    }
    return moved;
}

static void count_points(clusters *s)
{
    memset(s->size, 0, s->n * sizeof *s->size);
    for (size_t i = 0; i < s->points->n; i++)
        s->size[s->of[i]]++;
}

static void find_means(clusters *s)
{
    const size_t p = s->points->p;
    count_points(s);
    memset(s->mean, 0, s->n * p * sizeof *s->mean);
    for (size_t i = 0; i < s->points->n; i++)
        for (size_t j = 0; j < p; j++)
            s->mean[s->of[i] * p + j] += point(s, i)[j];
    for (size_t c = 0; c < s->n; c++)
        for (size_t j = 0; j < p && s->size[c] > 0; j++)
            s->mean[c * p + j] /= (double)s->size[c];
}

/* The smallest cluster with fewer than `least` points, or n. */
static size_t small_cluster(const clusters *s, size_t least)
{
    size_t best = s->n;
    for (size_t c = 0; c < s->n; c++)
        if (s->size[c] > 0 && s->size[c] < least && (best == s->n || s->size[c] < s->size[best]))
            best = c;
    return best;
}

/* Give up small clusters; the means of the others stay. */
static void give_up_small(clusters *s, size_t least)
{
    for (size_t c = small_cluster(s, least); c < s->n; c = small_cluster(s, least)) {
        s->size[c] = 0;
        for (size_t i = 0; i < s->points->n; i++)
            if (s->of[i] == c) {
                s->of[i] = nearest_mean(s, point(s, i));
                s->size[s->of[i]]++;
            }
    }
}

/* Number the clusters that have points. */
static void write_clusters(const clusters *s, tacit_partition *out)
{
    uint32_t next = 0;
    for (size_t c = 0; c < s->n; c++) {
        if (s->size[c] == 0)
            continue;
        for (size_t i = 0; i < s->points->n; i++)
            if (s->of[i] == c)
                out->of[i] = next;
        next++;
    }
    out->groups = next;
}

tacit_status tacit_kmeans(tacit_ctx *cx, const tacit_points *points, const tacit_gauge *gauge,
                          const tacit_kmeans_spec *spec, tacit_partition *out)
{
    const size_t n = points->n, p = points->p;
    const size_t most = spec->clusters < n ? spec->clusters : n;
    clusters s = { .points = points, .gauge = gauge, .n = most };
    TACIT_ASSERT(n >= spec->least && most > 0);
    TACIT_TRY(tacit_scratch(cx, most * p, sizeof *s.mean, &s.mean));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *s.size, &s.size));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.far, &s.far));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.of, &s.of));
    TACIT_TRY(tacit_partition_new(cx, n, out));
    start_means(&s);
    for (size_t pass = 0; pass < spec->passes; pass++) {
        TACIT_TRY(tacit_tick(cx, pass, spec->passes));
        if (assign_points(&s) == 0 && pass > 0)
            break;
        find_means(&s);
    }
    count_points(&s);
    give_up_small(&s, spec->least);
    write_clusters(&s, out);
    return TACIT_OK;
}
