/*
 * told.h - running masking methods and reading what they tell of themselves.
 */
#ifndef TACIT_TESTS_SUPPORT_TOLD_H
#define TACIT_TESTS_SUPPORT_TOLD_H

#include "support/masks.h"

/* Run the method on `t`, which must go well; the caller frees both results. */
tacit_table *run_told(tacit_ctx *cx, const mask *m, const tacit_table *t, tacit_result **told);

/* Cell `column` of row `row` of the table `name` that was told. */
double told_cell(const tacit_result *told, const char *name, size_t row, size_t column);

#endif
