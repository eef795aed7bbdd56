/*
 * certify.h - what a release of tables claims, and checking it without a solver.
 *
 * The claim is that no hidden cell can be computed.  Its proof is public and made from what is
 * public (tabular/proof.h): tables of values for the hidden cells, all of which agree with
 * everything published, and in which every hidden cell takes different values.  A reader checks
 * them by adding up.  It stands in the "basis" of the certificate:
 *   { "tables": the structure (structure.h),
 *     "parts": [ { "rows": "3 7 12 ...", "least": "...", "most": "...", "values": ["...", ...] } ]
 * } A part has hidden cells, by the number of the first row of the file that shows each, from 1;
 * the least and the largest value that each takes in the tables; and the tables, in the unit of
 * the published values.  Numbers stand in texts with blanks between them.
 *
 * Tables whose values are changed hide none.  What is claimed of them is what everybody can see:
 *   { "tables": the structure, "changed": { "base": 5, "additive": true } }
 * that every value is a multiple of the base, if there is one, and that totals are the sums of
 * their parts, if that is promised.
 *
 * Nothing of the true values, the levels or which cells are the sensitive ones is in it.
 */
#ifndef TACIT_TASK_TABLES_CERTIFY_CERTIFY_H
#define TACIT_TASK_TABLES_CERTIFY_CERTIFY_H

#include "run/work.h"
#include "task/tables/certify/structure.h"
#include "task/tables/forms/forms.h"
#include "task/tables/tables.h"

/* The basis of tables as they stand in `file`; the caller owns it. */
tacit_status tacit_certify_basis(tacit_ctx *cx, const json_t *structure, const tacit_table *file,
                                 json_t **out);

/* The same of changed tables: `base` is 0 if they have none. */
tacit_status tacit_certify_changed(tacit_ctx *cx, const json_t *structure, double base,
                                   bool additive, json_t **out);

/* Check the basis of changed tables; as tacit_certify_check(). */
tacit_status tacit_certify_check_changed(tacit_ctx *cx, const json_t *basis,
                                         const tacit_table *file, tacit_result **out);

/* What is to be certified: the tables that were staged last. */
typedef struct tacit_certify_job {
    const tacit_tabulation *tables;
    tacit_form form;
    const char *staged;      /* the file, if it is not one of rows */
    const tacit_table *rows; /* what is in it, if it is */
} tacit_certify_job;

/* Certify them, and stage the certificate.  What stands in a file that is not one of rows is read
 * again, so that the certificate is of what was written. */
tacit_status tacit_certify_release(tacit_ctx *cx, tacit_work *w, const tacit_certify_job *job);

#endif
