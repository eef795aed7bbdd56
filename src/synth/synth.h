/*
 * synth.h - a synthetic file: columns made one after the other.
 */
#ifndef TACIT_SYNTH_SYNTH_H
#define TACIT_SYNTH_SYNTH_H

#include "synth/generator.h"
#include "synth/tie/tie.h"

/* One column to be made; all borrowed. */
typedef struct tacit_synth_column {
    size_t at;                        /* in the original */
    const tacit_generator *generator; /* NULL: the column is kept as it is, or derived */
    bool derived;                     /* by a formula of spec->words, from any columns */
    const tacit_column *given;        /* of a kept one: its cells in all sets, or NULL */
    size_t together;                  /* columns from this on that are made at once; 0: those of
                                       * a column before it */
    const tacit_args *args;           /* for it */
    tacit_select predictors;          /* positions among the columns of the spec, before its own */
    tacit_specials specials;
} tacit_synth_column;

/* What the making of a column came to. */
typedef struct tacit_synth_told {
    uint32_t states;   /* kinds of cells of a number; 1 if all are values */
    bool zero;         /* whether 0 was taken for special by itself */
    size_t pools;      /* that donors were drawn from */
    size_t raised;     /* leaves that gave way to a wider pool */
    size_t filled;     /* rows whose cell follows from others */
    size_t backed_off; /* rows that drew from a wider pool, as none of theirs was allowed ... */
    size_t placed;     /* ... and those that got a number which no record has */
    size_t guarded;    /* rows that changed donors so as not to copy a person ... */
    size_t stayed;     /* ... and those that could not */
    size_t strange;    /* given cells with a text that no record has */
    bool whole;        /* of households: all members have one value */
} tacit_synth_told;

typedef struct tacit_synth_spec {
    const tacit_table *data;
    tacit_table *taken; /* the data, where it was made for a part of the work; otherwise NULL */
    const tacit_synth_column *column; /* in the order in which they are made */
    size_t n;
    size_t rows, sets; /* of each set; a kept column needs as many rows as the data has */
    bool dealt;
    const tacit_tie_words *words; /* what must hold, and does in the data; NULL: nothing is said */
    bool guard; /* a row takes no cell of a person whom alone it equals so far (guard/guard.h) */
    bool in_order; /* rows are as they are given or drawn, for a caller who sees to their order */
    /* Of the original records, each NULL if it plays no part: */
    const uint32_t *unit; /* which of `units` a record is of */
    size_t units;
    const uint32_t *stratum; /* which of `strata` it is in: these are made apart */
    size_t strata;
    const double *weight; /* how many a record stands for: a population is made ... */
    double weights;       /* ... and their sum */
    const bool *only;     /* records that the first `only_columns` columns are learnt from */
    size_t only_columns, only_records;
    const bool *where; /* records that are made; the others stay as they are, row by row */
    bool proper;       /* each set is learnt from a Bayesian bootstrap of its own */
    tacit_rng rng;
} tacit_synth_spec;

/* Make `spec->sets` tables with the columns of the spec in the order of the data, rows in random
 * order.  `told` has room for each column of the spec; so has `out` for each set, which the caller
 * frees, also after a failure.  The same for any number of threads.  Cost: that of the generators;
 * what was learnt is used for all sets. */
tacit_status tacit_synth_make(tacit_ctx *cx, const tacit_synth_spec *spec, tacit_synth_told *told,
                              tacit_table **out);

#endif
