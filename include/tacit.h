/*
 * tacit.h - the library's public interface.
 *
 * A caller makes a context, hands a plan (YAML text) to a call, and gets one JSON document
 * back: the run record that `tacit ... --json` prints.
 *
 *     tacit_ctx *cx = tacit_ctx_new();
 *     char *record = NULL;
 *     if (tacit_protect(cx, plan, &record) != TACIT_DONE)
 *         fprintf(stderr, "%s\n", tacit_message(cx));
 *     tacit_text_free(record);
 *     tacit_ctx_free(cx);
 *
 * A context belongs to one thread.  Messages name columns, files and counts, never values
 * of the data.  Link with `pkg-config --libs tacit`.
 */
#ifndef TACIT_H
#define TACIT_H

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended.  The numbers are the exit statuses of the command. */
typedef enum tacit_ending {
    TACIT_DONE = 0,          /* done; for tacit_protect: released */
    TACIT_FAILED = 1,        /* memory ran out, or it was cancelled */
    TACIT_WRONG_REQUEST = 2, /* the plan is wrong: names, types, parameters */
    TACIT_NOT_RELEASED = 3,  /* done, but a required guarantee does not hold */
    TACIT_WRONG_DATA = 4,    /* the data cannot satisfy the request */
    TACIT_WRONG_FILE = 5     /* a file could not be read or written */
} tacit_ending;

typedef struct tacit_ctx tacit_ctx;

/* Make a context; NULL if memory is exhausted.  Free accepts NULL. */
tacit_ctx *tacit_ctx_new(void);
void tacit_ctx_free(tacit_ctx *cx);

/* Message of the last failure, "" if none; borrowed until the next call. */
const char *tacit_message(const tacit_ctx *cx);

/* Ask the work under `cx` to stop; any thread or signal handler may call it. */
void tacit_cancel(tacit_ctx *cx);

/* Use `n` threads from now on; 0 means one for each processor. */
void tacit_threads(unsigned n);

/* Carry out `plan`: mask, check the guarantees, write the data, certificate and report.
 * `*record` is set to the JSON record (also for TACIT_NOT_RELEASED), or to NULL. */
tacit_ending tacit_protect(tacit_ctx *cx, const char *plan, char **record);

/* Measure models and risks of the plan's data as it is; TACIT_NOT_RELEASED if a
 * requirement of the plan does not hold. */
tacit_ending tacit_measure(tacit_ctx *cx, const char *plan, char **record);

/* Compare the plan's data with the protected file at `path`. */
tacit_ending tacit_compare(tacit_ctx *cx, const char *plan, const char *path, char **record);

/* Check the release at `path` against its certificate; TACIT_NOT_RELEASED if it fails. */
tacit_ending tacit_verify(tacit_ctx *cx, const char *path, char **record);

/* Free a record.  Accepts NULL. */
void tacit_text_free(char *text);

/* The library's version, "major.minor.patch". */
const char *tacit_version(void);

#ifdef __cplusplus
}
#endif

#endif
