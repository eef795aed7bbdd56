/*
 * argus.h - batch files of tau-Argus (.arb), translated into plans.
 *
 * Every line is accounted for: `done`, `done differently`, `not needed` or `refused`, with a
 * sentence.  Files are looked for beside the batch file: a path of another machine by its name
 * alone, in letters of any case.
 *
 * Source: de Wolf et al. (2014), tau-Argus user's manual, section 5.7.
 */
#ifndef TACIT_TASK_TABLES_ARGUS_ARGUS_H
#define TACIT_TASK_TABLES_ARGUS_ARGUS_H

#include <jansson.h>

#include "base/context.h"

/* A plan that does what the batch does. */
typedef struct tacit_batch {
    char *plan;      /* its text, in scratch memory */
    json_t *account; /* of each line: {line, command, outcome, says}; the caller's */
} tacit_batch;

/* Translate the batch file at `path`.  Fails, naming every line that is refused, unless a plan can
 * do what it asks for. */
tacit_status tacit_batch_translate(tacit_ctx *cx, const char *path, tacit_batch *out);

/* The same for the text of a batch, which is cut up; `path` says where it stands. */
tacit_status tacit_batch_parse(tacit_ctx *cx, const char *path, char *text, tacit_batch *out);

/* The text of a plan for the ready table at `path`, which ends in .tab, as its metadata beside it
 * (.rda) describes it; in scratch memory. */
tacit_status tacit_batch_of_table(tacit_ctx *cx, const char *path, char **out);

#endif
