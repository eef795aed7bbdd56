/*
 * dependence.h - how far a column is from being independent of others, in whole numbers.
 *
 * Zhang, Cormode, Procopiuc, Srivastava and Xiao (2017), section 4.5: R = 1/2 sum |P(x, p) - P(x)
 * P(p)| over all values x of the column and p of its parents.  Here 2 n^2 R = sum |n n_xp - n_x
 * n_p|, n records: a whole number.
 */
#ifndef TACIT_SYNTH_PRIVATE_DEPENDENCE_H
#define TACIT_SYNTH_PRIVATE_DEPENDENCE_H

#include "synth/private/private.h"

/* 2 n^2 R of a column and its parents.  O(rows * columns). */
tacit_status tacit_private_dependence(tacit_ctx *cx, const tacit_private_table *t, size_t column,
                                      tacit_scope parents, tacit_i128 *out);

/* By how much another record in the place of one can move it: 6 n + 4, because it moves R by
 * 3/n + 2/n^2 at most (ibid., theorem 4.11). */
uint64_t tacit_private_dependence_moves(size_t rows);

#endif
