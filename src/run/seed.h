/*
 * seed.h - the seed of a run.
 *
 * Whoever knows the seed can draw the same noise and take it off again.  So a plan with
 * random steps and no seed gets one from the system, the seed is told to the custodian
 * and never stands in a certificate or report, and a seed that could be guessed is
 * warned of.
 */
#ifndef TACIT_RUN_SEED_H
#define TACIT_RUN_SEED_H

#include "run/work.h"

/* Whether any step of the plan, or its protection of tables, draws from the seed. */
bool tacit_work_is_random(const tacit_work *w);

#endif
