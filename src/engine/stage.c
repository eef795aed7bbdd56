/*
 * stage.c - outputs that appear all at once or not at all.
 */
#include "engine/stage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

typedef struct staged_file {
    char *target, *path;
} staged_file;

struct tacit_staged {
    staged_file *file;
    size_t n;
};

tacit_status tacit_staged_new(tacit_ctx *cx, tacit_staged **out)
{
    return tacit_alloc(cx, 1, sizeof **out, out);
}

void tacit_staged_free(tacit_staged *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->n; i++) {
        if (s->file[i].path != NULL)
            unlink(s->file[i].path);
        tacit_free(s->file[i].path);
        tacit_free(s->file[i].target);
    }
    tacit_free(s->file);
    tacit_free(s);
}

static tacit_status fail_write(tacit_ctx *cx, const char *target)
{
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: %s.", target, strerror(errno));
}

/* A temporary name in the folder of `target`, made as an empty file. */
static tacit_status make_beside(tacit_ctx *cx, const char *target, char **out)
{
    struct stat st;
    if (stat(target, &st) == 0 && S_ISDIR(st.st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: it is a directory.", target);
    const char *slash = strrchr(target, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - target) + 1;
    const size_t bytes = strlen(target) + sizeof "..tacit-XXXXXX";
    char *path = NULL;
    TACIT_TRY(tacit_alloc(cx, bytes, 1, &path));
    snprintf(path, bytes, "%.*s.%s.tacit-XXXXXX", (int)folder, target, target + folder);
    const int fd = mkstemp(path);
    if (fd < 0) {
        tacit_free(path);
        return fail_write(cx, target);
    }
    const mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(fd, 0666 & ~mask); /* mkstemp makes it private; outputs follow the umask */
    close(fd);
    *out = path;
    return TACIT_OK;
}

tacit_status tacit_staged_add(tacit_ctx *cx, tacit_staged *s, const char *target, const char **path)
{
    TACIT_TRY(tacit_grow(cx, s->n + 1, sizeof *s->file, &s->file));
    staged_file *f = &s->file[s->n];
    *f = (staged_file){ 0 };
    TACIT_TRY(tacit_copy_text(cx, target, &f->target));
    s->n++; /* from here on the stage frees it */
    TACIT_TRY(make_beside(cx, target, &f->path));
    *path = f->path;
    return TACIT_OK;
}

tacit_status tacit_staged_write(tacit_ctx *cx, const char *path, const char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL)
        return fail_write(cx, path);
    const bool whole = fwrite(bytes, 1, n, f) == n;
    const int why = errno;
    if (fclose(f) != 0)
        return fail_write(cx, path);
    errno = why;
    return whole ? TACIT_OK : fail_write(cx, path);
}

static tacit_status sync_file(tacit_ctx *cx, const staged_file *f)
{
    const int fd = open(f->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail_write(cx, f->target);
    const int bad = fsync(fd);
    const int why = errno;
    close(fd);
    errno = why;
    return bad == 0 ? TACIT_OK : fail_write(cx, f->target);
}

/* Make the new name last through a power cut; where a folder cannot be synced, so be it. */
static void sync_folder(const char *target)
{
    const char *slash = strrchr(target, '/');
    char folder[4096] = ".";
    if (slash != NULL && (size_t)(slash - target) < sizeof folder)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - target) + 1, target);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    close(fd);
}

tacit_status tacit_staged_commit(tacit_ctx *cx, tacit_staged *s)
{
    for (size_t i = 0; i < s->n; i++)
        TACIT_TRY(sync_file(cx, &s->file[i]));
    for (size_t i = 0; i < s->n; i++) {
        if (rename(s->file[i].path, s->file[i].target) != 0)
            return fail_write(cx, s->file[i].target);
        tacit_free(s->file[i].path);
        s->file[i].path = NULL;
        sync_folder(s->file[i].target);
    }
    return TACIT_OK;
}
