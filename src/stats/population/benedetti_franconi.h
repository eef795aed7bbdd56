/*
 * benedetti_franconi.h - the expected inverse of a population frequency.
 */
#ifndef TACIT_STATS_POPULATION_BENEDETTI_FRANCONI_H
#define TACIT_STATS_POPULATION_BENEDETTI_FRANCONI_H

/* E[1 / F | f] where F given the sample frequency f >= 1/2 is negative binomial with success
 * probability 0 < p <= 1: (p / f) sum over i >= 0 of i! (1-p)^i / ((f+1) ... (f+i)).  Between
 * 0 and 1 / f, to about 1e-14 relative; f need not be whole.  0 if p is 0. */
double tacit_benedetti_franconi(double f, double p);

/* The same sum cut off after the first `terms` terms, as some programs have it. */
double tacit_benedetti_franconi_cut(double f, double p, unsigned terms);

#endif
