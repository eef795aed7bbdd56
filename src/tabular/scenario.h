/*
 * scenario.h - what contributors who are alone in hidden cells know besides, and must not find out.
 *
 * Who is alone in a cell knows its value.  For each contributor g that is the only one of at least
 * one hidden cell, sensitive or not, let S_g be those cells: g is an attacker (attack.h) with
 * y_i = 0 for i in S_g.  Every sensitive cell k that is not g's own must keep an interval: at
 * least one unit wide, or, if the system asks for levels, as wide as its levels say.  A holding
 * that is alone in several cells is one attacker.
 *
 * The levels of a cell are made for who knows most of it, its second largest contributor, so that
 * keeping them whole is more than is needed against contributors to other cells.
 *
 * Only the parts that have a cell of S_g are attacked; O(terms) for each scenario and the programs.
 */
#ifndef TACIT_TABULAR_SCENARIO_H
#define TACIT_TABULAR_SCENARIO_H

#include "tabular/parts.h"

/* The contributors who are alone in cells of one part, in scratch memory: scenario g has the cells
 * first[g] ... first[g + 1] - 1 of `cell`. */
typedef struct tacit_scenarios {
    size_t n;
    size_t *first;
    uint32_t *cell;
} tacit_scenarios;

/* How far from its value a cell must be able to seem. */
typedef struct tacit_reach_levels {
    double lower, upper, width;
} tacit_reach_levels;

/* Those of part `p`; none if the system does not ask for it. */
tacit_status tacit_scenarios_of(tacit_ctx *cx, const tacit_system *s, const tacit_cell_parts *parts,
                                size_t p, tacit_scenarios *out);

/* What cell `i` must keep against insiders, in whole units. */
tacit_reach_levels tacit_scenario_levels(const tacit_system *s, size_t i);

/* Whether cell `i` must keep anything in a scenario: it is sensitive, and not of this owner. */
static inline bool tacit_scenario_concerns(const tacit_system *s, uint64_t owner, size_t i)
{
    return s->cell[i].status == TACIT_CELL_PRIMARY && s->owner[i] != owner;
}

/* How many contributors the hidden cells of equation `r` must have together: as many as all its
 * cells have that may be hidden, if that is less than the system asks for, as where a total has one
 * part of one firm. */
double tacit_scenario_asks(const tacit_system *s, size_t r);

/* How many of them they lack, if one is sensitive; `open` says which are hidden. */
double tacit_scenario_lacks(const tacit_system *s, size_t r, const double *open);

#endif
