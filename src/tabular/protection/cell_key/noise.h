/*
 * noise.h - what is shown of a cell, by its key.
 */
#ifndef TACIT_TABULAR_PROTECTION_CELL_KEY_NOISE_H
#define TACIT_TABULAR_PROTECTION_CELL_KEY_NOISE_H

#include "tabular/cube/tally.h"
#include "tabular/protection/cell_key/ptable.h"

/* Most of the largest contributors of a cell that noise can be made from. */
enum { TACIT_CELL_KEY_LARGEST = 6 };

/* What the noise of a sum is a share of. */
typedef enum tacit_magnifier {
    TACIT_MAGNIFIER_LARGEST = 0, /* each of the largest contributions, weighted */
    TACIT_MAGNIFIER_MEAN,        /* the mean of the contributions, weighted */
    TACIT_MAGNIFIER_SUM          /* the sum itself */
} tacit_magnifier;

/* How noise on sums is made. */
typedef struct tacit_sum_noise {
    tacit_ptable table;
    tacit_magnifier magnifier;
    size_t n;                              /* contributions looked at, */
    double factor[TACIT_CELL_KEY_LARGEST]; /* and what the noise of each is multiplied with */
    bool flexible;                         /* else the share is `small` for all */
    double point;                          /* shares fall from here on, */
    double small, large;                   /* from this to that, */
    double power;                          /* this fast */
    double extra;                          /* added to the noise of sensitive cells */
    bool same_key;                         /* the first contribution goes by the key as it is */
    double separation;                     /* contributions below this get noise as counts do */
} tacit_sum_noise;

/* One cell. */
typedef struct tacit_noise_cell {
    const tacit_cell_tally *tally;
    uint64_t key, unit; /* the sum of the keys of its records, and what they are fractions of */
    bool sensitive;
} tacit_noise_cell;

/* The key of a cell as a fraction in [0, 1): of whole keys, below `whole`. */
double tacit_noise_key(uint64_t sum, uint64_t unit, uint64_t whole);

/* What is shown of a count; weighted ones keep the mean weight. */
double tacit_noise_count(const tacit_ptable *t, const tacit_noise_cell *c);

/* What is shown of a sum. */
double tacit_noise_sum(const tacit_sum_noise *n, const tacit_noise_cell *c);

/* Set what follows from the rest: the separation, from the table's part for small cells. */
void tacit_sum_noise_prepare(tacit_sum_noise *n);

#endif
