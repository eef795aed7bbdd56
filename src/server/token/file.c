/*
 * file.c - the file that tokens are kept in: it only grows, a line at a time.
 *
 * Who writes holds a lock on the file (flock) from reading what others added to the sync of the
 * own line.  What stands after the last end of a line was not written to its end and is taken away
 * by the next writer; readers pass over it.
 */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/result.h"
#include "server/token/own.h"

enum { MOST_BYTES = 1 << 26 };

/* ---- lines ---- */

json_t *tacit_token_base64(const unsigned char *bytes, size_t n)
{
    char text[128];
    TACIT_ASSERT(sodium_base64_encoded_len(n, sodium_base64_VARIANT_ORIGINAL) <= sizeof text);
    return json_string(
        sodium_bin2base64(text, sizeof text, bytes, n, sodium_base64_VARIANT_ORIGINAL));
}

bool tacit_token_bytes(const json_t *text, unsigned char *out, size_t n)
{
    size_t got = 0;
    const char *t = json_string_value(text);
    return t != NULL &&
           sodium_base642bin(out, n, t, strlen(t), NULL, &got, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           got == n;
}

json_t *tacit_token_line(const tacit_token_kept *k)
{
    const tacit_token *t = &k->token;
    return json_pack("{s:s, s:s, s:I, s:I, s:o, s:o, s:I, s:o, s:o}", "add", t->name, "role",
                     tacit_caller_role_name(t->role), "made", (json_int_t)t->made, "expires",
                     (json_int_t)t->expires, "hash", tacit_token_base64(k->hash, sizeof k->hash),
                     "salt", tacit_token_base64(t->scram.salt, sizeof t->scram.salt), "iterations",
                     (json_int_t)t->scram.iterations, "stored_key",
                     tacit_token_base64(t->scram.stored_key, sizeof t->scram.stored_key),
                     "server_key",
                     tacit_token_base64(t->scram.server_key, sizeof t->scram.server_key));
}

static bool take_scram(const json_t *line, tacit_scram *out)
{
    const json_int_t n = json_integer_value(json_object_get(line, "iterations"));
    out->iterations = (uint32_t)n;
    return n > 0 && n <= 10000000 &&
           tacit_token_bytes(json_object_get(line, "salt"), out->salt, sizeof out->salt) &&
           tacit_token_bytes(json_object_get(line, "stored_key"), out->stored_key,
                             sizeof out->stored_key) &&
           tacit_token_bytes(json_object_get(line, "server_key"), out->server_key,
                             sizeof out->server_key);
}

static bool take_token(tacit_tokens *t, const char *name, const json_t *line)
{
    const char *role = json_string_value(json_object_get(line, "role"));
    tacit_token_kept k = { 0 };
    if (role == NULL || strlen(name) >= sizeof k.token.name)
        return false;
    memcpy(k.token.name, name, strlen(name));
    k.token.role = strcmp(role, tacit_caller_role_name(TACIT_CALLER_CUSTODIAN)) == 0
                       ? TACIT_CALLER_CUSTODIAN
                       : TACIT_CALLER_ANALYST;
    k.token.made = json_integer_value(json_object_get(line, "made"));
    k.token.expires = json_integer_value(json_object_get(line, "expires"));
    if (!tacit_token_bytes(json_object_get(line, "hash"), k.hash, sizeof k.hash) ||
        !take_scram(line, &k.token.scram))
        return false;
    tacit_ctx *cx = tacit_ctx_new();
    const bool kept = cx != NULL && tacit_tokens_keep(cx, t, &k) == TACIT_OK;
    tacit_ctx_free(cx);
    return kept;
}

bool tacit_tokens_take(tacit_tokens *t, const json_t *line)
{
    const char *name = json_string_value(json_object_get(line, "add"));
    if (name != NULL)
        return take_token(t, name, line);
    name = json_string_value(json_object_get(line, "revoke"));
    if (name != NULL)
        tacit_tokens_mark(t, name);
    return name != NULL || tacit_token_bytes(json_object_get(line, "key"), t->key, sizeof t->key);
}

/* ---- reading ---- */

/* Take the whole lines of `n` bytes; how many bytes they are, or -1 if one says nothing. */
static off_t take_lines(tacit_tokens *t, const char *text, size_t n)
{
    size_t at = 0;
    for (const char *end = NULL; (end = memchr(text + at, '\n', n - at)) != NULL;
         at = (size_t)(end - text) + 1) {
        json_t *line = json_loadb(text + at, (size_t)(end - text) - at, 0, NULL);
        const bool good = line != NULL && tacit_tokens_take(t, line);
        json_decref(line);
        if (!good)
            return -1;
    }
    return (off_t)at;
}

static bool read_added(tacit_tokens *t, size_t n)
{
    char *text = NULL;
    tacit_ctx *cx = tacit_ctx_new();
    bool good = cx != NULL && tacit_scratch(cx, n, 1, &text) == TACIT_OK;
    size_t got = 0;
    while (good && got < n) {
        const ssize_t step = pread(t->fd, text + got, n - got, t->seen + (off_t)got);
        good = step > 0 || (step < 0 && errno == EINTR);
        got += step > 0 ? (size_t)step : 0;
    }
    const off_t taken = good ? take_lines(t, text, n) : -1;
    if (taken >= 0)
        t->seen += taken;
    tacit_ctx_free(cx);
    return taken >= 0;
}

void tacit_tokens_refresh(tacit_tokens *t)
{
    struct stat st;
    if (t->fd < 0 || t->damaged)
        return;
    if (fstat(t->fd, &st) != 0 || st.st_size < t->seen || st.st_size > MOST_BYTES)
        t->damaged = true;
    else if (st.st_size > t->seen)
        t->damaged = !read_added(t, (size_t)(st.st_size - t->seen));
}

/* ---- writing ---- */

static tacit_status fail_write(tacit_ctx *cx, const tacit_tokens *t)
{
    return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be written: %s.", t->path, strerror(errno));
}

static tacit_status write_line(tacit_ctx *cx, tacit_tokens *t, const tacit_buffer *text)
{
    if (ftruncate(t->fd, t->seen) != 0)
        return fail_write(cx, t);
    for (size_t done = 0; done < text->length;) {
        const ssize_t n =
            pwrite(t->fd, text->text + done, text->length - done, t->seen + (off_t)done);
        if (n < 0 && errno != EINTR)
            return fail_write(cx, t);
        done += n > 0 ? (size_t)n : 0;
    }
    return fsync(t->fd) == 0 ? TACIT_OK : fail_write(cx, t);
}

tacit_status tacit_tokens_append(tacit_ctx *cx, tacit_tokens *t, json_t *line)
{
    tacit_buffer text = { 0 };
    tacit_status status = line == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    if (status == TACIT_OK)
        status = tacit_json_text(cx, line, JSON_COMPACT, &text);
    json_decref(line);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &text, "\n");
    if (status == TACIT_OK)
        status = write_line(cx, t, &text);
    tacit_buffer_free(&text);
    return status;
}

tacit_status tacit_tokens_begin_file(tacit_ctx *cx, tacit_tokens *t)
{
    return tacit_tokens_append(cx, t,
                               json_pack("{s:s, s:i, s:o}", "tacit", "tokens", "version", 1, "key",
                                         tacit_token_base64(t->key, sizeof t->key)));
}
