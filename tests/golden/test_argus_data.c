/*
 * test_argus_data.c - the demonstration data of mu-Argus, once in fixed places and once with
 * commas: both are the same 4000 records of 33 variables, which the second has one more of.
 */
#include "golden.h"

static tacit_table *load_argus(tacit_ctx *cx, const char *name)
{
    char path[GOLDEN_PATH];
    const tacit_source source = { .uri = golden_path(name, path) };
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    assert_ok(cx, tacit_data_open(cx, &source, &data));
    assert_ok(cx, tacit_data_load(cx, data, NULL, &t));
    tacit_data_close(data);
    return t;
}

/* Codes are compared as numbers: the free format leaves out zeros in front, or has them where the
 * fixed one has blanks. */
static bool are_alike(const tacit_column *a, const tacit_column *b, size_t i)
{
    char x[32], y[32];
    const char *s = tacit_column_text(a, i, x), *t = tacit_column_text(b, i, y);
    double p = 0, q = 0;
    return strcmp(s, t) == 0 ||
           (tacit_parse_real(s, &p) && tacit_parse_real(t, &q) && fabs(p - q) < 1e-9);
}

static void test_both_formats(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *fixed = load_argus(cx, "data/sdcmicro/muargus/Demodata.asc");
    tacit_table *separated = load_argus(cx, "data/sdcmicro/muargus/Demofree.asc");
    size_t compared = 0, different = 0;
    assert_int_equal(tacit_table_rows(fixed), 4000);
    assert_int_equal(tacit_table_rows(separated), 4000);
    for (size_t j = 0; j < tacit_table_columns(fixed); j++) {
        const tacit_column *a = tacit_table_column(fixed, j);
        const size_t k = tacit_table_find(separated, tacit_column_name(a));
        for (size_t i = 0; k < tacit_table_columns(separated) && i < 4000; i++) {
            compared++;
            different += !are_alike(a, tacit_table_column(separated, k), i);
        }
    }
    assert_true(compared >= 30 * 4000);
    assert_int_equal(different, 0);
    tacit_table_free(fixed);
    tacit_table_free(separated);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_both_formats) };
    return golden_run_tests(tests);
}
