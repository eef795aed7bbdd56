/*
 * progress.h - how far the work is, on a terminal.
 */
#ifndef TACIT_CLI_PROGRESS_H
#define TACIT_CLI_PROGRESS_H

#include "base/text.h"

enum { TACIT_BAR_STAGE = 160 };

/* How far a stage is. */
typedef struct tacit_pace {
    uint64_t done, total; /* `total` 0 if it is not known */
    double seconds;       /* since the stage began */
} tacit_pace;

/* The bar on standard error.  Times are in seconds. */
typedef struct tacit_bar {
    tacit_ctx *cx;
    bool shown; /* something is on the line now */
    double start, stage_start, drawn;
    char stage[TACIT_BAR_STAGE];
    tacit_buffer line;
} tacit_bar;

/* Show the progress of the work under `cx` if standard error is a terminal.  `bar` stays
 * where it is until tacit_bar_end(). */
void tacit_bar_start(tacit_ctx *cx, tacit_bar *bar);

/* Take the bar from the terminal. */
void tacit_bar_end(tacit_bar *bar);

/* Append the line that shows `pace` in `width` columns: the stage, a bar, per cent and the
 * time left, or the time gone by if the end is not known. */
tacit_status tacit_bar_line(tacit_ctx *cx, const char *stage, const tacit_pace *pace, size_t width,
                            tacit_buffer *out);

#endif
