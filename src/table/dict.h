/*
 * dict.h - dictionaries: the distinct texts of a categorical column.
 *
 * A dictionary maps codes 0 ... n-1 to texts, in order of first appearance.  It
 * grows while it is built and is immutable and shared (counted references) after.
 */
#ifndef TACIT_TABLE_DICT_H
#define TACIT_TABLE_DICT_H

#include "base/context.h"

typedef struct tacit_dict tacit_dict;

/* Make an empty dictionary with one reference. */
tacit_status tacit_dict_new(tacit_ctx *cx, tacit_dict **out);

/* Another reference to `d`; give each back with tacit_dict_free(). */
tacit_dict *tacit_dict_share(const tacit_dict *d);

/* Drop one reference; the last wipes and frees.  Accepts NULL. */
void tacit_dict_free(tacit_dict *d);

/* The code of the `n` bytes at `text`, adding them if they are new. */
tacit_status tacit_dict_add(tacit_ctx *cx, tacit_dict *d, const char *text, size_t n,
                            uint32_t *code);

/* The code of `text`, or tacit_dict_size() if it is not there. */
uint32_t tacit_dict_find(const tacit_dict *d, const char *text);

/* Number of texts; the text of `code` (NUL-terminated, borrowed) and its length. */
uint32_t tacit_dict_size(const tacit_dict *d);
const char *tacit_dict_text(const tacit_dict *d, uint32_t code);
size_t tacit_dict_length(const tacit_dict *d, uint32_t code);

/* Bytes of memory that `d` holds. */
size_t tacit_dict_bytes(const tacit_dict *d);

#endif
