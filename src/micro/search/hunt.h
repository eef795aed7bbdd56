/*
 * hunt.h - searching a lattice that is too large to look at every candidate.
 */
#ifndef TACIT_MICRO_SEARCH_HUNT_H
#define TACIT_MICRO_SEARCH_HUNT_H

#include "micro/search/trial.h"

/* Improve on the best node of `t` by local search, until checks, time or ideas run out. */
tacit_status tacit_hunt_locally(tacit_ctx *cx, tacit_trials *t);

#endif
