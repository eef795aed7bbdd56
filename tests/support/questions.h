/*
 * questions.h - a schema to ask questions of, and records that fit it.
 */
#ifndef TACIT_TESTS_SUPPORT_QUESTIONS_H
#define TACIT_TESTS_SUPPORT_QUESTIONS_H

#include "support/tables.h"

#include "query/data.h"
#include "query/grammar/grammar.h"

/* The columns of the schema, in its order. */
enum { ASK_AGE, ASK_INCOME, ASK_SEX, ASK_REGION, ASK_SCORE, ASK_ODD, ASK_DAY, ASK_COLUMNS };

/* A schema called "survey" with persons "id", answering all aggregates:
 *   age      0 to 110, bins [0, 18) [18, 30) [30, 45) [45, 65) [65, 110]
 *   income   -1000 to 100000, no bins
 *   sex      f, m
 *   region   n1, n2, s1, s2, s3; level 1: north, south; level 2: *
 *   score    -1 to 1 with 2 decimals, bins [-1, -0.5) [-0.5, 0) [0, 0.5) [0.5, 1]; missing is 0
 *   Odd "N"  'it''s', "ü", 1, -2
 *   day      2021-11-15 to 2022-07-10 by month: 2021-11 ... 2022-07; quarters, years
 * and two public tables:
 *   regions  by region: n1 wet 10, n2 dry 20, s1 wet -5, s2 dry 10; s3 is not in it.  Columns
 * region, climate, height parts    by code, for region: n1 N, n2 N, s1 S, s2 S, s3 S: column
 * "Part", as level 1 In scratch memory. */
const tacit_query_schema *survey_schema(tacit_ctx *cx);

/* The question that `sql` asks of the schema, which is fine. */
tacit_query question_of(tacit_ctx *cx, const tacit_query_schema *schema, const char *sql);

/* `n` random records of the schema, some cells missing or not declared; the caller frees. */
tacit_table *random_survey(tacit_ctx *cx, tacit_rng *rng, size_t n);

#endif
