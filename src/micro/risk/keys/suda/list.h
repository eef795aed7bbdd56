/*
 * list.h - lists of minimal sample uniques while they grow.
 *
 * Lists are made of pieces; each thread takes pieces from blocks of its own, so that
 * threads need no lock as long as no two add to the list of one row.
 */
#ifndef TACIT_MICRO_RISK_KEYS_SUDA_LIST_H
#define TACIT_MICRO_RISK_KEYS_SUDA_LIST_H

#include "micro/risk/keys/suda/search.h"

/* Where one thread takes pieces from.  Starts as {0}. */
typedef struct tacit_suda_pieces {
    struct tacit_suda_block *blocks;
} tacit_suda_pieces;

/* Put `set` on the list `*list` unless a set on it is part of `set`. */
tacit_status tacit_suda_list_add(tacit_ctx *cx, tacit_suda_pieces *from, tacit_suda_msus **list,
                                 uint32_t set);

/* Free all pieces. */
void tacit_suda_pieces_free(tacit_suda_pieces *p);

#endif
