/*
 * test_file.c - hierarchies from files.
 *
 * Provenance: the files are written here; expected labels are those in the files.
 */
#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define FILE_BUILDER (&tacit_hierarchy_builder_file)

/* Write `n` bytes to a new temporary file; `path` has room for it. */
static void write_temporary(char path[64], const char *bytes, size_t n)
{
    snprintf(path, 64, "/tmp/tacit-hierarchy-XXXXXX");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, n), (ssize_t)n);
    assert_int_equal(close(fd), 0);
}

/* Build from a file with this content. */
static tacit_status build_from(tacit_ctx *cx, const tacit_column *c, const char *bytes, size_t n,
                               tacit_hierarchy **out)
{
    char path[64];
    write_temporary(path, bytes, n);
    tacit_args args = args_of(cx, FILE_BUILDER);
    give(&args, "path")->text = path;
    const tacit_status status = tacit_hierarchy_build(cx, FILE_BUILDER, &args, c, out);
    assert_int_equal(unlink(path), 0);
    return status;
}

static void test_semicolons(void **state)
{
    (void)state;
    static const char text[] = "Private;Non-Government;*\n"
                               "Federal-gov;Government;*\n"
                               "Never-worked;Unemployed;*\n"
                               "State-gov;Government;*\n";
    static const char *const cells[] = { "State-gov", "", "Private", "Federal-gov", "State-gov" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 5);
    tacit_hierarchy *h = NULL;
    assert_int_equal(build_from(cx, c, text, strlen(text), &h), TACIT_OK);
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    assert_int_equal(tacit_hierarchy_values(h), 3);
    assert_string_equal(tacit_hierarchy_column(h), "code");
    assert_string_equal(tacit_hierarchy_value(h, 0), "State-gov");
    assert_string_equal(label_at(h, 1, 0), "Government");
    assert_string_equal(label_at(h, 1, 1), "Non-Government");
    assert_string_equal(label_at(h, 1, 2), "Government");
    assert_string_equal(label_at(h, 2, 1), "*");
    assert_int_equal(tacit_dict_size(tacit_hierarchy_labels(h, 1)), 2);

    tacit_table *t = NULL;
    char room[32];
    assert_int_equal(tacit_table_new(cx, 5, &t), TACIT_OK);
    assert_int_equal(tacit_table_add(cx, t, tacit_column_share(c)), TACIT_OK);
    assert_int_equal(tacit_hierarchy_apply(cx, h, 0, t, 0), TACIT_OK);
    assert_ptr_equal(tacit_table_column(t, 0), c);
    assert_int_equal(tacit_hierarchy_apply(cx, h, 1, t, 0), TACIT_OK);
    const tacit_column *masked = tacit_table_column(t, 0);
    assert_string_equal(tacit_column_text(masked, 0, room), "Government");
    assert_true(tacit_column_is_missing(masked, 1));
    assert_string_equal(tacit_column_text(masked, 2, room), "Non-Government");
    assert_int_equal(tacit_column_missing(masked), 1);
    assert_string_equal(tacit_column_text(c, 0, room), "State-gov");
    assert_int_equal(tacit_hierarchy_apply(cx, h, 3, t, 0), TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(cx),
                        "The hierarchy of column 'code' has levels 0 to 2, not 3.");
    tacit_table_free(t);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* A byte order mark, commas, CRLF, quotes with separators, quotes and newlines inside,
 * an empty line, a row for missing cells, no newline at the end. */
static void test_forms(void **state)
{
    (void)state;
    static const char text[] = "\xef\xbb\xbf\"a,1\",\"first \"\"half\"\"\",*\r\n"
                               "b,\"two\nlines\",*\r\n\r\n"
                               ",none,*\r\n"
                               "\xc3\xa4,second,\"*\"";
    static const char *const cells[] = { "a,1", "b", "\xc3\xa4" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 3);
    tacit_hierarchy *h = NULL;
    assert_int_equal(build_from(cx, c, text, strlen(text), &h), TACIT_OK);
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    assert_string_equal(label_at(h, 1, 0), "first \"half\"");
    assert_string_equal(label_at(h, 1, 1), "two\nlines");
    assert_string_equal(label_at(h, 1, 2), "second");
    assert_string_equal(label_at(h, 2, 2), "*");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

static void test_numbers(void **state)
{
    (void)state;
    static const char whole[] = "age\tgroup\n18.0\tyoung\n1e1\tyoung\n65\told\n";
    static const int64_t ages[] = { 65, 10, 18 };
    static const char real[] = "0.50;low\n2;high\n";
    static const double reals[] = { 2.0, 0.5 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *a = column_of_integers(cx, ages, 3), *r = column_of_reals(cx, reals, 2);
    tacit_hierarchy *h = NULL;
    assert_int_equal(build_from(cx, a, whole, strlen(whole), &h), TACIT_OK);
    assert_string_equal(label_at(h, 1, 0), "young"); /* values are numbered upwards */
    assert_string_equal(label_at(h, 1, 1), "young");
    assert_string_equal(label_at(h, 1, 2), "old");
    tacit_hierarchy_free(h);
    assert_int_equal(build_from(cx, r, real, strlen(real), &h), TACIT_OK);
    assert_string_equal(label_at(h, 1, 0), "low");
    assert_string_equal(label_at(h, 1, 1), "high");
    tacit_hierarchy_free(h);
    tacit_column_free(a);
    tacit_column_free(r);
    tacit_ctx_free(cx);
}

/* Whole numbers that a double cannot tell apart are matched by their digits. */
static void test_large_numbers(void **state)
{
    (void)state;
    static const char text[] = "9007199254740993;odd\n9007199254740992;even\n";
    static const int64_t x[] = { INT64_C(9007199254740992), INT64_C(9007199254740993) };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 2);
    tacit_hierarchy *h = NULL;
    assert_int_equal(build_from(cx, c, text, strlen(text), &h), TACIT_OK);
    assert_string_equal(label_at(h, 1, 0), "even");
    assert_string_equal(label_at(h, 1, 1), "odd");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* Rows for values that the column does not have count in the weights; the row for missing
 * cells and the titles above numbers do not. */
static void test_weights(void **state)
{
    (void)state;
    static const char text[] = "age;decade;all\n1;0s;*\n2;0s;*\n3;0s;*\n;none;*\n11;10s;*\n"
                               "12;10s;*\n25;20s;*\n";
    static const int64_t ages[] = { 2, 2, 11, 3 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, ages, 4);
    tacit_hierarchy *h = NULL;
    assert_int_equal(build_from(cx, c, text, strlen(text), &h), TACIT_OK);
    assert_float_equal(tacit_hierarchy_domain(h), 6.0, 0.0);
    assert_float_equal(tacit_hierarchy_weight(h, 1, tacit_hierarchy_label(h, 1, 0)), 3.0, 0.0);
    assert_float_equal(tacit_hierarchy_weight(h, 1, tacit_hierarchy_label(h, 1, 2)), 2.0, 0.0);
    assert_float_equal(tacit_hierarchy_weight(h, 2, 0), 6.0, 0.0);
    assert_int_equal(tacit_dict_size(tacit_hierarchy_labels(h, 1)), 2);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* A file that must be refused, and a part of the message. */
typedef struct refusal {
    const char *bytes;
    size_t n;
    tacit_status status;
    const char *part;
} refusal;

#define TEXT(s) (s), sizeof(s) - 1

static void test_refusals(void **state)
{
    (void)state;
    static const refusal cases[] = {
        { TEXT(""), TACIT_ERR_INPUT, "is empty" },
        { TEXT("a\nb\n"), TACIT_ERR_INPUT, ":1: a row needs a value and at least one label" },
        { TEXT("a;x;*\nb;y\n"), TACIT_ERR_INPUT,
          ":2: this line has 2 fields, but the first has 3" },
        { TEXT("a;x\nb;\n"), TACIT_ERR_INPUT, ":2: the label of level 1 is empty" },
        { TEXT("a;x\n\nb;y\na;x\n"), TACIT_ERR_INPUT,
          ":4: this value has a row already, in line 1" },
        { TEXT("a;x\n\"b;y\n"), TACIT_ERR_INPUT, ":2: a quote that begins here is not closed" },
        { TEXT("a;x\n\"b\"y;z\n"), TACIT_ERR_INPUT, ":2: text follows a closing quote" },
        { TEXT("a;x\nb;\0\n"), TACIT_ERR_INPUT, ":2: this line has a NUL byte" },
        { TEXT("a;x\nb;\xff\n"), TACIT_ERR_INPUT, ":2: this line is not valid UTF-8" },
        { TEXT("a;x\n"), TACIT_ERR_DATA,
          "The hierarchy 'file' of column 'code' does not cover 1 of its 2 values." },
        { TEXT("a;x;1\nb;x;2\n"), TACIT_ERR_DATA,
          "The hierarchy 'file' of column 'code' splits 1 labels of level 1 again at level 2" },
    };
    static const char *const cells[] = { "a", "b" };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tacit_ctx *cx = tacit_ctx_new();
        tacit_column *c = column_of_texts(cx, cells, 2);
        tacit_hierarchy *h = NULL;
        const tacit_status status = build_from(cx, c, cases[i].bytes, cases[i].n, &h);
        if (strstr(tacit_message(cx), cases[i].part) == NULL)
            fail_msg("case %zu: %s", i, tacit_message(cx));
        assert_int_equal(status, cases[i].status);
        assert_null(h);
        tacit_column_free(c);
        tacit_ctx_free(cx);
    }
}

static void test_no_file(void **state)
{
    (void)state;
    static const char *const cells[] = { "a" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 1);
    tacit_hierarchy *h = NULL;
    tacit_args args = args_of(cx, FILE_BUILDER);
    assert_int_equal(tacit_hierarchy_build(cx, FILE_BUILDER, &args, c, &h), TACIT_ERR_INPUT);
    give(&args, "path")->text = "/nonexistent/zip.csv";
    assert_int_equal(tacit_hierarchy_build(cx, FILE_BUILDER, &args, c, &h), TACIT_ERR_IO);
    assert_string_equal(tacit_message(cx),
                        "Cannot open '/nonexistent/zip.csv': No such file or directory.");
    args.at[0].text = "/tmp";
    assert_int_equal(tacit_hierarchy_build(cx, FILE_BUILDER, &args, c, &h), TACIT_ERR_IO);
    assert_string_equal(tacit_message(cx), "Cannot read '/tmp': it is a directory.");
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights),       cmocka_unit_test(test_semicolons),
        cmocka_unit_test(test_forms),         cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_large_numbers), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
