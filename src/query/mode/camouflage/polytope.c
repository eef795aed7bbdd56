/*
 * polytope.c - the file that the values are hidden in: drawn once, and read afterwards.
 *
 * The polytope of all confidential columns is one: value i of column number b is its record
 * b * rows + i.  Vertices of a value a that is to be left with width w are drawn from [l, l + 2 w]
 * with l uniform on the whole steps for which a is inside.  A value that is missing has a place,
 * and is never asked for.  O(K * values).
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "privacy/sample/draw.h"
#include "query/mode/camouflage/own.h"
#include "query/place.h"

void tacit_hidden_close(void *state)
{
    tacit_hidden *h = state;
    if (h == NULL)
        return;
    tacit_camouflage_free(h->polytope);
    tacit_free(h->confidential);
    tacit_free(h->block);
    tacit_free(h);
}

/* Columns that are hidden. */
static size_t count_columns(const tacit_hidden *h)
{
    size_t n = 0;
    for (size_t j = 0; j < h->schema->n; j++)
        n += h->confidential[j];
    return n;
}

/* ---- what it is made for ---- */

static void add_integer(tacit_sha256 *s, int64_t x)
{
    unsigned char byte[8];
    for (unsigned b = 0; b < 8; b++)
        byte[b] = (unsigned char)((uint64_t)x >> 8 * b);
    tacit_sha256_add(s, byte, sizeof byte);
}

static void find_origin(const tacit_hidden *h, const tacit_args *args, tacit_camouflage_origin *out)
{
    tacit_sha256 s;
    tacit_sha256_begin(&s, tacit_sha256_is_fast());
    add_integer(&s, (int64_t)h->data->rows);
    for (size_t p = TACIT_CAMOUFLAGE_WIDTH; p <= TACIT_CAMOUFLAGE_SHARE; p++)
        add_integer(&s, (int64_t)llround(tacit_arg_real(args, p) * 1e9));
    for (size_t j = 0; j < h->schema->n; j++) {
        const tacit_domain *d = &h->schema->column[j].domain;
        if (!h->confidential[j])
            continue;
        tacit_sha256_add(&s, d->column, strlen(d->column) + 1);
        add_integer(&s, d->lattice.decimals);
        add_integer(&s, d->lattice.lower);
        add_integer(&s, d->lattice.upper);
        for (size_t i = 0; i < h->data->rows; i++)
            add_integer(&s, h->data->steps[j][i]);
    }
    tacit_sha256_end(&s, out->digest);
    out->scale = TACIT_CAMOUFLAGE_SCALE;
}

/* ---- drawing ---- */

/* The lists of a spec, to be filled. */
typedef struct lists {
    int64_t *value, *lower, *upper, *width;
} lists;

/* The interval of value number `at`, in fine steps. */
static void fill_value(const tacit_args *args, const tacit_domain *d, int64_t steps,
                       tacit_keystream *stream, size_t at, lists *l)
{
    const int64_t scale = TACIT_CAMOUFLAGE_SCALE;
    const int64_t x = steps == TACIT_NOT_PLACED ? d->lattice.lower : steps;
    const int64_t width = (int64_t)tacit_hidden_width(args, d, (double)x);
    const int64_t below = 1 + (int64_t)tacit_draw_below(stream, (tacit_u128)(2 * width - 1));
    l->value[at] = x * scale;
    l->lower[at] = (x - below) * scale;
    l->upper[at] = (x - below + 2 * width) * scale;
    l->width[at] = width * scale;
}

static tacit_status fill_lists(tacit_ctx *cx, const tacit_hidden *h, const tacit_args *args,
                               tacit_keystream *stream, tacit_camouflage_spec *spec)
{
    const size_t rows = h->data->rows, n = rows * count_columns(h);
    lists l = { 0 };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *l.value, &l.value));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *l.lower, &l.lower));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *l.upper, &l.upper));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *l.width, &l.width));
    TACIT_TRY(tacit_keystream_own(cx, stream));
    for (size_t j = 0; j < h->schema->n; j++)
        for (size_t i = 0; h->confidential[j] && i < rows; i++)
            fill_value(args, &h->schema->column[j].domain, h->data->steps[j][i], stream,
                       h->block[j] * rows + i, &l);
    spec->n = n;
    spec->value = l.value;
    spec->lower = l.lower;
    spec->upper = l.upper;
    spec->width = l.width;
    return TACIT_OK;
}

/* How many vertices there are to be. */
static tacit_status find_vertices(tacit_ctx *cx, const tacit_hidden *h, const tacit_args *args,
                                  size_t *least, size_t *out)
{
    const size_t t = (size_t)tacit_arg_integer(args, TACIT_CAMOUFLAGE_INSIDERS);
    size_t persons = 0, most = 0;
    TACIT_TRY(tacit_persons_all(cx, h->data, &persons, &most));
    *least = tacit_hidden_vertices(t, count_columns(h), most);
    *out = tacit_arg_given(args, TACIT_CAMOUFLAGE_GIVEN)
               ? (size_t)tacit_arg_integer(args, TACIT_CAMOUFLAGE_GIVEN)
           : *least > 4 ? *least
                        : 4;
    if (*out < *least || *out > TACIT_CAMOUFLAGE_VERTICES)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Persons have several records, so that %zu insiders demand %zu vertices, "
                          "of which there can be %d; declare fewer insiders.",
                          t, *least, TACIT_CAMOUFLAGE_VERTICES);
    return TACIT_OK;
}

static tacit_status draw(tacit_ctx *cx, const tacit_hidden *h, const tacit_args *args,
                         tacit_keystream *stream, tacit_camouflage **out)
{
    tacit_camouflage_spec spec = { .least = -TACIT_CAMOUFLAGE_MOST,
                                   .most = TACIT_CAMOUFLAGE_MOST,
                                   .blur = TACIT_CAMOUFLAGE_SCALE - 2 };
    size_t least = 0;
    TACIT_TRY(find_vertices(cx, h, args, &least, &spec.vertices));
    spec.insiders = least - 2;
    TACIT_TRY(fill_lists(cx, h, args, stream, &spec));
    return tacit_camouflage_build(cx, &spec, stream, out);
}

/* Draw, and write the file. */
static tacit_status make(tacit_ctx *cx, const tacit_hidden *h, const tacit_args *args,
                         const tacit_camouflage_origin *origin, const char *path)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keystream stream;
    tacit_camouflage *c = NULL;
    TACIT_TRY(tacit_keystream_open(cx, &stream));
    tacit_status status = draw(cx, h, args, &stream, &c);
    tacit_keystream_close(&stream);
    if (status == TACIT_OK)
        status = tacit_camouflage_write(cx, c, origin, path);
    tacit_camouflage_free(c);
    tacit_scratch_release(cx, mark);
    /* Another process may have been first: then it is the other's that counts. */
    return status != TACIT_OK && access(path, F_OK) == 0 ? TACIT_OK : status;
}

/* ---- opening ---- */

static tacit_status read_polytope(tacit_ctx *cx, tacit_hidden *h, const tacit_args *args)
{
    const char *path = tacit_arg_text(args, TACIT_CAMOUFLAGE_POLYTOPE);
    tacit_camouflage_origin want, got;
    size_t least = 0, vertices = 0;
    find_origin(h, args, &want);
    TACIT_TRY(find_vertices(cx, h, args, &least, &vertices));
    if (access(path, F_OK) != 0 && errno == ENOENT)
        TACIT_TRY(make(cx, h, args, &want, path));
    TACIT_TRY(tacit_camouflage_read(cx, path, &got, &h->polytope));
    h->scale = got.scale;
    if (memcmp(got.digest, want.digest, sizeof got.digest) != 0 ||
        tacit_camouflage_records(h->polytope) != h->data->rows * count_columns(h))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s was drawn for other data, or other widths; two polytopes around the "
                          "same values tell more than each, so put those back, or give new data "
                          "another file.",
                          path);
    if (tacit_camouflage_vertices(h->polytope) < least)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s has %zu vertices, too few for so many insiders: %zu are needed.",
                          path, tacit_camouflage_vertices(h->polytope), least);
    return TACIT_OK;
}

static tacit_status fill(tacit_ctx *cx, const tacit_mode_setup *setup, tacit_hidden *h)
{
    const size_t n = setup->schema->n;
    uint32_t blocks = 0;
    h->schema = setup->schema;
    h->data = setup->data;
    TACIT_TRY(tacit_alloc(cx, n, sizeof *h->confidential, &h->confidential));
    TACIT_TRY(tacit_alloc(cx, n, sizeof *h->block, &h->block));
    for (size_t j = 0; j < n; j++)
        h->confidential[j] = false;
    TACIT_TRY(tacit_confidential_mark(cx, setup->schema, setup->args, TACIT_CAMOUFLAGE_COLUMNS,
                                      h->confidential));
    for (size_t j = 0; j < n; j++)
        h->block[j] = h->confidential[j] ? blocks++ : 0;
    if (h->data->rows == 0 || h->data->rows > UINT32_MAX / (blocks > 0 ? blocks : 1))
        return tacit_fail(cx, TACIT_ERR_DATA, "There are no values to hide, or too many.");
    return read_polytope(cx, h, setup->args);
}

tacit_status tacit_hidden_open(tacit_ctx *cx, const tacit_mode_setup *setup, void **out)
{
    tacit_hidden *h = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *h, &h));
    const tacit_status status = fill(cx, setup, h);
    if (status == TACIT_OK)
        *out = h;
    else
        tacit_hidden_close(h);
    return status;
}
