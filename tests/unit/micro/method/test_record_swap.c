/*
 * test_record_swap.c - targeted record swapping: who must move, where to, and what stays.
 */
#include "support/swaps.h"

/* Columns of the table `levels` that is told. */
enum { AT_RISK = 1, MOVED, LEFT };

static mask *swap_of(mask *m, const tacit_table *t, const char *const *columns)
{
    start_mask(m, "record_swap");
    for (; *columns != NULL; columns++)
        add_column(m, t, *columns);
    return m;
}

/* Two lands with two towns each, households of one; only the third is rare (n = 1 in its land and
 * town), and of its kind (h = b) there is one more household, in the other land. */
#define COUNTRY "home:i,land:c,town:c,zone:c,h:c,who:c"
#define PEOPLE                                                                                     \
    "1,A,1,x,a,p\n2,A,1,x,a,p\n3,A,1,x,b,q\n4,A,2,y,a,p\n5,A,2,y,a,p\n"                            \
    "6,B,1,z,a,p\n7,B,1,z,a,p\n8,B,2,w,b,p\n9,B,2,w,a,p\n"

static tacit_table *people(tacit_ctx *cx)
{
    tacit_table *t = table_of(cx, COUNTRY, PEOPLE);
    tacit_table_set_roles(t, 0, TACIT_ROLE_HOUSEHOLD);
    return t;
}

/* The rare household has to leave its land; its town of the other land comes with the zone. */
static void test_forced(void **state)
{
    tacit_table *t = people(*state);
    tacit_result *told = NULL;
    mask m;
    swap_of(&m, t, NAMES("land", "town", "zone"));
    set_columns(set_columns(&m, "carry", NAMES("zone")), "risk", NAMES("who"));
    set_columns(&m, "similar", NAMES("h"));
    set_number(set_number(&m.a, "share", 0), "k", 2);
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_cells(out, "land", "A,A,B,A,A,B,B,A,B");
    assert_cells(out, "town", "1,1,2,2,2,1,1,1,2");
    assert_cells(out, "zone", "x,x,w,y,y,z,z,x,w");
    assert_ptr_equal(column_of(t, "who"), column_of(out, "who"));
    assert_near(told_cell(told, "levels", 0, AT_RISK), 1, 0.0);
    assert_near(told_cell(told, "levels", 0, MOVED), 1, 0.0);
    assert_near(told_cell(told, "levels", 1, AT_RISK), 0, 0.0);
    assert_near(figure(told, "moved"), 2, 0.0);
    assert_near(figure(told, "left_at_risk"), 0, 0.0);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Without a similar household elsewhere it stays, and that is told; a looser profile helps. */
static void test_fallback(void **state)
{
    static const char *const none[] = { "land" }, *const kind[] = { "h" };
    static const tacit_group groups[] = { { "same land", none, 1, 0 },
                                          { "same kind", kind, 1, 0 } };
    tacit_table *t = people(*state);
    tacit_result *told = NULL;
    mask m;
    swap_of(&m, t, NAMES("land", "town"));
    set_columns(set_columns(&m, "similar", NAMES("h", "who")), "risk", NAMES("who"));
    set_number(set_number(&m.a, "share", 0), "k", 2);
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_true(same_table(t, out));
    assert_near(figure(told, "left_at_risk"), 1, 0.0);
    assert_near(told_cell(told, "levels", 0, LEFT), 1, 0.0);
    json_decref(told);
    tacit_table_free(out);
    tacit_value *v = argument(&m.a, "fallback");
    v->groups = groups;
    v->n = 2;
    out = run_told(*state, &m, t, &told);
    assert_cells(out, "land", "A,A,B,A,A,B,B,A,B");
    assert_near(told_cell(told, "profiles", 0, 1), 0, 0.0);
    assert_near(told_cell(told, "profiles", 1, 1), 0, 0.0);
    assert_near(told_cell(told, "profiles", 2, 1), 1, 0.0);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Rare in the town but not in the land: another town will do, of either land. */
static void test_levels(void **state)
{
    tacit_table *t = table_of(*state, "home:i,land:c,town:c,who:c",
                              "1,A,1,p\n2,A,1,p\n3,A,1,q\n4,A,2,q\n5,A,2,q\n6,B,3,p\n7,B,3,p\n");
    size_t within = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        tacit_result *told = NULL;
        mask m;
        tacit_table_set_roles(t, 0, TACIT_ROLE_HOUSEHOLD);
        swap_of(&m, t, NAMES("land", "town"))->seed = seed;
        set_number(&set_columns(&m, "risk", NAMES("who"))->a, "share", 0);
        set_number(&m.a, "k", 2);
        tacit_table *out = run_told(*state, &m, t, &told);
        assert_near(told_cell(told, "levels", 0, AT_RISK), 0, 0.0);
        assert_near(told_cell(told, "levels", 1, MOVED), 1, 0.0);
        assert_false(same_cell(column_of(t, "town"), column_of(out, "town"), 2));
        within += same_cell(column_of(t, "land"), column_of(out, "land"), 2);
        assert_int_equal(changed_rows(t, out, NAMES("land", "town")), 2);
        json_decref(told);
        tacit_table_free(out);
    }
    assert_true(within > 5 && within < 55); /* two partners in each land */
    tacit_table_free(t);
}

/* One region, no household, households that contradict themselves, missing regions. */
static void test_nobody(void **state)
{
    tacit_table *t = table_of(*state, "home:i,r:c", "1,A\n2,A\n3,A\n");
    tacit_result *told = NULL;
    mask m;
    swap_of(&m, t, NAMES("r"));
    set_number(&m.a, "share", 1);
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_true(same_table(t, out));
    assert_true(has_note(told, "each record"));
    assert_true(has_note(told, "no columns by which"));
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
    t = table_of(*state, "home:i,r:c", "1,A\n1,B\n2,C\n2,C\n3,\n,D\n4,E\n5,F\n5,F\n");
    tacit_table_set_roles(t, 0, TACIT_ROLE_HOUSEHOLD);
    out = run_told(*state, &m, t, &told);
    assert_cells(out, "r", "A,B,F,F,,E,D,C,C");
    assert_true(has_note(told, "2 households take no part"));
    assert_near(figure(told, "households"), 6, 0.0);
    assert_near(figure(told, "moved"), 4, 0.0);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    static const char *const members[] = { "nothing" };
    static const tacit_group group = { "g", members, 1, 0 };
    tacit_table *t = people(*state);
    mask m;
    swap_of(&m, t, NAMES("land", "town"));
    assert_mask_fails(*state, set_columns(&m, "carry", NAMES("zone")), t, TACIT_ERR_INPUT,
                      "'carry' of record_swap");
    assert_mask_fails(*state, set_columns(&m, "carry", NAMES("land", "town")), t, TACIT_ERR_INPUT,
                      "not all");
    set_columns(&m, "carry", NAMES("town"));
    tacit_value *v = argument(&m.a, "fallback");
    v->groups = &group;
    v->n = 1;
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "column 'nothing'");
    tacit_table_free(t);
}

/* A random country: `size` tells the number of records of each household. */
static tacit_table *random_country(tacit_ctx *cx, tacit_rng *rng, size_t homes)
{
    tacit_builder *b[MOST_FIELDS];
    tacit_type type[MOST_FIELDS];
    const size_t n = start_columns(cx, "home:i,land:c,town:i,size:i,who:i,also:r", b, type);
    size_t rows = 0;
    for (size_t h = 0; h < homes; h++) {
        const int size = 1 + (int)tacit_rng_below(rng, 4), land = (int)tacit_rng_below(rng, 3),
                  town = (int)tacit_rng_below(rng, 3);
        for (int i = 0; i < size; i++, rows++) {
            char text[6][FIELD_BYTES];
            const int rare = (int)(5.0 * tacit_rng_uniform(rng) * tacit_rng_uniform(rng));
            snprintf(text[0], FIELD_BYTES, "%zu", h);
            snprintf(text[1], FIELD_BYTES, "L%d", land);
            snprintf(text[2], FIELD_BYTES, "%d", town);
            snprintf(text[3], FIELD_BYTES, "%d", size);
            snprintf(text[4], FIELD_BYTES, "%d", rare * rare);
            snprintf(text[5], FIELD_BYTES, "%zu.5", rows);
            for (size_t j = 0; j < n; j++)
                add_cell(cx, b[j], type[j], text[j]);
        }
    }
    tacit_table *t = finish_columns(cx, b, n, rows);
    tacit_table_set_roles(t, 0, TACIT_ROLE_HOUSEHOLD);
    tacit_table_set_roles(t, 4, TACIT_ROLE_KEY);
    return t;
}

/* Records of the table that have the land, the key and (at level 1) the town of row i. */
static size_t alike(const tacit_table *t, size_t i, int level)
{
    static const char *const names[] = { "land", "who", "town" };
    const size_t n = level == 0 ? 2 : 3;
    size_t found = 0;
    for (size_t k = 0; k < tacit_table_rows(t); k++) {
        bool same = true;
        for (size_t j = 0; j < n; j++) {
            char a[32], b[32];
            const tacit_column *c = column_of(t, names[j]);
            same = same && strcmp(tacit_column_text(c, i, a), tacit_column_text(c, k, b)) == 0;
        }
        found += same;
    }
    return found;
}

/* Each record that fewer than k are alike is in another region of that level after; if one is
 * not, the report says that some were left. */
static void check_moved(const tacit_table *t, const tacit_table *out, const tacit_result *told,
                        size_t k)
{
    size_t still = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        const bool land = same_cell(column_of(t, "land"), column_of(out, "land"), i);
        const bool town = land && same_cell(column_of(t, "town"), column_of(out, "town"), i);
        still += (alike(t, i, 0) < k && land) || (alike(t, i, 1) < k && town);
    }
    if (figure(told, "left_at_risk") < 0.5)
        assert_int_equal(still, 0);
    else
        assert_true(still > 0);
}

static void test_random(void **state)
{
    tacit_rng rng = tacit_rng_seed(83);
    size_t clean = 0;
    for (int turn = 0; turn < 60; turn++) {
        tacit_table *t = random_country(*state, &rng, 100);
        const size_t k = 1 + tacit_rng_below(&rng, 5);
        const double share = 0.5 * tacit_rng_uniform(&rng);
        tacit_result *told = NULL;
        mask m;
        swap_of(&m, t, NAMES("land", "town"))->seed = (uint64_t)turn;
        set_number(set_number(&m.a, "k", (double)k), "share", share);
        tacit_table *out = run_told(*state, &m, t, &told);
        assert_int_equal(combinations(t, NAMES("land", "town", "size")),
                         combinations(out, NAMES("land", "town", "size")));
        assert_ptr_equal(column_of(t, "who"), column_of(out, "who"));
        assert_ptr_equal(column_of(t, "also"), column_of(out, "also"));
        assert_true(figure(told, "moved") >= 100.0 * share - 2.5);
        check_moved(t, out, told, k);
        clean += figure(told, "left_at_risk") < 0.5;
        json_decref(told);
        tacit_table_free(out);
        tacit_table_free(t);
    }
    assert_true(clean > 30);
}

/* Without a need to move, households are drawn in proportion to their risk: one that is alone of
 * its kind in its region, among 99 others there and 100 elsewhere, in a third of the draws. */
static void test_targeted(void **state)
{
    enum { RUNS = 400 };
    tacit_builder *b[2] = { NULL };
    size_t moved = 0;
    assert_ok(*state, tacit_builder_new(*state, "r", TACIT_TYPE_INTEGER, 0, &b[0]));
    assert_ok(*state, tacit_builder_new(*state, "who", TACIT_TYPE_INTEGER, 0, &b[1]));
    for (int64_t i = 0; i < 200; i++) {
        const int64_t region = i % 2, who = i == 0;
        assert_ok(*state, tacit_builder_integers(*state, b[0], &region, NULL, 1));
        assert_ok(*state, tacit_builder_integers(*state, b[1], &who, NULL, 1));
    }
    tacit_table *t = finish_columns(*state, b, 2, 200);
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        mask m;
        swap_of(&m, t, NAMES("r"))->seed = seed;
        set_number(&set_columns(&m, "risk", NAMES("who"))->a, "share", 0.01);
        set_number(&m.a, "k", 1);
        tacit_table *out = run_mask(*state, &m, t);
        assert_int_equal(changed_rows(t, out, NAMES("r")), 2);
        moved += !same_cell(column_of(t, "r"), column_of(out, "r"), 0);
        tacit_table_free(out);
    }
    /* The risks sum to 1 + 99 / 99 + 100 / 100 = 3: it is drawn first with 1 / 3, and as the
     * partner of one of the other region, which is drawn with 1 / 3 as well, with 1 / 100. */
    const double p = 1.0 / 3.0 + 1.0 / 300.0;
    assert_near((double)moved, RUNS * p, 5.0 * sqrt(RUNS * p * (1.0 - p)));
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_forced),   with_context(test_fallback), with_context(test_levels),
        with_context(test_nobody),   with_context(test_refusals), with_context(test_random),
        with_context(test_targeted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
