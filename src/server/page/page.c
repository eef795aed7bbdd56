/*
 * page.c - finding a file of the page.
 */
#include "server/page/page.h"

#include <string.h>

const tacit_page_file *tacit_page_find(const char *path)
{
    for (const tacit_page_file *f = TACIT_PAGE_FILES; f->path != NULL; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return NULL;
}
