/*
 * token.c - tokens: making, finding, revoking.
 */
#include "server/token/token.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/secret.h"
#include "server/token/own.h"

/* What a token begins with, so that a leaked one is known for what it is. */
#define BEGINNING "tacit_"

const char *const TACIT_CALLER_ROLES[] = {
    [TACIT_CALLER_ANALYST] = "analyst", [TACIT_CALLER_CUSTODIAN] = "custodian", NULL
};

const char *tacit_caller_role_name(tacit_caller_role role)
{
    return TACIT_CALLER_ROLES[role];
}

static int64_t now(void)
{
    struct timespec t = { 0 };
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec;
}

tacit_token_state tacit_token_state_of(const tacit_token *t)
{
    if (t->revoked)
        return TACIT_TOKEN_REVOKED;
    return t->expires != 0 && t->expires <= now() ? TACIT_TOKEN_EXPIRED : TACIT_TOKEN_GOOD;
}

const char *tacit_token_state_name(tacit_token_state state)
{
    static const char *const NAMES[] = { [TACIT_TOKEN_GOOD] = "good",
                                         [TACIT_TOKEN_UNKNOWN] = "unknown",
                                         [TACIT_TOKEN_EXPIRED] = "expired",
                                         [TACIT_TOKEN_REVOKED] = "revoked" };
    return NAMES[state];
}

/* ---- opening ---- */

static tacit_status open_file(tacit_ctx *cx, tacit_tokens *t, bool make)
{
    struct stat st;
    t->fd = open(t->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (make ? O_CREAT : 0), 0600);
    if (t->fd < 0 && errno == ENOENT)
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "There are no tokens at %s; 'tacit token add NAME --tokens %s' makes one.", t->path,
            t->path);
    if (t->fd < 0 || fstat(t->fd, &st) != 0 || !S_ISREG(st.st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be opened as a file of tokens.", t->path);
    if ((st.st_mode & 077) != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s can be read by others than its owner; 'chmod 600' it.", t->path);
    if (flock(t->fd, LOCK_EX) != 0 || fstat(t->fd, &st) != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be locked.", t->path);
    tacit_status status = TACIT_OK;
    if (st.st_size == 0)
        status = tacit_tokens_begin_file(cx, t);
    (void)flock(t->fd, LOCK_UN);
    t->seen = 0;
    if (status == TACIT_OK)
        tacit_tokens_refresh(t);
    if (status == TACIT_OK && (t->damaged || t->seen == 0))
        status = tacit_fail(cx, TACIT_ERR_DATA,
                            "%s is no file of tokens, or is damaged; make a new one.", t->path);
    return status;
}

tacit_status tacit_tokens_open(tacit_ctx *cx, const char *path, bool make, tacit_tokens **out)
{
    tacit_tokens *t = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *t, &t));
    t->fd = -1;
    (void)pthread_mutex_init(&t->lock, NULL);
    tacit_status status = tacit_random_bytes(cx, t->key, sizeof t->key);
    if (status == TACIT_OK && path != NULL)
        status = tacit_copy_text(cx, path, &t->path);
    if (status == TACIT_OK && path != NULL)
        status = open_file(cx, t, make);
    if (status != TACIT_OK) {
        tacit_tokens_close(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

void tacit_tokens_close(tacit_tokens *t)
{
    if (t == NULL)
        return;
    if (t->fd >= 0)
        (void)close(t->fd);
    (void)pthread_mutex_destroy(&t->lock);
    tacit_wipe(t->key, sizeof t->key);
    tacit_free(t->path);
    tacit_free(t->at);
    tacit_free(t);
}

/* ---- in memory ---- */

tacit_status tacit_tokens_keep(tacit_ctx *cx, tacit_tokens *t, const tacit_token_kept *k)
{
    if (t->n == t->room) {
        const size_t room = t->room == 0 ? 16 : 2 * t->room;
        TACIT_TRY(tacit_grow(cx, room, sizeof *t->at, &t->at));
        t->room = room;
    }
    t->at[t->n] = *k;
    t->at[t->n].token.id = t->n;
    t->n++;
    return TACIT_OK;
}

void tacit_tokens_mark(tacit_tokens *t, const char *name)
{
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->at[i].token.name, name) == 0)
            t->at[i].token.revoked = true;
}

static void hash_text(const tacit_tokens *t, const char *text, unsigned char out[TACIT_TOKEN_HASH])
{
    (void)crypto_generichash(out, TACIT_TOKEN_HASH, (const unsigned char *)text, strlen(text),
                             t->key, sizeof t->key);
}

/* The good token called `name`, else the last of that name, or NULL. */
static const tacit_token *find_name(const tacit_tokens *t, const char *name)
{
    const tacit_token *last = NULL;
    for (size_t i = 0; i < t->n; i++) {
        const tacit_token *one = &t->at[i].token;
        if (strcmp(one->name, name) != 0)
            continue;
        last = one;
        if (tacit_token_state_of(one) == TACIT_TOKEN_GOOD)
            return one;
    }
    return last;
}

/* ---- making and revoking ---- */

static tacit_status check_name(tacit_ctx *cx, const tacit_tokens *t, const char *name)
{
    static const char ALLOWED[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "._-@";
    const size_t n = strlen(name);
    if (n == 0 || n >= TACIT_TOKEN_NAME || strspn(name, ALLOWED) != n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The name of a token has 1 to %d letters of ASCII, digits and . _ - @.",
                          TACIT_TOKEN_NAME - 1);
    const tacit_token *other = find_name(t, name);
    if (other != NULL && tacit_token_state_of(other) == TACIT_TOKEN_GOOD)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "There is a token for '%s' already; revoke it before making another.",
                          name);
    return TACIT_OK;
}

static tacit_status make_token(tacit_ctx *cx, tacit_tokens *t, const tacit_token_spec *spec,
                               char text[TACIT_TOKEN_TEXT], tacit_token_kept *out)
{
    unsigned char bits[32];
    TACIT_TRY(tacit_random_bytes(cx, bits, sizeof bits));
    memcpy(text, BEGINNING, sizeof BEGINNING);
    (void)sodium_bin2base64(text + sizeof BEGINNING - 1, TACIT_TOKEN_TEXT - sizeof BEGINNING + 1,
                            bits, sizeof bits, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    tacit_wipe(bits, sizeof bits);
    *out = (tacit_token_kept){ .token = { .role = spec->role,
                                          .made = now(),
                                          .expires = spec->expires,
                                          .scram.iterations = TACIT_SCRAM_ITERATIONS } };
    memcpy(out->token.name, spec->name, strlen(spec->name) + 1);
    TACIT_TRY(tacit_random_bytes(cx, out->token.scram.salt, sizeof out->token.scram.salt));
    tacit_scram_of(text, &out->token.scram);
    hash_text(t, text, out->hash);
    return TACIT_OK;
}

/* Append a line, or without a file take it at once. */
static tacit_status say(tacit_ctx *cx, tacit_tokens *t, json_t *line)
{
    if (t->fd >= 0) {
        TACIT_TRY(tacit_tokens_append(cx, t, line));
        tacit_tokens_refresh(t);
        return TACIT_OK;
    }
    const bool taken = line != NULL && tacit_tokens_take(t, line);
    json_decref(line);
    return taken ? TACIT_OK : tacit_fail_memory(cx);
}

/* Hold the tokens, and the file against other processes, with all that they added. */
static tacit_status hold(tacit_ctx *cx, tacit_tokens *t)
{
    (void)pthread_mutex_lock(&t->lock);
    if (t->fd >= 0 && flock(t->fd, LOCK_EX) != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be locked.", t->path);
    tacit_tokens_refresh(t);
    return t->damaged ? tacit_fail(cx, TACIT_ERR_DATA, "%s is damaged; make a new file of tokens.",
                                   t->path)
                      : TACIT_OK;
}

static void let_go(tacit_tokens *t)
{
    if (t->fd >= 0)
        (void)flock(t->fd, LOCK_UN);
    (void)pthread_mutex_unlock(&t->lock);
}

tacit_status tacit_tokens_add(tacit_ctx *cx, tacit_tokens *t, const tacit_token_spec *spec,
                              char text[TACIT_TOKEN_TEXT])
{
    tacit_token_kept kept;
    tacit_status status = hold(cx, t);
    if (status == TACIT_OK)
        status = check_name(cx, t, spec->name);
    if (status == TACIT_OK)
        status = make_token(cx, t, spec, text, &kept);
    if (status == TACIT_OK)
        status = say(cx, t, tacit_token_line(&kept));
    let_go(t);
    return status;
}

tacit_status tacit_tokens_revoke(tacit_ctx *cx, tacit_tokens *t, const char *name)
{
    tacit_status status = hold(cx, t);
    const tacit_token *found = status == TACIT_OK ? find_name(t, name) : NULL;
    if (status == TACIT_OK && (found == NULL || found->revoked))
        status = tacit_fail(cx, TACIT_ERR_INPUT, "There is no token for '%s' to revoke.", name);
    if (status == TACIT_OK)
        status = say(cx, t, json_pack("{s:s, s:I}", "revoke", name, "made", (json_int_t)now()));
    let_go(t);
    return status;
}

/* ---- finding ---- */

tacit_token_state tacit_tokens_find(tacit_tokens *t, const char *text, tacit_token *out)
{
    unsigned char hash[TACIT_TOKEN_HASH];
    tacit_token_state state = TACIT_TOKEN_UNKNOWN;
    (void)pthread_mutex_lock(&t->lock);
    tacit_tokens_refresh(t);
    hash_text(t, text, hash);
    for (size_t i = 0; !t->damaged && i < t->n; i++)
        if (sodium_memcmp(t->at[i].hash, hash, sizeof hash) == 0) {
            *out = t->at[i].token;
            state = tacit_token_state_of(out);
        }
    (void)pthread_mutex_unlock(&t->lock);
    return state;
}

tacit_token_state tacit_tokens_named(tacit_tokens *t, const char *name, tacit_token *out)
{
    tacit_token_state state = TACIT_TOKEN_UNKNOWN;
    (void)pthread_mutex_lock(&t->lock);
    tacit_tokens_refresh(t);
    const tacit_token *found = t->damaged ? NULL : find_name(t, name);
    if (found != NULL) {
        *out = *found;
        state = tacit_token_state_of(out);
    }
    (void)pthread_mutex_unlock(&t->lock);
    return state;
}

size_t tacit_tokens_count(tacit_tokens *t)
{
    (void)pthread_mutex_lock(&t->lock);
    tacit_tokens_refresh(t);
    const size_t n = t->n;
    (void)pthread_mutex_unlock(&t->lock);
    return n;
}

tacit_token tacit_tokens_at(tacit_tokens *t, size_t i)
{
    (void)pthread_mutex_lock(&t->lock);
    tacit_tokens_refresh(t); /* it may have been revoked since */
    TACIT_ASSERT(i < t->n);
    const tacit_token one = t->at[i].token;
    (void)pthread_mutex_unlock(&t->lock);
    return one;
}
