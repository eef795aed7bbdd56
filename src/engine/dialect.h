/*
 * dialect.h - how a text file is spelled.
 *
 * Who sends a file with semicolons and decimal commas wants one back.  What a release is like
 * follows from the file that it is made from, as far as its first bytes show it, and from what is
 * asked for; a recipient reads it with the options with which the original was read.  Separators
 * of thousands and texts for missing values are not kept: who is not told of them reads other
 * values.
 */
#ifndef TACIT_ENGINE_DIALECT_H
#define TACIT_ENGINE_DIALECT_H

#include "engine/engine.h"

/* Which fields are put in quotes. */
typedef enum tacit_quoting {
    TACIT_QUOTE_NEEDED, /* those that would be misread without */
    TACIT_QUOTE_TEXT,   /* names and texts too */
    TACIT_QUOTE_ALL     /* numbers too; a missing value is nothing in any case */
} tacit_quoting;

typedef enum tacit_encoding {
    TACIT_ENCODING_UTF8,
    TACIT_ENCODING_LATIN1,
    TACIT_ENCODING_UTF16
} tacit_encoding;

struct tacit_dialect {
    char delimiter, decimal;
    bool header; /* the first line names the columns */
    bool mark;   /* UTF-8 begins with a byte order mark */
    bool crlf;   /* lines end as on DOS */
    bool whole;  /* a real that is a whole number has no decimals, instead of .0 */
    tacit_encoding encoding;
    tacit_quoting quoting;

    /* Of a file with fixed places (argus/argus.h): */
    const struct tacit_rda *like; /* metadata that it keeps to as far as it can, or NULL */
    const char *metadata;         /* where its own is written */
};

/* How the characters of the text file `source` are coded: as its options say or, where they do not,
 * as its first bytes look. */
enum { TACIT_ENCODING_BYTES = 16777216 };
tacit_encoding tacit_encoding_of(const tacit_source *source);

/* The same for who reads the file: fails, saying what to do, if it is coded in a way that cannot be
 * read, and warns of a guess. */
tacit_status tacit_encoding_find(tacit_ctx *cx, const tacit_source *source, tacit_encoding *out);

/* The dialect of text files with this name about which nothing else is known; false for names of
 * other formats. */
bool tacit_dialect_plain(const char *name, tacit_dialect *out);

/* Make the dialect that of a text file, by its options and its first 64 KiB; other sources leave
 * it alone, and names say themselves that tabs are between fields. */
tacit_status tacit_dialect_follow(tacit_ctx *cx, const tacit_source *source, const char *target,
                                  tacit_dialect *dialect);

#endif
