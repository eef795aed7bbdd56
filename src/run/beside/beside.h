/*
 * beside.h - a release that is two files: data with fixed places, and the metadata beside it.
 *
 * The metadata decides how the bytes of the data are read.  It is staged with the data, under a
 * name that is found beside it there too, appears and goes with it, and is one of the other files
 * of the release that the certificate tells of.
 */
#ifndef TACIT_RUN_BESIDE_BESIDE_H
#define TACIT_RUN_BESIDE_BESIDE_H

#include "run/work.h"

/* What an output is listed as that describes the release. */
#define TACIT_BESIDE_KIND "metadata"

/* The file that stands beside a release called `target`, in scratch memory, or NULL. */
tacit_status tacit_beside_of(tacit_ctx *cx, const char *target, const char **out);

/* Promise the release at `target`, and what stands beside it. */
tacit_status tacit_beside_stage(tacit_ctx *cx, tacit_work *w, const char *target,
                                const char **path);

/* List the release, last, and what stands beside it. */
tacit_status tacit_beside_list(tacit_ctx *cx, tacit_work *w, const char *target, const char *path);

/* Remove and forget both; without a path, what was made on a server. */
tacit_status tacit_beside_drop(tacit_ctx *cx, tacit_work *w, const char *path);

/* Fail unless a release can be written to `target`. */
tacit_status tacit_beside_check(tacit_ctx *cx, const tacit_work *w, const char *target);

/* Whether the file that `said`, a part of a certificate, tells of beside the release `file` is as
 * it says; `*there` if there is one. */
tacit_status tacit_beside_other(tacit_ctx *cx, tacit_work *w, const char *file, const json_t *said,
                                bool *there, bool *same);

/* Whether the release `file` is read by metadata at all and, if so, whether what would be found is,
 * under whatever name, one of the other files of `release`, a part of a certificate. */
tacit_status tacit_beside_certified(tacit_ctx *cx, const char *file, const json_t *release,
                                    bool *asked, bool *same);

#endif
