/*
 * signature.h - who certified: Ed25519 signatures of certificates.
 *
 * A signature stands beside the certificate, in a file of its own, and is over the bytes of the
 * certificate, which hold the hash of the release.  Keys are texts of two lines: what they are,
 * and 32 bytes in hexadecimal, of which a pair is made as in RFC 8032.
 *
 * Source: Bernstein, Duif, Lange, Schwabe and Yang (2012), High-speed high-security signatures;
 * RFC 8032; libsodium's crypto_sign.
 */
#ifndef TACIT_RUN_SIGNATURE_H
#define TACIT_RUN_SIGNATURE_H

#include "base/text.h"

/* What the path of a certificate is followed by in that of its signature, and the path of a
 * secret key in that of the public one. */
#define TACIT_SIGNATURE_ENDING ".sig"
#define TACIT_PUBLIC_ENDING ".pub"

/* Room for the name of a key: the first 16 hexadecimal digits of the SHA-256 of what it is in
 * hexadecimal, and a final NUL. */
enum { TACIT_KEY_NAME = 17 };

/* The texts of a new pair of keys, and its name.  The caller wipes and frees both. */
tacit_status tacit_signature_keys(tacit_ctx *cx, tacit_buffer *secret, tacit_buffer *pub,
                                  char name[TACIT_KEY_NAME]);

/* Append the signature of the certificate at `path` with the secret key at `key`, as JSON:
 * { "tacit_signature": 1, "algorithm": "Ed25519", "key": name, "signature": hexadecimal }. */
tacit_status tacit_signature_make(tacit_ctx *cx, const char *key, const char *path,
                                  char name[TACIT_KEY_NAME], tacit_buffer *out);

/* Whether the file at `signature` is one of the certificate at `path` that the public key at `key`
 * confirms.  One that is damaged is none. */
tacit_status tacit_signature_check(tacit_ctx *cx, const char *key, const char *path,
                                   const char *signature, bool *out);

#endif
