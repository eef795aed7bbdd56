/*
 * audit_part.h - the attacks of an audit on one part of a system; for the audit's own files.
 */
#ifndef TACIT_TABULAR_AUDIT_PART_H
#define TACIT_TABULAR_AUDIT_PART_H

#include "tabular/attack.h"
#include "tabular/audit.h"

/* A question that only whole units decide: how far `cell` can be from its value for the only
 * contributor of cell `insider` (from 1; 0: for every reader). */
typedef struct tacit_doubt {
    uint32_t cell, insider;
} tacit_doubt;

/* An audit on its way.  Parts have no cell in common, so that threads share all of it. */
typedef struct tacit_auditing {
    const tacit_system *s;
    tacit_cell_parts parts;
    double *open;
    uint32_t *place;
    uint32_t *index; /* of a hidden cell: its finding */
    tacit_audit *out;
    double end;         /* when no program is begun any more, by tacit_lp_now(), */
    double end_whole;   /* nor one in whole units over a whole part */
    uint64_t done;      /* cells that were attacked */
    tacit_doubt *doubt; /* of insiders, grown under a lock; freed by the owner */
    size_t n_doubts;
} tacit_auditing;

/* Values are whole units; what programs give is taken to be exact to this share of one. */
#define TACIT_AUDIT_NEAR 1e-6

/* Whether values from `down` below to `up` above its own are as far as a cell's levels ask for. */
bool tacit_audit_meets(const tacit_cell *c, double down, double up);

/* Find the intervals of part `p`, and what its insiders find out; what is left when time is over
 * is undecided. */
tacit_status tacit_audit_part(tacit_ctx *cx, tacit_auditing *w, size_t p);

/* How far tables of whole units take a cell, and whether it is sure that none takes it farther than
 * that, or than is enough. */
typedef struct tacit_audit_reach {
    double far;
    bool sure;
} tacit_audit_reach;

/* How far up (`way` 1) or down (-1) a table of whole units takes the cell of a doubt; `enough` is
 * enough (audit_whole.c). */
tacit_status tacit_audit_whole(tacit_ctx *cx, const tacit_auditing *w, const tacit_doubt *d,
                               int way, double enough, tacit_audit_reach *out);

#endif
