/*
 * judge.h - measures of data that an engine counts.
 */
#ifndef TACIT_RUN_STREAM_JUDGE_H
#define TACIT_RUN_STREAM_JUDGE_H

#include "engine/engine.h"
#include "run/work.h"

/* What a measure needs that a histogram of the keys does not have; bits of
 * tacit_subject_need. */
enum {
    TACIT_STREAM_LACKS =
        TACIT_NEEDS_ROWS | TACIT_NEEDS_HOUSEHOLD | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS
};

/* Count the keys of `data` and put what the plan measures and requires of them under `key` and
 * "requirements" of the record.  Measures that need more are left out.  Without keys there is
 * nothing to measure. */
tacit_status tacit_stream_measure(tacit_ctx *cx, tacit_work *w, tacit_data *data, const char *key,
                                  bool *holds);

/* The same for the release that was written to `path`, after its cells were compared with those
 * that were meant. */
tacit_status tacit_stream_judge(tacit_ctx *cx, tacit_work *w, const char *path,
                                const tacit_rows *meant, bool *holds);

#endif
