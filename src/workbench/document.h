/*
 * document.h - the text of a plan with all its versions.
 *
 * A change makes a new version after the one that is shown, so that going back and changing
 * something else makes a branch and loses nothing.  Not for several threads at once.
 */
#ifndef TACIT_WORKBENCH_DOCUMENT_H
#define TACIT_WORKBENCH_DOCUMENT_H

#include "plan/plan.h"

typedef struct tacit_document tacit_document;

/* A document whose first version is `text`; problems are those of a plan for `use`. */
tacit_status tacit_document_new(tacit_ctx *cx, const char *text, const tacit_plan_use *use,
                                tacit_document **out);

/* Accepts NULL. */
void tacit_document_free(tacit_document *d);

/* The version that is shown, from 0, and its text. */
size_t tacit_document_now(const tacit_document *d);
const char *tacit_document_text(const tacit_document *d);

/* Make `text` the version that is shown, called `label`; nothing happens if it is that already. */
tacit_status tacit_document_put(tacit_ctx *cx, tacit_document *d, const char *text,
                                const char *label);

/* Change values where they stand, in the version that is shown or in `text` if that is given:
 * `edits` is [{ "path": [...], "value" }, ...]; without a value it is removed. */
tacit_status tacit_document_edit(tacit_ctx *cx, tacit_document *d, const char *text,
                                 const json_t *edits, const char *label);

/* Show version `to`. */
tacit_status tacit_document_move(tacit_ctx *cx, tacit_document *d, size_t to);

/* { "rev", "text", "plan", "problems", "undo", "redo", "versions": [{ "label", "parent" }] }; plan
 * is null if the text cannot be read, undo and redo if there is nothing.  The caller owns it. */
tacit_status tacit_document_json(tacit_ctx *cx, const tacit_document *d, json_t **out);

#endif
