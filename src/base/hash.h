/*
 * hash.h - hashing, and the digest of files.
 */
#ifndef TACIT_BASE_HASH_H
#define TACIT_BASE_HASH_H

#include "base/context.h"

/* Hash of `n` bytes (XXH3), for hash tables; equal on every machine. */
uint64_t tacit_hash_bytes(const void *bytes, size_t n);

/* The same under a key, which another one makes unrelated. */
uint64_t tacit_hash_keyed(const void *bytes, size_t n, uint64_t key);

/* Spread the bits of an integer key (the finaliser of MurmurHash3). */
static inline uint64_t tacit_hash_u64(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    x ^= x >> 33;
    return x;
}

/* Room for a digest in hexadecimal, with its final NUL. */
enum { TACIT_DIGEST_BYTES = 65 };

/* SHA-256 of a text, and of a regular file's content with its size; a pipe is not waited for. */
void tacit_digest_text(const char *text, char out[TACIT_DIGEST_BYTES]);
tacit_status tacit_digest_file(tacit_ctx *cx, const char *path, char out[TACIT_DIGEST_BYTES],
                               uint64_t *bytes);

#endif
