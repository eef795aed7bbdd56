/*
 * own.h - what the files of this room share.
 */
#ifndef TACIT_ENGINE_STAGE_OWN_H
#define TACIT_ENGINE_STAGE_OWN_H

#include "base/text.h"
#include "engine/stage/stage.h"

/* Names are TACIT_STAGE_PREFIX, an id of TACIT_STAGE_ID characters, and what follows it. */
#define TACIT_STAGE_PREFIX ".tacit-"
enum { TACIT_STAGE_ID = 6, TACIT_STAGE_NEW = '-', TACIT_STAGE_OLD = '~' };

/* The longest name that POSIX systems give a file in practice. */
enum { TACIT_STAGE_NAME = 255 };

/* A journal begins with one of these and its own inode, and ends with the last; fields end with a
 * NUL.  In between: for each output the lock of its folder ("": this one), its name and the inodes
 * of the new and the old file; or, elsewhere, the path of the journal. */
#define TACIT_JOURNAL "tacit commit 1\n"
#define TACIT_JOURNAL_ELSEWHERE "tacit commit 1, see\n"
#define TACIT_JOURNAL_END "end\n"

/* An output.  Inodes tell files apart whatever they are called; 0 is no file. */
typedef struct tacit_staged_file {
    char *target;    /* its final name */
    char *path;      /* where it is written */
    char *old;       /* where what it replaces is kept until the commit is decided */
    size_t folder;   /* of the stage */
    uint64_t new_id; /* inode of the output, once it is about to be committed */
    uint64_t old_id; /* inode of what stands at `target` before */
    bool is_private; /* only the owner can read it */
} tacit_staged_file;

/* A folder with outputs. */
typedef struct tacit_staged_folder {
    char *path;             /* ends in a slash */
    char *lock;             /* its .tacit-ID */
    int fd;                 /* of `lock`, locked */
    int folder;             /* of the folder itself, or -1 if it cannot be listed */
    uint64_t device, inode; /* of the folder */
} tacit_staged_folder;

struct tacit_staged {
    tacit_staged_file *file;
    size_t n;
    tacit_staged_folder *folder; /* the first one's journal decides */
    size_t n_folders;
    tacit_status (*last)(tacit_ctx *cx, void *user); /* what appears with the files, or NULL */
    void *user;
    bool broken; /* a commit could not be undone: everything stays as it is for recovery */
};

/* The inode of what stands at `path`, not following links; 0 if there is nothing. */
uint64_t tacit_stage_inode(const char *path);

/* The folder of `path` with its slash: "./" if it names none.  In scratch memory. */
tacit_status tacit_stage_folder(tacit_ctx *cx, const char *path, char **out);

/* Sync an open folder; a file system that cannot do that is no failure. */
bool tacit_stage_sync(int folder);

/* Write all of `n` bytes. */
bool tacit_stage_write(int fd, const char *bytes, size_t n);

/* Put the old file of an output back, or take the new one away where there was none, and remove
 * both temporary names.  What somebody else has put there since then stays.  Can be repeated. */
bool tacit_stage_undo(const tacit_staged_file *f);

#endif
