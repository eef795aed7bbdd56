/*
 * binding.h - what the files of the binding share.
 *
 * R's memory is touched by R's own thread alone.  Work goes on in a thread of its own, which has
 * copies of texts and addresses of vectors that R keeps for as long; R waits in short turns, in
 * which it hears Ctrl-C and progress.
 */
#ifndef TACIT_R_BINDING_H
#define TACIT_R_BINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

#include <tacit.h>
#include <tacit_arrow.h>

/* A frame as an Arrow stream, over R's vectors where they can stay where they are. */
typedef struct frame frame;

/* Describe the plain columns (R/frame.R) as a frame; they must outlive it.  May jump to R's error
 * handler: `*owner`, which the caller frees, has what was made so far. */
void frame_fill(SEXP columns, SEXP rows, frame **owner);
void frame_free(frame *f);

/* A stream of the frame, which outlives it. */
struct ArrowArrayStream frame_stream(frame *f);

/* The first column whose vector is not what it was when it was described, or NULL. */
const char *frame_changed(const frame *f);

/* The columns of a stream as a list of R; consumes it.  Columns of `wide` become integer64. */
SEXP columns_of_stream(struct ArrowArrayStream *in, SEXP wide);

/* What R calls. */
SEXP call_open(SEXP threads);
SEXP call_put(SEXP handle, SEXP name, SEXP columns, SEXP rows);
SEXP call_run(SEXP handle, SEXP what, SEXP plan, SEXP options);
SEXP call_wait(SEXP handle, SEXP seconds);
SEXP call_stop(SEXP handle);
SEXP call_get(SEXP handle, SEXP name, SEXP wide);
SEXP call_close(SEXP handle);
SEXP call_describe(void);
SEXP call_version(void);

#endif
