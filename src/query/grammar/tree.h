/*
 * tree.h - a text of SQL as PostgreSQL's parser sees it, under the guards of grammar.h.
 *
 * A node of the tree is a JSON object with one key, its kind: {"ColumnRef": {...}}.
 */
#ifndef TACIT_QUERY_GRAMMAR_TREE_H
#define TACIT_QUERY_GRAMMAR_TREE_H

#include <jansson.h>

#include "base/context.h"

/* Parse `text`; the caller owns the tree. */
tacit_status tacit_sql_tree(tacit_ctx *cx, const char *text, json_t **out);

/* Refuse: what is wrong at byte `at` of the text (-1: nowhere), of the kind that `code` names in
 * docs/schema/failure.json. */
tacit_status tacit_sql_refuse(tacit_ctx *cx, const char *text, json_int_t at, const char *code,
                              const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* The kind of a node, "" if it is none; its content if it is of this kind, else NULL; the byte of
 * the text where it begins, or -1. */
const char *tacit_sql_kind(const json_t *node);
const json_t *tacit_sql_is(const json_t *node, const char *kind);
json_int_t tacit_sql_place(const json_t *node);

/* Whether a SELECT, or the one that an EXPLAIN has, names a table `name` in FROM, joined or not. */
bool tacit_sql_reads(const json_t *statement, const char *name);

/* The name of a FuncCall, in small letters; "" if it is none. */
const char *tacit_sql_function(const json_t *node);

#endif
