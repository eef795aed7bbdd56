/*
 * predicate.h - conditions on columns that are meant to fit one person.
 */
#ifndef TACIT_MICRO_RISK_INFERENCE_PREDICATE_H
#define TACIT_MICRO_RISK_INFERENCE_PREDICATE_H

#include "micro/risk/attack/attack.h"

/* Conditions that a predicate has at most. */
enum { TACIT_CONDITIONS = 8 };

typedef enum tacit_relation {
    TACIT_AT_MOST = 0,
    TACIT_AT_LEAST,
    TACIT_EQUAL,
    TACIT_MISSING
} tacit_relation;

/* One condition: on coordinate `column` if it is below the crowd's p, else on the code
 * `column` - p. */
typedef struct tacit_condition {
    uint32_t column;
    tacit_relation relation;
    double x;
    uint32_t code;
} tacit_condition;

/* All of n conditions. */
typedef struct tacit_predicate {
    size_t n;
    tacit_condition at[TACIT_CONDITIONS];
} tacit_predicate;

/* A set of records column by column, in scratch memory. */
typedef struct tacit_columns {
    size_t n, p;
    double *x;      /* coordinate c of record i at c * n + i */
    uint32_t *code; /* code c of record i at c * n + i */
} tacit_columns;

/* Turn the records of a set of a crowd into columns. */
tacit_status tacit_columns_of(tacit_ctx *cx, const tacit_crowd *crowd, size_t set,
                              tacit_columns *out);

/* How many records meet the predicate; counting stops at `most`. */
size_t tacit_predicate_count(const tacit_predicate *p, const tacit_columns *columns, size_t most);

/* A hash by which equal predicates are found; the order of conditions counts. */
uint64_t tacit_predicate_hash(const tacit_predicate *p);

#endif
