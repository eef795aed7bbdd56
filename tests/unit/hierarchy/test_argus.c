/*
 * test_argus.c - hierarchies from files of mu-Argus and tau-Argus.
 *
 * Provenance: the files are written here, in the forms of the manuals; labels by hand.
 */
#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ARGUS (&tacit_hierarchy_builder_argus)

/* Arguments with a new file of this content. */
static tacit_args args_with(tacit_ctx *cx, const char *content, const char *ending, char path[64])
{
    snprintf(path, 64, "/tmp/tacit-argus-XXXXXX%s", ending);
    const int fd = mkstemps(path, (int)strlen(ending));
    assert_true(fd >= 0);
    assert_int_equal(write(fd, content, strlen(content)), (ssize_t)strlen(content));
    assert_int_equal(close(fd), 0);
    tacit_args args = args_of(cx, ARGUS);
    give(&args, "path")->text = path;
    return args;
}

static void test_recoding(void **state)
{
    (void)state;
    static const char text[] = "1: -20\r\n2: 21-30\r\n3: 31 - 40, 45\r\n6: 61-\r\n\r\n"
                               "<MISSING> 8 9\r\n<CODELIST>    Age.cdl\r\n";
    static const int64_t x[] = { 3, 20, 21, 40, 45, 50, 61, 99 };
    tacit_ctx *cx = tacit_ctx_new();
    char path[64];
    tacit_args args = args_with(cx, text, ".grc", path);
    tacit_column *c = column_of_integers(cx, x, 8);
    tacit_hierarchy *h = build_with(cx, &args, ARGUS, c);
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    assert_labels(h, 1, "1|1|2|3|3|50|6|6");
    assert_int_equal(tacit_warning_count(cx), 1);
    assert_non_null(strstr(tacit_warning(cx, 0), "leaves 1 values of column 'age' as they are"));
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    assert_int_equal(unlink(path), 0);
    tacit_ctx_free(cx);
}

/* Texts that are no numbers are compared as texts. */
static void test_recoding_texts(void **state)
{
    (void)state;
    static const char text[] = "X: A-C\nY: D\nX: F\n";
    static const char *const cells[] = { "A", "B", "D", "F", "C" };
    tacit_ctx *cx = tacit_ctx_new();
    char path[64];
    tacit_args args = args_with(cx, text, "", path);
    tacit_column *c = column_of_texts(cx, cells, 5);
    tacit_hierarchy *h = build_with(cx, &args, ARGUS, c);
    assert_labels(h, 1, "X|X|Y|X|X");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    assert_int_equal(unlink(path), 0);
    tacit_ctx_free(cx);
}

/* N1 is a code with others below it and a value too; A3 is less deep. */
static void test_tree(void **state)
{
    (void)state;
    static const char text[] = "N\n@N1\n@@N1a\n@@N1b\n@N2\n@@N2a\nA\n@A3\n";
    static const char *const cells[] = { "N1a", "N1", "N2a", "A3" };
    tacit_ctx *cx = tacit_ctx_new();
    char path[64];
    tacit_args args = args_with(cx, text, ".hrc", path);
    tacit_column *c = column_of_texts(cx, cells, 4);
    tacit_hierarchy *h = build_with(cx, &args, ARGUS, c);
    assert_int_equal(tacit_hierarchy_levels(h), 4);
    assert_labels(h, 1, "N1|N1|N2|A");
    assert_labels(h, 2, "N|N|N|A");
    assert_labels(h, 3, "*|*|*|*");
    assert_float_equal(tacit_hierarchy_domain(h), 5.0, 0.0); /* with N1b, without N, N2, A */
    assert_weight(h, 1, 0, 3.0);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    assert_int_equal(unlink(path), 0);
    tacit_ctx_free(cx);
}

static void test_list(void **state)
{
    (void)state;
    static const char text[] = "   1,Aalburg\r\n   2,Aalsmeer\r\n 10, Aalburg\r\n";
    static const int64_t x[] = { 10, 2, 1 };
    tacit_ctx *cx = tacit_ctx_new();
    char path[64];
    tacit_args args = args_with(cx, text, ".cdl", path);
    tacit_column *c = column_of_integers(cx, x, 3);
    tacit_hierarchy *h = build_with(cx, &args, ARGUS, c);
    assert_labels(h, 1, "Aalburg|Aalsmeer|Aalburg");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    assert_int_equal(unlink(path), 0);
    tacit_ctx_free(cx);
}

typedef struct refusal {
    const char *text, *ending;
    tacit_status status;
    const char *part;
} refusal;

static void test_refusals(void **state)
{
    (void)state;
    static const refusal cases[] = {
        { "1: 1-5\n2: 4-\n", ".grc", TACIT_ERR_INPUT, ":2: this line and line 1 give one code" },
        { "1: 2-\n", ".grc", TACIT_ERR_DATA, "leaves 1 values of column 'age' as they are" },
        { "1: 1,,2\n", ".grc", TACIT_ERR_INPUT, ":1: the list of this line has a gap" },
        { "x: 1\nhello\n", ".grc", TACIT_ERR_INPUT, ":2: a line of a recoding is" },
        { " : 1\n", ".grc", TACIT_ERR_INPUT, ":1: the new code of this line is empty" },
        { "@a\n", ".hrc", TACIT_ERR_INPUT, ":1: this code is more than one level below" },
        { "a\n@@b\n", "", TACIT_ERR_INPUT, ":2: this code is more than one level below" },
        { "a\n@\n", "", TACIT_ERR_INPUT, ":2: this line has marks but no code" },
        { "a\n@1\n@1\n", "", TACIT_ERR_INPUT, ":3: this code stands in the tree twice" },
        { "a\n@1\n", "", TACIT_ERR_DATA, "does not cover 1 of its 2 values" },
        { "1,one\n5,\n", ".cdl", TACIT_ERR_INPUT, ":2: a code needs its text" },
        { "1,one\n1,two\n", ".cdl", TACIT_ERR_INPUT, ":2: this code stands in the list twice" },
        { "\n\r\n", "", TACIT_ERR_INPUT, "has no codes" },
    };
    static const int64_t x[] = { 1, 5 };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tacit_ctx *cx = tacit_ctx_new();
        char path[64];
        tacit_args args = args_with(cx, cases[i].text, cases[i].ending, path);
        tacit_column *c = column_of_integers(cx, x, 2);
        assert_refused(cx, &args, ARGUS, c, cases[i].status, cases[i].part);
        tacit_column_free(c);
        assert_int_equal(unlink(path), 0);
        tacit_ctx_free(cx);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recoding), cmocka_unit_test(test_recoding_texts),
        cmocka_unit_test(test_tree),     cmocka_unit_test(test_list),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
