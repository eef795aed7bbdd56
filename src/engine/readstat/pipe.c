/*
 * pipe.c - the parent's side of the parsing child.
 *
 * The parent waits with a time limit, so that cancellation is noticed while the child
 * works, and checks each frame as hostile input.  However the reading ends, the child
 * is killed and reaped and the pipe is closed.  Cost: one copy of each frame.
 */
#define _GNU_SOURCE /* pipe2 */
#include "engine/readstat/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"

enum { WAIT_MILLISECONDS = 100, SIZE_HEADER = 8 };

tacit_status tacit_readstat_damaged(tacit_ctx *cx, const tacit_readstat_job *job)
{
    return tacit_fail(cx, TACIT_ERR_DATA, "File '%s' is damaged or not a %s file.", job->uri,
                      job->format->title);
}

tacit_status tacit_readstat_pipe_open(tacit_ctx *cx, const tacit_readstat_job *job,
                                      tacit_readstat_pipe *out)
{
    int end[2];
    if (pipe2(end, O_CLOEXEC) != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "File '%s' cannot be read: no pipe is to be had.",
                          job->uri);
    pid_t pid = 0;
    const tacit_status status = tacit_readstat_start(cx, job, end[1], &pid);
    close(end[1]);
    if (status != TACIT_OK) {
        close(end[0]);
        return status;
    }
    *out = (tacit_readstat_pipe){ .pid = pid, .fd = end[0], .job = job };
    return TACIT_OK;
}

/* Kill the child and return its wait status; 0 if somebody else reaped it. */
static int reap(pid_t pid)
{
    int status = 0;
    kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 0;
    return status;
}

void tacit_readstat_pipe_close(tacit_readstat_pipe *p)
{
    if (p->pid > 0)
        reap(p->pid);
    if (p->fd >= 0)
        close(p->fd);
    if (p->frame != NULL)
        tacit_wipe(p->frame, p->room);
    tacit_free(p->frame);
    p->pid = 0;
    p->fd = -1;
    p->frame = NULL;
    p->room = 0;
}

/* The pipe ended early: the child crashed or ran into a limit.  A signal that comes
 * after it began to die does not change what it died of. */
static tacit_status child_died(tacit_ctx *cx, tacit_readstat_pipe *p)
{
    const int status = p->pid > 0 ? reap(p->pid) : 0;
    p->pid = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == TACIT_READSTAT_NO_MEMORY)
        return tacit_fail_memory(cx);
    if (WIFEXITED(status) && WEXITSTATUS(status) == TACIT_READSTAT_NO_START)
        return tacit_fail(cx, TACIT_ERR_IO, "File '%s' cannot be read: its parser cannot start.",
                          p->job->uri);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "File '%s' takes too long to read for its size: it is damaged or not "
                          "a %s file.",
                          p->job->uri, p->job->format->title);
    return tacit_readstat_damaged(cx, p->job);
}

/* Wait until the pipe can be read, looking for cancellation meanwhile. */
static tacit_status wait_readable(tacit_ctx *cx, const tacit_readstat_pipe *p)
{
    for (;;) {
        struct pollfd ask = { .fd = p->fd, .events = POLLIN };
        const int ready = poll(&ask, 1, WAIT_MILLISECONDS);
        if (ready > 0)
            return TACIT_OK;
        if (ready < 0 && errno != EINTR)
            return tacit_fail(cx, TACIT_ERR_IO, "Reading file '%s' failed.", p->job->uri);
        TACIT_TRY(tacit_tick(cx, p->done, p->job->size));
    }
}

/* Read exactly `n` bytes. */
static tacit_status read_all(tacit_ctx *cx, tacit_readstat_pipe *p, unsigned char *to, size_t n)
{
    while (n > 0) {
        TACIT_TRY(wait_readable(cx, p));
        const ssize_t got = read(p->fd, to, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return child_died(cx, p);
        to += got;
        n -= (size_t)got;
    }
    return TACIT_OK;
}

/* Read one frame, whatever it is. */
static tacit_status read_frame(tacit_ctx *cx, tacit_readstat_pipe *p, tacit_readstat_frame *f)
{
    uint32_t head[2];
    TACIT_TRY(read_all(cx, p, (unsigned char *)head, SIZE_HEADER));
    if (head[1] > TACIT_READSTAT_FRAME_MOST)
        return tacit_readstat_damaged(cx, p->job);
    if (head[1] > p->room) {
        TACIT_TRY(tacit_grow(cx, head[1], 1, &p->frame));
        p->room = head[1];
    }
    TACIT_TRY(read_all(cx, p, p->frame, head[1]));
    *f = (tacit_readstat_frame){ .type = head[0], .at = p->frame, .left = head[1] };
    return TACIT_OK;
}

tacit_status tacit_readstat_pipe_next(tacit_ctx *cx, tacit_readstat_pipe *p,
                                      tacit_readstat_frame *out)
{
    for (;;) {
        TACIT_TRY(read_frame(cx, p, out));
        if (out->type != TACIT_READSTAT_PROGRESS)
            return TACIT_OK;
        const uint64_t at = tacit_readstat_u64(out);
        p->done = at < p->job->size ? at : p->job->size;
        TACIT_TRY(tacit_tick(cx, p->done, p->job->size));
    }
}

tacit_status tacit_readstat_end(tacit_ctx *cx, const tacit_readstat_job *job,
                                tacit_readstat_frame *f, uint64_t *rows)
{
    const uint32_t error = tacit_readstat_u32(f);
    const uint32_t failed_read = tacit_readstat_u32(f);
    const uint64_t n = tacit_readstat_u64(f);
    if (failed_read != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Reading file '%s' failed.", job->uri);
    switch (error) {
    case READSTAT_OK:
        break;
    case READSTAT_ERROR_MALLOC:
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "File '%s' is damaged, or needs more memory than reading it may use.",
                          job->uri);
    case READSTAT_ERROR_UNSUPPORTED_CHARSET:
    case READSTAT_ERROR_CONVERT:
    case READSTAT_ERROR_CONVERT_BAD_STRING:
    case READSTAT_ERROR_CONVERT_SHORT_STRING:
    case READSTAT_ERROR_CONVERT_LONG_STRING:
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "File '%s' holds text that its stated character set does not allow.",
                          job->uri);
    case READSTAT_ERROR_UNSUPPORTED_COMPRESSION:
    case READSTAT_ERROR_UNSUPPORTED_FILE_FORMAT_VERSION:
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "File '%s' is damaged, or written in a version of the %s format that "
                          "cannot be read.",
                          job->uri, job->format->title);
    default:
        return tacit_readstat_damaged(cx, job);
    }
    if (f->bad || n > INT32_MAX)
        return tacit_readstat_damaged(cx, job);
    *rows = n;
    return TACIT_OK;
}

/* Take `n` bytes into `to`, or zeros if there are fewer. */
static void take(tacit_readstat_frame *f, void *to, size_t n)
{
    if (f->left < n) {
        f->bad = true;
        f->left = 0;
        memset(to, 0, n);
        return;
    }
    memcpy(to, f->at, n);
    f->at += n;
    f->left -= n;
}

uint8_t tacit_readstat_u8(tacit_readstat_frame *f)
{
    uint8_t x;
    take(f, &x, sizeof x);
    return x;
}

uint32_t tacit_readstat_u32(tacit_readstat_frame *f)
{
    uint32_t x;
    take(f, &x, sizeof x);
    return x;
}

uint64_t tacit_readstat_u64(tacit_readstat_frame *f)
{
    uint64_t x;
    take(f, &x, sizeof x);
    return x;
}

double tacit_readstat_f64(tacit_readstat_frame *f)
{
    double x;
    take(f, &x, sizeof x);
    return x;
}

const char *tacit_readstat_text(tacit_readstat_frame *f, size_t *n)
{
    const size_t length = tacit_readstat_u32(f);
    const unsigned char *at = f->at;
    const bool fits = !f->bad && length <= f->left;
    if (!fits || !tacit_is_utf8((const char *)at, length)) {
        f->bad = true;
        f->not_text = f->not_text || fits;
        *n = 0;
        return "";
    }
    f->at += length;
    f->left -= length;
    *n = length;
    return (const char *)at;
}
