/*
 * error.c - DuckDB's errors without the data that their texts quote.
 *
 * DuckDB's messages quote lines and cells ("Could not convert string ..."), so no part
 * of them is passed on except line numbers and column counts.
 */
#include "engine/duckdb/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What DuckDB's text contains, what to say instead, and whose fault it is.  In the
 * sentence %s is the file and its line. */
typedef struct translation {
    const char *sign;
    const char *sentence;
    tacit_status status;
} translation;

static const translation KNOWN[] = {
    { "Invalid unicode",
      "%s: the text is not valid UTF-8; say which encoding it has, for "
      "example --encoding latin-1, or 'encoding: latin-1' under data of a plan.",
      TACIT_ERR_DATA },
    { "unterminated quote", "%s: a quoted field has no closing quote.", TACIT_ERR_DATA },
    { "quote should be followed by", "%s: a quoted field is followed by more text.",
      TACIT_ERR_DATA },
    { "Maximum line size", "%s: the line is longer than 16 MB; this does not look like a table.",
      TACIT_ERR_DATA },
    { "line size", "%s: the line is longer than 16 MB; this does not look like a table.",
      TACIT_ERR_DATA },
    { "too small to be a Parquet", "%s is not a Parquet file.", TACIT_ERR_DATA },
    { "No magic bytes", "%s is not a Parquet file.", TACIT_ERR_DATA },
    { "Malformed JSON", "%s is not valid JSON.", TACIT_ERR_DATA },
    { "not a valid DuckDB database", "%s is not a DuckDB database.", TACIT_ERR_DATA },
    { "disabled by configuration",
      "%s: a view of the database reads another file, which it may not; read that file by itself.",
      TACIT_ERR_DATA },
    { "No space left", "%s: no space is left on the disk.", TACIT_ERR_IO },
    { "Permission denied", "%s: permission denied.", TACIT_ERR_IO },
    { "does not exist", "%s: no such file or table.", TACIT_ERR_IO },
    { "No files found", "%s: no such file.", TACIT_ERR_IO },
};

/* The whole number after `sign` in `text`, or 0. */
static unsigned long long number_after(const char *text, const char *sign)
{
    const char *at = strstr(text, sign);
    return at == NULL ? 0 : strtoull(at + strlen(sign), NULL, 10);
}

tacit_status tacit_duckdb_fail(tacit_ctx *cx, duckdb_error_type type, const char *text,
                               const char *about)
{
    if (text == NULL)
        text = "";
    if (type == DUCKDB_ERROR_INTERRUPT || tacit_is_cancelled(cx))
        return tacit_fail_stopped(cx);
    if (type == DUCKDB_ERROR_OUT_OF_MEMORY || strstr(text, "Out of Memory") != NULL)
        return tacit_fail(cx, TACIT_ERR_MEMORY,
                          "%s: the work does not fit into the memory allowed; allow more with "
                          "--memory.",
                          about);
    char where[512];
    const unsigned long long line = number_after(text, "CSV Error on Line: ");
    if (line > 0)
        snprintf(where, sizeof where, "%s, line %llu", about, line);
    else
        snprintf(where, sizeof where, "%s", about);
    const unsigned long long expected = number_after(text, "Expected Number of Columns: ");
    if (expected > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: the line has %llu fields where the first line names %llu columns.",
                          where, number_after(text, "Found: "), expected);
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (strstr(text, KNOWN[i].sign) != NULL)
            return tacit_fail(cx, KNOWN[i].status, KNOWN[i].sentence, where);
    if (type == DUCKDB_ERROR_CONVERSION || strstr(text, "Conversion Error") != NULL)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s: a value does not have the type of its column.",
                          where);
    if (type == DUCKDB_ERROR_IO || strstr(text, "IO Error") != NULL)
        return tacit_fail(cx, TACIT_ERR_IO, "%s: reading or writing failed.", where);
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s: the embedded engine cannot work with this (its error class is %d).",
                      where, (int)type);
}
