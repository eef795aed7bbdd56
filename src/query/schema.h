/*
 * schema.h - what may be asked of one data set: a policy's declarations, and nothing of the data.
 *
 * A number has bounds and a lattice, and where it has bins it can be filtered and grouped by them;
 * a category has its values.  Levels join values or bins: those of a declared hierarchy, longer
 * periods of dates, and columns of public tables, which tell something of each declared value of
 * their key.  A question is checked against this alone, so that whether it is refused tells
 * nothing about the records.
 */
#ifndef TACIT_QUERY_SCHEMA_H
#define TACIT_QUERY_SCHEMA_H

#include "base/text.h"
#include "privacy/statistic/domain.h"

/* A declared generalisation: which label each group of the column has. */
typedef struct tacit_query_level {
    size_t n;
    const char *const *label; /* NULL, and the last: something is missing */
    const uint32_t *of;       /* for each value or bin of the column */
    const char *name;         /* a period or a public column; NULL: it is asked for by number */
    const char *table;        /* the public table, or NULL */
    bool number;              /* all labels are numbers */
} tacit_query_level;

/* A table that everybody may see, with what it tells of a column's values. */
typedef struct tacit_query_public {
    const char *name;
    const char *key;
    size_t column;   /* of the data, whose values are the table's keys */
    const bool *has; /* for each value whether the table has it */
} tacit_query_public;

typedef struct tacit_query_column {
    tacit_domain domain; /* its name too */
    size_t n_levels;     /* besides the values themselves; those by number are first */
    const tacit_query_level *level;
} tacit_query_column;

typedef struct tacit_query_schema {
    const char *name;   /* of the data in questions */
    const char *person; /* the column that tells whose a record is, or NULL */
    size_t n;
    const tacit_query_column *column;
    size_t n_publics;
    const tacit_query_public *publics;
    unsigned answers;  /* bits of tacit_aggregate_kind: what the mode answers */
    const char *mode;  /* its name, for messages */
    size_t most_cells; /* groups that a question may have */
} tacit_query_schema;

/* The labels of level `l` of a column; level 0 is its values or bins. */
size_t tacit_query_labels(const tacit_query_column *c, size_t l);
const char *tacit_query_label(const tacit_query_column *c, size_t l, size_t i);

/* The label that group `g` of the column has at level `l`. */
size_t tacit_query_label_of(const tacit_query_column *c, size_t l, size_t g);

/* How many levels of a column are asked for by number; the one called `name` in `table` (NULL: a
 * period), or 0 if there is none. */
size_t tacit_query_numbered(const tacit_query_column *c);
size_t tacit_query_find_level(const tacit_query_column *c, const char *table, const char *name);

/* Append how level `l` is called after its column: nothing, /1, /month or /"table"."column". */
tacit_status tacit_query_level_text(tacit_ctx *cx, const tacit_query_column *c, size_t l,
                                    tacit_buffer *b);

/* Append `text` in double quotes, with a backslash before quotes, backslashes and what cannot be
 * seen. */
tacit_status tacit_query_quote(tacit_ctx *cx, tacit_buffer *b, const char *text);

/* Append all that is declared of the data, in one line: another declaration is another line.  What
 * public tables add is not in it, so that one can be added without making old questions new. */
tacit_status tacit_query_schema_text(tacit_ctx *cx, const tacit_query_schema *s, tacit_buffer *b);

/* Append how level `l` of a column parts its values, with its labels. */
tacit_status tacit_query_put_level(tacit_ctx *cx, const tacit_query_column *c, size_t l,
                                   tacit_buffer *b);

#endif
