/*
 * watch.c - Ctrl-C: the first asks the work to stop, the second stops at once.
 *
 * A thread waits for the signals, which all other threads block.  So there is no signal
 * handler and nothing at file scope that one would need.  A signal that the caller had
 * made the program ignore (as a shell does for work in the background) stays ignored.
 * SIGUSR1 wakes the thread up when the work is over.
 */
#include "cli/watch.h"

#include <unistd.h>

#include "cli/output.h"

static void *wait_for_signals(void *user)
{
    tacit_watch *w = user;
    for (;;) {
        int signal = 0;
        if (sigwait(&w->signals, &signal) != 0 || atomic_load(&w->over))
            return NULL;
        if (signal == SIGUSR1)
            continue;
        if (tacit_is_cancelled(w->cx))
            _exit(TACIT_EXIT_STOPPED);
        tacit_cancel(w->cx);
    }
}

static void add_unless_ignored(sigset_t *set, int signal)
{
    struct sigaction now;
    if (sigaction(signal, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
        sigaddset(set, signal);
}

void tacit_watch_start(tacit_ctx *cx, tacit_watch *w)
{
    w->cx = cx;
    atomic_init(&w->over, false);
    sigemptyset(&w->signals);
    add_unless_ignored(&w->signals, SIGINT);
    add_unless_ignored(&w->signals, SIGTERM);
    sigaddset(&w->signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &w->signals, NULL);
    w->runs = pthread_create(&w->thread, NULL, wait_for_signals, w) == 0;
    if (!w->runs)
        pthread_sigmask(SIG_UNBLOCK, &w->signals, NULL);
}

void tacit_watch_end(tacit_watch *w)
{
    if (!w->runs)
        return;
    atomic_store(&w->over, true);
    pthread_kill(w->thread, SIGUSR1);
    pthread_join(w->thread, NULL);
    w->runs = false;
}
