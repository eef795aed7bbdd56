/*
 * odds.c - exact tails of binomial and hypergeometric laws.
 */
#include "support/privacy/odds.h"

#include <math.h>

static double log_choose(double n, double k)
{
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

/* A law with weights exp(log_weight(at, x)), and the ends between which there are any. */
typedef struct tail_law {
    double n, p;      /* of a binomial law */
    double marked;    /* of heaps of n; -1 for a binomial law */
    double low, high; /* ends */
} tail_law;

static double log_weight(const tail_law *l, double x)
{
    if (l->marked >= 0)
        return log_choose(l->n, x) + log_choose(l->n, l->marked - x) -
               log_choose(2 * l->n, l->marked);
    return log_choose(l->n, x) + x * log(l->p) + (l->n - x) * log1p(-l->p);
}

/* The weight of x + 1 over that of x. */
static double next_over(const tail_law *l, double x)
{
    if (l->marked >= 0)
        return (l->n - x) / (x + 1) * (l->marked - x) / (l->n - l->marked + x + 1);
    return (l->n - x) / (x + 1) * l->p / (1 - l->p);
}

/* The sum from x on upwards, or downwards, which is away from the mean. */
static double sum_from(const tail_law *l, double x, int way)
{
    double term = exp(log_weight(l, x)), sum = 0.0;
    for (; x >= l->low && x <= l->high && term > sum * 1e-17; x += way) {
        sum += term;
        term *= way > 0 ? next_over(l, x) : 1 / next_over(l, x - 1);
    }
    return sum;
}

/* P(X >= x): the tail that is away from the mean is summed. */
static double above(const tail_law *l, double x, double mean)
{
    if (x <= l->low)
        return 1.0;
    if (x > l->high)
        return 0.0;
    return x > mean ? sum_from(l, x, 1) : 1.0 - sum_from(l, x - 1, -1);
}

static double below(const tail_law *l, double x, double mean)
{
    if (x >= l->high)
        return 1.0;
    if (x < l->low)
        return 0.0;
    return x < mean ? sum_from(l, x, -1) : 1.0 - sum_from(l, x + 1, 1);
}

/* A binomial law; p of 0 and 1 have no logarithm and are treated by the callers. */
static tail_law binomial(uint64_t n, double p)
{
    return (tail_law){ .n = (double)n, .p = p, .marked = -1, .low = 0, .high = (double)n };
}

double binomial_above(uint64_t n, uint64_t k, double p)
{
    const tail_law l = binomial(n, p);
    if (p <= 0 || p >= 1)
        return k == 0 || (p >= 1 && k <= n) ? 1.0 : 0.0;
    return above(&l, (double)k, (double)n * p);
}

double binomial_below(uint64_t n, uint64_t k, double p)
{
    const tail_law l = binomial(n, p);
    if (p <= 0 || p >= 1)
        return p <= 0 || k >= n ? 1.0 : 0.0;
    return below(&l, (double)k, (double)n * p);
}

double least_share(uint64_t n, uint64_t k, double alpha)
{
    double low = 0.0, high = (double)k / (double)n;
    for (int i = 0; i < 60 && k > 0; i++) {
        const double p = (low + high) / 2;
        if (binomial_above(n, k, p) <= alpha)
            low = p;
        else
            high = p;
    }
    return low;
}

double most_share(uint64_t n, uint64_t k, double alpha)
{
    return 1.0 - least_share(n, n - k, alpha);
}

double heap_above(uint64_t n, uint64_t marked, uint64_t k)
{
    const double m = (double)marked, size = (double)n;
    const tail_law l = {
        .n = size, .marked = m, .low = fmax(0.0, m - size), .high = fmin(m, size)
    };
    return above(&l, (double)k, m / 2);
}

uint64_t thinned(tacit_rng *rng, uint64_t k, double p)
{
    uint64_t left = 0;
    for (uint64_t i = 0; i < k; i++)
        left += tacit_rng_uniform(rng) <= p;
    return left;
}

double share_p_value(uint64_t n, uint64_t k, double p)
{
    const double high = binomial_above(n, k, p), low = binomial_below(n, k, p);
    return fmin(1.0, 2 * fmin(high, low));
}
