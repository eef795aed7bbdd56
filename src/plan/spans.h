/*
 * spans.h - where the nodes of a plan stand in its text, byte by byte.
 *
 * The parser marks scalars and brackets.  What it does not mark is found by looking: the
 * ':' and '-' that introduce a value, the header of a text in several lines, the end of a
 * list or map without brackets.  Between two nodes there is only white space, comments
 * and these signs, so looking is simple.
 */
#ifndef TACIT_PLAN_SPANS_H
#define TACIT_PLAN_SPANS_H

#include "plan/parse_tree.h"

/* The first byte from `at` on that is neither white space nor part of a comment. */
size_t tacit_span_skip(const char *text, size_t at);

/* Complete start, end and lead of a node that arrives with the parser's marks and is about
 * to be hung under `parent`, behind `key` if that waits for its value. */
void tacit_span_begin(const char *text, const tacit_node *parent, const tacit_node *key,
                      tacit_node *node);

/* Complete the end of a list or map whose end the parser marks at `mark`. */
void tacit_span_end(const char *text, size_t mark, tacit_node *node);

/* Whether a scalar is written in lines of its own, behind | or >. */
bool tacit_span_is_lines(const char *text, const tacit_node *node);

#endif
