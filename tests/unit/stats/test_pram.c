/*
 * test_pram.c - matrices of the post randomisation method in parts against written-out ones.
 *
 * The matrices are multiplied out as they are defined: P, its Bayes inverse Q, R = P Q.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/counts/pram.h"

enum { MOST = 12 };

/* P, Q and alpha P Q + (1 - alpha) I as defined, without a thought for speed. */
typedef struct plain {
    size_t n;
    double stay[MOST], count[MOST], alpha;
    double p[MOST * MOST], r[MOST * MOST];
} plain;

static void multiply_out(plain *x)
{
    const size_t n = x->n;
    double sum = 0.0, lambda[MOST] = { 0 };
    for (size_t k = 0; k < n; k++)
        sum += x->count[k];
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++) {
            x->p[k * n + l] = k == l ? x->stay[k] : (1.0 - x->stay[k]) / (double)(n - 1);
            lambda[l] += x->count[k] / sum * x->p[k * n + l];
        }
    for (size_t k = 0; k < n; k++)
        for (size_t m = 0; m < n; m++) {
            double r = 0.0;
            for (size_t l = 0; l < n; l++) {
                const double q = x->count[m] / sum * x->p[m * n + l] / lambda[l];
                r += x->p[k * n + l] * q;
            }
            x->r[k * n + m] = x->alpha * r + (k == m ? 1.0 - x->alpha : 0.0);
        }
}

static void fill_random(tacit_rng *rng, plain *x)
{
    x->n = 2 + tacit_rng_below(rng, MOST - 1);
    x->alpha = tacit_rng_below(rng, 4) == 0 ? 1.0 : tacit_rng_uniform(rng);
    for (size_t k = 0; k < x->n; k++) {
        const double least = tacit_pram_least(x->n);
        x->stay[k] = least + (1.0 - least) * tacit_rng_uniform(rng);
        x->count[k] = (double)(1 + tacit_rng_below(rng, k == 0 ? 5000 : 60));
    }
    multiply_out(x);
}

/* Expected counts and variances by their definitions. */
static void check_counts(tacit_ctx *cx, const plain *x, const tacit_pram *m, const double *matrix)
{
    const size_t n = x->n;
    double expected[MOST], variance[MOST], total = 0.0, left = 0.0, error = -1.0, worst = 0.0;
    tacit_pram_expect(m, x->count, expected);
    tacit_pram_variance(m, x->count, variance);
    for (size_t l = 0; l < n; l++) {
        double e = 0.0, v = 0.0;
        for (size_t k = 0; k < n; k++) {
            const double p = matrix[k * n + l];
            assert_near(tacit_pram_at(m, k, l), p, 1e-14);
            assert_true(tacit_pram_at(m, k, l) >= 0.0);
            e += x->count[k] * p;
            v += x->count[k] * p * (1.0 - p);
        }
        assert_near(expected[l], e, 1e-9);
        assert_near(variance[l], v, 1e-9);
        total += x->count[l];
        left += x->count[l] * (1.0 - matrix[l * n + l]);
    }
    assert_near(tacit_pram_changed(m, x->count), left / total, 1e-13);
    for (size_t l = 0; l < n; l++)
        worst = fmax(worst, fabs(expected[l] - x->count[l]) / total);
    assert_ok(cx, tacit_pram_error(cx, m, x->count, &error));
    assert_near(error, worst, 1e-14);
}

/* Rows sum to 1, invariance holds to rounding, and the parts agree with the whole. */
static void test_parts(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    for (int trial = 0; trial < 3000; trial++) {
        plain x;
        tacit_pram equal, invariant, dense;
        double error = 1.0;
        fill_random(&rng, &x);
        assert_ok(*state, tacit_pram_equal(*state, x.stay, x.n, &equal));
        assert_ok(*state, tacit_pram_invariant(*state, x.stay, x.count, x.n, x.alpha, &invariant));
        assert_ok(*state, tacit_pram_invariant_of(*state, x.p, x.count, x.n, x.alpha, &dense));
        check_counts(*state, &x, &equal, x.p);
        check_counts(*state, &x, &invariant, x.r);
        check_counts(*state, &x, &dense, x.r);
        assert_ok(*state, tacit_pram_error(*state, &invariant, x.count, &error));
        assert_true(error <= 1e-14);
        assert_ok(*state, tacit_pram_error(*state, &dense, x.count, &error));
        assert_true(error <= 1e-14);
    }
}

/* Two categories of 75 and 25 records that stay with 0.8 and 0.6: lambda = 0.7, 0.3,
 * q_11 = 0.75 * 0.8 / 0.7 = 6/7, q_21 = 0.75 * 0.2 / 0.3 = 1/2,
 * r_11 = 0.8 * 6/7 + 0.2 * 1/2 = 11/14, r_21 = 0.4 * 6/7 + 0.6 * 1/2 = 9/14. */
static void test_by_hand(void **state)
{
    static const double stay[] = { 0.8, 0.6 }, count[] = { 75, 25 };
    double out[2];
    tacit_pram m;
    assert_ok(*state, tacit_pram_invariant(*state, stay, count, 2, 1.0, &m));
    assert_near(tacit_pram_at(&m, 0, 0), 11.0 / 14.0, 1e-15);
    assert_near(tacit_pram_at(&m, 0, 1), 3.0 / 14.0, 1e-15);
    assert_near(tacit_pram_at(&m, 1, 0), 9.0 / 14.0, 1e-15);
    assert_near(tacit_pram_at(&m, 1, 1), 5.0 / 14.0, 1e-15);
    tacit_pram_variance(&m, count, out); /* both: 75 * 33/196 + 25 * 45/196 = 3600/196 */
    assert_near(out[0], 3600.0 / 196.0, 1e-12);
    assert_near(out[1], 3600.0 / 196.0, 1e-12);
    assert_near(tacit_pram_changed(&m, count), 0.75 * 3.0 / 14.0 + 0.25 * 9.0 / 14.0, 1e-15);
}

/* One category, no record, categories that no record has, and no change at all. */
static void test_edges(void **state)
{
    static const double one[] = { 1.0 }, none[] = { 0, 0 }, some[] = { 3, 0, 1 };
    static const double stay[] = { 0.5, 0.5, 0.5 }, always[] = { 1, 1, 1 };
    tacit_pram m;
    assert_ok(*state, tacit_pram_invariant(*state, one, one, 1, 1.0, &m));
    assert_near(tacit_pram_at(&m, 0, 0), 1.0, 0.0);
    assert_ok(*state, tacit_pram_equal(*state, one, 1, &m));
    assert_near(tacit_pram_at(&m, 0, 0), 1.0, 0.0);
    assert_ok(*state, tacit_pram_invariant(*state, stay, none, 2, 1.0, &m));
    assert_near(tacit_pram_at(&m, 0, 0), 1.0, 0.0);
    assert_ok(*state, tacit_pram_invariant(*state, stay, some, 3, 1.0, &m));
    for (size_t k = 0; k < 3; k++)
        assert_near(tacit_pram_at(&m, k, 0) + tacit_pram_at(&m, k, 1) + tacit_pram_at(&m, k, 2),
                    1.0, 1e-15);
    assert_near(tacit_pram_at(&m, 0, 1), 0.0, 0.0); /* nobody becomes what nobody was */
    assert_ok(*state, tacit_pram_invariant(*state, always, some, 3, 1.0, &m));
    assert_near(tacit_pram_changed(&m, some), 0.0, 0.0);
    assert_ok(*state, tacit_pram_invariant(*state, stay, some, 3, 0.0, &m));
    assert_near(tacit_pram_changed(&m, some), 0.0, 0.0);
    assert_near(tacit_pram_least(4), 0.25, 0.0);
}

/* A million categories: as invariant, and as quickly inverted. */
static void test_many(void **state)
{
    enum { N = 1000000 };
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(4);
    double *stay = NULL, *count = NULL, *expected = NULL, *back = NULL, error = 1.0;
    bool solved = false;
    tacit_pram m;
    assert_ok(cx, tacit_scratch(cx, N, sizeof *stay, &stay));
    assert_ok(cx, tacit_scratch(cx, N, sizeof *count, &count));
    assert_ok(cx, tacit_scratch(cx, N, sizeof *expected, &expected));
    assert_ok(cx, tacit_scratch(cx, N, sizeof *back, &back));
    for (size_t k = 0; k < N; k++) {
        stay[k] = 0.8 + 0.2 * tacit_rng_uniform(&rng);
        count[k] = (double)(1 + tacit_rng_below(&rng, 9));
    }
    assert_ok(cx, tacit_pram_invariant(cx, stay, count, N, 0.5, &m));
    assert_ok(cx, tacit_pram_error(cx, &m, count, &error));
    assert_true(error <= 1e-12);
    tacit_pram_expect(&m, count, expected);
    assert_ok(cx, tacit_pram_estimate(cx, &m, expected, back, &solved));
    assert_true(solved);
    for (size_t k = 0; k < N; k++)
        assert_near(back[k], count[k], 1e-8);
}

/* ---- estimation ---- */

/* The exact expected counts lead back to the counts, by either way and in either form. */
static void test_estimate(void **state)
{
    tacit_rng rng = tacit_rng_seed(5);
    for (int trial = 0; trial < 1000; trial++) {
        plain x;
        tacit_pram m[2];
        fill_random(&rng, &x);
        for (size_t k = 0; k < x.n; k++)
            x.stay[k] = 0.6 + 0.4 * x.stay[k];
        multiply_out(&x);
        assert_ok(*state, tacit_pram_invariant(*state, x.stay, x.count, x.n, 0.5, &m[0]));
        assert_ok(*state, tacit_pram_invariant_of(*state, x.p, x.count, x.n, 0.5, &m[1]));
        for (int form = 0; form < 2; form++) {
            double masked[MOST], out[MOST], sum = 0.0;
            bool solved = false;
            double start[MOST];
            for (size_t k = 0; k < x.n; k++)
                sum += start[k] = (double)(1 + tacit_rng_below(&rng, 500));
            tacit_pram_expect(&m[form], start, masked);
            assert_ok(*state, tacit_pram_estimate(*state, &m[form], masked, out, &solved));
            assert_true(solved);
            for (size_t k = 0; k < x.n; k++)
                assert_near(out[k], start[k], 1e-9 * sum);
            assert_ok(*state, tacit_pram_estimate_em(*state, &m[form], masked, 20000, out));
            for (size_t k = 0; k < x.n; k++)
                assert_near(out[k], start[k], 1e-5 * sum);
        }
    }
}

/* Where the unbiased estimate is negative, the most likely counts are 0 there: with
 * p = (0.9 0.1; 0.1 0.9) and 95 and 5 records after, t = (106.25, -6.25). */
static void test_negative(void **state)
{
    static const double p[] = { 0.9, 0.1, 0.1, 0.9 }, masked[] = { 95, 5 };
    const tacit_pram m = { .n = 2, .dense = p };
    double out[2];
    bool solved = false;
    assert_ok(*state, tacit_pram_estimate(*state, &m, masked, out, &solved));
    assert_true(solved);
    assert_near(out[0], 106.25, 1e-12);
    assert_near(out[1], -6.25, 1e-12);
    assert_ok(*state, tacit_pram_estimate_em(*state, &m, masked, 100000, out));
    assert_near(out[0], 100.0, 1e-6);
    assert_near(out[1], 0.0, 1e-6);
}

/* M = (0.9 0.1; 0.2 0.8) turned over has the determinant 0.7. */
static void test_inverse(void **state)
{
    static const double p[] = { 0.9, 0.1, 0.2, 0.8 }, half[] = { 0.5, 0.5, 0.5, 0.5 };
    const tacit_pram m = { .n = 2, .dense = p }, singular = { .n = 2, .dense = half };
    static const double expected[] = { 0.8 / 0.7, -0.2 / 0.7, -0.1 / 0.7, 0.9 / 0.7 };
    double out[4];
    bool solved = false;
    assert_ok(*state, tacit_pram_inverse(*state, &m, out, &solved));
    assert_true(solved);
    for (size_t i = 0; i < 4; i++)
        assert_near(out[i], expected[i], 1e-14);
    assert_ok(*state, tacit_pram_inverse(*state, &singular, out, &solved));
    assert_false(solved);
}

static void test_singular(void **state)
{
    static const double p[] = { 0.5, 0.5, 0.5, 0.5 }, half[] = { 0.5, 0.5 }, masked[] = { 4, 6 };
    const tacit_pram dense = { .n = 2, .dense = p };
    tacit_pram parts;
    double out[2] = { -1, -1 };
    bool solved = true;
    assert_ok(*state, tacit_pram_estimate(*state, &dense, masked, out, &solved));
    assert_false(solved);
    assert_ok(*state, tacit_pram_equal(*state, half, 2, &parts));
    solved = true;
    assert_ok(*state, tacit_pram_estimate(*state, &parts, masked, out, &solved));
    assert_false(solved);
    assert_near(out[0], -1.0, 0.0); /* not written */
}

/* ---- drawing ---- */

/* 40 000 draws from row k lie within 5 standard deviations. */
static void check_draws(const tacit_pram_draws *d, uint32_t k, tacit_rng *rng)
{
    enum { N = 40000 };
    double count[MOST] = { 0 };
    for (int i = 0; i < N; i++)
        count[tacit_pram_draw(d, k, rng)] += 1.0;
    for (size_t l = 0; l < d->m->n; l++) {
        const double p = tacit_pram_at(d->m, k, l);
        assert_near(count[l], N * p, 5.0 * sqrt(N * p * fmax(0.0, 1.0 - p)) + 1e-6);
    }
}

/* Each row of three matrices in each form: some 500 comparisons, so false alarms are below
 * 1e-3 for a fresh seed (rare outcomes are not quite normal). */
static void test_draws(void **state)
{
    tacit_rng rng = tacit_rng_seed(6);
    for (int trial = 0; trial < 3; trial++) {
        plain x;
        tacit_pram m[3];
        fill_random(&rng, &x);
        assert_ok(*state, tacit_pram_equal(*state, x.stay, x.n, &m[0]));
        assert_ok(*state, tacit_pram_invariant(*state, x.stay, x.count, x.n, x.alpha, &m[1]));
        assert_ok(*state, tacit_pram_invariant_of(*state, x.p, x.count, x.n, x.alpha, &m[2]));
        for (int form = 0; form < 3; form++) {
            tacit_pram_draws d;
            assert_ok(*state, tacit_pram_draws_new(*state, &m[form], &d));
            for (uint32_t k = 0; k < x.n; k++)
                check_draws(&d, k, &rng);
        }
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_parts),    with_context(test_by_hand),  with_context(test_edges),
        with_context(test_many),     with_context(test_estimate), with_context(test_negative),
        with_context(test_singular), with_context(test_draws),    with_context(test_inverse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
