/*
 * statistics.h - what a plan asks privately, and what it declares for that.
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

typedef struct tacit_plan_statistic {
    const tacit_statistic *statistic;
    tacit_args args;
    tacit_place place;
} tacit_plan_statistic;

#endif
