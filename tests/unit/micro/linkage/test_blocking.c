/*
 * test_blocking.c - which pairs are compared; cases by hand and by listing.
 */
#include "support/tables.h"

#include "micro/linkage/blocking.h"

/* The partners of all rows as text "0:1,3;1:2;". */
static const char *partners(tacit_ctx *cx, const tacit_blocks *b, char out[512])
{
    uint32_t *found = NULL;
    size_t at = 0;
    assert_ok(cx, tacit_scratch(cx, b->n_b, sizeof *found, &found));
    for (size_t i = 0; i < b->n_a; i++) {
        const size_t n = tacit_blocks_partners(b, i, found);
        for (size_t k = 0; k < n; k++)
            at += (size_t)snprintf(out + at, 512 - at, "%zu-%u ", i, found[k]);
    }
    out[at] = '\0';
    return out;
}

static tacit_blocks block(tacit_ctx *cx, const tacit_link_job *job, const char *const *rules,
                          size_t n)
{
    tacit_blocks b;
    assert_ok(cx, tacit_blocks_of(cx, job, rules, n, &b));
    return b;
}

/* Rows 0 and 2 agree on x, 1 and 3 on x and y; row 4 has no x. */
static void test_rules_within_one_file(void **state)
{
    char text[512];
    static const char *const both[] = { "x+y" }, *const any[] = { "x", "y" };
    tacit_table *t = table_of(*state, "x:c,y:i", "a,1\nb,2\na,3\nb,2\n,2\n");
    const tacit_link_job job = { .a = t, .b = t, .within = true };
    tacit_blocks b = block(*state, &job, both, 1);
    assert_string_equal(partners(*state, &b, text), "1-3 ");
    b = block(*state, &job, any, 2);
    /* 1-3 agrees on both rules and is met once, at the first. */
    assert_string_equal(partners(*state, &b, text), "0-2 1-3 1-4 3-4 ");
    assert_true(tacit_blocks_has(&b, 1, 3) && tacit_blocks_has(&b, 3, 4));
    assert_false(tacit_blocks_has(&b, 0, 1) || tacit_blocks_has(&b, 0, 4));
    tacit_table_free(t);
}

/* Two dictionaries; a number in one file is a text in the other. */
static void test_rules_across_files(void **state)
{
    char text[512];
    static const char *const rules[] = { "x:2", "y" };
    tacit_table *a = table_of(*state, "x:c,y:i",
                              "\xc3\x9c"
                              "ber,1\nvon,2\n");
    tacit_table *b = table_of(*state, "x:c,y:c",
                              "vor,1\n\xc3\x9c"
                              "b,3\nv,2\n\xc3\x9c,1\n");
    const tacit_link_job job = { .a = a, .b = b };
    const tacit_blocks blocks = block(*state, &job, rules, 2);
    assert_string_equal(partners(*state, &blocks, text), "0-1 0-0 0-3 1-0 1-2 ");
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Distinct values 1 2 5 7 of both files; at most one place apart. */
static void test_neighbours(void **state)
{
    char text[512];
    static const char *const numbers[] = { "x~1" }, *const texts[] = { "y~1" };
    tacit_table *a = table_of(*state, "x:i,y:c", "1,ab\n5,ad\n,\n");
    tacit_table *b = table_of(*state, "x:r,y:c", "7,ac\n2,ae\n1,\n,ab\n");
    const tacit_link_job job = { .a = a, .b = b };
    tacit_blocks blocks = block(*state, &job, numbers, 1);
    assert_string_equal(partners(*state, &blocks, text), "0-2 0-1 1-1 1-0 ");
    blocks = block(*state, &job, texts, 1);
    assert_string_equal(partners(*state, &blocks, text), "0-3 0-0 1-0 1-1 ");
    tacit_table_free(a);
    tacit_table_free(b);
}

static void test_pairs_and_true_pairs_are_counted(void **state)
{
    static const char *const rules[] = { "x" };
    tacit_table *t = table_of(*state, "x:c,id:i", "a,1\nb,1\na,2\na,2\nb,3\n");
    const tacit_link_job job = { .a = t, .b = t, .within = true, .truth = "id" };
    const tacit_blocks b = block(*state, &job, rules, 1);
    tacit_truth truth;
    tacit_block_counts n;
    assert_ok(*state, tacit_truth_of(*state, &job, &truth));
    assert_ok(*state, tacit_blocks_count(*state, &b, &truth, &n));
    assert_near(n.pairs, 4.0, 0.0);
    assert_near(n.true_pairs, 1.0, 0.0); /* of 2: records 0 and 1 differ on x */
    assert_near(truth.pairs, 2.0, 0.0);
    tacit_table_free(t);
}

static void test_rules_that_cannot_be_read_are_refused(void **state)
{
    static const char *const rules[] = { "z", "x:0", "x~many", "x+z", "x~1" };
    static const char *const says[] = { "'z'", "after ':'", "after '~'", "'z'", "neighbours" };
    tacit_table *a = table_of(*state, "x:c", "4711\n"), *b = table_of(*state, "x:i", "1\n");
    const tacit_link_job job = { .a = a, .b = b };
    tacit_blocks blocks;
    for (size_t r = 0; r < 5; r++) {
        assert_fails(*state, tacit_blocks_of(*state, &job, &rules[r], 1, &blocks), TACIT_ERR_INPUT,
                     says[r]);
        assert_untold(*state, "4711");
    }
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Each pair that some rule lets through is met once, whatever the rules. */
static void test_each_pair_is_met_once(void **state)
{
    tacit_ctx *cx = *state;
    static const char *const rules[] = { "a", "b+c", "b~2", "a:1" };
    for (uint64_t seed = 0; seed < 200; seed++) {
        tacit_rng rng = tacit_rng_seed(seed);
        tacit_table *x = random_table(cx, &rng, "a:c,b:i,c:c", 30, 6, 0.2);
        tacit_table *y = random_table(cx, &rng, "a:c,b:i,c:c", 25, 6, 0.2);
        const tacit_link_job job = { .a = x, .b = seed % 2 == 0 ? x : y, .within = seed % 2 == 0 };
        const tacit_blocks b = block(cx, &job, rules, 1 + seed % 4);
        uint32_t found[30];
        for (size_t i = 0; i < b.n_a; i++) {
            uint32_t met[30] = { 0 };
            const size_t n = tacit_blocks_partners(&b, i, found);
            for (size_t k = 0; k < n; k++)
                met[found[k]]++;
            for (size_t j = 0; j < b.n_b; j++)
                assert_int_equal(met[j], tacit_blocks_has(&b, i, j) && (!b.within || j > i));
        }
        tacit_table_free(x);
        tacit_table_free(y);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_rules_within_one_file),
        with_context(test_rules_across_files),
        with_context(test_neighbours),
        with_context(test_pairs_and_true_pairs_are_counted),
        with_context(test_rules_that_cannot_be_read_are_refused),
        with_context(test_each_pair_is_met_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
