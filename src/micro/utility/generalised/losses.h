/*
 * losses.h - what generalisation cost, column by column: sums over cells and how they are told.
 */
#ifndef TACIT_MICRO_UTILITY_GENERALISED_LOSSES_H
#define TACIT_MICRO_UTILITY_GENERALISED_LOSSES_H

#include "micro/utility/cover/cover.h"

/* The key columns with their losses; in scratch memory. */
typedef struct tacit_losses {
    const tacit_cover *cover;
    size_t n;
    double *sum;  /* over the cells of each column */
    double *most; /* what the sum could be at most */
} tacit_losses;

/* Cover the key columns of `pair`; no losses yet. */
tacit_status tacit_losses_new(tacit_ctx *cx, const tacit_pair *pair, tacit_losses *out);

/* Sum over the cells of a column of a loss that depends on what the cell covers. */
double tacit_losses_by_set(const tacit_cover *c,
                           double (*loss)(const tacit_cover *c, const tacit_cover_set *s,
                                          const void *user),
                           const void *user);

/* Entropy in bits of the original column: that of a cell which covers everything. */
double tacit_losses_entropy(const tacit_cover *c);

/* Of all cells: the sum; the mean over columns of the mean over cells; the mean over columns
 * of sum / most (0 where `most` is 0).  NaN if no key column has an original value. */
double tacit_losses_total(const tacit_losses *l);
double tacit_losses_mean(const tacit_losses *l);
double tacit_losses_share(const tacit_losses *l);

/* What the figures of a measure in bits say. */
typedef struct tacit_loss_words {
    const char *total, *mean, *share; /* definitions */
} tacit_loss_words;

/* Add the figures total, mean and share. */
tacit_status tacit_losses_figures(tacit_ctx *cx, const tacit_losses *l,
                                  const tacit_loss_words *words, tacit_result *result);

/* Add the table and chart of columns, and notes on how labels were read. */
tacit_status tacit_losses_tell(tacit_ctx *cx, const tacit_losses *l, tacit_result *result);

/* Add the notes alone. */
tacit_status tacit_losses_notes(tacit_ctx *cx, const tacit_cover *cover, size_t n,
                                tacit_result *result);

#endif
