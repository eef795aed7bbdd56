/*
 * budget.h - a budget split among questions.
 *
 * Every question may spend its weight times a common level, so that twice the weight is half the
 * noise.  The level is the largest one at which everything together keeps to epsilon and delta by
 * the best accountant (accountant.h), found between two that enclose it; without a delta that is by
 * adding up.  Finding groups has the weight of one question, and half of delta.  A question with an
 * epsilon of its own spends that by adding up, and the others what is left.
 */
#ifndef TACIT_PRIVACY_STATISTIC_BUDGET_H
#define TACIT_PRIVACY_STATISTIC_BUDGET_H

#include "privacy/statistic/selection.h"
#include "privacy/statistic/statistic.h"

/* Everything that a release asks. */
typedef struct tacit_inquiry {
    tacit_privacy_promise promise;
    double epsilon, delta; /* of all together */
    tacit_question *question;
    size_t n;
    tacit_selection *selection; /* for each set of columns whose groups are found */
    size_t n_selections;
} tacit_inquiry;

/* Settle all questions and selections; `*spent` is the epsilon of all together at delta. */
tacit_status tacit_inquiry_settle(tacit_ctx *cx, tacit_inquiry *all, double *spent);

/* Whether a question has an epsilon of its own, and what all of those may spend by adding up: less
 * than all together if there are others, and no more if there are none. */
bool tacit_question_has_own(const tacit_question *q);
double tacit_inquiry_own(const tacit_inquiry *all);

/* The same for questions and selections that are settled already: what they cost together. */
tacit_status tacit_inquiry_cost(tacit_ctx *cx, const tacit_inquiry *all, double *out);

/* What all together give away, in scratch memory; they are settled. */
tacit_status tacit_inquiry_losses(tacit_ctx *cx, const tacit_inquiry *all, tacit_spending *out);

#endif
