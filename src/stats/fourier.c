/*
 * fourier.c - the discrete Fourier transform by Cooley and Tukey (1965), in place, radix 2.
 *
 * Roots of unity are taken from a table, each computed by itself, so that errors do not add up.
 */
#include "stats/fourier.h"

#include <math.h>

/* Put x_j at the place of j with its bits in reverse order. */
static void reverse_bits(tacit_complex *x, size_t n)
{
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j |= bit;
        if (i < j) {
            const tacit_complex old = x[i];
            x[i] = x[j];
            x[j] = old;
        }
    }
}

tacit_status tacit_fourier(tacit_ctx *cx, tacit_complex *x, size_t n, bool back)
{
    TACIT_ASSERT(n > 0 && (n & (n - 1)) == 0);
    const size_t mark = tacit_scratch_mark(cx);
    const double turn = (back ? 2 : -2) * M_PI / (double)n, scale = back ? 1 / (double)n : 1;
    tacit_complex *root = NULL;
    TACIT_TRY(tacit_scratch(cx, n / 2 + 1, sizeof *root, &root));
    for (size_t k = 0; k < n / 2; k++)
        root[k] = (tacit_complex){ cos(turn * (double)k), sin(turn * (double)k) };
    reverse_bits(x, n);
    for (size_t half = 1; half < n; half *= 2)
        for (size_t from = 0; from < n; from += 2 * half)
            for (size_t k = 0; k < half; k++) {
                const tacit_complex r = root[k * (n / half / 2)];
                tacit_complex *a = &x[from + k], *b = a + half;
                const tacit_complex t = { r.re * b->re - r.im * b->im,
                                          r.re * b->im + r.im * b->re };
                *b = (tacit_complex){ a->re - t.re, a->im - t.im };
                *a = (tacit_complex){ a->re + t.re, a->im + t.im };
            }
    for (size_t k = 0; k < n; k++)
        x[k] = (tacit_complex){ scale * x[k].re, scale * x[k].im };
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
