/*
 * test_watch.c - signals end work that does not look whether it shall stop.
 *
 * Each case is a process that works without a tick and has made a file.  It says through a pipe
 * that it is ready; what ends it is the signal alone.
 */
#include "support/files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/litter.h"
#include "cli/output.h"
#include "cli/watch.h"

enum { READY = 'r', SETTLED = 7 };

/* Work for ever, or if the outputs have their names until the signal has been taken. */
_Noreturn static void work(const char *file, bool settled, int ready)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_watch watch;
    const char say = READY;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    (void)!freopen("/dev/null", "w", stderr);
    tacit_watch_start(cx, false, &watch);
    tacit_litter_hold(cx);
    const bool good = tacit_litter_add(cx, file) == TACIT_OK;
    tacit_litter_release(cx, settled);
    if (!good || write(ready, &say, 1) != 1)
        _exit(1);
    while (!settled || !tacit_is_cancelled(cx))
        usleep(1000);
    tacit_watch_end(&watch);
    _exit(SETTLED);
}

/* The status of such a process after `times` signals; whether its file is still there. */
static int status_after(place *p, int signal, int times, bool settled, bool *left)
{
    char file[PATH_BYTES], said = 0;
    int ready[2], status = 0;
    put_text(p, "made", "half");
    path_of(p, "made", file);
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        work(file, settled, ready[1]);
    close(ready[1]);
    assert_int_equal(read(ready[0], &said, 1), 1);
    close(ready[0]);
    for (int i = 0; i < times; i++)
        assert_int_equal(kill(child, signal), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    *left = access(file, F_OK) == 0;
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_patience(void **state)
{
    bool left = true;
    assert_int_equal(status_after(*state, SIGTERM, 1, false, &left), TACIT_EXIT_STOPPED);
    assert_false(left);
    assert_int_equal(status_after(*state, SIGHUP, 1, false, &left), TACIT_EXIT_STOPPED);
    assert_false(left);
}

static void test_second(void **state)
{
    bool left = true;
    assert_int_equal(status_after(*state, SIGINT, 2, false, &left), TACIT_EXIT_STOPPED);
    assert_false(left);
    assert_int_equal(status_after(*state, SIGQUIT, 1, false, &left), TACIT_EXIT_STOPPED);
    assert_false(left);
}

/* What has its names is not swept up, and what is as good as done is not ended. */
static void test_settled(void **state)
{
    bool left = false;
    assert_int_equal(status_after(*state, SIGTERM, 1, true, &left), SETTLED);
    assert_true(left);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_patience), with_place(test_second),
                                        with_place(test_settled) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
