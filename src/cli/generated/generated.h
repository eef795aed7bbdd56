/*
 * generated.h - the manual page, the completion of the shell and the tables in docs/,
 * from the tables of commands and catalogs.
 */
#ifndef TACIT_CLI_GENERATED_GENERATED_H
#define TACIT_CLI_GENERATED_GENERATED_H

#include "cli/cli.h"

/* The manual page tacit(1), in the macros of man(7). */
tacit_status tacit_generate_manual(tacit_cli *cli);

/* Completions for the shells. */
tacit_status tacit_generate_bash(tacit_cli *cli);
tacit_status tacit_generate_zsh(tacit_cli *cli);
tacit_status tacit_generate_fish(tacit_cli *cli);

/* Whether what follows an option are names of columns. */
bool tacit_option_takes_columns(const tacit_option *option);

/* The generated part of the page `page`, such as "methods/noise" or "commands/list"; with
 * NULL the names of all pages, one on each line. */
tacit_status tacit_generate_markdown(tacit_cli *cli, const char *page);

#endif
