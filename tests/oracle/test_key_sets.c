/*
 * test_key_sets.c - k-anonymity over sets of keys, against counting record by record.
 *
 * For every choice of m keys, or for listed sets, each record is compared with each other
 * record; a missing key is a value of its own or matches anything.  Thousands of small
 * random tables with few values, so that classes of every size occur.
 */
#include "support/subjects.h"

enum { KEYS = 4, ROWS = 12 };

static bool match(const tacit_table *t, unsigned set, size_t i, size_t k, bool wildcard)
{
    for (size_t j = 0; j < KEYS; j++) {
        const tacit_column *c = tacit_table_column(t, j);
        const bool gone = tacit_column_is_missing(c, i) || tacit_column_is_missing(c, k);
        char x[32], y[32];
        if ((set >> j & 1) != 0 && !(wildcard && gone) &&
            strcmp(tacit_column_text(c, i, x), tacit_column_text(c, k, y)) != 0)
            return false;
    }
    return true;
}

/* What the model should find. */
typedef struct expected {
    size_t least, records, sets, wrong;
} expected;

/* Look at the sets whose bits are set in `sets`: bit s stands for the set of keys s. */
static expected count(const tacit_table *t, unsigned sets, size_t k, bool wildcard)
{
    expected e = { .least = ROWS };
    bool bad[ROWS] = { false };
    for (unsigned s = 1; s < 1U << KEYS; s++) {
        bool any = false;
        if ((sets >> s & 1) == 0)
            continue;
        for (size_t i = 0; i < ROWS; i++) {
            size_t f = 0;
            for (size_t o = 0; o < ROWS; o++)
                f += match(t, s, i, o, wildcard);
            e.least = f < e.least ? f : e.least;
            bad[i] |= f < k;
            any |= f < k;
        }
        e.sets++;
        e.wrong += any;
    }
    for (size_t i = 0; i < ROWS; i++)
        e.records += bad[i];
    return e;
}

static void compare(work *w, const expected *e, size_t k)
{
    tacit_result *r = run_model(w, "k_anonymity");
    assert_near(figure(r, "k"), (double)e->least, 0);
    assert_near(figure(r, "violating_records"), (double)e->records, 0);
    assert_near(figure(r, "sets"), (double)e->sets, 0);
    assert_near(figure(r, "violating_sets"), (double)e->wrong, 0);
    assert_int_equal(json_array_size(json_object_get(part_of(r, "tables", "sets"), "rows")),
                     e->wrong);
    assert_int_equal(model_holds(r), e->least >= k);
    json_decref(r);
}

static void test_subsets(void **state)
{
    tacit_rng rng = tacit_rng_seed(41);
    for (int round = 0; round < 2000; round++) {
        tacit_table *t =
            with_keys(random_table(*state, &rng, "a:c,b:i,c:d,d:r", ROWS, 2, 0.15), KEYS);
        const size_t m = 1 + tacit_rng_below(&rng, KEYS), k = 1 + tacit_rng_below(&rng, 5);
        const bool wildcard = round % 2 == 1;
        unsigned sets = 0;
        for (unsigned s = 1; s < 1U << KEYS; s++)
            sets |= (size_t)__builtin_popcount(s) == m ? 1U << s : 0;
        const expected e = count(t, sets, k, wildcard);
        work w = { .cx = *state, .table = t };
        with_model(&w, "k_anonymity");
        set_number(set_number(&w.a, "k", (double)k), "subset", (double)m);
        set_number(&w.a, "missing", wildcard);
        compare(&w, &e, k);
        tacit_table_free(t);
    }
}

static void test_sets(void **state)
{
    static const char *const first[] = { "a", "c" }, *const second[] = { "b", "d", "a" };
    static const tacit_group groups[] = { { "one", first, 2, 0 }, { "two", second, 3, 0 } };
    const unsigned sets = 1U << 5 | 1U << 11; /* bits 0 and 2; bits 0, 1 and 3 */
    tacit_rng rng = tacit_rng_seed(42);
    for (int round = 0; round < 1000; round++) {
        tacit_table *t =
            with_keys(random_table(*state, &rng, "a:c,b:i,c:d,d:r", ROWS, 2, 0.15), KEYS);
        const expected e = count(t, sets, 2, round % 2 == 1);
        work w = { .cx = *state, .table = t };
        with_model(&w, "k_anonymity");
        set_number(set_number(&w.a, "k", 2), "missing", round % 2);
        *argument(&w.a, "sets") = (tacit_value){ .given = true, .groups = groups, .n = 2 };
        compare(&w, &e, 2);
        tacit_table_free(t);
    }
}

/* A histogram counts its records, not its rows. */
static void test_counts(void **state)
{
    tacit_table *t =
        with_keys(table_of(*state, "a:c,b:c," TACIT_COUNT ":i", "x,p,5\nx,q,2\ny,p,1\n"), 2);
    work w = { .cx = *state, .table = t };
    with_model(&w, "k_anonymity");
    set_number(set_number(&w.a, "k", 3), "subset", 1);
    tacit_result *r = run_model(&w, "k_anonymity"); /* a: 7, 1; b: 6, 2 */
    assert_near(figure(r, "k"), 1, 0);
    assert_near(figure(r, "violating_records"), 3, 0);
    assert_near(figure(r, "violating_classes"), 2, 0);
    assert_near(figure(r, "violating_share"), 0.375, 0);
    json_decref(r);
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    static const char *const member[] = { "a", "z" };
    static const tacit_group unknown[] = { { "pair", member, 2, 0 } };
    static const tacit_group empty[] = { { "none", member, 0, 0 } };
    tacit_table *t = with_keys(table_of(*state, "a:c,b:c,z:c", "x,p,1\n"), 2);
    work w = { .cx = *state, .table = t };
    set_number(&with_model(&w, "k_anonymity")->a, "subset", 3);
    assert_model_fails(&w, "k_anonymity", TACIT_ERR_INPUT, "only 2 keys");
    *argument(&w.a, "sets") = (tacit_value){ .given = true, .groups = unknown, .n = 1 };
    assert_model_fails(&w, "k_anonymity", TACIT_ERR_INPUT, "not both");
    with_model(&w, "k_anonymity");
    *argument(&w.a, "sets") = (tacit_value){ .given = true, .groups = unknown, .n = 1 };
    assert_model_fails(&w, "k_anonymity", TACIT_ERR_INPUT, "'z'");
    argument(&w.a, "sets")->groups = empty;
    assert_model_fails(&w, "k_anonymity", TACIT_ERR_INPUT, "'none'");
    argument(&w.a, "sets")->n = 0;
    assert_model_fails(&w, "k_anonymity", TACIT_ERR_INPUT, "no set");
    tacit_table_free(t);
}

/* 24 keys have too many subsets of 12; none of them is looked at. */
static void test_too_many(void **state)
{
    char names[512] = "", cells[512] = "";
    for (int j = 0; j < 24; j++) {
        snprintf(names + strlen(names), sizeof names - strlen(names), "%sk%d:i", j ? "," : "", j);
        snprintf(cells + strlen(cells), sizeof cells - strlen(cells), "%s1", j ? "," : "");
    }
    tacit_table *t = with_keys(table_of(*state, names, cells), 24);
    work w = { .cx = *state, .table = t };
    set_number(&with_model(&w, "k_anonymity")->a, "subset", 12);
    assert_model_fails(&w, "k_anonymity", TACIT_ERR_INPUT, "100000");
    set_number(&w.a, "subset", 23);
    assert_near(take_figure(run_model(&w, "k_anonymity"), "sets"), 24, 0);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_subsets),  with_context(test_sets),     with_context(test_counts),
        with_context(test_refusals), with_context(test_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
