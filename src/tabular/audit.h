/*
 * audit.h - whether the hidden cells of a system are safe, found out by attacking them.
 *
 * Knows nothing of how cells came to be hidden.  For each hidden cell the interval that every
 * reader can compute (attack.h) is found, rounded to the unit of the values: counts are whole.
 * That of a sensitive cell is held against its protection levels: a - lower, a + upper and two
 * values that are `sliding` and at least a unit apart must be possible.  Possible is what some
 * table of whole units shows that agrees with everything published; where linear programs end at
 * a table of fractions, an integer program looks for one (Kelly, Golden and Assad 1992 on the
 * gap between the two).  So nothing is called safe because a program says so: every verdict
 * rests on two tables at hand.
 *
 * Then the same for contributors who are alone in hidden cells (scenario.h), and whether the
 * hidden cells of each equation have enough contributors together.
 *
 * Two linear programs a cell at most, each over one part; parts in parallel, with the same result
 * for any number of threads.  O(cells) for tables whose hidden cells are few in each row.
 */
#ifndef TACIT_TABULAR_AUDIT_H
#define TACIT_TABULAR_AUDIT_H

#include "base/result.h"
#include "tabular/system.h"

/* What can be found out about one hidden cell. */
typedef struct tacit_finding {
    uint32_t cell;
    bool primary;
    double least, most;     /* no reader can show more than that the value is between these */
    double lowest, highest; /* values that are possible; the ends above unless units forbid */
    bool exact;             /* the value is known */
    bool safe;              /* nobody comes closer than its levels allow */
    bool undecided;   /* not safe, because it was not decided in time how far it can go, or whether
                       * tables of whole units reach as far as linear programs do */
    uint32_t insider; /* a cell whose only contributor comes too close, from 1; 0: none does */
} tacit_finding;

/* All hidden cells in order (of a changed system the sensitive ones), in scratch memory. */
typedef struct tacit_audit {
    tacit_finding *finding;
    size_t n, n_primary;
    size_t n_exact, n_unsafe; /* sensitive cells; what is known exactly is not safe, */
    size_t n_undecided;       /* nor is what was not decided in time */
    size_t n_insiders;        /* sensitive cells that some contributor comes too close to */
    size_t n_known;           /* other hidden cells that are known exactly */
    size_t n_few;             /* equations whose hidden cells have too few contributors */
    bool insiders;            /* whether contributors were looked at */
} tacit_audit;

/* Attack every hidden cell of `s`, sensitive ones first, for ten minutes with linear programs and
 * as long in whole units; what is left then is undecided, with what everybody knows for an
 * interval. */
tacit_status tacit_audit_run(tacit_ctx *cx, const tacit_system *s, tacit_audit *out);

/* The same for other times. */
tacit_status tacit_audit_run_within(tacit_ctx *cx, const tacit_system *s, double seconds,
                                    tacit_audit *out);

/* Whether nothing was found that speaks against publishing. */
bool tacit_audit_holds(const tacit_audit *audit);

/* The entry under which audits stand in records. */
extern const tacit_entry TACIT_AUDIT_ENTRY;

/* What an audit is told of, and how its cells are called; without `name` by their numbers. */
typedef struct tacit_audit_told {
    const tacit_system *system;
    const tacit_audit *audit;
    tacit_status (*name)(tacit_ctx *cx, const void *user, size_t cell, char **out);
    const void *user;
} tacit_audit_told;

/* Add what was found to `r`, an empty result of that entry, and whether all is safe. */
tacit_status tacit_audit_tell(tacit_ctx *cx, const tacit_audit_told *what, tacit_result *r);

#endif
