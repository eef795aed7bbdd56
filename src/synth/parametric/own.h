/*
 * own.h - the inside of parametric: numbers by a line, classes by a logit.
 */
#ifndef TACIT_SYNTH_PARAMETRIC_OWN_H
#define TACIT_SYNTH_PARAMETRIC_OWN_H

#include "stats/model/cumulative.h"
#include "stats/model/multinomial.h"
#include "stats/model/ridge.h"
#include "synth/parametric/predictors.h"

/* What a column is taken for. */
typedef enum tacit_parametric_how {
    TACIT_BY_TYPE,
    TACIT_NORMRANK,
    TACIT_NORM,
    TACIT_LOGNORM,
    TACIT_SQRTNORM,
    TACIT_CUBERTNORM,
    TACIT_MULTINOMIAL,
    TACIT_ORDERED
} tacit_parametric_how;

/* What is drawn: rows by a design of all synthetic rows. */
typedef struct tacit_parametric_draws {
    const tacit_synth_part *part;
    const tacit_linear_design *rows;
    const tacit_synth_draws *how;
    bool proper; /* coefficients are drawn for each set */
    size_t sets; /* coefficients that are drawn: sets, or 1 */
} tacit_parametric_draws;

/* A number by linear regression of its scores or of a function of it. */
typedef struct tacit_number_model {
    tacit_parametric_how how;
    size_t n;
    uint32_t *order; /* records of the part by their values, upwards */
    double *level;   /* of each of them in that order: what was regressed */
    double *y;       /* the same of each record */
    double hidden;   /* sum of squares within ties */
    tacit_ridge fit;
} tacit_number_model;

/* Fails if a function is asked that some value has none of. */
tacit_status tacit_number_prepare(tacit_ctx *cx, const tacit_synth_part *part,
                                  const tacit_linear_design *design, tacit_parametric_how how,
                                  tacit_number_model *out);

/* Fit the line. */
void tacit_number_learn(tacit_number_model *m);

/* Name the donor of each row. */
tacit_status tacit_number_draw(tacit_ctx *cx, tacit_number_model *m,
                               const tacit_parametric_draws *d, uint32_t *donor);

/* A class by multinomial or ordered logits. */
typedef struct tacit_class_model {
    bool ordered;
    size_t classes;        /* that records have */
    const uint16_t *label; /* of each record of the part */
    tacit_multinomial nominal;
    tacit_cumulative ordinal;
} tacit_class_model;

/* Number the classes, and make room for the fit. */
tacit_status tacit_class_prepare(tacit_ctx *cx, const tacit_synth_part *part,
                                 const tacit_linear_design *design, tacit_parametric_how how,
                                 tacit_class_model *out);

/* Fit the logits. */
void tacit_class_learn(tacit_class_model *m);

/* Draw a class for each row, and name a donor of it. */
tacit_status tacit_class_draw(tacit_ctx *cx, tacit_class_model *m, const tacit_parametric_draws *d,
                              uint32_t *donor);

/* The synthetic row that is drawn d-th. */
size_t tacit_parametric_row(const tacit_parametric_draws *d, size_t at);

/* The first draw from `from` on that belongs to another set than `from` does. */
size_t tacit_parametric_set_end(const tacit_parametric_draws *d, size_t from);

#endif
