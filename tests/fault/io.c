/*
 * io.c - a disk that fills up, or a process that dies, while it writes.
 *
 * A module for LD_PRELOAD.  It counts the bytes that go to regular files, and when
 * TACIT_FAULT_BYTES of them are written, it does what TACIT_FAULT says: `full`, the disk
 * is full from here on; `kill`, the process ends by SIGKILL.  TACIT_FAULT_RENAMES counts
 * renames in the same way for `kill`: it dies instead of making rename number n.
 *
 * TACIT_FAULT_CALLS counts every call that changes or syncs a file whose path has TACIT_FAULT_PATH
 * in it: open, write, close, fsync, fdatasync, fchmod, flock, link, rename, unlink.  Call number n
 * fails (`fail`), or it and all that follow (`fails`), or the process dies instead of it (`kill`).
 */
#undef _FILE_OFFSET_BITS /* pwrite and pwrite64 are two names here */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_llong written, renamed, called;

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

/* Whether the call, on a file at `path`, must fail. */
static bool breaks_at(const char *path)
{
    const char *part = getenv("TACIT_FAULT_PATH"), *what = getenv("TACIT_FAULT");
    const long long limit = limit_of("TACIT_FAULT_CALLS");
    if (limit < 0 || part == NULL || path == NULL || strstr(path, part) == NULL)
        return false;
    const long long now = atomic_fetch_add(&called, 1);
    if (now < limit || (now > limit && (what == NULL || strcmp(what, "fails") != 0)) || !strike())
        return false;
    errno = EIO;
    return true;
}

/* The same for an open file. */
static bool breaks(int fd)
{
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    const bool counts = limit_of("TACIT_FAULT_CALLS") >= 0;
    const ssize_t n = counts ? readlink(name, path, sizeof path - 1) : -1;
    path[n < 0 ? 0 : n] = '\0';
    return breaks_at(path);
}

/* Whether writing `n` more bytes to `fd` must fail. */
static bool is_full(int fd, size_t n)
{
    const long long limit = limit_of("TACIT_FAULT_BYTES");
    struct stat about;
    if (breaks(fd))
        return true;
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
typedef int renameat2_call(int a, const char *from, int b, const char *to, unsigned flags);
typedef int linkat_call(int a, const char *from, int b, const char *to, int flags);
typedef int unlink_call(const char *path);
typedef int unlinkat_call(int folder, const char *path, int flags);
typedef int open_call(const char *path, int flags, ...);
typedef int fd_call(int fd);
typedef int flock_call(int fd, int how);
typedef int fchmod_call(int fd, mode_t mode);

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
    if (breaks_at(to) || (limit >= 0 && atomic_fetch_add(&renamed, 1) >= limit && strike()))
        return -1;
    REAL("rename", rename_call);
    return real(from, to);
}

int renameat2(int a, const char *from, int b, const char *to, unsigned flags)
{
    REAL("renameat2", renameat2_call);
    return breaks_at(to) ? -1 : real(a, from, b, to, flags);
}

int linkat(int a, const char *from, int b, const char *to, int flags)
{
    REAL("linkat", linkat_call);
    return breaks_at(to) ? -1 : real(a, from, b, to, flags);
}

int unlink(const char *path)
{
    REAL("unlink", unlink_call);
    return breaks_at(path) ? -1 : real(path);
}

int unlinkat(int folder, const char *path, int flags)
{
    REAL("unlinkat", unlinkat_call);
    return breaks(folder) ? -1 : real(folder, path, flags);
}

/* Where calls are counted, the disk has no say: only their order matters, and it is quicker. */
int fsync(int fd)
{
    REAL("fsync", fd_call);
    return breaks(fd) ? -1 : limit_of("TACIT_FAULT_CALLS") >= 0 ? 0 : real(fd);
}

int fdatasync(int fd)
{
    REAL("fdatasync", fd_call);
    return breaks(fd) ? -1 : real(fd);
}

/* A file is closed whatever close() says. */
int close(int fd)
{
    const bool bad = breaks(fd);
    REAL("close", fd_call);
    const int status = real(fd);
    if (bad)
        errno = EIO;
    return bad ? -1 : status;
}

int flock(int fd, int how)
{
    REAL("flock", flock_call);
    return breaks(fd) ? -1 : real(fd, how);
}

int fchmod(int fd, mode_t mode)
{
    REAL("fchmod", fchmod_call);
    return breaks(fd) ? -1 : real(fd, mode);
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    REAL("open", open_call);
    return breaks_at(path) ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open(path, flags, mode);
}
