/*
 * distribution.c - how many records there are up to the end of each bin, or of each value in the
 * order of declaration, in each group.
 *
 * Sums of noisy counts of bins would add up their noise.  So records are counted in a tree too,
 * whose nodes are b neighbours of the level below, and all counts get noise, of which a record
 * moves one in each of h levels; b is what makes (b - 1) h^3, or (b - 1) h^2 of Gaussian noise, the
 * least (Qardaji, Yang and Li 2013): the variance of a sum over a prefix.  Least squares make them
 * agree (Hay, Rastogi, Miklau and Suciu 2010; Honaker 2015): upwards each count and the sum of
 * those below it are weighed by their variances, downwards what is left over is shared by them.
 * Then sums are made to grow (pooling adjacent violators) and kept above 0.  Nothing of that looks
 * at the data again.
 *
 * The interval has the variance of the sum after least squares, which is found along the path from
 * the root: given the total of a node, the part of it that counts has a slope and a variance that
 * follow from those of the child that the end goes through.  Where the interval is to be about the
 * population it adds the binomial variance.  O(nodes) a group, and O(b h) an interval.
 */
#include <math.h>

#include "privacy/statistic/statistic.h"

/* Level 0 has the bins, the last one at most b nodes: a root above them would be of little use. */
enum { MOST_LEVELS = 16 };
typedef struct tree {
    size_t branches, levels;
    size_t first[MOST_LEVELS], n[MOST_LEVELS]; /* where the nodes of a level are */
} tree;

static tree tree_of(size_t bins, size_t branches)
{
    tree t = { .branches = branches, .levels = 1, .n = { bins } };
    while (t.n[t.levels - 1] > branches) {
        t.first[t.levels] = t.first[t.levels - 1] + t.n[t.levels - 1];
        t.n[t.levels] = (t.n[t.levels - 1] + branches - 1) / branches;
        t.levels++;
    }
    return t;
}

/* The tree whose sums have the least noise. */
static tree best_tree(size_t bins, bool gaussian)
{
    tree best = tree_of(bins, bins > 1 ? bins : 2);
    double least = INFINITY;
    for (size_t b = 2; b <= bins; b++) {
        const tree t = tree_of(bins, b);
        const double levels = (double)t.levels,
                     noise = (double)(b - 1) * levels * (gaussian ? levels : levels * levels);
        best = noise < least ? t : best;
        least = fmin(noise, least);
    }
    return best;
}

static size_t nodes_of(const tree *t)
{
    return t->first[t->levels - 1] + t->n[t->levels - 1];
}

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    tree *t = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *t, &t));
    *t = best_tree(tacit_domain_groups(q->of[0]), q->promise->noise == TACIT_RELEASE_GAUSSIAN);
    q->own = t;
    q->width = nodes_of(t);
    tacit_question_part(q, &(tacit_part){ .name = "counts",
                                          .n = q->width,
                                          .sensitivity = 1,
                                          .moved = t->levels,
                                          .times = 1,
                                          .share = 1 });
    return TACIT_OK;
}

static void add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    const tree *t = q->own;
    size_t at = (size_t)x[0];
    for (size_t level = 0; level < t->levels; level++, at /= t->branches)
        cell[t->first[level] + at]++;
}

/* ---- counts that agree ---- */

/* Children of node i of a level: their level begins at `t->first[level - 1]`. */
typedef struct children {
    size_t first, end; /* among all nodes */
} children;

static children children_of(const tree *t, size_t level, size_t i)
{
    const size_t below = t->first[level - 1], from = i * t->branches, to = from + t->branches;
    return (children){ below + from, below + (to < t->n[level - 1] ? to : t->n[level - 1]) };
}

static double sum_of(const double *x, children c)
{
    double sum = 0;
    for (size_t i = c.first; i < c.end; i++)
        sum += x[i];
    return sum;
}

/* Weigh each count and the sum of those below it; `v` is their variance where a single one's is 1.
 */
static void weigh_upwards(const tree *t, double *x, double *v)
{
    for (size_t i = 0; i < t->n[0]; i++)
        v[i] = 1;
    for (size_t level = 1; level < t->levels; level++)
        for (size_t i = 0; i < t->n[level]; i++) {
            const children c = children_of(t, level, i);
            const size_t node = t->first[level] + i;
            const double below = sum_of(v, c);
            v[node] = below / (1 + below);
            x[node] = v[node] * (x[node] + sum_of(x, c) / below);
        }
}

/* Share what a count has more than the sum of those below it. */
static void share_downwards(const tree *t, double *x, const double *v)
{
    for (size_t level = t->levels; level-- > 1;)
        for (size_t i = 0; i < t->n[level]; i++) {
            const children c = children_of(t, level, i);
            const double more = x[t->first[level] + i] - sum_of(x, c), all = sum_of(v, c);
            for (size_t k = c.first; k < c.end; k++)
                x[k] += more * v[k] / all;
        }
}

/* The variance of the sum over the first bins up to and with `bin`. */
static double prefix_variance(const tree *t, const double *v, size_t bin)
{
    double slope = 1, left = 0; /* given the total of the node that the end goes through */
    size_t at = bin;
    for (size_t level = 1; level < t->levels; level++) {
        const children c = children_of(t, level, at / t->branches);
        const size_t through = t->first[level - 1] + at;
        double cross = slope * v[through], squares = slope * slope * v[through];
        for (size_t k = c.first; k < through; k++) {
            cross += v[k];
            squares += v[k];
        }
        const double all = sum_of(v, c);
        left += squares - cross * cross / all;
        slope = cross / all;
        at /= t->branches;
    }
    const size_t top = t->first[t->levels - 1];
    return left + slope * slope * v[top + at] + sum_of(v, (children){ top, top + at });
}

/* ---- sums ---- */

/* The nearest sums that do not decrease (pooling adjacent violators; Ayer et al. 1955). */
static tacit_status make_grow(tacit_ctx *cx, double *x, size_t n)
{
    double *mean = NULL;
    size_t *weight = NULL, blocks = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *weight, &weight));
    for (size_t i = 0; i < n; i++) {
        mean[blocks] = x[i];
        weight[blocks++] = 1;
        while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
            const double a = (double)weight[blocks - 2], b = (double)weight[blocks - 1];
            mean[blocks - 2] = (a * mean[blocks - 2] + b * mean[blocks - 1]) / (a + b);
            weight[blocks - 2] += weight[blocks - 1];
            blocks--;
        }
    }
    for (size_t b = 0, i = 0; b < blocks; b++)
        for (size_t k = 0; k < weight[b]; k++)
            x[i++] = fmax(0, mean[b]);
    return TACIT_OK;
}

/* Sums over prefixes of counts that agree; `v` is filled. */
static tacit_status make_sums(tacit_ctx *cx, const tree *t, double *x, double *v)
{
    weigh_upwards(t, x, v);
    share_downwards(t, x, v);
    for (size_t i = 1; i < t->n[0]; i++)
        x[i] += x[i - 1];
    return make_grow(cx, x, t->n[0]);
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const tree *t = q->own;
    const double noise = tacit_part_spread(&q->part[0]), factor = tacit_privacy_factor(q->promise);
    tacit_i128 *noisy = NULL;
    double *x = NULL, *v = NULL;
    TACIT_TRY(tacit_part_run(cx, &q->part[0], stream, cell, &noisy));
    TACIT_TRY(tacit_scratch(cx, q->width, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, q->width, sizeof *v, &v));
    for (size_t i = 0; i < q->width; i++)
        x[i] = (double)noisy[i];
    TACIT_TRY(make_sums(cx, t, x, v));
    TACIT_TRY(tacit_answers_new(cx, t->n[0], out));
    const double n = fmax(1, x[t->n[0] - 1]);
    for (size_t i = 0; i < t->n[0]; i++) {
        const double sample = q->promise->sampling ? x[i] * (1 - x[i] / n) : 0;
        const double within =
            factor * sqrt(noise * noise * prefix_variance(t, v, i) + fmax(0, sample));
        out->at[i] = (tacit_answer){ .at = q->of[0]->label[i],
                                     .value = x[i],
                                     .low = fmax(0, x[i] - within),
                                     .high = x[i] + within };
    }
    return TACIT_OK;
}

static double error(const tacit_question *q, const char **unit)
{
    const tree *t = q->own;
    const double levels = (double)t->levels, nodes = (double)(t->branches - 1) / 2;
    *unit = "records, less for sums that agree";
    return tacit_privacy_factor(q->promise) * tacit_part_spread(&q->part[0]) *
           sqrt(fmax(1, levels * nodes));
}

const tacit_statistic tacit_statistic_distribution = {
    .about = { .name = "distribution",
               .title = "Distribution",
               .summary = "How many records there are up to the end of each bin.",
               .source = "Hay, Rastogi, Miklau and Suciu (2010), Boosting the accuracy of "
                         "differentially private histograms through consistency; Honaker (2015), "
                         "Efficient use of differentially private binary trees",
               .params = TACIT_STATISTIC_OF_PARAMS },
    .of = TACIT_OF_BINS,
    .prepare = prepare,
    .add = add,
    .answer = answer,
    .error = error,
};
