/*
 * kernel.h - the whole vectors z with A z = 0, for a matrix A of small whole numbers.
 *
 * They are the sums of whole multiples of some of them, a basis.  Unit vectors are one as long as
 * there is no row; each row takes one vector away, from which the others are freed by whole
 * multiples, as Euclid does it (Cohen 1993, A Course in Computational Algebraic Number
 * Theory, 2.4). Then vectors are shortened by one another while that makes them shorter, so that
 * most of them move few columns by 1 or -1.
 *
 * O(rows * columns * (terms of a row + vectors it concerns)); memory 4 bytes times columns squared.
 */
#ifndef TACIT_SOLVE_KERNEL_H
#define TACIT_SOLVE_KERNEL_H

#include "solve/tableau.h"

typedef struct tacit_kernel {
    size_t n;        /* vectors */
    int32_t **basis; /* each has a number of every column */
} tacit_kernel;

/* The kernel of `a`, in scratch memory.  Vectors whose numbers grow too large are left out. */
tacit_status tacit_kernel_find(tacit_ctx *cx, const tacit_sparse *a, tacit_kernel *out);

/* The kernel of the first `n` columns of `a`, and of each other column j what they are in a vector
 * that has it once and none of the others besides: `more[j - n]`, of n numbers; NULL if there is
 * none, or none was found. */
tacit_status tacit_kernel_find_more(tacit_ctx *cx, const tacit_sparse *a, size_t n,
                                    tacit_kernel *out, int32_t **more);

#endif
