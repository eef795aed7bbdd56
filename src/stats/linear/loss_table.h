/*
 * loss_table.h - what masking did to numbers: the table of Domingo-Ferrer and Torra (2001).
 */
#ifndef TACIT_STATS_LINEAR_LOSS_TABLE_H
#define TACIT_STATS_LINEAR_LOSS_TABLE_H

#include "base/context.h"

/* What is compared, before and after; p columns. */
typedef enum tacit_loss_part {
    TACIT_LOSS_X,     /* the values themselves, n p cells */
    TACIT_LOSS_MEANS, /* column means, p cells */
    TACIT_LOSS_V,     /* covariances with the variances, p (p + 1) / 2 cells */
    TACIT_LOSS_S,     /* variances, p cells */
    TACIT_LOSS_R,     /* correlations, p (p - 1) / 2 cells */
    TACIT_LOSS_RF,    /* correlations of columns with principal factors, p^2 cells, weighted */
    TACIT_LOSS_C,     /* communalities: share of a column that the first factors explain, p */
    TACIT_LOSS_F,     /* factor score coefficients, p^2 cells, weighted */
    TACIT_LOSS_PARTS
} tacit_loss_part;

/* Mean squared error, mean absolute error and mean variation (mean of |a - a'| / |a|) of one
 * part.  Cells whose original is 0 have no variation: they add 0 to the sum, stay in the
 * divisor, and are counted. */
typedef struct tacit_table_loss {
    double mse, mae, mv;
    size_t zero_cells;
} tacit_table_loss;

/* Figures that the data do not define are NAN: all of them if n = 0, and all but X and the
 * means if n = 1.  Parts without cells (R of one column) have no loss. */
typedef struct tacit_loss_table {
    tacit_table_loss part[TACIT_LOSS_PARTS];
    double il;        /* 100 (mv X + mv means + mv V + mv S + mae R) / 5 */
    double il_capped; /* the same with each of the five terms at most 1 */
} tacit_loss_table;

/* Two matrices, row by row; row i of one is row i of the other.  Finite, below 1e100. */
typedef struct tacit_loss_data {
    const double *x, *y; /* original and masked */
    size_t n, p;
} tacit_loss_data;

typedef struct tacit_loss_options {
    bool equal_weights; /* weigh factors alike, not by the original's eigenvalues */
    size_t factors;     /* whose squared correlations make a communality; 0 means 1 */
} tacit_loss_options;

/* Fill the table; `options` may be NULL.  O(n p^2 + p^3). */
tacit_status tacit_loss_table_of(tacit_ctx *cx, const tacit_loss_data *data,
                                 const tacit_loss_options *options, tacit_loss_table *out);

/* The part's letter in the literature: X, Xbar, V, S, R, RF, C, F. */
const char *tacit_loss_name(tacit_loss_part part);

#endif
