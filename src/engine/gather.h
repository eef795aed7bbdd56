/*
 * gather.h - values that arrive from a query, by rows or by columns, into tables.
 *
 * A driver says which columns its answer has, appends to their builders and tells how many rows
 * that were.  They become one table, or go to a sink in chunks.
 */
#ifndef TACIT_ENGINE_GATHER_H
#define TACIT_ENGINE_GATHER_H

#include "engine/engine.h"

/* A query, and what the columns of its answer are: some of the source's, then others. */
typedef struct tacit_fetch {
    const char *sql;
    const tacit_select *columns;
    const tacit_field *extra;
    size_t n_extra;
} tacit_fetch;

typedef struct tacit_gather {
    const tacit_data *data;
    const tacit_fetch *fetch;
    const tacit_sink *sink; /* NULL: all rows are one table */
    tacit_builder **builder;
    size_t n, held; /* columns; rows in the builders */
    uint64_t rows;
} tacit_gather;

/* Begin with no row; the list of builders is scratch memory. */
tacit_status tacit_gather_begin(tacit_ctx *cx, tacit_gather *g, const tacit_data *data,
                                const tacit_fetch *fetch, const tacit_sink *sink);

/* What column `c` is. */
const tacit_field *tacit_gather_field(const tacit_gather *g, size_t c);

/* Append one text that was not checked yet: it must be UTF-8 without a NUL. */
tacit_status tacit_gather_text(tacit_ctx *cx, tacit_gather *g, size_t c, const char *text,
                               size_t n);

/* Every builder has got one more row, or `n` more at once; whoever waits for chunks gets what is
 * there, of single rows a few thousand at a time. */
tacit_status tacit_gather_row(tacit_ctx *cx, tacit_gather *g);
tacit_status tacit_gather_rows(tacit_ctx *cx, tacit_gather *g, size_t n);

/* Fail if what is counted has so many combinations that they are not to be fetched. */
tacit_status tacit_gather_room(tacit_ctx *cx, const tacit_gather *g);

/* End: the table in `*out`, or the rest to the sink, if `status` is TACIT_OK; nothing is left to
 * be freed. */
tacit_status tacit_gather_end(tacit_ctx *cx, tacit_gather *g, tacit_status status,
                              tacit_table **out);

#endif
