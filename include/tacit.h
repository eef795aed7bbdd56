/*
 * tacit.h - the library's public interface: one call.
 *
 * A caller makes a context, hands a plan (YAML text) to tacit_run() with the name of what is to
 * be done, and gets a verdict and one JSON document back: the record that `tacit ... --json`
 * prints.
 *
 *     tacit_ctx *cx = tacit_ctx_new();
 *     tacit_verdict verdict;
 *     char *record = NULL;
 *     if (tacit_run(cx, NULL, "protect", plan, NULL, &verdict, &record) != TACIT_DONE)
 *         fprintf(stderr, "%s\n", tacit_message(cx));
 *     tacit_text_free(record);
 *     tacit_ctx_free(cx);
 *
 * A context belongs to one thread and carries nothing from one call to the next.  Messages name
 * columns, files and counts, never values of the data.  Paths in plans are relative to the
 * process's folder.  Link with `pkg-config --libs tacit`.
 */
#ifndef TACIT_H
#define TACIT_H

#include <stddef.h>
#include <stdint.h>

struct ArrowArrayStream; /* tacit_arrow.h, or any header that has the standard's text */

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended.  The numbers are the exit statuses of the command. */
typedef enum tacit_ending {
    TACIT_DONE = 0,          /* done; what was required holds */
    TACIT_FAILED = 1,        /* memory ran out, or it was cancelled */
    TACIT_WRONG_REQUEST = 2, /* the plan is wrong: names, types, parameters */
    TACIT_NOT_RELEASED = 3,  /* done, but a required guarantee does not hold */
    TACIT_WRONG_DATA = 4,    /* the data cannot satisfy the request */
    TACIT_WRONG_FILE = 5     /* a file could not be read or written */
} tacit_ending;

/* Whether what was required holds. */
typedef enum tacit_verdict {
    TACIT_VERDICT_NONE = 0, /* nothing was asked that holds or does not */
    TACIT_VERDICT_HOLDS,
    TACIT_VERDICT_FAILS
} tacit_verdict;

typedef struct tacit_ctx tacit_ctx;
typedef struct tacit_session tacit_session;

/* Make a context; NULL if memory is exhausted.  Free accepts NULL. */
tacit_ctx *tacit_ctx_new(void);
void tacit_ctx_free(tacit_ctx *cx);

/* Message of the last failure, "" if none; borrowed until the next call. */
const char *tacit_message(const tacit_ctx *cx);

/* Ask the work under `cx` to stop; any thread or signal handler may call it.  The call that is
 * under way ends with TACIT_FAILED; the next one works again. */
void tacit_cancel(tacit_ctx *cx);

/* Use `n` threads for work under `cx`; 0, the default, means one for each processor. */
void tacit_ctx_threads(tacit_ctx *cx, size_t n);

/* Have `call` told how far the work is, from the thread that works; `total` 0 means unknown.
 * What it returns other than 0 cancels the work. */
typedef int tacit_progress(void *user, const char *stage, uint64_t done, uint64_t total);
void tacit_ctx_on_progress(tacit_ctx *cx, tacit_progress *call, void *user);

/* Make a session: tables in memory that plans name as memory:NAME, and that outlive a run.  NULL
 * if memory is exhausted.  Freeing wipes them; it accepts NULL. */
tacit_session *tacit_session_new(tacit_ctx *cx);
void tacit_session_free(tacit_session *session);

/* Give the session a table.  The stream is consumed and released, also on failure.  A column of
 * a type that cannot be held is refused by its name. */
tacit_ending tacit_session_put(tacit_ctx *cx, tacit_session *session, const char *name,
                               struct ArrowArrayStream *in);

/* A table that a run released (`output: memory:NAME`), as a stream that outlives the session.
 * TACIT_WRONG_REQUEST if none was released under that name: originals never come out. */
tacit_ending tacit_session_get(tacit_ctx *cx, tacit_session *session, const char *name,
                               struct ArrowArrayStream *out);

/* Do the task `what` (a command's name: "inspect", "protect", "compare" ...) as `plan` says.
 * `session` may be NULL.  `options` is NULL or a JSON object: {"memory": bytes, "file": name of the
 * plan in messages, "force": true to replace outputs that exist and are no results of tacit,
 * "fetch": true to fetch all records of a server where they are needed, however many}.
 * `verdict` and `record` may be NULL if nobody wants them.
 * `*verdict` is set for TACIT_DONE and TACIT_NOT_RELEASED.  `*record` is the JSON record, or on
 * failure one with "ok": false and all problems; NULL if memory ran out. */
tacit_ending tacit_run(tacit_ctx *cx, tacit_session *session, const char *what, const char *plan,
                       const char *options, tacit_verdict *verdict, char **record);

/* Everything that can be asked, as JSON: tasks, methods, models, measures and their parameters
 * with types, defaults, ranges and help. */
tacit_ending tacit_describe(tacit_ctx *cx, char **catalog);

/* Free a record or another text that a call gave.  Accepts NULL. */
void tacit_text_free(char *text);

/* The library's version, "major.minor.patch". */
const char *tacit_version(void);

#ifdef __cplusplus
}
#endif

#endif
