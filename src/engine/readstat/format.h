/*
 * format.h - the file formats of statistical packages, and what their display
 * formats say about a column: whole numbers, dates, date-times.
 */
#ifndef TACIT_ENGINE_READSTAT_FORMAT_H
#define TACIT_ENGINE_READSTAT_FORMAT_H

#include <readstat.h>

#include "table/table.h"

typedef enum tacit_readstat_family {
    TACIT_READSTAT_STATA,
    TACIT_READSTAT_SPSS,
    TACIT_READSTAT_SAS
} tacit_readstat_family;

typedef struct tacit_readstat_format {
    const char *ending; /* with its dot, lower case */
    const char *title;  /* "Stata" */
    tacit_readstat_family family;
    bool writable;
    double largest; /* the largest magnitude that can be written */
    readstat_error_t (*parse)(readstat_parser_t *parser, const char *path, void *user);
} tacit_readstat_format;

/* How the numbers of a column are to be read. */
typedef enum tacit_readstat_meaning {
    TACIT_READSTAT_PLAIN,
    TACIT_READSTAT_DATE,    /* a day */
    TACIT_READSTAT_DATETIME /* a moment */
} tacit_readstat_meaning;

/* The format that the ending of `uri` names, or NULL. */
const tacit_readstat_format *tacit_readstat_format_find(const char *uri);

/* What the display format `text` of a column says its numbers mean. */
tacit_readstat_meaning tacit_readstat_meaning_of(tacit_readstat_family family, const char *text);

/* Whether the display format says that the numbers of a column are whole. */
bool tacit_readstat_says_whole(tacit_readstat_family family, const char *text);

/* Days since 1970-01-01 of the number `x` of a date column, and back. */
double tacit_readstat_days(tacit_readstat_family family, double x);
double tacit_readstat_from_days(tacit_readstat_family family, double days);

/* Seconds since 1970-01-01 00:00 of the number `x` of a date-time column. */
double tacit_readstat_seconds(tacit_readstat_family family, double x);

#endif
