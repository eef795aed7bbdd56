/*
 * space_own.h - shared by the files that make a space.
 */
#ifndef TACIT_MICRO_SEARCH_SPACE_OWN_H
#define TACIT_MICRO_SEARCH_SPACE_OWN_H

#include "micro/search/space.h"
#include "table/values.h"

/* A space with the memory that it owns. */
typedef struct tacit_space_body {
    tacit_search_space space; /* first: the two share an address */
    void **block;
    size_t n_blocks;
    tacit_table *joined; /* the table's rows above the population's, or NULL */
} tacit_space_body;

/* Zeroed memory that lives as long as the space. */
tacit_status tacit_space_keep(tacit_ctx *cx, tacit_space_body *b, size_t n, size_t size, void *out);

/* Fill axis `x` for `column`, whose values are numbered in `values`; `spec` is its hierarchy
 * or NULL. */
tacit_status tacit_axis_make(tacit_ctx *cx, tacit_space_body *b, const tacit_column *column,
                             const tacit_hierarchy_spec *spec, tacit_axis *x);

/* Count the values of a sensitive column within cells. */
tacit_status tacit_space_pairs(tacit_ctx *cx, tacit_space_body *b, const tacit_column *column,
                               tacit_search_pairs *out);

#endif
