/*
 * context.h - status codes, messages, scratch memory, progress and cancellation.
 *
 * Every function that can fail returns a `tacit_status`; every function that can
 * fail, warn or allocate takes a `tacit_ctx *` first.  A context belongs to one
 * thread, except for tacit_cancel(), which any thread or signal handler may call.
 * Messages name columns, parameters, files and counts, never data values: a log
 * leaves the secure room, data does not.
 */
#ifndef TACIT_BASE_CONTEXT_H
#define TACIT_BASE_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A dropped status is a compiler warning, hence a build error in the tests' build. */
#if defined(__clang__)
#define TACIT_NODISCARD __attribute__((warn_unused_result))
#else
#define TACIT_NODISCARD [[nodiscard]]
#endif

/* Failure codes, chosen by what the caller can do about it. */
typedef enum TACIT_NODISCARD tacit_status {
    TACIT_OK = 0,
    TACIT_ERR_MEMORY,   /* allocation failed */
    TACIT_ERR_INPUT,    /* the request is wrong: names, types, parameters */
    TACIT_ERR_DATA,     /* the request is fine, this data cannot satisfy it */
    TACIT_ERR_IO,       /* a file or socket failed */
    TACIT_ERR_CANCELLED /* the caller asked to stop */
} tacit_status;

typedef struct tacit_ctx tacit_ctx;

/* Return the status of `expr` from the enclosing function unless it is TACIT_OK.
 * Safe anywhere, because nothing local needs freeing (see tacit_scratch). */
#define TACIT_TRY(expr)                                                                            \
    do {                                                                                           \
        const tacit_status try_ = (expr);                                                          \
        if (try_ != TACIT_OK)                                                                      \
            return try_;                                                                           \
    } while (0)

/* A broken promise inside the program: say where and stop.  Never used on input. */
#define TACIT_ASSERT(cond) ((cond) ? (void)0 : tacit_assert_failed(#cond, __FILE__, __LINE__))
_Noreturn void tacit_assert_failed(const char *cond, const char *file, int line);

/* Make a context; NULL only if memory is exhausted. */
tacit_ctx *tacit_ctx_new(void);

/* Free `cx` with its scratch memory (wiped) and warnings.  Accepts NULL. */
void tacit_ctx_free(tacit_ctx *cx);

/* Begin a new piece of work that carries nothing of the last: no message, no warning, no stage.
 * Scratch memory, the progress callback and the number of threads stay. */
void tacit_ctx_reset(tacit_ctx *cx);

/* End a piece of work: if it was cancelled, or was about to be, the next one is not. */
void tacit_ctx_resume(tacit_ctx *cx);

/* What the work has made that must not outlive it; see base/litter.h. */
struct tacit_litter;
struct tacit_litter *tacit_ctx_litter(tacit_ctx *cx);

/* How many threads work under `cx` may use; 0, the default, leaves it to OpenMP (one for each
 * processor unless its environment says otherwise).  See base/pool.h. */
void tacit_ctx_threads(tacit_ctx *cx, size_t n);
size_t tacit_ctx_threads_of(const tacit_ctx *cx);

/* Record a message for the caller and return `code`.  One full sentence. */
tacit_status tacit_fail(tacit_ctx *cx, tacit_status code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Record that memory ran out.  Allocates nothing. */
tacit_status tacit_fail_memory(tacit_ctx *cx);

/* Record that the caller asked to stop: the one sentence for it, whoever finds that the work
 * was cancelled. */
tacit_status tacit_fail_stopped(tacit_ctx *cx);

/* Message of the last failure, "" if none or if there is no context.
 * Borrowed until
 * the next failure. */
const char *tacit_message(const tacit_ctx *cx);

/* Say the last failure as data too: `list` (stolen) tells what is wrong with the request,
 * one object a problem.  Gone with the next failure. */
struct json_t;
void tacit_fail_details(tacit_ctx *cx, struct json_t *list);

/* The details of the last failure, or NULL if it has none.  Borrowed until the next. */
const struct json_t *tacit_fail_details_of(const tacit_ctx *cx);

/* Add a warning: something the user should know that does not stop the work. */
void tacit_warn(tacit_ctx *cx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Number of warnings so far, and the text of warning `i`. */
size_t tacit_warning_count(const tacit_ctx *cx);
const char *tacit_warning(const tacit_ctx *cx, size_t i);

/* Take back all warnings but the first `n`. */
void tacit_warnings_cut(tacit_ctx *cx, size_t n);

/* Zeroed memory for `n` items of `size` bytes, owned by `cx`, wiped and gone at the
 * release of the enclosing mark.  `out` is the address of a pointer. */
tacit_status tacit_scratch(tacit_ctx *cx, size_t n, size_t size, void *out);

/* A point to which tacit_scratch_release() returns; marks nest. */
size_t tacit_scratch_mark(const tacit_ctx *cx);
void tacit_scratch_release(tacit_ctx *cx, size_t mark);

/* Wipe and free one piece of scratch memory before its mark is released; accepts NULL.  For large
 * ones that are not needed while others still are. */
void tacit_scratch_drop(tacit_ctx *cx, const void *p);

/* The same for memory of which nothing was written beyond the first `used` bytes: what was never
 * touched costs nothing, and would if it were wiped. */
void tacit_scratch_drop_used(tacit_ctx *cx, const void *p, size_t used);

/* Copy `text` into scratch memory. */
tacit_status tacit_scratch_text(tacit_ctx *cx, const char *text, char **out);

/* Format into scratch memory. */
tacit_status tacit_scratch_format(tacit_ctx *cx, char **out, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Called with the stage's name and how much of it is done; `total` 0 means unknown.  A result
 * other than 0 cancels the work. */
typedef int tacit_progress(void *user, const char *stage, uint64_t done, uint64_t total);
void tacit_ctx_on_progress(tacit_ctx *cx, tacit_progress *call, void *user);

/* Called with a text for people that cannot wait for the end of the work. */
typedef void tacit_listener(void *user, const char *text);
void tacit_ctx_on_words(tacit_ctx *cx, tacit_listener *call, void *user);

/* Tell it, if anybody listens. */
void tacit_tell(tacit_ctx *cx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Name the stage that the following ticks belong to.  `name` is copied. */
void tacit_stage(tacit_ctx *cx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Report progress; fails with TACIT_ERR_CANCELLED once tacit_cancel() was called or the
 * callback said so.  Long loops call it every few thousand rows. */
tacit_status tacit_tick(tacit_ctx *cx, uint64_t done, uint64_t total);

/* Ask the work under `cx` to stop at its next tick.  Async-signal-safe. */
void tacit_cancel(tacit_ctx *cx);
bool tacit_is_cancelled(const tacit_ctx *cx);

/* Work that can end early with what it has says so between these two; the second gives whether it
 * was asked to, and from then on it is not any more. */
void tacit_finish_allow(tacit_ctx *cx);
bool tacit_finish_end(tacit_ctx *cx);

/* Work that has no end of its own, such as a server, which any request to stop lets end in its own
 * time; ends as the other does. */
void tacit_finish_allow_any(tacit_ctx *cx);
bool tacit_finish_is_any(const tacit_ctx *cx);

/* Ask the work under `cx` to end with what it has; false if it cannot, or was asked already.
 * Async-signal-safe. */
bool tacit_finish(tacit_ctx *cx);
bool tacit_is_finishing(const tacit_ctx *cx);

#endif
