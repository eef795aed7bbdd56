/*
 * test_accounting.c - accountants against the sum over everything that all answers can be.
 *
 * An answer has few outputs, with probabilities P with a person and Q without; all combinations of
 * the outputs of up to three answers are gone through, and delta(e) = sum of max(0, P - exp(e) Q).
 */
#include "support/check.h"

#include "base/rng.h"
#include "privacy/accountant/accountant.h"
#include "privacy/accountant/compose.h"
#include "privacy/accountant/masses.h"

enum { MOST_OUTPUTS = 80 };

/* The outputs of one answer. */
typedef struct pair {
    size_t n;
    double p[MOST_OUTPUTS], q[MOST_OUTPUTS];
} pair;

/* Discrete Laplace moved by m steps; outputs beyond the ends say the same as the ends. */
static void add_laplace(const tacit_privacy_loss *l, pair *out)
{
    const int m = (int)l->steps;
    const double r = exp(-l->epsilon / m);
    for (int x = 0; x <= m; x++) {
        const double end = 1 / (1 + r), inner = (1 - r) / (1 + r);
        out->p[out->n] = x == 0 ? end : x == m ? pow(r, m) * end : inner * pow(r, x);
        out->q[out->n++] = x == m ? end : x == 0 ? pow(r, m) * end : inner * pow(r, m - x);
    }
}

static void add_gaussian(const tacit_privacy_loss *l, pair *out)
{
    const double m = l->steps, sigma = l->sigma * m;
    double all = 0.0;
    for (int x = -200; x <= 200; x++)
        all += exp(-x * x / (2 * sigma * sigma));
    for (int x = -30; x <= 30; x++) {
        out->p[out->n] = exp(-x * x / (2 * sigma * sigma)) / all;
        out->q[out->n++] = exp(-(x - m) * (x - m) / (2 * sigma * sigma)) / all;
    }
}

/* Randomised response, but with probability delta it is told whether the person is there. */
static void add_approximate(const tacit_privacy_loss *l, pair *out)
{
    const double r = exp(-l->epsilon), kept = (1 - l->delta) / (1 + r);
    const double p[] = { l->delta, kept, kept * r, 0 }, q[] = { 0, kept * r, kept, l->delta };
    memcpy(out->p, p, sizeof p);
    memcpy(out->q, q, sizeof q);
    out->n = 4;
}

/* The outputs, where P and Q of a sample are mixed, one way or the other. */
static pair outputs(const tacit_privacy_loss *l, tacit_direction way)
{
    pair out = { 0 };
    (l->kind == TACIT_LOSS_GAUSSIAN      ? add_gaussian
     : l->kind == TACIT_LOSS_APPROXIMATE ? add_approximate
                                         : add_laplace)(l, &out);
    for (size_t i = 0; i < out.n; i++) {
        const double mixed = (1 - l->rate) * out.q[i] + l->rate * out.p[i], q = out.q[i];
        out.p[i] = way == TACIT_WAY_REMOVE ? mixed : q;
        out.q[i] = way == TACIT_WAY_REMOVE ? q : mixed;
    }
    return out;
}

static double slow_delta(const pair *answer, size_t n, double p, double q, double e)
{
    if (n == 0)
        return fmax(0.0, p - exp(e) * q);
    double sum = 0.0;
    for (size_t i = 0; i < answer->n; i++)
        sum += slow_delta(answer + 1, n - 1, p * answer->p[i], q * answer->q[i], e);
    return sum;
}

/* One to three answers: Laplace, Gaussian on a small lattice, approximate; some on samples. */
static size_t draw_losses(tacit_rng *rng, tacit_privacy_loss loss[3])
{
    const size_t n = 1 + tacit_rng_below(rng, 3);
    const bool sampled = tacit_rng_below(rng, 3) == 0;
    for (size_t i = 0; i < n; i++) {
        loss[i] = tacit_loss_pure(0.05 + 2 * tacit_rng_uniform(rng), 1);
        loss[i].steps = (double)(1 + tacit_rng_below(rng, 6));
        if (i < 2 && tacit_rng_below(rng, 3) == 0) {
            loss[i].kind = TACIT_LOSS_GAUSSIAN;
            loss[i].sigma = (1 + tacit_rng_uniform(rng)) / loss[i].steps * 1.5;
            loss[i].epsilon = 0;
        }
        if (tacit_rng_below(rng, 5) == 0) {
            const double e = 2 * tacit_rng_uniform(rng), delta = 0.01 * tacit_rng_uniform(rng);
            loss[i] = (tacit_privacy_loss){
                .kind = TACIT_LOSS_APPROXIMATE, .epsilon = e, .delta = delta, .times = 1
            };
        }
        loss[i].rate = sampled ? 0.1 + 0.8 * tacit_rng_uniform(rng) : 1;
    }
    return n;
}

/* The grid's delta is never below the true one, and above it by little. */
static void test_masses(void **state)
{
    tacit_rng rng = tacit_rng_seed(11);
    for (int round = 0; round < 150; round++) {
        const size_t mark = tacit_scratch_mark(*state);
        tacit_privacy_loss loss[3];
        pair answer[3];
        const size_t n = draw_losses(&rng, loss);
        const tacit_spending spent = { loss, n };
        const tacit_direction way =
            tacit_rng_below(&rng, 2) == 0 ? TACIT_WAY_ADD : TACIT_WAY_REMOVE;
        const double e = 2 * tacit_rng_uniform(&rng);
        tacit_masses m;
        for (size_t i = 0; i < n; i++)
            answer[i] = outputs(&loss[i], way);
        assert_ok(*state, tacit_masses_make(*state, &spent, way, 1e-2, 1e-6, &m));
        const double truth = slow_delta(answer, n, 1, 1, e), ours = tacit_masses_delta(&m, e);
        if (!(ours >= truth - 1e-14 && ours <= truth + 1e-3))
            fail_msg("round %d: %.17g for %.17g", round, ours, truth);
        if (ours > m.beyond + 1e-12) /* and epsilon leads back to it */
            assert_near(tacit_masses_delta(&m, tacit_masses_epsilon(&m, ours)), ours, 1e-12);
        tacit_scratch_release(*state, mark);
    }
}

/* The true delta at what `who` says is not above `delta`, either way. */
static void check_accountant(tacit_ctx *cx, const tacit_accountant *who,
                             const tacit_spending *spent, double delta)
{
    double e = 0.0;
    assert_ok(cx, tacit_accountant_epsilon(cx, who, spent, delta, &e));
    for (tacit_direction way = TACIT_WAY_REMOVE; isfinite(e) && way <= TACIT_WAY_ADD; way++) {
        pair answer[3];
        for (size_t i = 0; i < spent->n; i++)
            answer[i] = outputs(&spent->loss[i], way);
        if (slow_delta(answer, spent->n, 1, 1, e) > delta)
            fail_msg("%s says %g at %g", who->about.name, e, delta);
    }
}

static void test_every_accountant(void **state)
{
    tacit_rng rng = tacit_rng_seed(12);
    for (int round = 0; round < 12; round++) {
        tacit_privacy_loss loss[3];
        const tacit_spending spent = { loss, draw_losses(&rng, loss) };
        const double delta = pow(10, -1 - 5 * tacit_rng_uniform(&rng));
        for (size_t a = 0; a < tacit_accountant_catalog.n; a++) {
            const tacit_accountant *who = (const void *)tacit_accountant_catalog.entry[a];
            if (who->epsilon != NULL)
                check_accountant(*state, who, &spent, delta);
        }
    }
}

/* Optimal composition of up to 9 randomised responses, all 2^9 ways one by one. */
static void test_composition(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(13);
    for (int round = 0; round < 500; round++) {
        tacit_guarantee g[3];
        pair answer[9];
        size_t n = 0;
        double all = 0.0;
        for (size_t k = 0; k < 3; k++) {
            g[k] = (tacit_guarantee){ .epsilon = 2 * tacit_rng_uniform(&rng),
                                      .times = tacit_rng_below(&rng, 4) };
            const tacit_privacy_loss l = tacit_loss_pure(g[k].epsilon, 1);
            for (uint64_t i = 0; i < g[k].times; i++)
                answer[n++] = outputs(&l, TACIT_WAY_REMOVE);
            all += g[k].epsilon * (double)g[k].times;
        }
        const double e = all * tacit_rng_uniform(&rng);
        const double truth = slow_delta(answer, n, 1, 1, e);
        assert_near(tacit_compose_delta(g, 3, e), truth, 1e-12);
        if (truth > 1e-9) {
            assert_near(tacit_compose_epsilon(g, 3, truth), e, 1e-4 * all);
            assert_true(tacit_compose_bound(g, 3, truth) >= e * (1 - 1e-9));
        }
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_masses),
        with_context(test_every_accountant),
        cmocka_unit_test(test_composition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
