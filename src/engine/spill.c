/*
 * spill.c - the folder for what does not fit into memory.
 *
 * A folder gets its name once it is locked, so that one with that name whose lock is free is
 * nobody's.  Cost: a listing of TMPDIR for each source that is opened.
 */
#include "engine/spill.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/litter.h"
#include "base/memory.h"

#define PREFIX "tacit-spill-"
#define MAKING "tacit-making-"

enum { TAIL = 6, NAME_ROOM = 64 }; /* letters that mkdtemp() chooses; bytes of a name of ours */
enum { LONG_AGO = 3600 };          /* seconds after which a folder is no longer being made */

/* ---- what others left ---- */

/* Remove the folder `name` in `base` if it is of this user and no process has it. */
static void remove_stale(int base, const char *name)
{
    struct stat st;
    const int fd = openat(base, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0)
        tacit_litter_remove_folder(base, name);
    close(fd);
}

/* Remove the empty folder of a process that ended before it had given it its name. */
static void remove_unnamed(int base, const char *name, time_t now)
{
    struct stat st;
    if (fstatat(base, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && st.st_uid == geteuid() &&
        now - st.st_mtime > LONG_AGO)
        (void)unlinkat(base, name, AT_REMOVEDIR);
}

/* `now` is when a folder was made just now; 0 if none was. */
static void remove_all_stale(const char *folder, time_t now)
{
    DIR *list = opendir(folder);
    if (list == NULL)
        return;
    for (const struct dirent *e = readdir(list); e != NULL; e = readdir(list))
        if (strncmp(e->d_name, PREFIX, strlen(PREFIX)) == 0)
            remove_stale(dirfd(list), e->d_name);
        else if (strncmp(e->d_name, MAKING, strlen(MAKING)) == 0)
            remove_unnamed(dirfd(list), e->d_name, now);
    closedir(list);
}

/* ---- one's own ---- */

static tacit_status fail_to_make(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_IO,
                      "No temporary folder can be made where the environment variable TMPDIR says "
                      "(%s); set it to a folder that can be written.",
                      strerror(errno));
}

/* Lock the fresh folder at `making`, and give it the name at `path`. */
static bool settle(const char *making, char *path, size_t prefix, tacit_spill *out)
{
    out->fd = open(making, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (out->fd < 0)
        return false;
    (void)flock(out->fd, LOCK_EX | LOCK_NB); /* without locks nobody removes what others have */
    snprintf(path + prefix, NAME_ROOM, PREFIX "%s", making + strlen(making) - TAIL);
    return rename(making, path) == 0;
}

/* Make a folder in `folder`; errno says why it cannot be made. */
static tacit_status make(tacit_ctx *cx, const char *folder, tacit_spill *out, bool *made)
{
    const size_t prefix = strlen(folder) + 1;
    char *making = NULL, *path = NULL;
    *made = false;
    TACIT_TRY(tacit_scratch_format(cx, &making, "%s/" MAKING "XXXXXX", folder));
    TACIT_TRY(tacit_alloc(cx, prefix + NAME_ROOM, 1, &path));
    snprintf(path, prefix + 1, "%s/", folder);
    if (mkdtemp(making) != NULL) {
        *made = settle(making, path, prefix, out);
        if (!*made)
            (void)rmdir(making);
    }
    if (*made)
        out->path = path;
    else
        tacit_free(path);
    return *made ? tacit_litter_add(cx, path) : TACIT_OK;
}

tacit_status tacit_spill_open(tacit_ctx *cx, tacit_spill *out)
{
    const char *given = getenv("TMPDIR");
    const bool set = given != NULL && given[0] != '\0';
    const char *folder = set ? given : "/tmp";
    const size_t mark = tacit_scratch_mark(cx);
    struct stat own = { 0 };
    bool made = false;
    tacit_litter_hold(cx);
    const tacit_status status = make(cx, folder, out, &made);
    const int why = errno;
    tacit_litter_release(cx, false);
    remove_all_stale(folder, made && fstat(out->fd, &own) == 0 ? own.st_mtime : 0);
    tacit_scratch_release(cx, mark);
    TACIT_TRY(status);
    errno = why;
    return made || !set ? TACIT_OK : fail_to_make(cx);
}

void tacit_spill_name(const tacit_spill *spill, char out[TACIT_SPILL_NAME])
{
    out[0] = '\0';
    if (spill->path != NULL)
        snprintf(out, TACIT_SPILL_NAME, "/proc/self/fd/%d", spill->fd);
}

void tacit_spill_close(tacit_spill *spill)
{
    if (spill->path == NULL)
        return;
    tacit_litter_remove_folder(AT_FDCWD, spill->path);
    close(spill->fd);
    tacit_free(spill->path);
    *spill = (tacit_spill){ 0 };
}
