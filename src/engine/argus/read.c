/*
 * read.c - data with fixed places or separated fields, as its metadata describes it.
 *
 * Dimensions and texts keep their codes without blanks at the ends; a code that the metadata lists
 * as missing, or an empty one, is missing.  Numbers may have a decimal point or comma; a column of
 * whole numbers is one of integers.  A line that ends before a variable begins has none.
 *
 * Two passes over the lines: the first decides about integers.  O(bytes).
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "engine/argus/own.h"

/* Data on its way. */
typedef struct reading {
    tacit_ctx *cx;
    const tacit_argus_data *data;
    char **line; /* those that are not empty */
    size_t *number;
    size_t n;
    char **field;  /* of the line at hand: of each variable */
    bool *integer; /* of each variable: all values are whole numbers */
    tacit_builder **builder;
} reading;

/* ---- fields ---- */

static char *trim(char *text, size_t n)
{
    while (n > 0 && strchr(" \t\r", text[n - 1]) != NULL)
        n--;
    text[n] = '\0';
    return text + strspn(text, " \t");
}

/* Cut out the field at fixed places; `room` is for it. */
static char *cut_fixed(const char *line, const tacit_rda_variable *v, char *room)
{
    const size_t length = strlen(line), from = v->position - 1;
    const size_t left = length > from ? length - from : 0;
    const size_t n = left < v->length ? left : v->length;
    memcpy(room, line + (n > 0 ? from : 0), n);
    return trim(room, n);
}

/* Cut the field that begins at `*at` off, which moves on behind its separator, or to NULL. */
static char *cut_field(char **at, char separator)
{
    char *field = *at + strspn(*at, separator == '\t' ? " " : " \t"), *to = field;
    const bool quoted = *field == '"';
    char *from = field + quoted;
    for (; quoted && *from != '\0' && (*from != '"' || from[1] == '"'); from++) {
        from += *from == '"'; /* a doubled one is one */
        *to++ = *from;
    }
    for (from += quoted && *from == '"'; *from != '\0' && *from != separator; from++)
        if (!quoted)
            *to++ = *from;
    *at = *from != '\0' ? from + 1 : NULL;
    return trim(field, (size_t)(to - field));
}

static tacit_status cut_line(const reading *r, size_t i)
{
    const tacit_rda *rda = r->data->rda;
    char *copy = NULL;
    TACIT_TRY(tacit_scratch_text(r->cx, r->line[i], &copy));
    size_t j = 0;
    for (char *at = copy; rda->separator[0] != '\0' && at != NULL && j < rda->n; j++)
        r->field[j] = cut_field(&at, rda->separator[0]);
    if (rda->separator[0] != '\0' && j < rda->n)
        return tacit_fail(r->cx, TACIT_ERR_DATA, "%s:%zu: %zu fields, but %s describes %zu.",
                          r->data->path, r->number[i], j, rda->path, rda->n);
    for (; j < rda->n; j++) {
        char *room = NULL;
        TACIT_TRY(tacit_scratch(r->cx, rda->variable[j].length + 1, 1, &room));
        r->field[j] = cut_fixed(copy, &rda->variable[j], room);
    }
    return TACIT_OK;
}

/* In a ready table a missing code is a code like others. */
static bool is_missing(const tacit_rda *rda, const tacit_rda_variable *v, const char *text)
{
    for (size_t k = 0; k < v->n_missing && !rda->cells; k++)
        if (strcmp(v->missing[k], text) == 0)
            return true;
    return text[0] == '\0';
}

/* Whether a variable is read as a number: a dimension never is. */
static bool is_number(const tacit_rda_variable *v)
{
    return v->number && !v->category;
}

/* The number in a field, with a decimal point or comma. */
static bool parse_number(char *text, double *out)
{
    char *comma = strchr(text, ',');
    if (comma != NULL && strchr(text, '.') == NULL)
        *comma = '.';
    return tacit_parse_real(text, out) && isfinite(*out);
}

/* ---- passes ---- */

/* Look at line `i`: that its numbers are numbers, and whether they are whole. */
static tacit_status look(reading *r, size_t i)
{
    const tacit_rda *rda = r->data->rda;
    TACIT_TRY(cut_line(r, i));
    for (size_t j = 0; j < rda->n; j++) {
        double x = 0;
        if (!is_number(&rda->variable[j]) || is_missing(rda, &rda->variable[j], r->field[j]))
            continue;
        if (!parse_number(r->field[j], &x))
            return tacit_fail(r->cx, TACIT_ERR_DATA, "%s:%zu: variable '%s' is no number.",
                              r->data->path, r->number[i], rda->variable[j].name);
        r->integer[j] =
            r->integer[j] && strchr(r->field[j], '.') == NULL && fabs(x) < 9007199254740992.0;
    }
    return TACIT_OK;
}

/* A code or text, as UTF-8. */
static tacit_status put_text(const reading *r, tacit_builder *b, size_t i, const char *text)
{
    char *wide = NULL;
    const size_t n = strlen(text);
    if (!r->data->latin) {
        return tacit_is_utf8(text, n)
                   ? tacit_builder_text(r->cx, b, text, n)
                   : tacit_fail(r->cx, TACIT_ERR_DATA,
                                "%s:%zu: this line is not UTF-8; if it is Latin-1, say 'encoding: "
                                "latin-1' under data.",
                                r->data->path, r->number[i]);
    }
    TACIT_TRY(tacit_scratch(r->cx, 2 * n + 1, 1, &wide));
    size_t to = 0;
    for (size_t k = 0; k < n; k++) {
        const unsigned char c = (unsigned char)text[k];
        if (c >= 0x80)
            wide[to++] = (char)(0xc0 | c >> 6);
        wide[to++] = (char)(c < 0x80 ? c : 0x80 | (c & 0x3f));
    }
    return tacit_builder_text(r->cx, b, wide, to);
}

static tacit_status put_line(reading *r, size_t i)
{
    const tacit_rda *rda = r->data->rda;
    TACIT_TRY(cut_line(r, i));
    for (size_t j = 0; j < rda->n; j++) {
        const tacit_rda_variable *v = &rda->variable[j];
        double x = 0;
        if (is_missing(rda, v, r->field[j])) {
            TACIT_TRY(tacit_builder_missing(r->cx, r->builder[j]));
        } else if (!is_number(v)) {
            TACIT_TRY(put_text(r, r->builder[j], i, r->field[j]));
        } else if (parse_number(r->field[j], &x)) {
            const int64_t whole = r->integer[j] ? (int64_t)x : 0;
            TACIT_TRY(r->integer[j] ? tacit_builder_integers(r->cx, r->builder[j], &whole, NULL, 1)
                                    : tacit_builder_reals(r->cx, r->builder[j], &x, NULL, 1));
        }
    }
    return TACIT_OK;
}

/* Do `pass` with every line. */
static tacit_status each_line(reading *r, tacit_status (*pass)(reading *r, size_t i))
{
    for (size_t i = 0; i < r->n; i++) {
        const size_t mark = tacit_scratch_mark(r->cx);
        if (i % 4096 == 0)
            TACIT_TRY(tacit_tick(r->cx, i, r->n));
        TACIT_TRY(pass(r, i));
        tacit_scratch_release(r->cx, mark);
    }
    return TACIT_OK;
}

/* ---- all of it ---- */

static tacit_status find_lines(reading *r)
{
    size_t lines = 1;
    for (const char *at = strchr(r->data->text, '\n'); at != NULL; at = strchr(at + 1, '\n'))
        lines++;
    TACIT_TRY(tacit_scratch(r->cx, lines, sizeof *r->line, &r->line));
    TACIT_TRY(tacit_scratch(r->cx, lines, sizeof *r->number, &r->number));
    size_t number = 1;
    for (char *at = r->data->text; at != NULL; number++) {
        char *end = strchr(at, '\n'), *next = end != NULL ? end + 1 : NULL;
        if (end != NULL)
            *end = '\0';
        if (at[strspn(at, " \t\r\x1a")] != '\0') { /* DOS ends a file with 1A */
            r->line[r->n] = at;
            r->number[r->n++] = number;
        }
        at = next;
    }
    return TACIT_OK;
}

static tacit_status begin(reading *r)
{
    const tacit_rda *rda = r->data->rda;
    TACIT_TRY(find_lines(r));
    TACIT_TRY(tacit_scratch(r->cx, rda->n, sizeof *r->field, &r->field));
    TACIT_TRY(tacit_scratch(r->cx, rda->n, sizeof *r->integer, &r->integer));
    TACIT_TRY(tacit_scratch(r->cx, rda->n, sizeof *r->builder, &r->builder));
    for (size_t j = 0; j < rda->n; j++)
        r->integer[j] = true;
    return each_line(r, look);
}

static tacit_status fill(reading *r)
{
    const tacit_rda *rda = r->data->rda;
    TACIT_TRY(begin(r));
    for (size_t j = 0; j < rda->n; j++) {
        const tacit_type type = !is_number(&rda->variable[j]) ? TACIT_TYPE_CATEGORY
                                : r->integer[j]               ? TACIT_TYPE_INTEGER
                                                              : TACIT_TYPE_REAL;
        TACIT_TRY(tacit_builder_new(r->cx, rda->variable[j].name, type, r->n, &r->builder[j]));
    }
    return each_line(r, put_line);
}

tacit_status tacit_argus_table(tacit_ctx *cx, const tacit_argus_data *data, tacit_table **out)
{
    reading r = { .cx = cx, .data = data };
    tacit_table *made = NULL;
    tacit_status status = fill(&r);
    if (status == TACIT_OK)
        status = tacit_table_new(cx, r.n, &made);
    for (size_t j = 0; r.builder != NULL && j < data->rda->n; j++) {
        tacit_column *column = NULL;
        if (status != TACIT_OK) {
            tacit_builder_free(r.builder[j]);
            continue;
        }
        status = tacit_builder_finish(cx, r.builder[j], &column);
        if (status == TACIT_OK)
            status = tacit_table_add(cx, made, column);
    }
    if (status == TACIT_OK)
        *out = made;
    else
        tacit_table_free(made);
    return status;
}
