/*
 * there.h - a release that is made where the data is: decided here, applied and counted there.
 */
#ifndef TACIT_RUN_STREAM_THERE_H
#define TACIT_RUN_STREAM_THERE_H

#include "micro/method/decision/decision.h"
#include "run/stream/flow.h"
#include "run/stream/stream.h"

/* Whether records stay where they are: the release is a table there, or there is a histogram, or
 * only counts are wanted. */
bool tacit_there_stays(const tacit_work *w);

/* How many steps of the plan are carried out as such: all, but that a table on a server has no
 * order that a last step could change; its rows are written in a random one. */
size_t tacit_there_steps(const tacit_plan *plan);

/* Fail, saying why, unless the plan can be carried out where the data is; else `*out`. */
tacit_status tacit_there_check(tacit_ctx *cx, const tacit_plan *plan, bool *out);

/* How many rows the data has, counted there; none is a failure. */
tacit_status tacit_there_rows(tacit_ctx *cx, tacit_data *data, uint64_t *rows);

/* Take columns out of `shape` that the query of a decision takes away although its step does not:
 * ids that get random numbers, which a server would draw otherwise. */
void tacit_there_leave_out(tacit_ctx *cx, const tacit_plan *plan, const tacit_decision *decision,
                           tacit_table *shape);

/* Hand over the values of a column of the data after the flow's changes, each as often as rows have
 * it, in their order; only the distinct ones cross over.  Numbers and dates come as reals. */
tacit_status tacit_there_values(tacit_ctx *cx, const tacit_flow *f, const char *column,
                                tacit_look_take *take, void *user);

/* Have the table made that the flow's decisions give, judge what was written by counting it, and
 * keep it with the other outputs of the work. */
tacit_status tacit_there_make(tacit_ctx *cx, tacit_work *w, const tacit_flow *f, tacit_streamed *s);

#endif
