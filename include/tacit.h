/*
 * tacit.h - the library's public interface.
 *
 * A caller makes a context, hands a plan (YAML text) to tacit_run_plan(), and gets one
 * JSON document back: the same one that `tacit protect --json` prints.
 */
#ifndef TACIT_H
#define TACIT_H

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version, "major.minor.patch". */
const char *tacit_version(void);

#ifdef __cplusplus
}
#endif

#endif
