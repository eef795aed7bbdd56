/*
 * own.h - a question on its way through the parser's tree; for the files of this folder.
 */
#ifndef TACIT_QUERY_GRAMMAR_OWN_H
#define TACIT_QUERY_GRAMMAR_OWN_H

#include "query/grammar/grammar.h"
#include "query/grammar/tree.h"

/* A question being read. */
typedef struct tacit_sql {
    tacit_ctx *cx;
    const char *text;
    const tacit_query_schema *schema;
    const tacit_sql_values *values; /* of $1, $2, ...; NULL: there are none */
    const char *table;              /* by which columns may be called: its alias, or its name */
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

/* The column that a ColumnRef names; with `persons` that of the persons gives the number of
 * columns. */
tacit_status tacit_sql_column(const tacit_sql *s, const json_t *node, bool persons, size_t *out);

/* The name of a ColumnRef that is one word, or NULL. */
const char *tacit_sql_word(const json_t *node);

/* Whether a node is a column or a generalisation of one; which, and at what level. */
bool tacit_sql_is_general(const json_t *node);
tacit_status tacit_sql_general(const tacit_sql *s, const json_t *node, size_t *column,
                               size_t *level);

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
