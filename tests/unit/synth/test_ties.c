/*
 * test_ties.c - what must hold between columns: the language, and that it holds in every row.
 */
#include "support/synths.h"

#include <math.h>

#include "base/text.h"
#include "synth/backoff.h"
#include "synth/tie/tie.h"

/* ---- the language ---- */

static tacit_table *persons(tacit_ctx *cx)
{
    return table_of(cx, "age:i,sex:c,income:r,born:d,odd name:i",
                    "30,f,10.5,1990-05-01,1\n12,m,,2008-01-31,2\n64,m,0,1956-12-24,3\n");
}

static tacit_tie_book *read_ties(tacit_ctx *cx, const tacit_table *t, const char *const *constraint,
                                 size_t n)
{
    const tacit_tie_words words = { .constraint = constraint, .constraints = n };
    tacit_tie_book *ties = NULL;
    assert_ok(cx, tacit_ties_read(cx, t, &words, &ties));
    return ties;
}

/* Records, of three, in which a condition is true, false, unknown: told by hand. */
static void test_conditions(void **state)
{
    static const struct {
        const char *words;
        unsigned truth[3];
    } cases[] = {
        { "age >= 18", { 1, 2, 1 } },
        { "age - 2 * 6 > 0 and sex = 'm'", { 2, 2, 1 } },
        { "sex != 'f'", { 2, 1, 1 } },
        { "sex in ('f', 'm')", { 1, 1, 1 } },
        { "income > 5", { 1, 4, 2 } },
        { "income > 5 or age < 20", { 1, 1, 2 } },
        { "income > 5 and age > 20", { 1, 2, 2 } },
        { "not (income > 5)", { 2, 4, 1 } },
        { "income is missing", { 2, 1, 2 } },
        { "income is not missing", { 1, 2, 1 } },
        { "born < 1990-05-02", { 1, 2, 1 } },
        { "born - 1990-05-01 = 0", { 1, 2, 2 } },
        { "10 <= age <= 40", { 1, 1, 2 } },
        { "floor(age / 10) = 3", { 1, 2, 2 } },
        { "round(income) = 11", { 1, 4, 2 } },
        { "max(age, 20) = 20", { 2, 1, 2 } },
        { "min(age, -age) = -30", { 1, 2, 2 } },
        { "(if sex = 'f' then 1 else age) = 12", { 2, 1, 2 } },
        { "age / (age - 12) > 0", { 1, 4, 1 } },
        { "\"odd name\" * age + 0.5 = 24.5", { 2, 1, 2 } },
    };
    tacit_table *t = persons(*state);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        tacit_tie_book *ties = read_ties(*state, t, &cases[k].words, 1);
        for (size_t i = 0; i < 3; i++) {
            tacit_tie_scene scene;
            unsigned truth = TACIT_TIE_TRUE;
            for (size_t v = 0; v < ties->variables; v++)
                scene.at[v] = tacit_tie_point(tacit_tie_cell(&ties->variable[v], i));
            for (size_t c = 0; c < ties->conditions; c++) { /* conjuncts stand each for itself */
                const unsigned one = tacit_tie_truth(ties, &scene, ties->condition[c].holds);
                truth = one == TACIT_TIE_FALSE || truth == TACIT_TIE_FALSE ? TACIT_TIE_FALSE
                        : one == TACIT_TIE_UNKNOWN                         ? TACIT_TIE_UNKNOWN
                                                                           : truth;
            }
            if (truth != cases[k].truth[i])
                fail_msg("%s: record %zu is %u", cases[k].words, i, truth);
        }
    }
    tacit_table_free(t);
}

/* What cannot be read is refused with a word on why. */
static void test_refusals(void **state)
{
    static const char *const cases[][2] = {
        { "age >", "a column, a number or a text is missing" },
        { "age", "a value stands where a condition belongs" },
        { "age > 'x'", "where a number belongs" },
        { "sex > 3", "where a number belongs" },
        { "sex = 'no such'", "which no column" },
        { "aeg > 3", "no column" },
        { "age > 3 3", "behind its end" },
        { "age > 3)", "behind its end" },
        { "(age > 3", "')' is missing" },
        { "sex = 'f", "not closed" },
        { "born > 2020-02-31", "none of the calendar" },
        { "age > 1.2.3", "a number is none" },
        { "age ? 3", "none of the language" },
        { "observed(age, age)", "twice" },
        { "(age > 3) is missing", "never missing" },
    };
    tacit_table *t = persons(*state);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const tacit_tie_words words = { .constraint = &cases[k][0], .constraints = 1 };
        tacit_tie_book *ties = NULL;
        assert_int_equal(tacit_ties_read(*state, t, &words, &ties), TACIT_ERR_INPUT);
        if (strstr(tacit_message(*state), cases[k][1]) == NULL)
            fail_msg("%s: %s", cases[k][0], tacit_message(*state));
    }
    static const char *const circle[] = { "age = income + 1", "income = age - 1" };
    const tacit_tie_words words = { .derived = circle, .n_derived = 2 };
    tacit_tie_book *ties = NULL;
    assert_int_equal(tacit_ties_read(*state, t, &words, &ties), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(*state), "circle"));
    tacit_table_free(t);
}

/* Deep brackets end in a sentence, not in the stack. */
static void test_depth(void **state)
{
    enum { DEEP = 5000 };
    static char words[DEEP + 16];
    const char *text = words;
    tacit_table *t = persons(*state);
    tacit_tie_book *ties = NULL;
    memset(words, '(', DEEP);
    memcpy(words + DEEP, "age", 4);
    const tacit_tie_words all = { .constraint = &text, .constraints = 1 };
    assert_int_equal(tacit_ties_read(*state, t, &all, &ties), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(*state), "nested"));
    tacit_table_free(t);
}

/* What two linear conditions leave of a column between: 3 <= x <= 8, from a = 3 and c = 8. */
static void test_bounds(void **state)
{
    static const char *const words[] = { "a <= x", "x <= c", "t = x + y" };
    tacit_table *t = table_of(*state, "a:i,x:i,c:i,y:i,t:i", "0,0,0,0,0\n9,20,20,5,25\n");
    tacit_tie_book *ties = read_ties(*state, t, words, 3);
    tacit_tie_scene scene;
    for (size_t v = 0; v < ties->variables; v++)
        scene.at[v] = ties->variable[v].all;
    const size_t a = tacit_ties_find(ties, 0), x = tacit_ties_find(ties, 1),
                 c = tacit_ties_find(ties, 2), y = tacit_ties_find(ties, 3),
                 total = tacit_ties_find(ties, 4);
    scene.at[a] = tacit_tie_point(3);
    scene.at[c] = tacit_tie_point(8);
    assert_true(tacit_ties_narrow(ties, &scene));
    assert_near(scene.at[x].low, 3, 0);
    assert_near(scene.at[x].high, 8, 0);
    assert_near(scene.at[total].low, 3, 0);   /* y is at least 0 ... */
    assert_near(scene.at[total].high, 13, 0); /* ... and at most 5 */
    scene.at[total] = tacit_tie_point(4);
    assert_true(tacit_ties_narrow(ties, &scene));
    assert_near(scene.at[x].high, 4, 0);
    assert_near(scene.at[y].high, 1, 0);
    scene.at[c] = tacit_tie_point(2);
    scene.at[x] = ties->variable[x].all;
    assert_false(tacit_ties_narrow(ties, &scene));
    tacit_table_free(t);
}

/* Records that break something are counted; what contradicts is named. */
static void test_check(void **state)
{
    static const char *const some[] = { "age < 60", "income > 1 or income is missing" };
    static const char *const against[] = { "age > 20", "sex = 'm' or age < 5", "age < 60" };
    tacit_table *t = persons(*state);
    tacit_tie_breach breach;
    tacit_tie_book *ties = read_ties(*state, t, some, 2);
    assert_ok(*state, tacit_ties_check(*state, ties, 3, &breach));
    assert_int_equal(breach.records, 1);
    assert_true(breach.broke[2] && !breach.broke[0] && !breach.broke[1]);
    ties = read_ties(*state, t, against, 3);
    assert_int_equal(tacit_ties_check(*state, ties, 3, &breach), TACIT_ERR_DATA);
    assert_non_null(strstr(tacit_message(*state), "contradict"));
    static const char *const never[] = { "age > 100" };
    ties = read_ties(*state, t, never, 1);
    assert_int_equal(tacit_ties_check(*state, ties, 3, &breach), TACIT_ERR_DATA);
    assert_non_null(strstr(tacit_message(*state), "'age > 100' holds for no record"));
    tacit_table_free(t);
}

/* ---- draws ---- */

enum { DONORS = 24, TRIALS = 4000 };

/* A tree of pools: the root, its halves, and the halves of the first. */
static const size_t FIRST[] = { 0, 0, 12, 0, 6 }, ROWS[] = { 24, 12, 12, 6, 6 };
static const uint32_t ABOVE[] = { UINT32_MAX, 0, 0, 1, 1 };
static const uint32_t ORDER[DONORS] = { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                        12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23 };

/* The donors that a row of pool 3 may get if its y must be at least `x`, by listing. */
static size_t list_allowed(const tacit_column *y, double x, size_t *out)
{
    size_t n = 0;
    for (uint32_t q = 3; n == 0; q = ABOVE[q])
        for (size_t i = FIRST[q]; i < FIRST[q] + ROWS[q]; i++)
            if (tacit_column_number(y, i) >= x)
                out[n++] = i;
    return n;
}

/* Draw many times for one row, dealt and not, and compare with the list. */
static void check_row(const tacit_synth_part *part, const tacit_rng *rng, const tacit_column *y,
                      size_t row, double x)
{
    const tacit_synth_pools pools = {
        .n = 5, .order = ORDER, .first = FIRST, .rows = ROWS, .above = ABOVE
    };
    uint32_t deck_of[DONORS], donor[DONORS];
    double number[DONORS];
    size_t expected[DONORS], hits[DONORS] = { 0 }, found = 0, total = 0;
    const size_t n = list_allowed(y, x, expected);
    for (uint64_t k = 0; k < TRIALS; k++) {
        memcpy(deck_of, ORDER, sizeof deck_of);
        tacit_deck deck = { deck_of, 6, 0, k % 2 == 1, tacit_rng_fork_number(rng, k) };
        tacit_synth_drawn out = { .donor = donor, .number = number };
        const tacit_backed far = tacit_backoff_draw(part, &pools, 3, &deck, row, &out);
        if (donor[row] == TACIT_SYNTH_OWN) /* one value is left, and taken as it is */
            continue;
        assert_true(far == (expected[0] < 6 ? TACIT_BACKED_NONE : TACIT_BACKED_UP));
        hits[donor[row]]++;
        total++;
    }
    for (size_t i = 0; i < n; i++) { /* a share of 1 / n, within five standard errors */
        const double share = 1.0 / (double)n;
        found += hits[expected[i]];
        if (total > 0)
            assert_near((double)hits[expected[i]], TRIALS * share,
                        5.0 * sqrt(TRIALS * share * (1.0 - share)) + 1e-9);
    }
    assert_int_equal(found, total); /* and nobody else */
}

/* A row draws among what is allowed of the lowest pool that has any, each with the same chance. */
static void test_backoff(void **state)
{
    static const char *const words[] = { "x <= y" };
    tacit_rng rng = tacit_rng_seed(5);
    tacit_table *t = random_table(*state, &rng, "x:i,y:i", DONORS, 12, 0.0);
    const tacit_tie_words said = { .constraint = words, .constraints = 1 };
    const tacit_column *y = column_of(t, "y");
    tacit_fences *all = NULL;
    tacit_coding coding;
    tacit_synth_part part = { .coding = &coding, .rows = DONORS, .draws = DONORS };
    assert_ok(*state, tacit_fences_begin(*state, t, &said, DONORS, &all));
    assert_ok(*state, tacit_coding_of(*state, y, &(tacit_specials){ 0 }, &coding));
    const size_t v = tacit_ties_find(all->ties, 0);
    all->is_made[v] = true;
    for (size_t i = 0; i < DONORS; i++)
        all->made[v][i] = tacit_column_number(y, i); /* allowed at least once */
    assert_ok(*state, tacit_fence_of(*state, all, 1, &coding, false, &part.fence));
    for (size_t row = 0; row < DONORS; row++)
        check_row(&part, &rng, y, row, all->made[v][row]);
    tacit_table_free(t);
}

/* ---- plans ---- */

enum { RECORDS = 220, FIELDS = 14 };

static const char *const NAMES =
    "a:i,b:i,c:i,p:i,q:i,r:i,total:i,twice:i,sex:c,pregnant:c,income:r,region:c,district:c,day:d";

/* Records that keep to all that is said below. */
static tacit_table *tied_table(tacit_ctx *cx, tacit_rng *rng)
{
    tacit_builder *b[FIELDS];
    tacit_type type[FIELDS];
    char cell[FIELDS][TACIT_NUMBER_BYTES];
    start_columns(cx, NAMES, b, type);
    for (size_t i = 0; i < RECORDS; i++) {
        int64_t x[8];
        x[0] = (int64_t)tacit_rng_below(rng, 40);
        x[1] = x[0] + (int64_t)tacit_rng_below(rng, 30);
        x[2] = x[1] + (int64_t)tacit_rng_below(rng, 10);
        x[3] = (int64_t)tacit_rng_below(rng, 9);
        x[4] = tacit_rng_below(rng, 3) == 0 ? 0 : (int64_t)tacit_rng_below(rng, 50);
        x[5] = (int64_t)tacit_rng_below(rng, 5) - 2;
        x[6] = x[3] + x[4] + x[5];
        x[7] = 2 * x[6] + x[0];
        for (size_t j = 0; j < 8; j++)
            tacit_format_integer(x[j], cell[j]);
        const bool man = tacit_rng_below(rng, 2) == 0;
        const size_t region = (size_t)tacit_rng_below(rng, 4);
        snprintf(cell[8], sizeof cell[8], "%s", man ? "m" : "f");
        snprintf(cell[9], sizeof cell[9], "%s",
                 !man && tacit_rng_below(rng, 4) == 0 ? "yes" : "no");
        snprintf(cell[10], sizeof cell[10], "%.1f", 0.1 * (double)tacit_rng_below(rng, 900));
        if (x[0] < 15 || tacit_rng_below(rng, 9) == 0)
            cell[10][0] = '\0';
        snprintf(cell[11], sizeof cell[11], "R%zu", region);
        snprintf(cell[12], sizeof cell[12], "D%zu",
                 region * 3 + (size_t)tacit_rng_below(rng, region + 1));
        tacit_format_date((int32_t)(15000 + x[2] * 30 + (int64_t)tacit_rng_below(rng, 99)),
                          cell[13]);
        for (size_t j = 0; j < FIELDS; j++)
            add_cell(cx, b[j], type[j], cell[j]);
    }
    return finish_columns(cx, b, FIELDS, RECORDS);
}

static const char *const SAID[] = { "a <= b",
                                    "b <= c and c <= 200",
                                    "total = p + q + r",
                                    "observed(region, district)",
                                    "income is missing or 0 <= income <= 89.9",
                                    "day >= 2011-01-26 + 30 * c" };
static const char *const RULED[] = { "if sex = 'm' then pregnant = 'no'",
                                     "if a < 15 then income is missing" };
static const char *const DERIVED[] = { "twice = 2 * total + a" };

/* Texts of `all` by bits; returns how many. */
static size_t choose_words(const char *const *all, size_t n, uint64_t bits, const char **out)
{
    size_t chosen = 0;
    for (size_t i = 0; i < n; i++)
        if ((bits >> i & 1) != 0)
            out[chosen++] = all[i];
    return chosen;
}

static double number_at(const tacit_table *t, const char *name, size_t i)
{
    const tacit_column *c = column_of(t, name);
    return tacit_column_is_missing(c, i) ? NAN : tacit_column_number(c, i);
}

static bool reads(const tacit_table *t, const char *name, size_t i, const char *text)
{
    char room[32];
    return strcmp(tacit_column_text(column_of(t, name), i, room), text) == 0;
}

/* The number behind the letter of a text. */
static double number_in(const tacit_table *t, const char *name, size_t i)
{
    char room[32];
    double x = NAN;
    assert_true(tacit_parse_real(tacit_column_text(column_of(t, name), i, room) + 1, &x));
    return x;
}

/* Whether row i keeps to constraint k, in plain C. */
static bool keeps(const tacit_table *t, size_t i, size_t k)
{
    const double c = number_at(t, "c", i), income = number_at(t, "income", i);
    switch (k) {
    case 0:
        return number_at(t, "a", i) <= number_at(t, "b", i);
    case 1:
        return number_at(t, "b", i) <= c && c <= 200;
    case 2:
        return fabs(number_at(t, "total", i) - number_at(t, "p", i) - number_at(t, "q", i) -
                    number_at(t, "r", i)) < 0.5;
    case 3: { /* districts 3 r ... 4 r belong to region r */
        const double r = number_in(t, "region", i), d = number_in(t, "district", i);
        return d >= 3 * r && d <= 4 * r;
    }
    case 4:
        return isnan(income) || (income >= 0 && income < 89.95);
    default:
        return number_at(t, "day", i) >= 15000 + 30 * c;
    }
}

static void check_set(const tacit_table *t, uint64_t said, uint64_t ruled, bool derived)
{
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        for (size_t k = 0; k < 6; k++)
            if ((said >> k & 1) != 0 && !keeps(t, i, k))
                fail_msg("row %zu breaks %s", i, SAID[k]);
        if ((ruled & 1) != 0 && reads(t, "sex", i, "m"))
            assert_true(reads(t, "pregnant", i, "no"));
        if ((ruled & 2) != 0 && number_at(t, "a", i) < 15)
            assert_true(isnan(number_at(t, "income", i)));
        if (derived)
            assert_near(number_at(t, "twice", i),
                        2 * number_at(t, "total", i) + number_at(t, "a", i), 1e-9);
    }
}

/* One plan by chance: what is said, the order of columns, leaves, generators, draws. */
static void try_plan(tacit_ctx *cx, tacit_rng *rng)
{
    static const char *const generators[] = { "cart", "cart", "sample" };
    tacit_table *t = tied_table(cx, rng);
    const char *said[6], *ruled[2];
    const uint64_t bits = tacit_rng_bits(rng);
    const bool derived = (bits >> 20 & 1) != 0;
    const tacit_tie_words words = { .constraint = said,
                                    .constraints = choose_words(SAID, 6, bits, said),
                                    .rule = ruled,
                                    .rules = choose_words(RULED, 2, bits >> 8, ruled),
                                    .derived = DERIVED,
                                    .n_derived = derived };
    synthesis s;
    start_synthesis(&s, t, generators[tacit_rng_below(rng, 3)]);
    for (size_t j = FIELDS; j > 1; j--) {
        const size_t k = (size_t)tacit_rng_below(rng, j), swap = s.column[k].at;
        s.column[k].at = s.column[j - 1].at;
        s.column[j - 1].at = swap;
    }
    for (size_t j = 0; derived && j < FIELDS; j++)
        if (s.column[j].at == 7) { /* last, as a derived column is */
            s.column[j].at = s.column[FIELDS - 1].at;
            s.column[FIELDS - 1].at = 7;
        }
    if (derived) {
        s.column[FIELDS - 1].generator = NULL;
        s.column[FIELDS - 1].derived = true;
    }
    set_synth(&s, "min_bucket", 3 + (double)tacit_rng_below(rng, 20));
    s.spec.words = &words;
    s.spec.sets = 2;
    s.spec.rows = 100 + (size_t)tacit_rng_below(rng, 200);
    s.spec.dealt = (bits >> 21 & 1) != 0;
    s.spec.rng = tacit_rng_fork_number(rng, bits);
    run_synthesis(cx, &s);
    for (size_t k = 0; k < 2; k++)
        check_set(s.set[k], bits, bits >> 8, derived);
    end_synthesis(&s);
    tacit_table_free(t);
}

static void test_plans(void **state)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        tacit_rng rng = tacit_rng_seed(1000 + seed);
        const size_t mark = tacit_scratch_mark(*state);
        try_plan(*state, &rng);
        tacit_scratch_release(*state, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_conditions), with_context(test_refusals), with_context(test_depth),
        with_context(test_bounds),     with_context(test_check),    with_context(test_backoff),
        with_context(test_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
