/*
 * closeness.c - how far two histograms of answers are from what (epsilon, delta) allows.
 */
#include "support/privacy/closeness.h"

#include <math.h>

double distance_beyond(const histograms *h, double epsilon)
{
    const double n = (double)h->n;
    double sum = 0.0;
    for (size_t i = 0; i < h->cells; i++)
        sum += fmax(0.0, (double)h->a[i] / n - exp(epsilon) * ((double)h->b[i] / n));
    return sum;
}

double distance_allowed(const histograms *h, double epsilon, double delta, double alpha)
{
    const double n = (double)h->n, spread = 1 + exp(2 * epsilon);
    return delta + sqrt((double)h->cells * spread / n) / 2 +
           sqrt(spread * log(1 / alpha) / (2 * n));
}
