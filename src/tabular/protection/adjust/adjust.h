/*
 * adjust.h - controlled tabular adjustment; what the files of this folder share.
 *
 * Cell i is shown as a_i + d_i.  For every equation the d add up to 0, -down_i <= d_i <= up_i, and
 * a sensitive cell goes up by at least its upper level or down by at least its lower level.  Of all
 * such tables one with the least sum of w_i |d_i|, or of w_i d_i^2, is looked for (Dandekar and Cox
 * 2002; Castro 2006).
 */
#ifndef TACIT_TABULAR_PROTECTION_ADJUST_ADJUST_H
#define TACIT_TABULAR_PROTECTION_ADJUST_ADJUST_H

#include "solve/lp.h"
#include "tabular/system.h"

/* A table on its way; arrays in scratch memory, the program is freed by tacit_adjusting_free(). */
typedef struct tacit_adjusting {
    const tacit_system *system;
    double *up, *down, *weight; /* of each cell */
    size_t n;                   /* sensitive cells */
    uint32_t *cell;             /* of each of them */
    bool *rises;                /* of each of them: it goes up */
    double *d;                  /* of each cell */
    tacit_lp *lp;
    double end; /* of the time for it, on tacit_adjusting_now() */
} tacit_adjusting;

/* What the search came to. */
typedef struct tacit_adjusted {
    double bound; /* no adjusted table costs less */
    bool proven;  /* nor does any cost less than the one found */
} tacit_adjusted;

/* Make the program of `a`, whose bounds and weights are set. */
tacit_status tacit_adjusting_program(tacit_ctx *cx, tacit_adjusting *a);
void tacit_adjusting_free(tacit_adjusting *a);

/* Let sensitive cell k go up (`least` = `most` = 1), down (0), or either. */
void tacit_adjusting_allow(tacit_adjusting *a, size_t k, bool least, bool most);

/* The cost of a point, and the first sensitive cell that falls short of its level in it; n if none
 * does. */
double tacit_adjusting_cost(const tacit_adjusting *a, const double *point);
size_t tacit_adjusting_short(const tacit_adjusting *a, const double *point);

/* Take the changes of all cells from a point. */
void tacit_adjusting_take(tacit_adjusting *a, const double *point);

/* Choose which sensitive cells go up, and the least sum of w |d| for that choice.  Fails, naming a
 * cell by its number, if none was found. */
tacit_status tacit_adjusting_search(tacit_ctx *cx, tacit_adjusting *a, tacit_adjusted *out);

/* With that choice, the least sum of w d^2. */
tacit_status tacit_adjusting_squares(tacit_ctx *cx, tacit_adjusting *a);

/* Seconds of processor time. */
double tacit_adjusting_now(void);

#endif
