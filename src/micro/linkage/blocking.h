/*
 * blocking.h - which pairs of records are compared at all.
 *
 * A rule names columns on which two records must agree; a pair that any rule lets through
 * is compared, once.  Rules:
 *
 *   "by"          equal values of column by
 *   "by+bm"       equal values of both
 *   "lname:3"     equal first three letters
 *   "lname~2"     neighbours: at most 2 places apart in the order of the column's distinct
 *                 values in both tables (sorted neighbourhood, Hernandez and Stolfo 1995)
 *
 * A missing value agrees with none.
 */
#ifndef TACIT_MICRO_LINKAGE_BLOCKING_H
#define TACIT_MICRO_LINKAGE_BLOCKING_H

#include "micro/linkage/linker.h"
#include "micro/linkage/truth.h"

enum { TACIT_RULES_MAX = 16 };

/* One rule made ready: records agree if their keys are at most `reach` apart. */
typedef struct tacit_block_rule {
    const uint32_t *a, *b; /* key of each row; TACIT_NO_KEY if it has none */
    uint32_t keys, reach;
    const uint32_t *start, *row; /* rows of b by key; keys + 1 starts */
} tacit_block_rule;

#define TACIT_NO_KEY UINT32_MAX

/* In scratch memory. */
typedef struct tacit_blocks {
    size_t n; /* rules */
    tacit_block_rule rule[TACIT_RULES_MAX];
    size_t n_a, n_b;
    bool within;
} tacit_blocks;

/* Make the rules ready: O(rows) a rule by hashing.  Fails if a column is not there or a
 * rule cannot be read. */
tacit_status tacit_blocks_of(tacit_ctx *cx, const tacit_link_job *job, const char *const *rules,
                             size_t n, tacit_blocks *out);

/* Index the rows of b by key: sets start and row of a rule that has its keys. */
tacit_status tacit_block_rule_index(tacit_ctx *cx, size_t n_b, tacit_block_rule *rule);

/* The rows of b to compare row i of a with, by rule, then key, then row; `out` has room for
 * n_b.  Their number. */
size_t tacit_blocks_partners(const tacit_blocks *b, size_t i, uint32_t *out);

/* Whether any rule lets the pair through. */
bool tacit_blocks_has(const tacit_blocks *b, size_t i, size_t j);

/* Pairs to compare, and how many of the true pairs are among them. */
typedef struct tacit_block_counts {
    double pairs, true_pairs;
} tacit_block_counts;
tacit_status tacit_blocks_count(tacit_ctx *cx, const tacit_blocks *b, const tacit_truth *truth,
                                tacit_block_counts *out);

#endif
