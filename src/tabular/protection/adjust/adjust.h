/*
 * adjust.h - controlled tabular adjustment; what the files of this folder share.
 *
 * Cell i is shown as a_i + d_i.  For every equation the d add up to 0, -down_i <= d_i <= up_i, and
 * a sensitive cell goes up by at least U, its upper level, or down by at least L, its lower level,
 * both at least a unit.  Of all such tables one with the least sum of w_i |d_i|, or of w_i d_i^2,
 * is looked for (Dandekar and Cox 2002; Castro 2006).
 */
#ifndef TACIT_TABULAR_PROTECTION_ADJUST_ADJUST_H
#define TACIT_TABULAR_PROTECTION_ADJUST_ADJUST_H

#include "base/rng.h"
#include "solve/lp.h"
#include "tabular/system.h"

/* Where a sensitive cell may go: one way, perhaps not as far as its level; anywhere between both
 * levels at a cost between theirs; or one way or the other. */
typedef enum tacit_adjust_way {
    TACIT_ADJUST_DOWN = 0,
    TACIT_ADJUST_UP,
    TACIT_ADJUST_RELAXED,
    TACIT_ADJUST_EITHER
} tacit_adjust_way;

/* A table on its way; arrays in scratch memory. */
typedef struct tacit_adjusting {
    const tacit_system *system;
    double *up, *down, *weight; /* of each cell */
    size_t n;                   /* sensitive cells */
    uint32_t *cell;             /* of each of them */
    uint32_t *which;            /* of a cell: which sensitive one it is; n if none */
    double *upper, *lower;      /* of each sensitive cell: U and L */
    tacit_adjust_way *may;      /* of each: up, down or either, as far as its own bounds say */
    bool *drawn;                /* of each: chance said which way it may go */
    bool *rises;                /* of each: it goes up */
    double *d;                  /* of each cell */
    double dear;                /* what a unit short of a level costs: more than any change */
    double end;                 /* of the time for it, on tacit_adjusting_now() */
} tacit_adjusting;

/* What the search came to. */
typedef struct tacit_adjusted {
    double cost;  /* of the table found */
    double bound; /* no adjusted table costs less */
    bool proven;  /* nor does any cost less than the one found */
} tacit_adjusted;

/* ---- the table ---- */

/* Seconds of processor time. */
double tacit_adjusting_now(void);

/* With bounds, weights and sensitive cells set: levels, and where each may go. */
tacit_status tacit_adjusting_begin(tacit_ctx *cx, tacit_adjusting *a);

/* Let chance say where sensitive cells go that could go either way: up with probability
 * L / (L + U), so that the expectation of a change by a level is 0. */
void tacit_adjusting_draw(tacit_adjusting *a, tacit_rng *rng);

/* The least level of sensitive cell k that it must change by whichever way it goes. */
double tacit_adjusting_least(const tacit_adjusting *a, size_t k);

/* By how much sensitive cell k falls short of the level of its way. */
double tacit_adjusting_short(const tacit_adjusting *a, size_t k);

/* What cell i costs, falling short included. */
double tacit_adjusting_price(const tacit_adjusting *a, size_t i);

/* A change of cell i, in whole units where it nearly is one. */
double tacit_adjusting_settle(const tacit_adjusting *a, size_t i, double d);

/* ---- programs ---- */

/* A linear program over some cells; the others stay where they are. */
typedef struct tacit_adjust_program {
    const tacit_adjusting *a;
    size_t n;                    /* cells that move */
    const uint32_t *cell;        /* of each */
    const tacit_adjust_way *way; /* of each, if it is sensitive */
    size_t n_equations;
    const uint32_t *equation; /* in which they stand */
    const uint32_t *place;    /* of a cell: which of these it is; UINT32_MAX for others */
    size_t *column;           /* of each: where its columns begin */
    size_t *whole;            /* of each that goes either way: the column that says which */
    size_t n_whole, n_columns;
    double constant; /* of the cost, besides that of columns */
    tacit_lp *lp;
} tacit_adjust_program;

/* Make the program of the cells, ways, equations and places that are set; the caller frees. */
tacit_status tacit_adjust_program_make(tacit_ctx *cx, tacit_adjust_program *p);
void tacit_adjust_program_free(tacit_adjust_program *p);

/* Solve it for at most `seconds`: objective and bound with the constant, the point in scratch. */
tacit_status tacit_adjust_program_solve(tacit_ctx *cx, tacit_adjust_program *p, double seconds,
                                        tacit_mip *out);

/* The change of the c-th cell, and its size as the program sees it, at a point. */
double tacit_adjust_program_change(const tacit_adjust_program *p, const double *x, size_t c);
double tacit_adjust_program_size(const tacit_adjust_program *p, const double *x, size_t c);

/* Whether the c-th cell is sensitive and goes neither up nor down for certain. */
bool tacit_adjust_program_is_open(const tacit_adjust_program *p, size_t c);

/* Of the c-th cell, which is open: 1 where it goes up, 0 where down, between them if relaxed.
 */
double tacit_adjust_program_turned(const tacit_adjust_program *p, const double *x, size_t c);

/* Add to a row, whose terms end at `n`: the size of the c-th cell times `sign` (gives the constant
 * that belongs to it), or `by` times whether it goes up, and what it goes beyond its levels. */
double tacit_adjust_program_add_size(const tacit_adjust_program *p, size_t c, double sign,
                                     uint32_t *column, double *value, size_t *n);
void tacit_adjust_program_add_turn(const tacit_adjust_program *p, size_t c, double by,
                                   uint32_t *column, double *value, size_t *n);

/* Rows that every table fulfils and the program does not yet (bridges.c); how many were added. */
tacit_status tacit_adjust_bridges(tacit_ctx *cx, const tacit_adjust_program *p, const double *x,
                                  size_t *added);

/* ---- the search ---- */

/* Better by blocks of cells, one after another, until nothing is better or time is over; cells
 * that fall short first. */
tacit_status tacit_adjust_blocks(tacit_ctx *cx, tacit_adjusting *a);

/* Choose which sensitive cells go up, and the least sum of w |d| for that choice.  Cells that
 * chance sent where there is no room are free again.  Fails, naming a cell, if none was found. */
tacit_status tacit_adjusting_search(tacit_ctx *cx, tacit_adjusting *a, tacit_adjusted *out);

/* Fail with the name of sensitive cell k, which falls short. */
tacit_status tacit_adjusting_refuse(tacit_ctx *cx, const tacit_adjusting *a, size_t k);

/* From that table on: a choice with a small sum of w d^2, its least changes, and a bound. */
tacit_status tacit_adjusting_squares(tacit_ctx *cx, tacit_adjusting *a, tacit_adjusted *out);

#endif
