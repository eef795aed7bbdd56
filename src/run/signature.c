/*
 * signature.c - who certified: Ed25519 signatures of certificates.
 */
#include "run/signature.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/result.h"
#include "base/secret.h"

enum {
    SEED = crypto_sign_SEEDBYTES,
    PUBLIC = crypto_sign_PUBLICKEYBYTES,
    SECRET = crypto_sign_SECRETKEYBYTES,
    SIGNATURE = crypto_sign_BYTES,
    FORMAT = 1,
    MOST = 1 << 28 /* bytes of a file that is read */
};

#define SECRET_HEAD "tacit secret key for signatures 1\n"
#define PUBLIC_HEAD "tacit public key for signatures 1\n"
#define ALGORITHM "Ed25519"

/* ---- files ---- */

/* `what` is which kind of file it is, for the message. */
static tacit_status fail_read(tacit_ctx *cx, const char *what, const char *path, const char *why)
{
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot read the %s %s: %s.", what, path, why);
}

/* Read a whole file of at most MOST bytes; the caller frees the text. */
static tacit_status read_fd(tacit_ctx *cx, const char *what, const char *path, int fd,
                            tacit_buffer *out)
{
    char block[4096];
    ssize_t n = 0;
    tacit_status status = TACIT_OK;
    while (status == TACIT_OK && (n = read(fd, block, sizeof block)) > 0)
        status = out->length + (size_t)n > MOST ? fail_read(cx, what, path, "it is too large")
                                                : tacit_buffer_bytes(cx, out, block, (size_t)n);
    tacit_wipe(block, sizeof block);
    if (status == TACIT_OK && n < 0)
        status = fail_read(cx, what, path, strerror(errno));
    return status == TACIT_OK ? tacit_buffer_text(cx, out, "") : status;
}

static tacit_status read_file(tacit_ctx *cx, const char *what, const char *path, struct stat *st,
                              tacit_buffer *out)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return fail_read(cx, what, path, strerror(errno));
    tacit_status status = TACIT_OK;
    if (fstat(fd, st) != 0 || !S_ISREG(st->st_mode))
        status = fail_read(cx, what, path, "it is not a file");
    if (status == TACIT_OK)
        status = read_fd(cx, what, path, fd, out);
    close(fd);
    return status;
}

/* Wipe a text that held a key, and free it. */
static void forget(tacit_buffer *b)
{
    tacit_wipe(b->text, b->length);
    tacit_buffer_free(b);
}

/* ---- keys ---- */

/* `n` bytes from exactly so many hexadecimal digits. */
static bool from_hex(const char *hex, size_t digits, unsigned char *out, size_t n)
{
    size_t made = 0;
    return digits == 2 * n && sodium_hex2bin(out, n, hex, digits, NULL, &made, NULL) == 0 &&
           made == n;
}

/* The 32 bytes of the key file at `path` that begins with `head`. */
static tacit_status read_key(tacit_ctx *cx, const char *path, const char *head, struct stat *st,
                             unsigned char out[SEED])
{
    tacit_buffer text = { 0 };
    const size_t at = strlen(head);
    const bool secret = strcmp(head, SECRET_HEAD) == 0;
    tacit_status status = read_file(cx, "key", path, st, &text);
    if (status == TACIT_OK &&
        (text.length != at + 2 * SEED + 1 || memcmp(text.text, head, at) != 0 ||
         text.text[text.length - 1] != '\n' || !from_hex(text.text + at, 2 * SEED, out, SEED)))
        status = tacit_fail(cx, TACIT_ERR_INPUT,
                            "%s is no %s key for signatures; 'tacit key sign' makes a pair.", path,
                            secret ? "secret" : "public");
    forget(&text);
    return status;
}

/* Whether a key is one byte over and over, as of a file that was never filled. */
static bool is_constant(const unsigned char key[SEED])
{
    unsigned char differs = 0;
    for (size_t i = 1; i < SEED; i++)
        differs |= key[i] ^ key[0];
    return differs == 0;
}

static tacit_status read_secret(tacit_ctx *cx, const char *path, unsigned char pk[PUBLIC],
                                unsigned char sk[SECRET])
{
    struct stat st;
    unsigned char seed[SEED];
    TACIT_TRY(read_key(cx, path, SECRET_HEAD, &st, seed));
    if (is_constant(seed)) {
        tacit_wipe(seed, sizeof seed);
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The secret key %s repeats one byte and could be guessed; 'tacit key "
                          "sign' makes a pair.",
                          path);
    }
    crypto_sign_seed_keypair(pk, sk, seed);
    tacit_wipe(seed, sizeof seed);
    if ((st.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return TACIT_OK;
    tacit_wipe(sk, SECRET);
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Others can read the secret key %s; make it private (chmod 600), or make a "
                      "new one if they may have.",
                      path);
}

static void name_key(const unsigned char pk[PUBLIC], char name[TACIT_KEY_NAME])
{
    char hex[2 * PUBLIC + 1], digest[TACIT_DIGEST_BYTES];
    sodium_bin2hex(hex, sizeof hex, pk, PUBLIC);
    tacit_digest_text(hex, digest);
    memcpy(name, digest, TACIT_KEY_NAME - 1);
    name[TACIT_KEY_NAME - 1] = '\0';
}

static tacit_status put_key(tacit_ctx *cx, const char *head, const unsigned char key[SEED],
                            tacit_buffer *out)
{
    char hex[2 * SEED + 1];
    sodium_bin2hex(hex, sizeof hex, key, SEED);
    const tacit_status status = tacit_buffer_format(cx, out, "%s%s\n", head, hex);
    tacit_wipe(hex, sizeof hex);
    return status;
}

tacit_status tacit_signature_keys(tacit_ctx *cx, tacit_buffer *secret, tacit_buffer *pub,
                                  char name[TACIT_KEY_NAME])
{
    unsigned char seed[SEED], pk[PUBLIC], sk[SECRET];
    TACIT_TRY(tacit_random_bytes(cx, seed, sizeof seed));
    crypto_sign_seed_keypair(pk, sk, seed);
    tacit_wipe(sk, sizeof sk);
    tacit_status status = put_key(cx, SECRET_HEAD, seed, secret);
    tacit_wipe(seed, sizeof seed);
    if (status == TACIT_OK)
        status = put_key(cx, PUBLIC_HEAD, pk, pub);
    name_key(pk, name);
    return status;
}

/* ---- signatures ---- */

static tacit_status put_signature(tacit_ctx *cx, const unsigned char signature[SIGNATURE],
                                  const char *name, tacit_buffer *out)
{
    char hex[2 * SIGNATURE + 1];
    sodium_bin2hex(hex, sizeof hex, signature, SIGNATURE);
    json_t *o = json_pack("{s:i, s:s, s:s, s:s}", "tacit_signature", FORMAT, "algorithm", ALGORITHM,
                          "key", name, "signature", hex);
    if (o == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = tacit_json_text(cx, o, JSON_INDENT(2), out);
    json_decref(o);
    return status;
}

tacit_status tacit_signature_make(tacit_ctx *cx, const char *key, const char *path,
                                  char name[TACIT_KEY_NAME], tacit_buffer *out)
{
    unsigned char pk[PUBLIC], sk[SECRET], signature[SIGNATURE];
    struct stat st;
    tacit_buffer text = { 0 };
    TACIT_TRY(read_secret(cx, key, pk, sk));
    tacit_status status = read_file(cx, "certificate", path, &st, &text);
    if (status == TACIT_OK)
        crypto_sign_detached(signature, NULL, (const unsigned char *)text.text, text.length, sk);
    tacit_wipe(sk, sizeof sk);
    tacit_buffer_free(&text);
    TACIT_TRY(status);
    name_key(pk, name);
    return put_signature(cx, signature, name, out);
}

/* The bytes of a signature file that names the key; false if it is none. */
static bool parse_signature(const tacit_buffer *text, const char *name,
                            unsigned char signature[SIGNATURE])
{
    const char *algorithm = NULL, *key = NULL, *hex = NULL;
    int format = 0;
    json_t *o = json_loadb(text->text, text->length, JSON_REJECT_DUPLICATES, NULL);
    const bool whole =
        json_unpack_ex(o, NULL, JSON_STRICT, "{s:i, s:s, s:s, s:s}", "tacit_signature", &format,
                       "algorithm", &algorithm, "key", &key, "signature", &hex) == 0;
    const bool is = whole && format == FORMAT && strcmp(algorithm, ALGORITHM) == 0 &&
                    strcmp(key, name) == 0 && from_hex(hex, strlen(hex), signature, SIGNATURE);
    json_decref(o);
    return is;
}

tacit_status tacit_signature_check(tacit_ctx *cx, const char *key, const char *path,
                                   const char *signature, bool *out)
{
    unsigned char pk[PUBLIC], bytes[SIGNATURE];
    char name[TACIT_KEY_NAME];
    struct stat st;
    tacit_buffer text = { 0 }, certificate = { 0 };
    *out = false;
    TACIT_TRY(read_key(cx, key, PUBLIC_HEAD, &st, pk));
    name_key(pk, name);
    tacit_status status = read_file(cx, "signature", signature, &st, &text);
    if (status == TACIT_OK)
        status = read_file(cx, "certificate", path, &st, &certificate);
    if (status == TACIT_OK)
        *out = parse_signature(&text, name, bytes) &&
               crypto_sign_verify_detached(bytes, (const unsigned char *)certificate.text,
                                           certificate.length, pk) == 0;
    tacit_buffer_free(&text);
    tacit_buffer_free(&certificate);
    return status;
}
