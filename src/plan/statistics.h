/*
 * statistics.h - what a plan asks privately, or lets ask, and what it declares for that; by what
 * it has synthetic columns made.
 */
#ifndef TACIT_PLAN_STATISTICS_H
#define TACIT_PLAN_STATISTICS_H

#include "plan/plan.h"
#include "privacy/statistic/statistic.h"

/* A column as the plan declares it: arguments for TACIT_DOMAIN_PARAMS. */
typedef struct tacit_plan_domain {
    const char *column;
    tacit_args args;
    tacit_place place;
} tacit_plan_domain;

/* A table that everybody may see, and what of the data it tells something of: arguments for
 * TACIT_PUBLIC_PARAMS. */
typedef struct tacit_plan_public_table {
    const char *name;
    tacit_args args;
    tacit_place place;
} tacit_plan_public_table;

extern const tacit_param TACIT_PUBLIC_PARAMS[];
enum tacit_public_arg { TACIT_PUBLIC_DATA, TACIT_PUBLIC_KEY, TACIT_PUBLIC_COLUMN };

typedef struct tacit_plan_statistic {
    const tacit_statistic *statistic;
    tacit_args args;
    tacit_place place;
} tacit_plan_statistic;

/* A generator of some columns of a synthetic file (synth/generator.h). */
typedef struct tacit_plan_generator {
    const struct tacit_generator *generator;
    tacit_args args;
    tacit_place place;
} tacit_plan_generator;

#endif
