/*
 * search.h - the search for minimal sample uniques (MSUs).
 *
 * A set of keys is an MSU of a record if no other record has the same values on it, and
 * every smaller part of it is shared with some other record.
 */
#ifndef TACIT_MICRO_RISK_KEYS_SUDA_SEARCH_H
#define TACIT_MICRO_RISK_KEYS_SUDA_SEARCH_H

#include "micro/risk/keys/suda/space.h"

enum { TACIT_SUDA_PIECE = 13 };

/* A piece of the list of MSUs of one record: masks of variables of the space. */
typedef struct tacit_suda_msus tacit_suda_msus;
struct tacit_suda_msus {
    const tacit_suda_msus *next;
    uint32_t n;
    uint32_t mask[TACIT_SUDA_PIECE];
};

/* What to search. */
typedef struct tacit_suda_search {
    const tacit_suda_space *space;
    const uint64_t *size; /* records of each row of the space */
    size_t depth;         /* most keys of an MSU */
    size_t from, to;      /* rows whose MSUs are wanted */
} tacit_suda_search;

/* The MSUs of rows from ... to - 1; the owner frees. */
typedef struct tacit_suda_found tacit_suda_found;
tacit_status tacit_suda_find(tacit_ctx *cx, const tacit_suda_search *search,
                             tacit_suda_found **out);
void tacit_suda_found_free(tacit_suda_found *f);

/* The MSUs of a row of the search, or NULL if it has none. */
const tacit_suda_msus *tacit_suda_msus_of(const tacit_suda_found *f, size_t row);

#endif
