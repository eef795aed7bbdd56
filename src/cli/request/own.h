/*
 * own.h - the parts of a plan that options write, shared by the files of this folder.
 */
#ifndef TACIT_CLI_REQUEST_OWN_H
#define TACIT_CLI_REQUEST_OWN_H

#include "cli/cli.h"

/* Options that write one part of a plan. */
typedef struct tacit_option_part {
    unsigned takes;              /* the bit of tacit_task_takes */
    const tacit_option *options; /* ends with TACIT_OPTION_END */
    /* write what was given into the plan */
    tacit_status (*put)(tacit_cli *cli, json_t *plan);
} tacit_option_part;

/* The parts, in the order people see them; ends with takes 0. */
extern const tacit_option_part TACIT_OPTION_PARTS[];

/* Put `name` or `name:{...}`, as given for `option`, into `object`. */
tacit_status tacit_part_named(tacit_cli *cli, const char *option, const char *text, json_t *object);

/* The option that gives parameter `p`; its texts are constants or in scratch memory. */
tacit_status tacit_param_option(tacit_ctx *cx, const tacit_param *p, tacit_option *out);

/* What was given for the option of parameter `p` as a value of a plan. */
tacit_status tacit_param_value(tacit_cli *cli, const tacit_param *p, const tacit_given *given,
                               json_t **out);

#endif
