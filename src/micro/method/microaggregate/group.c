/*
 * group.c - the ways to make groups of at least k records.
 *
 * Distances are Euclidean, of columns divided by their standard deviations with `standardise`;
 * for gower, columns are divided by their ranges, differences are absolute, and categories
 * that differ count 1 (Gower 1971).
 */
#include "micro/method/microaggregate/microaggregate.h"

#include <math.h>

#include "base/sort.h"
#include "stats/linear/covariance.h"
#include "stats/population/hansen_mukherjee.h"
#include "stats/cluster/kmeans.h"
#include "stats/linear/linear_algebra.h"
#include "stats/cluster/mdav.h"
#include "stats/moments.h"
#include "stats/cluster/regroup.h"

enum { CLUSTER_PASSES = 100 };

/* What all ways start from. */
typedef struct work {
    const tacit_micro_spec *spec;
    tacit_points points;
    double *mean;
    double *weight; /* of squared differences: 1 / variance, 0 for constant columns, or 1 */
} work;

static tacit_status weigh_columns(tacit_ctx *cx, work *w)
{
    const size_t n = w->points.n, p = w->points.p;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *w->mean, &w->mean));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *w->weight, &w->weight));
    for (size_t j = 0; j < p; j++) {
        double mean = 0.0, squares = 0.0;
        for (size_t i = 0; i < n; i++)
            mean += w->points.at[i * p + j] / (double)n;
        for (size_t i = 0; i < n; i++)
            squares += (w->points.at[i * p + j] - mean) * (w->points.at[i * p + j] - mean);
        w->mean[j] = mean;
        w->weight[j] = !w->spec->standardise ? 1.0 : squares > 0.0 ? (double)n / squares : 0.0;
    }
    return TACIT_OK;
}

/* ---- along an axis ---- */

/* Groups of k in the order of `score`, of equal scores in row order. */
static tacit_status group_by_score(tacit_ctx *cx, const double *score, size_t n, size_t k,
                                   tacit_partition *out)
{
    tacit_keyed *sorted = NULL;
    size_t *order = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *sorted, &sorted));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    for (size_t i = 0; i < n; i++)
        sorted[i] = (tacit_keyed){ tacit_sort_key_real(score[i] + 0.0), i };
    TACIT_TRY(tacit_sort_keyed(cx, sorted, n));
    for (size_t i = 0; i < n; i++)
        order[i] = sorted[i].row;
    return tacit_partition_in_order(cx, order, n, k, out);
}

/* The standardised column j of record i. */
static double standard(const work *w, size_t i, size_t j)
{
    return (w->points.at[i * w->points.p + j] - w->mean[j]) * sqrt(w->weight[j]);
}

/* Weights of the standardised columns in their first principal component, the first that is not
 * 0 positive. */
static tacit_status first_component(tacit_ctx *cx, const work *w, double *loading)
{
    const size_t n = w->points.n, p = w->points.p;
    double *z = NULL, *mean = NULL, *v = NULL, *values = NULL, *vectors = NULL;
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *z, &z));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *values, &values));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *vectors, &vectors));
    for (size_t i = 0; i < n * p; i++)
        z[i] = standard(w, i / p, i % p);
    TACIT_TRY(tacit_covariance_of(cx, z, n, p, mean, v));
    tacit_eigen_symmetric(v, p, values, vectors);
    double sign = 0.0;
    for (size_t j = 0; j < p; j++) {
        const double x = vectors[j * p];
        if (!(fabs(sign) > 0.0) && fabs(x) > 1e-12)
            sign = x > 0.0 ? 1.0 : -1.0;
        loading[j] = sign * x;
    }
    return TACIT_OK;
}

/* What each standardised column counts along the axis. */
static tacit_status find_loading(tacit_ctx *cx, const work *w, double *loading)
{
    if (w->spec->algorithm == TACIT_MICRO_PCA)
        return first_component(cx, w, loading);
    for (size_t j = 0; j < w->points.p; j++)
        loading[j] = w->spec->algorithm == TACIT_MICRO_ZSCORES ? 1.0 : 0.0;
    return TACIT_OK;
}

static tacit_status group_along_axis(tacit_ctx *cx, const work *w, tacit_partition *out)
{
    const size_t n = w->points.n, p = w->points.p;
    double *score = NULL, *loading = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *score, &score));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *loading, &loading));
    TACIT_TRY(find_loading(cx, w, loading));
    const bool single = w->spec->algorithm == TACIT_MICRO_SINGLE;
    for (size_t i = 0; i < n; i++) {
        score[i] = single ? w->points.at[i * p + w->spec->axis] : 0.0;
        for (size_t j = 0; j < p; j++)
            score[i] += loading[j] * standard(w, i, j);
    }
    return group_by_score(cx, score, n, w->spec->k, out);
}

/* The best groups of one column. */
static tacit_status group_optimally(tacit_ctx *cx, const work *w, tacit_partition *out)
{
    const size_t n = w->points.n;
    tacit_keyed *sorted = NULL;
    double *x = NULL;
    size_t *start = NULL, groups = 0;
    TACIT_ASSERT(w->points.p == 1);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *sorted, &sorted));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
    for (size_t i = 0; i < n; i++)
        sorted[i] = (tacit_keyed){ tacit_sort_key_real(w->points.at[i] + 0.0), i };
    TACIT_TRY(tacit_sort_keyed(cx, sorted, n));
    for (size_t i = 0; i < n; i++)
        x[i] = w->points.at[sorted[i].row];
    TACIT_TRY(tacit_hansen_mukherjee(cx, x, n, w->spec->k, &start, &groups));
    TACIT_TRY(tacit_partition_new(cx, n, out));
    out->groups = groups;
    for (size_t g = 0; g < groups; g++)
        for (size_t i = start[g]; i < start[g + 1]; i++)
            out->of[sorted[i].row] = (uint32_t)g;
    return TACIT_OK;
}

/* ---- around points ---- */

static tacit_status group_and_search(tacit_ctx *cx, const work *w, const tacit_gauge *gauge,
                                     tacit_partition *out)
{
    const tacit_regroup_spec search = { .k = w->spec->k,
                                        .passes = w->spec->passes,
                                        .neighbours = w->spec->neighbours };
    TACIT_TRY(tacit_mdav(cx, &w->points, gauge, w->spec->k, out));
    return tacit_regroup(cx, &w->points, w->weight, &search, out);
}

/* MDAV among the `n` points `row`, as further groups of `out`. */
static tacit_status group_cluster(tacit_ctx *cx, const work *w, const size_t *row, size_t n,
                                  tacit_partition *out)
{
    const size_t mark = tacit_scratch_mark(cx), p = w->points.p;
    double *x = NULL;
    tacit_partition own;
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *x, &x));
    for (size_t i = 0; i < n * p; i++)
        x[i] = w->points.at[row[i / p] * p + i % p];
    const tacit_points points = { .at = x, .n = n, .p = p };
    TACIT_TRY(
        tacit_mdav(cx, &points, &(const tacit_gauge){ .weight = w->weight }, w->spec->k, &own));
    for (size_t i = 0; i < n; i++)
        out->of[row[i]] = (uint32_t)(out->groups + own.of[i]);
    out->groups += own.groups;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status group_clusters(tacit_ctx *cx, const work *w, const tacit_gauge *gauge,
                                   tacit_partition *out)
{
    const tacit_kmeans_spec spec = { .clusters = w->spec->clusters,
                                     .least = w->spec->k,
                                     .passes = CLUSTER_PASSES };
    tacit_partition clusters;
    tacit_grouping rows;
    TACIT_TRY(tacit_kmeans(cx, &w->points, gauge, &spec, &clusters));
    TACIT_TRY(tacit_partition_grouping(cx, &clusters, &rows));
    TACIT_TRY(tacit_partition_new(cx, w->points.n, out));
    for (size_t c = 0; c < clusters.groups; c++)
        TACIT_TRY(
            group_cluster(cx, w, rows.row + rows.start[c], rows.start[c + 1] - rows.start[c], out));
    return TACIT_OK;
}

static tacit_status group_by_gower(tacit_ctx *cx, const work *w, const tacit_type *type,
                                   tacit_partition *out)
{
    const size_t n = w->points.n, p = w->points.p;
    tacit_difference *kind = NULL;
    double *weight = NULL;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *kind, &kind));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *weight, &weight));
    for (size_t j = 0; j < p; j++) {
        double least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < n; i++) {
            least = fmin(least, w->points.at[i * p + j]);
            most = fmax(most, w->points.at[i * p + j]);
        }
        const bool category = type[j] == TACIT_TYPE_CATEGORY;
        kind[j] = category ? TACIT_DIFFERENCE_UNLIKE : TACIT_DIFFERENCE_ABSOLUTE;
        weight[j] = category || !(most > least) ? 1.0 : 1.0 / (most - least);
    }
    const tacit_gauge gauge = { .weight = weight, .kind = kind };
    return tacit_mdav(cx, &w->points, &gauge, w->spec->k, out);
}

tacit_status tacit_micro_partition(tacit_ctx *cx, const tacit_micro_spec *spec,
                                   const tacit_micro_set *set, tacit_partition *out)
{
    const tacit_matrix *m = &set->values;
    work w = { .spec = spec, .points = { .at = m->x, .n = m->n, .p = m->p } };
    TACIT_ASSERT(m->n >= spec->k);
    TACIT_TRY(weigh_columns(cx, &w));
    const tacit_gauge gauge = { .weight = w.weight };
    switch (spec->algorithm) {
    case TACIT_MICRO_MDAV_SEARCH:
        return group_and_search(cx, &w, &gauge, out);
    case TACIT_MICRO_MDAV:
        return tacit_mdav(cx, &w.points, &gauge, spec->k, out);
    case TACIT_MICRO_V_MDAV:
        return tacit_v_mdav(cx, &w.points, &gauge, spec->k, spec->gain, out);
    case TACIT_MICRO_OPTIMAL:
        return group_optimally(cx, &w, out);
    case TACIT_MICRO_INDIVIDUAL:
        return group_by_score(cx, m->x, m->n, spec->k, out);
    case TACIT_MICRO_CLUSTER:
        return group_clusters(cx, &w, &gauge, out);
    case TACIT_MICRO_GOWER:
        return group_by_gower(cx, &w, set->type, out);
    default:
        return group_along_axis(cx, &w, out);
    }
}
