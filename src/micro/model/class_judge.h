/*
 * class_judge.h - how a model judges classes: what a model gives to model/judge.c.
 *
 * A model that can be judged by classes has a function `judge` that fills a
 * tacit_class_judge.  What it needs for long it takes from tacit_scratch() of the context it
 * gets, which lives as long as the judge.
 */
#ifndef TACIT_MICRO_MODEL_CLASS_JUDGE_H
#define TACIT_MICRO_MODEL_CLASS_JUDGE_H

#include "micro/classes/sizes.h"
#include "micro/model/judge.h"
#include "micro/model/sensitive.h"

/* What judges are made from.  Sensitive columns that were looked at are kept, in the order
 * of tacit_judge_view.pairs; of each only what does not depend on classes is known. */
struct tacit_judge_frame {
    tacit_subject *subject;
    tacit_sensitive *column;
    size_t *at; /* position of each in the table */
    size_t n;
};

/* How one requirement judges classes. */
struct tacit_class_judge {
    unsigned traits;     /* bits of tacit_judge_trait */
    uint64_t least_size; /* of a class, or it is marked; 0 if any will do */
    bool population;     /* whether population frequencies are needed */
    bool no_blanks;      /* missing keys match anything, and what matches need not be accepted */
    void *user;
    /* Mark more classes than those that are marked already, of size 1 or more; returns how
     * many records were added.  NULL if the least size says all. */
    uint64_t (*mark)(void *user, const tacit_judge_view *view, bool *marked);
    /* Whether class g breaks something that only more records or values can mend: so does every
     * part of it.  NULL if that is not known. */
    bool (*lacks)(const void *user, const tacit_judge_view *view, size_t g);
    /* Compare classes from now on with the table that those not in `gone` make, or with the
     * original again if `gone` is NULL.  NULL if no class is compared with the table. */
    void (*rebase)(void *user, const tacit_judge_view *view, const bool *gone);
};

/* Find column j of the subject's table in the frame, adding it if need be. */
tacit_status tacit_judge_column(tacit_ctx *cx, tacit_judge_frame *frame, size_t j, size_t *place);

/* Judge by a rule for each sensitive column that the arguments name. */
tacit_status tacit_sensitive_judge(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                                   tacit_rule_maker *make, tacit_class_judge *out);

/* A rule for the sizes of all classes together. */
typedef struct tacit_whole_rule {
    unsigned traits; /* bits of tacit_judge_trait, not TACIT_JUDGE_LOCAL */
    void *user;
    /* Whether a table with these classes, at least one, is accepted. */
    bool (*holds)(const tacit_size_counts *sizes, void *user);
} tacit_whole_rule;

/* Judge by a rule for the whole table: mark the smallest classes until the rest holds. */
tacit_status tacit_whole_judge(tacit_ctx *cx, const tacit_judge_frame *frame,
                               const tacit_whole_rule *rule, tacit_class_judge *out);

/* Whether a key of the original table has a missing cell. */
bool tacit_judge_lacks_keys(const tacit_judge_frame *frame);

/* Judge by the size of classes alone: MONOTONE, since sizes add up. */
void tacit_size_judge(uint64_t least, tacit_class_judge *out);

#endif
