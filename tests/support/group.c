/*
 * group.c - the main program of every test program: runs its groups of tests.
 *
 * usage: PROGRAM [NAME ...]
 *
 * A name is a file's, without ending: test_rng.  Without names all groups run, in the order
 * of their names.  With CMOCKA_TEST_FILTER only tests whose name matches that pattern (* and
 * ?) run.  The status is 1 if a test failed, 2 if there is no group of a given name.
 */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

static tests_group *groups; /* sorted by file */

void add_test_group(tests_group *group)
{
    tests_group **at = &groups;
    while (*at != NULL && strcmp((*at)->file, group->file) < 0)
        at = &(*at)->next;
    group->next = *at;
    *at = group;
}

int skip_test_group(const char *why)
{
    printf("1..0 # SKIP %s\n", why);
    return 0;
}

/* Whether the file's name is `name` and an ending. */
static bool is_called(const tests_group *group, const char *name)
{
    const char *slash = strrchr(group->file, '/');
    const char *base = slash == NULL ? group->file : slash + 1;
    const size_t n = strlen(name);
    return strncmp(base, name, n) == 0 && strcmp(base + n, ".c") == 0;
}

/* Run the groups called `name`, or all of them if it is NULL. */
static int run_groups(const char *name)
{
    int found = 0, failed = 0;
    for (const tests_group *group = groups; group != NULL; group = group->next) {
        if (name != NULL && !is_called(group, name))
            continue;
        found++;
        failed += group->run() != 0;
        fflush(stdout);
    }
    if (found == 0)
        fprintf(stderr, "There are no tests called '%s'.\n", name == NULL ? "" : name);
    return found == 0 ? 2 : failed != 0;
}

int main(int n, char **words)
{
    const char *filter = getenv("CMOCKA_TEST_FILTER");
    if (filter != NULL)
        cmocka_set_test_filter(filter);
    int status = n > 1 ? 0 : run_groups(NULL);
    for (int i = 1; i < n; i++) {
        const int one = run_groups(words[i]);
        status = one > status ? one : status;
    }
    return status;
}
