/*
 * test_cover.c - what released labels stand for, rule by rule.
 */
#include "support/generalised.h"

#include "micro/utility/cover/cover.h"

/* A pair of one key, its cover, and the scratch memory it is in. */
typedef struct shop {
    tacit_ctx *cx;
    tacit_table *before, *after;
    tacit_pair pair;
    tacit_cover cover;
} shop;

static void open_shop(shop *s, const char *before, const char *was, const char *after,
                      const char *is)
{
    s->before = with_keys(table_of(s->cx, before, was), 1);
    s->after = table_of(s->cx, after, is);
    s->pair.original = s->before;
    s->pair.masked = s->after;
}

static tacit_status cover(shop *s)
{
    return tacit_cover_make(s->cx, &s->pair, tacit_table_column(s->before, 0),
                            tacit_table_column(s->after, 0), &s->cover);
}

static void close_shop(shop *s)
{
    tacit_table_free(s->before);
    tacit_table_free(s->after);
}

/* What row i's released cell, as it counts, was read as and how many values it covers. */
static void assert_row(const shop *s, size_t i, tacit_cover_how how, uint32_t n, uint64_t mass)
{
    const tacit_cover_set *set = &s->cover.set[s->cover.pair[s->cover.pair_of[i]].set];
    if (set->how != how || set->n != n || set->mass != mass)
        fail_msg("row %zu: way %d, %u values, %u cells", i + 1, (int)set->how, set->n,
                 (unsigned)set->mass);
    assert_true(tacit_cover_has(set, s->cover.values.of[i]));
}

static void test_numbers(void **state)
{
    shop s = { .cx = *state };
    open_shop(&s, "x:i", "21\n23\n25\n29\n34\n34\n\n40\n", "x:c",
              "20-25\n[23;29)\n25\n*\n\n30+\n7\n4*\n");
    assert_ok(*state, cover(&s));
    assert_row(&s, 0, TACIT_COVER_INTERVAL, 3, 3);
    assert_row(&s, 1, TACIT_COVER_INTERVAL, 2, 2);
    assert_row(&s, 2, TACIT_COVER_VALUE, 1, 1);
    assert_row(&s, 3, TACIT_COVER_SUPPRESSED, 6, 7);
    assert_row(&s, 4, TACIT_COVER_SUPPRESSED, 6, 7);
    assert_row(&s, 5, TACIT_COVER_INTERVAL, 2, 3);
    assert_row(&s, 7, TACIT_COVER_PATTERN, 1, 1);
    assert_int_equal(s.cover.pair_of[6], s.cover.n_pairs); /* nothing was there */
    assert_near(s.cover.cells, 7, 0);
    close_shop(&s);
}

/* Numbers stay numbers if nothing but blanks was made. */
static void test_blanked_numbers(void **state)
{
    shop s = { .cx = *state };
    open_shop(&s, "x:i", "9007199254740993\n9007199254740992\n5\n", "x:i",
              "9007199254740993\n9007199254740992\n\n");
    assert_ok(*state, cover(&s));
    assert_row(&s, 0, TACIT_COVER_VALUE, 1, 1); /* apart, though the same as doubles */
    assert_row(&s, 1, TACIT_COVER_VALUE, 1, 1);
    assert_row(&s, 2, TACIT_COVER_SUPPRESSED, 3, 3);
    assert_int_equal(s.cover.wrong, 0);
    close_shop(&s);
    open_shop(&s, "x:i", "1\n2\n", "x:r", "1\n2\n");
    assert_ok(*state, cover(&s));
    assert_row(&s, 1, TACIT_COVER_VALUE, 1, 1);
    close_shop(&s);
    open_shop(&s, "x:d", "1999-05-01\n2000-03-01\n2000-04-01\n", "x:c", "1999-05-01\n2000\n2000\n");
    assert_ok(*state, cover(&s));
    assert_row(&s, 0, TACIT_COVER_VALUE, 1, 1);
    assert_row(&s, 1, TACIT_COVER_INTERVAL, 2, 2);
    close_shop(&s);
}

static void test_patterns(void **state)
{
    shop s = { .cx = *state };
    open_shop(&s, "x:c", "47677\n47602\n47905\n4760\nM\xc3\xbcn\n", "x:c",
              "476**\n476**\n47*\n4760\nM*n\n");
    assert_ok(*state, cover(&s));
    assert_row(&s, 0, TACIT_COVER_PATTERN, 2, 2); /* a star for each character */
    assert_row(&s, 2, TACIT_COVER_PATTERN, 4, 4); /* or for what follows, if none has */
    assert_row(&s, 3, TACIT_COVER_VALUE, 1, 1);
    assert_row(&s, 4, TACIT_COVER_PATTERN, 1, 1);
    close_shop(&s);
}

/* Labels that nothing explains cover what was observed under them. */
static void test_observed(void **state)
{
    shop s = { .cx = *state };
    open_shop(&s, "x:c", "southeast\nnortheast\nnorthwest\nsoutheast\n", "x:c",
              "east\neast\nwest\neast\n");
    assert_ok(*state, cover(&s));
    assert_row(&s, 0, TACIT_COVER_OBSERVED, 2, 3);
    assert_row(&s, 2, TACIT_COVER_OBSERVED, 1, 1);
    assert_int_equal(s.cover.observed, 2);
    s.pair.independent = true;
    assert_fails(*state, cover(&s), TACIT_ERR_DATA, "'x' has 2 of 2 released labels");
    assert_untold(*state, "east");
    close_shop(&s);
}

/* A mark that is a value of the original is one where it covers all its rows. */
static void test_marks(void **state)
{
    shop s = { .cx = *state };
    open_shop(&s, "x:c", "*\n*\na\n", "x:c", "*\n*\na\n");
    assert_ok(*state, cover(&s));
    assert_row(&s, 0, TACIT_COVER_VALUE, 1, 2);
    close_shop(&s);
    open_shop(&s, "x:c", "*\n*\na\n", "x:c", "*\n*\n*\n");
    assert_ok(*state, cover(&s));
    assert_row(&s, 0, TACIT_COVER_SUPPRESSED, 2, 3);
    close_shop(&s);
}

/* A cell that says something false counts as suppressed. */
static void test_false_cells(void **state)
{
    shop s = { .cx = *state };
    open_shop(&s, "x:i", "1\n2\n3\n4\n", "x:c", "1\n1\n1-2\n4\n");
    assert_ok(*state, cover(&s));
    assert_row(&s, 0, TACIT_COVER_VALUE, 1, 1);
    assert_row(&s, 1, TACIT_COVER_SUPPRESSED, 4, 4);
    assert_row(&s, 2, TACIT_COVER_SUPPRESSED, 4, 4);
    assert_int_equal(s.cover.wrong, 2);
    close_shop(&s);
}

/* Labels of a hierarchy: of intervals, whose levels 1 and 2 are 10 and 20 wide. */
static void test_hierarchy(void **state)
{
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find("intervals");
    const double widths[] = { 10.0, 20.0 };
    shop s = { .cx = *state };
    arguments a;
    preset_args(&a, &builder->about);
    *argument(&a, "widths") = (tacit_value){ .given = true, .n = 2, .reals = widths };
    const tacit_hierarchy_spec spec = { .column = "x", .builder = builder, .args = a.args };
    open_shop(&s, "x:i", "1\n5\n12\n19\n25\n38\n", "x:c", "0-9\n0-19\n12-19\n*\n20-29\n1-38\n");
    s.pair.hierarchies = &spec;
    s.pair.n_hierarchies = 1;
    assert_ok(*state, cover(&s));
    assert_int_equal(s.cover.height, 3);
    assert_row(&s, 0, TACIT_COVER_LEVEL, 2, 2);
    assert_row(&s, 1, TACIT_COVER_LEVEL, 4, 4);
    assert_row(&s, 2, TACIT_COVER_INTERVAL, 2, 2);
    const size_t level[] = { 1, 2, 1, 3, 1, 3 };
    for (size_t i = 0; i < 6; i++) {
        const tacit_cover_set *set = &s.cover.set[s.cover.pair[s.cover.pair_of[i]].set];
        assert_int_equal(set->level, level[i]);
    }
    const tacit_cover_set *wide = &s.cover.set[s.cover.pair[s.cover.pair_of[1]].set];
    assert_near(wide->low, 0, 0); /* as the label says, not as the values are */
    assert_near(wide->high, 19, 0);
    close_shop(&s);
}

/* Without rows: as many missing cells as before are no suppression. */
static void test_other_rows(void **state)
{
    shop s = { .cx = *state };
    open_shop(&s, "x:i", "1\n2\n\n4\n", "x:c", "1-2\n\n\n\n4\n1\n1\n1\n");
    assert_ok(*state, cover(&s));
    assert_null(s.cover.pair);
    assert_near(s.cover.set[s.cover.n_labels].cells, 3.0 - 8.0 / 4.0, 0);
    assert_near(s.cover.cells, 6, 0);
    close_shop(&s);
}

static void test_odd_columns(void **state)
{
    shop s = { .cx = *state };
    open_shop(&s, "x:r", "\n\n", "x:c", "1-2\n\n");
    assert_ok(*state, cover(&s));
    assert_near(s.cover.cells, 0, 0);
    close_shop(&s);
    open_shop(&s, "x:c", "", "x:c", "");
    assert_ok(*state, cover(&s));
    assert_near(s.cover.cells, 0, 0);
    close_shop(&s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_numbers),     with_context(test_blanked_numbers),
        with_context(test_patterns),    with_context(test_observed),
        with_context(test_marks),       with_context(test_false_cells),
        with_context(test_hierarchy),   with_context(test_other_rows),
        with_context(test_odd_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
