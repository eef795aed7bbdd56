/*
 * hierarchy.h - the record of `tacit hierarchy` as text, and a hierarchy's tree as text and as
 * a picture.
 */
#ifndef TACIT_REPORT_HIERARCHY_H
#define TACIT_REPORT_HIERARCHY_H

#include <jansson.h>

#include "base/text.h"

/* Append what the record says of hierarchies, as its action asks: a table of levels for each,
 * one table with a line for each if they were checked, a tree if one was drawn. */
tacit_status tacit_report_hierarchies(tacit_ctx *cx, const json_t *record, tacit_buffer *out);

/* Append the tree { "label", "values", "below": [...], "more" } as lines of text. */
tacit_status tacit_report_tree(tacit_ctx *cx, const json_t *tree, tacit_buffer *out);

/* Append it as an <svg> element that stands by itself, with this title: the root at the left,
 * leaves below each other. */
tacit_status tacit_svg_tree(tacit_ctx *cx, const char *title, const json_t *tree,
                            tacit_buffer *out);

#endif
