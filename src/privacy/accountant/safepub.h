/*
 * safepub.h - privacy by a random sample of which only crowds are shown.
 *
 * Each record is taken with probability beta = 1 - exp(-epsilon), recoded in a way that does not
 * depend on the data, and left out unless k records of the sample are equal to it.  The result is
 * (epsilon, delta)-private, where neighbours have a record more or fewer (Li, Qardaji and Su 2012,
 * theorem 5; Bild, Kuhn and Prasser 2018), with
 *
 *   gamma = (e^epsilon - 1 + beta) / e^epsilon,
 *   delta(k) = max over n >= k / gamma - 1 of P(Binomial(n, beta) > gamma n).
 *
 * The maximum is found by going up in n until the tail bound
 * exp(-n (gamma ln(gamma / beta) - (gamma - beta))), which falls, is below what was found.  Cuts
 * are taken on the side that makes delta larger.  ARX searches the same k and returns one more.
 */
#ifndef TACIT_PRIVACY_ACCOUNTANT_SAFEPUB_H
#define TACIT_PRIVACY_ACCOUNTANT_SAFEPUB_H

#include <stdint.h>

/* The greatest epsilon, and the greatest k that is looked for. */
#define TACIT_SAFEPUB_MOST_EPSILON 5.0
#define TACIT_SAFEPUB_MOST_SIZE 100000

/* beta: the probability with which a record is taken. */
double tacit_safepub_share(double epsilon);

/* delta(k), rounded up.  O(n^2) terms for the n that are gone through. */
double tacit_safepub_delta(double epsilon, uint64_t k);

/* The least k with delta(k) < `delta`, or 0 if there is none up to the greatest. */
uint64_t tacit_safepub_size(double epsilon, double delta);

#endif
