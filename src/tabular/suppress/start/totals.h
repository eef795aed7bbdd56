/*
 * totals.h - which cell of an equation is the sum of the others, and which cells stand above which;
 * for the files of this folder.
 */
#ifndef TACIT_TABULAR_SUPPRESS_START_TOTALS_H
#define TACIT_TABULAR_SUPPRESS_START_TOTALS_H

#include "tabular/system.h"

#define TACIT_NO_TOTAL UINT32_MAX

/* In scratch memory. */
typedef struct tacit_totals {
    uint32_t *total;  /* of an equation: the cell whose sign no other has, or TACIT_NO_TOTAL */
    size_t *first_of; /* cell i is the total of the equations first_of[i] ... of `of` */
    uint32_t *of;
    uint32_t *order; /* cells, each after all that it is a part of; those in circles are left out */
    size_t n;        /* of those */
} tacit_totals;

/* The totals of `s`. */
tacit_status tacit_totals_find(tacit_ctx *cx, const tacit_system *s, tacit_totals *out);

#endif
