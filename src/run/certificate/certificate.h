/*
 * certificate.h - what a release claims, and what checking that takes.
 *
 * A certificate is a JSON file beside the release:
 *   { "tacit_certificate": 2, "tacit": version,
 *     "release": { "file", "sha256", "bytes", "rows", "columns": [names] },
 *     "read": { option: value }, "roles": { "key": [...], ... },
 *     "require": [ { model: { parameter: value } } ],
 *     "claims": [ { "name", "parameters", "holds", "figures": { name: value } } ],
 *     "basis": what the claims rest on besides the file (tacit_basis_of),
 *     "source": { "commitment" }, "plan": text, "versions", "digest" }
 * How to read the file, roles and requirements are in the plan's own words, so that checking a
 * certificate is running a plan.  All from "release" to "basis" follows from the file, and
 * whoever verifies makes it anew and compares; the rest is the certifier's word.  The digest
 * is that of all other parts, against accidents; against forgers there are signatures.
 * It is public: no seed is in it, because with the seed noise can be taken off again, and no hash
 * of the original, because with a hash and the release the few values that were suppressed can
 * be tried one by one.
 */
#ifndef TACIT_RUN_CERTIFICATE_CERTIFICATE_H
#define TACIT_RUN_CERTIFICATE_CERTIFICATE_H

#include <jansson.h>

#include "plan/plan.h"

/* The ending of a certificate that stands beside its release. */
#define TACIT_CERTIFICATE_ENDING ".certificate.json"

/* Where the certificate of a release at `output` stands if nothing else is said, in scratch memory:
 * the output's name with that ending; of a table on a server the table's, in the working folder. */
tacit_status tacit_certificate_beside(tacit_ctx *cx, const char *output, const char **out);

/* What a certificate is made from. */
typedef struct tacit_certified {
    const tacit_plan *plan;
    const char *target;           /* the name of the release */
    const tacit_table *table;     /* as released, or its columns without rows */
    uint64_t rows;                /* of the release */
    const tacit_dialect *dialect; /* of a text file; NULL: the plain one */
    const json_t *record;         /* with "requirements", "basis" and "versions" */
    json_t *source;               /* from tacit_certificate_commit(), or NULL */
    const json_t *output;         /* the data as listed among the outputs: "sha256", "bytes" */
} tacit_certified;

/* Commit to the original of `record`, so that the custodian can prove later which file a release
 * was made from: the SHA-256 of the text SALT DIGEST, 64 hexadecimal digits each, the first
 * random, the second the SHA-256 of the file.  The salt is put under "secret" of the record.  The
 * commitment tells nothing without the salt, which cannot be guessed.  The caller owns it. */
tacit_status tacit_certificate_commit(tacit_ctx *cx, json_t *record, json_t **out);

/* Make the certificate; the caller owns it. */
tacit_status tacit_certificate_new(tacit_ctx *cx, const tacit_certified *what, json_t **out);

/* Only the parts that follow from the file; the caller owns it. */
tacit_status tacit_certificate_measure(tacit_ctx *cx, const tacit_certified *what, json_t **out);

/* Stage the certificate (stolen) of the plan's output where the plan says, or beside it; that of a
 * release in memory goes into the record. */
struct tacit_work;
tacit_status tacit_certificate_write(tacit_ctx *cx, struct tacit_work *w, json_t *certificate);

/* Whether the file at `path` begins as a certificate does. */
bool tacit_certificate_is(const char *path);

/* Read the certificate at `path`; the caller owns it.  Refused are what is no regular file, is no
 * JSON, repeats a key, has another format, lacks a part, has one that is unknown or of a wrong
 * type. */
tacit_status tacit_certificate_read(tacit_ctx *cx, const char *path, json_t **out);

/* Whether the certificate is as it was written: its digest is that of the rest. */
tacit_status tacit_certificate_is_whole(tacit_ctx *cx, json_t *certificate, bool *out);

/* Whether `path` is a file of the size and with the digest that `said`, a part of a certificate,
 * tells. */
tacit_status tacit_certificate_tells(tacit_ctx *cx, const json_t *said, const char *path,
                                     bool *out);

/* Whether what was certified is what was measured now: the same, but that figures may differ by
 * rounding, of which order and machine decide. */
bool tacit_certificate_agrees(json_t *certified, json_t *measured);

/* ---- what the claims rest on besides the file ---- */

/* What the plan's requirements need to know that `subject` was given and its table does not tell,
 * as far as it concerns values that the table has; the caller owns it.
 *   { "fraction": of the population that the sample is,
 *     "population": { "records", "combinations", "uniques",
 *                     "counts": { "[key, ...]": how many of the population have these keys } },
 *     "hierarchies": { column: { value: [label of level 1, ...] } },
 *     "privacy": the account of mechanisms (micro/model/privacy/privacy.h) }
 * Parts that are not needed are left out.  A combination of keys is named by their texts as a list
 * in JSON, null for a missing one. */
tacit_status tacit_basis_of(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                            json_t **out);

/* A basis taken from a certificate, in scratch memory but for `population`. */
typedef struct tacit_basis {
    tacit_table *population;
    tacit_population_sum sum;
    tacit_subject_extra extra;
} tacit_basis;

/* Take the basis `from` for a subject of the same keys; the fraction is that of the plan.  Ends
 * with tacit_basis_end(), also after a failure. */
tacit_status tacit_basis_take(tacit_ctx *cx, const json_t *from, tacit_subject *subject,
                              double fraction, tacit_basis *out);
void tacit_basis_end(tacit_basis *basis);

#endif
