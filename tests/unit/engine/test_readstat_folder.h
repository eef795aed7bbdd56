/*
 * test_readstat_folder.h - a folder for the files of a test program, and cmocka.
 */
#ifndef TACIT_TEST_READSTAT_FOLDER_H
#define TACIT_TEST_READSTAT_FOLDER_H

#include "support/check.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A fresh folder, one for each program. */
static inline const char *folder(void)
{
    static char path[] = "/tmp/tacit-readstat-XXXXXX";
    static bool made = false;
    if (!made)
        assert_non_null(mkdtemp(path));
    made = true;
    return path;
}

/* Path of `name` in the folder; the last four answers stay valid. */
static inline const char *file_path(const char *name)
{
    static char path[4][256];
    static unsigned turn = 0;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder(), name);
    return path[turn];
}

/* Remove the folder with the files and empty folders in it. */
static inline int remove_folder(void **state)
{
    (void)state;
    DIR *d = opendir(folder());
    if (d == NULL)
        return -1;
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d))
        if (unlinkat(dirfd(d), e->d_name, 0) != 0)
            unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR);
    closedir(d);
    return rmdir(folder());
}

#endif
