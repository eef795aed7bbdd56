/*
 * alloc.c - the n-th allocation fails, for all n.
 *
 * The linker sends every malloc, calloc and realloc of the library and of the scenarios
 * to the functions below (--wrap), jansson's come here by json_set_alloc_funcs(); those
 * of other libraries and of forked children are left alone.  A scenario is run with its
 * first allocation failing, then its second, and so on until it needs fewer than n.  Each
 * run but the last must end in TACIT_ERR_MEMORY with a message; a crash ends the program,
 * and under AddressSanitizer a leak fails the scenario.  Output is TAP.
 *
 * usage: fault_alloc [FIRST [STEP [WORD]]]
 * Starts with allocation FIRST (1), goes on by STEP (1), so that the work can be shared or
 * sampled, and runs only the scenarios with WORD in their names.
 */
#include "alloc.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Allocations left until one fails; below 0 none will. */
static atomic_llong left = -1;
static atomic_bool struck;

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

/* Run part `part` of `s` once with allocation number `n` (from 0) failing, in a fresh context whose
 * own allocation counts too.  Says whether the failure happened, and whether all was well. */
static bool run_once(const scenario *s, size_t part, long long n, bool *happened)
{
    atomic_store(&struck, false);
    atomic_store(&left, n);
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_status status = cx == NULL       ? TACIT_ERR_MEMORY
                                : s->run != NULL ? s->run(cx)
                                                 : s->run_part(cx, part);
    atomic_store(&left, -1);
    *happened = atomic_load(&struck);

    const tacit_status expected = *happened ? TACIT_ERR_MEMORY : TACIT_OK;
    const bool silent = cx != NULL && *happened && tacit_message(cx)[0] == '\0';
    if (status != expected || silent)
        printf("# %s, part %zu: allocation %lld %s, status %d, message '%s'\n", s->name, part,
               n + 1, *happened ? "fails" : "does not fail", (int)status,
               cx == NULL ? "" : tacit_message(cx));
    tacit_ctx_free(cx);
    return status == expected && !silent;
}

/* What to do: see the head of this file. */
typedef struct job {
    long long first, step;
    const char *word;
} job;

/* Fail the allocations of `s` in turn; give up after a few wrong answers. */
static bool run_scenario(const scenario *s, const job *j, long long *failures)
{
    enum { ENOUGH = 5 };
    const size_t parts = s->parts != NULL ? s->parts() : 1;
    int wrong = 0;
    for (size_t part = 0; part < parts; part++) {
        bool happened = true;
        for (long long n = j->first - 1; happened && wrong < ENOUGH; n += j->step) {
            wrong += !run_once(s, part, n, &happened);
            *failures += happened;
        }
    }
    if (__lsan_do_recoverable_leak_check != NULL && __lsan_do_recoverable_leak_check() != 0)
        wrong++;
    return wrong == 0;
}

int main(int argc, char **argv)
{
    const job j = { .first = argc > 1 ? strtoll(argv[1], NULL, 10) : 1,
                    .step = argc > 2 ? strtoll(argv[2], NULL, 10) : 1,
                    .word = argc > 3 ? argv[3] : "" };
    json_set_alloc_funcs(__wrap_malloc, free);
    if (j.first < 1 || j.step < 1 || pthread_atfork(NULL, NULL, disarm) != 0)
        return 2;
    int number = 0, failed = 0;
    for (const scenario *s = SCENARIOS; s->name != NULL; s++) {
        if (strstr(s->name, j.word) == NULL)
            continue;
        long long failures = 0;
        const bool good = run_scenario(s, &j, &failures);
        printf("%sok %d - %s: %lld allocations fail in turn, from %lld by %lld\n",
               good ? "" : "not ", ++number, s->name, failures, j.first, j.step);
        fflush(stdout);
        failed += !good;
    }
    printf("1..%d\n", number);
    return failed == 0 ? 0 : 1;
}
