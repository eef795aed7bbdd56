/*
 * hst.h - apriori files of tau-Argus (.hst): what is said of single cells before any rule is looked
 * at.
 *
 *   code;code;...;S | U | P | M       safe, sensitive, to be published, to be hidden
 *   code;code;...;C;cost              W is the same
 *   code;code;...;PL;lower;upper      protection levels
 *   code;code;...;AB;low;high         what readers know of the value beforehand
 *
 * The separator is the first of ; | tab , that the first line has.  Codes stand in the order of the
 * table's dimensions; several lines may be about one cell.
 *
 * Source: de Wolf et al. (2014), tau-Argus user's manual, section 5.4.
 */
#ifndef TACIT_TABULAR_FORMAT_HST_H
#define TACIT_TABULAR_FORMAT_HST_H

#include "base/context.h"

/* What a line says. */
typedef enum tacit_hst_kind {
    TACIT_HST_SAFE = 0,
    TACIT_HST_SENSITIVE,
    TACIT_HST_PUBLISHED,
    TACIT_HST_HIDDEN,
    TACIT_HST_COST,   /* first */
    TACIT_HST_LEVELS, /* first and second: lower and upper */
    TACIT_HST_BOUNDS  /* first and second: low and high */
} tacit_hst_kind;

typedef struct tacit_hst_line {
    size_t number;
    const char **code; /* as many as there are dimensions */
    tacit_hst_kind kind;
    double first, second;
} tacit_hst_line;

/* In scratch memory. */
typedef struct tacit_hst {
    size_t n;
    tacit_hst_line *line;
} tacit_hst;

/* Read `text`, which is cut up and must outlive it, for a table of `dimensions` dimensions; `file`
 * names it in messages, which say the line. */
tacit_status tacit_hst_parse(tacit_ctx *cx, const char *file, char *text, size_t dimensions,
                             tacit_hst *out);

#endif
