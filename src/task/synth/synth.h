/*
 * synth.h - what other commands can ask about a plan for synthetic data.
 */
#ifndef TACIT_TASK_SYNTH_SYNTH_H
#define TACIT_TASK_SYNTH_SYNTH_H

#include "run/work.h"

/* Whether the plan has a section 'synth'. */
bool tacit_synth_asked(const tacit_plan *plan);

/* Carry the plan out with other sizes of leaves, draws and generators, and put what each gives away
 * and keeps into the record.  The plan that is best is written to `best`, if that is not NULL.
 * Cost: that of two syntheses and their measures for each. */
tacit_status tacit_synth_explore(tacit_ctx *cx, tacit_work *w, const char *best);

#endif
