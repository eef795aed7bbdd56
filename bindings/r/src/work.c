/*
 * work.c - sessions of the library, and work in a thread that R waits for.
 *
 * A handle has a context and a session.  put and run begin work; wait tells in turns whether it
 * ended; stop cancels it until its thread is gone.  No call of the library is under way when R
 * may jump away.
 */
#include "binding.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STAGE = 64 };

typedef struct handle {
    tacit_ctx *cx;
    tacit_session *session;
    /* The work that is under way: its texts, and the table that goes in. */
    char *what, *plan, *options, *name;
    frame *given;
    pthread_t thread;
    bool has_thread;
    /* What the thread tells, under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t ended_now;
    bool ended;
    tacit_ending ending;
    char *record;
    char stage[STAGE];
    uint64_t done, total;
} handle;

/* ---- the thread that works ---- */

static int hear(void *user, const char *stage, uint64_t done, uint64_t total)
{
    handle *h = user;
    pthread_mutex_lock(&h->lock);
    strncpy(h->stage, stage, STAGE - 1);
    h->done = done;
    h->total = total;
    pthread_mutex_unlock(&h->lock);
    return 0;
}

static void *work(void *user)
{
    handle *h = user;
    tacit_ending ending;
    if (h->what != NULL) {
        ending = tacit_run(h->cx, h->session, h->what, h->plan, h->options, NULL, &h->record);
    } else {
        struct ArrowArrayStream in = frame_stream(h->given);
        ending = tacit_session_put(h->cx, h->session, h->name, &in);
    }
    pthread_mutex_lock(&h->lock);
    h->ending = ending;
    h->ended = true;
    pthread_cond_signal(&h->ended_now);
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

/* Signals are R's: the thread is begun with all of them blocked. */
static void begin(handle *h)
{
    sigset_t all, before;
    h->ended = false;
    h->stage[0] = '\0';
    h->done = h->total = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    h->has_thread = pthread_create(&h->thread, NULL, work, h) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!h->has_thread)
        Rf_error("No thread could be begun for the work.");
}

/* Forget what the work was; its thread is gone. */
static void forget(handle *h)
{
    free(h->what);
    free(h->plan);
    free(h->options);
    free(h->name);
    frame_free(h->given);
    tacit_text_free(h->record);
    h->what = h->plan = h->options = h->name = h->record = NULL;
    h->given = NULL;
}

/* ---- waiting ---- */

/* Wait until the work ends or the time is over; whether it ended. */
static bool await(handle *h, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const double end = (double)until.tv_nsec / 1e9 + seconds;
    until.tv_sec += (time_t)end;
    until.tv_nsec = (long)((end - (double)(time_t)end) * 1e9);
    int late = 0;
    pthread_mutex_lock(&h->lock);
    while (!h->ended && late != ETIMEDOUT)
        late = pthread_cond_timedwait(&h->ended_now, &h->lock, &until);
    const bool ended = h->ended;
    pthread_mutex_unlock(&h->lock);
    return ended;
}

static void stop(handle *h)
{
    while (h->has_thread && !await(h, 0.01))
        tacit_cancel(h->cx);
    if (h->has_thread)
        pthread_join(h->thread, NULL);
    h->has_thread = false;
    forget(h);
}

/* ---- handles ---- */

static void close_handle(handle *h)
{
    stop(h);
    tacit_session_free(h->session);
    tacit_ctx_free(h->cx);
    pthread_cond_destroy(&h->ended_now);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

static void finalise(SEXP handle_of)
{
    if (R_ExternalPtrAddr(handle_of) != NULL)
        close_handle(R_ExternalPtrAddr(handle_of));
    R_ClearExternalPtr(handle_of);
}

static handle *handle_at(SEXP given)
{
    handle *h = TYPEOF(given) == EXTPTRSXP ? R_ExternalPtrAddr(given) : NULL;
    if (h == NULL)
        Rf_error("The session was closed.");
    return h;
}

static void prepare(handle *h)
{
    pthread_condattr_t clock;
    pthread_mutex_init(&h->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&h->ended_now, &clock);
    pthread_condattr_destroy(&clock);
    h->cx = tacit_ctx_new();
    h->session = h->cx != NULL ? tacit_session_new(h->cx) : NULL;
}

SEXP call_open(SEXP threads)
{
    handle *h = calloc(1, sizeof *h);
    if (h == NULL)
        Rf_error("Memory is exhausted.");
    prepare(h);
    if (h->session == NULL) {
        close_handle(h);
        Rf_error("Memory is exhausted.");
    }
    tacit_ctx_threads(h->cx, (size_t)Rf_asInteger(threads));
    tacit_ctx_on_progress(h->cx, hear, h);
    SEXP made = PROTECT(R_MakeExternalPtr(h, R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(made, finalise, TRUE);
    UNPROTECT(1);
    return made;
}

SEXP call_close(SEXP given)
{
    finalise(given);
    return R_NilValue;
}

/* ---- what R asks for ---- */

static char *copy_of(SEXP text)
{
    if (Rf_isNull(text))
        return NULL;
    const char *chars = Rf_translateCharUTF8(STRING_ELT(text, 0));
    char *copy = malloc(strlen(chars) + 1);
    if (copy == NULL)
        Rf_error("Memory is exhausted.");
    return strcpy(copy, chars);
}

SEXP call_put(SEXP given, SEXP name, SEXP columns, SEXP rows)
{
    handle *h = handle_at(given);
    stop(h);
    R_SetExternalPtrProtected(given, columns);
    frame_fill(columns, rows, &h->given);
    h->name = copy_of(name);
    begin(h);
    return R_NilValue;
}

SEXP call_run(SEXP given, SEXP what, SEXP plan, SEXP options)
{
    handle *h = handle_at(given);
    stop(h);
    h->what = copy_of(what);
    h->plan = copy_of(plan);
    h->options = copy_of(options);
    begin(h);
    return R_NilValue;
}

static SEXP text_of(const char *text)
{
    return text == NULL ? R_NilValue : Rf_ScalarString(Rf_mkCharCE(text, CE_UTF8));
}

static SEXP told_so_far(handle *h)
{
    char stage[STAGE];
    pthread_mutex_lock(&h->lock);
    memcpy(stage, h->stage, STAGE);
    const double done = (double)h->done, total = (double)h->total;
    pthread_mutex_unlock(&h->lock);
    static const char *const NAMES[] = { "ended", "stage", "done", "total", "" };
    SEXP told = PROTECT(Rf_mkNamed(VECSXP, (const char **)NAMES));
    SET_VECTOR_ELT(told, 0, Rf_ScalarLogical(FALSE));
    SET_VECTOR_ELT(told, 1, text_of(stage));
    SET_VECTOR_ELT(told, 2, Rf_ScalarReal(done));
    SET_VECTOR_ELT(told, 3, Rf_ScalarReal(total));
    UNPROTECT(1);
    return told;
}

static SEXP told_at_end(const handle *h)
{
    static const char *const NAMES[] = { "ended", "ending", "message", "record", "changed", "" };
    SEXP told = PROTECT(Rf_mkNamed(VECSXP, (const char **)NAMES));
    SET_VECTOR_ELT(told, 0, Rf_ScalarLogical(TRUE));
    SET_VECTOR_ELT(told, 1, Rf_ScalarInteger((int)h->ending));
    SET_VECTOR_ELT(told, 2, text_of(tacit_message(h->cx)));
    SET_VECTOR_ELT(told, 3, text_of(h->record));
    SET_VECTOR_ELT(told, 4, text_of(h->given != NULL ? frame_changed(h->given) : NULL));
    UNPROTECT(1);
    return told;
}

SEXP call_wait(SEXP given, SEXP seconds)
{
    handle *h = handle_at(given);
    if (!h->has_thread)
        Rf_error("No work is under way.");
    if (!await(h, Rf_asReal(seconds))) {
        R_CheckUserInterrupt();
        return told_so_far(h);
    }
    SEXP told = PROTECT(told_at_end(h));
    stop(h);
    R_SetExternalPtrProtected(given, R_NilValue);
    UNPROTECT(1);
    return told;
}

SEXP call_stop(SEXP given)
{
    if (R_ExternalPtrAddr(given) != NULL)
        stop(R_ExternalPtrAddr(given));
    return R_NilValue;
}

SEXP call_get(SEXP given, SEXP name, SEXP wide)
{
    handle *h = handle_at(given);
    stop(h);
    struct ArrowArrayStream out = { .release = NULL };
    const char *called = Rf_translateCharUTF8(STRING_ELT(name, 0));
    if (tacit_session_get(h->cx, h->session, called, &out) != TACIT_DONE)
        Rf_error("%s", tacit_message(h->cx));
    tacit_session_free(h->session); /* what did not change is held by the stream */
    h->session = tacit_session_new(h->cx);
    return columns_of_stream(&out, wide);
}

SEXP call_describe(void)
{
    tacit_ctx *cx = tacit_ctx_new();
    char *catalog = NULL;
    if (cx == NULL || tacit_describe(cx, &catalog) != TACIT_DONE) {
        tacit_ctx_free(cx);
        Rf_error("Memory is exhausted.");
    }
    SEXP told = PROTECT(text_of(catalog));
    tacit_text_free(catalog);
    tacit_ctx_free(cx);
    UNPROTECT(1);
    return told;
}

SEXP call_version(void)
{
    return text_of(tacit_version());
}
