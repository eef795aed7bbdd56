/*
 * request.h - a plan made from options.
 *
 * Options build the same plan that a file would hold, so that there is one parser and
 * one validation.
 */
#ifndef TACIT_CLI_REQUEST_H
#define TACIT_CLI_REQUEST_H

#include "cli/cli.h"

/* Options that say how to read a text file; the same as in a plan's `data`. */
#define TACIT_DATA_OPTIONS                                                                         \
    { .name = "delimiter",                                                                         \
      .argument = "CHARACTER",                                                                     \
      .type = TACIT_OPTION_TEXT,                                                                   \
      .help = "character between the fields of a text file; 'tab' is a tabulator" },               \
        { .name = "decimal",                                                                       \
          .argument = "CHARACTER",                                                                 \
          .type = TACIT_OPTION_TEXT,                                                               \
          .help = "decimal mark of numbers in a text file" },                                      \
        { .name = "thousands",                                                                     \
          .argument = "CHARACTER",                                                                 \
          .type = TACIT_OPTION_TEXT,                                                               \
          .help = "separator of thousands in numbers of a text file" },                            \
        { .name = "missing",                                                                       \
          .argument = "TEXTS",                                                                     \
          .type = TACIT_OPTION_LIST,                                                               \
          .help = "texts that stand for a missing value, with commas between them" },              \
        { .name = "no-header",                                                                     \
          .help = "the first line of a text file does not name the columns" },                     \
        { .name = "encoding",                                                                      \
          .argument = "NAME",                                                                      \
          .type = TACIT_OPTION_TEXT,                                                               \
          .help = "encoding of a text file: utf-8, latin-1 or utf-16" },                           \
    {                                                                                              \
        .name = "text", .argument = "COLUMNS", .type = TACIT_OPTION_LIST,                          \
        .help = "columns to keep as text though they look like numbers or dates"                   \
    }

/* Options that give columns their roles. */
#define TACIT_ROLE_OPTIONS                                                                         \
    { .name = "key",                                                                               \
      .argument = "COLUMNS",                                                                       \
      .type = TACIT_OPTION_LIST,                                                                   \
      .help = "columns by which a person could be recognised, with commas between them" },         \
        { .name = "sensitive",                                                                     \
          .argument = "COLUMNS",                                                                   \
          .type = TACIT_OPTION_LIST,                                                               \
          .help = "columns that nobody should learn about a person" },                             \
        { .name = "weight",                                                                        \
          .argument = "COLUMN",                                                                    \
          .type = TACIT_OPTION_TEXT,                                                               \
          .help = "the column of sampling weights" },                                              \
        { .name = "household",                                                                     \
          .argument = "COLUMN",                                                                    \
          .type = TACIT_OPTION_TEXT,                                                               \
          .help = "the column that says which records belong together" },                          \
        { .name = "population",                                                                    \
          .argument = "FILE",                                                                      \
          .type = TACIT_OPTION_TEXT,                                                               \
          .help = "a file of the whole population, with the same keys" },                          \
    {                                                                                              \
        .name = "fraction", .argument = "SHARE", .type = TACIT_OPTION_TEXT,                        \
        .help = "share of the population that the data holds, above 0 and up to 1"                 \
    }

/* Options of the commands that measure. */
#define TACIT_MEASURE_OPTIONS                                                                      \
    {                                                                                              \
        .name = "measure", .argument = "MEASURE", .type = TACIT_OPTION_TEXTS,                      \
        .help = "measure this instead of the defaults, as NAME or 'NAME:{parameter: value}'; "     \
                "risk and utility name whole families; may be repeated"                            \
    }

/* What a command adds to the plan made from the common options. */
typedef tacit_status tacit_request_more(tacit_cli *cli, json_t *plan);

/* A plan for `data` with the options given, as text in scratch memory; `more` may be NULL. */
tacit_status tacit_request_text(tacit_cli *cli, const char *data, tacit_request_more *more,
                                char **out);

/* A request for the first argument: the plan it names, or a plan made for the data it names. */
tacit_status tacit_request_make(tacit_cli *cli, tacit_request_more *more, tacit_request *out);

/* Put `name` or `name:{...}`, as given for `option`, into `object`. */
tacit_status tacit_request_named(tacit_cli *cli, const char *option, const char *text,
                                 json_t *object);

/* The items of a list option; none if it was not given. */
tacit_names tacit_request_names(const tacit_cli *cli, const char *option);

/* Fail if an option that builds a plan was given together with the plan in `file`. */
tacit_status tacit_request_alone(tacit_cli *cli, const char *file);

/* Whether `name` is that of a plan: .yaml or .yml. */
bool tacit_request_is_plan(const char *name);

#endif
