/*
 * start.h - patterns by the methods that other programs have: quick, nearly safe, rarely cheapest.
 *
 * Each hides cells so that sensitive ones are protected where it looks; none looks at everything.
 * Who starts from such a pattern attacks it as any other and hides what is lacking (mend.c).
 */
#ifndef TACIT_TABULAR_SUPPRESS_START_START_H
#define TACIT_TABULAR_SUPPRESS_START_START_H

#include "tabular/suppress/search.h"

/* Hide columns of `h`, which has primary cells alone: `point` is 1 for those, else 0. */
typedef tacit_status tacit_hiding_start(tacit_ctx *cx, tacit_hiding *h, double *point);

tacit_hiding_start tacit_hiding_modular;     /* subtable by subtable, each at the least cost */
tacit_hiding_start tacit_hiding_network;     /* cell by cell along shortest paths; fails if the
                                                table is no network */
tacit_hiding_start tacit_hiding_hypercube;   /* cell by cell by the corners of a box */
tacit_hiding_start tacit_hiding_elimination; /* against exact disclosure alone */

/* The pattern of a start, completed so that it stands at the least cost that it allows, without
 * what is superfluous. */
tacit_status tacit_hiding_begin_by(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_start *start,
                                   double *point);

#endif
