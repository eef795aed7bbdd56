/*
 * scan.h - what the records of a question add up to, in one pass over the data.
 *
 * For modes that need sums and no lists of records: a block of records at a time is numbered by its
 * cells and added, so that nothing grows with the data.  Every record is looked at whatever is
 * asked.  Blocks are shared among threads; sums are integers, so that they are the same for any
 * number of them.
 *
 * Of a person at most `groups` groups count, and in each at most `records` records (person.h): the
 * first ones in the order in which tacit_query_data_arrange() left them.
 */
#ifndef TACIT_QUERY_SCAN_H
#define TACIT_QUERY_SCAN_H

#include "privacy/statistic/statistic.h"
#include "query/data.h"

/* Columns that a statistic of a question is about, at most. */
enum { TACIT_SCAN_COLUMNS = 2 };

/* One statistic that is added up. */
typedef struct tacit_query_fold {
    const tacit_question *question; /* prepared; it sees steps, not bins */
    size_t of[TACIT_SCAN_COLUMNS];  /* the columns of the schema that it is about */
    bool persons;                   /* of each person only one record in a group counts */
    tacit_i128 *cell;               /* the width of the question for each cell, filled */
} tacit_query_fold;

/* Integers that all threads together may need: 256 MB. */
#define TACIT_SCAN_MOST ((size_t)1 << 24)

/* Add up `n` statistics.  The data is arranged if it has persons; `promise` says what of them
 * counts.  Cells are in scratch memory.  O(rows * (columns with conditions + axes + statistics)).
 */
tacit_status tacit_query_scan(tacit_ctx *cx, const tacit_query *q, const tacit_query_data *data,
                              const tacit_privacy_promise *promise, tacit_query_fold *fold,
                              size_t n);

#endif
