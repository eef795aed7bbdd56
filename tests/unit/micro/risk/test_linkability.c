/*
 * test_linkability.c - linkability attack; cases by hand.
 */
#include "support/risks.h"

static inquiry *ask(inquiry *q, const tacit_table *x, const char *const *a, size_t n_a,
                    const char *const *b, size_t n_b)
{
    inquire_pair(q, "linkability", x);
    if (n_a > 0)
        *argument(&q->a, "a") = (tacit_value){ .given = true, .n = n_a, .texts = a };
    if (n_b > 0)
        *argument(&q->a, "b") = (tacit_value){ .given = true, .n = n_b, .texts = b };
    return q;
}

/* Four persons with all values distinct: each finds itself on both sides. */
static void test_identity(void **state)
{
    tacit_table *x = table_of(*state, "p:i,q:c", "1,a\n2,b\n3,c\n4,d\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "linkability", x), x);
    assert_near(figure(r, "guesses"), 4, 0);
    assert_near(figure(r, "successes"), 4, 1e-12);
    assert_near(figure(r, "any_tie"), 4, 0);
    assert_string_equal(note_of(r, 0), "Columns of side a: p.");
    assert_string_equal(note_of(r, 1), "Columns of side b: q.");
    /* naive: 1 of 4 */
    const json_t *rows = json_object_get(part_of(r, "tables", "rates"), "rows");
    assert_near(json_number_value(json_array_get(json_array_get(rows, 1), 2)), 1.0, 1e-12);
    json_decref(r);
    tacit_table_free(x);
}

/* The protected data has p = 1 twice, with q = a and b, and p = 2 with q = a.  The person (1, a)
 * is near rows {1, 2} by p and {1, 3} by q: of the four draws one is the same row.  (2, b): row
 * 3 by p, row 2 by q: never. */
static void test_ties(void **state)
{
    tacit_table *x = table_of(*state, "p:i,q:c", "1,a\n2,b\n");
    tacit_table *y = table_of(*state, "p:i,q:c", "1,a\n1,b\n2,a\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "linkability", x), y);
    assert_near(figure(r, "successes"), 0.25, 1e-12);
    assert_near(figure(r, "any_tie"), 1, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Two neighbours.  By p the person 0 has row 1 (p = 0) for sure and one of rows 2, 3 (p = 1);
 * by q two of rows 2, 3, 4 (q = 0), row 1 being farther.  They are apart if the row taken by p
 * is the one not taken by q: 1/3. */
static void test_two(void **state)
{
    tacit_table *x = table_of(*state, "p:i,q:i", "0,0\n9,9\n");
    tacit_table *y = table_of(*state, "p:i,q:i", "0,5\n1,0\n1,0\n5,0\n");
    static const char *const p[] = { "p" };
    inquiry q;
    set_number(&ask(&q, x, p, 1, NULL, 0)->a, "neighbours", 2);
    set_number(&q.a, "attacks", 0);
    tacit_result *r = run_inquiry(*state, &q, y);
    /* person 9: by p row 4 and one of 2, 3; by q row 1 and one of 2, 3, 4: row 4 is in common
     * with 1/3, else rows 2, 3 with 2/3 * 1/2 */
    assert_near(figure(r, "successes"), 2.0 / 3.0 + 1.0 / 3.0 + 1.0 / 3.0, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Records of five that agree with the person in column j, as bits. */
static unsigned agreeing(const tacit_table *x, const tacit_table *y, size_t j)
{
    const tacit_column *a = tacit_table_column(x, j), *b = tacit_table_column(y, j);
    unsigned bits = 0;
    for (unsigned i = 0; i < 5; i++) {
        char s[32], t[32];
        bits |= (strcmp(tacit_column_text(a, 0, s), tacit_column_text(b, i, t)) == 0 ? 1u : 0u)
                << i;
    }
    return bits;
}

/* Whether `set` is a choice of the k nearest when those of `near` are nearer than the others. */
static bool is_choice(unsigned set, unsigned near, size_t k)
{
    const size_t most = (size_t)__builtin_popcount(near);
    return (size_t)__builtin_popcount(set) == k &&
           (size_t)__builtin_popcount(set & near) == (most < k ? most : k);
}

/* Credits against counting all pairs of choices, on small random tables. */
static void test_draws(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    for (int round = 0; round < 300; round++) {
        tacit_table *x = random_table(*state, &rng, "p:c,q:c", 1, 3, 0.1);
        tacit_table *y = random_table(*state, &rng, "p:c,q:c", 5, 3, 0.1);
        const size_t k = 1 + tacit_rng_below(&rng, 3);
        const unsigned near[2] = { agreeing(x, y, 0), agreeing(x, y, 1) };
        double all = 0, shared = 0;
        inquiry q;
        for (unsigned pair = 0; pair < 1024; pair++) {
            const unsigned a = pair % 32, b = pair / 32;
            const bool fits = is_choice(a, near[0], k) && is_choice(b, near[1], k);
            all += fits;
            shared += fits && (a & b) != 0;
        }
        set_number(&inquire_pair(&q, "linkability", x)->a, "neighbours", (double)k);
        tacit_result *r = run_inquiry(*state, &q, y);
        assert_near(figure(r, "successes"), shared / all, 1e-10);
        assert_near(figure(r, "any_tie"), shared > 0, 0);
        json_decref(r);
        tacit_table_free(x);
        tacit_table_free(y);
    }
}

/* The case that anonymeter tests itself with (statice/anonymeter, test_linkability_evaluator.py):
 * one link of four with 1 neighbour, four with 2. */
static void test_published(void **state)
{
    tacit_table *x = table_of(*state, "p:i,q:i", "0,0\n0,1\n4,9\n0,4\n");
    tacit_table *y = table_of(*state, "p:i,q:i", "0,0\n1,1\n4,4\n9,9\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "linkability", x), y);
    assert_near(figure(r, "successes"), 1, 1e-12);
    assert_near(figure(r, "attack_rate"), 0.3725, 1e-4);
    json_decref(r);
    set_number(&q.a, "neighbours", 2);
    r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "successes"), 4, 1e-12);
    assert_near(figure(r, "attack_rate"), 0.7551, 1e-4);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* A control of others: nobody of them is linked, so the risk is that of the attack. */
static void test_control(void **state)
{
    tacit_table *x = table_of(*state, "p:i,q:i", "1,10\n2,20\n3,30\n4,40\n");
    tacit_table *c = table_of(*state, "p:i,q:i", "1,40\n2,30\n3,20\n4,10\n1,30\n");
    inquiry q;
    inquire_pair(&q, "linkability", x)->extra.control = c;
    tacit_result *r = run_inquiry(*state, &q, x);
    const json_t *rows = json_object_get(part_of(r, "tables", "rates"), "rows");
    assert_near(json_number_value(json_array_get(json_array_get(rows, 2), 1)), 5, 0);
    assert_near(json_number_value(json_array_get(json_array_get(rows, 2), 2)), 0, 0);
    assert_true(figure(r, "risk_low") > 0);
    assert_true(figure(r, "risk") > figure(r, "risk_low"));
    assert_true(figure(r, "risk_high") <= 1);
    json_decref(r);
    tacit_table_free(c);
    c = table_of(*state, "p:i", "1\n");
    q.extra.control = c;
    assert_inquiry_fails(*state, &q, x, TACIT_ERR_INPUT, "'q' of the protected data is not");
    tacit_table_free(c);
    tacit_table_free(x);
}

static void test_refusals(void **state)
{
    static const char *const p[] = { "p" }, *const both[] = { "p", "q" }, *const none[] = { "z" };
    tacit_table *x = table_of(*state, "p:i,q:c", "1,a\n2,b\n");
    tacit_table *one = table_of(*state, "p:i", "1\n");
    tacit_table *empty = table_of(*state, "p:i,q:c", "");
    inquiry q;
    assert_inquiry_fails(*state, ask(&q, x, p, 1, both, 2), x, TACIT_ERR_INPUT, "'p' is in both");
    assert_inquiry_fails(*state, ask(&q, x, both, 2, NULL, 0), x, TACIT_ERR_DATA, "on each side");
    assert_inquiry_fails(*state, ask(&q, x, none, 1, NULL, 0), x, TACIT_ERR_INPUT, "'z'");
    assert_inquiry_fails(*state, inquire_pair(&q, "linkability", one), one, TACIT_ERR_DATA,
                         "1 columns in common");
    assert_inquiry_fails(*state, inquire_pair(&q, "linkability", empty), x, TACIT_ERR_DATA,
                         "the original has none");
    tacit_table_free(x);
    tacit_table_free(one);
    tacit_table_free(empty);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_identity), with_context(test_ties),      with_context(test_two),
        with_context(test_draws),    with_context(test_published), with_context(test_control),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
