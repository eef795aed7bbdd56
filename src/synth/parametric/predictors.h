/*
 * predictors.h - the columns before, as the design of a regression.
 *
 * A category is a factor whose first level is its commonest, and which rare levels share where
 * there are more than the records can bear.  A number is one column in standard units, of its
 * normal scores or of itself, 0 where there is no value; what there is instead (missing, special
 * numbers) is a factor beside it.
 */
#ifndef TACIT_SYNTH_PARAMETRIC_PREDICTORS_H
#define TACIT_SYNTH_PARAMETRIC_PREDICTORS_H

#include "stats/linear/design.h"
#include "synth/generator.h"

/* One column before. */
typedef struct tacit_predictor {
    const tacit_synth_known *known;
    bool used;            /* false: there are too few records for it */
    uint32_t levels;      /* of its factor; 1: it has none */
    const uint16_t *slot; /* of each code of a category, or state of a number: its level */
    size_t values;        /* of a number: its values, upwards ... */
    const double *value;
    const double *scale; /* ... and what stands for each */
} tacit_predictor;

typedef struct tacit_predictors {
    size_t n;
    tacit_predictor *at;
    size_t most;  /* coefficients that the records bear */
    bool is_less; /* some levels or columns were left out */
} tacit_predictors;

/* Read the columns that are known to `part` from its original records, in scratch memory; numbers
 * by their normal scores if `scores`. */
tacit_status tacit_predictors_of(tacit_ctx *cx, const tacit_synth_part *part, bool scores,
                                 tacit_predictors *out);

/* The design of the original records of the part, and that of all synthetic rows. */
tacit_status tacit_predictors_records(tacit_ctx *cx, const tacit_predictors *p,
                                      const tacit_synth_part *part, tacit_linear_design *out);
tacit_status tacit_predictors_rows(tacit_ctx *cx, const tacit_predictors *p, size_t rows,
                                   tacit_linear_design *out);

#endif
