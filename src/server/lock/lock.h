/*
 * lock.h - what the process may still do, taken away for good: Landlock for files, seccomp for
 * calls of the system.
 *
 * Files: with Landlock (Linux 5.13 and later; landlock(7)) a thread and all that it starts later
 * can open only what a list names.  Calls: with seccomp (seccomp(2)) all threads of the process
 * lose the calls that start programs, open sockets, look into other processes, mount, load code
 * into the kernel or read its keys; they fail with EPERM.  Neither can be undone by the process.
 */
#ifndef TACIT_SERVER_LOCK_LOCK_H
#define TACIT_SERVER_LOCK_LOCK_H

#include "base/context.h"

/* What may be done to a file, or to all that is in a folder; bits. */
enum tacit_lock_right {
    TACIT_LOCK_READ = 1,
    TACIT_LOCK_WRITE = 2, /* an existing file */
    TACIT_LOCK_MAKE = 4,  /* and make and remove files in it */
    TACIT_LOCK_RUN = 8
};

typedef struct tacit_lock_rule {
    const char *path; /* one that is not there is passed over */
    unsigned rights;
} tacit_lock_rule;

/* Allow the calling thread, and the threads that it starts from now on, `n` rules and nothing else.
 * Gives whether the kernel does it. */
bool tacit_lock_files(const tacit_lock_rule *rule, size_t n);

/* What a server that listens already still needs of sockets. */
typedef enum tacit_lock_net {
    TACIT_LOCK_NET_CLOSED = 0, /* to answer those who connect */
    TACIT_LOCK_NET_CLIENT      /* and to connect anew to a store that it lost */
} tacit_lock_net;

/* Take from all threads of the process the calls that such a server does not need.  Gives whether
 * the kernel does it. */
bool tacit_lock_calls(tacit_lock_net net);

#endif
