/*
 * own.h - tokens in memory and as lines of a file; for the files of this folder.
 */
#ifndef TACIT_SERVER_TOKEN_OWN_H
#define TACIT_SERVER_TOKEN_OWN_H

#include <jansson.h>
#include <pthread.h>
#include <sys/types.h>

#include "base/text.h"
#include "server/token/token.h"

enum { TACIT_TOKEN_HASH = 32, TACIT_TOKEN_LINE = 1024 };

/* A token with the hash that it is found by. */
typedef struct tacit_token_kept {
    tacit_token token;
    unsigned char hash[TACIT_TOKEN_HASH];
} tacit_token_kept;

struct tacit_tokens {
    pthread_mutex_t lock;
    char *path; /* NULL: no file */
    int fd;     /* -1: no file */
    off_t seen; /* bytes of the file that were read */
    bool damaged;
    unsigned char key[TACIT_TOKEN_HASH];
    size_t n, room;
    tacit_token_kept *at;
};

/* Read what was added to the file since; sets `damaged` if it cannot be read. */
void tacit_tokens_refresh(tacit_tokens *t);

/* Make the beginning of a new file, and append one line; both are synced. */
tacit_status tacit_tokens_begin_file(tacit_ctx *cx, tacit_tokens *t);
tacit_status tacit_tokens_append(tacit_ctx *cx, tacit_tokens *t, json_t *line);

/* A token as a line, and what a line says, added to the tokens; false if it says nothing. */
json_t *tacit_token_line(const tacit_token_kept *k);
bool tacit_tokens_take(tacit_tokens *t, const json_t *line);

/* Keep another token, or revoke those called `name`. */
tacit_status tacit_tokens_keep(tacit_ctx *cx, tacit_tokens *t, const tacit_token_kept *k);
void tacit_tokens_mark(tacit_tokens *t, const char *name);

/* Bytes as text in base 64. */
json_t *tacit_token_base64(const unsigned char *bytes, size_t n);
bool tacit_token_bytes(const json_t *text, unsigned char *out, size_t n);

#endif
