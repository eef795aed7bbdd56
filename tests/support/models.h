/*
 * models.h - checking models on literal tables whose last column is sensitive.
 */
#ifndef TACIT_TESTS_SUPPORT_MODELS_H
#define TACIT_TESTS_SUPPORT_MODELS_H

#include "support/measures.h"

#include "micro/model/model.h"

/* A model with its arguments and what else is known. */
typedef struct question {
    const tacit_model *model;
    arguments a;
    tacit_subject_extra extra;
} question;

/* Start with the model's defaults. */
question *ask(question *q, const char *model);

/* Set a number, flag or the position of a choice. */
question *with(question *q, const char *name, double x);

/* Set a choice by its name. */
question *choose(question *q, const char *name, const char *choice);

/* Set a list of texts. */
question *with_texts(question *q, const char *name, const char *const *texts, size_t n);

/* Run the model on `t`. */
tacit_status try_ask(tacit_ctx *cx, const question *q, const tacit_table *t, tacit_result **out);

/* Run the model on `t`, which must go well. */
tacit_result *answer(tacit_ctx *cx, const question *q, const tacit_table *t);

/* The model refuses `t` with `code` and a message that has `part` in it. */
void assert_no_answer(tacit_ctx *cx, const question *q, const tacit_table *t, tacit_status code,
                      const char *part);

/* Whether the model holds. */
bool says_yes(const tacit_result *r);

/* The model's value of `t` in figure `name`. */
double ask_value(tacit_ctx *cx, const question *q, const tacit_table *t, const char *name);

/* The verdict, and how many records and classes violate. */
void assert_violations(tacit_ctx *cx, const question *q, const tacit_table *t, double records,
                       double classes);

/* The table of literals; all columns but the last are keys, the last one is sensitive. */
tacit_table *secrets_of(tacit_ctx *cx, const char *columns, const char *rows);

/* Twelve patients of Machanavajjhala et al. (2006), figures 2 and 3: zip and age made
 * 4-anonymous, and made 3-diverse, with the condition. */
#define PATIENTS_K4                                                                                \
    "130**,<30,heart\n130**,<30,heart\n130**,<30,viral\n130**,<30,viral\n"                         \
    "1485*,>=40,cancer\n1485*,>=40,heart\n1485*,>=40,viral\n1485*,>=40,viral\n"                    \
    "130**,3*,cancer\n130**,3*,cancer\n130**,3*,cancer\n130**,3*,cancer\n"
#define PATIENTS_L3                                                                                \
    "1305*,<=40,heart\n1306*,<=40,heart\n1306*,<=40,viral\n1305*,<=40,viral\n"                     \
    "1485*,>40,cancer\n1485*,>40,heart\n1485*,>40,viral\n1485*,>40,viral\n"                        \
    "1305*,<=40,cancer\n1305*,<=40,cancer\n1306*,<=40,cancer\n1306*,<=40,cancer\n"

#endif
