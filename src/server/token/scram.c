/*
 * scram.c - what a SCRAM-SHA-256 server keeps of a password (RFC 5802 section 3, RFC 7677).
 *
 *   SaltedPassword = Hi(password, salt, i), which is PBKDF2 with HMAC-SHA-256 (RFC 8018), one block
 *   StoredKey      = SHA-256(HMAC(SaltedPassword, "Client Key"))
 *   ServerKey      = HMAC(SaltedPassword, "Server Key")
 *
 * Cost: 4 SHA-256 blocks an iteration.
 */
#include <sodium.h>
#include <string.h>

#include "base/memory.h"
#include "server/token/token.h"

typedef crypto_auth_hmacsha256_state hmac;

/* Hi() of RFC 5802; the state with the password in it is made once. */
static void salt_password(const char *password, const tacit_scram *s,
                          unsigned char out[TACIT_SCRAM_KEY])
{
    static const unsigned char FIRST[4] = { 0, 0, 0, 1 };
    unsigned char u[TACIT_SCRAM_KEY];
    hmac keyed, h;
    (void)crypto_auth_hmacsha256_init(&keyed, (const unsigned char *)password, strlen(password));
    h = keyed;
    (void)crypto_auth_hmacsha256_update(&h, s->salt, sizeof s->salt);
    (void)crypto_auth_hmacsha256_update(&h, FIRST, sizeof FIRST);
    (void)crypto_auth_hmacsha256_final(&h, u);
    memcpy(out, u, sizeof u);
    for (uint32_t i = 1; i < s->iterations; i++) {
        h = keyed;
        (void)crypto_auth_hmacsha256_update(&h, u, sizeof u);
        (void)crypto_auth_hmacsha256_final(&h, u);
        for (size_t k = 0; k < sizeof u; k++)
            out[k] ^= u[k];
    }
    tacit_wipe(&keyed, sizeof keyed);
    tacit_wipe(&h, sizeof h);
    tacit_wipe(u, sizeof u);
}

static void key_for(const unsigned char salted[TACIT_SCRAM_KEY], const char *what,
                    unsigned char out[TACIT_SCRAM_KEY])
{
    (void)crypto_auth_hmacsha256(out, (const unsigned char *)what, strlen(what), salted);
}

void tacit_scram_of(const char *password, tacit_scram *scram)
{
    unsigned char salted[TACIT_SCRAM_KEY], client[TACIT_SCRAM_KEY];
    TACIT_ASSERT(scram->iterations > 0);
    salt_password(password, scram, salted);
    key_for(salted, "Client Key", client);
    (void)crypto_hash_sha256(scram->stored_key, client, sizeof client);
    key_for(salted, "Server Key", scram->server_key);
    tacit_wipe(salted, sizeof salted);
    tacit_wipe(client, sizeof client);
}
