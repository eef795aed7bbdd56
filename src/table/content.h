/*
 * content.h - a keyed digest of the values of a column.
 *
 * The digest goes by value and order alone: not by how a file stored the column, by the order
 * of its dictionary, by the number of threads or by the parts that it came in.  A whole number
 * has the digest of the same real one.  It is no cryptographic hash and is never shown; it
 * tells apart what streams of random numbers must not share.
 */
#ifndef TACIT_TABLE_CONTENT_H
#define TACIT_TABLE_CONTENT_H

#include "table/column.h"

/* A digest on its way; starts as {.key = a secret}.  `state` is the digest of what was added. */
typedef struct tacit_content {
    uint64_t key, state;
} tacit_content;

/* Add all cells of `c`: a whole column, or one part after the other, each but the last of a
 * multiple of TACIT_BLOCK_ROWS rows.  O(cells), about a nanosecond each. */
tacit_status tacit_content_add(tacit_ctx *cx, tacit_content *d, const tacit_column *c);

#endif
