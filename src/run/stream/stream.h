/*
 * stream.h - protecting data that is not loaded: rows pass through in blocks.
 *
 * Decisions are made from scans and from histograms that the engine counts; the rows are
 * scanned once more, changed and written block by block; what is required is judged on the
 * written file, whose keys the engine counts.  The released file is the same, byte for byte,
 * as if all had been in memory.  Measures that need all records are left out.
 */
#ifndef TACIT_RUN_STREAM_STREAM_H
#define TACIT_RUN_STREAM_STREAM_H

#include "base/hash.h"
#include "run/stream/way.h"
#include "run/work.h"

/* Why the plan cannot be streamed, a phrase in scratch memory, or NULL if it can. */
tacit_status tacit_stream_refusal(tacit_ctx *cx, const tacit_plan *plan, const char **out);

/* Carry out the plan of a work whose seed is chosen, and stage the released file.  `*rows` is
 * how many rows it has, `*shape` a table of its columns without rows, which the caller frees;
 * `decided` has room for each step. */
typedef struct tacit_streamed {
    tacit_decision *decided;
    tacit_table *before, *shape;     /* the columns of the data, and of the release, without rows */
    uint64_t rows;                   /* of the release */
    const char *path;                /* where it is staged; NULL: it was made on a server */
    char digest[TACIT_DIGEST_BYTES]; /* of the rows of a table on a server */
    bool holds;                      /* what is required */
} tacit_streamed;
tacit_status tacit_stream_protect(tacit_ctx *cx, tacit_work *w, tacit_streamed *s);

/* The columns by which the records of the data are ordered and that the plan hides, found by a scan
 * (run/order/order.h): their names, in scratch memory; NULL if there is none. */
tacit_status tacit_stream_order(tacit_ctx *cx, const tacit_work *w, char **names);

/* Put the columns of `shape`, and that there are `rows` rows of them at `uri`, under `key`. */
tacit_status tacit_stream_account(tacit_ctx *cx, tacit_work *w, const char *key, const char *uri,
                                  const tacit_table *shape, uint64_t rows);

/* Count the combinations of the keys of `data`, and of sensitive columns if something that is
 * measured or required looks at them, with the roles of the plan; the caller frees. */
tacit_status tacit_stream_count(tacit_ctx *cx, const tacit_work *w, tacit_data *data,
                                tacit_table **out);

/* Whether something that is measured or required looks at sensitive columns. */
bool tacit_stream_needs_sensitive(const tacit_plan *plan);

/* A plan that is decided on the histogram that people brought, and carried out by them. */
typedef struct tacit_carried {
    tacit_data *data;        /* of the plan, opened by the caller */
    tacit_decision *decided; /* of the first steps, as many as are carried out */
    size_t steps;
    tacit_table *before, *shape; /* the columns of the data, and of the release, without rows */
} tacit_carried;

/* Decide all steps.  The histogram must have `rows` records, if that is not 0. */
tacit_status tacit_carried_decide(tacit_ctx *cx, tacit_work *w, uint64_t rows, tacit_carried *c);

/* How many records the data has, counted there; none is a failure. */
tacit_status tacit_carried_rows(tacit_ctx *cx, const tacit_carried *c, uint64_t *rows);

/* Decide the steps before number `step`, and set `job` to that of it: it looks where the data is,
 * and goes with the context's scratch memory.  The work must keep to counts. */
tacit_status tacit_carried_job(tacit_ctx *cx, tacit_work *w, size_t step, tacit_carried *c,
                               tacit_job *job);

/* Measure before, and after by the histogram of what was written, which must have as many records
 * as the decisions leave: `*rows`. */
tacit_status tacit_carried_judge(tacit_ctx *cx, tacit_work *w, const tacit_carried *c,
                                 tacit_data *written, uint64_t *rows, bool *holds);

/* Free and close. */
void tacit_carried_end(tacit_carried *c);

#endif
