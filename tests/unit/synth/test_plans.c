/*
 * test_plans.c - what must hold does in every row, whatever else is asked and whoever makes values.
 */
#include "support/synths.h"

#include "base/pool.h"
#include "support/sanitized.h"

enum { ROWS = 90 };

/* Columns a <= b, t = a + b, k that goes with some values of m only, d that is missing where g is
 * "no". */
static tacit_table *people(tacit_ctx *cx)
{
    static const char *const names = "g:c,k:c,m:c,t:i,a:i,b:i,d:r";
    tacit_builder *b[7];
    tacit_type type[7];
    tacit_rng rng = tacit_rng_seed(21);
    start_columns(cx, names, b, type);
    for (size_t i = 0; i < ROWS; i++) {
        const uint64_t low = tacit_rng_below(&rng, 30), k = tacit_rng_below(&rng, 3);
        const uint64_t high = low + tacit_rng_below(&rng, 20);
        char text[32];
        add_cell(cx, b[0], type[0], i % 3 == 0 ? "no" : "yes");
        add_cell(cx, b[1], type[1], k == 0 ? "x" : k == 1 ? "y" : "z");
        snprintf(text, sizeof text, "m%d", (int)(k + tacit_rng_below(&rng, 2)));
        add_cell(cx, b[2], type[2], text);
        const uint64_t number[] = { low + high, low, high };
        for (size_t j = 0; j < 3; j++) {
            snprintf(text, sizeof text, "%d", (int)number[j]);
            add_cell(cx, b[3 + j], type[3 + j], text);
        }
        snprintf(text, sizeof text, "%.1f", (double)low + tacit_rng_uniform(&rng));
        add_cell(cx, b[6], type[6], i % 3 == 0 ? "" : text);
    }
    return finish_columns(cx, b, 7, ROWS);
}

static const char *const CONSTRAINTS[] = { "a <= b", "t = a + b", "observed(k, m)", "t >= 0" };
static const char *const RULES[] = { "if g = 'no' then d is missing" };
static const tacit_tie_words WORDS = {
    .constraint = CONSTRAINTS, .constraints = 4, .rule = RULES, .rules = 1
};

/* Whether a pair of k and m is that of some record: m0 or m1 with x, and so on. */
static bool is_observed(const tacit_table *t, size_t i)
{
    char k[32], m[32];
    const int first = tacit_column_text(column_of(t, "k"), i, k)[0] - 'x';
    const int second = tacit_column_text(column_of(t, "m"), i, m)[1] - '0';
    return second == first || second == first + 1;
}

static void check_rows(const tacit_table *t, uint64_t seed)
{
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char g[32];
        const int64_t a = tacit_column_integers(column_of(t, "a"))[i],
                      b = tacit_column_integers(column_of(t, "b"))[i],
                      sum = tacit_column_integers(column_of(t, "t"))[i];
        const bool no = strcmp(tacit_column_text(column_of(t, "g"), i, g), "no") == 0;
        if (a > b || a + b != sum || sum < 0 || !is_observed(t, i) ||
            (no && !tacit_column_is_missing(column_of(t, "d"), i)))
            fail_msg("plan %d: row %zu breaks what must hold", (int)seed, i + 1);
    }
}

/* Ask for records by the bits of the plan's number; `room` has what is said of each record. */
typedef struct said {
    bool where[ROWS], only[ROWS];
    uint32_t stratum[ROWS];
    double weight[ROWS];
} said;

static void ask(synthesis *s, const tacit_table *t, uint64_t plan, said *room)
{
    for (size_t i = 0; i < ROWS; i++) {
        char g[32];
        const bool no = strcmp(tacit_column_text(column_of(t, "g"), i, g), "no") == 0;
        room->where[i] = i % 4 != 0;
        room->only[i] = no;
        room->stratum[i] = i < ROWS / 2 ? 0 : 1;
        room->weight[i] = 1.0 + (double)(i % 5);
    }
    if ((plan & 1) != 0) {
        s->spec.stratum = room->stratum;
        s->spec.strata = 2;
    }
    s->spec.proper = (plan & 2) != 0;
    if ((plan & 12) == 4)
        s->spec.where = room->where;
    if ((plan & 12) == 8)
        s->spec.weight = room->weight;
    if ((plan & 12) == 12 && s->column[0].generator->make == NULL) {
        s->spec.only = room->only;
        s->spec.only_columns = 1;
    }
    s->spec.guard = (plan & 16) != 0;
    s->spec.sets = 1 + (plan & 1);
    s->spec.rng = tacit_rng_seed(plan);
}

/* By every generator of these columns, and every way to ask for records. */
static void test_plans(void **state)
{
    static const char *const generators[] = { "cart",      "sample",          "parametric",
                                              "bootstrap", "latin_hypercube", "forest" };
    tacit_table *t = people(*state);
    tacit_pool_set(1); /* plans are small */
    for (uint64_t plan = 0; plan < CASES(96); plan++) {
        const char *generator = generators[plan / 32 % 3];
        const bool block = plan % 3 == 1; /* amounts are made at once, the rest one by one */
        static said room;
        synthesis s;
        start_synthesis(&s, t, generator);
        if (block)
            make_together(&s, 3, 4, generators[3 + plan / 3 % 2]);
        for (size_t j = 3; block && j < 7; j++)
            s.column[j].predictors.n = 3;
        set_synth(&s, "min_bucket", 5);
        s.spec.words = &WORDS;
        ask(&s, t, plan % 32, &room);
        run_synthesis(*state, &s);
        for (size_t k = 0; k < s.spec.sets; k++)
            check_rows(s.set[k], plan);
        if (s.spec.where == NULL) {
            end_synthesis(&s);
            continue;
        }
        assert_int_equal(tacit_table_rows(s.set[0]), ROWS);
        end_synthesis(&s);
    }
    tacit_pool_set(2);
    tacit_table_free(t);
}

/* Records that are not asked for are as they were, row by row, whatever makes the others. */
static void test_where(void **state)
{
    static const char *const generators[] = { "cart", "bootstrap", "latin_hypercube" };
    static said room;
    tacit_table *t = people(*state);
    for (size_t g = 0; g < 3; g++) {
        synthesis s;
        size_t changed = 0;
        start_synthesis(&s, t, "cart");
        if (g > 0)
            make_together(&s, 3, 4, generators[g]);
        for (size_t j = 3; g > 0 && j < 7; j++)
            s.column[j].predictors.n = 3;
        ask(&s, t, 4, &room);
        s.spec.in_order = true;
        run_synthesis(*state, &s);
        for (size_t i = 0; i < ROWS; i++)
            for (size_t j = 0; j < 7; j++) {
                const bool same =
                    same_cell(tacit_table_column(s.set[0], j), tacit_table_column(t, j), i);
                assert_true(room.where[i] || same);
                changed += !same;
            }
        assert_true(changed > ROWS);
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_plans), with_context(test_where) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
