/*
 * hst.c - apriori files of tau-Argus.  O(bytes).
 */
#include "tabular/format/hst.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

typedef struct reading {
    tacit_ctx *cx;
    const char *file;
    char separator;
    size_t dimensions;
    size_t line;
} reading;

static tacit_status fail(const reading *r, const char *what)
{
    return tacit_fail(r->cx, TACIT_ERR_INPUT, "%s:%zu: %s.", r->file, r->line, what);
}

/* The next field of a line, without blanks and quotation marks around it; NULL behind the last. */
static char *next_field(const reading *r, char **at)
{
    static const char around[] = " \t\r\"";
    char *field = *at;
    if (field == NULL)
        return NULL;
    char *end = strchr(field, r->separator);
    *at = end != NULL ? end + 1 : NULL;
    size_t n = end != NULL ? (size_t)(end - field) : strlen(field);
    while (n > 0 && strchr(around, field[n - 1]) != NULL)
        n--;
    field[n] = '\0';
    return field + strspn(field, around);
}

static bool read_kind(const char *word, tacit_hst_kind *out)
{
    static const struct {
        const char *word;
        tacit_hst_kind kind;
    } kinds[] = {
        { "S", TACIT_HST_SAFE },   { "U", TACIT_HST_SENSITIVE }, { "P", TACIT_HST_PUBLISHED },
        { "M", TACIT_HST_HIDDEN }, { "ML", TACIT_HST_HIDDEN },   { "C", TACIT_HST_COST },
        { "W", TACIT_HST_COST },   { "PL", TACIT_HST_LEVELS },   { "AB", TACIT_HST_BOUNDS },
    };
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (strcasecmp(word, kinds[k].word) == 0) {
            *out = kinds[k].kind;
            return true;
        }
    return false;
}

/* A number with a decimal point or comma. */
static bool read_number(char *word, double *out)
{
    char *comma = word != NULL ? strchr(word, ',') : NULL;
    if (comma != NULL)
        *comma = '.';
    return word != NULL && tacit_parse_real(word, out) && isfinite(*out);
}

static tacit_status read_line(const reading *r, char *at, tacit_hst_line *out)
{
    *out = (tacit_hst_line){ .number = r->line };
    TACIT_TRY(tacit_scratch(r->cx, r->dimensions, sizeof *out->code, &out->code));
    for (size_t d = 0; d < r->dimensions; d++) {
        out->code[d] = next_field(r, &at);
        if (out->code[d] == NULL)
            return fail(r, "a line has a code for each dimension of its table");
    }
    const char *kind = next_field(r, &at);
    if (kind == NULL || !read_kind(kind, &out->kind))
        return fail(r, "behind the codes S, U, P, M, C, PL or AB is expected");
    if (out->kind >= TACIT_HST_COST && !read_number(next_field(r, &at), &out->first))
        return fail(r, "a number is expected behind C, PL and AB");
    if (out->kind >= TACIT_HST_LEVELS && !read_number(next_field(r, &at), &out->second))
        return fail(r, "a second number is expected behind PL and AB");
    if (out->kind != TACIT_HST_BOUNDS && (out->first < 0 || out->second < 0))
        return fail(r, "costs and levels are not negative");
    return TACIT_OK;
}

/* The first of the separators that the first line has. */
static char find_separator(const char *text)
{
    const size_t n = strcspn(text, "\n");
    for (const char *mark = ";|\t,"; *mark != '\0'; mark++)
        if (memchr(text, *mark, n) != NULL)
            return *mark;
    return ';';
}

tacit_status tacit_hst_parse(tacit_ctx *cx, const char *file, char *text, size_t dimensions,
                             tacit_hst *out)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t lines = 1;
    text += strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    reading r = {
        .cx = cx, .file = file, .separator = find_separator(text), .dimensions = dimensions
    };
    for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at + 1, '\n'))
        lines++;
    *out = (tacit_hst){ 0 };
    TACIT_TRY(tacit_scratch(cx, lines, sizeof *out->line, &out->line));
    for (char *line = text; line != NULL;) {
        char *end = strchr(line, '\n'), *next = end != NULL ? end + 1 : NULL;
        if (end != NULL)
            *end = '\0';
        r.line++;
        if (line[strspn(line, " \t\r")] != '\0')
            TACIT_TRY(read_line(&r, line, &out->line[out->n++]));
        line = next;
    }
    return TACIT_OK;
}
