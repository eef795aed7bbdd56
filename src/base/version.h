/*
 * version.h - the library's version, for the inside; tacit.h declares it for others.
 */
#ifndef TACIT_BASE_VERSION_H
#define TACIT_BASE_VERSION_H

/* The library's version, "major.minor.patch". */
const char *tacit_version(void);

#endif
