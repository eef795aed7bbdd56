/*
 * certificate.h - what a release claims, for plan/ alone.
 *
 * A certificate is a JSON file beside the release:
 *   { "tacit_certificate": 1, "tacit": version,
 *     "release": { "file", "sha256", "bytes", "rows", "columns": [names] },
 *     "roles": { "key": [...], ... }, "require": [ { model: { parameter: value } } ],
 *     "claims": [ results ], "source": { "sha256", "rows" }, "plan": text, "versions" }
 * Roles and requirements are in the plan's own words, so that checking a certificate is
 * running a plan.  The seed is not in it: with the seed, noise can be taken off again.
 */
#ifndef TACIT_PLAN_CERTIFICATE_H
#define TACIT_PLAN_CERTIFICATE_H

#include "plan/plan.h"
#include "plan/run.h"

/* The certificate's path for a release at `output`: the plan's, or the output's name
 * with this ending. */
#define TACIT_CERTIFICATE_ENDING ".certificate.json"

/* What a certificate is made from. */
typedef struct tacit_certified {
    const tacit_plan *plan;
    const tacit_table *table; /* as released */
    const json_t *record;     /* with "data", "requirements" and "versions" */
    const json_t *output;     /* the data as listed among the outputs: "sha256", "bytes" */
} tacit_certified;

/* Make the certificate; the caller owns it. */
tacit_status tacit_certificate_new(tacit_ctx *cx, const tacit_certified *what, json_t **out);

#endif
