/*
 * test_mechanisms.c - the law of every mechanism, exactly; what it refuses.
 *
 * Laws are computed by hand or by going through all noise; the probabilities of selection are
 * golden/dp.json, selection.  Error rates: samples.h.
 */
#include "samples.h"

#include <stdlib.h>

#include "privacy/mechanism/mechanism.h"

enum { DRAWS = 20000, MOST_ARGS = 8 };

/* Arguments by the order of the parameters. */
typedef struct given {
    tacit_value at[MOST_ARGS];
    tacit_args args;
} given;

static void give(const tacit_mechanism *m, const double *numbers, size_t n, given *out)
{
    tacit_args_preset(m->about.params, out->at, &out->args);
    for (size_t i = 0; i < n; i++)
        out->at[i] = (tacit_value){ .given = true, .number = numbers[i] };
}

#define GIVE(m, out, ...)                                                                          \
    give(m, (const double[]){ __VA_ARGS__ },                                                       \
         sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double), out)

/* One answer on its way, as often as is liked. */
typedef struct asked {
    const tacit_mechanism *m;
    tacit_request request;
    tacit_keystream stream;
    tacit_i128 noise[64], out[64];
} asked;

static void begin(tacit_ctx *cx, const tacit_mechanism *m, const given *g, size_t n, asked *out)
{
    out->m = m;
    out->stream = counted_stream();
    assert_ok(cx, tacit_mechanism_prepare(cx, m, &g->args, n, &out->request));
    assert_true(out->request.draws <= 64 && out->request.answers <= 64);
}

static const tacit_i128 *answer(asked *a, const tacit_i128 *value)
{
    a->m->draw(&a->request, &a->stream, a->noise);
    a->m->answer(&a->request, value, a->noise, a->out);
    return a->out;
}

/* The chosen number follows the law. */
static void assert_choices(tacit_ctx *cx, const tacit_mechanism *m, const given *g,
                           const tacit_i128 *score, size_t n, const double *chance)
{
    asked a;
    begin(cx, m, g, n, &a);
    law l = { .n = m == &tacit_mechanism_above_threshold ? n + 1 : n };
    memcpy(l.chance, chance, l.n * sizeof *chance);
    for (int i = 0; i < DRAWS; i++)
        law_count(&l, *answer(&a, score), 0);
    assert_law(&l);
}

static const tacit_i128 SCORES[] = { 3, 2, 2, 0 };

static void test_selection(void **state)
{
    static const double em[] = { 0.4104767660442633, 0.24896674370553531, 0.24896674370553531,
                                 0.09158974654466605 };
    static const double monotone[] = { 0.5600527948339515, 0.20603190919001854, 0.20603190919001854,
                                       0.027883386786011224 };
    static const double pf[] = { 0.4742330131053995, 0.22623662567363242, 0.2262366256736324,
                                 0.07329373554733558 };
    given g;
    GIVE(&tacit_mechanism_exponential, &g, 1, 1, 0);
    assert_choices(*state, &tacit_mechanism_exponential, &g, SCORES, 4, em);
    assert_choices(*state, &tacit_mechanism_permute_and_flip, &g, SCORES, 4, pf);
    GIVE(&tacit_mechanism_exponential, &g, 1, 1, 1);
    assert_choices(*state, &tacit_mechanism_exponential, &g, SCORES, 4, monotone);
}

/* P(i wins) = sum over its noise of the chance that all before stay below and all after not above.
 */
static void test_noisy_max(void **state)
{
    const double q = exp(-0.5);
    double chance[4] = { 0 };
    for (int i = 0; i < 4; i++)
        for (int g = 0; g < 200; g++) {
            double p = pow(q, g) * (1 - q);
            for (int j = 0; j < 4; j++) {
                const int room = (int)SCORES[i] + g - (int)SCORES[j] + (j > i); /* noise below it */
                p *= j == i ? 1 : room <= 0 ? 0 : 1 - pow(q, room);
            }
            chance[i] += p;
        }
    given g;
    GIVE(&tacit_mechanism_report_noisy_max, &g, 1, 1, 0);
    assert_choices(*state, &tacit_mechanism_report_noisy_max, &g, SCORES, 4, chance);
}

static double laplace_pmf(int x, double scale)
{
    return tanh(0.5 / scale) * exp(-abs(x) / scale);
}

/* P(X >= x) of discrete Laplace. */
static double laplace_tail(int x, double scale)
{
    const double q = exp(-1 / scale);
    return x > 0 ? pow(q, x) / (1 + q) : 1 - pow(q, 1 - x) / (1 + q);
}

/* Over the noise of the threshold: scale 2/epsilon, and 4/epsilon, or 2/epsilon if monotone, for
 * the values. */
static void check_threshold(tacit_ctx *cx, bool monotone)
{
    static const tacit_i128 values[] = { 0, 6, 3 };
    const double own = 1, each = monotone ? 1 : 2;
    double chance[4] = { 0 };
    for (int z = -60; z <= 60; z++) {
        double none = laplace_pmf(z, own);
        for (int i = 0; i < 3; i++) {
            const double above = laplace_tail(5 + z - (int)values[i], each);
            chance[i] += none * above;
            none *= 1 - above;
        }
        chance[3] += none;
    }
    given g;
    GIVE(&tacit_mechanism_above_threshold, &g, 2, 1, monotone, 5);
    assert_choices(cx, &tacit_mechanism_above_threshold, &g, values, 3, chance);
}

static void test_above_threshold(void **state)
{
    check_threshold(*state, false);
    check_threshold(*state, true);
}

/* The noise that an answer to 0 shows, against a law over -half ... half with its tails. */
static void assert_noise(tacit_ctx *cx, const tacit_mechanism *m, const given *g, int half,
                         double (*weight)(int x))
{
    static const tacit_i128 zero = 0;
    law l = { .n = (size_t)(2 * half + 1) };
    double all = 0.0;
    asked a;
    for (int x = -2000; x <= 2000; x++) {
        const int at = x < -half ? 0 : x > half ? 2 * half : x + half;
        l.chance[at] += weight(x);
        all += weight(x);
    }
    for (size_t i = 0; i < l.n; i++)
        l.chance[i] /= all;
    begin(cx, m, g, 1, &a);
    for (int i = 0; i < DRAWS; i++)
        law_count(&l, *answer(&a, &zero), -half);
    assert_law(&l);
}

/* Sensitivity 3 on 2 values at epsilon 1.5: scale 4. */
static double laplace_weight(int x)
{
    return exp(-abs(x) / 4.0);
}

/* Two values that move by 3: 18 / (2 rho) = 4.5 at rho = 2. */
static double gaussian_weight(int x)
{
    return exp(-x * x / 9.0);
}

/* Sensitivity 5 at epsilon 1: r = 5 / (1 + e^0.5) = 1.89, so 2 of 5 steps are high. */
static double staircase_weight(int x)
{
    const int size = abs(x);
    return exp(-(double)(size / 5 + (size % 5 >= 2)));
}

static void test_adding(void **state)
{
    given g;
    GIVE(&tacit_mechanism_discrete_laplace, &g, 1.5, 3, 2);
    assert_noise(*state, &tacit_mechanism_discrete_laplace, &g, 20, laplace_weight);
    GIVE(&tacit_mechanism_discrete_gaussian, &g, 2, 3, 2);
    assert_noise(*state, &tacit_mechanism_discrete_gaussian, &g, 7, gaussian_weight);
    GIVE(&tacit_mechanism_staircase, &g, 1, 5);
    assert_noise(*state, &tacit_mechanism_staircase, &g, 20, staircase_weight);
    GIVE(&tacit_mechanism_k_norm, &g, 1.5, 6, 0);
    assert_noise(*state, &tacit_mechanism_k_norm, &g, 20, laplace_weight);
    GIVE(&tacit_mechanism_k_norm, &g, 1.5, 6, 1); /* of one value both norms are the same */
    assert_noise(*state, &tacit_mechanism_k_norm, &g, 20, laplace_weight);
}

/* E|x| of the staircase, golden/dp.json: 0.42545906411966077 sensitivities at epsilon 2; the
 * standard deviation of |x| is below 0.66, and 7 standard errors have a chance below 1e-11. */
static void test_staircase_size(void **state)
{
    static const tacit_i128 zero = 0;
    given g;
    asked a;
    double sum = 0.0;
    GIVE(&tacit_mechanism_staircase, &g, 2, 1000);
    begin(*state, &tacit_mechanism_staircase, &g, 1, &a);
    for (int i = 0; i < DRAWS; i++) {
        const tacit_i128 x = *answer(&a, &zero);
        sum += (double)(x < 0 ? -x : x) / 1000;
    }
    assert_near(sum / DRAWS, 0.42545906411966077, 7 * 0.66 / sqrt(DRAWS));
}

/* Two values, scale 2: each point has weight exp(-max/2); cells are the 49 points up to size 3, and
 * the rest. */
static void test_k_norm(void **state)
{
    static const tacit_i128 zero[] = { 0, 0 };
    law l = { .n = 50 };
    double all = 0.0;
    given g;
    asked a;
    for (int x = -100; x <= 100; x++)
        for (int y = -100; y <= 100; y++) {
            const int size = abs(x) > abs(y) ? abs(x) : abs(y);
            l.chance[size > 3 ? 49 : 7 * (x + 3) + y + 3] += exp(-size / 2.0);
            all += exp(-size / 2.0);
        }
    for (size_t i = 0; i < l.n; i++)
        l.chance[i] /= all;
    GIVE(&tacit_mechanism_k_norm, &g, 0.5, 1, 1);
    begin(*state, &tacit_mechanism_k_norm, &g, 2, &a);
    for (int i = 0; i < DRAWS; i++) {
        const tacit_i128 *y = answer(&a, zero);
        const bool far = y[0] > 3 || y[0] < -3 || y[1] > 3 || y[1] < -3;
        law_count(&l, far ? 49 : 7 * (y[0] + 3) + y[1] + 3, 0);
    }
    assert_law(&l);
}

/* Six values at a large scale: the largest size has mean near 6 scales (a gamma law of shape 6,
 * standard deviation 2.5 scales). */
static void test_k_norm_bound(void **state)
{
    static const tacit_i128 zero[6] = { 0 };
    given g;
    asked a;
    double sum = 0.0;
    const double scale = 0x1p53;
    GIVE(&tacit_mechanism_k_norm, &g, 1, scale, 1);
    begin(*state, &tacit_mechanism_k_norm, &g, 6, &a);
    for (int i = 0; i < 2000; i++) {
        const tacit_i128 *y = answer(&a, zero);
        double most = 0.0;
        for (size_t k = 0; k < 6; k++)
            most = fmax(most, fabs((double)y[k]));
        sum += most / scale;
    }
    assert_near(sum / 2000, 6, 7 * 2.5 / sqrt(2000));
}

/* 10 of 0 ... 10 at epsilon 1: whatever is above is 10, which has half the mass and the point's. */
static void test_geometric(void **state)
{
    static const tacit_i128 ten = 10;
    given g;
    asked a;
    law l = { .n = 4 };
    const double q = exp(-1), at_end = 1 / (1 + q);
    GIVE(&tacit_mechanism_geometric, &g, 1, 1, 1, 0, 10);
    begin(*state, &tacit_mechanism_geometric, &g, 1, &a);
    for (int i = 0; i < DRAWS; i++)
        law_count(&l, 10 - *answer(&a, &ten), 0);
    for (size_t i = 0; i < 4; i++)
        l.chance[i] = i == 0 ? at_end : i < 3 ? tanh(0.5) * pow(q, (double)i) : pow(q, 3) / (1 + q);
    assert_law(&l);
}

/* k = 10, epsilon 1: p = 0.23196931668407394, q = 0.085336742590658452 (golden/dp.json, ldp). */
static void test_randomised_response(void **state)
{
    static const tacit_i128 four = 4;
    given g;
    asked a;
    law l = { .n = 10 };
    GIVE(&tacit_mechanism_randomised_response, &g, 1, 10);
    begin(*state, &tacit_mechanism_randomised_response, &g, 1, &a);
    for (size_t i = 0; i < 10; i++)
        l.chance[i] = i == 4 ? 0.23196931668407394 : 0.085336742590658452;
    for (int i = 0; i < DRAWS; i++)
        law_count(&l, *answer(&a, &four), 0);
    assert_law(&l);
}

/* Three bits: 1/2 for the own one, q = 0.26894142 = 1/(e + 1) for each other, independent. */
static void test_unary_encoding(void **state)
{
    static const tacit_i128 one = 1;
    const double q = 1 / (M_E + 1);
    given g;
    asked a;
    law l = { .n = 8 };
    GIVE(&tacit_mechanism_unary_encoding, &g, 1, 3);
    begin(*state, &tacit_mechanism_unary_encoding, &g, 1, &a);
    for (unsigned i = 0; i < 8; i++)
        l.chance[i] = 0.5 * ((i & 1) != 0 ? q : 1 - q) * ((i & 4) != 0 ? q : 1 - q);
    for (int i = 0; i < DRAWS; i++) {
        const tacit_i128 *bit = answer(&a, &one);
        law_count(&l, bit[0] + 2 * bit[1] + 4 * bit[2], 0);
    }
    assert_law(&l);
}

/* What is told is h(v) with probability e^2/(e^2 + 7), as g = 8 at epsilon 2 (golden/dp.json,
 * olh_g); for another category it is uniform over the 8. */
static void test_local_hashing(void **state)
{
    static const tacit_i128 five = 5;
    given g;
    asked a;
    law own = { .n = 8 }, other = { .n = 8 };
    GIVE(&tacit_mechanism_local_hashing, &g, 2);
    begin(*state, &tacit_mechanism_local_hashing, &g, 1, &a);
    for (size_t i = 0; i < 8; i++) {
        own.chance[i] = (i == 0 ? exp(2) : 1) / (exp(2) + 7);
        other.chance[i] = 0.125;
    }
    for (int i = 0; i < DRAWS; i++) {
        const tacit_i128 *told = answer(&a, &five), p = ((tacit_i128)1 << 61) - 1;
        law_count(&own, (told[2] - (told[0] * 5 + told[1]) % p % 8 + 8) % 8, 0);
        law_count(&other, (told[2] - (told[0] * 6 + told[1]) % p % 8 + 8) % 8, 0);
    }
    assert_law(&own);
    assert_law(&other);
}

/* What is drawn does not depend on the values, and what is answered on nothing else. */
static void test_two_steps(void **state)
{
    for (size_t i = 0; i < tacit_mechanism_catalog.n; i++) {
        const tacit_mechanism *m = (const void *)tacit_mechanism_catalog.entry[i];
        const tacit_i128 value[] = { 1 };
        given g;
        tacit_i128 *once = NULL;
        asked a;
        GIVE(m, &g, 1, 2);
        for (size_t k = 0; k < g.args.n; k++)
            if (g.args.params[k].need == TACIT_REQUIRED && !g.at[k].given)
                g.at[k] = (tacit_value){ .given = true, .number = 2 };
        begin(*state, m, &g, 1, &a);
        (void)answer(&a, value);
        tacit_keystream stream = counted_stream();
        assert_ok(*state, tacit_mechanism_run(*state, m, &a.request, &stream, value, &once));
        for (size_t k = 0; k < a.request.answers; k++)
            assert_true(once[k] == a.out[k]);
        assert_true(a.stream.at == stream.at && a.stream.block == stream.block);
        const tacit_privacy_loss l = m->loss(&a.request);
        assert_true(l.rate >= 1 && l.times == 1 && (l.epsilon > 0 || l.sigma > 0));
    }
}

/* rho is not exceeded by what the rounded variance spends: 9/(2 0.7) = 6.43 up to 2^-20. */
static void test_rounded_variance(void **state)
{
    given g;
    asked a;
    GIVE(&tacit_mechanism_discrete_gaussian, &g, 0.7, 3, 1);
    begin(*state, &tacit_mechanism_discrete_gaussian, &g, 1, &a);
    const double variance = tacit_ratio_real(a.request.scale);
    assert_true(variance >= 9 / 1.4 && variance < 9 / 1.4 + 0x1p-20);
    const tacit_privacy_loss l = a.m->loss(&a.request);
    assert_true(1 / (2 * l.sigma * l.sigma) <= 0.7);
    GIVE(&tacit_mechanism_discrete_gaussian, &g, 0.5, 60000000, 1);
    begin(*state, &tacit_mechanism_discrete_gaussian, &g, 1, &a);
    assert_true(a.request.scale.over == UINT64_C(3600000000000000) && a.request.scale.under == 1);
}

/* The call is refused with a message. */
static void refuses(tacit_ctx *cx, const tacit_mechanism *m, const given *g, size_t n,
                    const char *part)
{
    tacit_request request;
    assert_fails(cx, tacit_mechanism_prepare(cx, m, &g->args, n, &request), TACIT_ERR_INPUT, part);
}

static void test_refusals(void **state)
{
    given g;
    const tacit_mechanism *m = &tacit_mechanism_discrete_laplace;
    GIVE(m, &g, 0, 1, 1);
    refuses(*state, m, &g, 1, "epsilon");
    GIVE(m, &g, -1, 1, 1);
    refuses(*state, m, &g, 1, "epsilon");
    GIVE(m, &g, (double)NAN, 1, 1);
    refuses(*state, m, &g, 1, "epsilon");
    GIVE(m, &g, 1, 0, 1);
    refuses(*state, m, &g, 1, "sensitivity");
    GIVE(m, &g, 1);
    refuses(*state, m, &g, 1, "sensitivity"); /* missing: never no noise */
    GIVE(m, &g, 1, 1, 1);
    refuses(*state, m, &g, 0, "needs a value");
    GIVE(m, &g, 1e-9, 0x1p53, 1);
    refuses(*state, m, &g, 1, "beyond what can be drawn exactly");
    GIVE(m, &g, 0.12345678901234567, 0x1p50, 1);
    refuses(*state, m, &g, 1, "fewer digits");
    GIVE(&tacit_mechanism_discrete_gaussian, &g, 1e-12, 0x1p53, 1e9);
    refuses(*state, &tacit_mechanism_discrete_gaussian, &g, 1, "beyond what can be drawn exactly");
    GIVE(&tacit_mechanism_geometric, &g, 1, 1, 1, 5, 5);
    refuses(*state, &tacit_mechanism_geometric, &g, 1, "'lower' must be below 'upper'");
    GIVE(&tacit_mechanism_staircase, &g, 1, 5);
    refuses(*state, &tacit_mechanism_staircase, &g, 2, "one value");
    GIVE(&tacit_mechanism_k_norm, &g, 1, 1, 1);
    refuses(*state, &tacit_mechanism_k_norm, &g, 21, "at most 20 values");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_selection),           with_context(test_noisy_max),
        with_context(test_above_threshold),     with_context(test_adding),
        with_context(test_staircase_size),      with_context(test_k_norm),
        with_context(test_k_norm_bound),        with_context(test_geometric),
        with_context(test_randomised_response), with_context(test_unary_encoding),
        with_context(test_local_hashing),       with_context(test_two_steps),
        with_context(test_rounded_variance),    with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
