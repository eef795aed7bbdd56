/*
 * edit.h - changing one value of a plan's text where it stands, and writing values.
 *
 * Comments, order, quoting and layout of everything else stay byte for byte.
 */
#ifndef TACIT_PLAN_EDIT_EDIT_H
#define TACIT_PLAN_EDIT_EDIT_H

#include <jansson.h>

#include "base/text.h"

/* The way to a value from the root: `n` keys of maps, or positions of lists, counted from
 * 0 in decimal text.  "-" is the position behind the end of a list. */
typedef struct tacit_plan_path {
    size_t n;
    const char *const *at;
} tacit_plan_path;

/* Set the value at `path` of the plan `text` to `value`, or remove it if `value` is NULL,
 * and append the new text to `out`.
 *
 * A new value is written in one line, in JSON's style if the plan is JSON.  A key that is
 * missing is added behind its neighbours, with the maps that are missing on the way (and
 * lists, for "-").  What is removed takes the comment behind it in its line along; comments
 * in lines before it stay.  Comments inside a value go with it.  Removing what is not there
 * changes nothing.  The last key of a map leaves {}, that of the plan nothing.
 *
 * The new text is read again: if it does not hold `value` at `path` and everything else as
 * before, or if the text is none that a plan can have, this fails and `out` is unchanged.
 * O(bytes of text). */
tacit_status tacit_plan_edit(tacit_ctx *cx, const char *text, const tacit_plan_path *path,
                             const json_t *value, tacit_buffer *out);

/* The same of a text in scratch memory, which `*text` is from then on; `value` is stolen, also on
 * failure. */
tacit_status tacit_plan_set(tacit_ctx *cx, const char **text, const tacit_plan_path *path,
                            json_t *value);

/* The plan `text` as an object that the caller owns: scalars without quotes that are numbers, true,
 * false or nothing are that, all others texts; of a key that is given twice the last. */
tacit_status tacit_plan_json(tacit_ctx *cx, const char *text, json_t **out);

/* Append `value` in one line.  Texts stand without quotes where that changes nothing,
 * unless `strict` asks for JSON. */
tacit_status tacit_edit_put_value(tacit_ctx *cx, const json_t *value, bool strict,
                                  tacit_buffer *out);

/* Append the text or key of `n` bytes. */
tacit_status tacit_edit_put_text(tacit_ctx *cx, const char *text, size_t n, bool strict,
                                 tacit_buffer *out);

#endif
