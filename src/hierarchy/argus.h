/*
 * argus.h - lines of the files of mu-Argus and tau-Argus: for the builder argus.
 */
#ifndef TACIT_HIERARCHY_ARGUS_H
#define TACIT_HIERARCHY_ARGUS_H

#include "hierarchy/hierarchy.h"

/* One line, without blanks at its ends; empty ones are left out. */
typedef struct tacit_argus_line {
    char *text; /* may be cut up */
    size_t number;
} tacit_argus_line;

typedef struct tacit_argus_file {
    const char *path;
    tacit_argus_line *line;
    size_t n;
} tacit_argus_file;

/* Take the blanks off both ends of a text, in place. */
char *tacit_argus_trim(char *text);

/* Add the level that a recoding (.grc) makes. */
tacit_status tacit_argus_recode(tacit_ctx *cx, const tacit_argus_file *f, tacit_hierarchy *h);

#endif
