/*
 * yaml.h - texts in YAML that the plan's parser reads back as they were.
 */
#ifndef TACIT_TASK_INIT_YAML_H
#define TACIT_TASK_INIT_YAML_H

#include "base/text.h"

/* Append `text` as a scalar: as it is where YAML takes it for this very text, otherwise
 * between double quotes with escapes. */
tacit_status tacit_yaml_scalar(tacit_ctx *cx, tacit_buffer *out, const char *text);

/* Append `text` for a comment: what cannot be printed becomes '?', so that it cannot end
 * the comment. */
tacit_status tacit_yaml_comment(tacit_ctx *cx, tacit_buffer *out, const char *text);

/* Append `text` as a comment of several lines, each with `margin` before it, broken between
 * words. */
tacit_status tacit_yaml_lines(tacit_ctx *cx, tacit_buffer *out, const char *margin,
                              const char *text);

#endif
