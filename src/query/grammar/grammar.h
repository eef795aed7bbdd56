/*
 * grammar.h - from the text of a question in SQL to its canonical form.
 *
 *   SELECT item, ... FROM name [[LEFT] JOIN public ON key = key | USING (key)] ...
 *     [WHERE condition AND ...] [GROUP BY gen, ...]
 *     [HAVING aggregate <op> number AND ...] [ORDER BY item [ASC|DESC], ...] [LIMIT n]
 *
 *   gen        a category; a number or date that has bins, or bin(column); level(column, l);
 *              date_trunc('month', date), EXTRACT(year FROM date); a column of a joined table
 *   aggregate  COUNT(*), COUNT(DISTINCT person), SUM, AVG, VAR_SAMP, VAR_POP, STDDEV_SAMP,
 *              STDDEV_POP, MEDIAN, QUANTILE(c, p), PERCENTILE_CONT(p) WITHIN GROUP (ORDER BY c),
 *              REGR_SLOPE(y, x), CORR(a, b), MIN, MAX
 *   condition  gen = constant, gen IN (constants), number BETWEEN a AND b, number < a, <=, >=, >,
 *              column IS NOT NULL; the bounds of a number or date are edges of its bins, those of a
 *              number in a public table are any
 *
 * The text is read by PostgreSQL's own parser (libpg_query) under guards: at most 8 KiB of UTF-8,
 * at most 2 000 words, on a thread with a stack of 16 MB.  Every field of the tree that is not on
 * the list is refused, so that nothing is passed over.  Refusals follow from the text and the
 * policy alone, say where, and what would be allowed.
 */
#ifndef TACIT_QUERY_GRAMMAR_GRAMMAR_H
#define TACIT_QUERY_GRAMMAR_GRAMMAR_H

#include "query/query.h"

/* A constant: as a number if it is one, and as a text. */
typedef struct tacit_sql_constant {
    bool is_number;
    double number;
    const char *text;
} tacit_sql_constant;

/* What $1, $2, ... stand for.  They are constants, never read as SQL. */
typedef struct tacit_sql_values {
    size_t n;
    const tacit_sql_constant *value;
} tacit_sql_values;

enum { TACIT_SQL_BYTES = 8192, TACIT_SQL_WORDS = 2000 };

/* The question that `text` asks, settled.  A refusal is TACIT_ERR_INPUT. */
tacit_status tacit_sql_read(tacit_ctx *cx, const char *text, const tacit_query_schema *schema,
                            tacit_query *out);

/* The same with constants in the places of parameters; `values` may be NULL. */
tacit_status tacit_sql_read_bound(tacit_ctx *cx, const char *text, const tacit_sql_values *values,
                                  const tacit_query_schema *schema, tacit_query *out);

/* Of a question whose parameters are not known yet, which columns its answer has: the question
 * without its conditions. */
tacit_status tacit_sql_read_shape(tacit_ctx *cx, const char *text, const tacit_query_schema *schema,
                                  tacit_query *out);

#endif
