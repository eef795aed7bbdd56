/*
 * reading.h - how a released file is to be read.
 */
#ifndef TACIT_RUN_READING_H
#define TACIT_RUN_READING_H

#include "engine/engine.h"

/* The options, for TACIT_SOURCE_PARAMS, with which a file that was written as `target` from a
 * table with the columns of `shape` reads as that table again.  A text file does not say by
 * itself that only an empty field is missing (NA may be a value), what its delimiter is (names
 * may hold others) and which columns are text (they may look like numbers or dates).  Other
 * formats need none.  In scratch memory; names are borrowed from `shape`. */
tacit_status tacit_reading_of(tacit_ctx *cx, const char *target, const tacit_table *shape,
                              tacit_args *out);

/* The same as the certificate at `path` tells it of the file at `uri`; `*found` is false, and the
 * options are untouched, if there is no such certificate or it is that of another file. */
tacit_status tacit_reading_certified(tacit_ctx *cx, const char *uri, const char *path,
                                     tacit_args *out, bool *found);

/* Whether the file at `uri` has a certificate beside it whose plan put the records into another
 * order. */
tacit_status tacit_reading_moved(tacit_ctx *cx, const char *uri, bool *out);

#endif
