/*
 * override.h - a key of a plan's text replaced by what an option says.
 */
#ifndef TACIT_CLI_OVERRIDE_H
#define TACIT_CLI_OVERRIDE_H

#include "base/text.h"

/* Read the text of the plan in `path` into scratch memory. */
tacit_status tacit_override_read(tacit_ctx *cx, const char *path, char **out);

/* `text` with the value of the top-level key `key` replaced by the text `value`, or added;
 * in scratch memory.  All else stays in its line, so that messages name the lines of the
 * file. */
tacit_status tacit_override(tacit_ctx *cx, const char *text, const char *key, const char *value,
                            char **out);

#endif
