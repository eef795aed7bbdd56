/*
 * page.c - finding a file of the page.
 */
#include "server/page/page.h"

#include <string.h>

const tacit_page_file *tacit_page_find(const tacit_page_file *files, const char *path)
{
    for (const tacit_page_file *f = files; f->path != NULL; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return NULL;
}
