/*
 * compose.c - several answers together.
 *
 * Pure guarantees e_1 ... e_k are at worst randomised responses, so that together their loss is
 * L = sum of +-e_i, where +e_i has probability exp(e_i)/(1 + exp(e_i)), and
 * delta(e) = E max(0, 1 - exp(e - L)).  Equal ones are taken together, by binomial coefficients.
 */
#include "privacy/accountant/compose.h"

#include <math.h>

/* log C(n, k). */
static double log_choose(double n, double k)
{
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

/* The sum of a term for each way in which the guarantees from `g` on can turn out, given the loss
 * and the log probability so far. */
static double sum_terms(const tacit_guarantee *g, size_t n, double loss, double log_chance,
                        double e)
{
    if (n == 0)
        return loss > e ? exp(log_chance) * -expm1(e - loss) : 0.0;
    const double k = (double)g->times, log_no = -g->epsilon - log1p(exp(-g->epsilon)),
                 log_yes = -log1p(exp(-g->epsilon));
    double sum = 0.0;
    for (uint64_t no = 0; no <= g->times; no++) {
        const double l = (double)no;
        sum += sum_terms(g + 1, n - 1, loss + (k - 2 * l) * g->epsilon,
                         log_chance + log_choose(k, l) + l * log_no + (k - l) * log_yes, e);
    }
    return sum;
}

double tacit_compose_delta(const tacit_guarantee *g, size_t n, double e)
{
    return sum_terms(g, n, 0.0, 0.0, e);
}

double tacit_compose_terms(const tacit_guarantee *g, size_t n)
{
    double terms = 1.0;
    for (size_t i = 0; i < n; i++)
        terms *= (double)g[i].times + 1;
    return terms;
}

/* Sum of all epsilons. */
static double basic(const tacit_guarantee *g, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += g[i].epsilon * (double)g[i].times;
    return sum;
}

double tacit_compose_epsilon(const tacit_guarantee *g, size_t n, double delta)
{
    double low = 0.0, high = basic(g, n);
    if (tacit_compose_delta(g, n, 0.0) <= delta)
        return 0.0;
    for (int i = 0; i < 60; i++) {
        const double middle = low + (high - low) / 2;
        *(tacit_compose_delta(g, n, middle) > delta ? &low : &high) = middle;
    }
    return high;
}

double tacit_compose_bound(const tacit_guarantee *g, size_t n, double delta)
{
    double drift = 0.0, squares = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double e = g[i].epsilon, k = (double)g[i].times;
        drift += k * e * tanh(e / 2);
        squares += k * e * e;
    }
    return fmin(basic(g, n), drift + fmin(sqrt(2 * squares * log(M_E + sqrt(squares) / delta)),
                                          sqrt(2 * squares * log(1 / delta))));
}

double tacit_compose_advanced(double epsilon, uint64_t times, double delta)
{
    const double k = (double)times;
    return epsilon * sqrt(2 * k * log(1 / delta)) + k * epsilon * expm1(epsilon);
}

double tacit_compose_total_delta(const tacit_guarantee *g, size_t n, double slack)
{
    double log_kept = log1p(-slack);
    for (size_t i = 0; i < n; i++)
        log_kept += (double)g[i].times * log1p(-g[i].delta);
    return -expm1(log_kept);
}

tacit_guarantee tacit_group_guarantee(tacit_guarantee g, uint64_t persons)
{
    const double k = (double)persons;
    return (tacit_guarantee){ .epsilon = k * g.epsilon,
                              .delta = fmin(1.0, k * exp((k - 1) * g.epsilon) * g.delta),
                              .times = g.times };
}

tacit_guarantee tacit_sample_guarantee(tacit_guarantee g, double rate)
{
    TACIT_ASSERT(rate > 0 && rate <= 1);
    const double e = g.epsilon < 700 ? log1p(rate * expm1(g.epsilon)) : g.epsilon + log(rate);
    return (tacit_guarantee){ .epsilon = e, .delta = rate * g.delta, .times = g.times };
}

tacit_status tacit_parallel_guarantee(tacit_ctx *cx, const tacit_guarantee *part, size_t n,
                                      bool declared, tacit_guarantee *out)
{
    tacit_guarantee most = { .times = 1 };
    if (!declared || n == 0)
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "Answers about parts of the data cost no more than one of them only if the "
            "parts were declared before the data was seen; declare them.");
    for (size_t i = 0; i < n; i++) {
        const double e = (double)part[i].times * part[i].epsilon;
        most.epsilon = fmax(most.epsilon, e);
        most.delta = fmax(most.delta, tacit_compose_total_delta(&part[i], 1, 0.0));
    }
    *out = most;
    return TACIT_OK;
}
