/*
 * test_readstat_helper.c - the program tacit-read: found, not found, and given what it needs.
 */
#define _GNU_SOURCE /* setenv */
#include "support/tables.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/engine.h"

static tacit_status read_file(tacit_ctx *cx, const char *path, tacit_table **out)
{
    const tacit_source source = { .uri = path };
    tacit_data *data = NULL;
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    const tacit_status status = tacit_data_load(cx, data, NULL, out);
    tacit_data_close(data);
    return status;
}

/* A file of three rows in the folder for temporary files; the caller removes it. */
static void write_file(tacit_ctx *cx, const char *ending, char path[256])
{
    const char *folder = getenv("TMPDIR");
    tacit_table *t = table_of(cx, "age:i,name:c", "31,north\n,south\n47,\n");
    snprintf(path, 256, "%s/helper-%ld%s", folder != NULL ? folder : "/tmp", (long)getpid(),
             ending);
    assert_ok(cx, tacit_write_table(cx, t, path, path));
    tacit_table_free(t);
}

static void assert_reads(tacit_ctx *cx, const char *path)
{
    tacit_table *t = NULL;
    assert_ok(cx, read_file(cx, path, &t));
    assert_cells(t, "age", "31,,47");
    assert_cells(t, "name", "north,south,");
    tacit_table_free(t);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* Without the program that parses a sentence says so; another one in its place is no reader. */
static void test_not_there(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    char path[256], before[4096];
    const char *given = getenv("TACIT_HELPER");
    snprintf(before, sizeof before, "%s", given != NULL ? given : "");
    write_file(cx, ".dta", path);
    setenv("TACIT_HELPER", "/nowhere/tacit-read", 1);
    assert_fails(cx, read_file(cx, path, &t), TACIT_ERR_IO, "tacit-read, which parses it");
    setenv("TACIT_HELPER", "/bin/true", 1);
    assert_fails(cx, read_file(cx, path, &t), TACIT_ERR_DATA, path);
    if (before[0] != '\0')
        setenv("TACIT_HELPER", before, 1);
    else
        unsetenv("TACIT_HELPER");
    assert_reads(cx, path);
    unlink(path);
}

/* The caller's descriptors may be any: here 3 to 9 are free, so that the file and the pipe get
 * the numbers that the child wants other things under. */
static void test_low_descriptors(void **state)
{
    tacit_ctx *cx = *state;
    char path[256];
    int high[7];
    write_file(cx, ".sav", path);
    for (int fd = 3; fd < 10; fd++) {
        high[fd - 3] = fcntl(fd, F_DUPFD_CLOEXEC, 100);
        close(fd);
    }
    assert_reads(cx, path);
    for (int fd = 3; fd < 10; fd++) {
        assert_int_equal(fcntl(fd, F_GETFD), -1); /* nothing stays open */
        if (high[fd - 3] >= 0) {
            dup2(high[fd - 3], fd);
            close(high[fd - 3]);
        }
    }
    unlink(path);
}

static void *read_many(void *path)
{
    tacit_ctx *cx = tacit_ctx_new();
    for (int i = 0; i < 20; i++) {
        tacit_table *t = NULL;
        if (read_file(cx, path, &t) != TACIT_OK)
            return path;
        tacit_table_free(t);
    }
    tacit_ctx_free(cx);
    return NULL;
}

/* Threads of one program that read at the same time. */
static void test_threads(void **state)
{
    tacit_ctx *cx = *state;
    char path[256];
    pthread_t thread[4];
    write_file(cx, ".xpt", path);
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(pthread_create(&thread[k], NULL, read_many, path), 0);
    for (size_t k = 0; k < 4; k++) {
        void *wrong = NULL;
        assert_int_equal(pthread_join(thread[k], &wrong), 0);
        assert_null(wrong);
    }
    unlink(path);
}

/* A host that ignores signals does not pass that on. */
static void test_signals_ignored(void **state)
{
    tacit_ctx *cx = *state;
    char path[256];
    write_file(cx, ".dta", path);
    void (*before)(int) = signal(SIGCHLD, SIG_DFL);
    signal(SIGPIPE, SIG_IGN); /* as hosts do; the child has its own */
    assert_reads(cx, path);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGCHLD, before);
    unlink(path);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_not_there),
        with_context(test_low_descriptors),
        with_context(test_threads),
        with_context(test_signals_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
