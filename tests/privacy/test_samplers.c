/*
 * test_samplers.c - the law of every sampler, from the least to the greatest parameters; and
 * samplers that are wrong in ways that others were.
 *
 * A right sampler is called wrong with a probability of at most TRIAL_ALPHA for each law (laws.h).
 * Doubles hold draws up to 2^53 exactly and further ones to 16 digits, which is finer than any
 * cell.
 */
#include "support/check.h"

#include <stdlib.h>

#include "support/privacy/laws.h"
#include "support/privacy/odds.h"
#include "support/privacy/trial.h"

#include "support/privacy/asked.h"

enum { DRAWS = 20000 };

static tacit_i128 draw_geometric(tacit_keystream *stream, tacit_ratio scale)
{
    return (tacit_i128)tacit_draw_geometric(stream, scale);
}

/* Uniform below scale.over, and P(X >= k). */
static tacit_i128 draw_below(tacit_keystream *stream, tacit_ratio size)
{
    return (tacit_i128)tacit_draw_below(stream, (tacit_u128)size.over * size.under);
}

static double below_above(double k, tacit_ratio size)
{
    return fmax(0.0, fmin(1.0, 1 - k / ((double)size.over * (double)size.under)));
}

/* Bernoulli(exp(-gamma)). */
static tacit_i128 draw_exp(tacit_keystream *stream, tacit_ratio gamma)
{
    return tacit_draw_exp(stream, gamma.over, gamma.under);
}

static double exp_above(double k, tacit_ratio gamma)
{
    return k <= 0 ? 1.0 : k <= 1 ? exp(-tacit_ratio_real(gamma)) : 0.0;
}

#define MOST_ROOT ((uint64_t)1 << 26)

static const law_of_draws RIGHT[] = {
    { "below 1", draw_below, below_above, { 1, 1 }, 1 },
    { "below 3", draw_below, below_above, { 3, 1 }, 1 },
    { "below 100", draw_below, below_above, { 100, 1 }, 30 },
    { "below 257", draw_below, below_above, { 257, 1 }, 80 },
    { "below 2^64", draw_below, below_above, { (uint64_t)1 << 32, (uint64_t)1 << 32 }, 0x1p62 },
    { "below 3 2^125", draw_below, below_above, { (uint64_t)3 << 62, (uint64_t)1 << 63 }, 0x1p124 },
    { "exp of 1/1000", draw_exp, exp_above, { 1, 1000 }, 1 },
    { "exp of 1", draw_exp, exp_above, { 1, 1 }, 1 },
    { "exp of 1 + 2^-60", draw_exp, exp_above, { ((uint64_t)1 << 60) + 1, (uint64_t)1 << 60 }, 1 },
    { "exp of 2^64 - 2 parts", draw_exp, exp_above, { UINT64_MAX - 1, UINT64_MAX }, 1 },
    { "exp of 7/2", draw_exp, exp_above, { 7, 2 }, 1 },
    { "geometric 1/9", draw_geometric, geometric_above, { 1, 9 }, 1 },
    { "geometric 10", draw_geometric, geometric_above, { 10, 1 }, 10 },
    { "geometric near 2",
      draw_geometric,
      geometric_above,
      { TACIT_MOST_TERM, ((uint64_t)1 << 61) + 1 },
      2 },
    { "Laplace 1/3", tacit_draw_laplace, laplace_above, { 1, 3 }, 1 },
    { "Laplace 1", tacit_draw_laplace, laplace_above, { 1, 1 }, 1 },
    { "Laplace 20/3", tacit_draw_laplace, laplace_above, { 20, 3 }, 7 },
    { "Laplace 2^62 parts", tacit_draw_laplace, laplace_above, { TACIT_MOST_TERM, 65 }, 0x1p56 },
    { "Laplace 2^56", tacit_draw_laplace, laplace_above, { TACIT_MOST_SCALE, 1 }, 0x1p56 },
    { "Gaussian 1/40", tacit_draw_gaussian, gaussian_above, { 1, 40 }, 1 },
    { "Gaussian 1", tacit_draw_gaussian, gaussian_above, { 1, 1 }, 1 },
    { "Gaussian 9/4", tacit_draw_gaussian, gaussian_above, { 9, 4 }, 1.5 },
    { "Gaussian 100", tacit_draw_gaussian, gaussian_above, { 100, 1 }, 10 },
    { "Gaussian 2^52 parts",
      tacit_draw_gaussian,
      gaussian_above,
      { TACIT_MOST_VARIANCE, TACIT_MOST_VARIANCE - 1 },
      1 },
    { "Gaussian 2^48/3",
      tacit_draw_gaussian,
      gaussian_above,
      { (uint64_t)1 << 48, 3 },
      0x1p24 / 1.7 },
    { "Gaussian 2^52",
      tacit_draw_gaussian,
      gaussian_above,
      { TACIT_MOST_VARIANCE, 1 },
      (double)MOST_ROOT },
};

static void test_laws(void **state)
{
    for (size_t i = 0; i < sizeof RIGHT / sizeof RIGHT[0]; i++) {
        tacit_keystream stream = trial_stream(*state, RIGHT[i].name);
        const double p = law_p_value(&RIGHT[i], DRAWS * trial_rounds(), &stream);
        if (!(p > TRIAL_ALPHA))
            fail_msg("%s has another law: p %.2g", RIGHT[i].name, p);
    }
}

/* ---- mutants ---- */

/* -0 counts as 0, so that 0 comes up twice as often. */
static tacit_i128 two_zeros(tacit_keystream *stream, tacit_ratio scale)
{
    const tacit_i128 size = draw_geometric(stream, scale);
    return (tacit_keystream_byte(stream) & 1) != 0 ? -size : size;
}

/* The remainder of a byte. */
static tacit_i128 remainder_below(tacit_keystream *stream, tacit_ratio size)
{
    return tacit_keystream_byte(stream) % size.over;
}

/* The series ends after its third term. */
static tacit_i128 short_exp(tacit_keystream *stream, tacit_ratio gamma)
{
    for (uint64_t k = 1; k < 4; k++)
        if (tacit_draw_below(stream, gamma.under) >= gamma.over ||
            (k > 1 && tacit_draw_below(stream, k) != 0))
            return k % 2 == 1;
    return true;
}

/* t/s is divided to the nearest integer, not down. */
static tacit_i128 rounded_laplace(tacit_keystream *stream, tacit_ratio scale)
{
    for (;;) {
        const tacit_i128 x =
            draw_geometric(stream, (tacit_ratio){ scale.over, 1 }) + scale.under / 2;
        const tacit_i128 size = x / (tacit_i128)scale.under;
        const bool negative = tacit_keystream_byte(stream) & 1;
        if (!negative || size != 0)
            return negative ? -size : size;
    }
}

/* The scale as an integer. */
static tacit_i128 whole_scale(tacit_keystream *stream, tacit_ratio scale)
{
    return tacit_draw_laplace(stream, (tacit_ratio){ scale.over / scale.under, 1 });
}

/* Half the scale. */
static tacit_i128 half_scale(tacit_keystream *stream, tacit_ratio scale)
{
    return tacit_draw_laplace(stream, (tacit_ratio){ scale.over, 2 * scale.under });
}

/* The sign is a bit of the size. */
static tacit_i128 sign_of_size(tacit_keystream *stream, tacit_ratio scale)
{
    const tacit_i128 size = draw_geometric(stream, scale);
    return size % 2 == 0 ? size : -size;
}

/* Nothing beyond four scales is drawn. */
static tacit_i128 cut_tail(tacit_keystream *stream, tacit_ratio scale)
{
    const tacit_i128 most = 4 * (tacit_i128)(scale.over / scale.under + 1);
    tacit_i128 x = most + 1;
    while (x > most || x < -most)
        x = tacit_draw_laplace(stream, scale);
    return x;
}

/* Laplace draws are kept with exp(-(...)^2 / variance), without the 2. */
static tacit_i128 half_variance(tacit_keystream *stream, tacit_ratio variance)
{
    return tacit_draw_gaussian(stream, (tacit_ratio){ variance.over, 2 * variance.under });
}

/* A normal draw, rounded: near the law, and so nearly right. */
static tacit_i128 rounded_normal(tacit_keystream *stream, tacit_ratio variance)
{
    tacit_rng rng = tacit_rng_seed((uint64_t)tacit_draw_below(stream, (tacit_u128)1 << 64));
    return (tacit_i128)rint(sqrt(tacit_ratio_real(variance)) * tacit_rng_normal(&rng));
}

static const law_of_draws WRONG[] = {
    { "-0 is kept", two_zeros, laplace_above, { 1, 1 }, 1 },
    { "-0 is kept, scale 20/3", two_zeros, laplace_above, { 20, 3 }, 7 },
    { "a remainder", remainder_below, below_above, { 100, 1 }, 30 },
    { "a short series", short_exp, exp_above, { 1, 1 }, 1 },
    { "rounded division", rounded_laplace, laplace_above, { 20, 3 }, 7 },
    { "a whole scale", whole_scale, laplace_above, { 20, 3 }, 7 },
    { "half the scale", half_scale, laplace_above, { 20, 3 }, 7 },
    { "the sign of the size", sign_of_size, laplace_above, { 20, 3 }, 7 },
    { "a cut tail", cut_tail, laplace_above, { 20, 3 }, 7 },
    { "half the variance", half_variance, gaussian_above, { 9, 4 }, 1.5 },
    { "a rounded normal", rounded_normal, gaussian_above, { 1, 2 }, 1 },
};

static void test_mutants(void **state)
{
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        tacit_keystream stream = trial_stream(*state, WRONG[i].name);
        const double p = law_p_value(&WRONG[i], DRAWS * trial_rounds(), &stream);
        if (p > TRIAL_ALPHA)
            fail_msg("%s is not caught: p %.2g", WRONG[i].name, p);
    }
}

/* ---- draws of few outcomes ---- */

/* The outcomes come up as often as their weights say. */
static void assert_shares(const uint64_t *seen, const double *weight, size_t n)
{
    double all = 0.0;
    uint64_t draws = 0;
    for (size_t i = 0; i < n; i++) {
        all += weight[i];
        draws += seen[i];
    }
    for (size_t i = 0; i < n; i++) {
        const double p = share_p_value(draws, seen[i], weight[i] / all);
        if (!(p > TRIAL_ALPHA / (double)n))
            fail_msg("outcome %zu of %zu: %lu of %lu, p %.2g", i, n, seen[i], draws, p);
    }
}

/* Two kinds of outcomes whose odds are alike although one has up to 2^60 times more of them. */
static void test_rather(void **state)
{
    static const struct {
        uint64_t heavy, light;
        tacit_ratio gamma;
    } cases[] = {
        { 1, 1, { 1, 1000 } },   { 1, 9, { 1, 1 } },          { 3, 1000, { 7, 1 } },
        { 1, 22026, { 10, 1 } }, { 1, 485165195, { 20, 1 } }, { 1, (uint64_t)1 << 60, { 41, 1 } },
        { 5, 0, { 1, 1 } },
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        tacit_keystream stream = trial_stream(*state, "rather");
        uint64_t seen[2] = { 0 };
        const double odds = (double)cases[k].light * exp(-tacit_ratio_real(cases[k].gamma));
        for (size_t i = 0; i < 4000 * trial_rounds(); i++)
            seen[tacit_draw_rather(&stream, cases[k].heavy, cases[k].light, cases[k].gamma)]++;
        assert_shares(seen, (const double[]){ odds, (double)cases[k].heavy }, 1 + (odds > 0));
    }
}

static void test_falling(void **state)
{
    static const tacit_u128 weight[] = { 1, 722, 10543, 23548, 10543, 722, 1 };
    static const tacit_ratio gammas[] = { { 1, 1000 }, { 1, 2 }, { 3, 1 }, { 13, 2 }, { 30, 1 } };
    for (size_t k = 0; k < sizeof gammas / sizeof gammas[0]; k++) {
        tacit_keystream stream = trial_stream(*state, "falling");
        uint64_t seen[7] = { 0 };
        double p[7];
        for (int i = 0; i < 7; i++)
            p[i] = (double)weight[i] * exp(-i * tacit_ratio_real(gammas[k]));
        for (size_t i = 0; i < 4000 * trial_rounds(); i++)
            seen[tacit_draw_falling(&stream, weight, 7, gammas[k])]++;
        assert_shares(seen, p, 7);
    }
}

/* Weights of the largest of d values, 5 and more in one cell, and of the first, beyond -2 ... 2 in
 * one: (2r+1)^d - (2r-1)^d points have the size r, of weight exp(-r epsilon). */
static void k_norm_weights(double d, double epsilon, double size[6], double first[6])
{
    for (int r = 0; r < 2000; r++) {
        const double w = exp(-r * epsilon), inner = r == 0 ? 0 : 2 * r - 1;
        size[r > 5 ? 5 : r] += w * (pow(2 * r + 1, d) - pow(inner, d));
        first[5] += w * (pow(2 * r + 1, d) - pow(inner, d));
        for (int x = -2; x <= 2; x++) {
            const double rest = abs(x) > r    ? 0
                                : abs(x) == r ? pow(2 * r + 1, d - 1)
                                              : pow(2 * r + 1, d - 1) - pow(inner, d - 1);
            first[x + 2] += w * rest;
            first[5] -= w * rest;
        }
    }
}

static void check_k_norm(tacit_ctx *cx, size_t d, double epsilon)
{
    asked a;
    double size[6] = { 0 }, first[6] = { 0 };
    uint64_t in_size[6] = { 0 }, in_first[6] = { 0 };
    const people zero = { .n = d };
    const moves how = { d, MOVES_EACH, 1 };
    ASKED_OF(cx, &tacit_mechanism_k_norm, how, &a, epsilon, 1, 1);
    const subject s = asked_subject(&a, "k_norm", epsilon, 0);
    k_norm_weights((double)d, epsilon, size, first);
    tacit_keystream stream = trial_stream(cx, "k_norm");
    for (size_t i = 0; i < 3000 * trial_rounds(); i++) {
        int64_t y[MOST_TOLD], most = 0;
        s.answer(&s, &zero, &stream, y);
        for (size_t k = 0; k < d; k++)
            most = llabs(y[k]) > most ? llabs(y[k]) : most;
        in_size[most > 5 ? 5 : most]++;
        in_first[y[0] < -2 || y[0] > 2 ? 5 : y[0] + 2]++;
    }
    assert_shares(in_size, size, 6);
    assert_shares(in_first, first, 6);
}

static void test_k_norm(void **state)
{
    check_k_norm(*state, 1, 0.7);
    check_k_norm(*state, 2, 0.3);
    check_k_norm(*state, 6, 1);
    check_k_norm(*state, 6, 5);
    check_k_norm(*state, 8, 20);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_laws),    with_context(test_mutants), with_context(test_rather),
        with_context(test_falling), with_context(test_k_norm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
