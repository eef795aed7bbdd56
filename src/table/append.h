/*
 * append.h - cells of a column appended to one under construction.
 */
#ifndef TACIT_TABLE_APPEND_H
#define TACIT_TABLE_APPEND_H

#include "table/column.h"

/* Append all cells of `c` to `b`, whose type is `type`: that of `c`, REAL for an INTEGER
 * column, or CATEGORY.  Categories go by their texts.  O(cells). */
tacit_status tacit_builder_append(tacit_ctx *cx, tacit_builder *b, tacit_type type,
                                  const tacit_column *c);

#endif
