/*
 * input.c - a name means a file.
 */
#include "engine/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *kind_of(mode_t mode)
{
    return S_ISDIR(mode)    ? "a directory"
           : S_ISFIFO(mode) ? "a named pipe"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

static tacit_status check_kind(tacit_ctx *cx, const char *path, const struct stat *st)
{
    if (S_ISREG(st->st_mode))
        return TACIT_OK;
    if (S_ISDIR(st->st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: it is a directory, not a file.", path);
    return tacit_fail(cx, TACIT_ERR_IO,
                      "Cannot read %s: it is %s, and data is read more than once; write it to a "
                      "file first.",
                      path, kind_of(st->st_mode));
}

static tacit_status fail_read(tacit_ctx *cx, const char *path)
{
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(errno));
}

tacit_status tacit_input_check(tacit_ctx *cx, const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? check_kind(cx, path, &st) : fail_read(cx, path);
}

tacit_status tacit_input_open(tacit_ctx *cx, const char *path, tacit_input *out)
{
    struct stat st;
    out->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (out->fd < 0 || fstat(out->fd, &st) != 0)
        return fail_read(cx, path);
    TACIT_TRY(check_kind(cx, path, &st));
    if (st.st_size == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s is empty; a line that names the columns is expected.", path);
    out->bytes = (uint64_t)st.st_size;
    snprintf(out->name, sizeof out->name, "/proc/self/fd/%d", out->fd);
    return TACIT_OK;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

tacit_status tacit_input_check_last_line(tacit_ctx *cx, const tacit_input *in, const char *about)
{
    char block[4096];
    uint64_t line = 0; /* bytes of it that were seen */
    for (uint64_t end = in->bytes; end > 0 && line <= TACIT_INPUT_LINE;) {
        const uint64_t from = end > sizeof block ? end - sizeof block : 0;
        const ssize_t n = pread(in->fd, block, (size_t)(end - from), (off_t)from);
        if (n != (ssize_t)(end - from))
            return fail_read(cx, about);
        for (size_t i = (size_t)n; i-- > 0;) {
            if (is_line_end(block[i]) && line > 0)
                return TACIT_OK;
            line += !is_line_end(block[i]);
        }
        end = from;
    }
    return line <= TACIT_INPUT_LINE
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_DATA,
                            "%s: the last line is longer than 16 MB; this does not look like a "
                            "table.",
                            about);
}

void tacit_input_close(tacit_input *in)
{
    if (in->fd >= 0)
        close(in->fd);
    in->fd = -1;
}
