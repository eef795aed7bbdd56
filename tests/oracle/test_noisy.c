/*
 * test_noisy.c - estimates behind noise against slow, obvious code on random cases.
 *
 * The funnel: every merger tried from scratch.  Odds of cells: numeric integration.  Inversion: the
 * integral with sines and cosines of every number.  Projection: bisection.  Answers about a tree:
 * the closed form of Hay, Rastogi, Miklau and Suciu (2010), theorem 3.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/noisy/combined.h"
#include "stats/noisy/ems.h"
#include "stats/noisy/funnel.h"
#include "stats/noisy/inversion.h"
#include "stats/noisy/simplex.h"

enum { MOST_VALUES = 8, MOST_SECRETS = 3, FUNNELS = 1500 };

/* ---- the funnel ---- */

/* Information in bits between groups and secrets, or of the groups themselves. */
static double information(const tacit_funnel *f, const size_t *group, bool own)
{
    double joint[MOST_VALUES][MOST_SECRETS] = { { 0.0 } }, p[MOST_VALUES] = { 0.0 };
    double q[MOST_SECRETS] = { 0.0 }, sum = 0.0;
    for (size_t x = 0; x < f->n; x++)
        for (size_t s = 0; s < f->m; s++) {
            joint[group[x]][s] += f->joint[x * f->m + s];
            p[group[x]] += f->joint[x * f->m + s];
            q[s] += f->joint[x * f->m + s];
        }
    for (size_t y = 0; y < f->n; y++) {
        if (own && p[y] > 0.0)
            sum -= p[y] * log2(p[y]);
        for (size_t s = 0; s < f->m && !own; s++)
            if (joint[y][s] > 0.0)
                sum += joint[y][s] * log2(joint[y][s] / p[y] / q[s]);
    }
    return sum;
}

/* What putting j to i would leave of I(S;Y); infinite if too little of X would be kept. */
static double leak_with(const tacit_funnel *f, const size_t *group, size_t i, size_t j,
                        double least)
{
    size_t with[MOST_VALUES];
    for (size_t x = 0; x < f->n; x++)
        with[x] = group[x] == j ? i : group[x];
    return information(f, with, true) >= least - 1e-12 ? information(f, with, false) : INFINITY;
}

/* Merge the best pair, every one looked at from scratch; false if there is none. */
static bool merge_best(const tacit_funnel *f, double least, size_t *group)
{
    size_t at = 0, with = 0;
    double lowest = INFINITY;
    for (size_t k = 0; k < f->n * f->n; k++) {
        const size_t i = k / f->n, j = k % f->n;
        if (i >= j || group[i] != i || group[j] != j)
            continue;
        const double now = leak_with(f, group, i, j, least);
        if (now < lowest - 1e-13) {
            lowest = now;
            at = i;
            with = j;
        }
    }
    for (size_t x = 0; x < f->n && isfinite(lowest); x++)
        group[x] = group[x] == with ? at : group[x];
    return isfinite(lowest);
}

/* Merge as the algorithm says; where it ends. */
static void merge_slowly(const tacit_funnel *f, double least, double *leak, double *kept)
{
    size_t group[MOST_VALUES];
    for (size_t x = 0; x < f->n; x++)
        group[x] = x;
    while (merge_best(f, least, group))
        ;
    *leak = information(f, group, false);
    *kept = information(f, group, true);
}

static void keep_last(void *user, const tacit_funnel_state *state)
{
    *(tacit_funnel_state *)user = *state;
}

static void test_funnel(void **state)
{
    tacit_rng rng = tacit_rng_seed(7);
    for (int c = 0; c < FUNNELS; c++) {
        double joint[MOST_VALUES * MOST_SECRETS], sum = 0.0, leak = 0.0, kept = 0.0;
        const tacit_funnel f = { joint, 2 + tacit_rng_below(&rng, MOST_VALUES - 1),
                                 2 + tacit_rng_below(&rng, MOST_SECRETS - 1) };
        for (size_t i = 0; i < f.n * f.m; i++)
            sum += joint[i] = tacit_rng_uniform(&rng);
        for (size_t i = 0; i < f.n * f.m; i++)
            joint[i] /= sum;
        const double least = tacit_rng_uniform(&rng) * tacit_funnel_start(&f).kept;
        tacit_funnel_state last;
        assert_ok(*state, tacit_funnel_merge(*state, &f, least, keep_last, &last));
        merge_slowly(&f, least, &leak, &kept);
        assert_near(last.leak, leak, 1e-11);
        assert_near(last.kept, kept, 1e-11);
    }
}

/* ---- odds ---- */

/* P(X + Y <= z) of X uniform in a bin, by the middle rule. */
static double below(tacit_error_law law, double low, double width, double z)
{
    enum { PARTS = 4000 };
    double sum = 0.0;
    for (int i = 0; i < PARTS; i++) {
        const double y = (z - low - width * (i + 0.5) / PARTS) / law.scale;
        sum += law.kind == TACIT_ERROR_NORMAL    ? 0.5 * erfc(-y / sqrt(2.0))
               : law.kind == TACIT_ERROR_LAPLACE ? (y < 0.0 ? 0.5 * exp(y) : 1.0 - 0.5 * exp(-y))
                                                 : fmin(fmax(0.5 * (y + 1.0), 0.0), 1.0);
    }
    return sum / PARTS;
}

static void test_odds(void **state)
{
    tacit_rng rng = tacit_rng_seed(8);
    for (int c = 0; c < 60; c++) {
        const tacit_error_law law = { (tacit_error_kind)(c % 3), 0.1 + tacit_rng_uniform(&rng) };
        const tacit_noisy_grid cells = { -2.0, 1.0 + tacit_rng_uniform(&rng), 3 };
        const tacit_noisy_grid bins = { -1.0, tacit_rng_uniform(&rng), 2 };
        const double w = tacit_noisy_grid_width(&bins), v = tacit_noisy_grid_width(&cells);
        tacit_ems e;
        assert_ok(*state, tacit_ems_new(*state, law, &cells, &bins, &e));
        for (size_t k = 0; k < 6; k++) {
            const double low = bins.low + w * (double)(k % 2);
            const double z = cells.low + v * (double)(k / 2);
            assert_near(e.odds[k], below(law, low, w, z + v) - below(law, low, w, z), 1e-5);
        }
    }
}

/* ---- inversion ---- */

/* F at x with every sine written out. */
static double invert_slowly(const double *z, size_t n, tacit_error_law law, double h, double x)
{
    enum { INTERVALS = 400 };
    const double step = 1.0 / h / INTERVALS;
    double sum = 0.0;
    for (int k = 0; k <= INTERVALS; k++) {
        const double t = k * step, u = h * t, damped = pow(1.0 - u * u, 3.0);
        const double weight = k == 0 || k == INTERVALS ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
        double mean = 0.0;
        for (size_t i = 0; i < n; i++)
            mean += (k == 0 ? z[i] - x : sin(t * (z[i] - x)) / t) / (double)n;
        sum += weight * mean * damped / tacit_error_transform(law, t);
    }
    return 0.5 - sum * step / 3.0 / 3.14159265358979323846;
}

static void test_inversion(void **state)
{
    tacit_rng rng = tacit_rng_seed(9);
    (void)state;
    for (int c = 0; c < 40; c++) {
        const tacit_error_law law = { (tacit_error_kind)(c % 2), 0.1 + tacit_rng_uniform(&rng) };
        const double h = 0.3 + tacit_rng_uniform(&rng), x = tacit_rng_normal(&rng);
        double z[9];
        for (size_t i = 0; i < 9; i++)
            z[i] = 3.0 * tacit_rng_normal(&rng);
        tacit_inversion v;
        tacit_inversion_of(&(tacit_noisy){ .z = z, .n = 9 }, law, h, &v);
        assert_near(tacit_inversion_below(&v, x), invert_slowly(z, 9, law, h, x), 1e-10);
    }
}

/* ---- projection ---- */

static void test_simplex(void **state)
{
    tacit_rng rng = tacit_rng_seed(10);
    for (int c = 0; c < 1000; c++) {
        double x[6], out[6], low = -10.0, high = 10.0;
        const size_t n = 1 + tacit_rng_below(&rng, 6);
        for (size_t i = 0; i < n; i++)
            x[i] = tacit_rng_normal(&rng);
        while (high - low > 1e-13) {
            const double by = 0.5 * (low + high);
            double sum = 0.0;
            for (size_t i = 0; i < n; i++)
                sum += fmax(x[i] - by, 0.0);
            *(sum > 1.0 ? &low : &high) = by;
        }
        assert_ok(*state, tacit_simplex_project(*state, x, n, out));
        for (size_t i = 0; i < n; i++)
            assert_near(out[i], fmax(x[i] - low, 0.0), 1e-12);
    }
}

/* ---- a tree of counts ---- */

/* A complete tree of `k` children and three levels: node 0, then its children, then theirs. */
typedef struct tree {
    size_t k, n, leaves;
    double told[64], own[64];
} tree;

/* z of theorem 3 upwards, then h downwards. */
static void climb(tree *t)
{
    const size_t k = t->k;
    double z[64];
    for (size_t v = t->n; v-- > 0;) {
        const size_t height = v > k ? 1 : v > 0 ? 2 : 3, first = v * k + 1;
        const double a = (pow((double)k, (double)height) - pow((double)k, (double)height - 1.0)) /
                         (pow((double)k, (double)height) - 1.0);
        double sum = 0.0;
        for (size_t c = 0; c < k && height > 1; c++)
            sum += z[first + c];
        z[v] = height == 1 ? t->told[v] : a * t->told[v] + (1.0 - a) * sum;
    }
    t->own[0] = z[0];
    for (size_t v = 0; v <= k; v++) {
        double sum = 0.0;
        for (size_t c = 0; c < k; c++)
            sum += z[v * k + 1 + c];
        for (size_t c = 0; c < k; c++)
            t->own[v * k + 1 + c] = z[v * k + 1 + c] + (t->own[v] - sum) / (double)k;
    }
}

static void test_tree(void **state)
{
    tacit_rng rng = tacit_rng_seed(11);
    for (int c = 0; c < 200; c++) {
        tree t = { .k = 2 + tacit_rng_below(&rng, 3) };
        double factor[64 * 16] = { 0.0 }, sd[64];
        t.leaves = t.k * t.k;
        t.n = 1 + t.k + t.leaves;
        for (size_t v = 0; v < t.n; v++) {
            t.told[v] = 10.0 * tacit_rng_normal(&rng);
            sd[v] = 1.5;
            for (size_t l = 0; l < t.leaves; l++)
                factor[v * t.leaves + l] =
                    v == 0 || (v <= t.k && l / t.k == v - 1) || v == 1 + t.k + l ? 1.0 : 0.0;
        }
        climb(&t);
        tacit_combined out;
        const tacit_noisy_answers all = { factor, t.told, sd, .n = t.n, .p = t.leaves };
        assert_ok(*state, tacit_combined_of(*state, &all, &out));
        for (size_t v = 0; v < t.n; v++)
            assert_near(out.fitted[v], t.own[v], 1e-10);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_funnel),  with_context(test_odds), with_context(test_inversion),
        with_context(test_simplex), with_context(test_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
