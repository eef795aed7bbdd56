/*
 * describe.h - commands, catalogs and their entries for people, or as JSON.
 *
 * Each function appends to the output of `cli`, or with --json sets its record.
 */
#ifndef TACIT_CLI_DESCRIBE_H
#define TACIT_CLI_DESCRIBE_H

#include "cli/cli.h"

/* What the program does: its commands, common options, exit statuses. */
tacit_status tacit_describe_program(tacit_cli *cli);

/* One command with its options and examples. */
tacit_status tacit_describe_command(tacit_cli *cli, const tacit_command *command);

/* The entries of `family` (the only one if not NULL) with their titles. */
tacit_status tacit_describe_catalogs(tacit_cli *cli, const tacit_catalog *only);

/* Every entry called `name`, with its parameters; `*found` says whether there is one. */
tacit_status tacit_describe_entries(tacit_cli *cli, const char *name, bool *found);

/* The catalog whose family, or the plural of it, is `name`; NULL if there is none. */
const tacit_catalog *tacit_describe_family(const char *name);

/* The plural of a family: the folder of its pages in docs/.  In scratch memory. */
tacit_status tacit_describe_plural(tacit_ctx *cx, const char *family, char **out);

#endif
