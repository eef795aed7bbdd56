/*
 * whatif.h - what a budget of privacy buys: the noise of one release, what all of them cost.
 */
#ifndef TACIT_TASK_BUDGET_WHATIF_H
#define TACIT_TASK_BUDGET_WHATIF_H

#include "privacy/accountant/accountant.h"

typedef enum tacit_whatif_noise {
    TACIT_NOISE_LAPLACE = 0,
    TACIT_NOISE_GAUSSIAN
} tacit_whatif_noise;

/* What is asked. */
typedef struct tacit_whatif {
    tacit_whatif_noise noise;
    double epsilon;     /* of each release, or of all together if `total` */
    double delta;       /* of all together */
    uint64_t releases;  /* at least 1 */
    double sensitivity; /* of each release, in steps of its lattice */
    double rate;        /* of a Poisson sample that each is made from */
    bool total;
} tacit_whatif;

/* One release: its loss, and its noise in steps of the lattice. */
typedef struct tacit_plan_release {
    tacit_privacy_loss loss;
    double scale;  /* of Laplace, or the standard deviation of Gaussian noise */
    double spread; /* the standard deviation */
    double within; /* 95 of 100 answers are within this of the truth */
} tacit_plan_release;

/* The release that the question leads to.  With `total` it is the one with the least noise of which
 * all together keep to epsilon by the best accountant. */
tacit_status tacit_whatif_release(tacit_ctx *cx, const tacit_whatif *q, tacit_plan_release *out);

/* What `times` of these releases cost by `who`, or by the best accountant if that is NULL. */
tacit_status tacit_whatif_cost(tacit_ctx *cx, const tacit_whatif *q, const tacit_plan_release *one,
                               uint64_t times, const tacit_accountant *who, double *out);

/* The probability that an attacker can come to after having believed `prior`, if odds grow by at
 * most exp(epsilon). */
double tacit_whatif_posterior(double prior, double epsilon);

#endif
