/*
 * commit.c - which original a release was made from, told so that only the custodian can show it.
 */
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "base/result.h"
#include "run/certificate/own.h"

enum { SALT = 32 };

/* 64 random hexadecimal digits. */
static tacit_status draw_salt(tacit_ctx *cx, char out[2 * SALT + 1])
{
    unsigned char salt[SALT];
    if (getrandom(salt, sizeof salt, 0) != (ssize_t)sizeof salt)
        return tacit_fail(cx, TACIT_ERR_IO, "The system gives no random numbers: %s.",
                          strerror(errno));
    for (size_t i = 0; i < SALT; i++) {
        out[2 * i] = "0123456789abcdef"[salt[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[salt[i] & 15];
    }
    out[(size_t)2 * SALT] = '\0';
    return TACIT_OK;
}

tacit_status tacit_certificate_commit(tacit_ctx *cx, json_t *record, json_t **out)
{
    const json_t *data = json_object_get(record, "data");
    const char *digest = json_string_value(json_object_get(data, "sha256"));
    char salt[2 * SALT + 1], commitment[TACIT_DIGEST_BYTES], *both = NULL;
    if (digest == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'commitment' needs data that is one file; this data has no hash.");
    TACIT_TRY(draw_salt(cx, salt));
    TACIT_TRY(tacit_scratch_format(cx, &both, "%s%s", salt, digest));
    tacit_digest_text(both, commitment);
    if (json_object_get(record, "secret") == NULL)
        TACIT_TRY(tacit_json_put(cx, record, "secret", json_object()));
    TACIT_TRY(tacit_json_put(cx, json_object_get(record, "secret"), "salt", json_string(salt)));
    *out = json_pack("{s:s}", "commitment", commitment);
    return *out == NULL ? tacit_fail_memory(cx) : TACIT_OK;
}
