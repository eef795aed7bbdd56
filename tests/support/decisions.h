/*
 * decisions.h - decisions applied to parts of a table, and read back from their text.
 */
#ifndef TACIT_TESTS_SUPPORT_DECISIONS_H
#define TACIT_TESTS_SUPPORT_DECISIONS_H

#include "support/masks.h"

/* Rows from ... from + n - 1 of `t`; the caller frees. */
tacit_table *stretch_of(tacit_ctx *cx, const tacit_table *t, size_t from, size_t n);

/* The decision that its steps, printed and parsed as part of a plan, make; the caller frees. */
void read_back(tacit_ctx *cx, const tacit_decision *d, tacit_decision *out);

/* `got` has the rows of `all` from row `from` on, cell by cell. */
void assert_rows(const tacit_table *all, size_t from, const tacit_table *got, const char *who);

#endif
