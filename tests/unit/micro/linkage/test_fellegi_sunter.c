/*
 * test_fellegi_sunter.c - the model of linkage; cases by hand and simulated truth.
 */
#include "support/check.h"

#include "base/rng.h"
#include "micro/linkage/fellegi_sunter.h"
#include "micro/linkage/probabilistic/thresholds.h"

/* All patterns of three fields of two levels, with counts that the model itself expects. */
static const uint8_t LEVELS[8 * 3] = { 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1,
                                       1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1 };

static tacit_fs truth(void)
{
    tacit_fs t = { .fields = 3, .levels = { 2, 2, 2 }, .lambda = 0.05 };
    static const double m[] = { 0.9, 0.8, 0.95 }, u[] = { 0.1, 0.05, 0.2 };
    for (size_t k = 0; k < 3; k++) {
        t.m[k][1] = m[k];
        t.m[k][0] = 1.0 - m[k];
        t.u[k][1] = u[k];
        t.u[k][0] = 1.0 - u[k];
    }
    return t;
}

/* Expected pairs of pattern i among 1e6. */
static double expected_count(const tacit_fs *t, size_t i)
{
    double m = t->lambda, u = 1.0 - t->lambda;
    for (size_t k = 0; k < 3; k++) {
        m *= t->m[k][LEVELS[3 * i + k]];
        u *= t->u[k][LEVELS[3 * i + k]];
    }
    return 1e6 * (m + u);
}

static tacit_patterns expected_patterns(const tacit_fs *t, double *count)
{
    for (size_t i = 0; i < 8; i++)
        count[i] = expected_count(t, i);
    return (tacit_patterns){ 3, { 2, 2, 2 }, 8, LEVELS, count };
}

static void assert_same_model(const tacit_fs *got, const tacit_fs *want, double by)
{
    assert_near(got->lambda, want->lambda, by);
    for (size_t k = 0; k < want->fields; k++)
        for (size_t l = 0; l < 2; l++) {
            assert_near(got->m[k][l], want->m[k][l], by);
            assert_near(got->u[k][l], want->u[k][l], by);
        }
}

/* Eight patterns, seven parameters: the counts that a model expects give it back. */
static void test_fit_finds_the_model_that_made_the_counts(void **state)
{
    const tacit_fs want = truth();
    const tacit_fs_options options = tacit_fs_usual();
    double count[8];
    const tacit_patterns p = expected_patterns(&want, count);
    tacit_fs model = tacit_fs_start(&p, 0.1, 0.9);
    assert_ok(*state, tacit_fs_fit(*state, &p, &options, &model));
    assert_true(model.converged);
    assert_same_model(&model, &want, 1e-6);
}

static void test_what_is_fixed_stays(void **state)
{
    const tacit_fs want = truth();
    tacit_fs_options options = tacit_fs_usual();
    double count[8];
    const tacit_patterns p = expected_patterns(&want, count);
    tacit_fs model = tacit_fs_start(&p, 0.05, 0.7);
    for (size_t k = 0; k < 3; k++)
        for (size_t l = 0; l < 2; l++)
            model.u[k][l] = want.u[k][l];
    options.fix_lambda = options.fix_u = true;
    assert_ok(*state, tacit_fs_fit(*state, &p, &options, &model));
    assert_same_model(&model, &want, 1e-6);
}

/* A million more pairs that are known to be apart halve lambda. */
static void test_pairs_outside_count_for_lambda(void **state)
{
    const tacit_fs want = truth();
    tacit_fs_options options = tacit_fs_usual();
    double count[8];
    const tacit_patterns p = expected_patterns(&want, count);
    tacit_fs model = want;
    options.fix_u = options.fix_m = true;
    options.apart = 1e6;
    options.iterations = 1;
    assert_ok(*state, tacit_fs_fit(*state, &p, &options, &model));
    assert_near(model.lambda, want.lambda / 2.0, 1e-12);
}

/* The weight of a level is log2(m / u); a missing one weighs 0.  0.9 / 0.1 -> log2 9. */
static void test_weights_by_hand(void **state)
{
    const tacit_fs t = truth();
    const uint8_t level[] = { 1, 2, 0 };
    (void)state;
    assert_near(tacit_fs_level_weight(&t, 0, 1), log2(9.0), 1e-12);
    assert_near(tacit_fs_weight(&t, level), log2(9.0) + log2(0.05 / 0.8), 1e-12);
    /* odds 9 * 0.0625 * 0.05 / 0.95 = 0.029605 */
    assert_near(tacit_fs_posterior(&t, tacit_fs_weight(&t, level)), 0.0287539936, 1e-9);
}

/* Half of the pairs miss the second field: shares are of those that have it. */
static void test_missing_levels_are_left_out(void **state)
{
    static const uint8_t levels[] = { 0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2 };
    static const double count[] = { 60, 20, 80, 10, 30, 40 };
    const tacit_patterns p = { 2, { 2, 2 }, 6, levels, count };
    const tacit_fs start = tacit_fs_start(&p, 0.1, 0.9);
    (void)state;
    assert_near(start.u[0][1], 80.0 / 240.0, 1e-12);
    assert_near(start.u[1][1], 50.0 / 120.0, 1e-12);
    assert_near(start.m[1][1], 0.9, 1e-12);
}

static void test_no_pairs_are_refused(void **state)
{
    const tacit_patterns p = { .fields = 1, .levels = { 2 } };
    const tacit_fs_options options = tacit_fs_usual();
    tacit_fs model = tacit_fs_start(&p, 0.1, 0.9);
    assert_fails(*state, tacit_fs_fit(*state, &p, &options, &model), TACIT_ERR_DATA, "no pairs");
}

/* One field, u = 0.1, m = 0.9: patterns 1 (log2 9) and 0 (-log2 9). */
static void test_thresholds_by_hand(void **state)
{
    tacit_fs t = { .fields = 1, .levels = { 2 }, .m = { { 0.1, 0.9 } }, .u = { { 0.9, 0.1 } } };
    tacit_thresholds th;
    assert_ok(*state, tacit_thresholds_of(*state, &t, &(tacit_error_rates){ 0.1, 0.05 }, &th));
    assert_near(th.link, log2(9.0), 1e-12);
    assert_true(isinf(th.apart) && th.apart < 0.0 && !th.crossed);
    assert_near(th.false_link, 0.1, 1e-12);
    assert_true(tacit_thresholds_link(&th, log2(9.0)) && !tacit_thresholds_part(&th, -3.2));

    assert_ok(*state, tacit_thresholds_of(*state, &t, &(tacit_error_rates){ 0.05, 0.1 }, &th));
    assert_true(isinf(th.link) && th.link > 0.0);
    assert_near(th.apart, -log2(9.0), 1e-12);

    /* Everything may be linked and everything parted: cut where the errors are 0.1 + 0.1. */
    assert_ok(*state, tacit_thresholds_of(*state, &t, &(tacit_error_rates){ 1.0, 1.0 }, &th));
    assert_true(th.crossed);
    assert_near(th.link, log2(9.0), 1e-12);
    assert_near(th.apart, -log2(9.0), 1e-12);
    assert_near(th.false_link, 0.1, 1e-12);
    assert_near(th.false_nonlink, 0.1, 1e-12);
}

/* Two fields alike: patterns 01 and 10 weigh the same and stay together. */
static void test_equal_weights_share_a_side(void **state)
{
    tacit_fs t = { .fields = 2,
                   .levels = { 2, 2 },
                   .m = { { 0.1, 0.9 }, { 0.1, 0.9 } },
                   .u = { { 0.9, 0.1 }, { 0.9, 0.1 } } };
    tacit_thresholds th;
    /* u of 11, 01, 10: 0.01, 0.09, 0.09; 0.15 lets only 11 through. */
    assert_ok(*state, tacit_thresholds_of(*state, &t, &(tacit_error_rates){ 0.15, 0.15 }, &th));
    assert_near(th.link, 2.0 * log2(9.0), 1e-12);
    assert_near(th.false_link, 0.01, 1e-12);
    assert_near(th.apart, -2.0 * log2(9.0), 1e-12);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_fit_finds_the_model_that_made_the_counts),
        with_context(test_what_is_fixed_stays),
        with_context(test_pairs_outside_count_for_lambda),
        with_context(test_weights_by_hand),
        with_context(test_missing_levels_are_left_out),
        with_context(test_no_pairs_are_refused),
        with_context(test_thresholds_by_hand),
        with_context(test_equal_weights_share_a_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
