/*
 * test_regressions.c - linear, multinomial and ordered regression.
 *
 * Published figures are those of Venables and Ripley (2002), Modern applied statistics with S, 7.3:
 * the Copenhagen housing survey (1681 tenants, data of Madsen 1976), and of the data set `cars` of
 * R (Ezekiel 1930).
 */
#include "support/check.h"

#include "stats/model/multinomial.h"
#include "stats/model/cumulative.h"
#include "stats/model/ridge.h"

/* ---- the housing survey: satisfaction by influence, type and contact ---- */

enum { TENANTS = 1681 };

typedef struct housing {
    uint16_t influence[TENANTS], type[TENANTS], contact[TENANTS], satisfied[TENANTS];
    tacit_linear_term term[3];
    tacit_linear_design design;
} housing;

static housing *read_housing(tacit_ctx *cx)
{
    static const uint16_t count[2][4][3][3] = {
        { { { 21, 21, 28 }, { 34, 22, 36 }, { 10, 11, 36 } },
          { { 61, 23, 17 }, { 43, 35, 40 }, { 26, 18, 54 } },
          { { 13, 9, 10 }, { 8, 8, 12 }, { 6, 7, 9 } },
          { { 18, 6, 7 }, { 15, 13, 13 }, { 7, 5, 11 } } },
        { { { 14, 19, 37 }, { 17, 23, 40 }, { 3, 5, 23 } },
          { { 78, 46, 43 }, { 48, 45, 86 }, { 15, 25, 62 } },
          { { 20, 23, 20 }, { 10, 22, 24 }, { 7, 10, 21 } },
          { { 57, 23, 13 }, { 31, 21, 13 }, { 5, 6, 13 } } }
    };
    housing *h = NULL;
    size_t n = 0;
    assert_ok(cx, tacit_scratch(cx, 1, sizeof *h, &h));
    for (uint16_t cell = 0; cell < 72; cell++) {
        const uint16_t c = cell / 36, t = cell / 9 % 4, i = cell / 3 % 3, s = cell % 3;
        for (uint16_t k = 0; k < count[c][t][i][s]; k++, n++) {
            h->contact[n] = c;
            h->type[n] = t;
            h->influence[n] = i;
            h->satisfied[n] = s;
        }
    }
    assert_int_equal(n, TENANTS);
    h->term[0] = (tacit_linear_term){ .code = h->influence, .levels = 3 };
    h->term[1] = (tacit_linear_term){ .code = h->type, .levels = 4 };
    h->term[2] = (tacit_linear_term){ .code = h->contact, .levels = 2 };
    h->design = (tacit_linear_design){ TENANTS, 3, h->term };
    return h;
}

static void test_multinomial_housing(void **state)
{
    static const double published[] = { -0.4192316, 0.4464003,  0.6649367,  -0.4356851, 0.1313663,
                                        -0.6665728, 0.3608513,  -0.1387453, 0.7348626,  1.6126294,
                                        -0.7356261, -0.4079808, -1.4123333, 0.4818236 };
    const housing *h = read_housing(*state);
    tacit_multinomial m;
    assert_int_equal(tacit_multinomial_usual(&h->design, 3), TACIT_MULTINOMIAL_JOINT);
    assert_ok(*state, tacit_multinomial_for(*state, &h->design, 3, TACIT_MULTINOMIAL_JOINT, &m));
    tacit_multinomial_fit(&m, h->satisfied);
    assert_true(m.newton.settled);
    for (size_t j = 0; j < 14; j++)
        assert_near(m.beta[j], published[j], 1e-4);
    assert_near(-2.0 * m.newton.height, 3470.084, 0.01);
}

static void test_ordered_housing(void **state)
{
    static const double published[] = { -0.4961353, 0.6907083,  0.5663937,  1.2888191,
                                        -0.5723501, -0.3661866, -1.0910149, 0.3602841 };
    const housing *h = read_housing(*state);
    tacit_cumulative m;
    assert_ok(*state, tacit_cumulative_for(*state, &h->design, 3, &m));
    assert_int_equal(tacit_cumulative_unknowns(&m), 8);
    tacit_cumulative_fit(&m, h->satisfied);
    for (size_t j = 0; j < 8; j++)
        assert_near(m.newton.at[j], published[j], 1e-4);
    assert_near(-2.0 * m.newton.height, 3479.149, 0.01);
}

/* The deviations of many draws are the standard errors of the same book. */
static void test_ordered_draws(void **state)
{
    enum { DRAWS = 4000 };
    static const double errors[] = { 0.1248472, 0.1254719, 0.1046528, 0.1271561,
                                     0.1192380, 0.1551733, 0.1514860, 0.0955358 };
    const housing *h = read_housing(*state);
    const tacit_rng rng = tacit_rng_seed(7);
    double *draw = NULL;
    tacit_cumulative m;
    assert_ok(*state, tacit_scratch(*state, DRAWS * 8, sizeof *draw, &draw));
    assert_ok(*state, tacit_cumulative_for(*state, &h->design, 3, &m));
    tacit_cumulative_fit(&m, h->satisfied);
    tacit_cumulative_draw(&m, &rng, DRAWS, draw);
    for (size_t j = 0; j < 8; j++) {
        double sum = 0.0, squares = 0.0;
        for (size_t s = 0; s < DRAWS; s++) {
            sum += draw[s * 8 + j];
            squares += draw[s * 8 + j] * draw[s * 8 + j];
            assert_true(draw[s * 8] < draw[s * 8 + 1]);
        }
        const double mean = sum / DRAWS, sd = sqrt(squares / DRAWS - mean * mean);
        assert_near(mean, m.newton.at[j], 5.0 * errors[j] / sqrt((double)DRAWS) + 0.002);
        assert_near(sd, errors[j], 0.06 * errors[j]);
    }
}

/* ---- by hand ---- */

/* With one factor Firth's penalty adds 1/2 to each count: 0 of 4 and 3 of 5 become 0.5 / 4.5 and
 * 3.5 / 2.5, where maximum likelihood has no finite answer for the first. */
static void test_firth(void **state)
{
    const uint16_t code[] = { 0, 0, 0, 0, 1, 1, 1, 1, 1 };
    const uint16_t label[] = { 0, 0, 0, 0, 1, 1, 1, 0, 0 };
    const tacit_linear_term term = { .code = code, .levels = 2 };
    const tacit_linear_design design = { 9, 1, &term };
    tacit_multinomial m;
    double share[2];
    assert_int_equal(tacit_multinomial_usual(&design, 2), TACIT_MULTINOMIAL_APART);
    assert_ok(*state, tacit_multinomial_for(*state, &design, 2, TACIT_MULTINOMIAL_APART, &m));
    tacit_multinomial_fit(&m, label);
    tacit_linear_row(&design, 0, &m.row);
    tacit_multinomial_shares(&m, m.beta, &m.row, share);
    assert_near(share[1], 0.5 / 5.0, 1e-6);
    tacit_linear_row(&design, 5, &m.row);
    tacit_multinomial_shares(&m, m.beta, &m.row, share);
    assert_near(share[1], 3.5 / 6.0, 1e-6);
    assert_near(share[0] + share[1], 1.0, 1e-15);
}

/* Without terms the shares of the classes come back, jointly, ordered and, with 1/2 added to the
 * counts of each pair, apart. */
static void test_intercepts(void **state)
{
    const uint16_t label[] = { 0, 1, 0, 2, 0, 1, 0, 0, 1, 2 };
    const tacit_linear_design design = { 10, 0, NULL };
    tacit_multinomial m;
    tacit_cumulative o;
    assert_ok(*state, tacit_multinomial_for(*state, &design, 3, TACIT_MULTINOMIAL_JOINT, &m));
    tacit_multinomial_fit(&m, label);
    assert_near(m.beta[0], log(3.0 / 5.0), 1e-8);
    assert_near(m.beta[1], log(2.0 / 5.0), 1e-8);
    assert_ok(*state, tacit_multinomial_for(*state, &design, 3, TACIT_MULTINOMIAL_APART, &m));
    tacit_multinomial_fit(&m, label);
    assert_near(m.beta[0], log(3.5 / 5.5), 1e-6);
    assert_near(m.beta[1], log(2.5 / 5.5), 1e-6);
    assert_ok(*state, tacit_cumulative_for(*state, &design, 3, &o));
    tacit_cumulative_fit(&o, label);
    assert_near(o.newton.at[0], log(5.0 / 5.0), 1e-8);
    assert_near(o.newton.at[1], log(8.0 / 2.0), 1e-8);
}

/* One class takes all, and draws have nothing to draw. */
static void test_one_class(void **state)
{
    const uint16_t label[] = { 0, 0, 0 };
    const tacit_linear_design design = { 3, 0, NULL };
    const tacit_rng rng = tacit_rng_seed(1);
    tacit_multinomial m;
    tacit_cumulative o;
    double share = 0.0;
    assert_ok(*state, tacit_multinomial_for(*state, &design, 1, TACIT_MULTINOMIAL_JOINT, &m));
    tacit_multinomial_fit(&m, label);
    tacit_multinomial_draw(&m, &rng, 2, m.beta);
    tacit_linear_row(&design, 0, &m.row);
    tacit_multinomial_shares(&m, m.beta, &m.row, &share);
    assert_near(share, 1.0, 0.0);
    assert_ok(*state, tacit_cumulative_for(*state, &design, 1, &o));
    tacit_cumulative_fit(&o, label);
    tacit_cumulative_draw(&o, &rng, 2, o.newton.at);
    tacit_cumulative_shares(&o, o.newton.at, &m.row, &share);
    assert_near(share, 1.0, 0.0);
}

/* ---- lines ---- */

/* Stopping distance by speed: -17.5791 + 3.9324 speed, RSS 11353.52 on 48 degrees of freedom. */
static void test_ridge_cars(void **state)
{
    static const double speed[] = { 4,  4,  7,  7,  8,  9,  10, 10, 10, 11, 11, 12, 12,
                                    12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15,
                                    16, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 20,
                                    20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25 };
    static const double distance[] = { 2,  10, 4,  22, 16, 10, 18, 26, 34, 17,  28, 14, 20,
                                       24, 28, 26, 34, 34, 46, 26, 36, 60, 80,  20, 26, 54,
                                       32, 40, 32, 40, 50, 42, 56, 76, 84, 36,  46, 68, 32,
                                       48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85 };
    const tacit_linear_term term = { .value = speed };
    const tacit_linear_design design = { 50, 1, &term };
    tacit_ridge r;
    assert_ok(*state, tacit_ridge_for(*state, &design, &r));
    tacit_ridge_fit(&r, distance, 0.0);
    assert_near(r.beta[0], -17.5791, 1e-3);
    assert_near(r.beta[1], 3.9324, 1e-4);
    assert_near(r.rss, 11353.52, 0.01);
    assert_near(r.df, 48.0, 0.0);
    tacit_ridge_fit(&r, distance, 100.0);
    assert_near(r.rss, 11453.52, 0.01);
}

/* Draws about a line whose residuals are 1 and -1: deviations are those of the posterior law. */
static void test_ridge_draws(void **state)
{
    enum { DRAWS = 4000, ROWS = 60 };
    double x[ROWS], y[ROWS], sum = 0.0, squares = 0.0, sigmas = 0.0;
    tacit_rng rng = tacit_rng_seed(5);
    for (size_t i = 0; i < ROWS; i++) {
        x[i] = (double)(i % 2);
        y[i] = x[i] + (i % 4 < 2 ? 1.0 : -1.0);
    }
    const tacit_linear_term term = { .value = x };
    const tacit_linear_design design = { ROWS, 1, &term };
    tacit_ridge r;
    assert_ok(*state, tacit_ridge_for(*state, &design, &r));
    tacit_ridge_fit(&r, y, 0.0);
    assert_near(r.beta[1], 1.0, 1e-5); /* residuals are 1 and -1, in both halves alike */
    assert_near(r.rss, 60.0, 1e-6);
    for (size_t s = 0; s < DRAWS; s++) {
        double beta[2], sigma = 0.0;
        tacit_ridge_draw(&r, &rng, beta, &sigma);
        sum += beta[1];
        squares += beta[1] * beta[1];
        sigmas += sigma * sigma;
    }
    /* E sigma*^2 = 60 / 56; Var beta* = that times 4 / 60 */
    const double mean = sum / DRAWS, variance = 60.0 / 56.0 * 4.0 / 60.0;
    assert_near(mean, 1.0, 5.0 * sqrt(variance / DRAWS));
    assert_near(squares / DRAWS - mean * mean, variance, 0.15 * variance);
    assert_near(sigmas / DRAWS, 60.0 / 56.0, 5.0 * sqrt(2.0 / 56.0 / DRAWS) * 1.1);
}

/* Columns that repeat others, and are their negatives, share the slope. */
static void test_collinear(void **state)
{
    const double x[] = { 0, 1, 2, 3, 4 }, minus[] = { 0, -1, -2, -3, -4 };
    const double y[] = { 1, 3, 5, 7, 9 };
    const tacit_linear_term term[] = { { .value = x }, { .value = minus }, { .value = x } };
    const tacit_linear_design design = { 5, 3, term };
    tacit_ridge r;
    assert_ok(*state, tacit_ridge_for(*state, &design, &r));
    tacit_ridge_fit(&r, y, 0.0);
    for (size_t j = 1; j <= 3; j++)
        assert_near(r.beta[j], (j == 2 ? -2.0 : 2.0) / 3.0, 1e-4);
    assert_near(r.rss, 0.0, 1e-6);
    assert_near(r.df, 1.0, 0.0);
}

/* Mean df and variance 2 df. */
static void test_chi_square(void **state)
{
    static const double df[] = { 1.0, 2.5, 40.0 };
    tacit_rng rng = tacit_rng_seed(11);
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        double sum = 0.0, squares = 0.0;
        for (int i = 0; i < 20000; i++) {
            const double x = tacit_chi_square_draw(&rng, df[k]);
            assert_true(x > 0.0);
            sum += x;
            squares += x * x;
        }
        const double mean = sum / 20000.0;
        assert_near(mean, df[k], 5.0 * sqrt(2.0 * df[k] / 20000.0));
        assert_near(squares / 20000.0 - mean * mean, 2.0 * df[k], 0.25 * df[k]);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_multinomial_housing), with_context(test_ordered_housing),
        with_context(test_ordered_draws),       with_context(test_firth),
        with_context(test_intercepts),          with_context(test_one_class),
        with_context(test_ridge_cars),          with_context(test_ridge_draws),
        with_context(test_collinear),           with_context(test_chi_square),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
