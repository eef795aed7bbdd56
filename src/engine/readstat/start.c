/*
 * start.c - starting the program tacit-read, which parses a file.
 *
 * A program that uses the library may have threads, so a process is never forked without
 * another program taking it over.  That program is looked for where it was installed relative to
 * the library (or to the command, which holds the library), then where a build folder has it;
 * the environment variable TACIT_HELPER names it instead.  It is started with all signals
 * blocked, nothing on its standard streams, the file, the pipe, and its order in anonymous
 * memory.
 */
#define _GNU_SOURCE /* memfd_create, dladdr1, secure_getenv */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/readstat/wire.h"

#ifndef TACIT_HELPER_FROM_LIB
#define TACIT_HELPER_FROM_LIB "../libexec/tacit"
#endif
#ifndef TACIT_HELPER_FROM_BIN
#define TACIT_HELPER_FROM_BIN "../libexec/tacit"
#endif

enum { HIGH_FD = 10 }; /* descriptors from here on are out of the way of the child's */

/* Folders from that of the library or the command: installed, then in a build folder. */
enum { FROM_LIB, FROM_BIN };
static const char *const PLACES[] = {
    [FROM_LIB] = TACIT_HELPER_FROM_LIB,
    [FROM_BIN] = TACIT_HELPER_FROM_BIN,
    ".",
    "../src",
    "../../src",
};

/* What the child is started with; -1 is none. */
typedef struct handover {
    int file, out, order;
} handover;

static tacit_status no_process(tacit_ctx *cx, const tacit_readstat_job *job)
{
    return tacit_fail(cx, TACIT_ERR_IO, "File '%s' cannot be read: no process can be started.",
                      job->uri);
}

/* ---- the order ---- */

static bool write_all(int fd, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n > 0) {
        const ssize_t put = write(fd, at, n);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        n -= (size_t)put;
    }
    return true;
}

/* The order for `job` in anonymous memory; -1 on failure. */
static int write_order(const tacit_readstat_job *job)
{
    tacit_readstat_order order = { .size = job->size,
                                   .memory = job->memory,
                                   .n_keep = job->keep != NULL ? job->n_keep : 0,
                                   .schema = job->keep == NULL };
    snprintf(order.version, sizeof order.version, "%s", TACIT_VERSION);
    snprintf(order.ending, sizeof order.ending, "x%s", job->format->ending);
    const int fd = memfd_create("tacit-order", MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    if (write_all(fd, &order, sizeof order) &&
        write_all(fd, job->keep, (size_t)order.n_keep * sizeof *job->keep) &&
        lseek(fd, 0, SEEK_SET) == 0)
        return fd;
    close(fd);
    return -1;
}

/* ---- the process ---- */

/* Start `path`; errno of the failure, or 0. */
static int spawn(const char *path, const handover *h, pid_t *pid)
{
    posix_spawn_file_actions_t to;
    posix_spawnattr_t how;
    sigset_t all;
    char name[] = "tacit-read";
    char *const argv[] = { name, NULL };
    if (posix_spawn_file_actions_init(&to) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&how) != 0) {
        posix_spawn_file_actions_destroy(&to);
        return ENOMEM;
    }
    sigfillset(&all);
    int error = 0;
    for (int fd = 0; fd <= 2 && error == 0; fd++)
        error = posix_spawn_file_actions_addopen(&to, fd, "/dev/null", O_RDWR, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&to, h->file, TACIT_READSTAT_FILE_FD);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&to, h->out, TACIT_READSTAT_OUT_FD);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&to, h->order, TACIT_READSTAT_ORDER_FD);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&how, &all);
    posix_spawnattr_setsigdefault(&how, &all);
    if (error == 0)
        error = posix_spawn(pid, path, &to, &how, argv, environ);
    posix_spawn_file_actions_destroy(&to);
    posix_spawnattr_destroy(&how);
    return error;
}

/* The folder, with its final slash, of the file that this code is in, and whether that is a
 * library or a program. */
static bool find_folder(char out[PATH_MAX], bool *library)
{
    Dl_info info;
    struct link_map *map = NULL;
    char name[PATH_MAX];
    if (dladdr1(PLACES, &info, (void **)&map, RTLD_DL_LINKMAP) == 0)
        return false;
    *library = map->l_name[0] != '\0';
    if (realpath(*library ? map->l_name : "/proc/self/exe", name) == NULL)
        return false;
    char *slash = strrchr(name, '/');
    slash[1] = '\0';
    memcpy(out, name, (size_t)(slash - name) + 2);
    return true;
}

/* Start the program from the first place that has it. */
static int spawn_found(const handover *h, pid_t *pid)
{
    const char *given = secure_getenv("TACIT_HELPER");
    char folder[PATH_MAX], path[2 * PATH_MAX];
    bool library = false;
    if (given != NULL)
        return spawn(given, h, pid);
    if (!find_folder(folder, &library))
        return ENOENT;
    int error = ENOENT;
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
        if (i == (library ? FROM_BIN : FROM_LIB))
            continue;
        const bool whole = PLACES[i][0] == '/';
        snprintf(path, sizeof path, "%s%s/tacit-read", whole ? "" : folder, PLACES[i]);
        error = spawn(path, h, pid);
        if (error != ENOENT && error != ENOTDIR)
            break;
    }
    return error;
}

static tacit_status start(tacit_ctx *cx, const tacit_readstat_job *job, const handover *h,
                          pid_t *pid)
{
    if (h->file < 0 || h->out < 0 || h->order < 0)
        return no_process(cx, job);
    const int error = spawn_found(h, pid);
    if (error == ENOENT || error == ENOTDIR || error == EACCES)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "File '%s' cannot be read: the program tacit-read, which parses it, is "
                          "not installed with the library.",
                          job->uri);
    return error != 0 ? no_process(cx, job) : TACIT_OK;
}

/* A copy of `fd` out of the way of the child's descriptors; takes `fd` over if `own`. */
static int lift(int fd, bool own)
{
    const int high = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, HIGH_FD) : -1;
    if (own && fd >= 0)
        close(fd);
    return high;
}

tacit_status tacit_readstat_start(tacit_ctx *cx, const tacit_readstat_job *job, int out, pid_t *pid)
{
    const handover h = { .file = lift(job->fd, false),
                         .out = lift(out, false),
                         .order = lift(write_order(job), true) };
    const tacit_status status = start(cx, job, &h, pid);
    const int fds[] = { h.file, h.out, h.order };
    for (size_t i = 0; i < 3; i++)
        if (fds[i] >= 0)
            close(fds[i]);
    return status;
}
