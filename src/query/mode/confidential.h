/*
 * confidential.h - a question parted into what everybody may know and what is confidential.
 *
 * Who is asked about follows from public columns: the question without conditions and groups of
 * confidential columns.  At most one confidential column may be named besides, and then which of
 * its groups count in each cell.
 */
#ifndef TACIT_QUERY_MODE_CONFIDENTIAL_H
#define TACIT_QUERY_MODE_CONFIDENTIAL_H

#include "query/data.h"

/* In scratch memory. */
typedef struct tacit_confidential_parts {
    const tacit_query *query;
    size_t column;         /* the confidential one that conditions or groups name; or schema->n */
    tacit_query open;      /* the question without it */
    tacit_query_sets sets; /* the query sets of `open` */
} tacit_confidential_parts;

/* Mark the declared columns that argument `i`, names of columns, lists; fails if one is not
 * declared, or was marked before. */
tacit_status tacit_confidential_mark(tacit_ctx *cx, const tacit_query_schema *schema,
                                     const tacit_args *args, size_t i, bool *marks);

/* The one column of `marks` that conditions or groups name, or schema->n; fails if there are two,
 * or if more is asked of it than COUNT(*). */
tacit_status tacit_confidential_column(tacit_ctx *cx, const tacit_query *q, const bool *marks,
                                       size_t *out);

/* Part a question whose column is `column`. */
tacit_status tacit_confidential_of(tacit_ctx *cx, const tacit_query *q,
                                   const tacit_query_data *data, size_t column,
                                   tacit_confidential_parts *out);

/* The cell of `open` that holds cell number `cell` of the question. */
size_t tacit_confidential_cell(const tacit_confidential_parts *p, size_t cell);

/* Which groups of the column count in a cell: `in` has room for all of them. */
void tacit_confidential_groups(const tacit_confidential_parts *p, size_t cell, bool *in);

/* Counts persons, or records where no person is told.  In scratch memory. */
typedef struct tacit_persons {
    const tacit_query_data *data;
    uint32_t *seen; /* in which count each was seen last */
    uint32_t count;
} tacit_persons;

/* Nobody was seen yet. */
tacit_status tacit_persons_begin(tacit_ctx *cx, const tacit_query_data *data, tacit_persons *out);

/* How many are among `n` records. */
size_t tacit_persons_among(tacit_persons *p, const uint32_t *row, size_t n);

/* How many there are in all, and the most records that one has. */
tacit_status tacit_persons_all(tacit_ctx *cx, const tacit_query_data *data, size_t *persons,
                               size_t *most);

#endif
