/*
 * test_stage.c - outputs appear all at once or not at all.
 */
#include "support/files.h"

#include <signal.h>
#include <sys/wait.h>

#include "engine/stage/stage.h"

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
    assert_file(p, "a.csv", "old");      /* until the commit */
    assert_int_equal(count_files(p), 4); /* with two outputs and a lock */
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
    assert_message(p->cx, "there is no folder");
    assert_fails(p->cx, tacit_staged_add(p->cx, s, p->folder, &path), TACIT_ERR_IO,
                 "it is a directory");
    assert_null(path);
    write_staged(p, s, "good.csv", "x"); /* the stage is still good for others */
    assert_int_equal(count_files(p), 2);
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

/* The first output has its name already when the second fails: the old one comes back. */
static void test_failing_second(void **state)
{
    place *p = *state;
    char target[PATH_BYTES];
    put_text(p, "a.csv", "old");
    tacit_staged *s = start(p);
    write_staged(p, s, "a.csv", "new");
    write_staged(p, s, "b.csv", "new");
    assert_int_equal(mkdir(path_of(p, "b.csv", target), 0700), 0);
    assert_fails(p->cx, tacit_staged_commit(p->cx, s), TACIT_ERR_IO, "b.csv");
    assert_file(p, "a.csv", "old");
    tacit_staged_free(s);
    assert_file(p, "a.csv", "old");
    assert_int_equal(count_files(p), 2);
}

/* What a killed run has left goes with the next one; what a living one has is left alone. */
static void test_leftovers(void **state)
{
    place *p = *state;
    char target[PATH_BYTES];
    test_kill(state);
    assert_true(count_files(p) > 1);
    assert_ok(p->cx, tacit_staged_recover(p->cx, path_of(p, "x.csv", target)));
    assert_int_equal(count_files(p), 1);
    tacit_staged *living = start(p);
    write_staged(p, living, "b.csv", "new");
    assert_ok(p->cx, tacit_staged_recover(p->cx, target));
    assert_ok(p->cx, tacit_staged_commit(p->cx, living));
    tacit_staged_free(living);
    assert_file(p, "b.csv", "new");
    assert_int_equal(count_files(p), 2);
    assert_ok(p->cx, tacit_staged_recover(p->cx, "no/such/folder"));
}

/* A name of the greatest length, whose temporary names are cut. */
static void test_long_name(void **state)
{
    place *p = *state;
    char name[256];
    memset(name, 'n', 255);
    memcpy(name + 251, ".csv", 5);
    tacit_staged *s = start(p);
    write_staged(p, s, name, "new");
    write_staged(p, s, "b.csv", "new");
    assert_ok(p->cx, tacit_staged_commit(p->cx, s));
    tacit_staged_free(s);
    assert_file(p, name, "new");
    assert_int_equal(count_files(p), 2);
}

/* A link at the target is replaced; what it leads to stays. */
static void test_link(void **state)
{
    place *p = *state;
    char target[PATH_BYTES], other[PATH_BYTES];
    struct stat st;
    put_text(p, "other.csv", "other");
    assert_int_equal(symlink(path_of(p, "other.csv", other), path_of(p, "a.csv", target)), 0);
    tacit_staged *s = start(p);
    write_staged(p, s, "a.csv", "new");
    assert_ok(p->cx, tacit_staged_commit(p->cx, s));
    tacit_staged_free(s);
    assert_file(p, "other.csv", "other");
    assert_file(p, "a.csv", "new");
    assert_int_equal(lstat(target, &st), 0);
    assert_true(S_ISREG(st.st_mode));
}

/* Put a journal that says that `precious` is the new file of a commit and was not there before:
 * undoing it would remove the file. */
static void put_journal(place *p, const char *lock, const char *folder, bool knows_itself)
{
    char path[PATH_BYTES], text[2 * PATH_BYTES];
    struct stat own, precious;
    FILE *f = fopen(path_of(p, lock, path), "wb");
    assert_non_null(f);
    assert_int_equal(stat(path, &own), 0);
    assert_int_equal(stat(path_of(p, "precious", path), &precious), 0);
    const int n =
        snprintf(text, sizeof text, "tacit commit 1\n%c%llu%c%s%cprecious%c%llu%c0%cend\n", 0,
                 (unsigned long long)own.st_ino + !knows_itself, 0, folder, 0, 0,
                 (unsigned long long)precious.st_ino, 0, 0);
    assert_int_equal(fwrite(text, 1, (size_t)n + 1, f), n + 1);
    assert_int_equal(fclose(f), 0);
}

/* Journals that came from elsewhere have nothing removed; one of this folder would. */
static void test_hostile_journal(void **state)
{
    place *p = *state;
    char target[PATH_BYTES], folder[PATH_BYTES];
    put_text(p, "precious", "data");
    path_of(p, "x.csv", target);
    put_journal(p, ".tacit-copied", "", false);
    assert_ok(p->cx, tacit_staged_recover(p->cx, target));
    assert_file(p, "precious", "data");
    snprintf(folder, sizeof folder, "%s/.tacit-nobody", p->folder);
    put_journal(p, ".tacit-hostil", folder, true);
    assert_ok(p->cx, tacit_staged_recover(p->cx, target));
    assert_file(p, "precious", "data");
    put_journal(p, ".tacit-itself", "", true);
    assert_ok(p->cx, tacit_staged_recover(p->cx, target));
    assert_int_equal(count_files(p), 1); /* the copied journal */
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

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_commit),         with_place(test_abort),
        with_place(test_kill),           with_place(test_refused),
        with_place(test_failing_commit), with_place(test_failing_second),
        with_place(test_leftovers),      with_place(test_long_name),
        with_place(test_link),           with_place(test_hostile_journal),
        with_place(test_permissions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
