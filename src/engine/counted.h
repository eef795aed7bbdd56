/*
 * counted.h - records that somebody else counted: a histogram in a file instead of rows.
 *
 * An engine without a driver carries out the counting query (sql/sql.h); its answer is a file with
 * the counted columns under their names, how many records have a combination and, if there are
 * weights, their sum.  Types are those of the data.
 */
#ifndef TACIT_ENGINE_COUNTED_H
#define TACIT_ENGINE_COUNTED_H

#include "engine/engine.h"

/* The columns of such a file besides those of the data. */
#define TACIT_COUNTED_N "tacit_n"
#define TACIT_COUNTED_S "tacit_s"

/* Open the histogram `source` of data with the columns of `shape` (taken over, also on failure):
 * what is asked of it is counted or refused. */
tacit_status tacit_counted_open(tacit_ctx *cx, tacit_data *shape, const tacit_source *source,
                                tacit_data **out);

#endif
