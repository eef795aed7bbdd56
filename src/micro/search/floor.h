/*
 * floor.h - how much of a lattice can be looked at in a bounded time.
 */
#ifndef TACIT_MICRO_SEARCH_FLOOR_H
#define TACIT_MICRO_SEARCH_FLOOR_H

#include "micro/search/space.h"

/* Classes of nodes, at most, that looking at a lattice as a whole should have to go through: nodes
 * times the classes of the lowest one, of which most nodes have a small part.  Half a minute of a
 * processor for a dozen keys. */
#define TACIT_LATTICE_WORK 3e9

/* Whether looking at every node of `s` exceeds `work`. */
bool tacit_lattice_is_long(const tacit_search_space *s, double work);

/* Raise the lowest levels of axes until it does not, each time that of the axis on which a value
 * loses least by it.  Depends on the values alone, not on time.  O(cells) for each level. */
tacit_status tacit_lattice_raise(tacit_ctx *cx, double work, tacit_search_space *s);

#endif
