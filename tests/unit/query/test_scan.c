/*
 * test_scan.c - sums in one pass against lists of records, one by one.
 */
#include "support/questions.h"

#include <string.h>

#include "base/pool.h"
#include "query/scan.h"

static const char *const QUESTIONS[] = {
    "SELECT COUNT(*) FROM survey",
    "SELECT COUNT(*) FROM survey GROUP BY sex",
    "SELECT COUNT(*) FROM survey WHERE age >= 30 AND sex = 'f' GROUP BY region, score",
    "SELECT COUNT(*) FROM survey GROUP BY region, level(region, 1), age",
    "SELECT COUNT(*) FROM survey WHERE region IN ('n1', 's3') GROUP BY level(region, 1)",
    "SELECT COUNT(*) FROM survey WHERE age >= 18 AND age < 65 AND region IS NOT NULL",
    "SELECT COUNT(*) FROM survey WHERE level(region, 2) = '*' GROUP BY age, sex, score",
};
enum { N_QUESTIONS = sizeof QUESTIONS / sizeof QUESTIONS[0], MEAN = 3, FOLDS };

typedef struct scanning {
    tacit_ctx *cx;
    const tacit_query_schema *schema;
    tacit_table *t;
    tacit_query_data data;
    tacit_privacy_promise promise;
    tacit_question question[FOLDS];
    const tacit_domain *of[1];
    tacit_query_fold fold[FOLDS]; /* records, persons, incomes, their mean */
} scanning;

static void begin(scanning *s, uint64_t seed, size_t rows)
{
    static const tacit_statistic *const statistics[FOLDS] = {
        &tacit_statistic_count, &tacit_statistic_count, &tacit_statistic_sum, &tacit_statistic_mean
    };
    tacit_rng rng = tacit_rng_seed(seed);
    unsigned char key[TACIT_KEYSTREAM_KEY] = { (unsigned char)seed };
    tacit_keystream stream;
    memset(s, 0, sizeof *s);
    s->cx = tacit_ctx_new();
    s->schema = survey_schema(s->cx);
    s->t = random_survey(s->cx, &rng, rows);
    tacit_keystream_simulate(key, &stream);
    assert_ok(s->cx, tacit_query_data_of(s->cx, s->schema, s->t, &s->data));
    assert_ok(s->cx, tacit_query_data_arrange(s->cx, s->schema, &stream, &s->data));
    s->promise = (tacit_privacy_promise){ .groups = 1 + seed % 3, .records = 1 + seed % 2 };
    s->of[0] = &s->schema->column[ASK_INCOME].domain;
    for (size_t k = 0; k < FOLDS; k++) {
        s->question[k] = (tacit_question){
            .statistic = statistics[k], .promise = &s->promise, .of = s->of, .n_of = k >= 2
        };
        assert_ok(s->cx, tacit_question_prepare(s->cx, &s->question[k]));
        s->fold[k] = (tacit_query_fold){ .question = &s->question[k],
                                         .of = { ASK_INCOME },
                                         .persons = k == 1 };
    }
}

static void end(scanning *s)
{
    tacit_table_free(s->t);
    tacit_ctx_free(s->cx);
}

/* ---- the obvious way ---- */

/* The cell of each record; the number of cells if it is in none. */
static size_t *cells_of(const scanning *s, const tacit_query *q)
{
    tacit_query_sets sets;
    size_t *cell = NULL;
    assert_ok(s->cx, tacit_query_sets_of(s->cx, q, &s->data, &sets));
    assert_ok(s->cx, tacit_scratch(s->cx, s->data.rows, sizeof *cell, &cell));
    for (size_t i = 0; i < s->data.rows; i++)
        cell[i] = sets.n;
    for (size_t k = 0; k < sets.n; k++)
        for (size_t i = sets.first[k]; i < sets.first[k + 1]; i++)
            cell[sets.row[i]] = k;
    return cell;
}

/* Whether record i counts, given what counts of the records before it: how many of the same person
 * are in its cell, and how many other cells of that person there are. */
static bool counts(const scanning *s, const size_t *cell, const bool *taken, size_t i, bool *first)
{
    size_t here = 0, others = 0;
    for (size_t k = i; k-- > 0 && s->data.person[k] == s->data.person[i];) {
        bool again = false;
        for (size_t l = k + 1; l < i; l++)
            again = again || (taken[l] && cell[l] == cell[k]);
        here += taken[k] && cell[k] == cell[i];
        others += taken[k] && cell[k] != cell[i] && !again;
    }
    *first = here == 0;
    return here > 0 ? here < s->promise.records : others < s->promise.groups;
}

static void add_slowly(const scanning *s, const tacit_query *q, tacit_i128 *want)
{
    const size_t *cell = cells_of(s, q);
    bool *taken = NULL;
    assert_ok(s->cx, tacit_scratch(s->cx, s->data.rows, sizeof *taken, &taken));
    for (size_t i = 0; i < s->data.rows; i++) {
        const int64_t income = s->data.steps[ASK_INCOME][i];
        bool first = true;
        taken[i] =
            cell[i] < q->cells && (s->data.person == NULL || counts(s, cell, taken, i, &first));
        if (!taken[i])
            continue;
        want[cell[i]]++;
        want[q->cells + cell[i]] += first;
        want[2 * q->cells + cell[i]] += income == INT64_MIN ? 0 : income;
        want[3 * q->cells + cell[i]] += income != INT64_MIN;
    }
}

/* ---- both ---- */

/* A mean has the number of values, and how far they are from the middle in half steps. */
static void check_mean(const scanning *s, const tacit_query *q, const tacit_i128 *want)
{
    const tacit_value_lattice *l = &s->of[0]->lattice;
    const size_t width = s->question[MEAN].width;
    for (size_t c = 0; c < q->cells; c++) {
        const tacit_i128 *told = s->fold[MEAN].cell + c * width, n = want[MEAN * q->cells + c];
        assert_true(told[0] == n);
        assert_true(told[1] == 2 * want[2 * q->cells + c] - n * (l->lower + l->upper));
    }
}

static void check(scanning *s, const char *sql)
{
    const size_t mark = tacit_scratch_mark(s->cx);
    const tacit_query q = question_of(s->cx, s->schema, sql);
    tacit_i128 *want = NULL;
    assert_ok(s->cx, tacit_scratch(s->cx, FOLDS * q.cells, sizeof *want, &want));
    add_slowly(s, &q, want);
    for (size_t threads = 1; threads <= 3; threads++) {
        tacit_pool_set(threads);
        assert_ok(s->cx, tacit_query_scan(s->cx, &q, &s->data, &s->promise, s->fold, FOLDS));
        for (size_t k = 0; k < MEAN; k++)
            assert_memory_equal(s->fold[k].cell, want + k * q.cells, q.cells * sizeof *want);
        check_mean(s, &q, want);
    }
    tacit_pool_set(0);
    tacit_scratch_release(s->cx, mark);
}

static void test_persons(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 9; seed++) {
        scanning s;
        begin(&s, seed, seed == 1 ? 0 : 700 * seed);
        for (size_t i = 0; i < N_QUESTIONS; i++)
            check(&s, QUESTIONS[i]);
        end(&s);
    }
}

/* Enough records for several threads, and for parts that begin in the middle of a person. */
static void test_threads(void **state)
{
    scanning s;
    uint32_t *person = NULL;
    (void)state;
    begin(&s, 5, 70001);
    assert_ok(s.cx, tacit_scratch(s.cx, s.data.rows, sizeof *person, &person));
    for (size_t i = 0; i < s.data.rows; i++)
        person[i] = (uint32_t)(i / 3);
    s.data.person = person;
    for (size_t i = 0; i < N_QUESTIONS; i++)
        check(&s, QUESTIONS[i]);
    s.data.person = NULL;
    s.data.arranged = false;
    check(&s, QUESTIONS[2]);
    end(&s);
}

/* A scan that was cancelled ends without sums, with one thread and with several; the next does
 * not. */
static void test_cancelled(void **state)
{
    scanning s;
    (void)state;
    begin(&s, 5, 140001);
    const tacit_query q = question_of(s.cx, s.schema, QUESTIONS[1]);
    for (size_t threads = 1; threads <= 2; threads++) {
        tacit_pool_set(threads);
        tacit_cancel(s.cx);
        assert_int_equal(tacit_query_scan(s.cx, &q, &s.data, &s.promise, s.fold, FOLDS),
                         TACIT_ERR_CANCELLED);
        for (size_t k = 0; k < FOLDS * q.cells; k++)
            assert_true(s.fold[k / q.cells].cell[k % q.cells] == 0);
        tacit_ctx_resume(s.cx);
        assert_ok(s.cx, tacit_query_scan(s.cx, &q, &s.data, &s.promise, s.fold, FOLDS));
        assert_true(s.fold[0].cell[0] > 0);
    }
    tacit_pool_set(0);
    end(&s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_persons),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
