/*
 * test_individual.c - individual and household risk, frequencies, risk per record.
 *
 * Provenance: eight records of Franconi and Polettini (2004) with f = 2 2 2 1 1 1 1 2 and
 * F = 110 84.5 84.5 17 541 8 5 110.  By hand: f = 1 has risk log(F) / (F - 1), f = 2 with
 * a = 2 / (F - 2) has a - a^2 log(F / 2).
 */
#include "support/measures.h"

#include "micro/risk/keys/per_record.h"
#include "micro/risk/risk.h"

static double one(double F)
{
    return log(F) / (F - 1.0);
}

static double two(double F)
{
    const double a = 2.0 / (F - 2.0);
    return a - a * a * log(F / 2.0);
}

/* The eight records with their weights. */
static tacit_table *eight(tacit_ctx *cx)
{
    tacit_table *t = with_keys(table_of(cx, EIGHT_COLUMNS, EIGHT_RECORDS), 4);
    tacit_table_set_roles(t, 4, TACIT_ROLE_WEIGHT);
    return t;
}

static tacit_status try_measure(tacit_ctx *cx, const tacit_table *t, const char *name, arguments *a,
                                tacit_result **r)
{
    const tacit_measure *m = tacit_risk_find(name);
    tacit_subject *s = NULL;
    arguments preset;
    if (a == NULL)
        a = preset_args(&preset, &m->about);
    TACIT_TRY(tacit_subject_new(cx, t, &s));
    const tacit_status status = tacit_measure_run(cx, m, s, &a->args, r);
    tacit_subject_free(s);
    return status;
}

static tacit_result *measure(tacit_ctx *cx, const tacit_table *t, const char *name, arguments *a)
{
    tacit_result *r = NULL;
    assert_ok(cx, try_measure(cx, t, name, a, &r));
    return r;
}

static arguments *preset_of(arguments *a, const char *name)
{
    return preset_args(a, &tacit_risk_find(name)->about);
}

/* Cell of row i, column j of a table of a result. */
static const json_t *cell(const tacit_result *r, const char *table, size_t i, size_t j)
{
    const json_t *rows = json_object_get(part_of(r, "tables", table), "rows");
    return json_array_get(json_array_get(rows, i), j);
}

static double number(const tacit_result *r, const char *table, size_t i, size_t j)
{
    assert_true(json_is_number(cell(r, table, i, j)));
    return json_number_value(cell(r, table, i, j));
}

static void test_eight_records(void **state)
{
    const double expected = 2 * two(110) + 2 * two(84.5) + one(17) + one(541) + one(8) + one(5);
    tacit_table *t = eight(*state);
    arguments a;
    tacit_result *r = measure(*state, t, "individual", NULL);
    assert_near(figure(r, "expected"), expected, 1e-14);
    assert_near(figure(r, "global"), expected / 8.0, 1e-15);
    assert_near(figure(r, "highest"), one(5), 1e-15);
    assert_near(figure(r, "at_risk"), 3.0, 0.0); /* 0.177, 0.297, 0.402 are above 0.1 */
    assert_near(figure(r, "at_risk_share"), 3.0 / 8.0, 0.0);
    assert_near(figure(r, "target_threshold"), 0.0, 0.0); /* the least, 0.0117, is above 0.01 */
    assert_near(figure(r, "above_target"), 8.0, 0.0);
    const double bands[] = { 0, 0, 0, 0, 62.5, 0, 12.5, 25, 0 };
    for (size_t b = 0; b < 9; b++)
        assert_near(bar(r, "risk_bands", b), bands[b], 1e-12);
    json_decref(r);
    r = measure(*state, t, "individual", set_number(preset_of(&a, "individual"), "threshold", 0.3));
    assert_near(figure(r, "at_risk"), 1.0, 0.0);
    json_decref(r);
    tacit_table_free(t);
}

/* With min(r, t) at t = r(17) the sum is 0.967 - (r(8) - t) - (r(5) - t) = 0.621, at r(8)
 * 0.861: for a target of 0.1, 0.8 records, the threshold is r(17), and two are above it. */
static void test_threshold(void **state)
{
    tacit_table *t = eight(*state);
    arguments a;
    tacit_result *r =
        measure(*state, t, "individual", set_number(preset_of(&a, "individual"), "target", 0.1));
    assert_near(figure(r, "target_threshold"), one(17), 1e-15);
    assert_near(figure(r, "above_target"), 2.0, 0.0);
    json_decref(r);
    r = measure(*state, t, "individual", set_number(preset_of(&a, "individual"), "target", 0.2));
    assert_true(isnan(figure(r, "target_threshold")));
    assert_near(figure(r, "above_target"), 0.0, 0.0);
    assert_int_equal(json_array_size(json_object_get(r, "notes")), 1);
    json_decref(r);
    tacit_table_free(t);
}

/* f = 3 and F = 300: exact a (1/2 - a + a^2 log(1/p)), sdcMicro p / (f - q); mu-Argus is
 * exact up to f = 3.  f = F is a census, 1 / f. */
static void test_compat(void **state)
{
    (void)state;
    const double p = 0.01, a = p / 0.99;
    const double exact = a * (0.5 - a - a * a * log(p));
    assert_near(tacit_individual_risk(TACIT_INDIVIDUAL_EXACT, 3, 300), exact, 1e-17);
    assert_near(tacit_individual_risk(TACIT_INDIVIDUAL_MU_ARGUS, 3, 300), exact, 1e-17);
    assert_near(tacit_individual_risk(TACIT_INDIVIDUAL_SDCMICRO, 3, 300), 0.01 / 2.01, 1e-17);
    assert_true(tacit_individual_risk(TACIT_INDIVIDUAL_MU_ARGUS, 4, 400) <
                tacit_individual_risk(TACIT_INDIVIDUAL_EXACT, 4, 400));
    for (int how = 0; how < 3; how++) {
        const tacit_individual_formula formula = (tacit_individual_formula)how;
        assert_near(tacit_individual_risk(formula, 1, 541), one(541), 1e-16);
        assert_near(tacit_individual_risk(formula, 2, 110), two(110), 1e-16);
        assert_near(tacit_individual_risk(formula, 7, 7), 1.0 / 7.0, 1e-16);
        /* between 1 and 2, where sdcMicro has no formula, between the risks of 1 and 2 */
        const double between = tacit_individual_risk(formula, 1.5, 150);
        assert_true(between > two(200) && between < one(100));
    }
}

static void test_household(void **state)
{
    tacit_table *t = table_of(*state, "k:c,w:r,h:i", "a,5,1\nb,8,1\nc,17,2\nd,541,\ne,8,\n");
    tacit_table_set_roles(t, 0, TACIT_ROLE_KEY);
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    tacit_table_set_roles(t, 2, TACIT_ROLE_HOUSEHOLD);
    const double both = 1.0 - (1.0 - one(5)) * (1.0 - one(8));
    tacit_result *r = measure(*state, t, "household", NULL);
    assert_near(figure(r, "expected"), 2 * both + one(17) + one(541) + one(8), 1e-14);
    assert_near(figure(r, "highest"), both, 1e-15);
    assert_near(figure(r, "households"), 4.0, 0.0); /* two, and two records without one */
    assert_near(figure(r, "at_risk"), 4.0, 0.0);
    json_decref(r);
    tacit_table_free(t);
}

/* A census makes single records certain; so is their household. */
static void test_certain(void **state)
{
    tacit_table *t = table_of(*state, "k:c,w:r,h:c", "a,1,x\nb,1,y\nb,1,x\n");
    tacit_table_set_roles(t, 0, TACIT_ROLE_KEY);
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    tacit_table_set_roles(t, 2, TACIT_ROLE_HOUSEHOLD);
    tacit_result *r = measure(*state, t, "household", NULL);
    assert_near(figure(r, "expected"), 2.5, 1e-15);
    assert_near(figure(r, "highest"), 1.0, 0.0);
    json_decref(r);
    tacit_table_free(t);
}

static void test_frequencies(void **state)
{
    tacit_table *t = eight(*state);
    tacit_result *r = measure(*state, t, "frequencies", NULL);
    assert_near(figure(r, "uniques"), 4.0, 0.0);
    assert_near(figure(r, "pairs"), 4.0, 0.0);
    assert_near(figure(r, "combinations"), 6.0, 0.0);
    const double rare[4][6] = {
        { 2, 4, 0.5, 4, 6, 0 }, { 3, 8, 1, 6, 6, 0 }, { 5, 8, 1, 6, 6, 0 }, { 10, 8, 1, 6, 6, 2 }
    };
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 6; j++)
            assert_near(number(r, "rare", i, j), rare[i][j], 0.0);
    const double f[] = { 1, 1, 1.5, 2 }, F[] = { 5, 84.5, 960.0 / 8, 541 };
    for (size_t j = 0; j < 4; j++) {
        assert_near(number(r, "summary", 0, j + 1), f[j], 1e-12);
        assert_near(number(r, "summary", 1, j + 1), F[j], 1e-12);
    }
    json_decref(r);
    tacit_table_set_roles(t, 4, 0);
    arguments a;
    static const double k[] = { 1, 7 };
    *argument(preset_of(&a, "frequencies"), "k") = (tacit_value){ true, .n = 2, .reals = k };
    r = measure(*state, t, "frequencies", &a);
    const json_t *table = part_of(r, "tables", "rare");
    assert_int_equal(json_array_size(json_object_get(table, "rows")), 2);
    assert_int_equal(json_array_size(json_object_get(table, "columns")), 5); /* no population */
    assert_near(number(r, "rare", 0, 1), 0.0, 0.0); /* no record is matched by fewer than 1 */
    assert_near(number(r, "rare", 0, 4), 4.0, 0.0); /* four cells have at most 1 record */
    json_decref(r);
    tacit_table_free(t);
}

static void check_column(tacit_ctx *cx, tacit_subject *s, tacit_record_risk what,
                         const double *right)
{
    tacit_column *c = NULL;
    assert_ok(cx, tacit_risk_per_record(cx, s, what, &(tacit_individual_spec){ 0 }, &c));
    assert_string_equal(tacit_column_name(c), TACIT_RECORD_CHOICES[what]);
    for (size_t i = 0; i < 3; i++)
        assert_near(tacit_column_reals(c)[i], right[i], 1e-14);
    tacit_column_free(c);
}

static void test_per_record(void **state)
{
    tacit_table *t = table_of(*state, "k:c,w:i,h:i", "a,5,1\nb,100,1\nb,10,2\n");
    tacit_subject *s = NULL;
    tacit_column *c = NULL;
    tacit_table_set_roles(t, 0, TACIT_ROLE_KEY);
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    const double home = 1.0 - (1.0 - one(5)) * (1.0 - two(110));
    const double f[] = { 1, 2, 2 }, F[] = { 5, 110, 110 }, seen[] = { 1, 0.5, 0.5 };
    const double risk[] = { one(5), two(110), two(110) }, house[] = { home, home, two(110) };
    assert_ok(*state, tacit_subject_new(*state, t, &s));
    check_column(*state, s, TACIT_RECORD_FREQUENCY, f);
    check_column(*state, s, TACIT_RECORD_POPULATION, F);
    check_column(*state, s, TACIT_RECORD_PROSECUTOR, seen);
    check_column(*state, s, TACIT_RECORD_INDIVIDUAL, risk);
    assert_fails(
        *state,
        tacit_risk_per_record(*state, s, TACIT_RECORD_HOUSEHOLD, &(tacit_individual_spec){ 0 }, &c),
        TACIT_ERR_INPUT, "household");
    assert_null(c);
    tacit_table_set_roles(t, 2, TACIT_ROLE_HOUSEHOLD);
    check_column(*state, s, TACIT_RECORD_HOUSEHOLD, house);
    tacit_subject_free(s);
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    static const char *const names[] = { "individual", "key_contribution", "riskiest" };
    tacit_result *r = NULL;
    tacit_table *t = with_keys(table_of(*state, "k:c,w:r", "a,4711.5\na,0.75\nb,1\n"), 1);
    tacit_table *none = with_keys(table_of(*state, "k:c", "a\n"), 1);
    tacit_table *counts =
        with_keys(table_of(*state, "k:c," TACIT_COUNT ":i," TACIT_WEIGHT ":r", "a,3,2.5\n"), 1);
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    for (size_t i = 0; i < 3; i++) {
        assert_fails(*state, try_measure(*state, t, names[i], NULL, &r), TACIT_ERR_DATA,
                     "1 records have sampling weights below 1");
        assert_untold(*state, "4711");
        assert_fails(*state, try_measure(*state, counts, names[i], NULL, &r), TACIT_ERR_DATA,
                     "1 key combinations have on average sampling weights below 1");
    }
    assert_fails(*state, try_measure(*state, none, "individual", NULL, &r), TACIT_ERR_INPUT,
                 "population");
    assert_fails(*state, try_measure(*state, t, "household", NULL, &r), TACIT_ERR_INPUT,
                 "household");
    tacit_table_free(t);
    tacit_table_free(none);
    tacit_table_free(counts);
}

/* Two keys that split six records in halves; then one that tells all apart and one that
 * tells nothing. */
static void test_key_contribution(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c,y:c", "a,p\na,p\na,q\nb,p\nb,q\nb,q\n"), 2);
    tacit_result *r = measure(*state, t, "key_contribution", NULL);
    assert_near(figure(r, "uniques"), 2.0, 0.0);
    assert_near(figure(r, "expected"), 4.0, 1e-15); /* four combinations, 1 / f each record */
    const double right[] = { 0, 2, 0.5, 0, 2 };     /* two halves of three records */
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 5; j++)
            assert_near(number(r, "keys", i, j + 1), right[j], 1e-15);
    json_decref(r);
    tacit_table_free(t);
    t = with_keys(table_of(*state, "id:i,one:c", "1,z\n2,z\n3,z\n"), 2);
    r = measure(*state, t, "key_contribution", NULL);
    assert_near(number(r, "keys", 0, 2), 1.0, 1e-15); /* without id all match: 3 * 1/3 */
    assert_near(number(r, "keys", 0, 4), 3.0, 0.0);   /* id alone makes all unique */
    assert_near(number(r, "keys", 1, 3), 0.0, 1e-15); /* `one` adds nothing */
    const char *note = json_string_value(json_array_get(json_object_get(r, "notes"), 0));
    assert_non_null(strstr(note, "'id'"));
    json_decref(r);
    tacit_table_free(t);
}

static void test_riskiest(void **state)
{
    tacit_table *t =
        with_keys(table_of(*state, "x:c,y:i", "secret,7\nc,7\nc,7\nc,8\nb,8\nb,8\n"), 2);
    arguments a;
    tacit_result *r = measure(*state, t, "riskiest", NULL);
    assert_near(figure(r, "highest"), 1.0, 0.0);
    assert_near(figure(r, "last"), 0.5, 0.0);
    assert_int_equal(json_array_size(json_object_get(part_of(r, "tables", "combinations"), "rows")),
                     4);
    assert_string_equal(json_string_value(cell(r, "combinations", 0, 3)), "x"); /* (c, 8) */
    assert_near(number(r, "combinations", 0, 4), 3.0, 0.0); /* y = 8, as x = c: the first key */
    assert_near(number(r, "combinations", 2, 1), 2.0, 0.0);
    char *text = json_dumps(r, 0);
    assert_null(strstr(text, "secret"));
    free(text);
    json_decref(r);
    set_number(set_number(preset_of(&a, "riskiest"), "values", 1), "n", 2);
    r = measure(*state, t, "riskiest", &a);
    assert_string_equal(json_string_value(cell(r, "combinations", 0, 5)), "c");
    assert_string_equal(json_string_value(cell(r, "combinations", 0, 6)), "8");
    assert_string_equal(json_string_value(cell(r, "combinations", 1, 5)), "secret");
    assert_int_equal(json_array_size(json_object_get(part_of(r, "tables", "combinations"), "rows")),
                     2);
    const char *note = json_string_value(json_array_get(json_object_get(r, "notes"), 0));
    assert_non_null(strstr(note, "custodian"));
    json_decref(r);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_eight_records),    with_context(test_threshold),
        with_context(test_compat),           with_context(test_household),
        with_context(test_certain),          with_context(test_frequencies),
        with_context(test_per_record),       with_context(test_refusals),
        with_context(test_key_contribution), with_context(test_riskiest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
