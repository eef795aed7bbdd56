/*
 * test_statistics.c - what columns are declared to hold, groups that are found, and the budget. All
 * computed by hand, or checked against the definition.
 */
#include "support/check.h"

#include "privacy/statistic/budget.h"
#include "privacy/statistic/moments.h"

/* ---- domains ---- */

static tacit_args domain_args(tacit_value *at)
{
    tacit_args args;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    return args;
}

static void give(tacit_value *at, double x)
{
    *at = (tacit_value){ .given = true, .number = x };
}

static void test_bins(void **state)
{
    static const double breaks[] = { 18, 65 };
    tacit_value at[TACIT_DOMAIN_ARGS];
    const tacit_args args = domain_args(at);
    tacit_domain d;
    give(&at[TACIT_DOMAIN_LOWER], 0);
    give(&at[TACIT_DOMAIN_UPPER], 110);
    at[TACIT_DOMAIN_BREAKS] = (tacit_value){ .given = true, .n = 2, .reals = breaks };
    assert_ok(*state, tacit_domain_new(*state, "age", &args, &d));
    assert_int_equal(tacit_domain_groups(&d), 3);
    assert_string_equal(d.label[0], "[0, 18)");
    assert_string_equal(d.label[2], "[65, 110]");
    static const int64_t ages[] = { 0, 17, 18, 64, 65, 110 };
    static const size_t bins[] = { 0, 0, 1, 1, 2, 2 };
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(tacit_domain_bin(&d, ages[i]), bins[i]);
}

static void test_domain_refused(void **state)
{
    static const double twice[] = { 18, 18 };
    static const char *const values[] = { "a", "b", "a" };
    tacit_value at[TACIT_DOMAIN_ARGS];
    tacit_args args = domain_args(at);
    tacit_domain d;
    give(&at[TACIT_DOMAIN_LOWER], 0);
    assert_fails(*state, tacit_domain_new(*state, "age", &args, &d), TACIT_ERR_INPUT,
                 "both 'lower' and 'upper'");
    give(&at[TACIT_DOMAIN_UPPER], 0);
    assert_fails(*state, tacit_domain_new(*state, "age", &args, &d), TACIT_ERR_INPUT,
                 "lower bound below");
    give(&at[TACIT_DOMAIN_UPPER], 100);
    at[TACIT_DOMAIN_BREAKS] = (tacit_value){ .given = true, .n = 2, .reals = twice };
    assert_fails(*state, tacit_domain_new(*state, "age", &args, &d), TACIT_ERR_INPUT, "must grow");
    args = domain_args(at);
    at[TACIT_DOMAIN_VALUES] = (tacit_value){ .given = true, .n = 3, .texts = values };
    assert_fails(*state, tacit_domain_new(*state, "sex", &args, &d), TACIT_ERR_INPUT,
                 "lists 'a' twice");
}

/* ---- groups ---- */

/* That the probabilities of n and n - 1 persons keep to (epsilon, delta) both ways, for groups that
 * are kept and for those that are not. */
static void check_selection(tacit_ctx *cx, double epsilon, double delta, uint64_t groups)
{
    tacit_selection s = { .epsilon = epsilon, .delta = delta, .groups = groups };
    assert_ok(cx, tacit_selection_settle(cx, &s));
    const long double one = (long double)TACIT_SELECTION_ONE, grow = expl(epsilon / (double)groups),
                      slack = -expm1l(log1pl(-(long double)delta) / (long double)groups);
    assert_true(s.keep[0] == 0);
    for (size_t n = 1; n <= s.certain; n++) {
        const long double p = n < s.certain ? (long double)s.keep[n] / one : 1,
                          before = (long double)s.keep[n - 1] / one;
        assert_true(p >= before && p <= grow * before + slack);
        assert_true(1 - before <= grow * (1 - p) + slack);
    }
}

static void test_selection(void **state)
{
    static const double epsilons[] = { 0.01, 0.3, 1, 5 }, deltas[] = { 1e-12, 1e-6, 0.01 };
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 3; k++)
            for (uint64_t groups = 1; groups <= 7; groups += 3)
                check_selection(*state, epsilons[i], deltas[k], groups);
}

/* ---- the budget ---- */

static void test_split(void **state)
{
    tacit_value light[TACIT_STATISTIC_OF], heavy[TACIT_STATISTIC_OF];
    tacit_args args[2];
    tacit_inquiry all = { .promise = { .groups = 1, .records = 1, .confidence = 0.95 },
                          .epsilon = 1 };
    tacit_question question[2] = { { .statistic = &tacit_statistic_count, .args = &args[0] },
                                   { .statistic = &tacit_statistic_count, .args = &args[1] } };
    double spent = 0;
    tacit_args_preset(tacit_statistic_count.about.params, light, &args[0]);
    tacit_args_preset(tacit_statistic_count.about.params, heavy, &args[1]);
    give(&heavy[TACIT_STATISTIC_WEIGHT], 3);
    all.question = question;
    all.n = 2;
    for (size_t i = 0; i < 2; i++) {
        question[i].promise = &all.promise;
        assert_ok(*state, tacit_question_prepare(*state, &question[i]));
    }
    assert_ok(*state, tacit_inquiry_settle(*state, &all, &spent));
    assert_near(question[0].part[0].at[0].number, 0.25, 0);
    assert_near(question[1].part[0].at[0].number, 0.75, 0);
    assert_near(spent, 1, 0);
    all.promise.noise = TACIT_RELEASE_GAUSSIAN;
    all.delta = 1e-6;
    assert_ok(*state, tacit_inquiry_settle(*state, &all, &spent));
    /* Balle and Wang (2018): sigma 4.2246788893 at (1, 1e-6); rho goes by the square of weights. */
    const double rho[] = { question[0].part[0].at[0].number, question[1].part[0].at[0].number };
    assert_true(spent <= 1 && spent > 0.999);
    assert_near(rho[1] / rho[0], 9, 1e-6);
    assert_near((rho[0] + rho[1]) * 2 * 4.2246788893 * 4.2246788893, 1, 3e-3);
}

/* A count that may spend 0.25 of 1 by itself leaves 0.75, of which weights of 1 and 2 get 0.25 and
 * 0.5; with a delta the others get more than that, and the first one still 0.25. */
static void test_own_share(void **state)
{
    static const double want[] = { 0.25, 0.25, 0.5 };
    tacit_value at[3][TACIT_STATISTIC_OF];
    tacit_args args[3];
    tacit_question question[3];
    double spent = 0;
    tacit_inquiry all = { .promise = { .groups = 1, .records = 1, .confidence = 0.95 },
                          .epsilon = 1,
                          .question = question,
                          .n = 3 };
    for (size_t i = 0; i < 3; i++) {
        tacit_args_preset(tacit_statistic_count.about.params, at[i], &args[i]);
        question[i] = (tacit_question){ .statistic = &tacit_statistic_count,
                                        .args = &args[i],
                                        .promise = &all.promise };
        assert_ok(*state, tacit_question_prepare(*state, &question[i]));
    }
    give(&at[0][TACIT_STATISTIC_EPSILON], 0.25);
    give(&at[2][TACIT_STATISTIC_WEIGHT], 2);
    assert_near(tacit_inquiry_own(&all), 0.25, 0);
    assert_ok(*state, tacit_inquiry_settle(*state, &all, &spent));
    for (size_t i = 0; i < 3; i++)
        assert_near(question[i].part[0].at[0].number, want[i], 1e-8);
    assert_near(spent, 1, 1e-8);
    all.delta = 0.1;
    assert_ok(*state, tacit_inquiry_settle(*state, &all, &spent));
    assert_near(question[0].part[0].at[0].number, 0.25, 0);
    assert_near(question[2].part[0].at[0].number, 2 * question[1].part[0].at[0].number, 1e-8);
    assert_true(question[1].part[0].at[0].number > 0.26 && spent <= 1 && spent > 0.999);
    give(&at[1][TACIT_STATISTIC_EPSILON], 0.5); /* nothing is left to split */
    give(&at[2][TACIT_STATISTIC_EPSILON], 0.25);
    all.delta = 0;
    assert_ok(*state, tacit_inquiry_settle(*state, &all, &spent));
    assert_near(question[1].part[0].at[0].number, 0.5, 0);
    assert_near(spent, 1, 0);
}

/* ---- moments ---- */

/* 2, 4 and 9 within 0 ... 10 are -6, -2 and 8 half steps from the middle: they add up to 0 and
 * their squares to 104.  The mean is 5, the variance (9 + 1 + 16) / 2 = 13. */
static void test_moments(void **state)
{
    static const int64_t values[] = { 2, 4, 9 };
    const tacit_domain d = { .column = "x", .number = true, .lattice = { .upper = 10 } };
    const tacit_domain *of[] = { &d };
    const tacit_privacy_promise promise = { .groups = 1, .records = 1, .confidence = 0.95 };
    tacit_value at[TACIT_STATISTIC_OF + 1];
    tacit_args args;
    tacit_question q = { .statistic = &tacit_statistic_variance,
                         .args = &args,
                         .promise = &promise,
                         .of = of,
                         .n_of = 1 };
    tacit_i128 cell[3] = { 0 };
    tacit_keystream stream;
    tacit_private_moments m;
    tacit_args_preset(tacit_statistic_variance.about.params, at, &args);
    assert_ok(*state, tacit_question_prepare(*state, &q));
    for (size_t i = 0; i < 3; i++)
        tacit_moments_add(&q, &values[i], cell);
    assert_true(cell[0] == 3 && cell[1] == 0 && cell[2] == 104);
    assert_ok(*state, tacit_question_settle(*state, &q, 1000)); /* hardly any noise */
    q.part[1].request.scale = q.part[2].request.scale = (tacit_ratio){ 1, 1000 };
    assert_ok(*state, tacit_keystream_open(*state, &stream));
    assert_ok(*state, tacit_moments_answer(*state, &q, cell, &stream, &m));
    tacit_keystream_close(&stream);
    assert_near(m.n, 3, 0);
    assert_near(m.mean, 5, 1e-12);
    assert_near(m.variance, 13, 1e-12);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_bins),  with_context(test_domain_refused), with_context(test_selection),
        with_context(test_split), with_context(test_own_share),      with_context(test_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
