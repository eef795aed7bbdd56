/*
 * subjects.h - running models and risks on tables about whose population something is known.
 */
#ifndef TACIT_TESTS_SUPPORT_SUBJECTS_H
#define TACIT_TESTS_SUPPORT_SUBJECTS_H

#include "support/measures.h"

#include "micro/model/model.h"
#include "micro/risk/risk.h"

/* A table with what else is known of it, and arguments. */
typedef struct work {
    tacit_ctx *cx;
    const tacit_table *table;
    tacit_subject_extra extra;
    arguments a;
} work;

/* Start with the defaults of the model `name`. */
work *with_model(work *w, const char *name);

/* Run the model `name` with the arguments that are set. */
tacit_status try_model(work *w, const char *name, tacit_result **out);

/* The same, which must go well; the caller frees. */
tacit_result *run_model(work *w, const char *name);

/* The model refuses with `code` and a message that has `part` in it. */
void assert_model_fails(work *w, const char *name, tacit_status code, const char *part);

/* Run the risk `name` with its defaults. */
tacit_status try_risk(work *w, const char *name, tacit_result **out);

/* The same, which must go well; the caller frees. */
tacit_result *run_risk(work *w, const char *name);

/* Whether a result's model holds. */
bool model_holds(const tacit_result *r);

/* A figure of a result that is not needed any more. */
double take_figure(tacit_result *r, const char *name);

/* The figure `name` of the risk `risk` with its defaults. */
double risk_figure(work *w, const char *risk, const char *name);

#endif
