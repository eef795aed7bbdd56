/*
 * test_regressions.c - Newton's fits against likelihoods written out and climbed step by step.
 *
 * The oracle knows the design as a plain matrix.  It evaluates the penalised log likelihood by its
 * definition and looks for a better place along every axis, with steps that are halved down to
 * 1e-6: slow, but it needs no derivative.  It must find what Newton's method found.
 */
#include "support/check.h"

#include "stats/linear/linear_algebra.h"
#include "stats/model/multinomial.h"
#include "stats/model/cumulative.h"

enum { ROWS = 40, MOST = 5, CLASSES = 3, UNKNOWNS = 2 * MOST };

/* A small problem: an intercept, a factor of three levels and a number. */
typedef struct problem {
    uint16_t code[ROWS], label[ROWS];
    double value[ROWS];
    tacit_linear_term term[2];
    tacit_linear_design design;
    size_t columns, classes;
    double x[ROWS][MOST];
    double (*height)(const struct problem *p, const double *at);
    size_t unknowns;
} problem;

static void make_problem(problem *p, tacit_rng *rng, size_t classes)
{
    p->classes = classes;
    for (size_t i = 0; i < ROWS; i++) {
        p->code[i] = (uint16_t)tacit_rng_below(rng, 3);
        p->value[i] = tacit_rng_normal(rng);
        p->label[i] = (uint16_t)(i < classes ? i : tacit_rng_below(rng, classes));
        if (p->value[i] > 0.8 && i >= classes)
            p->label[i] = (uint16_t)(classes - 1); /* nearly told apart */
        p->x[i][0] = 1.0;
        p->x[i][1] = p->code[i] == 1;
        p->x[i][2] = p->code[i] == 2;
        p->x[i][3] = p->value[i];
    }
    p->term[0] = (tacit_linear_term){ .code = p->code, .levels = 3 };
    p->term[1] = (tacit_linear_term){ .value = p->value };
    p->design = (tacit_linear_design){ ROWS, 2, p->term };
    p->columns = 4;
}

static double line(const problem *p, size_t i, const double *beta)
{
    double sum = 0.0;
    for (size_t j = 0; j < p->columns; j++)
        sum += p->x[i][j] * beta[j];
    return sum;
}

static double joint(const problem *p, const double *at)
{
    double sum = 0.0;
    for (size_t i = 0; i < ROWS; i++) {
        double all = 1.0, own = 0.0;
        for (size_t k = 1; k < p->classes; k++) {
            const double eta = line(p, i, at + (k - 1) * p->columns);
            all += exp(eta);
            own = p->label[i] == k ? eta : own;
        }
        sum += own - log(all);
    }
    for (size_t j = 0; j < p->unknowns; j++)
        sum -= j % p->columns == 0 ? 0.0 : 0.5 * at[j] * at[j] / ROWS;
    return sum;
}

static double firth(const problem *p, const double *at)
{
    double sum = 0.0, h[MOST * MOST] = { 0 };
    for (size_t i = 0; i < ROWS; i++) {
        const double eta = line(p, i, at), q = 1.0 / (1.0 + exp(-eta));
        sum += log(p->label[i] == 1 ? q : 1.0 - q);
        for (size_t a = 0; a < 16; a++)
            h[a] += q * (1.0 - q) * p->x[i][a / 4] * p->x[i][a % 4];
    }
    for (size_t j = 1; j < 4; j++) {
        h[j * 5] += 1e-8 * ROWS;
        sum -= 0.5 * at[j] * at[j] * 1e-8 * ROWS;
    }
    return tacit_cholesky(h, 4, 0.0) ? sum + 0.5 * tacit_log_determinant(h, 4) : -INFINITY;
}

static double ordered(const problem *p, const double *at)
{
    const size_t t = p->classes - 1;
    double sum = 0.0;
    for (size_t i = 0; i < ROWS; i++) {
        const size_t k = p->label[i];
        double eta = 0.0;
        for (size_t j = 1; j < p->columns; j++)
            eta += p->x[i][j] * at[t + j - 1];
        const double high = k < t ? 1.0 / (1.0 + exp(eta - at[k])) : 1.0;
        const double low = k > 0 ? 1.0 / (1.0 + exp(eta - at[k - 1])) : 0.0;
        if (!(high > low))
            return -INFINITY;
        sum += log(high - low);
    }
    for (size_t j = t; j < p->unknowns; j++)
        sum -= 0.5 * at[j] * at[j] / ROWS;
    return sum;
}

/* Climb along the axes, and along the last way gone. */
static void climb(const problem *p, double *at)
{
    double best = p->height(p, at);
    for (double step = 1.0; step > 1e-6;) {
        double from[UNKNOWNS];
        bool moved = false;
        memcpy(from, at, p->unknowns * sizeof *at);
        for (size_t j = 0; j < 2 * p->unknowns; j++) {
            const double was = at[j / 2];
            at[j / 2] += j % 2 == 0 ? step : -step;
            const double height = p->height(p, at);
            moved = moved || height > best;
            at[j / 2] = height > best ? at[j / 2] : was;
            best = fmax(best, height);
        }
        for (size_t j = 0; moved && j < p->unknowns; j++)
            from[j] = 2.0 * at[j] - from[j];
        if (moved && p->height(p, from) > best) {
            best = p->height(p, from);
            memcpy(at, from, p->unknowns * sizeof *at);
        }
        step = moved ? step : 0.5 * step;
    }
}

/* Both ended at one place. */
static void compare(const problem *p, const double *start, const double *found)
{
    double at[UNKNOWNS];
    memcpy(at, start, p->unknowns * sizeof *at);
    climb(p, at);
    assert_near(p->height(p, found), p->height(p, at), 1e-7);
    assert_true(p->height(p, found) >= p->height(p, at) - 1e-9);
    for (size_t j = 0; j < p->unknowns; j++)
        assert_near(found[j], at[j], 2e-3 * (1.0 + fabs(at[j])));
}

static void test_joint(void **state)
{
    tacit_rng rng = tacit_rng_seed(1);
    const double zero[UNKNOWNS] = { 0 };
    for (int trial = 0; trial < 12; trial++) {
        problem p = { .height = joint, .unknowns = 8 };
        tacit_multinomial m;
        make_problem(&p, &rng, 3);
        assert_ok(*state, tacit_multinomial_for(*state, &p.design, 3, TACIT_MULTINOMIAL_JOINT, &m));
        tacit_multinomial_fit(&m, p.label);
        compare(&p, zero, m.beta);
    }
}

static void test_firth(void **state)
{
    tacit_rng rng = tacit_rng_seed(2);
    const double zero[UNKNOWNS] = { 0 };
    for (int trial = 0; trial < 20; trial++) {
        problem p = { .height = firth, .unknowns = 4 };
        tacit_multinomial m;
        make_problem(&p, &rng, 2);
        assert_ok(*state, tacit_multinomial_for(*state, &p.design, 2, TACIT_MULTINOMIAL_APART, &m));
        tacit_multinomial_fit(&m, p.label);
        compare(&p, zero, m.beta);
    }
}

static void test_ordered(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    const double start[UNKNOWNS] = { -1.0, 1.0 };
    for (int trial = 0; trial < 20; trial++) {
        problem p = { .height = ordered, .unknowns = 5 };
        tacit_cumulative m;
        make_problem(&p, &rng, CLASSES);
        assert_ok(*state, tacit_cumulative_for(*state, &p.design, CLASSES, &m));
        tacit_cumulative_fit(&m, p.label);
        compare(&p, start, m.newton.at);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_joint),
        with_context(test_firth),
        with_context(test_ordered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
