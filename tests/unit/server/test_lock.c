/*
 * test_lock.c - what a locked process cannot do any more, tried by a process that is locked.
 *
 * Each case is a child: nothing of this can be undone.  Where the kernel has neither Landlock nor
 * seccomp, there is nothing to try.
 */
#include "support/files.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "server/lock/lock.h"

enum { SKIPPED = 99 };

/* What a child says by its status: 0, or the number of the line that went wrong. */
static int status_of(int (*child)(const place *), const place *p)
{
    int status = 0;
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(child(p));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int open_errno(const place *p, const char *name, int flags)
{
    char path[PATH_BYTES];
    const int fd = open(path_of(p, name, path), flags, 0600);
    if (fd < 0)
        return errno;
    close(fd);
    return 0;
}

static int try_files(const place *p)
{
    char data[PATH_BYTES], ledger[PATH_BYTES], folder[PATH_BYTES];
    const tacit_lock_rule rules[] = {
        { path_of(p, "data", data), TACIT_LOCK_READ },
        { path_of(p, "ledger", ledger), TACIT_LOCK_READ | TACIT_LOCK_WRITE },
        { path_of(p, "made", folder), TACIT_LOCK_WRITE | TACIT_LOCK_MAKE },
        { "/there/is/no/such/file", TACIT_LOCK_READ },
    };
    if (!tacit_lock_files(rules, 4))
        return SKIPPED;
    if (open_errno(p, "data", O_RDONLY) != 0 || open_errno(p, "data", O_RDWR) != EACCES)
        return 1;
    if (open_errno(p, "ledger", O_RDWR) != 0 || open_errno(p, "ledger-wal", O_RDONLY) != EACCES)
        return 2;
    if (open_errno(p, "secret", O_RDONLY) != EACCES || open("/etc/passwd", O_RDONLY) >= 0)
        return 3;
    if (open_errno(p, "made/new", O_WRONLY | O_CREAT) != 0)
        return 4;
    if (open_errno(p, "new", O_WRONLY | O_CREAT) != EACCES)
        return 5;
    /* A second layer only takes away. */
    if (!tacit_lock_files(&(tacit_lock_rule){ "/", TACIT_LOCK_READ }, 1))
        return 6;
    return open_errno(p, "secret", O_RDONLY) != EACCES ||
                   open_errno(p, "ledger", O_RDWR) != EACCES || open_errno(p, "data", 0) != 0
               ? 7
               : 0;
}

static void test_files(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES];
    put_text(p, "data", "1");
    put_text(p, "ledger", "2");
    put_text(p, "ledger-wal", "3");
    put_text(p, "secret", "4");
    assert_int_equal(mkdir(path_of(p, "made", path), 0700), 0);
    const int status = status_of(try_files, p);
    (void)unlink(path_of(p, "made/new", path));
    if (status == SKIPPED)
        skip();
    assert_int_equal(status, 0);
}

static void *nothing(void *user)
{
    return user;
}

/* What another thread, started before, still can do: it must be locked too. */
typedef struct other {
    pthread_barrier_t before, after;
    bool allowed;
} other;

static void *try_elsewhere(void *user)
{
    other *o = user;
    pthread_barrier_wait(&o->before);
    pthread_barrier_wait(&o->after);
    o->allowed = socket(AF_INET, SOCK_STREAM, 0) >= 0;
    return NULL;
}

/* Whether a call gave what a forbidden one gives. */
static bool is_refused(long result)
{
    return result == -1 && errno == EPERM;
}

static int try_calls(const place *p)
{
    char *const words[] = { (char[]){ "true" }, NULL };
    pthread_t thread;
    other o = { .allowed = true };
    (void)p;
    pthread_barrier_init(&o.before, NULL, 2);
    pthread_barrier_init(&o.after, NULL, 2);
    if (pthread_create(&thread, NULL, try_elsewhere, &o) != 0)
        return 1;
    pthread_barrier_wait(&o.before);
    if (!tacit_lock_calls(TACIT_LOCK_NET_CLOSED))
        _exit(SKIPPED);
    pthread_barrier_wait(&o.after);
    pthread_join(thread, NULL);
    if (o.allowed || !is_refused(socket(AF_INET, SOCK_STREAM, 0)))
        return 2;
    if (!is_refused(execv("/bin/true", words)))
        return 3;
    if (!is_refused(fork()))
        return 4;
    if (!is_refused(ptrace(PTRACE_TRACEME, 0, 0, 0)))
        return 5;
    if (!is_refused(syscall(SYS_io_uring_setup, 1, NULL)))
        return 6;
    if (pthread_create(&thread, NULL, nothing, NULL) != 0 || pthread_join(thread, NULL) != 0)
        return 7;
    return open("/dev/null", O_RDONLY) < 0 ? 8 : 0;
}

/* A server whose ledger is elsewhere may connect, and no more than that. */
static int try_client(const place *p)
{
    char *const words[] = { (char[]){ "true" }, NULL };
    (void)p;
    if (!tacit_lock_calls(TACIT_LOCK_NET_CLIENT))
        _exit(SKIPPED);
    const int client = socket(AF_UNIX, SOCK_STREAM, 0);
    const struct sockaddr_un nowhere = { .sun_family = AF_UNIX, .sun_path = "/nowhere" };
    if (client < 0)
        return 1;
    if (connect(client, (const struct sockaddr *)&nowhere, sizeof nowhere) == 0 || errno == EPERM)
        return 2;
    if (!is_refused(bind(client, (const struct sockaddr *)&nowhere, sizeof nowhere)) ||
        !is_refused(listen(client, 1)))
        return 3;
    return is_refused(execv("/bin/true", words)) && is_refused(fork()) ? 0 : 4;
}

static void test_client(void **state)
{
    const int status = status_of(try_client, *state);
    if (status == SKIPPED)
        skip();
    assert_int_equal(status, 0);
}

static void test_calls(void **state)
{
    const int status = status_of(try_calls, *state);
    if (status == SKIPPED)
        skip();
    assert_int_equal(status, 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_files), with_place(test_calls),
                                        with_place(test_client) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
