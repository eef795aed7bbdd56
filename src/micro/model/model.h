/*
 * model.h - what an anonymity model is.
 *
 * A model measures how far a data set keeps a promise, such as k-anonymity, and says
 * whether the required degree holds.  Each lives in one file that defines one constant
 * and is listed by one line in models.def.  The release gate runs the same code on the
 * final table.
 *
 * Contract for `judge` (class_judge.h): say how searches find the classes that violate, so
 * that what is left when they are suppressed passes the measure.
 *
 * A model that judges each class by its sensitive values has a `rule` (sensitive.h) instead
 * of `judge`; its measure is tacit_sensitive_check() by that rule.
 */
#ifndef TACIT_MICRO_MODEL_MODEL_H
#define TACIT_MICRO_MODEL_MODEL_H

#include "micro/classes/measure.h"

typedef struct tacit_judge_frame tacit_judge_frame;
typedef struct tacit_class_judge tacit_class_judge;
typedef struct tacit_class_rule tacit_class_rule;

/* A function that makes a model's rule from its arguments, with `user` in scratch memory. */
typedef tacit_status tacit_rule_maker(tacit_ctx *cx, const tacit_args *args, tacit_class_rule *out);

typedef struct tacit_model {
    tacit_measure measure;
    tacit_rule_maker *rule; /* or NULL */
    /* NULL if there is a rule, or if classes alone do not tell. */
    tacit_status (*judge)(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                          tacit_class_judge *out);
} tacit_model;

#define TACIT_MODEL(id) extern const tacit_model tacit_model_##id;
#include "micro/model/models.def"
#undef TACIT_MODEL

extern const tacit_catalog tacit_model_catalog;

/* The model called `name`, or NULL. */
const tacit_model *tacit_model_find(const char *name);

#endif
