/*
 * test_frequency.c - frequencies under the three rules for missing keys.
 *
 * Provenance: the eight records of Franconi and Polettini (2004) with the first key of
 * record 1, the second of record 4, the third of record 6 and all keys of record 8 taken
 * away; the frequencies follow by hand from the rule in classes/frequency.c.  The only
 * matches across patterns are those with record 8.
 */
#include "support/measures.h"

#include "micro/classes/frequency.h"

#define BLANKED                                                                                    \
    ",2,5,1,18\n1,2,1,1,45.5\n1,2,1,1,39\n3,,1,5,17\n4,3,1,4,541\n"                                \
    "4,3,,1,8\n6,2,1,5,5\n,,,,92\n"

static void check(tacit_ctx *cx, tacit_frequency_rule rule, double alpha, const double *f,
                  const double *F)
{
    tacit_table *t = with_keys(table_of(cx, EIGHT_COLUMNS, BLANKED), 4);
    tacit_subject *s = NULL;
    tacit_frequencies at = { 0 };
    tacit_table_set_roles(t, 4, TACIT_ROLE_WEIGHT);
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_ok(cx, tacit_frequencies_of(cx, s, rule, alpha, &at));
    assert_int_equal(at.kind, TACIT_POPULATION_WEIGHTS);
    for (size_t i = 0; i < 8; i++) {
        assert_near(at.f[at.classes->of_row[i]], f[i], 1e-12);
        assert_near(at.F[at.classes->of_row[i]], F[i], 1e-12);
    }
    tacit_subject_free(s);
    tacit_table_free(t);
}

static void test_rules(void **state)
{
    static const double f[] = { 1, 2, 2, 1, 1, 1, 1, 1 };
    static const double F[] = { 18, 84.5, 84.5, 17, 541, 8, 5, 92 };
    static const double wild_f[] = { 2, 3, 3, 2, 2, 2, 2, 8 };
    static const double wild_F[] = { 110, 176.5, 176.5, 109, 633, 100, 97, 765.5 };
    check(*state, TACIT_FREQUENCY_CATEGORY, 1.0, f, F);
    check(*state, TACIT_FREQUENCY_WILDCARD, 1.0, wild_f, wild_F);
}

/* Complete records do not count record 8, incomplete ones count alpha of it, and it counts
 * everything. */
static void test_sdcmicro(void **state)
{
    static const double alpha[] = { 0.0, 0.5, 0.7, 1.0 };
    for (size_t k = 0; k < 4; k++) {
        const double a = alpha[k];
        const double f[] = { 1 + a, 2, 2, 1 + a, 1, 1 + a, 1, 8 };
        const double F[] = { 18 + 92 * a, 84.5, 84.5, 17 + 92 * a, 541, 8 + 92 * a, 5, 765.5 };
        check(*state, TACIT_FREQUENCY_SDCMICRO, a, f, F);
    }
}

/* One key: the record without it counts alpha for the others, and everything itself. */
static void test_one_key(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c", "a\na\nb\n\n"), 1);
    tacit_subject *s = NULL;
    tacit_frequencies at = { 0 };
    assert_ok(*state, tacit_subject_new(*state, t, &s));
    assert_ok(*state, tacit_frequencies_of(*state, s, TACIT_FREQUENCY_SDCMICRO, 0.5, &at));
    const double f[] = { 2.5, 2.5, 1.5, 4.0 };
    for (size_t i = 0; i < 4; i++)
        assert_near(at.f[at.classes->of_row[i]], f[i], 0.0);
    assert_null(at.F); /* nothing tells the population */
    assert_false(tacit_frequencies_know_population(s));
    tacit_subject_add(s, &(tacit_subject_extra){ .fraction = 0.1 });
    assert_ok(*state, tacit_frequencies_of(*state, s, TACIT_FREQUENCY_SDCMICRO, 0.5, &at));
    assert_int_equal(at.kind, TACIT_POPULATION_FRACTION);
    assert_near(at.F[at.classes->of_row[2]], 15.0, 1e-12);
    tacit_subject_add(s, &(tacit_subject_extra){ .population = t });
    assert_fails(*state, tacit_frequencies_of(*state, s, TACIT_FREQUENCY_SDCMICRO, 0.5, &at),
                 TACIT_ERR_INPUT, "population file");
    tacit_subject_free(s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_rules), with_context(test_sdcmicro),
                                        with_context(test_one_key) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
