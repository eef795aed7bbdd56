/*
 * tally.h - what the contributors to one cell of a table add up to, and the largest of them.
 *
 * Rules look at a cell through its largest contributions only.  With sampling weights a record
 * stands for w units of size x, and "the n largest" are units, not records: the first record
 * counts min(w, n) of them, and so on until n are counted (tau-Argus 4.2 manual, section 2.4; it
 * looks at n records at most, which with weights below 1 are fewer than n units).
 *
 * Contributors are records, and holdings where records say to which they belong: what the records
 * of a holding contribute to a cell, weighted, is one contribution of one unit.
 */
#ifndef TACIT_TABULAR_CUBE_TALLY_H
#define TACIT_TABULAR_CUBE_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One contributor: the size that rules look at, never negative, and how many it stands for. */
typedef struct tacit_contribution {
    double size, weight;
} tacit_contribution;

/* How many of the largest contributions tallies keep: what the rules of a plan need. */
typedef struct tacit_tally_room {
    uint32_t records, holdings;
} tacit_tally_room;

/* More than this are never kept. */
enum { TACIT_TALLY_MOST = 64 };

typedef struct tacit_cell_tally {
    uint64_t n;          /* records, unweighted */
    uint64_t n_holdings; /* contributors: holdings, or records if they are of none */
    uint64_t owner;      /* the only contributor: its holding or record, from 1; 0: not one */
    double count;        /* weights of the records */
    double sum;          /* of the response, weighted: what is published */
    double bulk;         /* of the responses without their signs, weighted */
    double size;         /* of the sizes, weighted: what rules compare with */
    double least;        /* the smallest size of a record */
    double asked[2];     /* the largest size of a contributor who asked for protection, by code */
    double cost;         /* of the cost variable, weighted */
    uint32_t n_top, n_top_holdings;
    tacit_contribution *top;         /* the largest records first; borrowed */
    tacit_contribution *top_holding; /* the largest holdings first; borrowed */
} tacit_cell_tally;

/* One record with its response, size, cost and weight, and its number from 1. */
typedef struct tacit_contributor {
    double response, size, cost, weight;
    uint64_t number;
    uint8_t asks; /* for protection, by the first code (1) or the second (2); 0: it does not */
} tacit_contributor;

/* Count a record in. */
void tacit_tally_add(tacit_cell_tally *t, tacit_tally_room room, const tacit_contributor *c);

/* Count in all records of `from`, which are others than those of `t`; holdings are not looked
 * at. */
void tacit_tally_merge(tacit_cell_tally *t, tacit_tally_room room, const tacit_cell_tally *from);

/* Records are contributors by themselves: make them so once all are counted. */
void tacit_tally_end(tacit_cell_tally *t);

/* Count in a holding, whose contributions to the cell add up to its size; the rest but its number
 * and what it asks for is not looked at. */
void tacit_tally_add_holding(tacit_cell_tally *t, tacit_tally_room room,
                             const tacit_contributor *c);

/* The contributors of one kind: how many, and the largest. */
typedef struct tacit_contributors {
    uint64_t n;
    uint32_t n_top;
    const tacit_contribution *top;
} tacit_contributors;

/* The holdings of a cell, or its records; without holdings the records are both. */
tacit_contributors tacit_tally_contributors(const tacit_cell_tally *t, bool holdings);

/* The size of the `n` largest units together. */
double tacit_tally_largest(const tacit_contributors *c, double n);

#endif
