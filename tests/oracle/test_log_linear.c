/*
 * test_log_linear.c - log-linear risk against enumeration and against known truth.
 *
 * Enumeration: on random small tables every structural cell is visited and the formulas of
 * Skinner and Shlomo (2008) are applied one by one, with derivatives by differences.
 *
 * Truth: populations are drawn from stated Poisson models with the seeds 1 ... POPULATIONS and
 * sampled, so that the number of sample uniques that are population uniques is counted, not
 * estimated.  All populations are used.  Bounds are four standard errors of the means over the
 * populations, beside the bias that fitting brings by theory (fitted_bias()).
 */
#include "support/measures.h"

#include "micro/risk/risk.h"

static tacit_result *measure(tacit_ctx *cx, const tacit_table *t, double fraction, double model)
{
    const tacit_subject_extra extra = { .fraction = fraction };
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    set_number(preset_args(&a, &tacit_risk_log_linear.about), "model", model);
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    tacit_subject_add(s, &extra);
    assert_ok(cx, tacit_measure_run(cx, &tacit_risk_log_linear, s, &a.args, &r));
    tacit_subject_free(s);
    return r;
}

enum { SEARCH, MAIN };

/* More cells than are listed one by one. */
enum { A = 15, B = 16, C = 18, CELLS = A * B * C };

/* A table of keys a, b, c with `f` rows in each cell. */
static tacit_table *table_of_cells(tacit_ctx *cx, const unsigned f[CELLS])
{
    tacit_builder *b[3];
    static const char *const names[] = { "a", "b", "c" };
    size_t rows = 0;
    for (size_t j = 0; j < 3; j++)
        assert_ok(cx, tacit_builder_new(cx, names[j], TACIT_TYPE_INTEGER, 0, &b[j]));
    for (size_t k = 0; k < CELLS; k++)
        for (unsigned i = 0; i < f[k]; i++, rows++) {
            const int64_t digit[] = { (int64_t)(k / (B * C)), (int64_t)(k / C % B),
                                      (int64_t)(k % C) };
            for (size_t j = 0; j < 3; j++)
                assert_ok(cx, tacit_builder_integers(cx, b[j], &digit[j], NULL, 1));
        }
    return with_keys(finish_columns(cx, b, 3, rows), 3);
}

/* ---- enumeration ---- */

/* h of tau1 or tau2. */
static double h(int tau, double lambda, double pi)
{
    const double x = (1 - pi) * lambda;
    return tau == 1 ? exp(-x) : x < 1e-9 ? 1.0 : -expm1(-x) / x;
}

typedef struct sums {
    double tau, error, variance;
} sums;

/* The sums over all cells, given their frequencies and means. */
static sums enumerate(int tau, const unsigned *f, const double *lambda, double pi)
{
    sums s = { 0 };
    const double d = 1e-3;
    for (size_t k = 0; k < CELLS; k++) {
        const double l = lambda[k], mu = pi * l;
        if (!(l > 0))
            continue; /* a category that does not occur */
        const double step = d * l;
        const double slope = (h(tau, l + step, pi) - h(tau, l - step, pi)) / (2 * step);
        const double bend =
            (h(tau, l + step, pi) - 2 * h(tau, l, pi) + h(tau, l - step, pi)) / (step * step);
        const double a = -l * exp(-mu) * slope, b = l * exp(-mu) * bend / (2 * pi);
        s.tau += f[k] == 1 ? h(tau, l, pi) : 0.0;
        s.error += a * (f[k] - mu) + b * ((f[k] - mu) * (f[k] - mu) - f[k]);
        s.variance += a * a * mu + 2 * b * b * mu * mu;
    }
    return s;
}

/* Population means under independence. */
static void independence(const unsigned *f, double pi, double *lambda)
{
    double a[A] = { 0 }, b[B] = { 0 }, c[C] = { 0 }, n = 0;
    for (size_t k = 0; k < CELLS; k++) {
        a[k / (B * C)] += f[k];
        b[k / C % B] += f[k];
        c[k % C] += f[k];
        n += f[k];
    }
    for (size_t k = 0; k < CELLS; k++)
        lambda[k] = a[k / (B * C)] * b[k / C % B] * c[k % C] / (n * n) / pi;
}

static void check_sums(const tacit_result *r, const sums *one, const sums *two)
{
    assert_near(figure(r, "tau1"), one->tau, 1e-9);
    assert_near(figure(r, "tau2"), two->tau, 1e-9);
    assert_near(figure(r, "error1"), one->error, 1e-4 * sqrt(one->variance) + 1e-6);
    assert_near(figure(r, "error2"), two->error, 1e-4 * sqrt(two->variance) + 1e-6);
    assert_near(figure(r, "test1"), one->error / sqrt(one->variance), 1e-3);
    assert_near(figure(r, "test2"), two->error / sqrt(two->variance), 1e-3);
}

static void test_enumeration(void **state)
{
    tacit_rng rng = tacit_rng_seed(2008);
    for (int round = 0; round < 300; round++) {
        unsigned f[CELLS] = { 0 };
        double lambda[CELLS];
        const size_t n = 5 + tacit_rng_below(&rng, 400);
        const double pi = 0.02 + 0.9 * tacit_rng_uniform(&rng) * tacit_rng_uniform(&rng);
        for (size_t i = 0; i < n; i++)
            f[(size_t)(tacit_rng_uniform(&rng) * (double)tacit_rng_below(&rng, CELLS))]++;
        tacit_table *t = table_of_cells(*state, f);
        tacit_result *r = measure(*state, t, pi, MAIN);
        independence(f, pi, lambda);
        const sums one = enumerate(1, f, lambda, pi), two = enumerate(2, f, lambda, pi);
        check_sums(r, &one, &two);
        json_decref(r);
        tacit_table_free(t);
    }
}

/* ---- truth ---- */

static unsigned poisson(tacit_rng *rng, double mean)
{
    const double limit = exp(-mean);
    unsigned n = 0;
    for (double p = tacit_rng_uniform(rng); p > limit; p *= tacit_rng_uniform(rng))
        n++;
    return n;
}

/* A population drawn with these means, and a sample of it. */
typedef struct drawn {
    unsigned F[CELLS], f[CELLS];
    double tau1, tau2; /* counted */
} drawn;

static void draw(tacit_rng *rng, const double *lambda, double pi, drawn *d)
{
    *d = (drawn){ 0 };
    for (size_t k = 0; k < CELLS; k++) {
        d->F[k] = poisson(rng, lambda[k]);
        for (unsigned i = 0; i < d->F[k]; i++)
            d->f[k] += tacit_rng_uniform(rng) <= pi;
        d->tau1 += d->f[k] == 1 && d->F[k] == 1;
        d->tau2 += d->f[k] == 1 ? 1.0 / d->F[k] : 0.0;
    }
}

/* Mean and standard error of numbers added one by one. */
typedef struct track {
    double n, sum, squares;
} track;

static void add(track *t, double x)
{
    t->n += 1;
    t->sum += x;
    t->squares += x * x;
}

static double mean_of(const track *t)
{
    return t->sum / t->n;
}

static double sd_of(const track *t)
{
    return sqrt((t->squares - t->sum * t->sum / t->n) / (t->n - 1));
}

/* Four standard errors of a mean. */
static double four_errors(const track *t)
{
    return 4.0 * sd_of(t) / sqrt(t->n);
}

/* Population means: skew margins, and all three two-way interactions with normal effects of
 * standard deviation `bond` drawn from `rng`. */
static void true_means(tacit_rng *rng, double size, double bond, double *lambda)
{
    double ab[A * B], ac[A * C], bc[B * C], sum = 0;
    for (size_t k = 0; k < A * B; k++)
        ab[k] = bond * tacit_rng_normal(rng);
    for (size_t k = 0; k < A * C; k++)
        ac[k] = bond * tacit_rng_normal(rng);
    for (size_t k = 0; k < B * C; k++)
        bc[k] = bond * tacit_rng_normal(rng);
    for (size_t k = 0; k < CELLS; k++) {
        const size_t a = k / (B * C), b = k / C % B, c = k % C;
        lambda[k] = exp(-0.15 * (double)a - 0.2 * (double)b - 0.15 * (double)c + ab[a * B + b] +
                        ac[a * C + c] + bc[b * C + c]);
        sum += lambda[k];
    }
    for (size_t k = 0; k < CELLS; k++)
        lambda[k] *= size / sum;
}

/* The bias of tau when independence is true and its margins are fitted, to second order.  The
 * relative error e of a fitted mean has the variance s = 1/n_a + 1/n_b + 1/n_c - 2/n, n_. being
 * the expected margins of the sample; given f = 1 in place of its mean mu, a cell's own record
 * shifts e by (1 - mu) s.  So E h(lambda (1 + e)) - h is h' lambda (1 - mu) s + h'' lambda^2 s/2
 * in each cell with f = 1, whose probability is mu exp(-mu). */
static double fitted_bias(int tau, const double *lambda, double pi)
{
    double a[A] = { 0 }, b[B] = { 0 }, c[C] = { 0 }, n = 0, bias = 0;
    for (size_t k = 0; k < CELLS; k++) {
        a[k / (B * C)] += pi * lambda[k];
        b[k / C % B] += pi * lambda[k];
        c[k % C] += pi * lambda[k];
        n += pi * lambda[k];
    }
    for (size_t k = 0; k < CELLS; k++) {
        const double l = lambda[k], mu = pi * l, d = 1e-3 * l;
        const double s = 1 / a[k / (B * C)] + 1 / b[k / C % B] + 1 / c[k % C] - 2 / n;
        const double slope = (h(tau, l + d, pi) - h(tau, l - d, pi)) / (2 * d);
        const double bend = (h(tau, l + d, pi) - 2 * h(tau, l, pi) + h(tau, l - d, pi)) / (d * d);
        bias += mu * exp(-mu) * (slope * l * (1 - mu) * s + bend * l * l * s / 2);
    }
    return bias;
}

enum { POPULATIONS = 200 };

/* With the true means in place of fitted ones, theory is exact: the mean of tau - truth and of
 * z is 0, the variance of z is 1. */
static void test_true_means(void **state)
{
    (void)state;
    const double pi = 0.2;
    for (int tau = 1; tau <= 2; tau++) {
        track wrong = { 0 }, z = { 0 }, square = { 0 };
        for (uint64_t seed = 1; seed <= POPULATIONS; seed++) {
            tacit_rng rng = tacit_rng_seed(seed);
            double lambda[CELLS];
            drawn d;
            true_means(&rng, 4000, 0.0, lambda);
            draw(&rng, lambda, pi, &d);
            const sums s = enumerate(tau, d.f, lambda, pi);
            const double x = s.error / sqrt(s.variance);
            add(&wrong, s.tau - (tau == 1 ? d.tau1 : d.tau2));
            add(&z, x);
            add(&square, x * x);
        }
        print_message("# true means, tau%d: error %.3f, z %.3f, z^2 %.3f\n", tau, mean_of(&wrong),
                      mean_of(&z), mean_of(&square));
        assert_near(mean_of(&wrong), 0, four_errors(&wrong));
        assert_near(mean_of(&z), 0, four_errors(&z));
        assert_near(mean_of(&square), 1, four_errors(&square));
    }
}

/* The model is right and fitted: tau has the bias of theory, of which terms of higher order may
 * be half; the test says that too much is left out in at most 2.5 % of the populations, 5 + four
 * standard deviations. */
static void test_truth(void **state)
{
    static const char *const names[2][2] = { { "tau1", "test1" }, { "tau2", "test2" } };
    track wrong[2] = { { 0 } }, z[2] = { { 0 } }, naive = { 0 }, truth = { 0 };
    double bias[2] = { 0 }, alarms[2] = { 0 };
    for (uint64_t seed = 1; seed <= POPULATIONS; seed++) {
        tacit_rng rng = tacit_rng_seed(seed);
        double lambda[CELLS], sample[CELLS], sum = 0;
        drawn d;
        true_means(&rng, 4000, 0.0, lambda);
        draw(&rng, lambda, 0.2, &d);
        tacit_table *t = table_of_cells(*state, d.f);
        tacit_result *r = measure(*state, t, 0.2, MAIN);
        for (int k = 0; k < 2; k++) {
            add(&wrong[k], figure(r, names[k][0]) - (k == 0 ? d.tau1 : d.tau2));
            add(&z[k], figure(r, names[k][1]));
            alarms[k] += figure(r, names[k][1]) > 1.96;
            bias[k] = fitted_bias(k + 1, lambda, 0.2);
        }
        add(&truth, d.tau1);
        /* what comes out if sample means stand in the place of population means */
        independence(d.f, 1.0, sample);
        for (size_t k = 0; k < CELLS; k++)
            sum += d.f[k] == 1 ? exp(-sample[k] * 0.8) : 0;
        add(&naive, sum - d.tau1);
        json_decref(r);
        tacit_table_free(t);
    }
    for (int k = 0; k < 2; k++) {
        print_message("# tau%d: error %.3f +- %.3f, by theory %.3f; z %.3f, sd %.3f, alarms %.0f\n",
                      k + 1, mean_of(&wrong[k]), four_errors(&wrong[k]) / 4, bias[k],
                      mean_of(&z[k]), sd_of(&z[k]), alarms[k]);
        assert_near(mean_of(&wrong[k]), bias[k], four_errors(&wrong[k]) + 0.5 * fabs(bias[k]));
        assert_true(alarms[k] <= 5 + 4 * sqrt(5));
    }
    assert_true(mean_of(&naive) > four_errors(&naive)); /* and that is far too much */
    assert_true(mean_of(&naive) > 0.5 * mean_of(&truth));
}

/* Independence is wrong: 40 populations with random interactions of all pairs of keys. */
static void test_underfit(void **state)
{
    enum { ROUNDS = 40 };
    track independent = { 0 }, searched = { 0 }, gain = { 0 }, truth = { 0 };
    double noticed = 0;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        tacit_rng rng = tacit_rng_seed(seed);
        double lambda[CELLS];
        drawn d;
        true_means(&rng, 20000, 0.7, lambda);
        draw(&rng, lambda, 0.2, &d);
        tacit_table *t = table_of_cells(*state, d.f);
        tacit_result *r = measure(*state, t, 0.2, MAIN), *s = measure(*state, t, 0.2, SEARCH);
        const double before = figure(r, "tau2") - d.tau2, after = figure(s, "tau2") - d.tau2;
        add(&truth, d.tau2);
        add(&independent, before);
        add(&searched, after);
        add(&gain, fabs(before) - fabs(after));
        noticed += figure(r, "test2") > 1.96;
        json_decref(r);
        json_decref(s);
        tacit_table_free(t);
    }
    print_message("# interactions: tau2 %.1f; error by independence %.2f (sd %.2f), by search %.2f "
                  "(sd %.2f); gain %.2f +- %.2f; noticed in %.0f of %d\n",
                  mean_of(&truth), mean_of(&independent), sd_of(&independent), mean_of(&searched),
                  sd_of(&searched), mean_of(&gain), four_errors(&gain) / 4, noticed, (int)ROUNDS);
    assert_true(noticed > ROUNDS / 2);
    assert_true(mean_of(&gain) > four_errors(&gain));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_enumeration),
        with_context(test_true_means),
        with_context(test_truth),
        with_context(test_underfit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
