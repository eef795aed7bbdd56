/*
 * Similarity of texts: published values, hand-computed ones, and texts that are no texts.
 */
#include "support/check.h"

#include "base/rng.h"
#include "micro/linkage/strings.h"

static tacit_letters letters(tacit_ctx *cx, const char *text)
{
    tacit_letters out;
    assert_ok(cx, tacit_letters_of(cx, text, strlen(text), &out));
    return out;
}

static double similarity(tacit_ctx *cx, const char *a, const char *b)
{
    const tacit_letters x = letters(cx, a), y = letters(cx, b);
    assert_near(tacit_jaro_winkler(&x, &y), tacit_jaro_winkler(&y, &x), 1e-15);
    assert_true(tacit_jaro_winkler_bound(&x, &y) >= tacit_jaro_winkler(&x, &y));
    return tacit_jaro_winkler(&x, &y);
}

static uint32_t edits(tacit_ctx *cx, const char *a, const char *b, bool swaps)
{
    const tacit_letters x = letters(cx, a), y = letters(cx, b);
    assert_int_equal(tacit_edits(&x, &y, swaps, 99), tacit_edits(&y, &x, swaps, 99));
    return tacit_edits(&x, &y, swaps, 99);
}

/* The comparison of similarities in Winkler (1994), Advanced methods for record linkage, and
 * the example of Jaro. */
static void test_similarities_are_the_published_ones(void **state)
{
    tacit_ctx *cx = *state;
    assert_near(similarity(cx, "SHACKLEFORD", "SHACKELFORD"), 0.982, 5e-4);
    assert_near(similarity(cx, "DUNNINGHAM", "CUNNIGHAM"), 0.896, 5e-4);
    assert_near(similarity(cx, "NICHLESON", "NICHULSON"), 0.956, 5e-4);
    assert_near(similarity(cx, "JONES", "JOHNSON"), 0.832, 5e-4);
    assert_near(similarity(cx, "MASSEY", "MASSIE"), 0.933, 5e-4);
    assert_near(similarity(cx, "MARTHA", "MARHTA"), 0.961, 5e-4);
}

static void test_empty_texts_are_alike_and_like_no_other(void **state)
{
    tacit_ctx *cx = *state;
    assert_near(similarity(cx, "", ""), 1.0, 0.0);
    assert_near(similarity(cx, "", "A"), 0.0, 0.0);
    assert_near(similarity(cx, "A", "A"), 1.0, 0.0);
    assert_near(similarity(cx, "A", "B"), 0.0, 0.0);
    assert_int_equal(edits(cx, "", "abc", false), 3);
    assert_int_equal(edits(cx, "", "", true), 0);
}

/* kitten, sitting: substitutions k-s and e-i, insertion of g. */
static void test_edits_are_counted_by_hand(void **state)
{
    tacit_ctx *cx = *state;
    assert_int_equal(edits(cx, "kitten", "sitting", false), 3);
    assert_int_equal(edits(cx, "ab", "ba", false), 2);
    assert_int_equal(edits(cx, "ab", "ba", true), 1);
    assert_int_equal(edits(cx, "ca", "abc", true), 3); /* no letter is edited twice */
    assert_int_equal(edits(cx, "meier", "maier", true), 1);
}

static void test_edits_beyond_the_bound_are_not_counted_on(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_letters a = letters(cx, "kitten"), b = letters(cx, "sitting");
    assert_int_equal(tacit_edits(&a, &b, false, 3), 3);
    assert_int_equal(tacit_edits(&a, &b, false, 2), 3);
    assert_int_equal(tacit_edits(&a, &b, false, 1), 2);
    assert_int_equal(tacit_edits(&a, &b, true, 0), 1);
}

/* u with diaeresis as one code point or as two; one edit from u. */
static void test_letters_are_code_points_in_one_form(void **state)
{
    tacit_ctx *cx = *state;
    assert_int_equal(letters(cx, "M\xc3\xbcller").n, 6);
    assert_int_equal(edits(cx, "M\xc3\xbcller", "Mu\xcc\x88ller", false), 0);
    assert_int_equal(edits(cx, "M\xc3\xbcller", "Muller", false), 1);
    assert_near(similarity(cx, "M\xc3\xbcller", "Mu\xcc\x88ller"), 1.0, 0.0);
}

/* The National Archives' examples. */
static void test_soundex_codes_are_the_published_ones(void **state)
{
    tacit_ctx *cx = *state;
    static const char *const of[][2] = {
        { "Washington", "W252" }, { "Lee", "L000" },     { "Gutierrez", "G362" },
        { "Pfister", "P236" },    { "Jackson", "J250" }, { "Tymczak", "T522" },
        { "Ashcraft", "A261" },   { "O'Brien", "O165" }, { "123", "" },
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        char code[5];
        const tacit_letters a = letters(cx, of[i][0]);
        tacit_soundex(&a, code);
        assert_string_equal(code, of[i][1]);
    }
}

/* Any bytes, of any length: similarities stay in range, and each text is like itself. */
static void test_random_bytes_are_compared(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(5);
    for (int round = 0; round < 3000; round++) {
        char text[2][600], code[5];
        tacit_letters x[2];
        const size_t mark = tacit_scratch_mark(cx);
        for (size_t t = 0; t < 2; t++) {
            const size_t n = (size_t)tacit_rng_below(&rng, round % 10 == 0 ? 600 : 12);
            const uint64_t kinds = round % 3 == 0 ? 256 : 4;
            for (size_t i = 0; i < n; i++)
                text[t][i] = (char)(tacit_rng_below(&rng, kinds) + (kinds == 4 ? 0xcb : 0));
            assert_ok(cx, tacit_letters_of(cx, text[t], n, &x[t]));
            assert_true(x[t].n <= TACIT_LETTERS_MAX && x[t].n <= n);
            tacit_soundex(&x[t], code);
            assert_near(tacit_jaro_winkler(&x[t], &x[t]), 1.0, 0.0);
            assert_int_equal(tacit_edits(&x[t], &x[t], true, 9), 0);
        }
        const double s = tacit_jaro_winkler(&x[0], &x[1]);
        assert_true(s >= 0.0 && s <= 1.0 && s <= tacit_jaro_winkler_bound(&x[0], &x[1]) + 1e-15);
        const uint32_t all = tacit_edits(&x[0], &x[1], round % 2 == 0, TACIT_LETTERS_MAX);
        const uint32_t few = tacit_edits(&x[0], &x[1], round % 2 == 0, 3);
        assert_int_equal(few, all < 4 ? all : 4);
        tacit_scratch_release(cx, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_similarities_are_the_published_ones),
        with_context(test_empty_texts_are_alike_and_like_no_other),
        with_context(test_edits_are_counted_by_hand),
        with_context(test_edits_beyond_the_bound_are_not_counted_on),
        with_context(test_letters_are_code_points_in_one_form),
        with_context(test_soundex_codes_are_the_published_ones),
        with_context(test_random_bytes_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
