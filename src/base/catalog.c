/*
 * catalog.c - lists of named things with parameters.
 */
#include "base/catalog.h"

#include <string.h>

size_t tacit_catalog_find(const tacit_catalog *cat, const char *name)
{
    for (size_t i = 0; i < cat->n; i++)
        if (strcmp(cat->entry[i]->name, name) == 0)
            return i;
    return cat->n;
}

const void *tacit_catalog_get(const tacit_catalog *cat, const char *name)
{
    const size_t i = tacit_catalog_find(cat, name);
    return i < cat->n ? cat->entry[i] : NULL;
}
