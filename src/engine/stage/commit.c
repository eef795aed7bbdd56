/*
 * commit.c - all outputs get their names, or none.  stage.h says how.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "engine/stage/own.h"

static tacit_status fail_write(tacit_ctx *cx, const char *target)
{
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: %s.", target, strerror(errno));
}

/* ---- before ---- */

/* Bring the content to the disk, and let others read it as the umask allows, unless it is private:
 * a lock is made with those permissions. */
static tacit_status settle_file(tacit_ctx *cx, const tacit_staged *s, tacit_staged_file *f)
{
    struct stat lock, own;
    const int fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return fail_write(cx, f->target);
    const bool good = fstat(s->folder[f->folder].fd, &lock) == 0 && fstat(fd, &own) == 0 &&
                      fchmod(fd, f->is_private ? 0600 : lock.st_mode & 0777) == 0 && fsync(fd) == 0;
    const int why = errno;
    close(fd);
    errno = why;
    if (!good)
        return fail_write(cx, f->target);
    f->new_id = own.st_ino;
    return TACIT_OK;
}

/* Of two commits to the same folder one comes after the other.  Folders are locked in one order,
 * so that no two wait for each other.  Where there are no locks, so be it. */
static tacit_status lock_folder(tacit_ctx *cx, const tacit_staged_folder *f)
{
    while (f->folder >= 0 && flock(f->folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        TACIT_TRY(tacit_tick(cx, 0, 0));
        nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
    }
    return TACIT_OK;
}

static bool is_before(const tacit_staged_folder *a, const tacit_staged_folder *b)
{
    return a->device != b->device ? a->device < b->device : a->inode < b->inode;
}

static tacit_status lock_folders(tacit_ctx *cx, const tacit_staged *s)
{
    const tacit_staged_folder *last = NULL;
    for (size_t done = 0; done < s->n_folders; done++) {
        const tacit_staged_folder *next = NULL;
        for (size_t i = 0; i < s->n_folders; i++) {
            const tacit_staged_folder *f = &s->folder[i];
            if ((last == NULL || is_before(last, f)) && (next == NULL || is_before(f, next)))
                next = f;
        }
        TACIT_TRY(lock_folder(cx, next));
        last = next;
    }
    return TACIT_OK;
}

static void unlock_folders(const tacit_staged *s)
{
    for (size_t i = 0; i < s->n_folders; i++)
        if (s->folder[i].folder >= 0)
            (void)flock(s->folder[i].folder, LOCK_UN);
}

static tacit_status sync_folders(tacit_ctx *cx, const tacit_staged *s)
{
    for (size_t i = 0; i < s->n_folders; i++)
        if (!tacit_stage_sync(s->folder[i].folder))
            return fail_write(cx, s->folder[i].path);
    return TACIT_OK;
}

/* ---- the journal ---- */

/* Fields end with a NUL, so that any name can be one. */
static tacit_status put_field(tacit_ctx *cx, tacit_buffer *b, const char *text)
{
    return tacit_buffer_bytes(cx, b, text, strlen(text) + 1);
}

static tacit_status put_number(tacit_ctx *cx, tacit_buffer *b, uint64_t number)
{
    TACIT_TRY(tacit_buffer_format(cx, b, "%llu", (unsigned long long)number));
    return tacit_buffer_bytes(cx, b, "", 1);
}

/* The lock of folder `i` by its absolute path, whatever the working folder will be. */
static tacit_status put_place(tacit_ctx *cx, const tacit_staged *s, size_t i, tacit_buffer *b)
{
    char whole[PATH_MAX];
    if (realpath(s->folder[i].lock, whole) == NULL)
        return fail_write(cx, s->folder[i].path);
    return put_field(cx, b, whole);
}

/* What was to happen to one file: its folder's lock (empty: the journal itself), its name, and
 * the inodes. */
static tacit_status put_file(tacit_ctx *cx, const tacit_staged *s, const tacit_staged_file *f,
                             tacit_buffer *b)
{
    const char *slash = strrchr(f->target, '/');
    TACIT_TRY(f->folder == 0 ? put_field(cx, b, "") : put_place(cx, s, f->folder, b));
    TACIT_TRY(put_field(cx, b, slash == NULL ? f->target : slash + 1));
    TACIT_TRY(put_number(cx, b, f->new_id));
    return put_number(cx, b, f->old_id);
}

/* The text for folder `i`: the journal, or where it is.  It names its own inode, so that one that
 * was copied or made up is known. */
static tacit_status make_text(tacit_ctx *cx, const tacit_staged *s, size_t i, tacit_buffer *b)
{
    TACIT_TRY(put_field(cx, b, i == 0 ? TACIT_JOURNAL : TACIT_JOURNAL_ELSEWHERE));
    TACIT_TRY(put_number(cx, b, tacit_stage_inode(s->folder[i].lock)));
    if (i > 0)
        TACIT_TRY(put_place(cx, s, 0, b));
    for (size_t k = 0; i == 0 && k < s->n; k++)
        TACIT_TRY(put_file(cx, s, &s->file[k], b));
    return put_field(cx, b, TACIT_JOURNAL_END);
}

static bool write_lock(int fd, const tacit_buffer *text)
{
    return tacit_stage_write(fd, text->text, text->length) && fsync(fd) == 0;
}

/* Those that say where the journal is come first: without it they mean nothing. */
static tacit_status write_journal(tacit_ctx *cx, const tacit_staged *s)
{
    for (size_t i = s->n_folders; i-- > 0;) {
        tacit_buffer text = { 0 };
        tacit_status status = make_text(cx, s, i, &text);
        if (status == TACIT_OK && !write_lock(s->folder[i].fd, &text))
            status = fail_write(cx, s->folder[i].path);
        tacit_buffer_free(&text);
        TACIT_TRY(status);
    }
    return sync_folders(cx, s);
}

/* ---- the commit ---- */

/* Give what stands at the target a second name; where links cannot be made, it is moved there
 * later. */
static tacit_status keep_old(tacit_ctx *cx, tacit_staged_file *f)
{
    struct stat st;
    if (lstat(f->target, &st) != 0)
        return TACIT_OK;
    if (S_ISDIR(st.st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: it is a directory.", f->target);
    f->old_id = st.st_ino;
    (void)!linkat(AT_FDCWD, f->target, AT_FDCWD, f->old, 0);
    return TACIT_OK;
}

static tacit_status put_new(tacit_ctx *cx, const tacit_staged_file *f)
{
    const bool moves = f->old_id != 0 && tacit_stage_inode(f->old) == 0;
    if ((moves && rename(f->target, f->old) != 0) || rename(f->path, f->target) != 0)
        return fail_write(cx, f->target);
    return TACIT_OK;
}

/* Two names that a file system takes for one would leave one output only. */
static tacit_status check_new(tacit_ctx *cx, const tacit_staged_file *f)
{
    if (tacit_stage_inode(f->target) == f->new_id)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: something else took its place.",
                      f->target);
}

/* Without its journal a commit is not undone any more. */
static tacit_status decide(tacit_ctx *cx, const tacit_staged *s)
{
    TACIT_TRY(sync_folders(cx, s));
    return unlink(s->folder[0].lock) == 0 ? TACIT_OK : fail_write(cx, s->folder[0].path);
}

void tacit_staged_then(tacit_staged *s, tacit_status (*last)(tacit_ctx *cx, void *user), void *user)
{
    s->last = last;
    s->user = user;
}

/* A single output needs no journal: its own rename decides. */
static tacit_status swap(tacit_ctx *cx, tacit_staged *s)
{
    for (size_t i = 0; i < s->n; i++)
        TACIT_TRY(keep_old(cx, &s->file[i]));
    if (s->n == 1 && s->last == NULL)
        return put_new(cx, &s->file[0]);
    TACIT_TRY(write_journal(cx, s));
    for (size_t i = 0; i < s->n; i++)
        TACIT_TRY(put_new(cx, &s->file[i]));
    for (size_t i = 0; i < s->n; i++)
        TACIT_TRY(check_new(cx, &s->file[i]));
    if (s->last != NULL)
        TACIT_TRY(s->last(cx, s->user));
    return decide(cx, s);
}

bool tacit_stage_undo(const tacit_staged_file *f)
{
    const uint64_t now = tacit_stage_inode(f->target), kept = tacit_stage_inode(f->old);
    bool good = true;
    if (now == f->new_id && f->old_id == 0)
        good = unlink(f->target) == 0;
    else if (now == f->new_id || (now == 0 && kept != 0))
        good = kept == f->old_id && rename(f->old, f->target) == 0;
    if (!good)
        return false;
    unlink(f->path);
    unlink(f->old);
    return true;
}

/* Put everything back as it was, or leave it to recovery. */
static tacit_status take_back(tacit_ctx *cx, tacit_staged *s, tacit_status why)
{
    for (size_t i = 0; i < s->n; i++)
        s->broken = !tacit_stage_undo(&s->file[i]) || s->broken;
    for (size_t i = 0; i < s->n_folders; i++) /* before the journal goes */
        (void)tacit_stage_sync(s->folder[i].folder);
    if (!s->broken)
        return why;
    char *said = NULL;
    TACIT_TRY(tacit_scratch_text(cx, tacit_message(cx), &said));
    return tacit_fail(cx, why,
                      "%s The files that were there before cannot be put back now; the next tacit "
                      "command that uses the folder will.",
                      said);
}

/* The outputs have their names: what they replaced goes. */
static void finish(tacit_ctx *cx, tacit_staged *s)
{
    if (!tacit_stage_sync(s->folder[0].folder))
        tacit_warn(cx, "%s was written, but the disk does not confirm it: %s.", s->file[0].target,
                   strerror(errno));
    for (size_t i = 0; i < s->n; i++) {
        unlink(s->file[i].old);
        tacit_free(s->file[i].path);
        s->file[i].path = NULL;
    }
}

tacit_status tacit_staged_commit(tacit_ctx *cx, tacit_staged *s)
{
    if (s->n == 0)
        return s->last != NULL ? s->last(cx, s->user) : TACIT_OK;
    for (size_t i = 0; i < s->n; i++)
        TACIT_TRY(settle_file(cx, s, &s->file[i]));
    tacit_status status = lock_folders(cx, s);
    if (status == TACIT_OK) {
        status = swap(cx, s);
        if (status == TACIT_OK)
            finish(cx, s);
        else
            status = take_back(cx, s, status);
    }
    unlock_folders(s);
    return status;
}
