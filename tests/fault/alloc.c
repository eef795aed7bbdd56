/*
 * alloc.c - the n-th allocation fails, for all n.
 *
 * The linker sends every malloc, calloc and realloc of the library and of the scenarios
 * to the functions below (--wrap), jansson's come here by json_set_alloc_funcs(); those
 * of other libraries and of forked children are left alone.  A scenario is run with its
 * first allocation failing, then its second, and so on until it needs fewer than n.  Each
 * run but the last must end in TACIT_ERR_MEMORY with a message; a crash ends the program,
 * and under AddressSanitizer a leak fails the scenario.  Output is TAP.
 */
#include "alloc.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* Allocations left until one fails; below 0 none will. */
static atomic_llong left = -1;
static atomic_bool  struck;

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static bool fails(void)
{
    if (atomic_load(&left) < 0 || atomic_fetch_sub(&left, 1) != 0)
        return false;
    atomic_store(&struck, true);
    return true;
}

void *__wrap_malloc(size_t n)
{
    return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return fails() ? NULL : __real_realloc(p, n);
}

/* A child works within limits of its own, and its failures are not its parent's. */
static void disarm(void)
{
    atomic_store(&left, -1);
}

/* Run `s` once with allocation number `n` (from 0) failing, in a fresh context whose own
 * allocation counts too.  Says whether the failure happened, and whether all was well. */
static bool run_once(const scenario *s, long long n, bool *happened)
{
    atomic_store(&struck, false);
    atomic_store(&left, n);
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_status status = cx == NULL ? TACIT_ERR_MEMORY : s->run(cx);
    atomic_store(&left, -1);
    *happened = atomic_load(&struck);

    const tacit_status expected = *happened ? TACIT_ERR_MEMORY : TACIT_OK;
    const bool silent = cx != NULL && *happened && tacit_message(cx)[0] == '\0';
    if (status != expected || silent)
        printf("# %s: allocation %lld %s, status %d, message '%s'\n", s->name, n + 1,
               *happened ? "fails" : "does not fail", (int)status,
               cx == NULL ? "" : tacit_message(cx));
    tacit_ctx_free(cx);
    return status == expected && !silent;
}

/* Fail each allocation of `s` in turn; give up after a few wrong answers. */
static bool run_scenario(const scenario *s, long long *n)
{
    enum { ENOUGH = 5 };
    int  wrong = 0;
    bool happened = true;
    for (*n = 0; happened && wrong < ENOUGH; *n += happened)
        if (!run_once(s, *n, &happened))
            wrong++;
    if (__lsan_do_recoverable_leak_check != NULL && __lsan_do_recoverable_leak_check() != 0)
        wrong++;
    return wrong == 0;
}

int main(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
    if (pthread_atfork(NULL, NULL, disarm) != 0)
        return 2;
    int number = 0, failed = 0;
    for (const scenario *s = SCENARIOS; s->name != NULL; s++) {
        long long  n = 0;
        const bool good = run_scenario(s, &n);
        printf("%sok %d - %s: each of %lld allocations fails in turn\n", good ? "" : "not ",
               ++number, s->name, n);
        fflush(stdout);
        failed += !good;
    }
    printf("1..%d\n", number);
    return failed == 0 ? 0 : 1;
}
