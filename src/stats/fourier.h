/*
 * fourier.h - the discrete Fourier transform.
 */
#ifndef TACIT_STATS_FOURIER_H
#define TACIT_STATS_FOURIER_H

#include "base/context.h"

typedef struct tacit_complex {
    double re, im;
} tacit_complex;

/* Replace `x` by X_k = sum x_j exp(-2 pi i jk/n), or, if `back`, by the inverse; n is a power of 2.
 * O(n log n).  Errors are below 5 u log2(n) of the norm, u = 2^-53 (Higham 2002, theorem 24.2). */
tacit_status tacit_fourier(tacit_ctx *cx, tacit_complex *x, size_t n, bool back);

#endif
