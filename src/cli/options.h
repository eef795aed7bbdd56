/*
 * options.h - options and arguments from the words of the command line.
 */
#ifndef TACIT_CLI_OPTIONS_H
#define TACIT_CLI_OPTIONS_H

#include "cli/cli.h"

/* How many arguments a command takes, from the words of its `arguments`; SIZE_MAX: any number. */
size_t tacit_command_least(const tacit_command *command);
size_t tacit_command_most(const tacit_command *command);

/* Number of options before TACIT_OPTION_END. */
size_t tacit_option_count(const tacit_option *options);

/* Read the `n` words after the command's name into `cli`, whose `command` is set.  The
 * messages say what would be right. */
tacit_status tacit_options_read(tacit_cli *cli, size_t n, char *const *words);

/* Whether --json is among the words, so that failures to read them are told in JSON too. */
bool tacit_options_json(size_t n, char *const *words);

#endif
