/*
 * stage.c - outputs under temporary names, until they are committed or dropped.
 */
#include "engine/stage/stage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/litter.h"
#include "base/memory.h"
#include "engine/stage/own.h"

uint64_t tacit_stage_inode(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 ? (uint64_t)st.st_ino : 0;
}

tacit_status tacit_stage_folder(tacit_ctx *cx, const char *path, char **out)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? tacit_scratch_text(cx, "./", out)
                         : tacit_scratch_format(cx, out, "%.*s", (int)(slash - path) + 1, path);
}

bool tacit_stage_sync(int folder)
{
    return folder < 0 || fsync(folder) == 0 || errno == EINVAL;
}

tacit_status tacit_staged_new(tacit_ctx *cx, tacit_staged **out)
{
    return tacit_alloc(cx, 1, sizeof **out, out);
}

static void free_file(tacit_staged_file *f, bool removes)
{
    if (removes && f->path != NULL)
        unlink(f->path);
    tacit_free(f->target);
    tacit_free(f->path);
    tacit_free(f->old);
}

static void free_folder(tacit_staged_folder *f, bool removes)
{
    if (removes && f->fd >= 0)
        unlink(f->lock);
    if (f->fd >= 0)
        close(f->fd);
    if (f->folder >= 0)
        close(f->folder);
    tacit_free(f->path);
    tacit_free(f->lock);
}

void tacit_staged_free(tacit_staged *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->n; i++)
        free_file(&s->file[i], !s->broken);
    for (size_t i = 0; i < s->n_folders; i++) /* after the files: without it they are nobody's */
        free_folder(&s->folder[i], !s->broken);
    tacit_free(s->file);
    tacit_free(s->folder);
    tacit_free(s);
}

static tacit_status fail_write(tacit_ctx *cx, const char *target)
{
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: %s.", target, strerror(errno));
}

/* ---- folders ---- */

/* Join texts in memory of the caller's. */
static tacit_status join(tacit_ctx *cx, const char *a, const char *b, char **out)
{
    const size_t bytes = strlen(a) + strlen(b) + 1;
    TACIT_TRY(tacit_alloc(cx, bytes, 1, out));
    snprintf(*out, bytes, "%s%s", a, b);
    return TACIT_OK;
}

/* Try a new name for the lock; whether it is there, and ours.  A run that clears away what others
 * left can be faster between making and locking it. */
static bool make_lock(tacit_staged_folder *f)
{
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz012345"; /* 32 of them */
    unsigned char bits[TACIT_STAGE_ID];
    struct stat st;
    if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        return false;
    char *id = f->lock + strlen(f->lock) - TACIT_STAGE_ID;
    for (size_t i = 0; i < sizeof bits; i++)
        id[i] = LETTERS[bits[i] % 32];
    f->fd = open(f->lock, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (f->fd < 0)
        return false;
    const bool locked = flock(f->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    if (locked && fstat(f->fd, &st) == 0 && st.st_nlink > 0)
        return true;
    close(f->fd);
    f->fd = -1;
    errno = EEXIST;
    return false;
}

/* Fill in the rest of a folder that is for the output `target`. */
static tacit_status fill_folder(tacit_ctx *cx, tacit_staged_folder *f, const char *path,
                                const char *target)
{
    enum { TRIES = 100 };
    TACIT_TRY(tacit_copy_text(cx, path, &f->path));
    TACIT_TRY(join(cx, path, TACIT_STAGE_PREFIX "XXXXXX", &f->lock));
    bool made = make_lock(f);
    for (int i = 0; !made && errno == EEXIST && i < TRIES; i++)
        made = make_lock(f);
    if (!made)
        return fail_write(cx, target);
    f->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return TACIT_OK;
}

/* The position of the folder of `target`; folders are told apart by what they are. */
static tacit_status find_folder(tacit_ctx *cx, tacit_staged *s, const char *target, size_t *out)
{
    char *path = NULL;
    struct stat st;
    TACIT_TRY(tacit_stage_folder(cx, target, &path));
    if (stat(path, &st) != 0 && errno == ENOENT)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "Cannot write %s: there is no folder %s; make it first.", target, path);
    if (stat(path, &st) != 0)
        return fail_write(cx, target);
    size_t i = 0;
    while (i < s->n_folders &&
           (s->folder[i].device != st.st_dev || s->folder[i].inode != st.st_ino))
        i++;
    *out = i;
    if (i < s->n_folders)
        return TACIT_OK;
    tacit_staged_folder f = { .fd = -1, .folder = -1, .device = st.st_dev, .inode = st.st_ino };
    TACIT_TRY(tacit_staged_recover(cx, target));
    TACIT_TRY(tacit_grow(cx, s->n_folders + 1, sizeof *s->folder, &s->folder));
    const tacit_status status = fill_folder(cx, &f, path, target);
    if (status == TACIT_OK)
        s->folder[s->n_folders++] = f;
    else
        free_folder(&f, true);
    return status;
}

/* ---- files ---- */

/* The temporary names of `name` in folder `f`.  Of a name that is too long the end is taken. */
static tacit_status name_file(tacit_ctx *cx, const tacit_staged_folder *f, const char *name,
                              tacit_staged_file *out)
{
    const size_t most = TACIT_STAGE_NAME - strlen(TACIT_STAGE_PREFIX) - TACIT_STAGE_ID - 1;
    char tail[TACIT_STAGE_NAME + 2];
    snprintf(tail, sizeof tail, "%c%s", TACIT_STAGE_NEW,
             strlen(name) > most ? name + strlen(name) - most : name);
    TACIT_TRY(join(cx, f->lock, tail, &out->path));
    tail[0] = TACIT_STAGE_OLD;
    return join(cx, f->lock, tail, &out->old);
}

static tacit_status make_file(tacit_ctx *cx, tacit_staged *s, tacit_staged_file *f)
{
    const char *slash = strrchr(f->target, '/'), *name = slash == NULL ? f->target : slash + 1;
    struct stat st;
    if (name[0] == '\0' || (stat(f->target, &st) == 0 && S_ISDIR(st.st_mode)))
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: it is a directory.", f->target);
    TACIT_TRY(find_folder(cx, s, f->target, &f->folder));
    TACIT_TRY(name_file(cx, &s->folder[f->folder], name, f));
    const int fd = open(f->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail_write(cx, f->target);
    close(fd);
    return TACIT_OK;
}

/* Whoever ends the process instead of the run removes the file, and the lock after it. */
static tacit_status note_file(tacit_ctx *cx, const tacit_staged *s, const tacit_staged_file *f)
{
    tacit_litter_hold(cx);
    tacit_status status = tacit_litter_add(cx, f->path);
    if (status == TACIT_OK)
        status = tacit_litter_add(cx, s->folder[f->folder].lock);
    tacit_litter_release(cx, false);
    return status;
}

tacit_status tacit_staged_add(tacit_ctx *cx, tacit_staged *s, const char *target, const char **path)
{
    TACIT_TRY(tacit_grow(cx, s->n + 1, sizeof *s->file, &s->file));
    tacit_staged_file *f = &s->file[s->n];
    *f = (tacit_staged_file){ 0 };
    TACIT_TRY(tacit_copy_text(cx, target, &f->target));
    const tacit_status status = make_file(cx, s, f);
    if (status != TACIT_OK) {
        free_file(f, false);
        return status;
    }
    s->n++;
    *path = f->path;
    return note_file(cx, s, f);
}

/* The position of the output that is written to `path`, or s->n. */
static size_t find_file(const tacit_staged *s, const char *path)
{
    size_t i = 0;
    while (i < s->n && strcmp(s->file[i].path, path) != 0)
        i++;
    return i;
}

void tacit_staged_make_private(tacit_staged *s, const char *path)
{
    const size_t i = find_file(s, path);
    TACIT_ASSERT(i < s->n);
    s->file[i].is_private = true;
}

void tacit_staged_drop(tacit_staged *s, const char *path)
{
    const size_t i = find_file(s, path);
    if (i == s->n)
        return;
    free_file(&s->file[i], true);
    s->file[i] = s->file[--s->n];
}

bool tacit_stage_write(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno != EINTR)
            return false;
        bytes += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

tacit_status tacit_staged_write(tacit_ctx *cx, const char *path, const char *bytes, size_t n)
{
    const int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (fd < 0)
        return fail_write(cx, path);
    const bool whole = tacit_stage_write(fd, bytes, n);
    const int why = errno;
    if (close(fd) == 0 && whole)
        return TACIT_OK;
    errno = whole ? errno : why;
    return fail_write(cx, path);
}
