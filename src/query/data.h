/*
 * data.h - the records that are asked about, as numbers, and what an aggregate of them is exactly.
 *
 * Values are integers of the declared lattices, added up in 128 bits, so that sums have no
 * rounding that the order or size of data could steer.  Groups are those that are declared, in
 * their order, never those that are found.
 */
#ifndef TACIT_QUERY_DATA_H
#define TACIT_QUERY_DATA_H

#include "privacy/sample/keystream.h"
#include "query/query.h"
#include "table/table.h"

/* The bin or value of each record, in as few bytes as hold them; the number of groups stands for
 * none of them. */
typedef struct tacit_query_codes {
    size_t bytes; /* 1, 2 or 4 */
    void *at;     /* NULL if the column has no groups */
} tacit_query_codes;

/* In scratch memory. */
typedef struct tacit_query_data {
    size_t rows;
    int64_t **steps;          /* of each column, if it is a number: its values in steps */
    tacit_query_codes *group; /* of each column */
    const uint32_t *person;   /* whose each record is; NULL: each is another's */
    size_t persons;
    const tacit_column *who; /* the column of the persons, borrowed from the table; or NULL */
    bool arranged;           /* records of a person lie together, in random order */
} tacit_query_data;

/* The columns that the schema declares, of a table that has them.  Records without a person are
 * taken for one person's. */
tacit_status tacit_query_data_of(tacit_ctx *cx, const tacit_query_schema *schema,
                                 const tacit_table *t, tacit_query_data *out);

/* The group of record i. */
static inline uint32_t tacit_query_code(const tacit_query_codes *c, size_t i)
{
    return c->bytes == 1   ? ((const uint8_t *)c->at)[i]
           : c->bytes == 2 ? ((const uint16_t *)c->at)[i]
                           : ((const uint32_t *)c->at)[i];
}

/* Bring the records of each person together, in an order that `stream` draws; then they have no
 * `who`.  Nothing to do if each record is another person's. */
tacit_status tacit_query_data_arrange(tacit_ctx *cx, const tacit_query_schema *schema,
                                      tacit_keystream *stream, tacit_query_data *data);

/* The query sets: the records of each cell, in the order of the data. */
typedef struct tacit_query_sets {
    const tacit_query *query;
    const tacit_query_data *data;
    size_t n;
    size_t *first; /* n + 1: cell k has the records row[first[k]] ... row[first[k + 1] - 1] */
    uint32_t *row;
} tacit_query_sets;

/* Find them: O(rows * (columns with conditions + axes)), in scratch memory. */
tacit_status tacit_query_sets_of(tacit_ctx *cx, const tacit_query *q, const tacit_query_data *data,
                                 tacit_query_sets *out);

/* The exact value of an aggregate of one set; NAN where SQL has NULL: no values, too few for a
 * variance, no spread for a slope.  Quantiles are interpolated as by PERCENTILE_CONT (type 7 of
 * Hyndman and Fan 1996). */
tacit_status tacit_query_value(tacit_ctx *cx, const tacit_query_sets *sets,
                               const tacit_aggregate *a, size_t cell, double *out);

#endif
