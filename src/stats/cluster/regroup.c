/*
 * regroup.c - local search for groups of points that are nearer together.
 *
 * Passes over all groups, in each of which every group trades points with the groups whose
 * means are nearest to its own (regroup_change.c has the changes).  After the first pass only
 * groups that changed, and those near them, are tried again; when that ends, all are once more.
 * It ends with a pass over all without change.  The result depends on the points alone.
 *
 * Groups larger than 2 k - 1 can be split at no loss, so none is let grow beyond it
 * (Domingo-Ferrer and Mateo-Sanz 2002).  A local optimum: the best partition is NP-hard to find
 * for two columns and more (Oganian and Domingo-Ferrer 2001).
 */
#include "stats/cluster/regroup.h"

#include <math.h>
#include <string.h>

#include "stats/cluster/regroup_own.h"

enum { TICK_GROUPS = 1024 };

/* A chain passes through two groups of neighbours; so many points of each are tried at most, and
 * so many points of near groups for a swap. */
enum { MOST_CHAINED = 48, MOST_SWAPPED = 512 };

/* A change must be better than this share of the mean square of a point: rounding must not
 * turn in circles. */
#define LEAST_GAIN 1e-12

/* ---- setting up ---- */

/* The means of the columns. */
static void find_centre(const tacit_points *points, double *centre)
{
    for (size_t i = 0; i < points->n; i++)
        for (size_t j = 0; j < points->p; j++)
            centre[j] += points->at[i * points->p + j] / (double)points->n;
}

/* Put point i, centred and scaled by the roots of the weights, into group g; its square. */
static double put_point(tacit_regroup_state *s, size_t i, const double *x, size_t g,
                        const double *centre, const double *weight)
{
    const size_t place = g * s->room + s->size[g]++;
    double square = 0.0;
    s->member[place] = (uint32_t)i;
    for (size_t j = 0; j < s->p; j++) {
        const double z = (x[j] - centre[j]) * sqrt(weight[j]);
        s->at[place * s->p + j] = z;
        square += z * z;
    }
    return square;
}

void tacit_regroup_mean(tacit_regroup_state *s, size_t g)
{
    const size_t p = s->p;
    double *mean = s->mean + g * p;
    memset(mean, 0, p * sizeof *mean);
    for (size_t i = 0; i < s->size[g]; i++)
        for (size_t j = 0; j < p; j++)
            mean[j] += tacit_regroup_member(s, g, i)[j];
    for (size_t j = 0; j < p; j++)
        mean[j] /= (double)s->size[g];
    for (size_t i = 0; i < s->size[g]; i++) {
        const double *x = tacit_regroup_member(s, g, i);
        double sum = 0.0;
        for (size_t j = 0; j < p; j++)
            sum += (x[j] - mean[j]) * (x[j] - mean[j]);
        s->own[g * s->room + i] = sum;
    }
}

/* Room for the members of groups as large as they are, and as they may grow. */
static tacit_status make_room(tacit_ctx *cx, const tacit_partition *a, tacit_regroup_state *s)
{
    TACIT_TRY(tacit_scratch(cx, s->count, sizeof *s->size, &s->size));
    for (size_t i = 0; i < s->n; i++)
        s->size[a->of[i]]++;
    s->cap = 2 * s->spec->k - 1;
    s->room = s->cap;
    for (size_t g = 0; g < s->count; g++)
        s->room = s->size[g] > s->room ? s->size[g] : s->room;
    TACIT_TRY(tacit_scratch(cx, s->count * s->room * s->p, sizeof *s->at, &s->at));
    TACIT_TRY(tacit_scratch(cx, s->count * s->room, sizeof *s->own, &s->own));
    TACIT_TRY(tacit_scratch(cx, s->count * s->room, sizeof *s->member, &s->member));
    return tacit_scratch(cx, s->room, sizeof *s->home, &s->home);
}

static tacit_status fill_groups(tacit_ctx *cx, const tacit_points *points, const double *weight,
                                const tacit_partition *a, tacit_regroup_state *s)
{
    double *centre = NULL, total = 0.0;
    TACIT_TRY(tacit_scratch(cx, s->p, sizeof *centre, &centre));
    TACIT_TRY(make_room(cx, a, s));
    find_centre(points, centre);
    memset(s->size, 0, s->count * sizeof *s->size);
    for (size_t i = 0; i < s->n; i++)
        total += put_point(s, i, points->at + i * s->p, a->of[i], centre, weight);
    for (size_t g = 0; g < s->count; g++)
        tacit_regroup_mean(s, g);
    s->least = LEAST_GAIN * total / (double)s->n;
    return TACIT_OK;
}

static size_t limit(size_t n, size_t most)
{
    return n < most ? n : most;
}

static tacit_status set_up(tacit_ctx *cx, const tacit_points *points, const double *weight,
                           const tacit_partition *a, tacit_regroup_state *s)
{
    s->n = points->n;
    s->p = points->p;
    s->count = a->groups;
    s->neighbours = limit(s->spec->neighbours, MOST_SWAPPED / s->spec->k + 1);
    s->neighbours = limit(s->neighbours, s->count - 1);
    s->chain = limit(s->neighbours, MOST_CHAINED / s->spec->k);
    TACIT_TRY(tacit_scratch(cx, s->count * s->p, sizeof *s->mean, &s->mean));
    TACIT_TRY(tacit_scratch(cx, s->count, sizeof *s->changed, &s->changed));
    TACIT_TRY(tacit_scratch(cx, s->count * s->neighbours, sizeof *s->near, &s->near));
    TACIT_TRY(tacit_scratch(cx, s->count, sizeof *s->stirred, &s->stirred));
    return fill_groups(cx, points, weight, a, s);
}

/* ---- near groups ---- */

static void keep_neighbours(tacit_regroup_state *s, size_t g, const tacit_found *found, size_t n)
{
    uint32_t *near = s->near + g * s->neighbours;
    size_t kept = 0;
    for (size_t i = 0; i < n && kept < s->neighbours; i++)
        if (found[i].row != g && s->size[found[i].row] > 0)
            near[kept++] = found[i].row;
    for (; kept < s->neighbours; kept++)
        near[kept] = (uint32_t)g;
}

/* Whether a group near g changed of late. */
static bool is_stirred(const tacit_regroup_state *s, size_t g)
{
    for (size_t i = 0; i < s->neighbours; i++)
        if (tacit_regroup_is_fresh(s, s->near[g * s->neighbours + i]))
            return true;
    return false;
}

/* For each group that changed of late those with the nearest means. */
static tacit_status find_neighbours(tacit_ctx *cx, tacit_regroup_state *s)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_points means = { .at = s->mean, .n = s->count, .p = s->p };
    double *ones = NULL;
    tacit_found *found = NULL;
    tacit_remaining *r = NULL;
    TACIT_TRY(tacit_scratch(cx, s->p, sizeof *ones, &ones));
    TACIT_TRY(tacit_scratch(cx, s->neighbours + 1, sizeof *found, &found));
    for (size_t j = 0; j < s->p; j++)
        ones[j] = 1.0;
    TACIT_TRY(tacit_remaining_new(cx, &means, &(const tacit_gauge){ .weight = ones }, &r));
    for (size_t g = 0; g < s->count; g++)
        if (s->size[g] == 0)
            tacit_remaining_take(r, (uint32_t)g);
    for (size_t g = 0; g < s->count; g++) {
        if (g % TICK_GROUPS == 0)
            TACIT_TRY(tacit_tick(cx, g, s->count));
        if (s->size[g] == 0 || !tacit_regroup_is_fresh(s, g))
            continue;
        const double *mean = s->mean + g * s->p;
        keep_neighbours(s, g, found, tacit_remaining_nearest(r, mean, s->neighbours + 1, found));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- passes ---- */

static tacit_status run_pass(tacit_ctx *cx, tacit_regroup_state *s, size_t *made)
{
    *made = 0;
    TACIT_TRY(find_neighbours(cx, s));
    for (size_t g = 0; g < s->count; g++)
        s->stirred[g] = is_stirred(s, g);
    for (size_t a = 0; a < s->count; a++) {
        if (a % TICK_GROUPS == 0)
            TACIT_TRY(tacit_tick(cx, a, s->count));
        if (s->size[a] == 0)
            continue;
        *made += tacit_regroup_improve(s, a);
    }
    return TACIT_OK;
}

/* Number the groups that are left. */
static void write_groups(const tacit_regroup_state *s, tacit_partition *a)
{
    size_t next = 0;
    for (size_t g = 0; g < s->count; g++) {
        for (size_t i = 0; i < s->size[g]; i++)
            a->of[s->member[g * s->room + i]] = (uint32_t)next;
        next += s->size[g] > 0;
    }
    a->groups = next;
}

tacit_status tacit_regroup(tacit_ctx *cx, const tacit_points *points, const double *weight,
                           const tacit_regroup_spec *spec, tacit_partition *a)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_regroup_state s = { .spec = spec, .pass = 1 };
    size_t made = 1;
    if (a->groups < 2 || spec->k < 2 || spec->neighbours == 0)
        return TACIT_OK;
    TACIT_TRY(set_up(cx, points, weight, a, &s));
    bool all = true; /* groups are tried, as in the first pass */
    while (s.pass <= spec->passes && (made > 0 || !all)) {
        all = s.pass == 1 || made == 0;
        for (size_t g = 0; g < s.count && all; g++)
            s.changed[g] = s.pass - 1;
        TACIT_TRY(run_pass(cx, &s, &made));
        s.pass++;
    }
    write_groups(&s, a);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
