/*
 * crossing.h - how far a guess of the tables of two columns is from the counts, as scores.
 *
 * The score of a table is the sum of |count - guess| over its cells, in steps of 2^-10, less a
 * penalty that does not depend on the data.  Guesses are whole numbers of steps, so a score is an
 * integer, and a record more or fewer moves it by 2^10 steps at most: no rounding is in the way.
 */
#ifndef TACIT_SYNTH_PRIVATE_CROSSING_H
#define TACIT_SYNTH_PRIVATE_CROSSING_H

#include "synth/private/private.h"

enum { TACIT_SCORE_STEPS = 1 << 10 };

/* The tables of some scopes. */
typedef struct tacit_crossing {
    size_t n;
    tacit_scope *scope;
    size_t *cells;
    tacit_i128 **count;
} tacit_crossing;

/* All tables of two columns, and of one if `singles`, in scratch memory; but for those of more than
 * 2^16 cells, in which noise would drown any count. */
tacit_status tacit_crossing_count(tacit_ctx *cx, const tacit_private_table *t, bool singles,
                                  tacit_crossing *out);

/* The score of table p by a guess of each of its cells, times a whole `weight`. */
tacit_i128 tacit_crossing_score(const tacit_crossing *p, size_t at, const double *guess,
                                double penalty, uint64_t weight);

/* About how far noise of this variance takes a table of so many cells from the truth: the penalty
 * of McKenna, Mullins, Sheldon and Miklau (2022), section 4. */
double tacit_crossing_penalty(double variance, size_t cells);

#endif
