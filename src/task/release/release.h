/*
 * release.h - what other tasks know of private releases: how their certificates are checked.
 */
#ifndef TACIT_TASK_RELEASE_RELEASE_H
#define TACIT_TASK_RELEASE_RELEASE_H

#include "base/result.h"
#include "table/table.h"

/* Check the basis of a certificate: that its parts are those of what was asked, with the noise that
 * they need; that they spend together no more than is claimed; and that the file is about what was
 * asked.  `*out` is a result that the caller owns. */
tacit_status tacit_release_check(tacit_ctx *cx, const json_t *basis, const tacit_table *file,
                                 tacit_result **out);

#endif
