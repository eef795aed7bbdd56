/*
 * build.c - drawing the polytope, and keeping it.
 *
 * Weights m_j / M are uniform on the simplex: the gaps between K - 1 uniform cuts.  Record by
 * record: E^1 ... E^K uniform on the integers of the protection interval, e uniform with |e| at
 * most half the blur, and P^j = a + e + E^j - (m_1 E^1 + ... + m_K E^K) / M, rounded to whole
 * steps, drawn again until all are legal and wide enough.  So a is off the weighted mean, which is
 * in the relative interior, by half the blur and one step at most; all vertices look alike, and
 * what is between them does not depend on the weights.
 *
 * File: "tacit camouflage 2\n", the digest of what it was made for, scale, slack, K, n and the
 * values, 8 bytes each, least first, and the SHA-256 of all that.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/sha256.h"
#include "privacy/sample/draw.h"
#include "query/camouflage/own.h"

enum { MOST_TRIES = 10000 };

/* The sum of the weights but for one of each vertex. */
#define CUTS ((tacit_u128)1 << 32)

/* Numbers of 8 bytes in the file before the values, after the digest. */
enum { FILE_SCALE, FILE_SLACK, FILE_K, FILE_N, FILE_NUMBERS };

static const char MAGIC[] = "tacit camouflage 2\n";

static tacit_status make(tacit_ctx *cx, size_t k, size_t n, tacit_camouflage **out)
{
    tacit_camouflage *c = NULL;
    if (k < 1 || k > TACIT_CAMOUFLAGE_VERTICES || n < 1 || n > UINT32_MAX)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A camouflage has 1 to %d vertices and at least one record.",
                          TACIT_CAMOUFLAGE_VERTICES);
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *c, &c));
    *c = (tacit_camouflage){ .k = k, .n = n };
    const tacit_status status = tacit_alloc(cx, k * n, sizeof *c->value, &c->value);
    if (status == TACIT_OK)
        *out = c;
    else
        tacit_camouflage_free(c);
    return status;
}

void tacit_camouflage_free(tacit_camouflage *c)
{
    if (c != NULL && c->value != NULL)
        tacit_wipe(c->value, c->k * c->n * sizeof *c->value);
    if (c != NULL)
        tacit_free(c->value);
    tacit_free(c);
}

static bool in_bounds(int64_t x)
{
    return x >= -TACIT_CAMOUFLAGE_MOST && x <= TACIT_CAMOUFLAGE_MOST;
}

tacit_status tacit_camouflage_of(tacit_ctx *cx, size_t vertices, size_t n, const int64_t *value,
                                 tacit_camouflage **out)
{
    for (size_t e = 0; e < vertices * n; e++) {
        if (!in_bounds(value[e]))
            return tacit_fail(cx, TACIT_ERR_INPUT, "A value of the camouflage has too many steps.");
    }
    TACIT_TRY(make(cx, vertices, n, out));
    memcpy((*out)->value, value, vertices * n * sizeof *value);
    return TACIT_OK;
}

/* ---- drawing ---- */

static tacit_status check_spec(tacit_ctx *cx, const tacit_camouflage_spec *s)
{
    if (s->vertices < s->insiders + 2)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A coalition that knows %zu values would find all others among %zu "
                          "vertices; take at least %zu.",
                          s->insiders, s->vertices, s->insiders + 2);
    for (size_t i = 0; i < s->n; i++) {
        if (!(s->lower[i] < s->value[i] && s->value[i] < s->upper[i] && s->least <= s->lower[i] &&
              s->upper[i] <= s->most && s->width[i] <= s->upper[i] - s->lower[i] &&
              in_bounds(s->least) && in_bounds(s->most)))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The protection interval of a record must hold its value inside, be "
                              "as wide as its width and be legal.");
    }
    return TACIT_OK;
}

/* Weights of the vertices, by their sum. */
typedef struct weights {
    int64_t of[TACIT_CAMOUFLAGE_VERTICES];
    tacit_i128 all;
} weights;

static void draw_weights(size_t k, tacit_keystream *stream, weights *out)
{
    int64_t cut[TACIT_CAMOUFLAGE_VERTICES + 1] = { 0 };
    for (size_t j = 1; j < k; j++) {
        size_t at = j;
        const int64_t x = (int64_t)tacit_draw_below(stream, CUTS);
        for (; at > 1 && cut[at - 1] > x; at--)
            cut[at] = cut[at - 1];
        cut[at] = x;
    }
    cut[k] = (int64_t)CUTS;
    out->all = (tacit_i128)CUTS + (tacit_i128)k;
    for (size_t j = 0; j < k; j++)
        out->of[j] = cut[j + 1] - cut[j] + 1;
}

/* One draw for record i; whether it will do. */
static bool draw_record(const tacit_camouflage_spec *s, const weights *w, tacit_keystream *stream,
                        size_t i, tacit_camouflage *c)
{
    const tacit_u128 range = (tacit_u128)(s->upper[i] - s->lower[i]) + 1;
    const int64_t e = (int64_t)tacit_draw_below(stream, (tacit_u128)s->blur + 1) - s->blur / 2;
    tacit_i128 mean = 0;
    bool legal = true;
    for (size_t j = 0; j < s->vertices; j++) {
        c->value[j * s->n + i] = s->lower[i] + (int64_t)tacit_draw_below(stream, range);
        mean += (tacit_i128)w->of[j] * c->value[j * s->n + i];
    }
    const int64_t by = s->value[i] + e - (int64_t)tacit_floor_divide(mean, w->all);
    for (size_t j = 0; j < s->vertices; j++) {
        int64_t *x = &c->value[j * s->n + i];
        *x += by;
        legal = legal && *x >= s->least && *x <= s->most;
    }
    const tacit_camouflage_range r = tacit_camouflage_record(c, (uint32_t)i);
    return legal && r.most - r.least >= s->width[i];
}

static tacit_status draw_all(tacit_ctx *cx, const tacit_camouflage_spec *s, tacit_keystream *stream,
                             tacit_camouflage *c)
{
    weights w;
    draw_weights(s->vertices, stream, &w);
    c->slack = s->blur / 2 + 1;
    for (size_t i = 0; i < s->n; i++) {
        size_t tries = 0;
        while (!draw_record(s, &w, stream, i, c)) {
            if (++tries == MOST_TRIES)
                return tacit_fail(cx, TACIT_ERR_DATA,
                                  "No vertices were found for a record: widen the legal range, or "
                                  "ask for a narrower interval.");
        }
    }
    tacit_wipe(&w, sizeof w);
    return TACIT_OK;
}

tacit_status tacit_camouflage_build(tacit_ctx *cx, const tacit_camouflage_spec *spec,
                                    tacit_keystream *stream, tacit_camouflage **out)
{
    tacit_camouflage *c = NULL;
    TACIT_TRY(check_spec(cx, spec));
    TACIT_TRY(tacit_keystream_own(cx, stream));
    TACIT_TRY(make(cx, spec->vertices, spec->n, &c));
    const tacit_status status = draw_all(cx, spec, stream, c);
    if (status == TACIT_OK)
        *out = c;
    else
        tacit_camouflage_free(c);
    return status;
}

/* ---- the file ---- */

static void put_number(uint64_t x, unsigned char *out)
{
    for (unsigned b = 0; b < 8; b++)
        out[b] = (unsigned char)(x >> 8 * b);
}

static uint64_t get_number(const unsigned char *at)
{
    uint64_t x = 0;
    for (unsigned b = 0; b < 8; b++)
        x |= (uint64_t)at[b] << 8 * b;
    return x;
}

static void digest(const unsigned char *bytes, size_t n, unsigned char out[TACIT_SHA256_BYTES])
{
    tacit_sha256 s;
    tacit_sha256_begin(&s, tacit_sha256_is_fast());
    tacit_sha256_add(&s, bytes, n);
    tacit_sha256_end(&s, out);
}

static bool write_all(int fd, const unsigned char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno != EINTR)
            return false;
        bytes += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

size_t tacit_camouflage_vertices(const tacit_camouflage *c)
{
    return c->k;
}

size_t tacit_camouflage_records(const tacit_camouflage *c)
{
    return c->n;
}

tacit_status tacit_camouflage_write(tacit_ctx *cx, const tacit_camouflage *c,
                                    const tacit_camouflage_origin *origin, const char *path)
{
    const uint64_t number[FILE_NUMBERS] = { [FILE_SCALE] = origin->scale,
                                            [FILE_SLACK] = (uint64_t)c->slack,
                                            [FILE_K] = c->k,
                                            [FILE_N] = c->n };
    const size_t mark = tacit_scratch_mark(cx), head = sizeof MAGIC - 1;
    const size_t from = head + sizeof origin->digest, n = from + 8 * (FILE_NUMBERS + c->k * c->n);
    unsigned char *bytes = NULL;
    TACIT_TRY(tacit_scratch(cx, n + TACIT_SHA256_BYTES, 1, &bytes));
    memcpy(bytes, MAGIC, head);
    memcpy(bytes + head, origin->digest, sizeof origin->digest);
    for (size_t e = 0; e < FILE_NUMBERS; e++)
        put_number(number[e], bytes + from + 8 * e);
    for (size_t e = 0; e < c->k * c->n; e++)
        put_number((uint64_t)c->value[e], bytes + from + 8 * (FILE_NUMBERS + e));
    digest(bytes, n, bytes + n);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool done = fd >= 0 && write_all(fd, bytes, n + TACIT_SHA256_BYTES) && fsync(fd) == 0;
    const int why = errno;
    done = (fd < 0 || close(fd) == 0) && done;
    if (!done && fd >= 0)
        (void)unlink(path);
    tacit_scratch_release(cx, mark);
    return done ? TACIT_OK
                : tacit_fail(cx, TACIT_ERR_IO, "%s cannot be written: %s.", path, strerror(why));
}

/* Whether the bytes are as they were written. */
static bool is_whole(const unsigned char *bytes, size_t n)
{
    unsigned char hash[TACIT_SHA256_BYTES];
    if (n < sizeof MAGIC - 1 + 2 * sizeof hash + 8 * FILE_NUMBERS ||
        memcmp(bytes, MAGIC, sizeof MAGIC - 1) != 0)
        return false;
    digest(bytes, n - sizeof hash, hash);
    return memcmp(hash, bytes + n - sizeof hash, sizeof hash) == 0;
}

/* The values of a file that is as it was written, or a failure. */
static tacit_status parse(tacit_ctx *cx, const char *path, const unsigned char *bytes, size_t n,
                          tacit_camouflage_origin *origin, tacit_camouflage **out)
{
    const unsigned char *from = bytes + sizeof MAGIC - 1 + sizeof origin->digest;
    uint64_t number[FILE_NUMBERS] = { 0 };
    const bool whole = is_whole(bytes, n);
    for (size_t e = 0; whole && e < FILE_NUMBERS; e++)
        number[e] = get_number(from + 8 * e);
    const uint64_t k = number[FILE_K], records = number[FILE_N];
    if (!whole || k > TACIT_CAMOUFLAGE_VERTICES || records > UINT32_MAX || number[FILE_SCALE] < 1 ||
        number[FILE_SLACK] > (uint64_t)TACIT_CAMOUFLAGE_MOST ||
        n != (size_t)(from - bytes) + 8 * (FILE_NUMBERS + k * records) + TACIT_SHA256_BYTES)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s is no camouflage, or is damaged.", path);
    TACIT_TRY(make(cx, (size_t)k, (size_t)records, out));
    (*out)->slack = (int64_t)number[FILE_SLACK];
    origin->scale = number[FILE_SCALE];
    memcpy(origin->digest, bytes + sizeof MAGIC - 1, sizeof origin->digest);
    for (size_t e = 0; e < k * records; e++)
        (*out)->value[e] = (int64_t)get_number(from + 8 * (FILE_NUMBERS + e));
    return TACIT_OK;
}

static tacit_status read_open(tacit_ctx *cx, const char *path, int fd,
                              tacit_camouflage_origin *origin, tacit_camouflage **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    struct stat about;
    unsigned char *bytes = NULL;
    size_t n = 0;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "%s is no file.", path);
    if ((about.st_mode & 077) != 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s can be read by others; whoever has seen it knows the data, so draw a "
                          "new one, and keep it with mode 0600.",
                          path);
    TACIT_TRY(tacit_scratch(cx, (size_t)about.st_size + 1, 1, &bytes));
    for (ssize_t got = 1; got > 0 && n<(size_t)about.st_size; n += got> 0 ? (size_t)got : 0)
        got = read(fd, bytes + n, (size_t)about.st_size - n);
    const tacit_status status = parse(cx, path, bytes, n, origin, out);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_camouflage_read(tacit_ctx *cx, const char *path, tacit_camouflage_origin *origin,
                                   tacit_camouflage **out)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be opened: %s.", path, strerror(errno));
    const tacit_status status = read_open(cx, path, fd, origin, out);
    (void)close(fd);
    return status;
}
