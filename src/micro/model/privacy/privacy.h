/*
 * privacy.h - what mechanisms the columns of a file went through, and what that gives away.
 *
 * Whether a file is differentially private cannot be seen in it: it is a promise about how it was
 * made.  Who made it says so in an account, which stands in the certificate:
 *   { "mechanisms": [ { "mechanism", "columns": [names in the file], "of": the original column,
 *                       "step": of the plan, "epsilon",
 *                       "categories": [texts]                    of answers about categories
 *                       "decimals", "lower", "upper" (in steps)  of numbers on a lattice,
 *                       "sensitivity", "scale": [over, under],   their noise,
 *                       "k", "together", "within"                and groups
 *                       "delta", "share", "k"                    of a sample of crowds
 *                       "recoded": true                          changed after, without the data
 *                       "looks": [[mechanism, epsilon or rho, sensitivity, moved, scale, and of
 *                                  samples share and times]],
 *                       "domains": {column: {values} or {decimals, lower, upper}, with "blank"},
 *                       "neighbours": "add" or "replace"         of a private generator, "of"
 *                     } ],
 *     "rows": of the file,
 *     "order": "random", or "kept",
 *     "simulation": true, if noise was drawn from a seed,
 *     "refused": [ { "column", "why" } ] }
 * From the account everything is computed anew: the noise that the bounds call for, what each
 * column gives away, and all together; and the file is looked at, whether it has only values that
 * the mechanisms tell, and no column besides.
 */
#ifndef TACIT_MICRO_MODEL_PRIVACY_PRIVACY_H
#define TACIT_MICRO_MODEL_PRIVACY_PRIVACY_H

#include <jansson.h>

#include "micro/model/model.h"
#include "privacy/accountant/accountant.h"
#include "privacy/sample/ratio.h"

/* ---- for the files of this folder ---- */

/* One member of "mechanisms", read and computed anew. */
typedef struct tacit_touch {
    const char *mechanism, *of;
    json_t *columns, *categories;
    double epsilon, delta, share;
    json_int_t decimals, lower, upper, sensitivity, over, under, k, together, step;
    int within, recoded;
    json_t *looks, *domains; /* of a generator, or NULL */
    const char *neighbours;
    bool constant;           /* gives nothing away */
    tacit_privacy_loss loss; /* of others */
} tacit_touch;

/* An account that was read. */
typedef struct tacit_private_account {
    size_t n;
    tacit_touch *touch; /* in scratch memory */
    json_int_t rows;
    bool ordered; /* records are in the order of the original */
    bool simulation;
    const json_t *refused; /* or NULL */
} tacit_private_account;

/* Read an account; fails if it is none, or if a mechanism is not as it must be for what it claims.
 */
tacit_status tacit_private_read(tacit_ctx *cx, json_t *from, tacit_private_account *out);

/* Add up the looks of a generator: fails if one is not what it must be, or all together are more
 * than its epsilon and delta. */
tacit_status tacit_private_check_looks(tacit_ctx *cx, tacit_touch *t);

/* Whether a column has only what its domain of a generator has. */
tacit_status tacit_private_in_domain(tacit_ctx *cx, const tacit_touch *t, const tacit_column *c,
                                     bool *out);

/* Why the file does not go with the account, a sentence about the column `*column`, or NULL. */
tacit_status tacit_private_misfit(tacit_ctx *cx, const tacit_private_account *account,
                                  const tacit_table *t, const char **column, const char **why);

/* What all mechanisms together give away at `delta`: the exact sum, or what the best accountant
 * finds if that is less.  `limit` is what may be given away; `*fits` compares exactly. */
typedef struct tacit_private_sum {
    double epsilon;
    bool fits;
} tacit_private_sum;
tacit_status tacit_private_add_up(tacit_ctx *cx, const tacit_private_account *account, double delta,
                                  double limit, tacit_private_sum *out);

#endif
