/*
 * plan_values.h - random values for plans, and their scalars in random spelling.
 */
#ifndef TACIT_TESTS_SUPPORT_PLAN_VALUES_H
#define TACIT_TESTS_SUPPORT_PLAN_VALUES_H

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"

enum { PLAN_COMMENTS = 400, PLAN_WAY = 200 };

/* A text that is being written. */
typedef struct plan_text {
    tacit_ctx *cx;
    tacit_rng rng;
    tacit_buffer out;
    size_t step, list_step, n_comments;
    char owner[PLAN_COMMENTS][PLAN_WAY]; /* the way to the entry that each comment is in */
} plan_text;

/* A random number below `n`. */
size_t draw(plan_text *t, size_t n);

/* Append a text. */
void put(plan_text *t, const char *text);

/* Append blanks. */
void put_column(plan_text *t, size_t column);

/* The way to an entry of the value at `way`. */
void way_to(char out[PLAN_WAY], const char *way, const char *part);

static const char *const PLAN_PLAIN[] = { "alpha", "beta gamma", "x.csv", "a-b", "k" };
static const char *const PLAN_ODD[] = { "x: y",   "1",         "true", "",         "it's",
                                        "q\"t",   "#no",       "a #b", "\xc3\xb6", "- d",
                                        "trail ", "tab\there", "null", "0.5",      "[x]" };
static const char *const PLAN_LINES[] = { "one\n", "one\ntwo\n", "one\n\ntwo\n", "  in\nout\n" };
static const char *const PLAN_KEYS[] = { "a",        "b",   "c",  "d",        "e", "f",
                                         "long key", "k:1", "'q", "\xc3\xb6", "1", "-" };
#define PLAN_PICK(t, list) (list)[draw((t), sizeof(list) / sizeof *(list))]

/* A scalar of any kind. */
json_t *draw_scalar(plan_text *t);

/* A value at most `depth` deep; a map or list at the root. */
json_t *draw_value(plan_text *t, size_t depth, bool root);

/* Perhaps a comment that belongs to the entry at `way`, after blanks. */
void put_comment(plan_text *t, const char *way);

/* Perhaps lines between entries of the list or map at `way`, not so far in that a text in
 * lines before them would take them for its own. */
void put_between(plan_text *t, size_t column, const char *way);

/* Append a scalar as JSON. */
void put_dump(plan_text *t, const json_t *value);

/* Whether a text may stand without quotes. */
bool is_plain_text(const char *text);

/* A text with quotes or without. */
void put_string(plan_text *t, const char *text);

/* Append a scalar in one of its spellings. */
void put_scalar(plan_text *t, const json_t *value);

/* Whether a value is a list or map; how many entries it has. */
bool is_collection(const json_t *value);
size_t entry_count(const json_t *value);

/* The i-th entry of a list or map: its value, and its key or position in `name`. */
json_t *entry_at(json_t *value, size_t i, char name[24]);

#endif
