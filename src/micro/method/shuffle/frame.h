/*
 * frame.h - masked columns with their predictors, for methods that draw given those.
 */
#ifndef TACIT_MICRO_METHOD_SHUFFLE_FRAME_H
#define TACIT_MICRO_METHOD_SHUFFLE_FRAME_H

#include "micro/method/matrix.h"
#include "stats/linear/conditional.h"
#include "stats/linear/scores.h"

/* Parameters that shuffle, copula_shuffle and gadp share. */
#define TACIT_SHUFFLE_BY                                                                           \
    {                                                                                              \
        .name = "by", .type = TACIT_PARAM_COLUMNS, .need = TACIT_OPTIONAL,                         \
        .help = "predictors; all other numeric columns but weights, households and identifiers "   \
                "if not given"                                                                     \
    }
#define TACIT_SHUFFLE_PROXIMITY                                                                    \
    {                                                                                              \
        .name = "proximity", .type = TACIT_PARAM_REAL, .max = 1.0,                                 \
        .help = "how much of a value's own deviation from its prediction is kept: 0 none, 1 all"   \
    }

/* A column of the matrix: numbers, or 1 where a category column has value number `value`. */
typedef struct tacit_term {
    size_t column;
    const uint32_t *of; /* NULL for numbers */
    uint32_t value;
} tacit_term;

/* In scratch memory. */
typedef struct tacit_frame {
    const tacit_table *in;
    const char *method;
    size_t q, p;            /* masked columns, and terms of predictors after them */
    const tacit_term *term; /* q + p */
    const bool *is_plain;   /* q + p: an indicator */
    tacit_strata strata;
    bool *is_masked;   /* of each row */
    double *explained; /* q: share of variance explained, summed over masked rows */
    bool *is_dropped;  /* p: left out in a stratum as a combination of others */
    size_t masked, left;
} tacit_frame;

/* The frame of the selected columns and of the predictors in argument `by`. */
tacit_status tacit_frame_of(tacit_ctx *cx, const tacit_job *job, size_t by, const char *method,
                            tacit_frame *out);

/* The complete rows of stratum h as a matrix of q + p columns, counted in `f`.  Refused if there
 * are fewer than `least`, unless no masked column has a value there: then there are none. */
tacit_status tacit_frame_rows(tacit_ctx *cx, tacit_frame *f, size_t h, size_t least,
                              tacit_matrix *out);

/* Keep for the report what a fit to `n` rows found. */
void tacit_frame_note(tacit_frame *f, const tacit_conditional *c, size_t n);

/* Tell counts, what predictors explain, and what became of correlations: of ranks, or of the
 * values themselves. */
tacit_status tacit_frame_tell(tacit_ctx *cx, const tacit_frame *f, const tacit_table *masked,
                              bool ranks, tacit_result *told);

/* ---- putting values into another order ---- */

/* For each masked column the row from which each row takes its value; its own at first. */
tacit_status tacit_frame_sources(tacit_ctx *cx, const tacit_frame *f, size_t **out);

/* Within the rows of `m` give, in each masked column, the k-th value to the row with the k-th
 * of the numbers `y` (n * q). */
tacit_status tacit_frame_reorder(tacit_ctx *cx, const tacit_frame *f, const tacit_matrix *m,
                                 const double *y, size_t *sources);

/* Write the columns that `sources` describe to `out`. */
tacit_status tacit_frame_put(tacit_ctx *cx, const tacit_frame *f, const size_t *sources,
                             tacit_table *out);

#endif
