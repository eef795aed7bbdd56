/*
 * own.h - a server being set up; for the files of this folder.
 */
#ifndef TACIT_TASK_SERVE_OWN_H
#define TACIT_TASK_SERVE_OWN_H

#include "server/desk.h"
#include "server/http/http.h"
#include "server/wire/wire.h"

/* Parameters of the section `serve`. */
extern const tacit_param TACIT_SERVE_PARAMS[];
enum tacit_serve_arg {
    TACIT_SERVE_LISTEN,
    TACIT_SERVE_PORT,
    TACIT_SERVE_CERTIFICATE,
    TACIT_SERVE_CERTIFICATE_KEY,
    TACIT_SERVE_TOKENS,
    TACIT_SERVE_LOG,
    TACIT_SERVE_NAMES,
    TACIT_SERVE_ORIGINS,
    TACIT_SERVE_RATE,
    TACIT_SERVE_BURST,
    TACIT_SERVE_GRID,
    TACIT_SERVE_CONNECTIONS,
    TACIT_SERVE_WORKERS,
    TACIT_SERVE_WAITING,
    TACIT_SERVE_BODY,
    TACIT_SERVE_PATIENCE,
    TACIT_SERVE_EXAMPLE,
    TACIT_SERVE_POSTGRES,
    TACIT_SERVE_PLAIN,
    TACIT_SERVE_ALSO,
    TACIT_SERVE_ROOT,
    TACIT_SERVE_NO_RECORDS,
    TACIT_SERVE_NO_BROWSER,
    TACIT_SERVE_EDIT,
    TACIT_SERVE_IDLE
};

/* A data set that is served: its policy, read as a plan. */
typedef struct tacit_serve_set {
    tacit_work *work;
    tacit_plan *own;             /* the plan, if it was read here; or NULL */
    const tacit_plan_ask *query; /* the policy's section */
} tacit_serve_set;

/* What a server consists of. */
typedef struct tacit_serve {
    tacit_work *work; /* of the first policy, whose section `serve` holds for all */
    tacit_serve_set *set;
    tacit_gateway **gateway; /* of each set */
    size_t n;
    const tacit_args *args;                              /* for TACIT_SERVE_PARAMS */
    const char *address, *certificate, *certificate_key; /* the latter two as texts, or NULL */
    tacit_tokens *tokens;
    tacit_journal *journal;
    tacit_desk *desk;
    tacit_http *http;
    tacit_wire *wire; /* NULL: PostgreSQL clients are not served */
    char analyst[TACIT_TOKEN_TEXT], custodian[TACIT_TOKEN_TEXT]; /* made for this run, or "" */
} tacit_serve;

/* The text of an argument, or NULL. */
const char *tacit_serve_text(const tacit_serve *s, enum tacit_serve_arg i);

/* Read the policies, with all problems of each before the next, and see that they go together; the
 * caller closes. */
tacit_status tacit_serve_open_sets(tacit_ctx *cx, tacit_serve *s);
void tacit_serve_close_sets(tacit_serve *s);

/* Serve the workbench over the plan of `w`, or over an example if it has no data. */
tacit_status tacit_serve_bench(tacit_ctx *cx, tacit_work *w);

/* Look at data for the page of the workbench, and no more: tasks that are no commands.  `values`
 * tells the values of a column and what levels of its hierarchy leave of them; `records` some
 * records that few others share the keys of.  Both are for the custodian. */
extern const tacit_task tacit_look_values, tacit_look_records;

/* A helper that can open a page in the browser, begun before the process is locked.  Nothing
 * becomes of it where there is no display, or nobody at a terminal. */
typedef struct tacit_serve_browser {
    int door; /* where the address is told, or -1 */
} tacit_serve_browser;
tacit_serve_browser tacit_serve_browser_begin(void);

/* Open `address`, if that can be; whether it was tried. */
bool tacit_serve_browser_open(tacit_serve_browser *b, const char *address);

/* Wait to be asked to stop, or until it is not wanted (NULL: it always is). */
void tacit_serve_wait(tacit_ctx *cx, bool (*is_wanted)(const void *user), const void *user);

/* Make up a survey of `rows` persons at `path`, and say so. */
tacit_status tacit_serve_survey(tacit_ctx *cx, const char *path, uint64_t rows);

/* Make what an example lacks: the survey and the key; of others a key that nothing was ever
 * answered with. */
tacit_status tacit_serve_prepare(tacit_ctx *cx, const tacit_serve_set *set);

/* Read the certificate and its key; refuse to listen to others without. */
tacit_status tacit_serve_read_tls(tacit_ctx *cx, tacit_serve *s);

/* Allow no files but those that are needed to load, and then those that are needed to answer. */
void tacit_serve_lock_loading(tacit_ctx *cx, const tacit_serve *s);
void tacit_serve_lock_answering(tacit_ctx *cx, const tacit_serve *s);

/* Take away calls of the system. */
void tacit_serve_lock_calls(tacit_ctx *cx, const tacit_serve *s);

/* Lock the process out of all files but those below `root`, and those that work needs. */
void tacit_serve_lock_bench(tacit_ctx *cx, const char *root);

#endif
