/*
 * flow.h - the rows of a source in blocks, changed on their way.
 */
#ifndef TACIT_RUN_STREAM_FLOW_H
#define TACIT_RUN_STREAM_FLOW_H

#include "engine/engine.h"
#include "micro/method/method.h"
#include "run/work.h"

/* Rows that are handed over at once; a multiple of TACIT_BLOCK_ROWS. */
enum { TACIT_FLOW_ROWS = 8 * TACIT_BLOCK_ROWS };

/* Where rows come from, and what is done to them. */
typedef struct tacit_flow {
    const tacit_work *w;
    tacit_data *data;
    const tacit_select *columns; /* of the data; NULL: all */
    tacit_decision *decided;     /* of the first steps, which are applied */
    tacit_rng *stream;           /* of each of them */
    size_t steps;
    /* Puts other columns beside the rows of a block that begins with row number `first`, or leaves
     * some of them out; NULL: the rows are as they are.  Runs on the thread of the scan. */
    tacit_status (*join)(tacit_ctx *cx, const void *beside, uint64_t first, tacit_table *block);
    const void *beside;
} tacit_flow;

/* The columns of the flow's rows as they come from the data, with roles and without rows; the
 * caller frees. */
tacit_status tacit_flow_shape(tacit_ctx *cx, const tacit_flow *f, tacit_table **out);

/* Apply the flow's steps to rows that begin with row number `first` of the data. */
tacit_status tacit_flow_change(tacit_ctx *cx, const tacit_flow *f, uint64_t first, tacit_table *t);

/* Decide all steps of the plan, for rows with the columns of `shape`, which become those of the
 * release.  The flow has room for what is decided, and for streams. */
tacit_status tacit_stream_decide(tacit_ctx *cx, tacit_work *w, tacit_flow *f, tacit_table *shape);

/* Hand all rows to `sink`, block by block. */
tacit_status tacit_flow_run(tacit_ctx *cx, const tacit_flow *f, const tacit_sink *sink);

/* How many rows the data has; none is a failure.  Makes sure of the types of a text file. */
tacit_status tacit_flow_rows(tacit_ctx *cx, const tacit_flow *f, uint64_t *rows);

/* The combinations of values that the rows, changed as the flow says, have in columns of the
 * data, in the order in which rows have them first, with a column TACIT_COUNT; other columns
 * that the changes look at may be among them, and a combination may stand in several rows.
 * The changes must not draw, nor go by the number of a row.  The caller frees. */
tacit_status tacit_flow_count(tacit_ctx *cx, const tacit_flow *f, const char *const *column,
                              size_t n, tacit_table **out);

/* Something that asks for rows, one chunk after the other. */
typedef struct tacit_row_use {
    tacit_status (*call)(tacit_ctx *cx, void *user, const tacit_rows *rows);
    void *user;
} tacit_row_use;

/* Give the rows of the flow, without identifiers, to `use`; `shape` has the columns then.  `*rows`
 * is how many were taken. */
tacit_status tacit_flow_use(tacit_ctx *cx, const tacit_flow *f, const tacit_table *shape,
                            const tacit_row_use *use, uint64_t *rows);

/* Take the columns that are never released away. */
void tacit_flow_drop_identifiers(tacit_table *t);

#endif
