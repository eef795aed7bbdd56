/*
 * recover.c - what runs that died have left behind.
 *
 * A journal tells what to undo.  It is believed only if it is the file that a run of this user
 * wrote: it names its own inode, and the lock of another folder that it speaks of points back at
 * it, so that a folder from elsewhere cannot have files removed.  O(entries of the folder).
 */
#include <ctype.h>
#include <dirent.h>
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

#include "engine/stage/own.h"

/* A journal has at most this many bytes; a name has at most 255. */
enum { MOST_BYTES = 1 << 20 };

/* Length of PREFIX and id. */
enum { STEM = sizeof TACIT_STAGE_PREFIX - 1 + TACIT_STAGE_ID };

/* Whether `name` is one of ours: the stem, then nothing or a mark and a name. */
static bool is_ours(const char *name)
{
    const size_t n = sizeof TACIT_STAGE_PREFIX - 1;
    if (strncmp(name, TACIT_STAGE_PREFIX, n) != 0)
        return false;
    for (size_t i = n; i < STEM; i++)
        if (!isalnum((unsigned char)name[i]))
            return false;
    return name[STEM] == '\0' || name[STEM] == TACIT_STAGE_NEW || name[STEM] == TACIT_STAGE_OLD;
}

/* ---- a lock that was left ---- */

typedef struct left {
    const char *lock;   /* its path */
    const char *folder; /* with its slash */
    int fd;             /* locked */
    char *text;         /* its content, in scratch memory */
    size_t length;
} left;

/* Take the lock of a run that died.  `l->fd` stays -1 if there is none, if the run lives and is not
 * in the middle of its commit, or if it cannot be told. */
static tacit_status take_lock(tacit_ctx *cx, left *l)
{
    enum { TRIES = 2000 };
    struct stat st;
    const int fd = open(l->lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return TACIT_OK;
    tacit_status status = TACIT_OK;
    for (int i = 0; status == TACIT_OK; i++) {
        const bool got = flock(fd, LOCK_EX | LOCK_NB) == 0, busy = !got && errno == EWOULDBLOCK;
        const bool there = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink > 0;
        if (got && there) {
            l->fd = fd;
            l->length = (size_t)st.st_size;
            return TACIT_OK;
        }
        if (!busy || !there || st.st_size == 0)
            break;
        if (i == TRIES)
            status = tacit_fail(cx, TACIT_ERR_IO,
                                "Another run of tacit is writing to %s; try again when it is done.",
                                l->folder);
        if (status == TACIT_OK)
            status = tacit_tick(cx, 0, 0);
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
    }
    close(fd);
    return status;
}

static tacit_status read_lock(tacit_ctx *cx, left *l)
{
    if (l->length > MOST_BYTES)
        l->length = 0;
    TACIT_TRY(tacit_scratch(cx, l->length + 1, 1, &l->text));
    const ssize_t n = pread(l->fd, l->text, l->length, 0);
    l->length = n < 0 ? 0 : (size_t)n;
    return TACIT_OK;
}

/* The field at `*at`, which moves on; NULL at the end of the text. */
static const char *next_field(const left *l, size_t *at)
{
    const char *field = l->text + *at, *end = memchr(field, '\0', l->length - *at);
    if (end == NULL)
        return NULL;
    *at = (size_t)(end - l->text) + 1;
    return field;
}

static uint64_t next_number(const left *l, size_t *at)
{
    const char *field = next_field(l, at);
    return field == NULL ? 0 : strtoull(field, NULL, 10);
}

/* Whether the text is whole and begins with `kind` and the inode of its own file; `*at` is then
 * behind them. */
static bool is_journal(const left *l, const char *kind, size_t *at)
{
    const size_t end = sizeof TACIT_JOURNAL_END;
    struct stat st;
    *at = 0;
    if (l->length < end || memcmp(l->text + l->length - end, TACIT_JOURNAL_END, end) != 0)
        return false;
    const char *first = next_field(l, at);
    return first != NULL && strcmp(first, kind) == 0 && fstat(l->fd, &st) == 0 &&
           next_number(l, at) == (uint64_t)st.st_ino;
}

/* ---- clearing away ---- */

/* Remove the temporary files of the run with the lock, and then the lock.  What cannot be removed
 * stays. */
static void clear(const left *l)
{
    const char *stem = l->lock + strlen(l->folder);
    DIR *folder = opendir(l->folder);
    if (folder == NULL)
        return;
    for (const struct dirent *e = readdir(folder); e != NULL; e = readdir(folder))
        if (is_ours(e->d_name) && e->d_name[STEM] != '\0' && strncmp(e->d_name, stem, STEM) == 0)
            (void)unlinkat(dirfd(folder), e->d_name, 0);
    (void)fsync(dirfd(folder));
    (void)unlinkat(dirfd(folder), stem, 0);
    closedir(folder);
}

/* ---- undoing ---- */

static tacit_status fail_undo(tacit_ctx *cx, const left *l)
{
    return tacit_fail(cx, TACIT_ERR_IO,
                      "Results in %s were cut short while they were written, and the old ones "
                      "cannot be put back: %s. Run tacit there as their owner; %s says what was "
                      "to be done.",
                      l->folder, strerror(errno), l->lock);
}

/* Whether the lock of another folder says that its journal is `l`. */
static tacit_status points_back(tacit_ctx *cx, const left *l, const char *lock, bool *out)
{
    char whole[PATH_MAX];
    size_t at = 0;
    left other = { .lock = lock, .fd = open(lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) };
    struct stat st;
    *out = false;
    if (other.fd < 0)
        return TACIT_OK;
    other.length = fstat(other.fd, &st) == 0 ? (size_t)st.st_size : 0;
    const tacit_status status = read_lock(cx, &other);
    if (status == TACIT_OK && is_journal(&other, TACIT_JOURNAL_ELSEWHERE, &at)) {
        const char *said = next_field(&other, &at);
        *out = said != NULL && realpath(l->lock, whole) != NULL && strcmp(whole, said) == 0;
    }
    close(other.fd);
    return status;
}

/* Undo what was done to file `name` beside `lock`. */
static tacit_status undo_file(tacit_ctx *cx, const left *l, const char *lock,
                              const tacit_staged_file *ids, const char *name)
{
    const size_t most = TACIT_STAGE_NAME - STEM - 1;
    const char *tail = strlen(name) > most ? name + strlen(name) - most : name;
    tacit_staged_file f = *ids;
    char *folder = NULL;
    if (name[0] == '\0' || strchr(name, '/') != NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_stage_folder(cx, lock, &folder));
    TACIT_TRY(tacit_scratch_format(cx, &f.target, "%s%s", folder, name));
    TACIT_TRY(tacit_scratch_format(cx, &f.path, "%s%c%s", lock, TACIT_STAGE_NEW, tail));
    TACIT_TRY(tacit_scratch_format(cx, &f.old, "%s%c%s", lock, TACIT_STAGE_OLD, tail));
    errno = 0;
    if (!tacit_stage_undo(&f))
        return fail_undo(cx, l);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    (void)tacit_stage_sync(fd);
    if (fd >= 0)
        close(fd);
    return TACIT_OK;
}

/* Undo the file at `lock` and `name`; or, once all are undone, clear its folder if that is
 * another. */
static tacit_status undo_entry(tacit_ctx *cx, const left *l, const char *lock,
                               const tacit_staged_file *ids, const char *name)
{
    left other = { .lock = lock };
    char *folder = NULL;
    bool believed = lock[0] == '\0';
    if (!believed)
        TACIT_TRY(points_back(cx, l, lock, &believed));
    if (!believed || (lock[0] == '\0' && ids == NULL))
        return TACIT_OK;
    if (ids != NULL)
        return undo_file(cx, l, lock[0] == '\0' ? l->lock : lock, ids, name);
    TACIT_TRY(tacit_stage_folder(cx, lock, &folder));
    other.folder = folder;
    clear(&other);
    return TACIT_OK;
}

/* Go over the files of the journal from `at`, to undo them or to clear their folders. */
static tacit_status go_over(tacit_ctx *cx, const left *l, size_t at, bool clears)
{
    for (;;) {
        const char *lock = next_field(l, &at), *name = next_field(l, &at);
        if (lock == NULL || name == NULL)
            return TACIT_OK;
        tacit_staged_file ids = { .new_id = next_number(l, &at) };
        ids.old_id = next_number(l, &at);
        if (ids.new_id != 0)
            TACIT_TRY(undo_entry(cx, l, lock, clears ? NULL : &ids, name));
    }
}

/* ---- one run, one folder ---- */

static tacit_status recover_lock(tacit_ctx *cx, const char *lock, bool follows);

/* Only who wrote a journal undoes it: in a folder that all may write to, anybody could make one. */
static bool is_own(const left *l)
{
    struct stat st;
    return fstat(l->fd, &st) == 0 && st.st_uid == geteuid();
}

/* Undo a journal; follow one that says where the journal is, unless that is gone, for then the
 * commit was decided; leave alone what was copied from elsewhere. */
static tacit_status recover_text(tacit_ctx *cx, const left *l, bool follows)
{
    const size_t whole = sizeof TACIT_JOURNAL_END;
    size_t at = 0;
    const bool here = is_journal(l, TACIT_JOURNAL, &at);
    const bool elsewhere = !here && is_journal(l, TACIT_JOURNAL_ELSEWHERE, &at);
    if (!here && !elsewhere && l->length >= whole &&
        memcmp(l->text + l->length - whole, TACIT_JOURNAL_END, whole) == 0)
        return TACIT_OK;
    if ((here || elsewhere) && !is_own(l)) {
        tacit_warn(cx,
                   "Results in %s were cut short while they were written; run tacit there as their "
                   "owner.",
                   l->folder);
        return TACIT_OK;
    }
    if (here) {
        TACIT_TRY(go_over(cx, l, at, false));
        TACIT_TRY(go_over(cx, l, at, true));
    }
    const char *lock = elsewhere ? next_field(l, &at) : NULL;
    if (lock != NULL && follows)
        TACIT_TRY(recover_lock(cx, lock, false));
    clear(l);
    return TACIT_OK;
}

/* Recover the run whose lock is, or was, at `lock`. */
static tacit_status recover_lock(tacit_ctx *cx, const char *lock, bool follows)
{
    char *folder = NULL;
    TACIT_TRY(tacit_stage_folder(cx, lock, &folder));
    left l = { .lock = lock, .folder = folder, .fd = -1 };
    if (!is_ours(lock + (strrchr(lock, '/') == NULL ? 0 : strlen(folder))))
        return TACIT_OK;
    TACIT_TRY(take_lock(cx, &l));
    if (l.fd < 0) {
        if (tacit_stage_inode(lock) == 0)
            clear(&l);
        return TACIT_OK;
    }
    tacit_status status = read_lock(cx, &l);
    if (status == TACIT_OK)
        status = recover_text(cx, &l, follows);
    close(l.fd);
    return status;
}

/* The next entry of ours; what is left is cleared by run, so that few are seen. */
static const char *next_ours(DIR *folder)
{
    const struct dirent *e = readdir(folder);
    while (e != NULL && !is_ours(e->d_name))
        e = readdir(folder);
    return e == NULL ? NULL : e->d_name;
}

tacit_status tacit_staged_recover(tacit_ctx *cx, const char *path)
{
    char *folder = NULL, *lock = NULL;
    TACIT_TRY(tacit_stage_folder(cx, path, &folder));
    DIR *listing = opendir(folder);
    tacit_status status = TACIT_OK;
    if (listing == NULL)
        return TACIT_OK;
    for (const char *name = next_ours(listing); name != NULL; name = next_ours(listing)) {
        status = tacit_scratch_format(cx, &lock, "%s%.*s", folder, STEM, name);
        if (status == TACIT_OK)
            status = recover_lock(cx, lock, true);
        if (status != TACIT_OK)
            break;
    }
    closedir(listing);
    return status;
}
