/*
 * output.h - how a call of the program ends: what is written where, and its exit status.
 */
#ifndef TACIT_CLI_OUTPUT_H
#define TACIT_CLI_OUTPUT_H

#include "cli/cli.h"

/* Exit statuses. */
enum tacit_exit {
    TACIT_EXIT_DONE = 0,
    TACIT_EXIT_INTERNAL = 1,
    TACIT_EXIT_REQUEST = 2,
    TACIT_EXIT_UNMET = 3,
    TACIT_EXIT_DATA = 4,
    TACIT_EXIT_IO = 5,
    TACIT_EXIT_STOPPED = 130
};

/* One exit status, for the help and the manual. */
typedef struct tacit_exit_help {
    int status;
    const char *meaning; /* one phrase, lower case, no full stop */
} tacit_exit_help;

/* All of them; ends with a NULL meaning. */
extern const tacit_exit_help TACIT_EXITS[];

/* Append `value` as JSON text with a final newline. */
tacit_status tacit_output_json(tacit_ctx *cx, const json_t *value, tacit_buffer *out);

/* Write the output, warnings and, if `status` is a failure, the message; gives the exit
 * status.  A reader who closed the pipe is no failure. */
int tacit_output_end(tacit_cli *cli, tacit_status status);

/* Print what cannot wait for the end, at once: a listener (base/context.h) whose user is the
 * program.  With --json it goes to standard error. */
void tacit_output_words(void *user, const char *text);

/* Tell that the process was asked to stop, as tacit_output_end() does, from another thread than
 * the one that works. */
void tacit_output_stopped(bool json);

/* Make sure that the three standard files are open, so that no file that is opened later
 * takes the place of one of them. */
void tacit_output_guard(void);

#endif
