/*
 * safepub.c - privacy by a random sample of which only crowds are shown.
 */
#include "privacy/accountant/safepub.h"

#include <math.h>

#include "privacy/accountant/accountant.h"

/* So much a product of floating-point numbers may be off. */
static const double ROUNDING = 1e-12;

double tacit_safepub_share(double epsilon)
{
    return -expm1(-epsilon);
}

/* gamma = (e^epsilon - 1 + beta) / e^epsilon = beta (1 + e^-epsilon). */
static double cut_of(double epsilon)
{
    return tacit_safepub_share(epsilon) * (1.0 + exp(-epsilon));
}

/* P(Binomial(n, beta) >= m), from the term of m upwards; terms fall, because m > n beta. */
static double tail(double n, double m, double beta)
{
    const double log_first =
        lgamma(n + 1) - lgamma(m + 1) - lgamma(n - m + 1) + m * log(beta) + (n - m) * log1p(-beta);
    const double odds = beta / (1.0 - beta);
    double term = exp(log_first), sum = 0.0;
    for (; m <= n && term > sum * 1e-18; m++) {
        sum += term;
        term *= odds * (n - m) / (m + 1.0);
    }
    return sum;
}

double tacit_safepub_delta(double epsilon, uint64_t k)
{
    const double beta = tacit_safepub_share(epsilon), gamma = cut_of(epsilon);
    const double fall = gamma * log(gamma / beta) - (gamma - beta);
    const double from = ceil((double)k / gamma * (1.0 - ROUNDING) - 1.0);
    double most = 0.0;
    for (double n = fmax(from, 0.0); most < exp(-n * fall); n++) {
        const double m = floor(gamma * n * (1.0 - ROUNDING)) + 1.0;
        most = fmax(most, m <= n ? tail(n, m, beta) : 0.0);
    }
    return TACIT_ROUNDED_UP(fmin(most, 1.0));
}

uint64_t tacit_safepub_size(double epsilon, double delta)
{
    uint64_t low = 0, high = 1; /* delta(low) >= delta > delta(high), once that is found */
    while (high <= TACIT_SAFEPUB_MOST_SIZE && !(tacit_safepub_delta(epsilon, high) < delta)) {
        low = high;
        high *= 2;
    }
    if (high > TACIT_SAFEPUB_MOST_SIZE)
        return 0;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (tacit_safepub_delta(epsilon, middle) < delta)
            high = middle;
        else
            low = middle;
    }
    return high;
}
