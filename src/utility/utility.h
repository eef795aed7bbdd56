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
#include "hierarchy/hierarchy.h"
#include "table/table.h"

/* An original and a protected table, and what else is known; all borrowed. */
typedef struct tacit_pair {
    const tacit_table *original, *masked;
    bool independent; /* row i of one is not row i of the other */
    const tacit_hierarchy_spec *hierarchies;
    size_t n_hierarchies;
} tacit_pair;

/* What a measure needs of a pair; bits. */
enum tacit_pair_need {
    TACIT_PAIR_ROWS = 1,     /* row i of one table is row i of the other */
    TACIT_PAIR_KEYS = 2,     /* at least one key column that both tables have */
    TACIT_PAIR_SENSITIVE = 4 /* at least one sensitive column that both tables have */
};

/* What is true of a measure; bits. */
enum tacit_utility_trait {
    TACIT_UTILITY_COSTLY = 1,    /* more than a few passes: on large data only if it is named */
    TACIT_UTILITY_ON_REQUEST = 2 /* only if it or its family is named */
};

typedef struct tacit_utility {
    tacit_entry about;
    unsigned needs;  /* bits of tacit_pair_need */
    unsigned traits; /* bits of tacit_utility_trait */
    tacit_status (*measure)(tacit_ctx *cx, const tacit_pair *pair, const tacit_args *args,
                            tacit_result *result);
} tacit_utility;

#define TACIT_UTILITY(id) extern const tacit_utility tacit_utility_##id;
#include "utility/utilities.def"
#undef TACIT_UTILITY

extern const tacit_catalog tacit_utility_catalog;

/* The measure called `name`, or NULL. */
const tacit_utility *tacit_utility_find(const char *name);

/* Check that the pair has what `needs` asks for; the sentence names `who`. */
tacit_status tacit_pair_check(tacit_ctx *cx, const tacit_pair *pair, const char *who,
                              unsigned needs);

/* Check the arguments and the pair, measure, and set `*out` to a result that the caller owns. */
tacit_status tacit_utility_run(tacit_ctx *cx, const tacit_utility *u, const tacit_pair *pair,
                               const tacit_args *args, tacit_result **out);

#endif
