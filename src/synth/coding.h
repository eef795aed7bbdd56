/*
 * coding.h - a column of the original as codes: what it tells as a predictor, and which of its
 * cells are values.
 *
 * A number is drawn in two parts if some cells hold none: first the state of the cell (a value,
 * missing, or one of the special numbers), then the value.  Special are the numbers that the plan
 * names and, by itself, 0 if more than a tenth of the records have it and there are many values.
 */
#ifndef TACIT_SYNTH_CODING_H
#define TACIT_SYNTH_CODING_H

#include "stats/tree/tree.h"
#include "table/column.h"

typedef struct tacit_coding {
    const tacit_column *column;
    bool ordered;          /* a number or date */
    uint32_t levels;       /* codes as a predictor */
    bool missing;          /* of a number: the last code means that there is no value */
    const uint16_t *code;  /* of each record */
    const double *edge;    /* of a number: the least value of each code */
    uint32_t states;       /* 1 if every cell holds a value */
    uint32_t specials;     /* states that are special numbers */
    const uint16_t *state; /* of each record: 0 a value; NULL if there is one state */
    bool zero;             /* whether 0 is special by itself */
    double scale;          /* ten to the power of the decimals that all numbers have; 0: many */
    const bool *skip;      /* records that the column is not learnt from; NULL: none */
} tacit_coding;

/* Numbers that are no amounts. */
typedef struct tacit_specials {
    const double *number;
    size_t n;
} tacit_specials;

/* Code `c`, in scratch memory.  Numbers of more than 256 values are coded by quantiles; categories
 * by their values, of which those that fewer than 5 records have, and the rarest beyond 1000, share
 * a code.  O(records), and sorting. */
tacit_status tacit_coding_of(tacit_ctx *cx, const tacit_column *c, const tacit_specials *specials,
                             tacit_coding *out);

/* Fail if `c` is a text with about as many values as there are records. */
tacit_status tacit_coding_check(tacit_ctx *cx, const tacit_column *c);

/* Whether the numbers of `c`, which are no specials, lead to persons: 50 of them or more are such
 * as only one or two records have; and whether these are a fifth of all. */
typedef enum tacit_tells { TACIT_TELLS_NOBODY, TACIT_TELLS_SOME, TACIT_TELLS_MANY } tacit_tells;
tacit_status tacit_coding_tells(tacit_ctx *cx, const tacit_column *c,
                                const tacit_specials *specials, tacit_tells *out);

/* The code of a number as a predictor. */
uint16_t tacit_coding_bin(const tacit_coding *c, double x);

/* What is to be explained of some records. */
typedef struct tacit_target {
    size_t rows;
    const uint32_t *record; /* which they are; NULL: all */
    uint32_t classes;
    const uint16_t *label;
    const double *rank;
    uint32_t values;
    const uint32_t *value;
    const uint64_t *count;
} tacit_target;

/* The states of the column, and its values where it has one, in scratch memory.  A number's classes
 * are groups of a tenth of the records each, with groups of their own for values that are as common
 * as that; categories of more than 64 values have their commonest as classes and the rest as one,
 * and ranks in the order of their texts. */
tacit_status tacit_target_states(tacit_ctx *cx, const tacit_coding *c, tacit_target *out);
tacit_status tacit_target_values(tacit_ctx *cx, const tacit_coding *c, tacit_target *out);

#endif
