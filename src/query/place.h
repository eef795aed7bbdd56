/*
 * place.h - cells of a table as numbers: values on lattices, codes of categories.
 *
 * A number that is written as text counts as that number, and any other text as a missing one, so
 * that no value of a record decides whether there can be an answer.  So with dates: a text that
 * begins with a day counts as that day, whatever time follows; a plain number is no date.
 */
#ifndef TACIT_QUERY_PLACE_H
#define TACIT_QUERY_PLACE_H

#include "privacy/statistic/domain.h"
#include "table/column.h"

/* A number that stands for: this cell does not count. */
#define TACIT_NOT_PLACED INT64_MIN

/* Numbers in steps of the lattice of `d`; those that are none do not count, unless declared so. */
void tacit_place_steps(const tacit_domain *d, size_t n, const double *x, int64_t *out);

/* The cells of `c` in steps of the lattice of `d`, a number. */
void tacit_place_numbers(const tacit_domain *d, const tacit_column *c, int64_t *out);

/* The cells of `c` as codes of `values`; with `grows` a text that it does not have is added.
 * O(rows + distinct values). */
tacit_status tacit_place_codes(tacit_ctx *cx, tacit_dict *values, bool grows, const tacit_column *c,
                               int64_t *out);

/* A dictionary of the declared values of `d`; the caller frees, also after a failure. */
tacit_status tacit_place_values(tacit_ctx *cx, const tacit_domain *d, tacit_dict **out);

#endif
