/*
 * pram.h - transition matrices in files or found, for whoever masks with them or estimates after.
 */
#ifndef TACIT_MICRO_METHOD_PRAM_PRAM_H
#define TACIT_MICRO_METHOD_PRAM_PRAM_H

#include "base/context.h"

/* A matrix read from a file.  In scratch memory. */
typedef struct tacit_pram_given {
    const char *path;
    size_t n;
    const char *const *label; /* "" stands for missing */
    const double *p;          /* n * n, row by row; rows sum to 1 */
} tacit_pram_given;

/* Categories that a matrix is looked for over. */
enum { TACIT_PRAM_MOST_OPTIMISED = 30 };

/* What is asked of a matrix that is looked for. */
typedef struct tacit_pram_wish {
    size_t n;
    const double *count; /* of each category, above 0 */
    double posterior;    /* the most that a released category may say of what was there */
    bool invariant;
    size_t nodes; /* of the search at most */
} tacit_pram_wish;

/* The matrix that was found, in scratch memory. */
typedef struct tacit_pram_optimum {
    const double *p; /* n * n, row by row */
    double spread;   /* variances of the frequencies after masking, added up; not invariant: cells
                        that change */
    double least;    /* no matrix has less */
} tacit_pram_optimum;

/* Find the matrix with the least spread of those after which nobody who sees a category l believes
 * in a category k with more than `posterior`, or than its share if that is more (optimum.c). */
tacit_status tacit_pram_optimise(tacit_ctx *cx, const tacit_pram_wish *wish,
                                 tacit_pram_optimum *out);

/* Read the matrix in the file at `path` (pram_matrix.c). */
tacit_status tacit_pram_read(tacit_ctx *cx, const char *path, tacit_pram_given *out);

#endif
