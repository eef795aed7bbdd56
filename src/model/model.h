/*
 * model.h - what an anonymity model is.
 *
 * A model measures how far a data set keeps a promise, such as k-anonymity, and says
 * whether the required degree holds.  Each lives in one file that defines one constant
 * and is listed by one line in models.def.  The release gate runs the same code on the
 * final table.
 *
 * Contract for `check`: read the subject, add figures to `result`, call
 * tacit_result_holds() exactly once; take temporary memory from tacit_scratch() only.
 *
 * Contract for `judge` (class_judge.h): say how searches find the classes that violate, so
 * that what is left when they are suppressed passes `check`.
 *
 * A model that judges each class by its sensitive values has a `rule` (sensitive.h) instead
 * of both: tacit_sensitive_check() and tacit_sensitive_judge() do the rest.
 */
#ifndef TACIT_MODEL_MODEL_H
#define TACIT_MODEL_MODEL_H

#include "base/result.h"
#include "classes/subject.h"

typedef struct tacit_judge_frame tacit_judge_frame;
typedef struct tacit_class_judge tacit_class_judge;
typedef struct tacit_class_rule tacit_class_rule;

/* A function that makes a model's rule from its arguments, with `user` in scratch memory. */
typedef tacit_status tacit_rule_maker(tacit_ctx *cx, const tacit_args *args, tacit_class_rule *out);

typedef struct tacit_model {
    tacit_entry about;
    unsigned needs;         /* bits of tacit_subject_need */
    tacit_rule_maker *rule; /* or NULL, then there is a `check` */
    tacit_status (*check)(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result);
    /* NULL if classes alone do not tell. */
    tacit_status (*judge)(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                          tacit_class_judge *out);
} tacit_model;

#define TACIT_MODEL(id) extern const tacit_model tacit_model_##id;
#include "model/models.def"
#undef TACIT_MODEL

extern const tacit_catalog tacit_model_catalog;

/* The model called `name`, or NULL. */
const tacit_model *tacit_model_find(const char *name);

/* Check the arguments and the subject, run the model, and set `*out` to a result that
 * the caller owns; its "holds" is the verdict. */
tacit_status tacit_model_run(tacit_ctx *cx, const tacit_model *m, tacit_subject *subject,
                             const tacit_args *args, tacit_result **out);

#endif
