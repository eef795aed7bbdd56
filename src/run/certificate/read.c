/*
 * read.c - certificates as they are received.
 *
 * A certificate comes from anybody: what is not exactly as a program of this format writes it is
 * refused before anything in it is used.  Of the parts that are made anew and compared, only
 * the type is checked here.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/result.h"
#include "base/version.h"
#include "run/certificate/own.h"

/* ---- digest ---- */

/* All of a certificate but its digest; jansson's own copy takes a lost key for success. */
static tacit_status copy_rest(tacit_ctx *cx, json_t *certificate, json_t *rest)
{
    const char *key;
    json_t *value;
    json_object_foreach(certificate, key, value) if (strcmp(key, "digest") != 0)
        TACIT_TRY(tacit_json_put(cx, rest, key, json_incref(value)));
    return TACIT_OK;
}

tacit_status tacit_certificate_digest(tacit_ctx *cx, json_t *certificate,
                                      char out[TACIT_DIGEST_BYTES])
{
    json_t *rest = json_object();
    tacit_buffer text = { 0 };
    tacit_status status = rest != NULL ? copy_rest(cx, certificate, rest) : tacit_fail_memory(cx);
    if (status == TACIT_OK)
        status = tacit_json_text(cx, rest, JSON_SORT_KEYS | JSON_COMPACT, &text);
    json_decref(rest);
    if (status == TACIT_OK)
        tacit_digest_text(text.text, out);
    tacit_buffer_free(&text);
    return status;
}

tacit_status tacit_certificate_is_whole(tacit_ctx *cx, json_t *certificate, bool *out)
{
    const char *claimed = json_string_value(json_object_get(certificate, "digest"));
    char digest[TACIT_DIGEST_BYTES];
    TACIT_TRY(tacit_certificate_digest(cx, certificate, digest));
    *out = claimed != NULL && strcmp(claimed, digest) == 0;
    return TACIT_OK;
}

/* ---- reading ---- */

/* Open a regular file; a pipe or device is not waited for. */
static FILE *open_regular(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return NULL;
    errno = EINVAL;
    return S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
}

bool tacit_certificate_is(const char *path)
{
    static const char mark[] = "\"tacit_certificate\"";
    char head[64] = { 0 };
    FILE *f = open_regular(path);
    if (f == NULL)
        return false;
    const size_t n = fread(head, 1, sizeof head - 1, f);
    fclose(f);
    return strlen(head) == n && strstr(head, mark) != NULL;
}

static tacit_status check_format(tacit_ctx *cx, const char *path, const json_t *c)
{
    const json_t *format = json_object_get(c, "tacit_certificate");
    const char *version = json_string_value(json_object_get(c, "tacit"));
    if (!json_is_integer(format))
        return tacit_fail(cx, TACIT_ERR_DATA, "%s is not a certificate of tacit.", path);
    if (json_integer_value(format) == TACIT_CERTIFICATE_FORMAT)
        return TACIT_OK;
    return tacit_fail(
        cx, TACIT_ERR_DATA,
        "%s has format %lld of certificates, as tacit %.20s wrote it; tacit %s "
        "checks format %d. Verify it with that version, or have the release made again.",
        path, (long long)json_integer_value(format),
        version != NULL ? version : "of an unknown version", tacit_version(),
        TACIT_CERTIFICATE_FORMAT);
}

/* Whether all values of an object are texts. */
static bool has_texts(json_t *object)
{
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(object, key, value) if (!json_is_string(value)) return false;
    return json_is_object(object);
}

/* Whether each of the other files has a name, a digest and a size, and nothing else. */
static bool has_files(const json_t *others)
{
    const char *text = NULL;
    json_int_t number = 0;
    bool good = others == NULL || json_is_array(others);
    for (size_t i = 0; good && i < json_array_size(others); i++)
        good = json_unpack_ex(json_array_get(others, i), NULL, JSON_STRICT, "{s:s, s:s, s:I}",
                              "file", &text, "sha256", &text, "bytes", &number) == 0;
    return good;
}

/* Every part is there and of its type, and there is no other. */
static tacit_status check_parts(tacit_ctx *cx, const char *path, json_t *c)
{
    json_error_t why;
    json_t *columns = NULL, *read = NULL, *roles = NULL, *require = NULL, *claims = NULL,
           *basis = NULL, *versions = NULL, *others = NULL;
    const char *text = NULL;
    json_int_t number = 0;
    const int bad = json_unpack_ex(
        c, &why, JSON_STRICT,
        "{s:I, s:s, s:{s:s, s:s, s:I, s:I, s:o, s?o}, s:o, s:o, s:o, s:o, s:o, s?{s:s}, s:s, s:o, "
        "s:s}",
        "tacit_certificate", &number, "tacit", &text, "release", "file", &text, "sha256", &text,
        "bytes", &number, "rows", &number, "columns", &columns, "others", &others, "read", &read,
        "roles", &roles, "require", &require, "claims", &claims, "basis", &basis, "source",
        "commitment", &text, "plan", &text, "versions", &versions, "digest", &text);
    if (bad != 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s is damaged, or was changed: %s.", path, why.text);
    const bool typed = json_is_array(columns) && json_is_object(read) && json_is_object(roles) &&
                       json_is_array(require) && json_is_array(claims) && json_is_object(basis) &&
                       has_texts(versions) && has_files(others);
    return typed ? TACIT_OK
                 : tacit_fail(cx, TACIT_ERR_DATA,
                              "%s is damaged, or was changed: a part has a wrong type.", path);
}

static tacit_status load(tacit_ctx *cx, const char *path, json_t **out)
{
    FILE *f = open_regular(path);
    json_error_t why;
    if (f == NULL)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read the certificate %s: %s.", path,
                          errno == EINVAL ? "it is not a file" : strerror(errno));
    *out = json_loadf(f, JSON_REJECT_DUPLICATES, &why);
    fclose(f);
    if (*out != NULL)
        return TACIT_OK;
    if (json_error_code(&why) == json_error_out_of_memory)
        return tacit_fail_memory(cx);
    if (json_error_code(&why) == json_error_duplicate_key)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s:%d: a key stands here twice; no certificate of tacit has that.", path,
                          why.line);
    return tacit_fail(cx, TACIT_ERR_DATA, "%s:%d: this is not JSON, or the file is cut off.", path,
                      why.line);
}

tacit_status tacit_certificate_read(tacit_ctx *cx, const char *path, json_t **out)
{
    json_t *c = NULL;
    TACIT_TRY(load(cx, path, &c));
    tacit_status status = check_format(cx, path, c);
    if (status == TACIT_OK)
        status = check_parts(cx, path, c);
    if (status == TACIT_OK)
        *out = c;
    else
        json_decref(c);
    return status;
}

/* ---- comparing ---- */

tacit_status tacit_certificate_tells(tacit_ctx *cx, const json_t *said, const char *path, bool *out)
{
    const char *certified = json_string_value(json_object_get(said, "sha256"));
    const json_int_t size = json_integer_value(json_object_get(said, "bytes"));
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    struct stat st;
    *out = false;
    if (certified == NULL || stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size != size)
        return TACIT_OK;
    TACIT_TRY(tacit_digest_file(cx, path, digest, &bytes));
    *out = strcmp(certified, digest) == 0;
    return TACIT_OK;
}

static bool is_near(double x, double y)
{
    static const double ROUNDING = 1e-9;
    return fabs(x - y) <= ROUNDING * fmax(1.0, fmax(fabs(x), fabs(y)));
}

static bool lists_agree(const json_t *a, const json_t *b)
{
    bool same = json_array_size(a) == json_array_size(b);
    for (size_t i = 0; same && i < json_array_size(a); i++)
        same = tacit_certificate_agrees(json_array_get(a, i), json_array_get(b, i));
    return same;
}

static bool objects_agree(json_t *a, json_t *b)
{
    const char *key = NULL;
    json_t *value = NULL;
    if (json_object_size(a) != json_object_size(b))
        return false;
    json_object_foreach(
        a, key, value) if (!tacit_certificate_agrees(value, json_object_get(b, key))) return false;
    return true;
}

bool tacit_certificate_agrees(json_t *certified, json_t *measured)
{
    if (json_is_number(certified) && json_is_number(measured) &&
        (json_is_real(certified) || json_is_real(measured)))
        return is_near(json_number_value(certified), json_number_value(measured));
    if (certified == NULL || measured == NULL || json_typeof(certified) != json_typeof(measured))
        return false;
    if (json_is_array(certified))
        return lists_agree(certified, measured);
    return json_is_object(certified) ? objects_agree(certified, measured)
                                     : json_equal(certified, measured) == 1;
}
