/*
 * pram.h - transition matrices in files, for whoever masks with them or estimates after it.
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

/* Read the matrix in the file at `path` (pram_matrix.c). */
tacit_status tacit_pram_read(tacit_ctx *cx, const char *path, tacit_pram_given *out);

#endif
