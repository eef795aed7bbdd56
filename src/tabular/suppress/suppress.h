/*
 * suppress.h - which cells to hide besides the primary ones, at the least cost.
 *
 * A cell x_i is hidden (1) or not (0).  A pattern protects primary k upwards if the attacker of
 * attack.h can push y_k to upper_k.  By duality (Fischetti and Salazar 2000, section 3) that is:
 * for all g, with d = e_k - M'g,
 *   sum of (max(d_i, 0) (high_i - a_i) + max(-d_i, 0) (a_i - low_i)) x_i >= upper_k,
 * and the like downwards and for the sliding level.  There are too many of these to write down, so
 * those that a pattern breaks are found by attacking it (attackers.c) and added, until none is
 * broken.  Before that, cheap ones that follow from them: an equation that hides one cell hides
 * none, so x_h <= sum of the other x_j of its equation (cuts.c).
 */
#ifndef TACIT_TABULAR_SUPPRESS_SUPPRESS_H
#define TACIT_TABULAR_SUPPRESS_SUPPRESS_H

#include "tabular/system.h"

/* How the time is used. */
typedef enum tacit_tabular_how {
    TACIT_SUPPRESS_AUTO = 0, /* to prove a pattern optimal, then to make the best one cheaper */
    TACIT_SUPPRESS_OPTIMAL,  /* all of it to prove a pattern optimal */
    /* By a method of other programs (start/start.h), what it lacks mended, and no more: */
    TACIT_SUPPRESS_MODULAR,
    TACIT_SUPPRESS_NETWORK,
    TACIT_SUPPRESS_HYPERCUBE,
    TACIT_SUPPRESS_ELIMINATION
} tacit_tabular_how;

/* What a search for the cheapest pattern came to. */
typedef struct tacit_tabular_suppressed {
    double cost;  /* of the secondary cells */
    double bound; /* no pattern costs less; 0 if that was not looked at */
    size_t n;     /* secondary cells */
    bool proven;  /* nothing is cheaper */
    bool coarse;  /* no pattern was found in time: all that may be hidden is, for an audit to say
                   * whether that protects */
    bool boxed;   /* what was found was dear, or not proven to stand in whole units in time: boxes
                   * around   sensitive cells are hidden besides, or instead */
} tacit_tabular_suppressed;

/* Give cells the status of secondary ones so that all primary cells are protected, also when values
 * are whole units.  Takes at most about `seconds`, a third more at worst, and less if the work is
 * asked to finish (base/context.h): then it fails unless a pattern is known that protects.  Fails
 * if no pattern protects, naming a cell by its number. */
tacit_status tacit_tabular_suppress(tacit_ctx *cx, tacit_system *s, double seconds,
                                    tacit_tabular_suppressed *out);

/* The same, using the time as `how` says. */
tacit_status tacit_tabular_suppress_by(tacit_ctx *cx, tacit_system *s, tacit_tabular_how how,
                                       double seconds, tacit_tabular_suppressed *out);

#endif
