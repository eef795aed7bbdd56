/*
 * own.h - what the files of this folder share.
 */
#ifndef TACIT_RUN_CERTIFICATE_OWN_H
#define TACIT_RUN_CERTIFICATE_OWN_H

#include "base/hash.h"
#include "base/text.h"
#include "run/certificate/certificate.h"

/* The format of certificates, counted up when an older program could not read a newer one or
 * would take it for something else. */
enum { TACIT_CERTIFICATE_FORMAT = 2 };

/* SHA-256 of the certificate without its digest, as JSON with sorted keys and no spaces. */
tacit_status tacit_certificate_digest(tacit_ctx *cx, json_t *certificate,
                                      char out[TACIT_DIGEST_BYTES]);

/* Write the name of a row's combination of keys: a list of their texts in JSON, null for missing
 * ones.  `out` can be used again and again; the caller frees it. */
tacit_status tacit_basis_name(tacit_ctx *cx, const tacit_subject *subject, size_t row,
                              tacit_buffer *out);

#endif
