/*
 * table_fit.h - how far the counts of one table are from those of another.
 */
#ifndef TACIT_STATS_COUNTS_TABLE_FIT_H
#define TACIT_STATS_COUNTS_TABLE_FIT_H

#include <stddef.h>
#include <stdint.h>

/* s: counts of the protected table, d: of the original; n_s, n_d: their sums, N = n_s + n_d,
 * c = n_s / N, e = d n_s / n_d.  Sums run over the cells that are not empty in both.  VW, FT, G
 * and 8 n_s ln 2 JSD are about chi-square with `df` degrees of freedom (G with `df_g`) if s was
 * drawn from d.  All are 0 for tables in proportion. */
typedef struct tacit_table_fit {
    size_t df;      /* cells - 1 */
    size_t df_g;    /* cells with counts in both tables, less 1 */
    double vw;      /* Voas and Williamson: sum (s - e)^2 / ((s + d) c) */
    double pmse;    /* of the propensity s / (s + d) of each cell: VW c (1 - c)^2 / N */
    double ft;      /* Freeman and Tukey: 4 sum (sqrt s - sqrt e)^2 */
    double g;       /* 2 sum s ln(s / e) over cells with counts in both, and n_s, n_d over these */
    double jsd;     /* Jensen and Shannon divergence of the shares, in bits */
    double tv;      /* total variation: half the sum of |s / n_s - d / n_d| */
    double dbhatt;  /* Bhattacharyya: sqrt(1 - sum sqrt(s / n_s d / n_d)) */
    double mabsdd;  /* sum of |s / n_s - d / n_d| */
    double wmabsdd; /* sum of |s - e| / sqrt((s + d) c), over sqrt(2 / pi) */
    double s_pmse;  /* VW / df; NAN if df is 0, as the next */
    double s_jsd;   /* 8 n_s ln 2 JSD / df */
    double s_ft, s_g; /* FT / df, G / df_g */
} tacit_table_fit;

/* Compare the counts `s` and `d` of `cells` cells; neither sum is 0.  O(cells). */
tacit_table_fit tacit_table_fit_of(const uint32_t *s, const uint32_t *d, size_t cells);

#endif
