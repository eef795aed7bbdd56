/*
 * token.h - the tokens by which askers are known.
 *
 * A token is 256 random bits of the system, shown once.  Kept are its name, role and end, a keyed
 * hash of it (BLAKE2b-256, Aumasson et al. 2013, RFC 7693; a slow hash would add nothing to 256
 * random bits), and what SCRAM-SHA-256 needs to know it as a password (RFC 5802, RFC 7677: salt,
 * iterations, StoredKey, ServerKey).  None of these can be turned back into the token.
 *
 * The file, for its owner alone, only grows: a line of JSON that begins it and has the key of the
 * hash, then a line for each token that is added or revoked.  So a running server sees what
 * another process added, nothing needs the folder, and a revocation is never lost; a line that a
 * process could not end is no line.  Without a file the tokens live as long as the process.
 *
 * Any thread may ask.  Finding costs one hash and O(tokens) comparisons whose time does not depend
 * on what is compared.
 */
#ifndef TACIT_SERVER_TOKEN_TOKEN_H
#define TACIT_SERVER_TOKEN_TOKEN_H

#include "base/context.h"

/* Room for a token as a text and for a name, with the final NUL. */
enum { TACIT_TOKEN_TEXT = 50, TACIT_TOKEN_NAME = 64 };

typedef enum tacit_caller_role {
    TACIT_CALLER_ANALYST = 0,
    TACIT_CALLER_CUSTODIAN
} tacit_caller_role;

/* The name of a role, and the names of all, ending with NULL. */
const char *tacit_caller_role_name(tacit_caller_role role);
extern const char *const TACIT_CALLER_ROLES[];

/* What a SCRAM-SHA-256 server keeps of a password. */
enum { TACIT_SCRAM_SALT = 16, TACIT_SCRAM_KEY = 32, TACIT_SCRAM_ITERATIONS = 4096 };
typedef struct tacit_scram {
    unsigned char salt[TACIT_SCRAM_SALT];
    uint32_t iterations;
    unsigned char stored_key[TACIT_SCRAM_KEY], server_key[TACIT_SCRAM_KEY];
} tacit_scram;

/* What SCRAM keeps of `password`, given salt and iterations in `scram`; ASCII, so that SASLprep
 * leaves it as it is. */
void tacit_scram_of(const char *password, tacit_scram *scram);

/* A token, without itself. */
typedef struct tacit_token {
    size_t id; /* its place among all, from 0; never another's */
    char name[TACIT_TOKEN_NAME];
    tacit_caller_role role;
    int64_t made, expires; /* seconds since 1970; `expires` 0: never */
    bool revoked;
    tacit_scram scram;
} tacit_token;

typedef struct tacit_tokens tacit_tokens;

/* Open the tokens at `path`, or with NULL tokens that no file has; with `make` the file is made if
 * it is not there.  The caller closes. */
tacit_status tacit_tokens_open(tacit_ctx *cx, const char *path, bool make, tacit_tokens **out);

/* Accepts NULL. */
void tacit_tokens_close(tacit_tokens *t);

/* Whose a new token is. */
typedef struct tacit_token_spec {
    const char *name; /* letters, digits and . _ - @; no other token that is good has it */
    tacit_caller_role role;
    int64_t expires;
} tacit_token_spec;

/* Make a token; `text` is the only time that it is seen, and the caller wipes it. */
tacit_status tacit_tokens_add(tacit_ctx *cx, tacit_tokens *t, const tacit_token_spec *spec,
                              char text[TACIT_TOKEN_TEXT]);

/* Revoke the good token called `name`; fails if there is none. */
tacit_status tacit_tokens_revoke(tacit_ctx *cx, tacit_tokens *t, const char *name);

/* What is known of a token that somebody shows. */
typedef enum tacit_token_state {
    TACIT_TOKEN_GOOD = 0,
    TACIT_TOKEN_UNKNOWN,
    TACIT_TOKEN_EXPIRED,
    TACIT_TOKEN_REVOKED
} tacit_token_state;

/* The state of a token now, and its name. */
tacit_token_state tacit_token_state_of(const tacit_token *t);
const char *tacit_token_state_name(tacit_token_state state);

/* Find the token that `text` is; `*out` only unless it is unknown.  A file that cannot be read any
 * more knows none. */
tacit_token_state tacit_tokens_find(tacit_tokens *t, const char *text, tacit_token *out);

/* Find the token called `name`: the good one, else the last. */
tacit_token_state tacit_tokens_named(tacit_tokens *t, const char *name, tacit_token *out);

/* How many there are, and token `i` in the order in which they were made. */
size_t tacit_tokens_count(tacit_tokens *t);
tacit_token tacit_tokens_at(tacit_tokens *t, size_t i);

#endif
