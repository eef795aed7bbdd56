/*
 * parse_file.c - the text of a plan from a file.
 *
 * One byte more than a plan may have is read, so that a file that is too long is told
 * from one that just fits without asking for its size, which a pipe has not.
 */
#include "plan/parse_tree.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static tacit_status read_bytes(tacit_ctx *cx, const char *path, FILE *f, char **out)
{
    char *text = NULL;
    TACIT_TRY(tacit_scratch(cx, TACIT_PLAN_BYTES + 2, 1, &text));
    const size_t n = fread(text, 1, TACIT_PLAN_BYTES + 1, f);
    if (ferror(f))
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read plan '%s': %s.", path, strerror(errno));
    if (n > TACIT_PLAN_BYTES)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s: a plan has at most 4 MiB of text.", path);
    const char *zero = memchr(text, '\0', n);
    if (zero != NULL) {
        size_t line = 1;
        for (const char *c = text; c < zero; c++)
            line += *c == '\n';
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s:%zu: this line has a NUL byte; a plan is a text in UTF-8.", path,
                          line);
    }
    *out = text;
    return TACIT_OK;
}

tacit_status tacit_plan_read(tacit_ctx *cx, const char *path, char **out)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot open plan '%s': %s.", path, strerror(errno));
    struct stat info;
    tacit_status status;
    if (fstat(fileno(f), &info) == 0 && S_ISDIR(info.st_mode))
        status = tacit_fail(cx, TACIT_ERR_IO, "Cannot read plan '%s': it is a directory.", path);
    else
        status = read_bytes(cx, path, f, out);
    fclose(f);
    return status;
}
