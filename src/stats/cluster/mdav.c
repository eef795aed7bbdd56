/*
 * mdav.c - groups of at least k near points: maximum distance to the average vector.
 *
 * MDAV (Domingo-Ferrer and Torra 2005): while 3 k points or more remain, find the point r
 * farthest from their mean and the point s farthest from r; the k points nearest to r are a group,
 * then the k nearest to s among the rest.  With 2 k to 3 k - 1 points one more group around the
 * farthest from the mean; the rest is the last group.
 *
 * Ties: of equally far points the lowest row, of equally near ones the higher rows.  r and s
 * have no precedence in their own groups over points equal to them, and s is found before r's
 * group is taken away: the conventions of sdcMicro and mu-Argus.
 *
 * O(n / k) searches in a tree that shrinks; memory O(n p).
 *
 * V-MDAV (Solanas and Martinez-Balleste 2006): while k points remain, the k nearest to the point
 * farthest from the mean of all points are a group.  While it has fewer than 2 k - 1, the
 * remaining point nearest to one of its members joins if its distance d to that member is
 * below `gain` times its distance to the nearest other point that remains.  Fewer than k left
 * over join the groups with the nearest means.
 */
#include "stats/cluster/mdav.h"

#include <math.h>

#include "stats/cluster/centre.h"

enum { TICK_GROUPS = 256 };

/* What is being partitioned. */
typedef struct mdav {
    const tacit_points *points;
    const tacit_gauge *gauge;
    size_t k;
    tacit_remaining *left;
    tacit_centre *middle; /* of the points that remain */
    double *centre;
    tacit_found *near;
    tacit_partition out;
} mdav;

static const double *point(const mdav *m, size_t row)
{
    return m->points->at + row * m->points->p;
}

static tacit_status start(tacit_ctx *cx, mdav *m)
{
    const size_t n = m->points->n, p = m->points->p;
    TACIT_ASSERT(m->k > 0);
    TACIT_TRY(tacit_partition_new(cx, n, &m->out));
    TACIT_TRY(tacit_remaining_new(cx, m->points, m->gauge, &m->left));
    TACIT_TRY(tacit_centre_new(cx, m->points, m->gauge, &m->middle));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *m->centre, &m->centre));
    TACIT_TRY(tacit_scratch(cx, m->k < n ? m->k : n, sizeof *m->near, &m->near));
    return TACIT_OK;
}

/* Put a remaining point into group g. */
static void assign(mdav *m, uint32_t row, size_t g)
{
    m->out.of[row] = (uint32_t)g;
    tacit_remaining_take(m->left, row);
    tacit_centre_take(m->middle, row);
}

/* A new group of the k points nearest to `x`, or of all that remain; how many. */
static size_t take_group(mdav *m, const double *x)
{
    const size_t n = tacit_remaining_nearest(m->left, x, m->k, m->near);
    for (size_t i = 0; i < n; i++)
        assign(m, m->near[i].row, m->out.groups);
    m->out.groups++;
    return n;
}

/* The last group: all that remain. */
static void take_rest(mdav *m)
{
    if (tacit_remaining_count(m->left) == 0)
        return;
    for (size_t i = 0; i < m->points->n; i++)
        if (tacit_remaining_has(m->left, (uint32_t)i))
            m->out.of[i] = (uint32_t)m->out.groups;
    m->out.groups++;
}

tacit_status tacit_mdav(tacit_ctx *cx, const tacit_points *points, const tacit_gauge *gauge,
                        size_t k, tacit_partition *out)
{
    mdav m = { .points = points, .gauge = gauge, .k = k };
    TACIT_TRY(start(cx, &m));
    while (tacit_remaining_count(m.left) / 2 >= k) {
        if (m.out.groups % TICK_GROUPS < 2)
            TACIT_TRY(tacit_tick(cx, points->n - tacit_remaining_count(m.left), points->n));
        const bool two = tacit_remaining_count(m.left) / 3 >= k;
        tacit_centre_find(m.middle, m.centre);
        tacit_remaining_aim(m.left, m.centre);
        const uint32_t r = tacit_remaining_farthest(m.left, m.centre);
        const uint32_t s = tacit_remaining_farthest(m.left, point(&m, r));
        take_group(&m, point(&m, r));
        if (two)
            take_group(&m, point(&m, s));
    }
    take_rest(&m);
    *out = m.out;
    return TACIT_OK;
}

/* ---- V-MDAV ---- */

/* A group that grows: its members and the remaining point nearest to each. */
typedef struct growing {
    size_t n;
    uint32_t *member;
    tacit_found *near; /* as many; distance infinite if none remains */
} growing;

static void find_near(const mdav *m, growing *g, size_t i)
{
    if (tacit_remaining_nearest(m->left, point(m, g->member[i]), 1, &g->near[i]) == 0)
        g->near[i] = (tacit_found){ INFINITY, UINT32_MAX };
}

/* The nearest of the points near members; ties to the higher row. */
static tacit_found nearest_of(const growing *g)
{
    tacit_found best = g->near[0];
    for (size_t i = 1; i < g->n; i++) {
        const tacit_found *f = &g->near[i];
        if (f->distance < best.distance || (!(f->distance > best.distance) && f->row > best.row))
            best = *f;
    }
    return best;
}

/* Distance of a remaining point to the nearest other; infinite if it is the only one. */
static double distance_to_other(const mdav *m, uint32_t row)
{
    tacit_found two[2];
    const size_t n = tacit_remaining_nearest(m->left, point(m, row), 2, two);
    if (n < 2)
        return INFINITY;
    return two[0].row == row ? two[1].distance : two[0].distance;
}

static void add_member(mdav *m, growing *g, uint32_t row)
{
    assign(m, row, m->out.groups - 1);
    g->member[g->n++] = row;
    for (size_t i = 0; i < g->n; i++)
        if (i + 1 == g->n || g->near[i].row == row)
            find_near(m, g, i);
}

/* Let the last group, the `n` points in m->near, grow. */
static void grow_group(mdav *m, double gain, size_t n, growing *g)
{
    g->n = n;
    for (size_t i = 0; i < n; i++)
        g->member[i] = m->near[i].row;
    for (size_t i = 0; i < n; i++)
        find_near(m, g, i);
    while (g->n < 2 * m->k - 1) {
        const tacit_found next = nearest_of(g);
        if (next.row == UINT32_MAX ||
            !(next.distance < gain * gain * distance_to_other(m, next.row)))
            return;
        add_member(m, g, next.row);
    }
}

/* The means of the groups. */
static tacit_status group_means(tacit_ctx *cx, const mdav *m, double **out)
{
    const size_t p = m->points->p;
    double *mean = NULL, *count = NULL;
    TACIT_TRY(tacit_scratch(cx, m->out.groups * p, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, m->out.groups, sizeof *count, &count));
    for (size_t i = 0; i < m->points->n; i++)
        if (!tacit_remaining_has(m->left, (uint32_t)i)) {
            count[m->out.of[i]] += 1.0;
            for (size_t j = 0; j < p; j++)
                mean[m->out.of[i] * p + j] += point(m, i)[j];
        }
    for (size_t i = 0; i < m->out.groups * p; i++)
        mean[i] /= count[i / p];
    *out = mean;
    return TACIT_OK;
}

/* Points that remain over join the groups with the nearest means. */
static tacit_status join_rest(tacit_ctx *cx, mdav *m)
{
    double *mean = NULL;
    tacit_remaining *means = NULL;
    if (tacit_remaining_count(m->left) == 0)
        return TACIT_OK;
    TACIT_TRY(group_means(cx, m, &mean));
    const tacit_points points = { .at = mean, .n = m->out.groups, .p = m->points->p };
    TACIT_TRY(tacit_remaining_new(cx, &points, m->gauge, &means));
    for (size_t i = 0; i < m->points->n; i++)
        if (tacit_remaining_has(m->left, (uint32_t)i)) {
            tacit_found best;
            tacit_remaining_nearest(means, point(m, i), 1, &best);
            m->out.of[i] = best.row;
        }
    return TACIT_OK;
}

tacit_status tacit_v_mdav(tacit_ctx *cx, const tacit_points *points, const tacit_gauge *gauge,
                          size_t k, double gain, tacit_partition *out)
{
    mdav m = { .points = points, .gauge = gauge, .k = k };
    growing g = { 0 };
    TACIT_ASSERT(points->n >= k && gauge->kind == NULL);
    TACIT_TRY(start(cx, &m));
    TACIT_TRY(tacit_scratch(cx, 2 * k, sizeof *g.member, &g.member));
    TACIT_TRY(tacit_scratch(cx, 2 * k, sizeof *g.near, &g.near));
    tacit_centre_find(m.middle, m.centre);
    while (tacit_remaining_count(m.left) >= k) {
        if (m.out.groups % TICK_GROUPS == 0)
            TACIT_TRY(tacit_tick(cx, points->n - tacit_remaining_count(m.left), points->n));
        tacit_remaining_aim(m.left, m.centre);
        const uint32_t far = tacit_remaining_farthest(m.left, m.centre);
        grow_group(&m, gain, take_group(&m, point(&m, far)), &g);
    }
    TACIT_TRY(join_rest(cx, &m));
    *out = m.out;
    return TACIT_OK;
}
