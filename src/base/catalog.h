/*
 * catalog.h - lists of named things with parameters.
 *
 * Masking methods, privacy models, risk and utility measures and file drivers all
 * begin with a `tacit_entry`.  Help texts, forms, the manual and argument checks
 * read entries only, so they are written once.
 */
#ifndef TACIT_BASE_CATALOG_H
#define TACIT_BASE_CATALOG_H

#include "base/param.h"

typedef struct tacit_entry {
    const char *name;          /* key in plans and on the command line: [a-z_]+ */
    const char *title;         /* short name for people */
    const char *summary;       /* what it does, one sentence with a full stop */
    const char *source;        /* publication that defines it, with year */
    const tacit_param *params; /* ends with TACIT_PARAM_END */
} tacit_entry;

typedef struct tacit_catalog {
    const char *family; /* "method", "risk", ... */
    const char *title;  /* "Masking methods" */
    const tacit_entry *const *entry;
    size_t n;
} tacit_catalog;

/* Position of `name` in `cat`, or `cat->n` if it is not there. */
size_t tacit_catalog_find(const tacit_catalog *cat, const char *name);

/* The entry called `name`, or NULL.  An entry is the first member of what it describes,
 * so its address is that thing's address. */
const void *tacit_catalog_get(const tacit_catalog *cat, const char *name);

#endif
