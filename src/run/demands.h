/*
 * demands.h - guarantees that no release of the data could keep.
 */
#ifndef TACIT_RUN_DEMANDS_H
#define TACIT_RUN_DEMANDS_H

#include "plan/plan.h"

/* Warn of each model that is required and asks for more than the original has: of k-anonymity, more
 * records; of l-diversity, more values of a sensitive column.  O(rows) a sensitive column. */
tacit_status tacit_demands_warn(tacit_ctx *cx, const tacit_plan *plan, const tacit_table *table);

#endif
