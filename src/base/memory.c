/*
 * memory.c - allocation with overflow checks, and wiping.
 */
#include "base/memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>

tacit_status tacit_alloc(tacit_ctx *cx, size_t n, size_t size, void *out)
{
    TACIT_ASSERT(size > 0);
    void *p = calloc(n > 0 ? n : 1, size);
    if (p == NULL)
        return tacit_fail_memory(cx);
    memcpy(out, &p, sizeof p);
    return TACIT_OK;
}

tacit_status tacit_grow(tacit_ctx *cx, size_t n, size_t size, void *p)
{
    size_t bytes = 0;
    TACIT_ASSERT(size > 0);
    if (__builtin_mul_overflow(n > 0 ? n : 1, size, &bytes))
        return tacit_fail_memory(cx);
    void *old = NULL;
    memcpy(&old, p, sizeof old);
    void *grown = realloc(old, bytes);
    if (grown == NULL)
        return tacit_fail_memory(cx);
    memcpy(p, &grown, sizeof grown);
    return TACIT_OK;
}

tacit_status tacit_copy_text(tacit_ctx *cx, const char *text, char **out)
{
    const size_t n = strlen(text) + 1;
    char *copy = NULL;
    TACIT_TRY(tacit_alloc(cx, n, 1, &copy));
    memcpy(copy, text, n);
    *out = copy;
    return TACIT_OK;
}

void tacit_free(void *p)
{
    free(p);
}

void tacit_wipe(void *p, size_t n)
{
    if (p != NULL && n > 0)
        explicit_bzero(p, n);
}

void tacit_give_back(void)
{
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}
