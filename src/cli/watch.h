/*
 * watch.h - Ctrl-C: the first asks the work to stop, the second stops at once.
 */
#ifndef TACIT_CLI_WATCH_H
#define TACIT_CLI_WATCH_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "base/context.h"

typedef struct tacit_watch {
    tacit_ctx *cx;
    sigset_t signals;
    pthread_t thread;
    bool runs;
    atomic_bool over;
} tacit_watch;

/* Watch for SIGINT and SIGTERM until tacit_watch_end().  Called before any other thread
 * starts; `watch` stays where it is. */
void tacit_watch_start(tacit_ctx *cx, tacit_watch *watch);

/* Stop watching. */
void tacit_watch_end(tacit_watch *watch);

#endif
