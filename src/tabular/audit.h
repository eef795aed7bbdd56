/*
 * audit.h - whether the hidden cells of a system are safe, found out by attacking them.
 *
 * Knows nothing of how cells came to be hidden.  For each primary cell the interval that every
 * reader can compute (attack.h), rounded to the unit of the values, is held against its
 * protection levels: least <= a - lower, a + upper <= most, most - least >= sliding, and least <
 * most.  Two linear programs a cell, each over one part: O(cells) for tables whose hidden cells
 * are few in each row.
 */
#ifndef TACIT_TABULAR_AUDIT_H
#define TACIT_TABULAR_AUDIT_H

#include "base/result.h"
#include "tabular/system.h"

/* What a reader can find out about one cell. */
typedef struct tacit_finding {
    uint32_t cell;
    double least, most; /* the value is at least and at most this */
    bool exact;         /* the value is known */
    bool safe;          /* the interval is as wide as its levels ask for */
} tacit_finding;

/* All primary cells in order, in scratch memory. */
typedef struct tacit_audit {
    tacit_finding *finding;
    size_t n, n_exact, n_unsafe; /* what is known exactly is not safe */
} tacit_audit;

/* Attack every primary cell of `s`. */
tacit_status tacit_audit_run(tacit_ctx *cx, const tacit_system *s, tacit_audit *out);

/* The entry under which audits stand in records. */
extern const tacit_entry TACIT_AUDIT_ENTRY;

/* Add what was found to `r`, an empty result of that entry, and whether all is safe. */
tacit_status tacit_audit_tell(tacit_ctx *cx, const tacit_audit *audit, tacit_result *r);

#endif
