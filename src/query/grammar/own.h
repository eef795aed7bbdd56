/*
 * own.h - a question on its way through the parser's tree; for the files of this folder.
 */
#ifndef TACIT_QUERY_GRAMMAR_OWN_H
#define TACIT_QUERY_GRAMMAR_OWN_H

#include "query/grammar/grammar.h"
#include "query/grammar/tree.h"

/* A public table that is joined. */
typedef struct tacit_sql_join {
    const tacit_query_public *table;
    const char *name; /* by which its columns may be called */
    bool merged;      /* by USING: its key is the data's column */
} tacit_sql_join;

enum { TACIT_SQL_JOINS = 8 };

/* A question being read. */
typedef struct tacit_sql {
    tacit_ctx *cx;
    const char *text;
    const tacit_query_schema *schema;
    const tacit_sql_values *values; /* of $1, $2, ...; NULL: there are none */
    const char *table; /* by which columns may be called: its alias, or its name */
    size_t n_joins;
    tacit_sql_join join[TACIT_SQL_JOINS];
    tacit_query *query;
} tacit_sql;

/* Refuse what stands at a node. */
#define tacit_sql_refuse_node(s, node, ...)                                                        \
    tacit_sql_refuse((s)->cx, (s)->text, tacit_sql_place(node), __VA_ARGS__)

/* Refuse every field of a node's content that `allowed`, words with blanks between, does not
 * list. */
tacit_status tacit_sql_only(const tacit_sql *s, const json_t *node, const char *allowed);

/* Refuse a node that can stand nowhere, or not here, where there should be `wanted`. */
tacit_status tacit_sql_refuse_kind(const tacit_sql *s, const json_t *node, const char *wanted);

/* The constant that a node is, or that stands for its parameter; text borrowed or in scratch
 * memory. */
bool tacit_sql_is_constant(const tacit_sql *s, const json_t *node);
tacit_status tacit_sql_constant_of(const tacit_sql *s, const json_t *node, tacit_sql_constant *out);

/* Take FROM and its joins. */
tacit_status tacit_sql_from(tacit_sql *s, const json_t *from);

/* What a ColumnRef names: a column of the data (that of the persons has the number of columns), or
 * with a level one of a public table. */
typedef struct tacit_sql_name {
    size_t column, level;
} tacit_sql_name;
tacit_status tacit_sql_find(const tacit_sql *s, const json_t *node, tacit_sql_name *out);

/* The same of a column of the data; that of the persons with `persons` alone. */
tacit_status tacit_sql_column(const tacit_sql *s, const json_t *node, bool persons, size_t *out);

/* Whether a name alone means a column of a table in FROM. */
bool tacit_sql_has_column(const tacit_sql *s, const char *name);

/* The words of a ColumnRef: how many, one of them (NULL if it is a star, or there is none), and the
 * only one, or NULL. */
size_t tacit_sql_fields(const json_t *node);
const char *tacit_sql_field(const json_t *node, size_t i);
const char *tacit_sql_word(const json_t *node);

/* A name as it is written in SQL, in scratch memory. */
tacit_status tacit_sql_spell(const tacit_sql *s, const char *name, char **out);

/* What a list of names means that stands alone, or after pg_catalog as the parser writes it; "" if
 * it is of another schema. */
const char *tacit_sql_builtin(const json_t *names);

/* Whether a node is a column or a generalisation of one; which, and at what level. */
bool tacit_sql_is_general(const json_t *node);
tacit_status tacit_sql_general(const tacit_sql *s, const json_t *node, size_t *column,
                               size_t *level);

/* A column of dates, or the period that date_trunc or EXTRACT makes of it. */
typedef struct tacit_sql_period {
    size_t column, level;
    tacit_period period;
    bool raw;  /* the column itself: days are compared */
    bool year; /* as a number */
} tacit_sql_period;
bool tacit_sql_is_period(const json_t *node);
tacit_status tacit_sql_period_of(const tacit_sql *s, const json_t *node, tacit_sql_period *out);

/* A constant that is a day; `column` is what it is compared with. */
tacit_status tacit_sql_day(const tacit_sql *s, const json_t *node, const char *column,
                           int32_t *out);

/* The period that a constant means: its first day, and that of the next. */
tacit_status tacit_sql_period_bound(const tacit_sql *s, const tacit_sql_period *p,
                                    const json_t *node, int64_t *at, int64_t *next);

/* Add the aggregate that a FuncCall asks for; its number. */
tacit_status tacit_sql_aggregate(const tacit_sql *s, const json_t *node, size_t *out);

/* Take the conditions of WHERE. */
tacit_status tacit_sql_where(const tacit_sql *s, const json_t *node);

/* Take SELECT, GROUP BY; and HAVING, ORDER BY, LIMIT, which look at what is released. */
tacit_status tacit_sql_items(const tacit_sql *s, const json_t *select);
tacit_status tacit_sql_view(const tacit_sql *s, const json_t *select);

/* The comparison that an A_Expr's operator is; false if it is none. */
bool tacit_sql_compare(const json_t *node, tacit_compare *out);

/* The same with its sides exchanged. */
tacit_compare tacit_sql_flip(tacit_compare c);

#endif
