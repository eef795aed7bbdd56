/*
 * context.c - status codes, messages, scratch memory, progress and cancellation.
 *
 * Scratch memory is a stack of separate allocations: a mark is the height of the
 * stack, a release pops, wipes and frees.  Separate allocations let the address
 * sanitizer see an overrun of any one of them.
 */
#include "base/context.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/litter.h"
#include "base/memory.h"

enum { MESSAGE_BYTES = 6144, STAGE_BYTES = 160, MOST_WARNINGS = 200 };

typedef struct scratch {
    void *p;
    size_t bytes;
} scratch;

/* Whether work can end early with what it has, and whether it was asked to. */
enum finish { FINISH_NO = 0, FINISH_CAN, FINISH_ASKED, FINISH_ANY };

struct tacit_ctx {
    char message[MESSAGE_BYTES];
    json_t *details; /* of the message; NULL if there are none */
    scratch *stack;
    size_t height, room;
    char **warning;
    size_t n_warnings, warning_room;
    atomic_bool cancelled;
    atomic_int finish; /* of enum finish */
    size_t threads;
    tacit_progress *progress;
    void *progress_user;
    tacit_listener *listener;
    void *listener_user;
    char stage[STAGE_BYTES];
    tacit_litter *litter;
};

_Noreturn void tacit_assert_failed(const char *cond, const char *file, int line)
{
    fprintf(stderr, "tacit: internal error: %s:%d: %s\n", file, line, cond);
    abort();
}

tacit_ctx *tacit_ctx_new(void)
{
    tacit_ctx *cx = calloc(1, sizeof *cx);
    if (cx == NULL)
        return NULL;
    cx->litter = tacit_litter_new();
    if (cx->litter != NULL)
        return cx;
    free(cx);
    return NULL;
}

void tacit_ctx_free(tacit_ctx *cx)
{
    if (cx == NULL)
        return;
    tacit_scratch_release(cx, 0);
    free(cx->stack);
    tacit_ctx_reset(cx);
    tacit_litter_free(cx->litter);
    free(cx->warning);
    free(cx);
}

void tacit_ctx_reset(tacit_ctx *cx)
{
    tacit_warnings_cut(cx, 0);
    cx->message[0] = '\0';
    cx->stage[0] = '\0';
    tacit_litter_clear(cx->litter);
    tacit_fail_details(cx, NULL);
}

tacit_litter *tacit_ctx_litter(tacit_ctx *cx)
{
    return cx->litter;
}

void tacit_ctx_resume(tacit_ctx *cx)
{
    atomic_store(&cx->cancelled, false);
    atomic_store(&cx->finish, FINISH_NO);
}

void tacit_ctx_threads(tacit_ctx *cx, size_t n)
{
    cx->threads = n;
}

size_t tacit_ctx_threads_of(const tacit_ctx *cx)
{
    return cx->threads;
}

tacit_status tacit_fail(tacit_ctx *cx, tacit_status code, const char *fmt, ...)
{
    TACIT_ASSERT(code != TACIT_OK);
    char fresh[MESSAGE_BYTES]; /* the arguments may point into the old message */
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(fresh, sizeof fresh, fmt, ap);
    va_end(ap);
    memcpy(cx->message, fresh, sizeof fresh);
    tacit_fail_details(cx, NULL);
    return code;
}

tacit_status tacit_fail_memory(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_MEMORY, "Memory ran out.");
}

tacit_status tacit_fail_stopped(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_CANCELLED, "Stopped on request; nothing was written.");
}

const char *tacit_message(const tacit_ctx *cx)
{
    return cx != NULL ? cx->message : "";
}

void tacit_fail_details(tacit_ctx *cx, json_t *list)
{
    json_decref(cx->details);
    cx->details = list;
}

const json_t *tacit_fail_details_of(const tacit_ctx *cx)
{
    return cx->details;
}

/* Append an owned copy of `text` to the warnings; a warning that cannot be kept is
 * dropped, because nothing may fail for want of a warning. */
static void keep_warning(tacit_ctx *cx, const char *text)
{
    for (size_t i = 0; i < cx->n_warnings; i++)
        if (strcmp(cx->warning[i], text) == 0)
            return;
    if (cx->n_warnings == MOST_WARNINGS)
        return;
    if (cx->n_warnings == cx->warning_room) {
        const size_t room = cx->warning_room == 0 ? 8 : 2 * cx->warning_room;
        char **grown = realloc(cx->warning, room * sizeof *grown);
        if (grown == NULL)
            return;
        cx->warning = grown;
        cx->warning_room = room;
    }
    const size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    if (copy == NULL)
        return;
    memcpy(copy, text, n);
    cx->warning[cx->n_warnings++] = copy;
}

void tacit_warn(tacit_ctx *cx, const char *fmt, ...)
{
    char text[MESSAGE_BYTES];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    keep_warning(cx, text);
}

void tacit_warnings_cut(tacit_ctx *cx, size_t n)
{
    while (cx->n_warnings > n)
        free(cx->warning[--cx->n_warnings]);
}

size_t tacit_warning_count(const tacit_ctx *cx)
{
    return cx->n_warnings;
}

const char *tacit_warning(const tacit_ctx *cx, size_t i)
{
    TACIT_ASSERT(i < cx->n_warnings);
    return cx->warning[i];
}

tacit_status tacit_scratch(tacit_ctx *cx, size_t n, size_t size, void *out)
{
    if (cx->height == cx->room) {
        const size_t room = cx->room == 0 ? 64 : 2 * cx->room;
        TACIT_TRY(tacit_grow(cx, room, sizeof *cx->stack, &cx->stack));
        cx->room = room;
    }
    void *p = NULL;
    TACIT_TRY(tacit_alloc(cx, n, size, &p));
    cx->stack[cx->height++] = (scratch){ .p = p, .bytes = n * size };
    memcpy(out, &p, sizeof p);
    return TACIT_OK;
}

size_t tacit_scratch_mark(const tacit_ctx *cx)
{
    return cx->height;
}

void tacit_scratch_release(tacit_ctx *cx, size_t mark)
{
    TACIT_ASSERT(mark <= cx->height);
    while (cx->height > mark) {
        const scratch top = cx->stack[--cx->height];
        tacit_wipe(top.p, top.bytes);
        free(top.p);
    }
}

void tacit_scratch_drop(tacit_ctx *cx, const void *p)
{
    tacit_scratch_drop_used(cx, p, SIZE_MAX);
}

void tacit_scratch_drop_used(tacit_ctx *cx, const void *p, size_t used)
{
    size_t at = cx->height;
    if (p == NULL)
        return;
    while (at > 0 && cx->stack[at - 1].p != p)
        at--;
    TACIT_ASSERT(at > 0);
    const scratch own = cx->stack[at - 1];
    tacit_wipe(own.p, used < own.bytes ? used : own.bytes);
    free(own.p);
    cx->stack[at - 1] = (scratch){ 0 };
}

tacit_status tacit_scratch_text(tacit_ctx *cx, const char *text, char **out)
{
    const size_t n = strlen(text) + 1;
    TACIT_TRY(tacit_scratch(cx, n, 1, out));
    memcpy(*out, text, n);
    return TACIT_OK;
}

tacit_status tacit_scratch_format(tacit_ctx *cx, char **out, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    TACIT_ASSERT(n >= 0);
    const tacit_status status = tacit_scratch(cx, (size_t)n + 1, 1, out);
    if (status == TACIT_OK)
        vsnprintf(*out, (size_t)n + 1, fmt, again);
    va_end(again);
    return status;
}

void tacit_ctx_on_progress(tacit_ctx *cx, tacit_progress *call, void *user)
{
    cx->progress = call;
    cx->progress_user = user;
}

void tacit_ctx_on_words(tacit_ctx *cx, tacit_listener *call, void *user)
{
    cx->listener = call;
    cx->listener_user = user;
}

void tacit_tell(tacit_ctx *cx, const char *fmt, ...)
{
    char text[MESSAGE_BYTES];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (cx->listener != NULL)
        cx->listener(cx->listener_user, text);
    tacit_wipe(text, sizeof text);
}

/* Tell the caller how far the work is; it may answer that it shall stop. */
static void tell(tacit_ctx *cx, uint64_t done, uint64_t total)
{
    if (cx->progress != NULL && cx->progress(cx->progress_user, cx->stage, done, total) != 0)
        tacit_cancel(cx);
}

void tacit_stage(tacit_ctx *cx, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(cx->stage, sizeof cx->stage, fmt, ap);
    va_end(ap);
    tell(cx, 0, 0);
}

tacit_status tacit_tick(tacit_ctx *cx, uint64_t done, uint64_t total)
{
    if (!tacit_is_cancelled(cx))
        tell(cx, done, total);
    if (tacit_is_cancelled(cx))
        return tacit_fail_stopped(cx);
    return TACIT_OK;
}

void tacit_cancel(tacit_ctx *cx)
{
    atomic_store(&cx->cancelled, true);
}

bool tacit_is_cancelled(const tacit_ctx *cx)
{
    return atomic_load(&cx->cancelled);
}

void tacit_finish_allow(tacit_ctx *cx)
{
    atomic_store(&cx->finish, FINISH_CAN);
}

bool tacit_finish_end(tacit_ctx *cx)
{
    return atomic_exchange(&cx->finish, FINISH_NO) == FINISH_ASKED;
}

void tacit_finish_allow_any(tacit_ctx *cx)
{
    atomic_store(&cx->finish, FINISH_ANY);
}

bool tacit_finish_is_any(const tacit_ctx *cx)
{
    return atomic_load(&cx->finish) == FINISH_ANY;
}

bool tacit_finish(tacit_ctx *cx)
{
    int can = FINISH_CAN, any = FINISH_ANY;
    return atomic_compare_exchange_strong(&cx->finish, &can, FINISH_ASKED) ||
           atomic_compare_exchange_strong(&cx->finish, &any, FINISH_ASKED);
}

bool tacit_is_finishing(const tacit_ctx *cx)
{
    return atomic_load(&cx->finish) == FINISH_ASKED;
}
