/*
 * layout.c - which places columns take in a file with fixed places, and what stands in them.
 *
 * A column that the metadata of the source describes keeps its length, its decimals, its missing
 * codes and, where the columns before leave room, its position; it gets more room if its values
 * need it.  A missing value is the first missing code, or blank if there is none.  Numbers have
 * the fewest digits that read back as they are, never an exponent, and all of a column have the
 * same decimals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal/decimal.h"
#include "engine/argus/own.h"

/* Blanks between two columns, kept so that columns stay where they were, and decimals. */
enum { MOST_BLANK = 1000, MOST_DECIMALS = 15 };

/* ---- texts ---- */

/* Whether a reader finds the text again that stands in fixed places. */
static bool is_plain(const char *text, size_t n)
{
    bool plain = n > 0 && text[0] != ' ' && text[n - 1] != ' ';
    for (size_t i = 0; plain && i < n; i++)
        plain = (unsigned char)text[i] >= ' ' && text[i] != 0x7f;
    return plain;
}

static bool is_ascii(const char *text)
{
    while (*text != '\0' && (unsigned char)*text < 0x80)
        text++;
    return *text == '\0';
}

/* Whether a text is a word of the metadata. */
static bool is_word(const char *text)
{
    const bool quoted = strchr(text, ' ') != NULL;
    return is_plain(text, strlen(text)) && text[0] != '"' && text[0] != '<' &&
           strncmp(text, "//", 2) != 0 && !(quoted && strchr(text, '"') != NULL);
}

/* Copy a text to `out` (NULL: only count) in the encoding of the file, and set its bytes there;
 * false if it has a character that Latin-1 has not. */
static bool encode(const char *text, size_t n, bool latin, char *out, size_t *bytes)
{
    *bytes = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (latin && c >= 0x80) {
            if (c > 0xc3 || i + 1 == n)
                return false;
            c = (unsigned char)(c << 6 | ((unsigned char)text[++i] & 0x3f));
        }
        if (out != NULL)
            out[*bytes] = (char)c;
        ++*bytes;
    }
    return true;
}

/* ---- numbers ---- */

/* A number without exponent: where its point is, and how long it is. */
typedef struct spelled {
    char text[TACIT_ARGUS_NUMBER + 2];
    size_t n, before; /* all characters, and those before the point */
} spelled;

static void put_zeros(spelled *s, int n)
{
    for (int i = 0; i < n; i++)
        s->text[s->n++] = '0';
}

static bool spell_real(double x, spelled *s)
{
    tacit_decimal d = { .n = 0 };
    *s = (spelled){ .n = 0 };
    if (!isfinite(x))
        return false;
    if (x < 0.0 || x > 0.0)
        tacit_decimal_of(fabs(x), &d);
    if (abs(d.before) + d.n + 3 > TACIT_ARGUS_NUMBER)
        return false;
    const int whole = d.before < 0 ? 0 : d.before < d.n ? d.before : d.n;
    if (x < 0.0)
        s->text[s->n++] = '-';
    memcpy(s->text + s->n, d.digit, (size_t)whole);
    s->n += (size_t)whole;
    put_zeros(s, d.before > 0 ? d.before - whole : 1);
    s->before = s->n;
    if (whole == d.n)
        return true;
    s->text[s->n++] = '.';
    put_zeros(s, -d.before);
    memcpy(s->text + s->n, d.digit + whole, (size_t)(d.n - whole));
    s->n += (size_t)(d.n - whole);
    return true;
}

static bool spell(const tacit_column *c, size_t i, spelled *s)
{
    if (tacit_column_type(c) == TACIT_TYPE_REAL)
        return spell_real(tacit_column_reals(c)[i], s);
    tacit_format_integer(tacit_column_integers(c)[i], s->text);
    s->n = s->before = strlen(s->text);
    return true;
}

/* ---- what is refused ---- */

static tacit_status refuse(tacit_ctx *cx, const tacit_argus_layout *layout,
                           const tacit_argus_field *f, const char *why)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s: column '%s' has %s; recode it, or write another format, for example "
                      ".csv.",
                      layout->target, f->name, why);
}

/* Whether a number is a missing code, however that is spelled. */
static bool is_code(const tacit_argus_field *f, double x)
{
    bool same = false;
    for (size_t k = 0; k < f->n_missing; k++) {
        double code = 0;
        same = same || (tacit_parse_real(f->missing[k], &code) && !(code < x) && !(code > x));
    }
    return same;
}

/* ---- measuring ---- */

static void widen(size_t *room, size_t n)
{
    *room = n > *room ? n : *room;
}

static tacit_status measure_number(tacit_ctx *cx, const tacit_argus_layout *layout,
                                   tacit_argus_field *f, const tacit_column *c, size_t i)
{
    spelled s;
    if (!spell(c, i, &s))
        return refuse(cx, layout, f, "numbers that take more than 40 characters in fixed places");
    if (is_code(f, tacit_column_number(c, i)))
        return refuse(cx, layout, f, "values that its metadata lists as missing codes");
    widen(&f->before, s.before);
    if (s.n > s.before)
        widen(&f->decimals, s.n - s.before - 1);
    return TACIT_OK;
}

static tacit_status measure_text(tacit_ctx *cx, const tacit_argus_layout *layout,
                                 tacit_argus_field *f, const tacit_column *c, size_t i)
{
    char room[TACIT_NUMBER_BYTES];
    const char *text = tacit_column_text(c, i, room);
    const size_t n = strlen(text);
    size_t bytes = 0;
    if (!is_plain(text, n))
        return refuse(cx, layout, f,
                      "texts that are empty, begin or end with blanks, or hold line ends or tabs, "
                      "which are lost in fixed places");
    if (!encode(text, n, layout->latin, NULL, &bytes))
        return refuse(cx, layout, f, "characters that Latin-1 has not");
    if (bytes > TACIT_ARGUS_TEXT)
        return refuse(cx, layout, f, "texts of more than 1000 bytes");
    for (size_t k = 0; k < f->n_missing; k++)
        if (strcmp(f->missing[k], text) == 0)
            return refuse(cx, layout, f, "values that its metadata lists as missing codes");
    widen(&f->length, bytes);
    return TACIT_OK;
}

tacit_status tacit_argus_measure(tacit_ctx *cx, const tacit_table *chunk, tacit_argus_layout *out)
{
    const size_t rows = tacit_table_rows(chunk);
    for (size_t j = 0; j < out->n; j++) {
        tacit_argus_field *f = &out->field[j];
        const tacit_column *c = tacit_table_column(chunk, j);
        if (tacit_column_type(c) == TACIT_TYPE_REAL && rows > tacit_column_missing(c) &&
            f->named > 0 && f->named <= MOST_DECIMALS)
            widen(&f->decimals, (size_t)f->named);
        for (size_t i = 0; i < rows; i++) {
            if (tacit_column_is_missing(c, i))
                continue;
            TACIT_TRY(f->number ? measure_number(cx, out, f, c, i)
                                : measure_text(cx, out, f, c, i));
        }
    }
    return TACIT_OK;
}

/* ---- beginning and end ---- */

/* What the metadata says of a column that is still of the kind that it was. */
static void take_like(const tacit_rda *like, const tacit_rda_variable *v, bool latin,
                      tacit_argus_field *f)
{
    const bool number = v->number && !v->category;
    for (size_t k = 0; k < v->n_missing && !like->cells; k++)
        if (is_word(v->missing[k]) && !(latin && !is_ascii(v->missing[k]))) {
            widen(&f->length, strlen(v->missing[k]));
            f->missing[f->n_missing++] = v->missing[k];
        }
    if (v->length <= TACIT_ARGUS_TEXT)
        widen(&f->length, v->length);
    f->named = v->decimals;
    f->weight = f->number && v->kind == TACIT_RDA_WEIGHT;
    f->category = !f->number && (v->category || number);
}

static const tacit_rda_variable *find_like(const tacit_rda *like, const char *name)
{
    for (size_t k = 0; like != NULL && k < like->n; k++)
        if (strcmp(like->variable[k].name, name) == 0)
            return &like->variable[k];
    return NULL;
}

tacit_status tacit_argus_begin(tacit_ctx *cx, const tacit_table *shape, const tacit_rda *like,
                               tacit_argus_layout *out)
{
    out->n = tacit_table_columns(shape);
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->field, &out->field));
    for (size_t j = 0; j < out->n; j++) {
        const tacit_column *c = tacit_table_column(shape, j);
        const tacit_type type = tacit_column_type(c);
        const tacit_rda_variable *v = find_like(like, tacit_column_name(c));
        tacit_argus_field *f = &out->field[j];
        *f = (tacit_argus_field){ .name = tacit_column_name(c),
                                  .number = type == TACIT_TYPE_INTEGER || type == TACIT_TYPE_REAL,
                                  .category = type == TACIT_TYPE_CATEGORY,
                                  .length = 1 };
        if (!is_word(f->name) || strlen(f->name) > TACIT_ARGUS_TEXT)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "%s: '%s' cannot be the name of a variable in metadata (.rda); "
                              "rename the column, or write another format, for example .csv.",
                              out->target, f->name);
        if (v != NULL)
            take_like(like, v, out->latin, f);
    }
    return TACIT_OK;
}

void tacit_argus_place(const tacit_rda *like, tacit_argus_layout *out)
{
    size_t next = 1;
    for (size_t j = 0; j < out->n; j++) {
        tacit_argus_field *f = &out->field[j];
        const tacit_rda_variable *v = find_like(like, f->name);
        const bool stays = v != NULL && v->position >= next && v->position - next <= MOST_BLANK;
        widen(&f->length, f->before + f->decimals + (f->decimals > 0));
        f->position = stays ? v->position : next;
        next = f->position + f->length;
    }
    out->width = next - 1;
}

void tacit_argus_put(const tacit_argus_layout *layout, size_t j, const tacit_column *c, size_t i,
                     char *line)
{
    const tacit_argus_field *f = &layout->field[j];
    char room[TACIT_NUMBER_BYTES], *at = line + f->position - 1;
    spelled s = { .n = 0 };
    size_t n = 0;
    if (tacit_column_is_missing(c, i)) {
        n = f->n_missing > 0 ? strlen(f->missing[0]) : 0;
        memcpy(f->number ? at + f->length - n : at, n > 0 ? f->missing[0] : "", n);
    } else if (f->number) {
        (void)spell(c, i, &s);
        const size_t decimals = s.n > s.before ? s.n - s.before - 1 : 0;
        const size_t all = f->decimals + (f->decimals > 0);
        at += f->length - all - s.before;
        memcpy(at, s.text, s.n);
        if (decimals == 0 && all > 0)
            at[s.n++] = '.';
        memset(at + s.n, '0', f->decimals - decimals);
    } else {
        const char *text = tacit_column_text(c, i, room);
        (void)encode(text, strlen(text), layout->latin, at, &n);
    }
}

/* ---- metadata ---- */

/* Append a word, in quotes if it has blanks. */
static tacit_status put_word(tacit_ctx *cx, const char *word, tacit_buffer *out)
{
    const char *mark = strchr(word, ' ') != NULL ? "\"" : "";
    return tacit_buffer_format(cx, out, "%s%s%s", mark, word, mark);
}

static tacit_status describe(tacit_ctx *cx, const tacit_argus_field *f, tacit_buffer *out)
{
    TACIT_TRY(put_word(cx, f->name, out));
    TACIT_TRY(tacit_buffer_format(cx, out, " %zu %zu", f->position, f->length));
    for (size_t k = 0; k < f->n_missing; k++) {
        TACIT_TRY(tacit_buffer_text(cx, out, " "));
        TACIT_TRY(put_word(cx, f->missing[k], out));
    }
    TACIT_TRY(tacit_buffer_text(cx, out, "\n"));
    if (f->category)
        TACIT_TRY(tacit_buffer_text(cx, out, "  <RECODEABLE>\n"));
    const size_t named = f->named > 0 && f->named <= MOST_DECIMALS ? (size_t)f->named : 0;
    if (f->number)
        TACIT_TRY(tacit_buffer_format(cx, out, "  <NUMERIC> <DECIMALS> %zu\n",
                                      f->decimals > named ? f->decimals : named));
    return f->weight ? tacit_buffer_text(cx, out, "  <WEIGHT>\n") : TACIT_OK;
}

tacit_status tacit_argus_describe(tacit_ctx *cx, const tacit_argus_layout *layout,
                                  tacit_buffer *out)
{
    for (size_t j = 0; j < layout->n; j++)
        TACIT_TRY(describe(cx, &layout->field[j], out));
    return TACIT_OK;
}
