/*
 * test_mdav.c - groups of records: searches in trees against comparing all, on thousands of small
 * random tables, most of them full of ties; and the best groups of numbers against trying all.
 */
#include "support/check.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "stats/population/hansen_mukherjee.h"
#include "stats/cluster/mdav.h"
#include "stats/cluster/regroup.h"

enum { MOST = 400, COLUMNS = 4, TABLES = 4000 };

/* A random table: n points of p columns, and a gauge. */
typedef struct sample {
    size_t n, p, k;
    double x[MOST * COLUMNS], weight[COLUMNS];
    tacit_difference kind[COLUMNS];
    tacit_points points;
    tacit_gauge gauge;
} sample;

/* Whole numbers below `values`, or reals if it is 0. */
static void fill(sample *s, tacit_rng *rng, size_t most, bool gower)
{
    s->k = 1 + tacit_rng_below(rng, 7);
    s->n = s->k + tacit_rng_below(rng, most - s->k);
    s->p = 1 + tacit_rng_below(rng, COLUMNS);
    const uint64_t values = tacit_rng_below(rng, 3) == 0 ? 0 : 1 + tacit_rng_below(rng, 12);
    for (size_t j = 0; j < s->p; j++) {
        s->weight[j] = (double)tacit_rng_below(rng, 4) / 2.0;
        s->kind[j] =
            tacit_rng_below(rng, 2) == 0 ? TACIT_DIFFERENCE_ABSOLUTE : TACIT_DIFFERENCE_UNLIKE;
    }
    for (size_t i = 0; i < s->n * s->p; i++)
        s->x[i] = values > 0 || (gower && s->kind[i % s->p] == TACIT_DIFFERENCE_UNLIKE)
                      ? (double)tacit_rng_below(rng, values + 2)
                      : tacit_rng_normal(rng);
    s->points = (tacit_points){ .at = s->x, .n = s->n, .p = s->p };
    s->gauge = (tacit_gauge){ .weight = s->weight, .kind = gower ? s->kind : NULL };
}

/* ---- comparing all ---- */

typedef struct naive {
    const sample *s;
    bool taken[MOST];
    uint32_t of[MOST];
    size_t left;
    uint32_t groups;
} naive;

static double distance(const naive *m, const double *x, size_t i)
{
    return tacit_gauge_distance(&m->s->gauge, m->s->p, x, m->s->x + i * m->s->p);
}

static double naive_mean(const naive *m, size_t j)
{
    long double sum = 0.0L;
    for (size_t i = 0; i < m->s->n; i++)
        sum += m->taken[i] ? 0.0L : (long double)m->s->x[i * m->s->p + j];
    return (double)(sum / (long double)m->left);
}

/* The value that exactly (left + 1) / 2 remaining ones reach, by counting. */
static double naive_median(const naive *m, size_t j)
{
    const sample *s = m->s;
    for (size_t c = 0; c < s->n; c++) {
        size_t below = 0, equal = 0;
        for (size_t i = 0; i < s->n; i++) {
            below += !m->taken[i] && s->x[i * s->p + j] < s->x[c * s->p + j];
            equal += !m->taken[i] && !(s->x[i * s->p + j] < s->x[c * s->p + j]) &&
                     !(s->x[i * s->p + j] > s->x[c * s->p + j]);
        }
        if (!m->taken[c] && below < (m->left + 1) / 2 && below + equal >= (m->left + 1) / 2)
            return s->x[c * s->p + j];
    }
    fail();
    return 0.0;
}

static double naive_mode(const naive *m, size_t j)
{
    size_t count[64] = { 0 }, best = 0;
    for (size_t i = 0; i < m->s->n; i++)
        count[(size_t)m->s->x[i * m->s->p + j]] += !m->taken[i];
    for (size_t c = 1; c < 64; c++)
        if (count[c] > count[best])
            best = c;
    return (double)best;
}

static void naive_centre(const naive *m, double *out)
{
    for (size_t j = 0; j < m->s->p; j++)
        out[j] = m->s->gauge.kind == NULL                     ? naive_mean(m, j)
                 : m->s->kind[j] == TACIT_DIFFERENCE_ABSOLUTE ? naive_median(m, j)
                                                              : naive_mode(m, j);
}

static size_t naive_farthest(const naive *m, const double *x)
{
    size_t best = m->s->n;
    for (size_t i = 0; i < m->s->n; i++)
        if (!m->taken[i] && (best == m->s->n || distance(m, x, i) > distance(m, x, best)))
            best = i;
    return best;
}

static size_t naive_nearest(const naive *m, const double *x)
{
    size_t best = m->s->n;
    for (size_t i = 0; i < m->s->n; i++)
        if (!m->taken[i] && (best == m->s->n || distance(m, x, i) <= distance(m, x, best)))
            best = i;
    return best;
}

static void naive_take(naive *m, size_t i, uint32_t group)
{
    m->taken[i] = true;
    m->of[i] = group;
    m->left--;
}

static void naive_group(naive *m, const double *x)
{
    for (size_t c = 0; c < m->s->k && m->left > 0; c++)
        naive_take(m, naive_nearest(m, x), m->groups);
    m->groups++;
}

static void naive_mdav(naive *m)
{
    const sample *s = m->s;
    double centre[COLUMNS];
    while (m->left >= 2 * s->k) {
        const bool two = m->left >= 3 * s->k;
        naive_centre(m, centre);
        const size_t r = naive_farthest(m, centre), f = naive_farthest(m, s->x + r * s->p);
        naive_group(m, s->x + r * s->p);
        if (two)
            naive_group(m, s->x + f * s->p);
    }
    for (size_t i = 0; i < s->n; i++)
        if (!m->taken[i])
            m->of[i] = m->groups;
    m->groups += m->left > 0;
}

static void assert_groups(const sample *s, const naive *m, const tacit_partition *a)
{
    assert_int_equal(a->groups, m->groups);
    for (size_t i = 0; i < s->n; i++)
        if (a->of[i] != m->of[i])
            fail_msg("point %zu of %zu (p %zu, k %zu) is in another group", i, s->n, s->p, s->k);
}

static void check_mdav(tacit_ctx *cx, uint64_t seed, size_t tables, size_t most, bool gower)
{
    tacit_rng rng = tacit_rng_seed(seed);
    static sample s;
    for (size_t t = 0; t < tables; t++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_partition a;
        fill(&s, &rng, most, gower);
        naive m = { .s = &s, .left = s.n };
        naive_mdav(&m);
        assert_ok(cx, tacit_mdav(cx, &s.points, &s.gauge, s.k, &a));
        assert_groups(&s, &m, &a);
        tacit_scratch_release(cx, mark);
    }
}

static void test_mdav(void **state)
{
    check_mdav(*state, 1, TABLES, 60, false);
    check_mdav(*state, 2, TABLES / 20, MOST, false);
}

static void test_gower(void **state)
{
    check_mdav(*state, 3, TABLES, 60, true);
    check_mdav(*state, 4, TABLES / 20, MOST, true);
}

/* ---- groups of variable size ---- */

/* The remaining point nearest to a member of the last group, and how near. */
static size_t naive_next(const naive *m, double *least)
{
    const sample *s = m->s;
    size_t best = s->n;
    *least = INFINITY;
    for (size_t i = 0; i < s->n; i++)
        for (size_t c = 0; c < s->n && !m->taken[i]; c++) {
            if (!m->taken[c] || m->of[c] != m->groups - 1)
                continue;
            const double d = distance(m, s->x + c * s->p, i);
            if (d <= *least) {
                *least = d;
                best = i;
            }
        }
    return best;
}

static void naive_grow(naive *m, double gain)
{
    const sample *s = m->s;
    for (size_t size = s->k; size < 2 * s->k - 1 && m->left > 0; size++) {
        double in = 0.0, out = INFINITY;
        const size_t next = naive_next(m, &in);
        for (size_t i = 0; i < s->n; i++)
            if (!m->taken[i] && i != next)
                out = fmin(out, distance(m, s->x + next * s->p, i));
        if (!(in < gain * gain * out))
            return;
        naive_take(m, next, m->groups - 1);
    }
}

/* The mean of group g, before any of the rest joined. */
static void naive_group_mean(const naive *m, uint32_t g, double *mean)
{
    const sample *s = m->s;
    for (size_t j = 0; j < s->p; j++) {
        double n = 0.0, sum = 0.0;
        for (size_t c = 0; c < s->n; c++)
            if (m->taken[c] && m->of[c] == g) {
                n += 1.0;
                sum += s->x[c * s->p + j];
            }
        mean[j] = sum / n;
    }
}

/* The group whose mean is nearest to point i; ties to the higher group. */
static uint32_t naive_home(const naive *m, size_t i)
{
    double least = INFINITY, mean[COLUMNS];
    uint32_t best = 0;
    for (uint32_t g = 0; g < m->groups; g++) {
        naive_group_mean(m, g, mean);
        const double d = distance(m, mean, i);
        if (d <= least) {
            least = d;
            best = g;
        }
    }
    return best;
}

static void naive_v_mdav(naive *m, double gain)
{
    const sample *s = m->s;
    double centre[COLUMNS];
    naive_centre(m, centre);
    while (m->left >= s->k) {
        naive_group(m, s->x + naive_farthest(m, centre) * s->p);
        naive_grow(m, gain);
    }
    for (size_t i = 0; i < s->n; i++)
        if (!m->taken[i])
            m->of[i] = naive_home(m, i);
}

static void test_v_mdav(void **state)
{
    tacit_rng rng = tacit_rng_seed(5);
    static sample s;
    for (size_t t = 0; t < TABLES / 2; t++) {
        const size_t mark = tacit_scratch_mark(*state);
        const double gain = (double)tacit_rng_below(&rng, 8) / 4.0;
        tacit_partition a;
        fill(&s, &rng, 60, false);
        naive m = { .s = &s, .left = s.n };
        naive_v_mdav(&m, gain);
        assert_ok(*state, tacit_v_mdav(*state, &s.points, &s.gauge, s.k, gain, &a));
        assert_groups(&s, &m, &a);
        tacit_scratch_release(*state, mark);
    }
}

/* ---- local search ---- */

/* Groups of k to 2 k - 1, no worse than before, and the same when done again. */
static void check_search(tacit_ctx *cx, const sample *s, size_t neighbours, size_t *better)
{
    const tacit_regroup_spec spec = { .k = s->k, .passes = 50, .neighbours = neighbours };
    size_t size[MOST] = { 0 };
    double before = 0.0, after = 0.0;
    tacit_partition a, b;
    assert_ok(cx, tacit_mdav(cx, &s->points, &s->gauge, s->k, &a));
    assert_ok(cx, tacit_mdav(cx, &s->points, &s->gauge, s->k, &b));
    assert_ok(cx, tacit_partition_sse(cx, &s->points, s->weight, &a, &before));
    assert_ok(cx, tacit_regroup(cx, &s->points, s->weight, &spec, &a));
    assert_ok(cx, tacit_regroup(cx, &s->points, s->weight, &spec, &b));
    assert_ok(cx, tacit_partition_sse(cx, &s->points, s->weight, &a, &after));
    assert_memory_equal(a.of, b.of, s->n * sizeof *a.of);
    assert_true(after <= before * (1.0 + 1e-12) + 1e-12);
    *better += after < before * 0.999;
    for (size_t i = 0; i < s->n; i++) {
        assert_true(a.of[i] < a.groups);
        size[a.of[i]]++;
    }
    for (size_t g = 0; g < a.groups; g++)
        assert_true(size[g] >= s->k && size[g] <= 2 * s->k - 1);
}

static void test_search(void **state)
{
    tacit_rng rng = tacit_rng_seed(6);
    static sample s;
    size_t better = 0;
    for (size_t t = 0; t < TABLES / 4; t++) {
        const size_t mark = tacit_scratch_mark(*state);
        fill(&s, &rng, 150, false);
        check_search(*state, &s, tacit_rng_below(&rng, 12), &better);
        tacit_scratch_release(*state, mark);
    }
    assert_true(better > TABLES / 16);
}

/* ---- the best groups of numbers ---- */

static double squares_of(const double *x, size_t n)
{
    double mean = 0.0, sum = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return sum;
}

/* The least loss of runs of at least k, of any length. */
static double least_loss(const double *x, size_t n, size_t k)
{
    double best = n >= k ? squares_of(x, n) : INFINITY;
    for (size_t first = k; first + k <= n; first++)
        best = fmin(best, squares_of(x, first) + least_loss(x + first, n - first, k));
    return best;
}

static void test_optimal(void **state)
{
    tacit_rng rng = tacit_rng_seed(7);
    for (size_t t = 0; t < TABLES; t++) {
        const size_t mark = tacit_scratch_mark(*state);
        const size_t k = 1 + tacit_rng_below(&rng, 4), n = k + tacit_rng_below(&rng, 12);
        double x[16], loss = 0.0;
        size_t *start = NULL, groups = 0;
        x[0] = 1e6;
        for (size_t i = 1; i < n; i++)
            x[i] = x[i - 1] + (double)tacit_rng_below(&rng, 7);
        assert_ok(*state, tacit_hansen_mukherjee(*state, x, n, k, &start, &groups));
        assert_int_equal(start[0], 0);
        assert_int_equal(start[groups], n);
        for (size_t g = 0; g < groups; g++) {
            assert_true(start[g + 1] - start[g] >= k && start[g + 1] - start[g] <= 2 * k - 1);
            loss += squares_of(x + start[g], start[g + 1] - start[g]);
        }
        const double best = least_loss(x, n, k);
        assert_near(loss, best, 1e-9 * (1.0 + best));
        tacit_scratch_release(*state, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_mdav),   with_context(test_gower),   with_context(test_v_mdav),
        with_context(test_search), with_context(test_optimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
