/*
 * cuts.h - inequalities that every protecting pattern fulfils, and finding those that are broken;
 * for the files of this folder.
 */
#ifndef TACIT_TABULAR_SUPPRESS_CUTS_H
#define TACIT_TABULAR_SUPPRESS_CUTS_H

#include "tabular/suppress/proofs.h"

/* Rows sum of weight * x[cell] >= least, over cells that may be hidden; the owner frees. */
typedef struct tacit_cuts {
    size_t n, n_terms;
    size_t *start; /* n + 1 */
    uint32_t *cell;
    double *weight, *least;
} tacit_cuts;

/* Free what `c` holds and make it empty. */
void tacit_cuts_free(tacit_cuts *c);

/* Begin a row, append to it, end it.  A row that is not ended is dropped by the next begin. */
tacit_status tacit_cuts_begin(tacit_ctx *cx, tacit_cuts *c);
tacit_status tacit_cuts_term(tacit_ctx *cx, tacit_cuts *c, uint32_t cell, double weight);
void tacit_cuts_end(tacit_cuts *c, double least);

/* Rows that the relaxed pattern `x` breaks, of equations (cuts.c), and of attackers
 * (attackers.c), at most about `most` of them; `proofs` saves attacks on what is known to hold.
 * Fail if no pattern at all protects a cell. */
tacit_status tacit_cuts_of_equations(tacit_ctx *cx, const tacit_system *s, const double *x,
                                     tacit_cuts *out);
tacit_status tacit_cuts_of_attackers(tacit_ctx *cx, const tacit_system *s, const double *x,
                                     size_t most, tacit_hiding_proofs *proofs, tacit_cuts *out);

/* The same of one equation. */
tacit_status tacit_cuts_of_equation(tacit_ctx *cx, const tacit_system *s, const double *x, size_t r,
                                    tacit_cuts *out);

/* What some attackers try, each the number of a primary cell times TACIT_SIDES and a side. */
typedef struct tacit_claims {
    const uint32_t *claim;
    size_t n;
    bool wholly; /* attack with all hidden cells what those close by do not settle */
} tacit_claims;

/* The same of these attackers: some rows, or none if nothing is broken that they see. */
tacit_status tacit_cuts_of_claims(tacit_ctx *cx, const tacit_claims *claims, const double *x,
                                  tacit_hiding_proofs *proofs, tacit_cuts *out);

/* Rows that it breaks though it stands against readers, because contributors see more
 * (insiders.c). */
tacit_status tacit_cuts_of_insiders(tacit_ctx *cx, const tacit_system *s, const double *x,
                                    size_t most, tacit_cuts *out);

/* A look at a pattern in whole units. */
typedef struct tacit_units_look {
    double seconds; /* that it may take */
    bool *doubtful; /* of a cell: it is sensitive, and was not found safe in that time */
    bool stands;    /* all were, and nothing else speaks against the pattern */
} tacit_units_look;

/* Rows that the pattern `x`, of 0 and 1, breaks though it stands against both in fractions, because
 * values are whole units (units.c); of what is not decided in time there is none.  No cell of `s`
 * is secondary, before and after. */
tacit_status tacit_cuts_of_units(tacit_ctx *cx, tacit_system *s, const double *x,
                                 tacit_units_look *look, tacit_cuts *out);

/* The failure that cell `i` cannot be protected, whatever is hidden besides. */
tacit_status tacit_cuts_fail(tacit_ctx *cx, const tacit_system *s, size_t i);

#endif
