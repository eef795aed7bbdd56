/*
 * request.h - a plan made from the words of the command line.
 *
 * Arguments and options write the same plan that a file would hold, or change a plan that is
 * given, so that there is one parser and one validation.
 */
#ifndef TACIT_CLI_REQUEST_REQUEST_H
#define TACIT_CLI_REQUEST_REQUEST_H

#include "cli/cli.h"

/* The options of a task, in scratch memory: those of the parts of a plan that it takes, and its
 * own parameters, but for those that its arguments give.  Ends with TACIT_OPTION_END. */
tacit_status tacit_request_options(tacit_ctx *cx, const tacit_task *task, const tacit_option **out);

/* The text of the plan that the command line asks for, and its name in messages; in scratch
 * memory. */
tacit_status tacit_request_plan(tacit_cli *cli, const char **file, char **text);

/* The name at position `i` of the words in `words`, such as a task's positions, in scratch
 * memory; NULL if there are fewer. */
tacit_status tacit_request_word(tacit_ctx *cx, const char *words, size_t i, char **out);

#endif
