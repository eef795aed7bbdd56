/*
 * test_rules.c - sensitive cells and their levels, computed by hand.
 */
#include "support/check.h"

#include "base/text.h"
#include "tabular/cube/tally.h"
#include "tabular/rule/rule.h"

enum { ROOM = 8, KEPT = 12 };

static const tacit_tally_room ROOMS = { KEPT, KEPT };

/* A cell with contributions 60, 25, 10 and 5, each of one unit, in `room`: X = 100. */
static tacit_cell_tally hundred(tacit_contribution *room)
{
    static const double sizes[] = { 10, 60, 5, 25 };
    tacit_cell_tally t = { .top = room };
    for (size_t i = 0; i < 4; i++)
        tacit_tally_add(&t, ROOMS, &(tacit_contributor){ sizes[i], sizes[i], 0, 1, i + 1, 0 });
    tacit_tally_end(&t);
    return t;
}

/* Whether `rule` finds the cell sensitive, its parameters given as numbers in order. */
static bool is_sensitive(const tacit_rule *rule, const double *numbers, const tacit_rule_cell *cell,
                         tacit_levels *levels)
{
    tacit_value at[ROOM];
    tacit_args args;
    tacit_args_preset(rule->about.params, at, &args);
    for (size_t i = 0; i < args.n && strcmp(args.params[i].name, "level") != 0; i++)
        at[i].number = numbers[i];
    *levels = (tacit_levels){ 0 };
    tacit_rule_cell own = *cell;
    own.who = tacit_tally_contributors(cell->tally, true);
    return rule->judge(&args, &own, levels);
}

static void test_tally(void **state)
{
    (void)state;
    tacit_contribution room[2][KEPT];
    const tacit_cell_tally t = hundred(room[0]);
    tacit_contributors who = tacit_tally_contributors(&t, false);
    assert_int_equal(t.n, 4);
    assert_int_equal(t.owner, 0);
    assert_near(t.size, 100, 0);
    assert_near(tacit_tally_largest(&who, 1), 60, 0);
    assert_near(tacit_tally_largest(&who, 3), 95, 0);
    tacit_cell_tally both = hundred(room[1]);
    tacit_tally_merge(&both, ROOMS, &t);
    who = tacit_tally_contributors(&both, false);
    assert_int_equal(both.n, 8);
    assert_near(tacit_tally_largest(&who, 3), 60 + 60 + 25, 0);
}

/* A record of weight 2.5 and size 8 and one of weight 4 and size 3: the three largest units are
 * 2.5 of the first and half a one of the second. */
static void test_weights(void **state)
{
    (void)state;
    tacit_contribution room[KEPT];
    tacit_cell_tally t = { .top = room };
    tacit_tally_add(&t, ROOMS, &(tacit_contributor){ 3, 3, 0, 4, 1, 0 });
    assert_int_equal(t.owner, 1);
    tacit_tally_add(&t, ROOMS, &(tacit_contributor){ 8, 8, 0, 2.5, 2, 0 });
    const tacit_contributors who = tacit_tally_contributors(&t, false);
    assert_near(t.size, 32, 0);
    assert_near(tacit_tally_largest(&who, 3), 2.5 * 8 + 0.5 * 3, 0);
    assert_int_equal(t.n, 2);
}

/* The smaller two of 60, 25, 10 and 5 belong together: three contributors, of which the two
 * largest have 85, and only two are kept. */
static void test_holdings(void **state)
{
    (void)state;
    const tacit_tally_room few = { KEPT, 2 };
    tacit_contribution room[KEPT], holdings[2];
    tacit_cell_tally t = hundred(room);
    t.top_holding = holdings;
    t.n_holdings = 0;
    tacit_tally_add_holding(&t, few, &(tacit_contributor){ .number = 1, .size = 15 });
    assert_int_equal(t.owner, 1);
    tacit_tally_add_holding(&t, few, &(tacit_contributor){ .number = 2, .size = 60 });
    tacit_tally_add_holding(&t, few, &(tacit_contributor){ .number = 3, .size = 25 });
    const tacit_contributors who = tacit_tally_contributors(&t, true);
    assert_int_equal(t.owner, 0);
    assert_int_equal(who.n, 3);
    assert_int_equal(who.n_top, 2);
    assert_near(tacit_tally_largest(&who, 2), 85, 0);
    assert_int_equal(tacit_tally_contributors(&t, false).n, 4);
}

static void test_minimum_frequency(void **state)
{
    (void)state;
    tacit_contribution room[KEPT];
    const tacit_cell_tally t = hundred(room);
    const tacit_rule_cell sum = { .tally = &t, .value = 100 },
                          count = { .tally = &t, .counts = true, .value = 4 };
    tacit_levels l;
    assert_false(is_sensitive(&tacit_rule_minimum_frequency, (double[]){ 4, 10 }, &sum, &l));
    assert_true(is_sensitive(&tacit_rule_minimum_frequency, (double[]){ 5, 10 }, &sum, &l));
    assert_near(l.upper, 10, 1e-12);
    assert_true(is_sensitive(&tacit_rule_minimum_frequency, (double[]){ 7, 10 }, &count, &l));
    assert_near(l.lower, 4, 0);
    assert_near(l.upper, 3, 0);
    const tacit_cell_tally none = { 0 };
    const tacit_rule_cell empty = { .tally = &none, .counts = true };
    assert_false(is_sensitive(&tacit_rule_minimum_frequency, (double[]){ 5, 10 }, &empty, &l));
}

/* The two largest have 85 %: sensitive for k = 80, level 85 / 0.8 - 100 = 6.25. */
static void test_dominance(void **state)
{
    (void)state;
    tacit_contribution room[KEPT];
    const tacit_cell_tally t = hundred(room);
    const tacit_rule_cell cell = { .tally = &t, .value = 100 };
    tacit_levels l;
    assert_false(is_sensitive(&tacit_rule_dominance, (double[]){ 2, 85 }, &cell, &l));
    assert_true(is_sensitive(&tacit_rule_dominance, (double[]){ 2, 80 }, &cell, &l));
    assert_near(l.upper, 6.25, 1e-12);
    assert_near(l.lower, 6.25, 1e-12);
}

/* The second knows the first to within 15, a quarter of 60: sensitive for p = 26, not for 25;
 * level 0.26 * 60 - 15.  With two together the rest is 5. */
static void test_p_percent(void **state)
{
    (void)state;
    tacit_contribution room[KEPT];
    const tacit_cell_tally t = hundred(room);
    const tacit_rule_cell cell = { .tally = &t, .value = 100 };
    tacit_levels l;
    assert_false(is_sensitive(&tacit_rule_p_percent, (double[]){ 25, 1 }, &cell, &l));
    assert_true(is_sensitive(&tacit_rule_p_percent, (double[]){ 26, 1 }, &cell, &l));
    assert_near(l.upper, 0.6, 1e-12);
    assert_true(is_sensitive(&tacit_rule_p_percent, (double[]){ 10, 2 }, &cell, &l));
    assert_near(l.upper, 1, 1e-12);
}

/* Known beforehand to within q = 50 %: p = 13 is as p = 26 of the p% rule. */
static void test_pq(void **state)
{
    (void)state;
    tacit_contribution room[KEPT];
    const tacit_cell_tally t = hundred(room);
    const tacit_rule_cell cell = { .tally = &t, .value = 100 };
    tacit_levels l;
    assert_false(is_sensitive(&tacit_rule_pq, (double[]){ 12.5, 50, 1 }, &cell, &l));
    assert_true(is_sensitive(&tacit_rule_pq, (double[]){ 13, 50, 1 }, &cell, &l));
    assert_near(l.upper, 0.6, 1e-12);
}

/* 500 of 700 were asked for by the first code: more than 70 %, not more than 72 %.  The second code
 * has a limit of its own, and two contributors of whom one asked are fewer than three. */
static void test_request(void **state)
{
    (void)state;
    tacit_contribution room[KEPT];
    tacit_cell_tally t = { .top = room };
    tacit_tally_add(&t, ROOMS, &(tacit_contributor){ 500, 500, 0, 1, 1, 1 });
    tacit_tally_add(&t, ROOMS, &(tacit_contributor){ 200, 200, 0, 1, 2, 0 });
    const tacit_rule_cell cell = { .tally = &t, .value = 700 };
    tacit_levels l;
    assert_true(is_sensitive(&tacit_rule_request, (double[]){ 0, 0, 0, 71, 90, 0, 10 }, &cell, &l));
    assert_near(l.upper, 70, 1e-12);
    assert_false(
        is_sensitive(&tacit_rule_request, (double[]){ 0, 0, 0, 72, 20, 0, 10 }, &cell, &l));
    assert_true(is_sensitive(&tacit_rule_request, (double[]){ 0, 0, 0, 72, 20, 3, 10 }, &cell, &l));
    tacit_tally_add(&t, ROOMS, &(tacit_contributor){ 300, 300, 0, 1, 3, 2 });
    assert_near(t.asked[1], 300, 0);
    assert_true(is_sensitive(&tacit_rule_request, (double[]){ 0, 0, 0, 72, 20, 0, 10 }, &cell, &l));
}

static void test_zero(void **state)
{
    (void)state;
    tacit_contribution room[KEPT];
    tacit_cell_tally t = { .top = room };
    tacit_rule_cell cell = { .tally = &t, .value = 0 };
    tacit_levels l;
    assert_false(is_sensitive(&tacit_rule_zero, (double[]){ 25, 0 }, &cell, &l));
    assert_true(is_sensitive(&tacit_rule_zero, (double[]){ 25, 1 }, &cell, &l));
    assert_near(l.upper, 25, 0);
    assert_near(l.lower, 0, 0);
    tacit_tally_add(&t, ROOMS, &(tacit_contributor){ 0, 0, 0, 1, 1, 0 });
    assert_true(is_sensitive(&tacit_rule_zero, (double[]){ 25, 0 }, &cell, &l));
    cell.value = 1;
    assert_false(is_sensitive(&tacit_rule_zero, (double[]){ 25, 1 }, &cell, &l));
}

/* Three times 0.1 is not 0.3 in binary; the weights do not matter. */
static void test_all_equal(void **state)
{
    (void)state;
    tacit_contribution room[KEPT];
    tacit_cell_tally t = { .top = room };
    const tacit_rule_cell cell = { .tally = &t, .value = 0.3 };
    tacit_levels l;
    tacit_tally_add(&t, ROOMS, &(tacit_contributor){ 0.1, 0.1, 0, 1, 1, 0 });
    assert_false(is_sensitive(&tacit_rule_all_equal, (double[]){ 10 }, &cell, &l));
    for (size_t i = 0; i < 9; i++)
        tacit_tally_add(&t, ROOMS, &(tacit_contributor){ 0.1, 0.1, 0, 1.7, 2, 0 });
    assert_true(is_sensitive(&tacit_rule_all_equal, (double[]){ 10 }, &cell, &l));
    assert_near(l.lower, 0.03, 1e-12);
    tacit_tally_add(&t, ROOMS, &(tacit_contributor){ 0.11, 0.11, 0, 1, 3, 0 });
    assert_false(is_sensitive(&tacit_rule_all_equal, (double[]){ 10 }, &cell, &l));
}

/* Of 7 persons 6 have a property: the seventh knows it of all, and must seem to be one of two. */
static void test_class_disclosure(void **state)
{
    (void)state;
    tacit_value at[ROOM];
    tacit_args args;
    tacit_levels l;
    const tacit_rule *rule = &tacit_rule_class_disclosure;
    tacit_args_preset(rule->about.params, at, &args);
    at[0].number = 0;
    assert_true(rule->compare(&args, 7, 7, &l));
    assert_near(l.upper, 1, 0);
    assert_false(rule->compare(&args, 7, 6, &l));
    at[0].number = 1;
    assert_true(rule->compare(&args, 7, 6, &l));
    assert_near(l.upper, 1, 0);
    assert_true(rule->compare(&args, 7, 7, &l));
    assert_near(l.upper, 2, 0);
    assert_false(rule->compare(&args, 7, 5, &l));
    assert_false(rule->compare(&args, 1, 0, &l));
}

/* A cell just at a limit is not sensitive because of how sums are rounded: 0.1 * 3 > 0.3. */
static void test_limits(void **state)
{
    (void)state;
    tacit_contribution room[KEPT];
    tacit_cell_tally t = { .top = room };
    static const double sizes[] = { 3, 2, 0.1, 0.1, 0.1 };
    for (size_t i = 0; i < 5; i++)
        tacit_tally_add(&t, ROOMS, &(tacit_contributor){ sizes[i], sizes[i], 0, 1, i + 1, 0 });
    const tacit_rule_cell cell = { .tally = &t, .value = 5.3 };
    tacit_levels l;
    assert_false(is_sensitive(&tacit_rule_p_percent, (double[]){ 10, 1 }, &cell, &l));
    assert_true(is_sensitive(&tacit_rule_p_percent, (double[]){ 10.001, 1 }, &cell, &l));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tally),     cmocka_unit_test(test_weights),
        cmocka_unit_test(test_holdings),  cmocka_unit_test(test_minimum_frequency),
        cmocka_unit_test(test_dominance), cmocka_unit_test(test_p_percent),
        cmocka_unit_test(test_pq),        cmocka_unit_test(test_request),
        cmocka_unit_test(test_zero),      cmocka_unit_test(test_all_equal),
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_class_disclosure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
