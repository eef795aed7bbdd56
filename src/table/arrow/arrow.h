/*
 * arrow.h - tables from and to Arrow streams (include/tacit_arrow.h).
 *
 * How Arrow's types are read:
 *
 *   int8 ... int64, uint8 ... uint64   INTEGER; a value beyond int64 is refused
 *   float16, float32, float64          REAL; what is not finite becomes missing, with a warning
 *   decimal32 ... decimal256           INTEGER without decimal places, else REAL; a value that
 *                                      an int64 or the 15 digits of a real cannot hold is refused
 *   bool                               CATEGORY of true and false
 *   utf8, large_utf8, utf8_view        CATEGORY
 *   dictionary of texts or integers    CATEGORY of those values that rows have
 *   date32, date64                     DATE
 *   timestamp without a time zone      DATE if all are midnight, else CATEGORY of texts such as
 *                                      2026-01-31T10:15:30, with 3, 6 or 9 decimal places if the
 *                                      fraction of a second is not 0
 *   timestamp with a time zone         CATEGORY of the same texts in UTC with a final Z
 *   null                               CATEGORY without a value
 *
 * All else (binary, lists, structures, times of day ...) is refused by column and type.
 *
 * Written are int64, float64, date32 and dictionary<int32, utf8>.  Values, codes and bitmaps
 * are shared with the table, not copied, unless a missing cell has a value under it or a
 * dictionary has texts that no row has: what masking took out of the data must not leave the
 * library beside it.
 *
 * The title and the value labels of a column travel in the schema's metadata as `tacit.label`
 * and `tacit.value_labels`, a JSON object from value to label.
 */
#ifndef TACIT_TABLE_ARROW_ARROW_H
#define TACIT_TABLE_ARROW_ARROW_H

#include "table/table.h"
#include "tacit_arrow.h"

/* Read all of `in` into a table the caller owns.  The stream is released, also on failure.
 * O(cells); memory: the table and one chunk. */
tacit_status tacit_arrow_read(tacit_ctx *cx, struct ArrowArrayStream *in, tacit_table **out);

/* Fill `out` with a stream of the rows of `t` in one chunk (none if there is no row).  The
 * stream and what comes out of it outlive `t` and `cx`; whoever has it releases it. */
tacit_status tacit_arrow_write(tacit_ctx *cx, const tacit_table *t, struct ArrowArrayStream *out);

#endif
