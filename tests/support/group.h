/*
 * group.h - the tests of one file as a group that its folder's program finds by itself.
 *
 * All test files of a folder are linked into one program.  Each of them ends in
 *
 *     TESTS(void)
 *     {
 *         const struct CMUnitTest tests[] = { ... };
 *         return cmocka_run_group_tests(tests, NULL, NULL);
 *     }
 *
 * which is registered before main() begins, so a new file stands in no list.
 */
#ifndef TACIT_TESTS_SUPPORT_GROUP_H
#define TACIT_TESTS_SUPPORT_GROUP_H

/* One file's tests; the program links them into a list. */
typedef struct tests_group {
    const char *file;
    int (*run)(void); /* returns how many failed */
    struct tests_group *next;
} tests_group;

/* Add a group to those of the program. */
void add_test_group(tests_group *group);

/* Say in TAP that no test of the group runs, and why; returns that none failed. */
int skip_test_group(const char *why);

/* Begin the function that runs the tests of the file. */
#define TESTS(nothing)                                                                             \
    static int run_tests_of_file(nothing);                                                         \
    __attribute__((constructor)) static void add_tests_of_file(void)                               \
    {                                                                                              \
        static tests_group group = { .file = __FILE__, .run = run_tests_of_file };                 \
        add_test_group(&group);                                                                    \
    }                                                                                              \
    static int run_tests_of_file(nothing)

#endif
