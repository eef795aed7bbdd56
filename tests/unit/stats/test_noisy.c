/*
 * test_noisy.c - estimates behind noise, on cases that a hand can compute.
 */
#include "support/check.h"

#include "stats/noisy/combined.h"
#include "stats/noisy/corrected.h"
#include "stats/noisy/ems.h"
#include "stats/noisy/funnel.h"
#include "stats/noisy/inversion.h"
#include "stats/noisy/simplex.h"

static const double PI = 3.14159265358979323846;

static void test_laws(void **state)
{
    (void)state;
    const tacit_error_law normal = { TACIT_ERROR_NORMAL, 2.0 };
    const tacit_error_law laplace = { TACIT_ERROR_LAPLACE, 2.0 };
    const tacit_error_law uniform = { TACIT_ERROR_UNIFORM, 2.0 };
    assert_near(tacit_error_variance(normal), 4.0, 0.0);
    assert_near(tacit_error_variance(laplace), 8.0, 0.0);
    assert_near(tacit_error_variance(uniform), 4.0 / 3.0, 1e-15);
    assert_near(tacit_error_transform(normal, 0.5), exp(-0.5), 1e-15);
    assert_near(tacit_error_transform(laplace, 0.5), 0.5, 1e-15);
    assert_near(tacit_error_transform(uniform, PI / 4.0), 2.0 / PI, 1e-15);
    assert_near(tacit_error_transform(uniform, 0.0), 1.0, 0.0);
    /* E max(-Y, 0): half the mean size of the noise. */
    assert_near(tacit_error_integral(normal, 0.0), 2.0 / sqrt(2.0 * PI), 1e-15);
    assert_near(tacit_error_integral(laplace, 0.0), 1.0, 1e-15);
    assert_near(tacit_error_integral(uniform, 0.0), 0.5, 1e-15);
    assert_near(tacit_error_integral(uniform, 3.0), 3.0, 1e-15);
    assert_near(tacit_error_integral(uniform, -3.0), 0.0, 0.0);
}

/* Bins and cells [0, 1] and [1, 2], noise uniform on -1/2 ... 1/2: the sum of a number in [0, 1]
 * and the noise is triangular on -1/2 ... 3/2, so it stays with 3/4 and goes over with 1/8. */
static void test_ems(void **state)
{
    const tacit_noisy_grid grid = { 0.0, 2.0, 2 };
    const double count[] = { 6.0, 2.0 };
    double share[2], room[2];
    tacit_ems e;
    assert_ok(*state, tacit_ems_new(*state, (tacit_error_law){ TACIT_ERROR_UNIFORM, 0.5 }, &grid,
                                    &grid, &e));
    assert_near(e.odds[0], 0.75, 1e-15);
    assert_near(e.odds[1], 0.125, 1e-15);
    assert_near(e.odds[2], 0.125, 1e-15);
    assert_true(tacit_ems_room(&e) <= 2);
    /* From 1/2 each: (Ap) = 7/16 each, so p_0 = (6 * 3/4 + 2 * 1/8) / 7 = 4.75 / 7, p_1 the rest;
     * smoothed by (3/4, 1/4). */
    tacit_ems_solve(&e, count, 1, room, share);
    assert_near(share[0], (0.75 * 4.75 + 0.25 * 2.25) / 7.0, 1e-15);
    assert_near(share[0] + share[1], 1.0, 1e-15);
    /* What no bin can have given is left out. */
    const tacit_noisy_grid far = { 0.0, 20.0, 10 };
    const double lost[] = { 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0 };
    assert_ok(*state, tacit_ems_new(*state, (tacit_error_law){ TACIT_ERROR_UNIFORM, 0.5 }, &far,
                                    &grid, &e));
    tacit_ems_solve(&e, lost, 50, room, share);
    assert_near(share[0] + share[1], 1.0, 1e-12);
    assert_int_equal(tacit_noisy_grid_find(&far, -3.0), 0);
    assert_int_equal(tacit_noisy_grid_find(&far, 2.0), 1);
    assert_int_equal(tacit_noisy_grid_find(&far, 99.0), 9);
}

/* One number without much noise: F is 1/2 there, and the density integrates to F. */
static void test_inversion(void **state)
{
    (void)state;
    const double z = 1.5;
    const tacit_noisy one = { .z = &z, .n = 1 };
    tacit_inversion v;
    tacit_inversion_of(&one, (tacit_error_law){ TACIT_ERROR_LAPLACE, 0.01 }, 0.2, &v);
    assert_near(tacit_inversion_below(&v, 1.5), 0.5, 1e-12);
    assert_near(tacit_inversion_below(&v, -2.0), 0.0, 2e-3);
    assert_near(tacit_inversion_below(&v, 5.0), 1.0, 2e-3);
    const double h = 1e-4;
    const double slope =
        (tacit_inversion_below(&v, 1.3 + h) - tacit_inversion_below(&v, 1.3 - h)) / (2.0 * h);
    assert_near(tacit_inversion_density(&v, 1.3), slope, 1e-6);
    /* More numbers allow more frequencies. */
    const tacit_error_law law = { TACIT_ERROR_LAPLACE, 1.0 };
    assert_true(tacit_inversion_bandwidth(3.0, 10000.0, law) <
                tacit_inversion_bandwidth(3.0, 100.0, law));
}

/* x = -2, -1, 1, 2 and y = -3, -1, 2, 2: S_xx = 10/3, S_xy = 13/3; noise of variance 1/3 leaves 3,
 * so the slope is 13/9 and the reliability 0.9. */
static void test_slope(void **state)
{
    static const double x[] = { -2.0, -3.0, -1.0, -1.0, 1.0, 2.0, 2.0, 2.0 };
    static const double noise[] = { 1.0 / 3.0, 0.0 };
    static const double too_much[] = { 10.0 / 3.0, 0.0 };
    tacit_noisy_rows rows = { .x = x, .n = 4, .p = 1, .noise = noise };
    tacit_corrected c;
    bool solved = false;
    assert_ok(*state, tacit_corrected_fit(*state, &rows, &c, &solved));
    assert_true(solved);
    assert_near(c.coefficient[1], 13.0 / 9.0, 1e-14);
    assert_near(c.coefficient[0], 0.0, 1e-14);
    assert_near(c.reliable[0], 0.9, 1e-14);
    rows.noise = too_much;
    assert_ok(*state, tacit_corrected_fit(*state, &rows, &c, &solved));
    assert_false(solved);
}

/* Fuller (1987), example 1.2.1: yield of corn by nitrogen of the soil, whose error has variance 57:
 * slope 0.4232, intercept 67.56; without the correction 0.3440. */
static void test_fuller(void **state)
{
    static const double rows_of[] = { 70, 86, 97, 115, 53, 90, 64, 86, 95,  110, 64,
                                      91, 50, 99, 70,  96, 94, 99, 69, 104, 51,  96 };
    static const double noise[] = { 57.0, 0.0 }, none[] = { 0.0, 0.0 };
    tacit_noisy_rows rows = { .x = rows_of, .n = 11, .p = 1, .noise = noise };
    tacit_corrected c;
    bool solved = false;
    assert_ok(*state, tacit_corrected_fit(*state, &rows, &c, &solved));
    assert_near(c.coefficient[1], 0.4232, 5e-5);
    assert_near(c.coefficient[0], 67.56, 5e-3);
    rows.noise = none;
    assert_ok(*state, tacit_corrected_fit(*state, &rows, &c, &solved));
    assert_near(c.coefficient[1], 0.3440, 5e-5);
}

static void test_combined(void **state)
{
    /* 10 with deviation 1 and 16 with 2 have weights 1 and 1/4: 14 / 1.25, variance 1 / 1.25. */
    static const double same[] = { 1.0, 1.0 }, two[] = { 10.0, 16.0 }, sd[] = { 1.0, 2.0 };
    tacit_combined c;
    assert_ok(*state, tacit_combined_of(
                          *state, &(tacit_noisy_answers){ same, two, sd, .n = 2, .p = 1 }, &c));
    assert_near(c.estimate[0], 11.2, 1e-13);
    assert_near(c.error[0], sqrt(0.8), 1e-13);
    assert_near(c.square, 1.2 * 1.2 + 2.4 * 2.4, 1e-12);
    /* A total of 9 with parts of 4 and 3, all of deviation 1: the parts lack 2, of which each of
     * the three takes a third; the total's variance becomes 2/3. */
    static const double tree[] = { 1, 1, 1, 0, 0, 1 }, told[] = { 9, 4, 3 }, ones[] = { 1, 1, 1 };
    assert_ok(*state, tacit_combined_of(
                          *state, &(tacit_noisy_answers){ tree, told, ones, .n = 3, .p = 2 }, &c));
    assert_int_equal(c.undetermined, 2);
    assert_near(c.estimate[0], 4.0 + 2.0 / 3.0, 1e-13);
    assert_near(c.estimate[1], 3.0 + 2.0 / 3.0, 1e-13);
    assert_near(c.fitted[0], 9.0 - 2.0 / 3.0, 1e-13);
    assert_near(c.spread[0], sqrt(2.0 / 3.0), 1e-13);
    /* The total alone does not tell its parts; nor does nothing. */
    assert_ok(*state, tacit_combined_of(
                          *state, &(tacit_noisy_answers){ tree, told, ones, .n = 1, .p = 2 }, &c));
    assert_int_equal(c.undetermined, 1);
    assert_ok(*state, tacit_combined_of(
                          *state, &(tacit_noisy_answers){ tree, told, ones, .n = 0, .p = 2 }, &c));
    assert_int_equal(c.undetermined, 0);
}

static void test_simplex(void **state)
{
    static const double x[] = { 0.7, 0.5, -0.1 }, own[] = { 0.25, 0.75 }, far[] = { 9.0, 2.0 };
    double out[3];
    assert_ok(*state, tacit_simplex_project(*state, x, 3, out));
    assert_near(out[0], 0.6, 1e-15);
    assert_near(out[1], 0.4, 1e-15);
    assert_near(out[2], 0.0, 0.0);
    assert_ok(*state, tacit_simplex_project(*state, own, 2, out));
    assert_near(out[0], 0.25, 1e-15);
    assert_ok(*state, tacit_simplex_project(*state, far, 2, out));
    assert_near(out[0], 1.0, 1e-15);
    assert_near(out[1], 0.0, 0.0);
}

/* States in the order in which they were seen. */
typedef struct trace {
    tacit_funnel_state at[8];
    size_t n;
} trace;

static void note(void *user, const tacit_funnel_state *state)
{
    trace *t = user;
    assert_true(t->n < 8);
    t->at[t->n++] = *state;
}

/* S is X: two values of 1/2 tell one bit of each.  Merged they tell none. */
static void test_funnel(void **state)
{
    static const double joint[] = { 0.5, 0.0, 0.0, 0.5 };
    const tacit_funnel f = { joint, 2, 2 };
    trace t = { .n = 0 };
    assert_near(tacit_funnel_start(&f).leak, 1.0, 1e-15);
    assert_near(tacit_funnel_start(&f).kept, 1.0, 1e-15);
    assert_ok(*state, tacit_funnel_merge(*state, &f, 0.5, note, &t));
    assert_int_equal(t.n, 1);
    assert_ok(*state, tacit_funnel_merge(*state, &f, 0.0, note, &t));
    assert_int_equal(t.n, 3);
    assert_near(t.at[2].leak, 0.0, 1e-15);
    assert_near(t.at[2].kept, 0.0, 1e-15);
    assert_int_equal(t.at[2].groups, 1);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_laws), with_context(test_ems),    cmocka_unit_test(test_inversion),
        with_context(test_slope),    with_context(test_fuller), with_context(test_combined),
        with_context(test_simplex),  with_context(test_funnel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
