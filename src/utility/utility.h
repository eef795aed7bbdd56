/*
 * utility.h - what a utility measure is.
 *
 * A utility measure compares an original table with a protected one.  Each lives in
 * one file that defines one constant and is listed by one line in utilities.def.
 * Contract for `measure`: read both tables, match columns by name, add figures, tables
 * and charts to `result`; take temporary memory from tacit_scratch() only.
 */
#ifndef TACIT_UTILITY_UTILITY_H
#define TACIT_UTILITY_UTILITY_H

#include "base/result.h"
#include "table/table.h"

/* An original and a protected table.  Rows need not correspond. */
typedef struct tacit_pair {
    const tacit_table *original, *masked;
} tacit_pair;

typedef struct tacit_utility {
    tacit_entry about;
    tacit_status (*measure)(tacit_ctx *cx, const tacit_pair *pair, const tacit_args *args,
                            tacit_result *result);
} tacit_utility;

#define TACIT_UTILITY(id) extern const tacit_utility tacit_utility_##id;
#include "utility/utilities.def"
#undef TACIT_UTILITY

extern const tacit_catalog tacit_utility_catalog;

/* The measure called `name`, or NULL. */
const tacit_utility *tacit_utility_find(const char *name);

/* Check the arguments, measure, and set `*out` to a result that the caller owns. */
tacit_status tacit_utility_run(tacit_ctx *cx, const tacit_utility *u, const tacit_pair *pair,
                               const tacit_args *args, tacit_result **out);

#endif
