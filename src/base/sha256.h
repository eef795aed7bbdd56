/*
 * sha256.h - SHA-256 (FIPS 180-4), by the processor's own instructions where it has them.
 */
#ifndef TACIT_BASE_SHA256_H
#define TACIT_BASE_SHA256_H

#include <sodium.h>

#include "base/context.h"

enum { TACIT_SHA256_BYTES = 32, TACIT_SHA256_BLOCK = 64 };

/* A digest in the making. */
typedef struct tacit_sha256 {
    bool fast;     /* by the processor's instructions */
    uint32_t h[8]; /* the chaining value, if fast */
    unsigned char tail[TACIT_SHA256_BLOCK];
    uint64_t bytes;                 /* taken so far */
    crypto_hash_sha256_state plain; /* libsodium's, if not fast */
} tacit_sha256;

/* Whether this processor has the instructions. */
bool tacit_sha256_is_fast(void);

/* Begin; `fast` only if tacit_sha256_is_fast(). */
void tacit_sha256_begin(tacit_sha256 *s, bool fast);

/* Take `n` more bytes. */
void tacit_sha256_add(tacit_sha256 *s, const void *bytes, size_t n);

/* End, and write the digest. */
void tacit_sha256_end(tacit_sha256 *s, unsigned char out[TACIT_SHA256_BYTES]);

#endif
