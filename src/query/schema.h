/*
 * schema.h - what may be asked of one data set: a policy's declarations, and nothing of the data.
 *
 * A number has bounds and a lattice, and where it has bins it can be filtered and grouped by them;
 * a category has its values, and perhaps levels that join them (declared hierarchies, built on the
 * declared values).  A question is checked against this alone, so that whether it is refused tells
 * nothing about the records.
 */
#ifndef TACIT_QUERY_SCHEMA_H
#define TACIT_QUERY_SCHEMA_H

#include "base/text.h"
#include "privacy/statistic/domain.h"

/* A declared generalisation: which label each group of the column has. */
typedef struct tacit_query_level {
    size_t n;
    const char *const *label;
    const uint32_t *of; /* for each value or bin of the column */
} tacit_query_level;

typedef struct tacit_query_column {
    tacit_domain domain; /* its name too */
    size_t n_levels;     /* above the values themselves */
    const tacit_query_level *level;
} tacit_query_column;

typedef struct tacit_query_schema {
    const char *name;   /* of the data in questions */
    const char *person; /* the column that tells whose a record is, or NULL */
    size_t n;
    const tacit_query_column *column;
    unsigned answers;  /* bits of tacit_aggregate_kind: what the mode answers */
    const char *mode;  /* its name, for messages */
    size_t most_cells; /* groups that a question may have */
} tacit_query_schema;

/* The labels of level `l` of a column; level 0 is its values or bins. */
size_t tacit_query_labels(const tacit_query_column *c, size_t l);
const char *tacit_query_label(const tacit_query_column *c, size_t l, size_t i);

/* The label that group `g` of the column has at level `l`. */
size_t tacit_query_label_of(const tacit_query_column *c, size_t l, size_t g);

/* Append `text` in double quotes, with a backslash before quotes, backslashes and what cannot be
 * seen. */
tacit_status tacit_query_quote(tacit_ctx *cx, tacit_buffer *b, const char *text);

/* Append all that is declared, in one line: another declaration is another line. */
tacit_status tacit_query_schema_text(tacit_ctx *cx, const tacit_query_schema *s, tacit_buffer *b);

#endif
