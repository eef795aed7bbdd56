/*
 * delimited.c - rows of a small delimited text file.
 *
 * The whole file is held in memory and cut up in place.  O(bytes).
 */
#include "hierarchy/delimited.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <utf8proc.h>

enum { MOST_BYTES = 256 << 20, CHUNK_BYTES = 1 << 16 };

static tacit_status read_file(tacit_ctx *cx, const char *path, FILE *f, tacit_buffer *out)
{
    struct stat info;
    if (fstat(fileno(f), &info) == 0 && S_ISDIR(info.st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read '%s': it is a directory.", path);
    char *chunk = NULL;
    TACIT_TRY(tacit_scratch(cx, CHUNK_BYTES, 1, &chunk));
    size_t n = 0;
    while ((n = fread(chunk, 1, CHUNK_BYTES, f)) > 0) {
        if (out->length + n > MOST_BYTES)
            return tacit_fail(cx, TACIT_ERR_INPUT, "The file '%s' has more than 256 MiB.", path);
        TACIT_TRY(tacit_buffer_bytes(cx, out, chunk, n));
        TACIT_TRY(tacit_tick(cx, out->length, 0));
    }
    if (ferror(f))
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read '%s': %s.", path, strerror(errno));
    return TACIT_OK;
}

/* The line, from 1, that byte `at` is in. */
static size_t line_of(const tacit_buffer *b, size_t at)
{
    size_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += b->text[i] == '\n';
    return line;
}

/* Refuse what is not text: NUL bytes, invalid UTF-8. */
static tacit_status check_bytes(tacit_ctx *cx, const char *path, const tacit_buffer *b)
{
    for (size_t at = 0; at < b->length;) {
        utf8proc_int32_t c = 0;
        const utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)b->text + at,
                                                       (utf8proc_ssize_t)(b->length - at), &c);
        if (used <= 0)
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: this line is not valid UTF-8.", path,
                              line_of(b, at));
        if (c == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: this line has a NUL byte.", path,
                              line_of(b, at));
        at += (size_t)used;
    }
    return TACIT_OK;
}

/* The first separator of the first line that is not inside quotes. */
static char find_mark(const char *text)
{
    bool quoted = false;
    for (; *text != '\0' && (quoted || *text != '\n'); text++) {
        if (*text == '"')
            quoted = !quoted;
        else if (!quoted && strchr(";,\t", *text) != NULL)
            return *text;
    }
    return ';';
}

tacit_status tacit_delimited_open(tacit_ctx *cx, const char *path, tacit_delimited *out)
{
    static const char bom[] = "\xef\xbb\xbf";
    *out = (tacit_delimited){ .path = path, .next_line = 1 };
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot open '%s': %s.", path, strerror(errno));
    const tacit_status status = read_file(cx, path, f, &out->bytes);
    fclose(f);
    TACIT_TRY(status);
    if (out->bytes.length == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The file '%s' is empty.", path);
    TACIT_TRY(check_bytes(cx, path, &out->bytes));
    out->at = out->bytes.text;
    if (strncmp(out->at, bom, strlen(bom)) == 0)
        out->at += strlen(bom);
    out->mark = find_mark(out->at);
    return TACIT_OK;
}

size_t tacit_delimited_lines(const tacit_delimited *d)
{
    size_t n = 1;
    for (const char *c = d->at; *c != '\0'; c++)
        n += *c == '\n';
    return n;
}

void tacit_delimited_close(tacit_delimited *d)
{
    tacit_buffer_free(&d->bytes);
}

/* Take the quotes off the field that begins at d->at with one; d->at moves behind it. */
static tacit_status cut_quoted(tacit_ctx *cx, tacit_delimited *d, char **end)
{
    char *to = d->at;
    char *from = d->at + 1;
    for (; *from != '\0'; from++) {
        if (*from == '"' && from[1] != '"')
            break;
        from += *from == '"';
        d->next_line += *from == '\n';
        *to++ = *from;
    }
    if (*from == '\0')
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: a quote that begins here is not closed.",
                          d->path, d->line);
    *end = to;
    d->at = from + 1;
    return TACIT_OK;
}

/* Cut out one field; `*after` is the byte behind it: the mark, a newline or the end. */
static tacit_status cut_field(tacit_ctx *cx, tacit_delimited *d, char *after)
{
    if (d->n == TACIT_DELIMITED_FIELDS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: this line has more than %d fields.",
                          d->path, d->line, TACIT_DELIMITED_FIELDS);
    char *start = d->at, *end = NULL;
    if (*d->at == '"') {
        TACIT_TRY(cut_quoted(cx, d, &end));
        if (*d->at == '\r' && d->at[1] == '\n')
            d->at++;
        if (*d->at != d->mark && *d->at != '\n' && *d->at != '\0')
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s:%zu: text follows a closing quote; separate fields with '%c'.",
                              d->path, d->line, d->mark);
    } else {
        while (*d->at != d->mark && *d->at != '\n' && *d->at != '\0')
            d->at++;
        end = d->at;
        if (*d->at != d->mark && end > start && end[-1] == '\r')
            end--;
    }
    *after = *d->at;
    d->at += *after != '\0';
    d->next_line += *after == '\n';
    *end = '\0';
    d->field[d->n++] = start;
    return TACIT_OK;
}

tacit_status tacit_delimited_next(tacit_ctx *cx, tacit_delimited *d)
{
    char after = '\n';
    do {
        d->n = 0;
        d->line = d->next_line;
        if (*d->at == '\0')
            return TACIT_OK;
        do
            TACIT_TRY(cut_field(cx, d, &after));
        while (after == d->mark);
    } while (d->n == 1 && d->field[0][0] == '\0');
    return TACIT_OK;
}
