/*
 * masks.h - running masking methods on literal tables.
 */
#ifndef TACIT_TESTS_SUPPORT_MASKS_H
#define TACIT_TESTS_SUPPORT_MASKS_H

#include "support/measures.h"

#include "micro/method/method.h"

/* A method with its arguments and the columns it is to mask. */
typedef struct mask {
    const tacit_method *method;
    arguments a;
    size_t at[MOST_FIELDS];
    const char *name[MOST_FIELDS];
    size_t n;
    uint64_t seed;
    bool system; /* private methods draw from the system, not from the seed */
} mask;

/* Start with the method's defaults, no columns and seed 42. */
mask *start_mask(mask *m, const char *method);

/* Mask also the column `name` of `t`. */
mask *add_column(mask *m, const tacit_table *t, const char *name);

/* Run the method on `t`. */
tacit_status try_mask(tacit_ctx *cx, const mask *m, const tacit_table *t, tacit_table **out);

/* Run the method on `t`, which must go well; the caller frees. */
tacit_table *run_mask(tacit_ctx *cx, const mask *m, const tacit_table *t);

/* Run the method, compare the cells of column `name`, and forget the result. */
void assert_masked(tacit_ctx *cx, const mask *m, const tacit_table *t, const char *name,
                   const char *cells);

/* The method refuses `t` with `code` and a message that has `part` in it. */
void assert_mask_fails(tacit_ctx *cx, const mask *m, const tacit_table *t, tacit_status code,
                       const char *part);

#endif
