/*
 * draw.h - exact draws: integers whose probabilities are those of the formula, not near them.
 *
 * Canonne, Kamath and Steinke (2020), The discrete Gaussian for differential privacy, algorithms 1
 * to 3, in integers of 128 bits.  No floating-point number is near a draw, so there are no values
 * that only some data can give (Mironov 2012; Haney et al. 2022).  Each draw takes a number of
 * bytes that depends on what is drawn: its time is correlated with the size of the noise, so noise
 * is drawn before a question is answered (mechanism/mechanism.h).
 *
 * Bounds within which nothing overflows are given for each; callers check them, and that is
 * asserted.
 */
#ifndef TACIT_PRIVACY_SAMPLE_DRAW_H
#define TACIT_PRIVACY_SAMPLE_DRAW_H

#include "privacy/sample/keystream.h"
#include "privacy/sample/ratio.h"

/* Uniform on 0 ... n-1, without bias; n >= 1.  Takes as many bytes as n - 1 has, until it fits. */
tacit_u128 tacit_draw_below(tacit_keystream *stream, tacit_u128 n);

/* True with probability exp(-a/b); b >= 1. */
bool tacit_draw_exp(tacit_keystream *stream, tacit_u128 a, tacit_u128 b);

/* True with probability heavy / (heavy + light exp(-gamma)); both below 2^62, heavy >= 1.  Takes
 * few tries even where light is large and its odds tiny. */
bool tacit_draw_rather(tacit_keystream *stream, uint64_t heavy, uint64_t light, tacit_ratio gamma);

/* One of 0 ... n - 1 <= 32, k with probability proportional to weight[k] exp(-gamma k). */
size_t tacit_draw_falling(tacit_keystream *stream, const tacit_u128 *weight, size_t n,
                          tacit_ratio gamma);

/* The greatest scale of geometric and Laplace draws, and of its numerator. */
#define TACIT_MOST_SCALE ((uint64_t)1 << 56)
#define TACIT_MOST_TERM ((uint64_t)1 << 62)

/* P(x >= k) = exp(-k / scale), k = 0, 1, ...  `scale` is above 0 and within the bounds. */
tacit_u128 tacit_draw_geometric(tacit_keystream *stream, tacit_ratio scale);

/* P(x) = tanh(1 / (2 scale)) exp(-|x| / scale) over all integers. */
tacit_i128 tacit_draw_laplace(tacit_keystream *stream, tacit_ratio scale);

/* The greatest numerator and denominator of a variance. */
#define TACIT_MOST_VARIANCE ((uint64_t)1 << 52)

/* P(x) proportional to exp(-x^2 / (2 variance)) over all integers. */
tacit_i128 tacit_draw_gaussian(tacit_keystream *stream, tacit_ratio variance);

#endif
