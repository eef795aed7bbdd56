/*
 * subtables.h - a system as simple tables: in each direction one total with its parts; for the
 * files of this folder.
 *
 * Hierarchical tables fall into tables without hierarchies: one code of each dimension with the
 * codes right below it (de Wolf 2002, HiTaS: a heuristic approach to cell suppression in
 * hierarchical tables, LNCS 2316).  Here they are read off the equations alone, so that linked
 * tables, several hierarchies of a variable, equations between responses and ready tables fall
 * apart in the same way: the equations that a cell is the total of are directions, and cells that
 * lie across from each other are joined by equations in the other direction.  Directions that do
 * not cross, as two hierarchies of one variable, are in subtables of their own.
 *
 * A subtable comes after those that have totals of its first cell.  Equations without a single
 * total are in none.  O(terms * equations of a cell).
 */
#ifndef TACIT_TABULAR_SUPPRESS_START_SUBTABLES_H
#define TACIT_TABULAR_SUPPRESS_START_SUBTABLES_H

#include "tabular/system.h"

/* Most directions of a subtable; a cell that is the total of more has several subtables. */
enum { TACIT_SUBTABLE_DIRECTIONS = 6 };

typedef struct tacit_subtable {
    size_t d;
    size_t size[TACIT_SUBTABLE_DIRECTIONS]; /* places in each direction; the total is the first */
    size_t n, m;
    uint32_t *cell; /* by places, those of the last direction next to each other */
    uint32_t *row;  /* equations, all of whose cells are in it */
} tacit_subtable;

/* From the top on, in scratch memory. */
typedef struct tacit_subtables {
    size_t n;
    tacit_subtable *at;
    size_t *first; /* cell i is in the subtables first[i] ... first[i + 1] - 1 of `in` */
    uint32_t *in;
} tacit_subtables;

/* The subtables of `s`. */
tacit_status tacit_subtables_find(tacit_ctx *cx, const tacit_system *s, tacit_subtables *out);

#endif
