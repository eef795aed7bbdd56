/*
 * test_spill.c - the folder for what does not fit into memory, wherever TMPDIR is.
 */
#include "support/files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/duckdb/session.h"

static bool is_there(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0;
}

/* Make the folder `name` and let TMPDIR be it. */
static void use_folder(place *p, const char *name, char path[PATH_BYTES])
{
    assert_int_equal(mkdir(path_of(p, name, path), 0700), 0);
    assert_int_equal(setenv("TMPDIR", path, 1), 0);
}

/* More numbers than the memory holds are sorted, so that they must go through the folder. */
static void sort_numbers(place *p)
{
    tacit_duckdb d = { 0 };
    assert_ok(p->cx, tacit_duckdb_open(p->cx, 30000000, &d));
    assert_ok(p->cx, tacit_duckdb_run(p->cx, &d, "SET threads=1", "test"));
    assert_ok(p->cx, tacit_duckdb_run(p->cx, &d,
                                      "CREATE TABLE t AS SELECT hash(range) AS x, hash(x) AS y "
                                      "FROM range(2500000) ORDER BY x",
                                      "test"));
    tacit_duckdb_close(&d);
}

static void test_names(void **state)
{
    static const char *const names[] = { "plain", "it's \"here\"", "two\nlines", "\xff\xfe",
                                         "a;b' OR 1=1 --" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[PATH_BYTES];
        use_folder(*state, names[i], path);
        sort_numbers(*state);
        assert_int_equal(rmdir(path), 0); /* nothing was left in it */
    }
    unsetenv("TMPDIR");
}

static void test_refusals(void **state)
{
    place *p = *state;
    char path[6000];
    tacit_spill s = { 0 };
    memset(path, 'a', sizeof path);
    path[0] = '/';
    for (size_t i = 200; i < sizeof path; i += 200)
        path[i] = '/';
    path[sizeof path - 1] = '\0';
    const char *const wrong[] = { "/nonexistent/folder", path, "/dev/null" };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(setenv("TMPDIR", wrong[i], 1), 0);
        assert_int_equal(tacit_spill_open(p->cx, &s), TACIT_ERR_IO);
        assert_non_null(strstr(tacit_message(p->cx), "TMPDIR"));
        assert_null(s.path);
    }
    unsetenv("TMPDIR");
}

/* What a killed process left goes with the next; what a living one has, other folders and what a
 * link leads to stay. */
static void test_stale(void **state)
{
    place *p = *state;
    char path[PATH_BYTES], other[PATH_BYTES], link[PATH_BYTES], target[PATH_BYTES];
    char room[PATH_BYTES], young[PATH_BYTES], old[PATH_BYTES];
    tacit_spill living = { 0 }, next = { 0 };
    int ready[2], status = 0;
    use_folder(p, "spills", path);
    assert_int_equal(mkdir(path_of(p, "spills/tacit-other", other), 0700), 0);
    assert_int_equal(mkdir(path_of(p, "spills/tacit-making-young1", young), 0700), 0);
    assert_int_equal(mkdir(path_of(p, "spills/tacit-making-old123", old), 0700), 0);
    assert_int_equal(utimensat(AT_FDCWD, old, (struct timespec[2]){ { 0 } }, 0), 0);
    assert_int_equal(mkdir(path_of(p, "target", target), 0700), 0);
    put_text(p, "target/kept", "x");
    assert_int_equal(symlink(target, path_of(p, "spills/tacit-spill-1-aaaaaa", link)), 0);
    assert_ok(p->cx, tacit_spill_open(p->cx, &living));
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        tacit_spill own = { 0 };
        const bool good = tacit_spill_open(p->cx, &own) == TACIT_OK;
        const char *name = good ? strrchr(own.path, '/') + 1 : "";
        (void)!write(ready[1], name, strlen(name) + 1);
        for (;;)
            pause();
    }
    assert_true(read(ready[0], room, sizeof room) > 1);
    char left[2 * PATH_BYTES];
    snprintf(left, sizeof left, "%s/%s", path, room);
    assert_int_equal(strncmp(room, "tacit-spill-", 12), 0);
    assert_ok(p->cx, tacit_spill_open(p->cx, &next));
    assert_true(is_there(left)); /* it lives */
    tacit_spill_close(&next);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(is_there(left));
    assert_ok(p->cx, tacit_spill_open(p->cx, &next));
    assert_false(is_there(left));
    assert_true(is_there(living.path) && is_there(other) && is_there(link));
    assert_true(is_there(young) && !is_there(old)); /* killed before they had their names */
    assert_true(is_there(path_of(p, "target/kept", room)));
    tacit_spill_close(&next);
    tacit_spill_close(&living);
    close(ready[0]);
    close(ready[1]);
    unsetenv("TMPDIR");
}

/* ThreadSanitizer of clang 14 can wait for itself for ever where DuckDB's threads, which it does
 * not look at, stand beside a fork; there the other cases run. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
enum { CASES = 1 };
#else
enum { CASES = 3 };
#endif
#else
enum { CASES = 3 };
#endif

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_refusals), with_place(test_names),
                                        with_place(test_stale) };
    return _cmocka_run_group_tests("tests", tests, CASES, NULL, NULL);
}
