/*
 * watch.h - signals that ask to end: the work stops, or the process is stopped for it.
 *
 * The first Ctrl-C, SIGTERM, SIGHUP or SIGXCPU asks the work to stop at its next tick.  If it has
 * not ended when TACIT_WATCH_PATIENCE is over (a library's call can take minutes), or at a
 * second signal, or at SIGQUIT, temporary files are removed and the process ends.  A run whose
 * outputs have got their names already is left to end by itself.
 *
 * Work that can end early with what it has (tacit_finish_allow()) does so at the first Ctrl-C, in
 * its own time; a second one ends the process.  Work without an end of its own, a server, does so
 * at any of the signals but SIGQUIT.
 */
#ifndef TACIT_CLI_WATCH_H
#define TACIT_CLI_WATCH_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "base/context.h"

/* Milliseconds. */
enum { TACIT_WATCH_PATIENCE = 1200 };

typedef struct tacit_watch {
    tacit_ctx *cx;
    bool json; /* how the end is told */
    sigset_t signals;
    pthread_t thread;
    bool runs;
    atomic_bool over;
} tacit_watch;

/* Watch until tacit_watch_end().  Called before any other thread starts; `watch` stays where it
 * is. */
void tacit_watch_start(tacit_ctx *cx, bool json, tacit_watch *watch);

/* Stop watching; from here on signals do what they do to any program. */
void tacit_watch_end(tacit_watch *watch);

#endif
