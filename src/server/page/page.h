/*
 * page.h - pages: files that are part of the program; this folder has the page for analysts.
 *
 * tools/embed.py makes the constants from the files of this folder when tacit is built.
 */
#ifndef TACIT_SERVER_PAGE_PAGE_H
#define TACIT_SERVER_PAGE_PAGE_H

#include <stddef.h>

typedef struct tacit_page_file {
    const char *path; /* in addresses */
    const char *type; /* of its content */
    const char *tag;  /* of these very bytes, in quotes */
    const char *bytes;
    size_t length;
} tacit_page_file;

/* All files of the page for analysts; ends with a NULL path. */
extern const tacit_page_file TACIT_PAGE_FILES[];

/* The file of a page at a path, or NULL. */
const tacit_page_file *tacit_page_find(const tacit_page_file *files, const char *path);

#endif
