/*
 * version.c - the library's version.
 */
#include "tacit.h"

const char *tacit_version(void)
{
    return TACIT_VERSION;
}
