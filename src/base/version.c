/*
 * version.c - the library's version.
 */
#include "base/version.h"

const char *tacit_version(void)
{
    return TACIT_VERSION;
}
