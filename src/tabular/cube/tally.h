/*
 * tally.h - what the records in one cell of a table add up to, and the largest of them.
 *
 * Rules look at a cell through its largest contributions only.  With sampling weights a record
 * stands for w units of size x, and "the n largest" are units, not records: the first record
 * counts min(w, n) of them, and so on (tau-Argus 4.2 manual, section 2.4).
 */
#ifndef TACIT_TABULAR_CUBE_TALLY_H
#define TACIT_TABULAR_CUBE_TALLY_H

#include <stddef.h>
#include <stdint.h>

/* One contributor: the size that rules look at, never negative, and how many it stands for. */
typedef struct tacit_contribution {
    double size, weight;
} tacit_contribution;

/* How many contributions a tally keeps. */
enum { TACIT_TALLY_TOP = 12 };

typedef struct tacit_cell_tally {
    uint64_t n;     /* contributors, unweighted */
    double count;   /* their weights */
    double sum;     /* of the response, weighted: what is published */
    double size;    /* of the sizes, weighted: what rules compare with */
    double cost;    /* of the cost variable, weighted */
    uint32_t n_top; /* largest first: */
    tacit_contribution top[TACIT_TALLY_TOP];
} tacit_cell_tally;

/* One contributor with its response, size, cost and weight. */
typedef struct tacit_contributor {
    double response, size, cost, weight;
} tacit_contributor;

/* Count a contributor in. */
void tacit_tally_add(tacit_cell_tally *t, const tacit_contributor *c);

/* Count in all contributors of `from`, who are others than those of `t`. */
void tacit_tally_merge(tacit_cell_tally *t, const tacit_cell_tally *from);

/* The size of the `n` largest units together. */
double tacit_tally_largest(const tacit_cell_tally *t, double n);

#endif
