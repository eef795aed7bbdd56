/*
 * test_guard.c - rows that have come to equal one person take nothing more from that person.
 */
#include "support/synths.h"

#include "base/text.h"
#include "support/sanitized.h"
#include "synth/guard/guard.h"

enum { N = 60 };

/* Records whose two columns are both unlike all others'. */
static tacit_table *strangers_of(tacit_ctx *cx, const char *columns, size_t rows, size_t times)
{
    tacit_builder *b[2];
    tacit_type type[2];
    start_columns(cx, columns, b, type);
    for (size_t i = 0; i < rows * times; i++) {
        char text[32];
        snprintf(text, sizeof text, "%zu", i % rows);
        add_cell(cx, b[0], type[0], text);
        snprintf(text, sizeof text, "%zu", 1000 + i % rows);
        add_cell(cx, b[1], type[1], text);
    }
    return finish_columns(cx, b, 2, rows * times);
}

static tacit_table *strangers(tacit_ctx *cx, size_t rows, size_t times)
{
    return strangers_of(cx, "a:i,b:i", rows, times);
}

/* Rows of which the second column is that of the person whom the first is from. */
static size_t count_copies(const tacit_table *t)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char a[32], b[32];
        double x = 0.0, y = 0.0;
        assert_true(tacit_parse_real(tacit_column_text(column_of(t, "a"), i, a), &x));
        assert_true(tacit_parse_real(tacit_column_text(column_of(t, "b"), i, b), &y));
        n += (int)y == 1000 + (int)x;
    }
    return n;
}

/* Without the guard about one of 60 rows is a copy in each of 200 sets, dealt or not; with it none
 * is, and dealt columns have every value once still. */
static void test_none(void **state)
{
    tacit_table *t = strangers(*state, N, 1);
    size_t free = 0;
    for (uint64_t seed = 0; seed < CASES(200); seed++)
        for (int guard = 0; guard < 2; guard++) {
            synthesis s;
            bool seen[N] = { false };
            start_synthesis(&s, t, "sample");
            s.spec.guard = guard == 1;
            s.spec.dealt = seed % 2 == 0;
            s.spec.rng = tacit_rng_seed(seed);
            run_synthesis(*state, &s);
            const size_t copies = count_copies(s.set[0]);
            free += guard == 0 ? copies : 0;
            assert_true(guard == 0 || copies == 0);
            assert_int_equal(s.told[1].stayed, 0);
            for (size_t i = 0; i < N; i++)
                seen[tacit_column_integers(column_of(s.set[0], "b"))[i] - 1000] = true;
            for (size_t i = 0; i < N && s.spec.dealt; i++)
                assert_true(seen[i]);
            end_synthesis(&s);
        }
    assert_true(free > CASES(200) / 2 && free < 2 * CASES(200));
    tacit_table_free(t);
}

/* Records that were taken twice are of one person still. */
static void test_units(void **state)
{
    static uint32_t unit[2 * N];
    tacit_table *t = strangers(*state, N, 2);
    synthesis s;
    for (size_t i = 0; i < (size_t)2 * N; i++)
        unit[i] = (uint32_t)(i % N);
    start_synthesis(&s, t, "sample");
    s.spec.guard = true;
    s.spec.unit = unit;
    s.spec.units = N;
    run_synthesis(*state, &s);
    assert_int_equal(count_copies(s.set[0]), 0);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* If there is only one person, nobody else can give a value: the row stays, and is counted. */
static void test_stays(void **state)
{
    tacit_table *t = strangers(*state, 1, 1);
    synthesis s;
    start_synthesis(&s, t, "sample");
    s.spec.guard = true;
    run_synthesis(*state, &s);
    assert_int_equal(s.told[1].stayed, 1);
    assert_int_equal(s.told[1].guarded, 0);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Copies that a generator makes of 60 persons who are unlike all others, without and with guard. */
static void assert_guarded(tacit_ctx *cx, const char *columns, const char *generator, size_t least)
{
    tacit_table *t = strangers_of(cx, columns, N, 1);
    for (int guard = 0; guard < 2; guard++) {
        synthesis s;
        start_synthesis(&s, t, generator);
        set_synth(&s, "change", 0.0);
        s.spec.guard = guard == 1;
        run_synthesis(cx, &s);
        assert_in_range(count_copies(s.set[0]), guard == 0 ? least : 0, guard == 0 ? N : 0);
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* A bootstrap of texts is the file itself; a regression of a number that follows from another meets
 * the person's own value most times. */
static void test_attack(void **state)
{
    assert_guarded(*state, "a:c,b:c", "bootstrap", N);
    assert_guarded(*state, "a:i,b:i", "parametric", N / 2);
    assert_guarded(*state, "a:c,b:i", "bootstrap", 0);
}

/* The record that alone has what a row has, by going through all. */
static uint32_t find_twin(const tacit_table *t, size_t columns, const uint32_t donor[][30],
                          size_t row)
{
    uint32_t twin = TACIT_SYNTH_NONE;
    for (uint32_t r = 0; r < tacit_table_rows(t); r++) {
        bool same = true;
        for (size_t j = 0; j < columns && same; j++) {
            char x[32], y[32];
            const tacit_column *c = tacit_table_column(t, j);
            same = tacit_column_is_missing(c, r) == tacit_column_is_missing(c, donor[j][row]) &&
                   strcmp(tacit_column_text(c, r, x), tacit_column_text(c, donor[j][row], y)) == 0;
        }
        if (same && twin != TACIT_SYNTH_NONE)
            return TACIT_SYNTH_NONE;
        twin = same ? r : twin;
    }
    return twin;
}

static void test_twins(void **state)
{
    for (uint64_t seed = 0; seed < CASES(300); seed++) {
        const size_t mark = tacit_scratch_mark(*state);
        tacit_rng rng = tacit_rng_seed(seed);
        tacit_table *t = random_table(*state, &rng, "a:c,b:i,c:r,d:d", 25, 1 + seed % 6, 0.2);
        uint32_t donor[4][30];
        tacit_guard *g = NULL;
        assert_ok(*state, tacit_guard_new(*state, 25, 30, NULL, &g));
        for (size_t j = 0; j < 4; j++) {
            const tacit_coding c = { .column = tacit_table_column(t, j) };
            for (size_t i = 0; i < 30; i++)
                donor[j][i] =
                    i % 3 > 0 && j > 0 ? donor[j - 1][i] : (uint32_t)tacit_rng_below(&rng, 25);
            assert_ok(*state,
                      tacit_guard_note(*state, g, &c, &(tacit_synth_cells){ .donor = donor[j] }));
            for (size_t i = 0; i < 30; i++)
                assert_int_equal(tacit_guard_twin(g, i), find_twin(t, j + 1, donor, i));
        }
        tacit_table_free(t);
        tacit_scratch_release(*state, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_none),   with_context(test_units), with_context(test_stays),
        with_context(test_attack), with_context(test_twins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
