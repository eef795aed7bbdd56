/*
 * task.h - what a task is: something that can be asked of tacit by a plan.
 *
 * Each lives in one file or folder of task/ that defines one constant, and is listed by one
 * line in tasks.def.  The same constant makes the command of that name, with its options, help
 * and manual; the section of plans that bears its name; and the library's tacit_run().
 *
 * Contract for `run`: open, load and measure through the work (work.h), put what was found into
 * its record, set its verdict if something was required, write outputs only through it.  The
 * caller adds versions, warnings, the verdict's words and the report, and gives all outputs
 * their names at once.
 *
 * Record: { "tacit", "command", "date", "reader", "title", "layout", "verdict", "ok", "status",
 *   "plan_text", "secret", "versions", "data", "steps", "requirements", "before", "after",
 * "utility", "linkage", "exploration", "says", "outputs", "warnings", ... }; parts that a task does
 * not have are left out.  docs/schema/record.json has them all.  A record is for the custodian,
 * unless its "reader" is "public"; public.h makes a public one of it.  "says" is a text that the
 * terminal shows instead of a summary. Results have the shape of base/result.h.
 */
#ifndef TACIT_RUN_TASK_H
#define TACIT_RUN_TASK_H

#include "plan/plan.h"
#include "run/session.h"

typedef struct tacit_work tacit_work;

/* Parts of a plan that a command line can say without a plan file; bits. */
enum tacit_task_takes {
    TACIT_TAKES_SOURCE = 1, /* how to read the data */
    TACIT_TAKES_ROLES = 2,  /* roles, population and fraction */
    TACIT_TAKES_CONTROL = 4,
    TACIT_TAKES_REQUIRE = 8,
    TACIT_TAKES_MEASURES = 16,
    TACIT_TAKES_OUTPUTS = 32, /* output and report, which are those of a release */
    TACIT_TAKES_BATCH = 64    /* batch files of tau-Argus in the place of plans */
};

/* The parameter of tasks that write a report of their own. */
#define TACIT_TASK_REPORT                                                                          \
    {                                                                                              \
        .name = "report", .type = TACIT_PARAM_OUTPUT, .need = TACIT_OPTIONAL,                      \
        .help = "write a report in HTML"                                                           \
    }

/* How a record is laid out for people; bits. */
enum tacit_task_layout {
    TACIT_LAYOUT_BRIEF = 1,      /* one line for each result in the terminal */
    TACIT_LAYOUT_COLUMNS = 2,    /* the columns of the data are shown */
    TACIT_LAYOUT_FEW_TABLES = 4, /* tables only if results are few */
    TACIT_LAYOUT_PUBLIC = 8      /* it looks at nothing that is not public, and may be shown */
};

/* What a run came to, in words. */
typedef struct tacit_task_words {
    const char *plain;                      /* headline where nothing was required */
    const char *good, *bad;                 /* begin the headline: "Released", "Not released" */
    const char *good_meaning, *bad_meaning; /* what it means and what to do, for a newcomer */
    const char *open, *open_meaning; /* the same where it holds because nothing was required */
    const char *risks;               /* heading of the risks, or NULL for the usual one */
} tacit_task_words;

/* What it means that a release holds because nothing was required. */
#define TACIT_OPEN_MEANING                                                                         \
    "The plan requires no guarantee, so none was checked. Read the risk figures before passing "   \
    "the file on."

/* An example for people. */
typedef struct tacit_task_example {
    const char *line; /* without "tacit" */
    const char *what; /* one sentence */
} tacit_task_example;

typedef struct tacit_task {
    tacit_section section; /* its title is that of the report */
    unsigned takes;        /* bits of tacit_task_takes */
    unsigned needs;        /* bits of tacit_plan_part */
    unsigned layout;       /* bits of tacit_task_layout */
    bool draws;            /* it draws from the seed, whatever the plan's steps are */
    const char *arguments; /* of the command: "ORIGINAL|PLAN PROTECTED", "[B]" to leave out */
    const char *positions; /* what they are in the plan: "data protected" */
    /* Names of all columns that tables of the task can have, or NULL: a file with the first and no
     * others is known as a result and may be replaced. */
    const char *columns;
    const char *details;                /* sentences */
    const tacit_task_example *examples; /* end with a NULL line */
    tacit_task_words words;
    tacit_status (*run)(tacit_ctx *cx, tacit_work *work);
} tacit_task;

/* What is asked of a run besides the plan. */
typedef struct tacit_run_spec {
    const tacit_catalog *tasks; /* all that sections of plans may belong to */
    const tacit_task *task;
    tacit_session *session;          /* where memory:NAME is, or NULL */
    const char *file;                /* the plan's name in messages */
    const char *text;                /* the plan */
    uint64_t memory;                 /* bytes the engine may use; 0: its default */
    bool fetch;                      /* all records of a server may be fetched, however many */
    bool force;                      /* outputs may replace what is no result of ours (guard.h) */
    bool dry;                        /* only check, and say what would be done */
    struct tacit_standard *standard; /* what `-` stands for, or NULL if that is no file */
} tacit_run_spec;

/* Do the task as the plan says.  `*record` is the caller's; on failure there is none.  All
 * outputs appear, or none. */
tacit_status tacit_task_run(tacit_ctx *cx, const tacit_run_spec *spec, tacit_verdict *verdict,
                            json_t **record);

#endif
