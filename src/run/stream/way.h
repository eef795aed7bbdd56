/*
 * way.h - which way the rows take: loaded, or passing in blocks, or some columns each.
 */
#ifndef TACIT_RUN_STREAM_WAY_H
#define TACIT_RUN_STREAM_WAY_H

#include "run/stream/narrow.h"

/* What can be asked for: blocks or few columns if the data is large for the memory, blocks, all
 * columns, or few columns. */
typedef enum tacit_way {
    TACIT_WAY_AUTO = 0,
    TACIT_WAY_BLOCKS,
    TACIT_WAY_LOADED,
    TACIT_WAY_COLUMNS
} tacit_way;

/* Whether everything is loaded without further thought: it was asked for, or the data is small.
 * The rows of a table on a server are counted for that. */
tacit_status tacit_way_loads(tacit_ctx *cx, const tacit_work *w, tacit_way asked, bool *loads);

/* Find the way for the plan of `w`: `*stream`, or with few columns if `n` is open then, or else
 * all loaded.  What is asked for and cannot be done is a failure that says why. */
tacit_status tacit_way_choose(tacit_ctx *cx, const tacit_work *w, tacit_way asked, bool *stream,
                              tacit_narrow *n);

#endif
