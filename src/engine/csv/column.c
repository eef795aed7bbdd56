/*
 * column.c - the columns of a text file while it is read.
 *
 * Deciding a type and converting to it costs by distinct text, not by cell.  Missing is what
 * the source's options say; cells that are missing have no text.  Linear in the cells.
 */
#include "engine/csv/column.h"

#include <utf8proc.h>

#include "base/decimal/decimal.h"
#include "base/text.h"
#include "engine/csv_rules.h"

enum { WORD_BITS = 64, PIECE = 4096 };

tacit_status tacit_csv_column_start(tacit_ctx *cx, size_t chunk, size_t slots, size_t rows,
                                    tacit_csv_column *c)
{
    const char *const *texts = NULL;
    for (size_t i = tacit_csv_missing(c->args, &texts); i-- > 0;)
        if (strlen(texts[i]) > c->longest_missing)
            c->longest_missing = strlen(texts[i]);
    c->point = tacit_csv_option(c->args, TACIT_SOURCE_DECIMAL) == NULL &&
               tacit_csv_option(c->args, TACIT_SOURCE_THOUSANDS) == NULL;
    TACIT_ASSERT(slots >= 2 && (slots & (slots - 1)) == 0 && chunk % WORD_BITS == 0);
    c->shift = (unsigned)__builtin_clzll(slots) + 1;
    if (c->direct == TACIT_TYPE_INTEGER) {
        TACIT_TRY(tacit_scratch(cx, chunk, sizeof *c->whole, &c->whole));
    } else if (c->direct == TACIT_TYPE_REAL) {
        TACIT_TRY(tacit_scratch(cx, chunk, sizeof *c->real, &c->real));
    } else {
        TACIT_TRY(tacit_scratch(cx, chunk, sizeof *c->code, &c->code));
        TACIT_TRY(tacit_scratch(cx, slots, sizeof *c->slots, &c->slots));
        for (size_t i = 0; i < slots; i++)
            c->slots[i].length = UINT32_MAX;
    }
    TACIT_TRY(tacit_scratch(cx, chunk / WORD_BITS, sizeof *c->valid, &c->valid));
    memset(c->valid, 0xff, chunk / 8);
    return tacit_builder_new(cx, c->name, c->direct, rows, &c->builder);
}

void tacit_csv_column_drop(tacit_csv_column *c)
{
    tacit_builder_free(c->builder);
    c->builder = NULL;
}

/* ---- cells ---- */

static bool is_missing(const tacit_csv_column *c, const char *s, size_t n)
{
    if (n > c->longest_missing)
        return false;
    const char *const *texts = NULL;
    const size_t count = tacit_csv_missing(c->args, &texts);
    for (size_t i = 0; i < count; i++)
        if (strlen(texts[i]) == n && memcmp(texts[i], s, n) == 0)
            return true;
    return false;
}

/* Whether the text is UTF-8 without NUL and carriage return. */
static bool is_plain(const char *s, size_t n)
{
    size_t at = 0;
    while (at < n) {
        utf8proc_int32_t c = (unsigned char)s[at];
        const utf8proc_ssize_t used = c < 0x80 ? 1
                                               : utf8proc_iterate((const utf8proc_uint8_t *)s + at,
                                                                  (utf8proc_ssize_t)(n - at), &c);
        if (used <= 0 || c == '\0' || c == '\r')
            return false;
        at += (size_t)used;
    }
    return true;
}

static void remember(tacit_csv_column *c, const char *s, size_t n, uint32_t code)
{
    if (n > TACIT_CSV_REMEMBERED)
        return;
    tacit_csv_slot fresh = { .length = (uint32_t)n, .code = code };
    tacit_csv_words(s, n, fresh.word);
    *tacit_csv_slot_of(c, fresh.word, n) = fresh;
}

static tacit_csv_turn put_text(tacit_ctx *cx, tacit_csv_column *c, size_t i, const char *s,
                               size_t n)
{
    tacit_dict *dict = tacit_builder_dict(c->builder);
    const uint32_t known = tacit_dict_size(dict);
    uint32_t code = 0;
    c->status = tacit_dict_add(cx, dict, s, n, &code);
    if (c->status != TACIT_OK)
        return TACIT_CSV_FAILED;
    if (code == known && !is_plain(s, n))
        return TACIT_CSV_FOREIGN;
    c->code[i] = code;
    remember(c, s, n, code);
    return TACIT_CSV_GOES_ON;
}

/* Read a decimal that the rules take for a number at once, if it is one: no code such as 007, and
 * no digits without a point that are too many for a double. */
static bool read_plain_real(const char *s, size_t n, double *out)
{
    enum { WHOLE_DIGITS = 15 };
    const size_t sign = n > 0 && s[0] == '-';
    const bool padded = n - sign > 1 && s[sign] == '0' && s[sign + 1] >= '0' && s[sign + 1] <= '9';
    const bool whole = n - sign > WHOLE_DIGITS && memchr(s, '.', n) == NULL;
    return !padded && !whole && tacit_decimal_read(s, n, out);
}

static bool read_real(const tacit_csv_column *c, const char *s, size_t n, double *out)
{
    return (c->point && read_plain_real(s, n, out)) || tacit_csv_real(c->args, s, n, out);
}

tacit_csv_turn tacit_csv_put_new(tacit_ctx *cx, tacit_csv_column *c, size_t i, const char *s,
                                 size_t n)
{
    if (is_missing(c, s, n)) {
        c->valid[i / WORD_BITS] &= ~(UINT64_C(1) << i % WORD_BITS);
        c->any_missing = true;
        return TACIT_CSV_GOES_ON;
    }
    if (c->direct == TACIT_TYPE_CATEGORY)
        return put_text(cx, c, i, s, n);
    const bool read = c->direct == TACIT_TYPE_INTEGER ? tacit_parse_integer(s, n, &c->whole[i])
                                                      : read_real(c, s, n, &c->real[i]);
    return read ? TACIT_CSV_GOES_ON : TACIT_CSV_SURPRISE;
}

tacit_status tacit_csv_column_flush(tacit_ctx *cx, tacit_csv_column *c, size_t n)
{
    const uint64_t *valid = c->any_missing ? c->valid : NULL;
    if (c->direct == TACIT_TYPE_INTEGER)
        TACIT_TRY(tacit_builder_integers(cx, c->builder, c->whole, valid, n));
    else if (c->direct == TACIT_TYPE_REAL)
        TACIT_TRY(tacit_builder_reals(cx, c->builder, c->real, valid, n));
    else
        TACIT_TRY(
            tacit_builder_codes(cx, c->builder, tacit_builder_dict(c->builder), c->code, valid, n));
    if (c->any_missing)
        memset(c->valid, 0xff, (n + WORD_BITS - 1) / WORD_BITS * sizeof *c->valid);
    c->any_missing = false;
    return TACIT_OK;
}

/* ---- types ---- */

tacit_type tacit_csv_column_type(const tacit_csv_column *c, size_t *distinct)
{
    *distinct = 0;
    if (c->direct != TACIT_TYPE_CATEGORY)
        return c->direct;
    const tacit_dict *dict = tacit_builder_dict(c->builder);
    const uint32_t n = tacit_dict_size(dict);
    *distinct = n;
    unsigned types = n == 0 || tacit_csv_keeps_text(c->args, c->name) ? 0 : TACIT_CSV_TYPES;
    for (uint32_t i = 0; i < n && types != 0; i++)
        types =
            tacit_csv_types(c->args, tacit_dict_text(dict, i), tacit_dict_length(dict, i), types);
    return tacit_csv_type(types);
}

/* What each text of a dictionary is as a value of a type; one of the three. */
typedef struct meaning {
    int64_t *whole;
    double *real;
    int32_t *day;
} meaning;

static tacit_status read_texts(tacit_ctx *cx, const tacit_args *args, const tacit_dict *dict,
                               tacit_type type, meaning *m)
{
    const uint32_t n = tacit_dict_size(dict);
    if (type == TACIT_TYPE_INTEGER)
        TACIT_TRY(tacit_scratch(cx, n, sizeof *m->whole, &m->whole));
    else if (type == TACIT_TYPE_REAL)
        TACIT_TRY(tacit_scratch(cx, n, sizeof *m->real, &m->real));
    else
        TACIT_TRY(tacit_scratch(cx, n, sizeof *m->day, &m->day));
    for (uint32_t i = 0; i < n; i++) {
        const char *s = tacit_dict_text(dict, i);
        const size_t length = tacit_dict_length(dict, i);
        const bool read = type == TACIT_TYPE_INTEGER ? tacit_parse_integer(s, length, &m->whole[i])
                          : type == TACIT_TYPE_REAL  ? tacit_csv_real(args, s, length, &m->real[i])
                                                     : tacit_csv_date(s, length, &m->day[i]);
        TACIT_ASSERT(read);
    }
    return TACIT_OK;
}

/* Append to `b` what the `n` codes at `code` mean. */
static tacit_status append_meaning(tacit_ctx *cx, tacit_builder *b, const meaning *m,
                                   const uint32_t *code, const uint64_t *valid, size_t n)
{
    union {
        int64_t whole[PIECE];
        double real[PIECE];
        int32_t day[PIECE];
    } x;
    TACIT_ASSERT(n <= PIECE);
    if (m->whole != NULL) {
        for (size_t i = 0; i < n; i++)
            x.whole[i] = m->whole[code[i]];
        return tacit_builder_integers(cx, b, x.whole, valid, n);
    }
    if (m->real != NULL) {
        for (size_t i = 0; i < n; i++)
            x.real[i] = m->real[code[i]];
        return tacit_builder_reals(cx, b, x.real, valid, n);
    }
    for (size_t i = 0; i < n; i++)
        x.day[i] = m->day[code[i]];
    return tacit_builder_dates(cx, b, x.day, valid, n);
}

static tacit_status append_all(tacit_ctx *cx, tacit_builder *b, const meaning *m,
                               const tacit_column *from)
{
    const size_t rows = tacit_column_length(from);
    const uint32_t *code = tacit_column_codes(from);
    const uint64_t *valid = tacit_column_valid(from);
    for (size_t at = 0; at < rows; at += PIECE)
        TACIT_TRY(append_meaning(cx, b, m, code + at, valid != NULL ? valid + at / WORD_BITS : NULL,
                                 rows - at < PIECE ? rows - at : PIECE));
    return TACIT_OK;
}

/* A column of `type` from a column of texts that all are of that type. */
static tacit_status convert(tacit_ctx *cx, const tacit_csv_column *c, const tacit_column *from,
                            tacit_type type, tacit_column **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    meaning m = { 0 };
    tacit_builder *b = NULL;
    TACIT_TRY(read_texts(cx, c->args, tacit_column_dict(from), type, &m));
    TACIT_TRY(tacit_builder_new(cx, c->name, type, tacit_column_length(from), &b));
    tacit_status status = append_all(cx, b, &m, from);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    return tacit_builder_finish(cx, b, out);
}

tacit_status tacit_csv_column_finish(tacit_ctx *cx, tacit_csv_column *c, tacit_type type,
                                     tacit_column **out)
{
    tacit_builder *b = c->builder;
    tacit_column *gathered = NULL;
    c->builder = NULL;
    TACIT_TRY(tacit_builder_finish(cx, b, &gathered));
    if (type == c->direct) {
        *out = gathered;
        return TACIT_OK;
    }
    const tacit_status status = convert(cx, c, gathered, type, out);
    tacit_column_free(gathered);
    return status;
}
