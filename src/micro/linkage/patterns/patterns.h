/*
 * patterns.h - fields of two tables made ready to compare, and how many pairs of records
 * show which pattern, without listing pairs.
 *
 * A field has the distinct values of each side numbered, and for each value of the first
 * side the runs of values of the second that agree with it to some degree.  Each run adds
 * to the level, so that nested runs (a tolerance of 0.1 within one of 0.3) give 2, 1, 0.
 */
#ifndef TACIT_MICRO_LINKAGE_PATTERNS_PATTERNS_H
#define TACIT_MICRO_LINKAGE_PATTERNS_PATTERNS_H

#include "micro/linkage/fellegi_sunter.h"

/* Values low ... high - 1 of the second side: their level rises by `add`. */
typedef struct tacit_run {
    uint32_t low, high, add;
} tacit_run;

/* One field, in scratch memory.  For pairs within one table both sides are the same. */
typedef struct tacit_link_field {
    const char *name;
    uint8_t levels;        /* 2 ... TACIT_LEVELS_MAX; level levels - 1 is the best */
    bool exact;            /* two levels, equal or not: each value has at most one run of one */
    uint32_t n_a, n_b;     /* distinct values of each side */
    const uint32_t *a, *b; /* value of each row; n_a (n_b) if missing */
    const size_t *from;    /* runs of value v: from[v] ... from[v + 1] - 1; n_a + 1 of them */
    const tacit_run *run;  /* by `low` */
} tacit_link_field;

/* Which pairs: every row of a with every row of b, or rows i < j of one table. */
typedef struct tacit_pattern_pairs {
    size_t n_a, n_b;
    bool within; /* n_a = n_b and a = b in every field */
    size_t fields;
    const tacit_link_field *field;
} tacit_pattern_pairs;

/* The level that a pair of values shows on a field; field->levels if one is missing. */
uint8_t tacit_link_field_level(const tacit_link_field *field, uint32_t a, uint32_t b);

/* Value of record r on the exact field k, numbered as those of b; n_b if it is missing or
 * agrees with none.  Records of b follow those of a. */
uint32_t tacit_shared_value(const tacit_pattern_pairs *pairs, size_t k, size_t r);

/* A pattern as one number: the sum of level * stride; a field without missing values has no
 * missing level. */
typedef struct tacit_pattern_code {
    size_t fields;
    uint8_t levels[TACIT_FIELDS_MAX], radix[TACIT_FIELDS_MAX];
    uint32_t stride[TACIT_FIELDS_MAX];
    uint32_t size; /* codes are below */
} tacit_pattern_code;

/* Patterns beyond this number are too many to count. */
enum { TACIT_PATTERNS_MAX = 1 << 22 };

/* The code of `pairs`; fails if there are too many patterns, saying what to do. */
tacit_status tacit_pattern_code_of(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                   tacit_pattern_code *out);

/* The levels of `code`, one for each field. */
void tacit_pattern_levels(const tacit_pattern_code *c, uint32_t code, uint8_t *level);

/* The code of the pair of rows i and j. */
uint32_t tacit_pattern_of(const tacit_pattern_code *c, const tacit_pattern_pairs *pairs, size_t i,
                          size_t j);

/* How many pairs there are. */
double tacit_pairs_count(const tacit_pattern_pairs *pairs);

/* How many pairs show which pattern, in ascending order of code; in scratch memory.
 * Fields that are all exact are counted by groups of equal records where that is cheaper
 * (patterns_exact.c), others by a loop over rows (pattern_rows.h). */
tacit_status tacit_patterns_count(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                  tacit_patterns *out);

/* The patterns that `count` (c->size of them, by code) has, in scratch memory. */
tacit_status tacit_patterns_from(tacit_ctx *cx, const tacit_pattern_code *c, const uint64_t *count,
                                 tacit_patterns *out);

/* By groups of equal records: add to count (by code) the pairs of exact fields only.
 * O(2^fields * rows) at worst. */
tacit_status tacit_patterns_count_exact(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                        const tacit_pattern_code *c, uint64_t *count);

#endif
