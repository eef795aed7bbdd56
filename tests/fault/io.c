/*
 * io.c - a disk that fills up, or a process that dies, while it writes.
 *
 * A module for LD_PRELOAD.  It counts the bytes that go to regular files, and when
 * TACIT_FAULT_BYTES of them are written, it does what TACIT_FAULT says: `full`, the disk
 * is full from here on; `kill`, the process ends by SIGKILL.  TACIT_FAULT_RENAMES counts
 * renames in the same way for `kill`: it dies instead of making rename number n.
 */
#undef _FILE_OFFSET_BITS /* pwrite and pwrite64 are two names here */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_llong written, renamed;

static long long limit_of(const char *name)
{
    const char *text = getenv(name);
    return text == NULL ? -1 : strtoll(text, NULL, 10);
}

/* Do what TACIT_FAULT asks for, and return whether the call must fail. */
static bool strike(void)
{
    const char *what = getenv("TACIT_FAULT");
    if (what != NULL && strcmp(what, "kill") == 0)
        raise(SIGKILL);
    errno = ENOSPC;
    return true;
}

/* Whether writing `n` more bytes to `fd` must fail. */
static bool is_full(int fd, size_t n)
{
    const long long limit = limit_of("TACIT_FAULT_BYTES");
    struct stat about;
    if (limit < 0 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    return atomic_fetch_add(&written, (long long)n) + (long long)n > limit && strike();
}

/* The function of libc that ours stands before. */
#define REAL(name, type)                                                                           \
    type *real = NULL;                                                                             \
    void *found_ = dlsym(RTLD_NEXT, name);                                                         \
    memcpy(&real, &found_, sizeof real)

typedef ssize_t write_call(int fd, const void *bytes, size_t n);
typedef ssize_t pwrite_call(int fd, const void *bytes, size_t n, off_t at);
typedef ssize_t writev_call(int fd, const struct iovec *v, int n);
typedef size_t fwrite_call(const void *bytes, size_t size, size_t n, FILE *file);
typedef int rename_call(const char *from, const char *to);

ssize_t write(int fd, const void *bytes, size_t n)
{
    REAL("write", write_call);
    return is_full(fd, n) ? -1 : real(fd, bytes, n);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    REAL("pwrite", pwrite_call);
    return is_full(fd, n) ? -1 : real(fd, bytes, n, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at)
{
    return pwrite(fd, bytes, n, at);
}

ssize_t writev(int fd, const struct iovec *v, int n)
{
    size_t bytes = 0;
    for (int i = 0; i < n; i++)
        bytes += v[i].iov_len;
    REAL("writev", writev_call);
    return is_full(fd, bytes) ? -1 : real(fd, v, n);
}

size_t fwrite(const void *bytes, size_t size, size_t n, FILE *file)
{
    REAL("fwrite", fwrite_call);
    return is_full(fileno(file), size * n) ? 0 : real(bytes, size, n, file);
}

int rename(const char *from, const char *to)
{
    const long long limit = limit_of("TACIT_FAULT_RENAMES");
    if (limit >= 0 && atomic_fetch_add(&renamed, 1) >= limit && strike())
        return -1;
    REAL("rename", rename_call);
    return real(from, to);
}
