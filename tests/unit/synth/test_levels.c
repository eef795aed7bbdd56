/*
 * test_levels.c - what must hold does in every row where households are made before their members,
 * and where some columns are known of everybody; columns that are kept are as they were.
 */
#include "support/homes.h"

#include "base/pool.h"
#include "support/sanitized.h"
#include "synth/impute.h"
#include "table/take.h"

enum { HOMES = 120, COLUMNS = 9, KNOWN = 3 };

/* A cell of `village`: of a column of texts, of numbers, or of pay, which the young have not. */
static void write_cell(char text[32], size_t column, const int *cell, int place, tacit_rng *rng)
{
    if (column == 1)
        snprintf(text, 32, "p%d", place);
    else if (column == COLUMNS)
        snprintf(text, 32, "j%d", place + (int)tacit_rng_below(rng, 2));
    else if (column != COLUMNS - 1 || cell[4] >= 15)
        snprintf(text, 32, "%d", cell[column]);
}

/* Households of one to four.  Of the household: floor <= rooms, place.  Of members: low <= high,
 * sum = low + high, low <= 10 rooms, pay missing below 15, job that goes with some places only. */
static tacit_table *village(tacit_ctx *cx, uint64_t seed)
{
    tacit_builder *b[COLUMNS + 1];
    tacit_type type[COLUMNS + 1];
    tacit_rng rng = tacit_rng_seed(seed);
    size_t rows = 0;
    start_columns(cx, "home:i,place:c,rooms:i,floor:i,age:i,low:i,high:i,sum:i,pay:i,job:c", b,
                  type);
    for (int g = 0; g < HOMES; g++) {
        const int place = (int)tacit_rng_below(&rng, 3), rooms = 1 + (int)tacit_rng_below(&rng, 5);
        const int floor = (int)tacit_rng_below(&rng, (uint64_t)rooms + 1);
        const int size = 1 + (int)tacit_rng_below(&rng, 4);
        for (int i = 0; i < size; i++, rows++) {
            const int age =
                i < 2 ? 20 + (int)tacit_rng_below(&rng, 50) : (int)tacit_rng_below(&rng, 20);
            const int low = (int)tacit_rng_below(&rng, 10 * (uint64_t)rooms + 1);
            const int high = low + (int)tacit_rng_below(&rng, 30);
            const int cell[] = { g, 0, rooms, floor, age, low, high, low + high, 100 * age };
            for (size_t j = 0; j < COLUMNS + 1; j++) {
                char text[32] = "";
                write_cell(text, j, cell, place, &rng);
                add_cell(cx, b[j], type[j], text);
            }
        }
    }
    return finish_columns(cx, b, COLUMNS + 1, rows);
}

static const char *const CONSTRAINTS[] = { "floor <= rooms", "low <= high", "low <= 10 * rooms",
                                           "observed(place, job)" };
static const char *const RULES[] = { "if age < 15 then pay is missing" };
static const char *const DERIVED[] = { "sum = low + high" };

static void check_rows(const tacit_table *t, uint64_t plan)
{
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char place[32], job[32];
        const int p = tacit_column_text(column_of(t, "place"), i, place)[1] - '0';
        const int q = tacit_column_text(column_of(t, "job"), i, job)[1] - '0';
        const double rooms = number_at(t, "rooms", i), low = number_at(t, "low", i);
        const bool paid = !tacit_column_is_missing(column_of(t, "pay"), i);
        if (number_at(t, "floor", i) > rooms || low > number_at(t, "high", i) || low > 10 * rooms ||
            fabs(number_at(t, "sum", i) - low - number_at(t, "high", i)) > 0 ||
            (q != p && q != p + 1) || (paid && number_at(t, "age", i) < 15))
            fail_msg("plan %d: row %zu breaks what must hold", (int)plan, i + 1);
    }
}

/* Words by the bits of the plan; what is not said of a column holds by no accident, so all are
 * said, and their order, the sets, the leaves and the draws differ. */
static tacit_tie_words words_of(void)
{
    return (tacit_tie_words){ CONSTRAINTS, 4, RULES, 1, DERIVED, 1 };
}

/* The sum is computed, after everything else. */
static void derive_sum(synthesis *s, const tacit_table *t)
{
    size_t k = 0;
    while (s->column[k].at != tacit_table_find(t, "sum"))
        k++;
    s->column[k].generator = NULL;
    s->column[k].derived = true;
    for (; k + 1 < s->spec.n; k++) {
        const tacit_synth_column sum = s->column[k];
        s->column[k] = s->column[k + 1];
        s->column[k].predictors.n = k;
        s->column[k + 1] = sum;
    }
    for (size_t i = 0; i < s->spec.n; i++)
        s->before[i] = i;
    s->column[k].predictors.n = 0;
}

/* Keep the column called `name`, which comes first then, as in every plan. */
static void keep(synthesis *s, const tacit_table *t, const char *name)
{
    size_t k = 0;
    while (s->column[k].at != tacit_table_find(t, name))
        k++;
    const tacit_synth_column kept = s->column[k];
    for (; k > 0; k--) {
        s->column[k] = s->column[k - 1];
        s->column[k].predictors.n = k;
    }
    s->column[0] = kept;
    s->column[0].generator = NULL;
    s->column[0].predictors.n = 0;
}

static double total_of(const tacit_table *t, const char *name)
{
    double sum = 0.0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        sum += number_at(t, name, i) * number_at(t, name, i);
    return sum;
}

static void test_homes(void **state)
{
    tacit_pool_set(1);
    for (uint64_t plan = 0; plan < CASES(100); plan++) {
        tacit_table *t = village(*state, 100 + plan / 8);
        const tacit_tie_words words = words_of();
        homes h;
        start_homes(&h, t, "home", NULL, (plan & 1) != 0 ? "age" : NULL,
                    3 + (double)(plan % 3) * 5);
        derive_sum(&h.people, t);
        if ((plan & 2) != 0)
            keep(&h.people, t, "rooms");
        if ((plan & 4) != 0)
            keep(&h.people, t, "high");
        h.people.spec.words = &words;
        h.people.spec.dealt = (plan & 8) == 0;
        h.people.spec.sets = 1 + (plan & 1);
        h.people.spec.rng = tacit_rng_seed(plan);
        assert_ok(*state, run_homes(*state, &h));
        for (size_t k = 0; k < h.people.spec.sets; k++) {
            const tacit_table *made = h.people.set[k];
            check_rows(made, plan);
            if ((plan & 4) != 0) { /* who lives together is kept with a member's column */
                assert_int_equal(tacit_table_rows(made), tacit_table_rows(t));
                assert_float_equal(total_of(made, "high"), total_of(t, "high"), 0.0);
            }
            if ((plan & 6) == 6)
                assert_float_equal(total_of(made, "rooms"), total_of(t, "rooms"), 0.0);
        }
        end_synthesis(&h.people);
        tacit_table_free(t);
    }
    tacit_pool_set(2);
}

/* Rubin's frame: place, rooms and floor are known of everybody. */
static void test_frame(void **state)
{
    tacit_pool_set(1);
    for (uint64_t plan = 0; plan < CASES(50); plan++) {
        tacit_table *all = village(*state, 500 + plan), *data = NULL;
        const size_t n = tacit_table_rows(all), half = n / 2;
        const tacit_tie_words words = words_of();
        size_t row[4 * HOMES];
        synthesis s;
        for (size_t i = 0; i < n; i++)
            row[i] = i;
        assert_ok(*state, tacit_table_take(*state, all, &(tacit_row_list){ half, row }, &data));
        set_synth(start_synthesis(&s, data, "cart"), "min_bucket", 3 + (double)(plan % 3) * 5);
        for (size_t j = 0; j <= KNOWN; j++)
            make_by(&s, j, NULL);
        derive_sum(&s, data);
        s.spec.words = &words;
        s.spec.dealt = false;
        s.spec.rows = n - half;
        s.spec.sets = 2;
        s.spec.rng = tacit_rng_seed(plan);
        const tacit_impute_spec spec = { s.spec, all, row + half, n - half };
        assert_ok(*state, tacit_synth_impute(*state, &spec, s.told, s.set));
        for (size_t k = 0; k < 2; k++)
            check_rows(s.set[k], plan);
        end_synthesis(&s);
        tacit_table_free(data);
        tacit_table_free(all);
    }
    tacit_pool_set(2);
}

/* One clear sentence for what cannot be. */
static void test_refusals(void **state)
{
    static const char *const mixed[] = { "floor <= rooms and low <= high" };
    const tacit_tie_words words = { .constraint = mixed, .constraints = 1 };
    tacit_table *t = village(*state, 1);
    homes h;
    start_homes(&h, t, "home", NULL, NULL, 5);
    h.people.spec.words = &words;
    assert_int_equal(run_homes(*state, &h), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(*state), "write its parts as constraints of their own"));
    end_synthesis(&h.people);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_homes), with_context(test_frame),
                                        with_context(test_refusals) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
