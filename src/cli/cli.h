/*
 * cli.h - what a command is, and what it works with.
 *
 * Every task (task/tasks.def) is a command: its parameters and the parts of a plan that it takes
 * are its options, and its arguments and options only write a plan.  Two commands more, list
 * and help, explain what there is.  The tables of commands and options are also the source of
 * help texts, the manual page, the completion of the shell and the tables in docs/.
 *
 * Contract for `run`: put what --json prints into `record`, or what is printed otherwise
 * into `out`; write nothing to standard output or standard error itself.
 */
#ifndef TACIT_CLI_CLI_H
#define TACIT_CLI_CLI_H

#include <jansson.h>

#include "base/text.h"
#include "run/standard/standard.h"
#include "task/tasks.h"

typedef enum tacit_option_type {
    TACIT_OPTION_FLAG = 0, /* given or not */
    TACIT_OPTION_TEXT,     /* a text */
    TACIT_OPTION_TEXTS,    /* texts: the option may be repeated */
    TACIT_OPTION_LIST,     /* texts with commas between them; may be repeated too */
    TACIT_OPTION_COUNT,    /* a whole number that is not negative */
    TACIT_OPTION_BYTES     /* a size such as 512MB */
} tacit_option_type;

typedef struct tacit_option {
    const char *name;     /* without the dashes */
    const char *argument; /* what stands for it in usage; NULL for a flag */
    const char *help;     /* one phrase, lower case, no full stop */
    tacit_option_type type;
    bool hidden; /* not shown to people */
} tacit_option;

#define TACIT_OPTION_END                                                                           \
    {                                                                                              \
        .name = NULL                                                                               \
    }

/* What was given for an option. */
typedef struct tacit_given {
    const char *text; /* the last text; NULL if the option was not given */
    uint64_t number;
    size_t n;
    const char **item; /* the `n` texts of a list */
} tacit_given;

typedef struct tacit_cli tacit_cli;
typedef struct tacit_command tacit_command;
struct tacit_command {
    const char *name;
    const char *summary;                /* one phrase, lower case, no full stop */
    const char *arguments;              /* "ORIGINAL PROTECTED", "[NAME]" for one to leave out */
    const char *details;                /* sentences */
    const tacit_option *options;        /* ends with TACIT_OPTION_END */
    const tacit_task_example *examples; /* end with a NULL line */
    const tacit_task *task;             /* what it does, NULL if it is none */
    tacit_status (*run)(tacit_cli *cli);
};

/* One call of the program.  All but `out` and `record` is borrowed from the context. */
struct tacit_cli {
    tacit_ctx *cx;
    const tacit_command *commands; /* end with a NULL name */
    const tacit_command *command;  /* the one that is run */
    const char **argument;
    size_t n_arguments;
    tacit_given *own;    /* for the command's options */
    tacit_given *common; /* for TACIT_COMMON_OPTIONS */
    bool json;
    bool colour;  /* standard output is a terminal that shows colour */
    size_t width; /* columns of that terminal; 0: it is none */
    bool unmet;   /* done, but a guarantee does not hold */
    tacit_buffer out;
    json_t *record;
    tacit_standard *standard; /* what `-` stands for */
    json_t *batch;            /* what became of each line of a batch file; NULL without one */
};

extern const tacit_command tacit_command_list, tacit_command_help, tacit_command_version;

/* The options of every command; ends with TACIT_OPTION_END. */
extern const tacit_option TACIT_COMMON_OPTIONS[];

/* The program: everything between main()'s arguments and its exit status. */
int tacit_main(int argc, char **argv);

/* All commands, in scratch memory: the tasks, list, help and version. */
tacit_status tacit_commands_make(tacit_ctx *cx, const tacit_command **out);

/* The command called `name`, or NULL. */
const tacit_command *tacit_command_find(const tacit_cli *cli, const char *name);

/* What was given for the option `name`, or NULL if it was not given. */
const tacit_given *tacit_cli_option(const tacit_cli *cli, const char *name);

/* The text given for the option `name`, or NULL. */
const char *tacit_cli_text(const tacit_cli *cli, const char *name);

#endif
