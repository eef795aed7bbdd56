/*
 * scram.c - SCRAM-SHA-256, the server's side.
 *
 * A user who is not known goes through the same exchange with made-up keys and is refused at its
 * end, so that names cannot be found out.  Proofs are compared in constant time.
 */
#include "server/wire/scram.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/memory.h"

_Static_assert(TACIT_SCRAM_KEY == crypto_auth_hmacsha256_BYTES, "HMAC-SHA-256 has 32 bytes");

static void hmac(const unsigned char *key, size_t n, const void *text, size_t length,
                 unsigned char out[TACIT_SCRAM_KEY])
{
    crypto_auth_hmacsha256_state s;
    (void)crypto_auth_hmacsha256_init(&s, key, n);
    (void)crypto_auth_hmacsha256_update(&s, text, length);
    (void)crypto_auth_hmacsha256_final(&s, out);
    tacit_wipe(&s, sizeof s);
}

static void combine(unsigned char *to, const unsigned char *other)
{
    for (size_t i = 0; i < TACIT_SCRAM_KEY; i++)
        to[i] ^= other[i];
}

static bool is_printable(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] < 0x21 || text[i] > 0x7e || text[i] == ',')
            return false;
    return n > 0;
}

/* Whether a header is one for what was offered and chosen: "y" says that the client would bind if
 * the server could, so that where it was offered somebody has taken the offer away.  A name to act
 * for is not known. */
static bool fits_header(const tacit_scram_exchange *x, const char *header)
{
    if (x->binds)
        return x->channel.n > 0 && strcmp(header, "p=tls-server-end-point,,") == 0;
    return strcmp(header, "n,,") == 0 || (x->channel.n == 0 && strcmp(header, "y,,") == 0);
}

/* Part the client's first message into header, name and nonce: "n,,n=name,r=nonce". */
static bool read_first(tacit_scram_exchange *x, const char *text)
{
    const size_t n = strlen(text);
    const char *end = strstr(text, ",,");
    if (n >= TACIT_SCRAM_TEXT || end == NULL || (size_t)(end - text) + 2 >= sizeof x->header)
        return false;
    (void)snprintf(x->header, sizeof x->header, "%.*s", (int)(end - text) + 2, text);
    (void)snprintf(x->bare, sizeof x->bare, "%s", end + 2);
    if (!fits_header(x, x->header))
        return false;
    const char *name = x->bare, *nonce = strchr(name, ',');
    if (strncmp(name, "n=", 2) != 0 || nonce == NULL || strncmp(nonce, ",r=", 3) != 0)
        return false;
    nonce += 3;
    if (!is_printable(nonce, strlen(nonce)) || strlen(nonce) > TACIT_SCRAM_TEXT / 4)
        return false; /* an extension that must be understood, or no nonce */
    (void)snprintf(x->nonce, sizeof x->nonce, "%s", nonce);
    return true;
}

bool tacit_scram_begin(tacit_scram_exchange *x, const char *client_first, const char *nonce)
{
    char salt[sodium_base64_ENCODED_LEN(TACIT_SCRAM_SALT, sodium_base64_VARIANT_ORIGINAL)];
    if (!read_first(x, client_first))
        return false;
    const size_t n = strlen(x->nonce);
    (void)snprintf(x->nonce + n, sizeof x->nonce - n, "%s", nonce);
    (void)sodium_bin2base64(salt, sizeof salt, x->kept.salt, TACIT_SCRAM_SALT,
                            sodium_base64_VARIANT_ORIGINAL);
    (void)snprintf(x->first, sizeof x->first, "r=%s,s=%s,i=%u", x->nonce, salt,
                   (unsigned)x->kept.iterations);
    return true;
}

/* Read base64 that must be `n` bytes. */
static bool read_base64(const char *text, size_t length, unsigned char *out, size_t n)
{
    size_t got = 0;
    return sodium_base642bin(out, n, text, length, NULL, &got, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           got == n;
}

/* Whether base64 is that of the header, and of the channel's hash if the client binds to it. */
static bool is_header(const tacit_scram_exchange *x, const char *text, size_t length)
{
    unsigned char want[sizeof x->header + TACIT_SCRAM_CHANNEL], got[sizeof want];
    const size_t n = strlen(x->header), more = x->binds ? x->channel.n : 0;
    memcpy(want, x->header, n);
    memcpy(want + n, x->channel.hash, more);
    return read_base64(text, length, got, n + more) && memcmp(got, want, n + more) == 0;
}

/* "c=<header>,r=<nonce>,p=<proof>": where the proof begins, if the rest is as it was agreed on. */
static const char *find_proof(const tacit_scram_exchange *x, const char *text)
{
    const char *nonce = strchr(text, ',');
    if (strncmp(text, "c=", 2) != 0 || nonce == NULL || strncmp(nonce, ",r=", 3) != 0)
        return NULL;
    if (!is_header(x, text + 2, (size_t)(nonce - text) - 2))
        return NULL;
    const char *proof = strchr(nonce + 3, ',');
    if (proof == NULL || (size_t)(proof - nonce) - 3 != strlen(x->nonce) ||
        memcmp(nonce + 3, x->nonce, strlen(x->nonce)) != 0 || strncmp(proof, ",p=", 3) != 0)
        return NULL;
    return proof + 3;
}

/* The server's signature as its last message, "v=...". */
static void sign(tacit_scram_exchange *x, const char *message)
{
    unsigned char signature[TACIT_SCRAM_KEY];
    hmac(x->kept.server_key, TACIT_SCRAM_KEY, message, strlen(message), signature);
    memcpy(x->final, "v=", 3);
    (void)sodium_bin2base64(x->final + 2, sizeof x->final - 2, signature, sizeof signature,
                            sodium_base64_VARIANT_ORIGINAL);
}

bool tacit_scram_end(tacit_scram_exchange *x, const char *client_final)
{
    unsigned char proof[TACIT_SCRAM_KEY], key[TACIT_SCRAM_KEY], stored[TACIT_SCRAM_KEY];
    char message[5 * TACIT_SCRAM_TEXT];
    const char *at = strlen(client_final) < TACIT_SCRAM_TEXT ? find_proof(x, client_final) : NULL;
    if (at == NULL || !read_base64(at, strlen(at), proof, sizeof proof))
        return false;
    (void)snprintf(message, sizeof message, "%s,%s,%.*s", x->bare, x->first,
                   (int)(at - 3 - client_final), client_final);
    hmac(x->kept.stored_key, TACIT_SCRAM_KEY, message, strlen(message), key);
    combine(key, proof);
    (void)crypto_hash_sha256(stored, key, sizeof key);
    const bool same = sodium_memcmp(stored, x->kept.stored_key, sizeof stored) == 0;
    tacit_wipe(key, sizeof key);
    sign(x, message);
    return same && x->known;
}
