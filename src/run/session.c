/*
 * session.c - tables in memory that outlive a run: what a host gives, what runs release.
 */
#include "run/session.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "table/arrow/arrow.h"

tacit_session *tacit_session_new(tacit_ctx *cx)
{
    tacit_session *s = NULL;
    tacit_status status = tacit_alloc(cx, 1, sizeof *s, &s);
    if (status == TACIT_OK)
        status = tacit_store_new(cx, &s->tables);
    if (status == TACIT_OK)
        status = tacit_store_new(cx, &s->released);
    if (status == TACIT_OK)
        return s;
    tacit_session_free(s);
    return NULL;
}

void tacit_session_free(tacit_session *s)
{
    if (s == NULL)
        return;
    tacit_store_free(s->tables);
    tacit_store_free(s->released);
    tacit_free(s);
}

bool tacit_session_is_memory(const char *target)
{
    return strncmp(target, TACIT_MEMORY_SCHEME, strlen(TACIT_MEMORY_SCHEME)) == 0;
}

const char *tacit_session_name(const char *target)
{
    return target + strlen(TACIT_MEMORY_SCHEME);
}

/* Keep `t` (taken over, also on failure) as a table that runs read and hosts get. */
static tacit_status release_table(tacit_ctx *cx, tacit_session *s, const char *name, tacit_table *t)
{
    tacit_table *shared = NULL;
    tacit_status status = tacit_table_copy(cx, t, &shared);
    if (status == TACIT_OK)
        status = tacit_store_put(cx, s->tables, name, shared);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    return tacit_store_put(cx, s->released, name, t);
}

tacit_status tacit_session_release(tacit_ctx *cx, tacit_session *s, tacit_store *pending)
{
    while (tacit_store_size(pending) > 0) {
        char *name = NULL;
        TACIT_TRY(tacit_scratch_text(cx, tacit_store_name(pending, 0), &name));
        TACIT_TRY(release_table(cx, s, name, tacit_store_take(pending, name)));
    }
    return TACIT_OK;
}

/* ---- digest ---- */

/* A digest in the making. */
typedef struct digest {
    tacit_sha256 sha;
    uint64_t bytes;
} digest;

/* Take a text with its length, so that no two lists of texts are alike. */
static void add_text(digest *d, const char *text)
{
    const uint64_t n = strlen(text);
    tacit_sha256_add(&d->sha, &n, sizeof n);
    tacit_sha256_add(&d->sha, text, n);
    d->bytes += sizeof n + n;
}

static void add_column(digest *d, const tacit_column *c)
{
    static const unsigned char present = 1, missing = 0;
    add_text(d, tacit_column_name(c));
    add_text(d, tacit_type_name(tacit_column_type(c)));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        char number[TACIT_NUMBER_BYTES];
        const bool is_missing = tacit_column_is_missing(c, i);
        tacit_sha256_add(&d->sha, is_missing ? &missing : &present, 1);
        d->bytes++;
        if (!is_missing)
            add_text(d, tacit_column_text(c, i, number));
    }
}

tacit_status tacit_session_digest(tacit_ctx *cx, const tacit_table *t, char *out, uint64_t *bytes)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char sum[TACIT_SHA256_BYTES];
    digest d = { 0 };
    tacit_sha256_begin(&d.sha, tacit_sha256_is_fast());
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        TACIT_TRY(tacit_tick(cx, j, tacit_table_columns(t)));
        add_column(&d, tacit_table_column(t, j));
    }
    tacit_sha256_end(&d.sha, sum);
    for (size_t i = 0; i < TACIT_SHA256_BYTES; i++) {
        out[2 * i] = digits[sum[i] >> 4];
        out[2 * i + 1] = digits[sum[i] & 15];
    }
    out[2 * TACIT_SHA256_BYTES] = '\0';
    *bytes = d.bytes;
    return TACIT_OK;
}
