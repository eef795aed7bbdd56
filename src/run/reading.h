/*
 * reading.h - how a released file is to be read.
 */
#ifndef TACIT_RUN_READING_H
#define TACIT_RUN_READING_H

#include "engine/dialect.h"

struct tacit_work;

/* How the release at `target` is to be spelled, as far as it is a text file: as the data is, unless
 * the plan's output says otherwise, and with names where they are not those of a file without.
 * The columns are those of `shape`. */
tacit_status tacit_reading_dialect(tacit_ctx *cx, const struct tacit_work *w, const char *target,
                                   const tacit_table *shape, tacit_dialect *out);

/* Write the release to `path` in its dialect: the rows of the plan's output, or a table under the
 * name `target`. */
tacit_status tacit_reading_write(tacit_ctx *cx, const struct tacit_work *w, const tacit_rows *rows,
                                 const char *path);
tacit_status tacit_reading_write_table(tacit_ctx *cx, const struct tacit_work *w,
                                       const tacit_table *table, const char *target,
                                       const char *path);

/* The options, for TACIT_SOURCE_PARAMS, with which a file that was written as `target` in a dialect
 * (NULL: the plain one) from a table with the columns of `shape` reads as that table again.  A text
 * file does not say by itself that only an empty field is missing (NA may be a value), what its
 * delimiter is (names may hold others) and which columns are text (they may look like numbers or
 * dates).  Other formats need none.  In scratch memory; names are borrowed from `shape`. */
tacit_status tacit_reading_of(tacit_ctx *cx, const char *target, const tacit_dialect *dialect,
                              const tacit_table *shape, tacit_args *out);

/* The dialect that a certificate may claim for the file at `path` that was certified as `target`:
 * that of its reading options, unless the delimiter is not what the first line shows. */
tacit_status tacit_reading_claimed(tacit_ctx *cx, const tacit_source *source, const char *target,
                                   tacit_dialect *out);

/* Whether the text file `source`, that was read as `t`, spells each number and date of the columns
 * that models look at in one way, as releases do.  1.5 and 1.50 are one value here and two for
 * whoever looks into the file. */
tacit_status tacit_reading_is_single(tacit_ctx *cx, const tacit_source *source,
                                     const tacit_table *t, bool *out);

/* The same as the certificate at `path` tells it of the file at `uri`; `*found` is false, and the
 * options are untouched, if there is no such certificate or it is that of another file. */
tacit_status tacit_reading_certified(tacit_ctx *cx, const char *uri, const char *path,
                                     tacit_args *out, bool *found);

/* Whether the file at `uri` has a certificate beside it whose plan put the records into another
 * order. */
tacit_status tacit_reading_moved(tacit_ctx *cx, const char *uri, bool *out);

#endif
