/*
 * frame.c - R's vectors as an Arrow stream.
 *
 * Numbers stay where they are; beside them lies a bitmap if some are missing.  The levels of a
 * factor become a dictionary whose first value no row has, so that R's codes, which begin with 1,
 * stay where they are too.  Texts are coded by their address: equal texts of one encoding are one
 * object in R.  O(cells), and 4 bytes for each text.
 *
 * A checksum of each vector is taken when it is described and again at the end: R code that runs
 * in between, by an event loop or by reference, can change a vector.
 */
#include "binding.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One column; `format` and what R's vector holds. */
typedef struct column {
    char *name, *metadata;
    const char *format;
    const void *cells;    /* R's vector, or `own` */
    size_t width;         /* bytes of a cell of R's vector */
    const void *vector;   /* R's vector */
    uint64_t sum;         /* of it */
    void *own;            /* cells that had to be made, or NULL */
    unsigned char *valid; /* a bitmap, or NULL if nothing is missing */
    int64_t missing;
    char *texts; /* the dictionary's */
    int64_t *ends;
    int64_t n_texts;
    struct ArrowSchema schema, words_schema;
    struct ArrowArray array, words;
    const void *buffers[2], *words_buffers[3];
} column;

struct frame {
    size_t rows, n;
    column *column;
    struct ArrowSchema **schemas;
    struct ArrowArray **arrays;
    const void *none[1];
    bool given;
};

static void *memory(size_t n, size_t size)
{
    void *made = calloc(n > 0 ? n : 1, size);
    if (made == NULL)
        Rf_error("Memory is exhausted.");
    return made;
}

static char *keep_text(const char *text)
{
    return strcpy(memory(strlen(text) + 1, 1), text);
}

static SEXP part(SEXP list, const char *name)
{
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = 0; i < Rf_xlength(list); i++)
        if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0)
            return VECTOR_ELT(list, i);
    return R_NilValue;
}

/* ---- what is missing ---- */

static void mark_missing(const frame *f, column *c, size_t i)
{
    if (c->valid == NULL) {
        c->valid = memory((f->rows + 7) / 8, 1);
        memset(c->valid, 0xff, (f->rows + 7) / 8);
    }
    c->valid[i / 8] &= (unsigned char)~(1u << (i % 8));
    c->missing++;
}

static void mark_integers(const frame *f, column *c, const int *x)
{
    for (size_t i = 0; i < f->rows; i++)
        if (x[i] == NA_INTEGER)
            mark_missing(f, c, i);
}

static void mark_reals(const frame *f, column *c, const double *x)
{
    for (size_t i = 0; i < f->rows; i++)
        if (isnan(x[i]))
            mark_missing(f, c, i);
}

static void mark_longs(const frame *f, column *c, const int64_t *x)
{
    for (size_t i = 0; i < f->rows; i++)
        if (x[i] == INT64_MIN)
            mark_missing(f, c, i);
}

/* ---- dictionaries ---- */

/* Texts in the order of their codes. */
static void keep_words(column *c, const SEXP *word, int64_t n)
{
    size_t all = 0, at = 0;
    for (int64_t i = 0; i < n; i++)
        all += word[i] != NULL ? strlen(Rf_translateCharUTF8(word[i])) : 0;
    c->texts = memory(all + 1, 1);
    c->ends = memory((size_t)n + 1, sizeof *c->ends);
    c->n_texts = n;
    for (int64_t i = 0; i < n; i++) {
        const void *top = vmaxget();
        const char *text = word[i] != NULL ? Rf_translateCharUTF8(word[i]) : "";
        const size_t length = strlen(text);
        memcpy(c->texts + at, text, length);
        at += length;
        c->ends[i + 1] = (int64_t)at;
        vmaxset(top);
    }
}

static void keep_levels(column *c, SEXP levels)
{
    const R_xlen_t n = Rf_xlength(levels);
    SEXP *word = (SEXP *)R_alloc((size_t)n + 1, sizeof *word);
    word[0] = NULL;
    for (R_xlen_t i = 0; i < n; i++)
        word[i + 1] = STRING_ELT(levels, i);
    keep_words(c, word, n + 1);
}

/* Texts met so far, by address. */
typedef struct words {
    SEXP *word;
    int32_t *slot; /* code + 1, or 0 */
    size_t n, slots;
} words;

static size_t place_of(const words *w, SEXP text)
{
    size_t at =
        (size_t)(((uintptr_t)text >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (w->slots - 1);
    while (w->slot[at] != 0 && w->word[w->slot[at] - 1] != text)
        at = (at + 1) & (w->slots - 1);
    return at;
}

static void grow(words *w)
{
    const size_t slots = w->slots * 2;
    SEXP *word = (SEXP *)R_alloc(slots / 2, sizeof *word);
    if (w->n > 0)
        memcpy(word, w->word, w->n * sizeof *word);
    w->word = word;
    w->slot = (int32_t *)R_alloc(slots, sizeof *w->slot);
    memset(w->slot, 0, slots * sizeof *w->slot);
    w->slots = slots;
    for (size_t i = 0; i < w->n; i++)
        w->slot[place_of(w, word[i])] = (int32_t)i + 1;
}

static int32_t code_of(words *w, SEXP text)
{
    size_t at = place_of(w, text);
    if (w->slot[at] == 0) {
        if (w->n == w->slots / 2) {
            grow(w);
            at = place_of(w, text);
        }
        w->word[w->n++] = text;
        w->slot[at] = (int32_t)w->n;
    }
    return w->slot[at] - 1;
}

static void code_texts(const frame *f, column *c, SEXP x)
{
    words w = { .slots = 512 };
    grow(&w);
    int32_t *code = c->own = memory(f->rows, sizeof *code);
    for (size_t i = 0; i < f->rows; i++) {
        SEXP text = STRING_ELT(x, (R_xlen_t)i);
        if (text == NA_STRING)
            mark_missing(f, c, i);
        else
            code[i] = code_of(&w, text);
    }
    keep_words(c, w.word, (int64_t)w.n);
    c->cells = c->own;
}

/* ---- columns ---- */

/* True and false as bits. */
static void pack_bits(const frame *f, column *c, const int *x)
{
    unsigned char *bits = c->own = memory((f->rows + 7) / 8, 1);
    for (size_t i = 0; i < f->rows; i++)
        if (x[i] != NA_INTEGER && x[i] != 0)
            bits[i / 8] |= (unsigned char)(1u << (i % 8));
    mark_integers(f, c, x);
    c->cells = c->own;
}

/* Days since 1970, of which R may have parts. */
static void make_days(const frame *f, column *c, const double *x)
{
    int32_t *made = c->own = memory(f->rows, sizeof *made);
    for (size_t i = 0; i < f->rows; i++) {
        const double day = floor(x[i]);
        if (fabs(day) < 2e9)
            made[i] = (int32_t)day;
        else
            mark_missing(f, c, i);
    }
    c->cells = c->own;
}

/* Seconds since 1970 as microseconds. */
static void make_moments(const frame *f, column *c, const double *x)
{
    int64_t *made = c->own = memory(f->rows, sizeof *made);
    for (size_t i = 0; i < f->rows; i++) {
        if (fabs(x[i]) < 9e12)
            made[i] = (int64_t)llround(x[i] * 1e6);
        else
            mark_missing(f, c, i);
    }
    c->cells = c->own;
}

/* Whether all numbers are whole ones of 32 bits, and some number is there. */
static bool are_whole(const frame *f, const double *x)
{
    size_t known = 0;
    for (size_t i = 0; i < f->rows; i++) {
        if (isnan(x[i]))
            continue;
        if (!(fabs(x[i]) < 2147483648.0) || x[i] != (double)(int32_t)x[i])
            return false;
        known++;
    }
    return known > 0;
}

/* Numbers of R, which are seldom declared to be whole: whole they are as they are in a file. */
static void take_reals(const frame *f, column *c, const double *x)
{
    c->format = "g";
    mark_reals(f, c, x);
    if (!are_whole(f, x))
        return;
    int32_t *made = c->own = memory(f->rows, sizeof *made);
    for (size_t i = 0; i < f->rows; i++)
        made[i] = isnan(x[i]) ? 0 : (int32_t)x[i];
    c->format = "i";
    c->cells = c->own;
}

static uint64_t checksum(const column *c, size_t rows)
{
    const unsigned char *byte = c->vector;
    uint64_t sum = rows;
    for (size_t i = 0; i + 8 <= rows * c->width; i += 8) {
        uint64_t next;
        memcpy(&next, byte + i, 8);
        sum = (sum ^ next) * UINT64_C(0x9E3779B97F4A7C15);
        sum ^= sum >> 29;
    }
    for (size_t i = rows * c->width / 8 * 8; i < rows * c->width; i++)
        sum = (sum ^ byte[i]) * UINT64_C(0x9E3779B97F4A7C15);
    return sum;
}

/* Describe the cells by the kind that R/frame.R gave. */
static void fill_cells(const frame *f, column *c, SEXP given)
{
    SEXP x = part(given, "values");
    const char kind = CHAR(STRING_ELT(part(given, "kind"), 0))[0];
    c->width = TYPEOF(x) == REALSXP ? sizeof(double) : sizeof(int);
    if (TYPEOF(x) != STRSXP)
        c->vector = TYPEOF(x) == REALSXP  ? (const void *)REAL(x)
                    : TYPEOF(x) == LGLSXP ? (const void *)LOGICAL(x)
                                          : (const void *)INTEGER(x);
    else
        c->width = 0;
    c->cells = c->vector;
    if (kind == 'i' || kind == 'f')
        mark_integers(f, c, INTEGER(x));
    switch (kind) {
    case 'i':
        c->format = "i";
        break;
    case 'f':
        c->format = "i";
        keep_levels(c, part(given, "levels"));
        break;
    case 's':
        c->format = "i";
        code_texts(f, c, x);
        break;
    case 'b':
        c->format = "b";
        pack_bits(f, c, LOGICAL(x));
        break;
    case 'l':
        c->format = "l";
        mark_longs(f, c, (const int64_t *)REAL(x));
        break;
    case 'd':
        c->format = "tdD";
        make_days(f, c, REAL(x));
        break;
    case 't':
        c->format = "tsu:UTC";
        make_moments(f, c, REAL(x));
        break;
    default:
        take_reals(f, c, REAL(x));
        break;
    }
    c->sum = c->vector != NULL ? checksum(c, f->rows) : 0;
}

/* The metadata of Arrow: the number of entries, then each key and value after its length. */
static void keep_notes(column *c, SEXP given)
{
    static const char *const KEYS[][2] = { { "label", "tacit.label" },
                                           { "value_labels", "tacit.value_labels" } };
    int32_t n = 0;
    size_t at = sizeof n;
    c->metadata = memory(at, 1);
    for (int k = 0; k < 2; k++) {
        SEXP text = part(given, KEYS[k][0]);
        if (Rf_isNull(text))
            continue;
        const char *both[] = { KEYS[k][1], Rf_translateCharUTF8(STRING_ELT(text, 0)) };
        for (int i = 0; i < 2; i++) {
            const int32_t length = (int32_t)strlen(both[i]);
            char *more = realloc(c->metadata, at + sizeof length + (size_t)length);
            if (more == NULL)
                Rf_error("Memory is exhausted.");
            memcpy(more + at, &length, sizeof length);
            memcpy(more + at + sizeof length, both[i], (size_t)length);
            c->metadata = more;
            at += sizeof length + (size_t)length;
        }
        n++;
    }
    memcpy(c->metadata, &n, sizeof n);
}

void frame_fill(SEXP columns, SEXP rows, frame **owner)
{
    frame *f = *owner = memory(1, sizeof *f);
    f->rows = (size_t)Rf_asReal(rows);
    f->column = memory((size_t)Rf_xlength(columns), sizeof *f->column);
    f->schemas = memory((size_t)Rf_xlength(columns), sizeof(struct ArrowSchema *));
    f->arrays = memory((size_t)Rf_xlength(columns), sizeof(struct ArrowArray *));
    for (R_xlen_t j = 0; j < Rf_xlength(columns); j++) {
        const void *top = vmaxget();
        column *c = &f->column[f->n++];
        c->name =
            keep_text(Rf_translateCharUTF8(STRING_ELT(part(VECTOR_ELT(columns, j), "name"), 0)));
        keep_notes(c, VECTOR_ELT(columns, j));
        fill_cells(f, c, VECTOR_ELT(columns, j));
        vmaxset(top);
    }
}

void frame_free(frame *f)
{
    if (f == NULL)
        return;
    for (size_t j = 0; j < f->n; j++) {
        column *c = &f->column[j];
        free(c->name);
        free(c->metadata);
        free(c->own);
        free(c->valid);
        free(c->texts);
        free(c->ends);
    }
    free(f->column);
    free(f->schemas);
    free(f->arrays);
    free(f);
}

const char *frame_changed(const frame *f)
{
    for (size_t j = 0; j < f->n; j++)
        if (f->column[j].vector != NULL && checksum(&f->column[j], f->rows) != f->column[j].sum)
            return f->column[j].name;
    return NULL;
}

/* ---- the stream: all it hands out belongs to the frame ---- */

static void release_schema(struct ArrowSchema *s)
{
    s->release = NULL;
}

static void release_array(struct ArrowArray *a)
{
    a->release = NULL;
}

static void release_stream(struct ArrowArrayStream *s)
{
    s->release = NULL;
}

static void fill_schema(column *c)
{
    c->schema = (struct ArrowSchema){ .format = c->format,
                                      .name = c->name,
                                      .metadata = c->metadata,
                                      .flags = ARROW_FLAG_NULLABLE,
                                      .release = release_schema };
    c->words_schema = (struct ArrowSchema){ .format = "U", .name = "", .release = release_schema };
    if (c->texts != NULL)
        c->schema.dictionary = &c->words_schema;
}

static int get_schema(struct ArrowArrayStream *s, struct ArrowSchema *out)
{
    frame *f = s->private_data;
    for (size_t j = 0; j < f->n; j++) {
        fill_schema(&f->column[j]);
        f->schemas[j] = &f->column[j].schema;
    }
    *out = (struct ArrowSchema){ .format = "+s",
                                 .name = "",
                                 .n_children = (int64_t)f->n,
                                 .children = f->schemas,
                                 .release = release_schema };
    return 0;
}

static void fill_array(const frame *f, column *c)
{
    c->buffers[0] = c->valid;
    c->buffers[1] = c->cells;
    c->array = (struct ArrowArray){ .length = (int64_t)f->rows,
                                    .null_count = c->missing,
                                    .n_buffers = 2,
                                    .buffers = c->buffers,
                                    .release = release_array };
    c->words_buffers[1] = c->ends;
    c->words_buffers[2] = c->texts;
    c->words = (struct ArrowArray){
        .length = c->n_texts, .n_buffers = 3, .buffers = c->words_buffers, .release = release_array
    };
    if (c->texts != NULL)
        c->array.dictionary = &c->words;
}

static int get_next(struct ArrowArrayStream *s, struct ArrowArray *out)
{
    frame *f = s->private_data;
    *out = (struct ArrowArray){ .release = NULL };
    if (f->given || f->rows == 0)
        return 0;
    f->given = true;
    for (size_t j = 0; j < f->n; j++) {
        fill_array(f, &f->column[j]);
        f->arrays[j] = &f->column[j].array;
    }
    *out = (struct ArrowArray){ .length = (int64_t)f->rows,
                                .n_buffers = 1,
                                .buffers = f->none,
                                .n_children = (int64_t)f->n,
                                .children = f->arrays,
                                .release = release_array };
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *s)
{
    (void)s;
    return NULL;
}

struct ArrowArrayStream frame_stream(frame *f)
{
    return (struct ArrowArrayStream){ .get_schema = get_schema,
                                      .get_next = get_next,
                                      .get_last_error = get_last_error,
                                      .release = release_stream,
                                      .private_data = f };
}
