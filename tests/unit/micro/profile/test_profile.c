/*
 * test_profile.c - counts, spread, entropy and twins of small columns.
 *
 * Provenance: worked out by hand; each case shows the arithmetic.
 */
#include "unit/micro/profile/columns.h"

#include <math.h>

#include "micro/profile/keys.h"
#include "micro/profile/profile.h"

static void assert_near(double x, double expected, double slack)
{
    assert_true(fabs(x - expected) <= slack);
}

static tacit_profile *profile_of(tacit_ctx *cx, const tacit_table *t)
{
    tacit_profile *p = NULL;
    assert_int_equal(tacit_profile_table(cx, t, &p), TACIT_OK);
    return p;
}

/* 3 -1 4 0 5 9 missing 6: sorted -1 0 3 4 5 6 9.  Mean 26/7.  Squares 168, so the variance is
 * (168 - 676/7)/6 = 11.904762.  The quantile at 25 % is at (7-1)/4 = 1.5: between 0 and 3. */
static void test_numbers(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = rows_of(cx, 8);
    const int64_t x[] = { 3, -1, 4, 0, 5, 9, 0, 6 };
    const uint64_t valid = 0xbf;
    add_integers(cx, t, "x", x, &valid);
    const tacit_profile *p = profile_of(cx, t);

    assert_int_equal(p->missing, 1);
    assert_int_equal(p->distinct, 7);
    assert_int_equal(p->singles, 7);
    assert_int_equal(p->zeros, 1);
    assert_int_equal(p->negatives, 1);
    assert_near(p->least, -1.0, 0.0);
    assert_near(p->most, 9.0, 0.0);
    assert_near(p->mean, 26.0 / 7.0, 1e-12);
    assert_near(p->sd, 3.450328, 1e-6);
    assert_near(p->quantile[2], 1.5, 1e-12);
    assert_near(p->quantile[3], 4.0, 1e-12);
    assert_near(p->quantile[0], -1.0 + 0.06, 1e-12); /* at 6 / 100 */
    assert_near(p->entropy, 2.807354922, 1e-9);      /* log2 7 */
    assert_near(p->evenness, 1.0, 1e-12);
    assert_near(tacit_profile_uniqueness(p), 1.0, 0.0);
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

/* a a a a b b c: shares 4/7, 2/7, 1/7; entropy 1.378783, log2 3 = 1.584963. */
static void test_texts(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = rows_of(cx, 8);
    const char *const x[] = { "a", "a", "bb", "a", NULL, "\xc3\xa4\xc3\xb6\xc3\xbc", "bb", "a" };
    add_texts(cx, t, "x", x);
    const tacit_profile *p = profile_of(cx, t);

    assert_int_equal(p->distinct, 3);
    assert_int_equal(p->singles, 1);
    assert_int_equal(p->runs, 6); /* a, bb, a, the long one, bb, a */
    assert_near(p->top_share, 4.0 / 7.0, 1e-12);
    assert_near(p->entropy, 1.378783, 1e-6);
    assert_near(p->evenness, 1.378783 / 1.584963, 1e-6);
    assert_int_equal(p->shortest, 1);
    assert_int_equal(p->longest, 3); /* characters, not bytes */
    assert_int_equal(p->pattern, TACIT_PATTERN_NONE);
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

static void test_nothing(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = rows_of(cx, 0), *u = rows_of(cx, 2);
    add_integers(cx, t, "none", NULL, NULL);
    add_texts(cx, t, "none either", NULL);
    const tacit_profile *p = profile_of(cx, t);
    for (size_t j = 0; j < 2; j++) {
        assert_int_equal(p[j].distinct, 0);
        assert_near(p[j].entropy, 0.0, 0.0);
        assert_near(tacit_profile_uniqueness(&p[j]), 0.0, 0.0);
    }
    const int64_t x[] = { 0, 0 };
    const uint64_t valid = 0;
    add_integers(cx, u, "all missing", x, &valid);
    p = profile_of(cx, u);
    assert_int_equal(p->missing, 2);
    assert_int_equal(p->distinct, 0);
    assert_int_equal(p->zeros, 0);
    tacit_table_free(t);
    tacit_table_free(u);
    tacit_ctx_free(cx);
}

static void test_twins(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = rows_of(cx, 5);
    const int64_t code[] = { 10, 20, 10, 30, 20 };
    const char *const label[] = { "x", "b", "x", "a", "b" };
    const char *const finer[] = { "x", "b", "x", "a", "c" };
    const char *const gap[] = { NULL, "b", NULL, "a", "b" };
    const int64_t unique[] = { 1, 2, 3, 4, 5 }, constant[] = { 7, 7, 7, 7, 7 };
    const uint64_t valid = 0x1a; /* rows 1 and 3 missing, as in `gap` */
    add_integers(cx, t, "code", code, NULL);
    add_texts(cx, t, "label", label);
    add_texts(cx, t, "finer", finer);
    add_texts(cx, t, "gap", gap);
    add_integers(cx, t, "unique", unique, NULL);
    add_integers(cx, t, "also unique", unique, NULL);
    add_integers(cx, t, "constant", constant, NULL);
    add_integers(cx, t, "gap code", code, &valid);
    const tacit_profile *p = profile_of(cx, t);

    assert_int_equal(p[0].twin, SIZE_MAX);
    assert_int_equal(p[1].twin, 0);
    assert_int_equal(p[2].twin, SIZE_MAX);
    assert_int_equal(p[3].twin, SIZE_MAX); /* parts alike, but a value is missing */
    assert_int_equal(p[5].twin, SIZE_MAX);
    assert_int_equal(p[6].twin, SIZE_MAX);
    assert_int_equal(p[7].twin, 3);
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

/* Three spellings of one word; a number that is no number; codes at either end. */
static void test_dirt(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = rows_of(cx, 6);
    const char *const city[] = { "Wien", "wien", " Wien ", "Linz", "<=5", ">5" };
    const char *const pay[] = { "1", "2.5", "-3", "Unknown", "7", NULL };
    const int64_t age[] = { 30, -99, 41, 90, -99, 18 }, points[] = { 1, 2, 3, 4, 999, 5 };
    const int64_t plain[] = { 95, 96, 97, 98, 99, 99 }; /* 99 is one of them */
    add_texts(cx, t, "city", city);
    add_texts(cx, t, "pay", pay);
    add_integers(cx, t, "age", age, NULL);
    add_integers(cx, t, "points", points, NULL);
    add_integers(cx, t, "plain", plain, NULL);
    const tacit_profile *p = profile_of(cx, t);
    assert_int_equal(p[0].dirt.alike, 2);
    assert_int_equal(p[1].dirt.numbers, 4);
    assert_int_equal(p[1].dirt.others, 1);
    assert_string_equal(p[1].dirt.word, "Unknown");
    assert_int_equal(p[2].dirt.coded[0], 2);
    assert_float_equal(p[2].dirt.code[0], -99.0, 0.0);
    assert_int_equal(p[3].dirt.coded[0], 1);
    assert_float_equal(p[3].dirt.code[0], 999.0, 0.0);
    assert_int_equal(p[4].dirt.coded[0], 0);
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

/* Rows (1,a) (1,a) (1,b) (2,b) (2,b) (3,b): classes of 2, 1, 2, 1, so 2 are unique and all
 * 6 are below 3.  Without the number: a twice, b four times.  Without the letter: 1 three
 * times, 2 twice, 3 once. */
static void test_keys(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = rows_of(cx, 6);
    const int64_t number[] = { 1, 1, 1, 2, 2, 3 };
    const char *const letter[] = { "a", "a", "b", "b", "b", "b" };
    add_integers(cx, t, "number", number, NULL);
    add_texts(cx, t, "letter", letter);
    const tacit_profile *p = profile_of(cx, t);
    const size_t both[] = { 0, 1 };
    tacit_key_report k;
    assert_int_equal(tacit_keys_measure(cx, t, &(tacit_select){ .n = 2, .at = both }, p, &k),
                     TACIT_OK);
    assert_int_equal(k.records, 6);
    assert_int_equal(k.classes, 4);
    assert_int_equal(k.uniques, 2);
    assert_int_equal(k.below3, 6);
    assert_int_equal(k.below5, 6);
    assert_int_equal(k.n, 2);
    assert_int_equal(k.part[0].alone, 1);
    assert_int_equal(k.part[0].without, 0);
    assert_int_equal(k.part[1].alone, 0);
    assert_int_equal(k.part[1].without, 1);
    assert_int_equal(tacit_keys_measure(cx, t, &(tacit_select){ .n = 1, .at = both }, p, &k),
                     TACIT_OK);
    assert_int_equal(k.uniques, 1);
    assert_int_equal(k.below3, 3);
    assert_int_equal(k.part[0].without, 0);
    tacit_key_doubt doubt;
    const tacit_select first = { .n = 1, .at = both }, second = { .n = 1, .at = both + 1 };
    assert_int_equal(tacit_keys_doubt(cx, t, &first, &second, &doubt), TACIT_OK);
    assert_int_equal(doubt.with[0], 2);
    assert_int_equal(doubt.with_all, 2);
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

/* What is counted gives what the rows give: values in any order, one of them twice, as engines may
 * hand them over. */
static void test_counted(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *rows = rows_of(cx, 9), *counts = rows_of(cx, 5);
    const char *texts[] = { "b", "a", "a", NULL, "c", "a", NULL, "a", "b" };
    const char *values[] = { "c", "b", NULL, "a", "b" };
    const int64_t x[] = { 999, 3, 3, 0, 5, 3, 0, 4, 999 }, y[] = { 5, 999, 3, 4, 999 };
    const uint64_t valid = 0x1b7;
    const int64_t of_texts[] = { 1, 1, 2, 4, 1 }, of_numbers[] = { 1, 1, 3, 1, 1 };
    tacit_profile p;
    add_texts(cx, rows, "t", texts);
    add_integers(cx, rows, "x", x, &valid);
    add_texts(cx, counts, "t", values);
    add_integers(cx, counts, "x", y, NULL);
    const tacit_profile *all = profile_of(cx, rows);

    assert_int_equal(tacit_profile_counted(cx, tacit_table_column(counts, 0), of_texts, &p),
                     TACIT_OK);
    assert_int_equal(p.rows, 9);
    assert_int_equal(p.missing, 2);
    assert_int_equal(p.distinct, 3);
    assert_int_equal(p.singles, 1);
    assert_near(p.entropy, all[0].entropy, 0.0);
    assert_near(p.top_share, 4.0 / 7.0, 0.0);
    assert_int_equal(p.longest, 1);

    assert_int_equal(tacit_profile_counted(cx, tacit_table_column(counts, 1), of_numbers, &p),
                     TACIT_OK);
    assert_int_equal(p.rows, 7);
    assert_int_equal(p.distinct, 4);
    assert_near(p.mean, all[1].mean, 0.0);
    assert_near(p.sd, all[1].sd, 0.0);
    assert_int_equal(p.dirt.coded[0], 2);
    assert_int_equal(all[1].dirt.coded[0], 2);
    for (size_t q = 0; q < TACIT_PROFILE_QUANTILES; q++)
        assert_near(p.quantile[q], all[1].quantile[q], 0.0);
    tacit_table_free(rows);
    tacit_table_free(counts);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_texts), cmocka_unit_test(test_dirt),
        cmocka_unit_test(test_nothing), cmocka_unit_test(test_twins), cmocka_unit_test(test_keys),
        cmocka_unit_test(test_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
