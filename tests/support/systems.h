/*
 * systems.h - small random tables as systems, and all tables that a reader cannot tell from them.
 *
 * The table has two or three dimensions of two or three codes and a total each; a cell is a place
 * in it.  The slow, obvious way to find out what somebody can compute: go through every choice of
 * whole values for the hidden inner cells, add up the totals, and keep those tables that agree
 * with what is published and with the bounds.
 */
#ifndef TACIT_TESTS_SUPPORT_SYSTEMS_H
#define TACIT_TESTS_SUPPORT_SYSTEMS_H

#include "base/rng.h"
#include "tabular/system.h"

enum { MOST_PLACES = 64 };

/* How a table is drawn. */
typedef struct system_draw {
    int dimensions;  /* 2 or 3 */
    int most_value;  /* of an inner cell */
    int most_hidden; /* inner cells; each table of fewer values is gone through */
    bool owners;     /* some cells have a single contributor */
} system_draw;

/* A system with its shape. */
typedef struct small_system {
    tacit_system *s;
    int dimensions, size[3]; /* codes and the total */
} small_system;

/* Draw one; the caller frees w->s. */
void draw_system(tacit_ctx *cx, tacit_rng *rng, const system_draw *how, small_system *w);

/* What is left possible for each cell. */
typedef struct possible {
    size_t tables;
    double least[MOST_PLACES], most[MOST_PLACES];
} possible;

/* Go through all tables that agree with what is published and, if `owner` is not 0, with the
 * cells that only this contributor is in. */
void enumerate_tables(const small_system *w, uint64_t owner, possible *out);

#endif
