/*
 * system.h - a published table, or several that hang together, as cells and equations.
 *
 * Everything that is published together is one system: cells x_i with their values a_i, and
 * equations sum of m_rj x_j = 0 that every reader knows (a total is the sum of its parts).  Equal
 * cells of several tables are one cell.  An attacker also knows low_i <= x_i <= high_i of every
 * cell, and the values of those that are published.
 *
 * A cell's value is a whole multiple of its unit (1 for counts, 0.01 for two decimals); what an
 * attacker can find out is rounded to it.
 *
 * A protection either hides cells, which then have the status of primary or secondary ones, or
 * changes what is shown of all cells; then no value is known exactly, and low and high are what
 * readers know of each from what is shown.
 *
 * Where contributors are told apart, a system knows of each cell how many it has, and who is alone
 * in it: such a contributor knows the value (tabular/scenario.h).
 */
#ifndef TACIT_TABULAR_SYSTEM_H
#define TACIT_TABULAR_SYSTEM_H

#include "base/arena.h"

/* What is done with a cell. */
typedef enum tacit_cell_status {
    TACIT_CELL_SAFE = 0,  /* published; may be suppressed to protect others */
    TACIT_CELL_PRIMARY,   /* suppressed because a rule says so */
    TACIT_CELL_SECONDARY, /* suppressed to protect others */
    TACIT_CELL_KEPT,      /* published, and must be: a zero that everybody knows */
    TACIT_CELL_HIDDEN     /* not published anyhow, nor sensitive: costs nothing */
} tacit_cell_status;

typedef struct tacit_cell {
    double value;
    double unit;         /* of the value */
    double shown;        /* in a changed system: what is published in its place */
    double cost;         /* of suppressing it, above 0 */
    double low, high;    /* what an attacker knows: low <= value <= high */
    double lower, upper; /* protection levels: it must look possible that the value is this much */
    double sliding;      /* lower or higher, or that the two ends are this far apart */
    tacit_cell_status status;
} tacit_cell;

/* One cell of an equation, or one equation of a cell. */
typedef struct tacit_cell_term {
    uint32_t at;
    float weight; /* -1 for a total, 1 for its parts */
} tacit_cell_term;

/* What every contributor who is alone in a hidden cell must not find out of the sensitive cells of
 * others. */
typedef enum tacit_insiders {
    TACIT_INSIDERS_EXACT = 0, /* their values */
    TACIT_INSIDERS_LEVELS,    /* them more closely than their levels allow */
    TACIT_INSIDERS_NONE       /* nothing is asked */
} tacit_insiders;

typedef struct tacit_system {
    tacit_cell *cell;
    size_t n_cells;
    size_t *first; /* equation r has the terms first[r] ... first[r + 1] - 1 */
    tacit_cell_term *term;
    size_t n_equations;
    size_t *first_of; /* cell i stands in the terms first_of[i] ... of `in` */
    tacit_cell_term *in;
    bool changed;           /* cells are published as `shown`, and none is hidden */
    bool additive;          /* then: what is shown is promised to fulfil all equations */
    uint64_t *owner;        /* of a cell: its only contributor, from 1; 0: none, or several */
    uint32_t *contributors; /* of a cell; both NULL if nothing is known of contributors */
    bool *unknown; /* of a cell: its value is not known, but one that agrees with all that is
                    * published; NULL if all are known */
    tacit_insiders insiders;
    uint32_t together; /* contributors that the hidden cells of an equation with a sensitive one
                        * must have together; 0: nothing is asked */
    /* For messages: the name of a cell; NULL if cells have numbers alone. */
    tacit_status (*name)(tacit_ctx *cx, const void *user, size_t cell, char **out);
    const void *name_user;
    tacit_arena memory;
} tacit_system;

/* Room for a system; cells are zero, of unit 1, equations have `n_terms` terms together.  The
 * caller frees. */
tacit_status tacit_system_new(tacit_ctx *cx, size_t n_cells, size_t n_equations, size_t n_terms,
                              tacit_system **out);

/* Once `first` and `term` are filled: find the equations of each cell. */
tacit_status tacit_system_close(tacit_ctx *cx, tacit_system *s);

/* A copy that the caller frees; what names its cells is shared. */
tacit_status tacit_system_copy(tacit_ctx *cx, const tacit_system *s, tacit_system **out);

/* Room for what is known of contributors: nobody is alone, no cell has one. */
tacit_status tacit_system_know(tacit_ctx *cx, tacit_system *s);

/* Room for which values are unknown: none is. */
tacit_status tacit_system_doubt(tacit_ctx *cx, tacit_system *s);

/* The first equation that the values do not fulfil within half the unit of its first cell, or
 * n_equations. */
size_t tacit_system_find_wrong(const tacit_system *s);

/* Whether a cell is left out of what is published. */
static inline bool tacit_system_hides(const tacit_system *s, const tacit_cell *c)
{
    return !s->changed && (c->status == TACIT_CELL_PRIMARY || c->status == TACIT_CELL_SECONDARY ||
                           c->status == TACIT_CELL_HIDDEN);
}

/* Whether readers do not know a cell's value: it is hidden, or all are changed. */
static inline bool tacit_system_covers(const tacit_system *s, const tacit_cell *c)
{
    return s->changed || tacit_system_hides(s, c);
}

/* The name of a cell, or "cell 0" ..., as JJ files number them, in scratch memory. */
tacit_status tacit_system_name(tacit_ctx *cx, const tacit_system *s, size_t cell, char **out);

/* Free.  Accepts NULL. */
void tacit_system_free(tacit_system *s);

#endif
