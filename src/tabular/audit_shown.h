/*
 * audit_shown.h - whether a changed system keeps what was promised of it.
 *
 * Knows nothing of how cells were changed.  It finds out
 * - whether what is shown adds up, where that is promised;
 * - whether every value is within what readers are told of it, low and high;
 * - of each sensitive cell, where intervals are promised: whether what readers can compute leaves
 *   an interval that is as wide as its lower and upper level together, or its sliding level.  A
 *   changed figure hides on which side of it the value is, so the width is what can be asked for;
 * - where distance is promised: whether what is shown is at least the upper level above or the
 *   lower level below the value.
 *
 * Intervals are proven by tables that readers must hold possible (witness.h), and where that does
 * not suffice by attacks (audit.h) on the whole system, or if it is large on what is near the cell
 * (near.h).  A cell of which nothing proves that it is safe is not safe.
 */
#ifndef TACIT_TABULAR_AUDIT_SHOWN_H
#define TACIT_TABULAR_AUDIT_SHOWN_H

#include "tabular/audit.h"

typedef struct tacit_shown_audit {
    tacit_audit cells; /* all sensitive cells */
    bool distance;     /* distance was promised, not intervals */
    size_t n_broken;   /* equations that what is shown does not fulfil, though promised */
    size_t n_outside;  /* cells whose value is not within what readers are told */
    size_t n_unproven; /* sensitive cells that may be safe, but without proof: not safe */
    bool holds;        /* all is well */
} tacit_shown_audit;

/* Audit `s`, which is changed; `distance` says what was promised. */
tacit_status tacit_shown_audit_run(tacit_ctx *cx, const tacit_system *s, bool distance,
                                   tacit_shown_audit *out);

/* The entries under which such audits stand in records. */
extern const tacit_entry TACIT_SHOWN_INTERVALS_ENTRY, TACIT_SHOWN_DISTANCE_ENTRY;

/* Add what was found to `r`, an empty result of the entry that fits; `told` is about its cells. */
tacit_status tacit_shown_audit_tell(tacit_ctx *cx, const tacit_shown_audit *audit,
                                    const tacit_audit_told *told, tacit_result *r);

#endif
