/*
 * points.h - characters (Unicode code points) of texts in UTF-8: for builders that cut them.
 */
#ifndef TACIT_HIERARCHY_POINTS_H
#define TACIT_HIERARCHY_POINTS_H

#include "hierarchy/hierarchy.h"

/* Bytes of the code point that `c` begins. */
static inline size_t tacit_point_bytes(const char *c)
{
    size_t n = 1;
    while (((unsigned char)c[n] & 0xc0) == 0x80)
        n++;
    return n;
}

/* Code points of `text`. */
static inline size_t tacit_point_count(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text += tacit_point_bytes(text))
        n++;
    return n;
}

/* Whether values are filled with leading zeros, so that digits of the same place stand
 * together: every one is a whole number that is not negative. */
static inline bool tacit_point_fill(const tacit_hierarchy *h)
{
    return tacit_hierarchy_type(h) == TACIT_TYPE_INTEGER &&
           (tacit_hierarchy_values(h) == 0 || !(tacit_hierarchy_number(h, 0) < 0.0));
}

#endif
