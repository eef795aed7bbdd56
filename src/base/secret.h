/*
 * secret.h - random bytes of the system; keys that are kept in files: read, and derived for one
 * purpose.
 *
 * A key file has 16 to 4096 random bytes (`tacit key` makes 32).  K = BLAKE2b-512(key file);
 * the key for one purpose is K_d = BLAKE2b-512(key = K, domain), so that what is computed for one
 * tells nothing about another (Aumasson, Neves, Wilcox-O'Hearn and Winnerlein 2013; keyed as in
 * RFC 7693).
 */
#ifndef TACIT_BASE_SECRET_H
#define TACIT_BASE_SECRET_H

#include "base/context.h"

enum { TACIT_SECRET_BYTES = 64 };

/* `n` bytes of the system's random generator. */
tacit_status tacit_random_bytes(tacit_ctx *cx, void *out, size_t n);

/* Read the key file at `path`; the caller wipes `out`. */
tacit_status tacit_secret_read(tacit_ctx *cx, const char *path,
                               unsigned char out[TACIT_SECRET_BYTES]);

/* The key for `domain`; the caller wipes `out`. */
void tacit_secret_derive(const unsigned char key[TACIT_SECRET_BYTES], const char *domain,
                         unsigned char out[TACIT_SECRET_BYTES]);

#endif
