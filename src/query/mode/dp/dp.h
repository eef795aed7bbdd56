/*
 * dp.h - answers with differential privacy, from a stream of the caller.
 */
#ifndef TACIT_QUERY_MODE_DP_DP_H
#define TACIT_QUERY_MODE_DP_DP_H

#include "query/mode/mode.h"

/* Answer with noise of `stream`; `out->told` has room.  The mode itself opens a stream under a key
 * of the system for each question; a simulation is for trials alone. */
tacit_status tacit_dp_answer(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_data *data,
                             tacit_keystream *stream, tacit_query_answer *out);

#endif
