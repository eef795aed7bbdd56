/*
 * meant.c - whether the cells of a text file are those of a column that was written to it.
 *
 * What a text of the dictionary means, as the type of the column that was meant, is found once
 * for each text, and kept as a word of 64 bits; cells are then compared by their words.  Reals
 * are the same if they are equal numbers, texts if they are equal bytes.
 */
#include "engine/csv/meant.h"

#include "base/memory.h"
#include "base/text.h"
#include "engine/csv_rules.h"

enum { WORD_BITS = 64, LEAST_ROOM = 64 };

void tacit_csv_meant_start(const tacit_column *c, tacit_csv_meant *m)
{
    *m = (tacit_csv_meant){ .c = c, .none = tacit_column_missing(c) == tacit_column_length(c) };
}

void tacit_csv_meant_free(tacit_csv_meant *m)
{
    tacit_free(m->word);
    m->word = NULL;
}

/* ---- texts ---- */

static uint64_t word_of_real(double x)
{
    uint64_t bits = 0;
    x += 0.0; /* -0 is 0 */
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* What a text means in the column that was meant; false if it means nothing. */
static bool read_word(const tacit_args *args, const tacit_column *c, const char *s, size_t n,
                      uint64_t *out)
{
    int64_t whole = 0;
    double real = 0.0;
    int32_t day = 0;
    bool read = true;
    switch (tacit_column_type(c)) {
    case TACIT_TYPE_INTEGER:
        read = tacit_parse_integer(s, n, &whole);
        *out = (uint64_t)whole;
        break;
    case TACIT_TYPE_REAL:
        read = tacit_csv_real(args, s, n, &real);
        *out = word_of_real(real);
        break;
    case TACIT_TYPE_DATE:
        read = tacit_csv_date(s, n, &day);
        *out = (uint64_t)(int64_t)day;
        break;
    case TACIT_TYPE_CATEGORY:
    default:
        *out = tacit_dict_find(tacit_column_dict(c), s);
    }
    return read;
}

/* Find the words of the texts that are new. */
static tacit_status learn(tacit_ctx *cx, const tacit_csv_column *c, tacit_csv_meant *m, bool *same)
{
    const tacit_dict *dict = tacit_builder_dict(c->builder);
    const uint32_t n = tacit_dict_size(dict);
    if (n > m->room) {
        const uint32_t room = n < LEAST_ROOM ? LEAST_ROOM : n <= UINT32_MAX / 2 ? 2 * n : n;
        TACIT_TRY(tacit_grow(cx, room, sizeof *m->word, &m->word));
        m->room = room;
    }
    for (; m->known < n && *same; m->known++)
        *same = read_word(c->args, m->c, tacit_dict_text(dict, m->known),
                          tacit_dict_length(dict, m->known), &m->word[m->known]);
    return TACIT_OK;
}

/* ---- cells ---- */

/* Whether the same cells are missing. */
static bool same_missing(const tacit_csv_column *c, const tacit_csv_meant *m, size_t at, size_t n)
{
    const uint64_t *valid = tacit_column_missing(m->c) > 0 ? tacit_column_valid(m->c) : NULL;
    size_t differ = 0;
    if (valid == NULL && !c->any_missing)
        return true;
    for (size_t i = 0; i < n; i++)
        differ += tacit_valid_at(c->valid, i) != tacit_valid_at(valid, at + i);
    return differ == 0;
}

/* Cells of texts that do not mean what they should. */
static size_t differ_by_word(const tacit_csv_column *c, const tacit_csv_meant *m, size_t at,
                             size_t n)
{
    const tacit_type type = tacit_column_type(m->c);
    const uint64_t *word = m->word, *here = c->any_missing ? c->valid : NULL;
    size_t differ = 0;
    if (type == TACIT_TYPE_CATEGORY) {
        const uint32_t *x = tacit_column_codes(m->c) + at;
        for (size_t i = 0; i < n; i++)
            differ += tacit_valid_at(here, i) && word[c->code[i]] != x[i];
    } else if (type == TACIT_TYPE_REAL) {
        const double *x = tacit_column_reals(m->c) + at;
        for (size_t i = 0; i < n; i++)
            differ += tacit_valid_at(here, i) && word[c->code[i]] != word_of_real(x[i]);
    } else if (type == TACIT_TYPE_DATE) {
        const int32_t *x = tacit_column_dates(m->c) + at;
        for (size_t i = 0; i < n; i++)
            differ += tacit_valid_at(here, i) && word[c->code[i]] != (uint64_t)(int64_t)x[i];
    } else {
        const int64_t *x = tacit_column_integers(m->c) + at;
        for (size_t i = 0; i < n; i++)
            differ += tacit_valid_at(here, i) && word[c->code[i]] != (uint64_t)x[i];
    }
    return differ;
}

/* The same for numbers that are read at once. */
static size_t differ_by_number(const tacit_csv_column *c, const tacit_csv_meant *m, size_t at,
                               size_t n)
{
    const uint64_t *here = c->any_missing ? c->valid : NULL;
    size_t differ = 0;
    if (c->direct != tacit_column_type(m->c))
        return n;
    if (c->direct == TACIT_TYPE_REAL) {
        const double *x = tacit_column_reals(m->c) + at;
        for (size_t i = 0; i < n; i++)
            differ += tacit_valid_at(here, i) && (c->real[i] < x[i] || c->real[i] > x[i]);
        return differ;
    }
    const int64_t *x = tacit_column_integers(m->c) + at;
    for (size_t i = 0; i < n; i++)
        differ += tacit_valid_at(here, i) && c->whole[i] != x[i];
    return differ;
}

tacit_status tacit_csv_meant_is(tacit_ctx *cx, tacit_csv_column *c, tacit_csv_meant *m, size_t at,
                                size_t n, bool *same)
{
    *same = tacit_column_length(m->c) - at >= n && same_missing(c, m, at, n);
    const bool texts = c->direct == TACIT_TYPE_CATEGORY;
    if (*same && texts && !m->none)
        TACIT_TRY(learn(cx, c, m, same));
    if (*same && !m->none)
        *same = (texts ? differ_by_word(c, m, at, n) : differ_by_number(c, m, at, n)) == 0;
    if (c->any_missing)
        memset(c->valid, 0xff, (n + WORD_BITS - 1) / WORD_BITS * sizeof *c->valid);
    c->any_missing = false;
    return TACIT_OK;
}
