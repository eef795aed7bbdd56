/*
 * clp.h - what a program is to Clp and CBC; for the files of this folder.
 */
#ifndef TACIT_SOLVE_CLP_H
#define TACIT_SOLVE_CLP_H

#include "solve/lp.h"

struct tacit_lp {
    void *model;   /* Clp_Simplex */
    double end;    /* when a solve stops, or 0 */
    double cutoff; /* what a whole point must cost less than */
    bool yields;   /* solves end when the work is asked to end with what it has */
    bool proving;  /* CBC does without heuristics */
    bool paced;    /* Clp knows after how many steps to factor the basis of a large program */
    int few;       /* slices with fewer steps are followed by longer ones */
};

/* How many columns it has, and the bounds of one. */
size_t tacit_lp_columns_of(const tacit_lp *lp);
double tacit_lp_low(const tacit_lp *lp, size_t j);
double tacit_lp_high(const tacit_lp *lp, size_t j);

/* Solve with the first `n` columns whole numbers, looking at few nodes; `*done` says whether that
 * was enough (branch.c). */
tacit_status tacit_lp_branch(tacit_ctx *cx, tacit_lp *lp, size_t n, double gap, tacit_mip *out,
                             bool *done);

#endif
