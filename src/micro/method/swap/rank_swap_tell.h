/*
 * rank_swap_tell.h - what rank swapping did to a column, for the report.
 */
#ifndef TACIT_MICRO_METHOD_SWAP_RANK_SWAP_TELL_H
#define TACIT_MICRO_METHOD_SWAP_RANK_SWAP_TELL_H

#include "base/result.h"
#include "table/column.h"

/* Moves are charted in so many steps from 0 to the bound. */
enum { TACIT_RANK_STEPS = 10 };

/* The swaps of one column. */
typedef struct tacit_rank_moves {
    size_t *partner;       /* room for the ranks of one stratum: the partner of each */
    uint64_t *taken;       /* and bits: whether it has one */
    size_t width, ranks;   /* of the stratum whose turn it is */
    double step;           /* steps of the chart for each rank of it */
    size_t values;         /* those that could be swapped so far */
    size_t swapped, equal; /* swapped, and swapped with an equal one */
    size_t still;          /* in strata too small for any swap */
    size_t widest;         /* the farthest that a stratum allowed, in ranks */
    double apart;         /* sum of the squared differences of the values swapped with each other */
    double sum, farthest; /* of the moves, in per cent of the ranks of their strata */
    double steps[TACIT_RANK_STEPS]; /* swapped values by how far of the allowed way they moved */
} tacit_rank_moves;

/* It is the turn of a stratum in which `ranks` values may move by up to `width` ranks. */
void tacit_rank_moves_stratum(tacit_rank_moves *m, size_t width, size_t ranks);

/* Two of its values that are `by` > 0 ranks and `apart` in value apart were swapped. */
void tacit_rank_moves_add(tacit_rank_moves *m, size_t by, double apart);

/* The correlation of two columns of numbers with the same cells missing; NaN if it is not
 * defined. */
tacit_status tacit_rank_moves_correlate(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                                        double *out);

/* Where the account goes. */
typedef struct tacit_rank_account {
    tacit_result *told;
    json_t *table, *chart; /* `chart` NULL as long as nothing was swapped */
} tacit_rank_account;

/* Start the table to which each column adds a row. */
tacit_status tacit_rank_account_open(tacit_ctx *cx, tacit_result *told, tacit_rank_account *out);

/* Add the row of a column and its bars to the chart of moves; a correlation with the original
 * that is not finite becomes null. */
tacit_status tacit_rank_account_add(tacit_ctx *cx, tacit_rank_account *account,
                                    const tacit_rank_moves *m, const tacit_column *column,
                                    double correlation);

#endif
