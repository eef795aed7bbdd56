/*
 * own.h - what the files of the SQL writer share.
 */
#ifndef TACIT_RUN_SQL_OWN_H
#define TACIT_RUN_SQL_OWN_H

#include "base/text.h"
#include "engine/sql/sql.h"
#include "micro/method/method.h"

/* One column as it is at some step. */
typedef struct tacit_sql_column {
    const char *name;
    tacit_type type;
    unsigned roles;
} tacit_sql_column;

/* One change on its way into SQL. */
typedef struct tacit_sql_change {
    const tacit_sql_dialect *dialect;
    const tacit_change *change;
    size_t number;                  /* of its common table, from 1 */
    const tacit_sql_column *column; /* those before */
    tacit_type *after;              /* their types after */
    size_t n;
    const char *from;  /* the table before */
    tacit_buffer *out; /* the query */
    const char *why;   /* set if it cannot be said */
} tacit_sql_change;

/* Whether a change names the column. */
bool tacit_sql_changes(const tacit_change *change, const char *column);

/* A list of rows of literals as a common table with named columns.  Cells are appended by the
 * caller after tacit_sql_list_cell(), row by row. */
typedef struct tacit_sql_list {
    const tacit_sql_dialect *dialect;
    tacit_buffer *out;
    const char *const *name;
    size_t n, cells; /* columns; cells so far */
} tacit_sql_list;
tacit_status tacit_sql_list_begin(tacit_ctx *cx, const tacit_sql_list *list, const char *name);
tacit_status tacit_sql_list_cell(tacit_ctx *cx, tacit_sql_list *list);
tacit_status tacit_sql_list_end(tacit_ctx *cx, const tacit_sql_list *list);

/* Append what a listed value is held against: a real number itself, others as text; and the
 * listed value, one that no cell can be equal to if it is not a value of the type. */
tacit_status tacit_sql_matched(tacit_ctx *cx, const tacit_sql_change *c, size_t j);
tacit_status tacit_sql_match(tacit_ctx *cx, const tacit_sql_change *c, size_t j, const char *text);

/* Append `from`."name", or what a nested query calls it. */
tacit_status tacit_sql_cell(tacit_ctx *cx, const tacit_sql_change *c, size_t j, tacit_buffer *out);

/* Whether a listed value can be equal to a cell of column j. */
bool tacit_sql_can_match(const tacit_sql_change *c, size_t j, const char *text);

/* Append `form`, done to column j. */
tacit_status tacit_sql_formed(tacit_ctx *cx, const tacit_sql_change *c, const char *form, size_t j,
                              tacit_buffer *out);

/* Append, for an engine without common tables, the label that the groups give column j, and
 * whether the combination of the row is listed: 1 or 0. */
tacit_status tacit_sql_looked_up(tacit_ctx *cx, const tacit_sql_change *c, size_t j);
tacit_status tacit_sql_is_listed(tacit_ctx *cx, const tacit_sql_change *c);

/* Append the common tables that the change needs before its own: lists of values.  Sets `why`
 * if it cannot be said. */
tacit_status tacit_sql_lists(tacit_ctx *cx, tacit_sql_change *c);

/* Append the expression of changed column `j` and set its type. */
tacit_status tacit_sql_expression(tacit_ctx *cx, tacit_sql_change *c, size_t j);

/* Append what stands behind FROM: joins with the lists, conditions. */
tacit_status tacit_sql_joins(tacit_ctx *cx, const tacit_sql_change *c);

#endif
