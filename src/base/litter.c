/*
 * litter.c - files and folders that must not outlive the work, wherever it is stopped.
 */
#include "base/litter.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

struct tacit_litter {
    pthread_mutex_t lock;
    char **path;
    size_t n;
    bool settled;
};

tacit_litter *tacit_litter_new(void)
{
    tacit_litter *l = calloc(1, sizeof *l);
    if (l != NULL && pthread_mutex_init(&l->lock, NULL) != 0) {
        free(l);
        return NULL;
    }
    return l;
}

void tacit_litter_clear(tacit_litter *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->path[i]);
    l->n = 0;
    l->settled = false;
}

void tacit_litter_free(tacit_litter *l)
{
    if (l == NULL)
        return;
    tacit_litter_clear(l);
    free(l->path);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

void tacit_litter_hold(tacit_ctx *cx)
{
    pthread_mutex_lock(&tacit_ctx_litter(cx)->lock);
}

void tacit_litter_release(tacit_ctx *cx, bool settled)
{
    tacit_litter *l = tacit_ctx_litter(cx);
    l->settled = l->settled || settled;
    pthread_mutex_unlock(&l->lock);
}

tacit_status tacit_litter_add(tacit_ctx *cx, const char *path)
{
    tacit_litter *l = tacit_ctx_litter(cx);
    TACIT_TRY(tacit_grow(cx, l->n + 1, sizeof *l->path, &l->path));
    TACIT_TRY(tacit_copy_text(cx, path, &l->path[l->n]));
    l->n++;
    return TACIT_OK;
}

void tacit_litter_remove_folder(int base, const char *path)
{
    const int fd = openat(base, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (folder == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (const struct dirent *e = readdir(folder); e != NULL; e = readdir(folder))
        if (unlinkat(fd, e->d_name, 0) != 0 && strcmp(e->d_name, ".") != 0 &&
            strcmp(e->d_name, "..") != 0)
            tacit_litter_remove_folder(fd, e->d_name);
    closedir(folder);
    (void)unlinkat(base, path, AT_REMOVEDIR);
}

bool tacit_litter_sweep(tacit_ctx *cx)
{
    tacit_litter *l = tacit_ctx_litter(cx);
    pthread_mutex_lock(&l->lock);
    if (l->settled) {
        pthread_mutex_unlock(&l->lock);
        return false;
    }
    for (size_t i = 0; i < l->n; i++)
        if (unlink(l->path[i]) != 0 && errno != ENOENT)
            tacit_litter_remove_folder(AT_FDCWD, l->path[i]);
    return true;
}
