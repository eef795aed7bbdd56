/*
 * test_stage.c - outputs appear all at once or not at all.
 */
#include "support/files.h"

#include <signal.h>
#include <sys/wait.h>

#include "engine/stage.h"

static tacit_staged *start(place *p)
{
    tacit_staged *s = NULL;
    assert_ok(p->cx, tacit_staged_new(p->cx, &s));
    return s;
}

/* Promise `name` and write `text` to it. */
static void write_staged(place *p, tacit_staged *s, const char *name, const char *text)
{
    char target[PATH_BYTES];
    const char *path = NULL;
    assert_ok(p->cx, tacit_staged_add(p->cx, s, path_of(p, name, target), &path));
    assert_string_not_equal(path, target);
    assert_ok(p->cx, tacit_staged_write(p->cx, path, text, strlen(text)));
}

static void assert_file(const place *p, const char *name, const char *text)
{
    char found[64];
    assert_string_equal(get_text(p, name, found, sizeof found), text);
}

static void test_commit(void **state)
{
    place *p = *state;
    put_text(p, "a.csv", "old");
    tacit_staged *s = start(p);
    write_staged(p, s, "a.csv", "new");
    write_staged(p, s, "b.html", "");
    assert_file(p, "a.csv", "old"); /* until the commit */
    assert_int_equal(count_files(p), 3);
    assert_ok(p->cx, tacit_staged_commit(p->cx, s));
    assert_file(p, "a.csv", "new");
    assert_file(p, "b.html", "");
    tacit_staged_free(s);
    assert_file(p, "a.csv", "new");
    assert_int_equal(count_files(p), 2);
}

static void test_abort(void **state)
{
    place *p = *state;
    put_text(p, "a.csv", "old");
    tacit_staged *s = start(p);
    write_staged(p, s, "a.csv", "new");
    write_staged(p, s, "b.csv", "new");
    tacit_staged_free(s);
    assert_file(p, "a.csv", "old");
    assert_int_equal(count_files(p), 1);
    tacit_staged_free(NULL);
}

static void test_kill(void **state)
{
    place *p = *state;
    put_text(p, "a.csv", "old");
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        tacit_staged *s = start(p);
        write_staged(p, s, "a.csv", "half of the n");
        raise(SIGKILL);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_file(p, "a.csv", "old");
}

static void test_refused(void **state)
{
    place *p = *state;
    char target[PATH_BYTES];
    const char *path = NULL;
    tacit_staged *s = start(p);
    assert_fails(p->cx, tacit_staged_add(p->cx, s, path_of(p, "no/a.csv", target), &path),
                 TACIT_ERR_IO, "no/a.csv");
    assert_message(p->cx, "No such file or directory");
    assert_fails(p->cx, tacit_staged_add(p->cx, s, p->folder, &path), TACIT_ERR_IO,
                 "it is a directory");
    assert_null(path);
    write_staged(p, s, "good.csv", "x"); /* the stage is still good for others */
    assert_int_equal(count_files(p), 1);
    tacit_staged_free(s);
    assert_int_equal(count_files(p), 0);
}

/* A target that became a directory in the meantime fails the commit. */
static void test_failing_commit(void **state)
{
    place *p = *state;
    char target[PATH_BYTES];
    tacit_staged *s = start(p);
    write_staged(p, s, "a.csv", "new");
    assert_int_equal(mkdir(path_of(p, "a.csv", target), 0700), 0);
    assert_fails(p->cx, tacit_staged_commit(p->cx, s), TACIT_ERR_IO, "a.csv");
    tacit_staged_free(s);
    assert_int_equal(count_files(p), 1); /* the directory alone */
}

static void test_permissions(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    struct stat st;
    const mode_t old = umask(027);
    tacit_staged *s = start(p);
    write_staged(p, s, "a.csv", "x");
    assert_ok(p->cx, tacit_staged_commit(p->cx, s));
    tacit_staged_free(s);
    umask(old);
    assert_int_equal(stat(path_of(p, "a.csv", path), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_commit),  with_place(test_abort),          with_place(test_kill),
        with_place(test_refused), with_place(test_failing_commit), with_place(test_permissions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
