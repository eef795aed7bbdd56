/*
 * watch.c - signals that ask to end: the work stops, or the process is stopped for it.
 *
 * A thread waits for the signals, which all other threads block.  So there is no signal
 * handler and nothing at file scope that one would need.  A signal that the caller had
 * made the program ignore (as a shell does for work in the background) stays ignored.
 * SIGUSR1 wakes the thread up when the work is over.
 */
#include "cli/watch.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "base/litter.h"
#include "cli/output.h"

static const int ENDING[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU };

/* The next signal; 0 if none came within the patience, which is endless before the first. */
static int next_signal(const tacit_watch *w, bool asked)
{
    const struct timespec patience = { .tv_sec = TACIT_WATCH_PATIENCE / 1000,
                                       .tv_nsec = TACIT_WATCH_PATIENCE % 1000 * 1000000L };
    int signal = -1;
    do
        signal =
            asked ? sigtimedwait(&w->signals, NULL, &patience) : sigwaitinfo(&w->signals, NULL);
    while (signal < 0 && errno == EINTR);
    return signal < 0 ? 0 : signal;
}

/* Remove what the work has made, and end the process; comes back if the work is as good as done. */
static void end_process(const tacit_watch *w)
{
    if (!tacit_litter_sweep(w->cx))
        return;
    tacit_output_stopped(w->json);
    _exit(TACIT_EXIT_STOPPED);
}

static void *wait_for_signals(void *user)
{
    tacit_watch *w = user;
    for (bool asked = false, finishing = false;;) {
        const int signal = next_signal(w, asked);
        if (atomic_load(&w->over))
            return NULL;
        if (signal == SIGUSR1)
            continue;
        const bool lets_finish =
            signal == SIGINT || (signal != SIGQUIT && tacit_finish_is_any(w->cx));
        if (lets_finish && !asked && !finishing && tacit_finish(w->cx)) {
            finishing = true; /* it ends in its own time, with what it has; or at the next signal */
            continue;
        }
        if (asked || finishing || signal == SIGQUIT)
            end_process(w);
        tacit_cancel(w->cx);
        asked = true;
    }
}

static void add_unless_ignored(sigset_t *set, int signal)
{
    struct sigaction now;
    if (sigaction(signal, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
        sigaddset(set, signal);
}

void tacit_watch_start(tacit_ctx *cx, bool json, tacit_watch *w)
{
    w->cx = cx;
    w->json = json;
    atomic_init(&w->over, false);
    sigemptyset(&w->signals);
    for (size_t i = 0; i < sizeof ENDING / sizeof ENDING[0]; i++)
        add_unless_ignored(&w->signals, ENDING[i]);
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
    pthread_sigmask(SIG_UNBLOCK, &w->signals, NULL);
}
