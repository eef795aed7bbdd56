/*
 * test_private_tables.c - a private contingency table of Adult is nearer to the truth than one with
 * plain noise, in cells and margins.
 *
 * Provenance of the figures to beat: reference figures of a table of sex, race, marital status,
 * education and salary, 2 240 cells, of Adult's 30 162 persons with Laplace noise, negative cells
 * set to 0: half the L1 distance of shares, mean over all margins of one, two and three columns.
 */
#include "golden.h"

#include "unit/privacy/questions.h"

enum { COLUMNS = 5, RUNS = 3 };
static const char *const NAMES[] = { "sex", "race", "marital-status", "education", "salary-class" };

/* The domain of a category with all its values. */
static tacit_domain domain_of(tacit_ctx *cx, const tacit_column *c)
{
    const tacit_dict *dict = tacit_column_dict(c);
    const char **values = NULL;
    const uint32_t n = tacit_dict_size(dict);
    assert_ok(cx, tacit_scratch(cx, n, sizeof *values, &values));
    for (uint32_t i = 0; i < n; i++)
        values[i] = tacit_dict_text(dict, i);
    return category_domain(cx, values, n);
}

static void add_rows(asking *a, const tacit_column *const *c)
{
    for (size_t row = 0; row < tacit_column_length(c[0]); row++) {
        int64_t x[COLUMNS];
        for (size_t i = 0; i < COLUMNS; i++)
            x[i] = (int64_t)tacit_column_codes(c[i])[row];
        add_record(a, x);
    }
}

/* Half the L1 distance of shares in margins of so many columns, on average, and of cells in
 * records; `truth` and `value` are cells of all margins in the order of answers. */
typedef struct distances {
    double tv[COLUMNS + 1], cells;
} distances;

static void add_distances(const asking *a, const double *truth, const double *value, distances *out)
{
    const double ways[] = { 1, 5, 10, 10, 5, 1 };
    size_t at = 0;
    for (unsigned kept = 0; kept < 1U << COLUMNS; kept++) {
        size_t n = 1, width = 0;
        for (size_t i = 0; i < COLUMNS; i++) {
            n *= kept >> i & 1 ? tacit_domain_groups(a->of[i]) : 1;
            width += kept >> i & 1;
        }
        double all = 0, off = 0, records = 0;
        for (size_t k = 0; k < n; k++)
            all += value[at + k];
        for (size_t k = 0; k < n; k++, at++) {
            off += fabs(value[at] / all - truth[at] / truth[0]) / 2;
            records += fabs(value[at] - truth[at]);
        }
        out->tv[width] += off / ways[width] / RUNS;
        out->cells += width == COLUMNS ? records / RUNS : 0;
    }
}

/* Answers as plain numbers. */
static double *values_of(asking *a, size_t *n)
{
    const tacit_answers all = answers(a);
    double *out = NULL;
    assert_ok(a->cx, tacit_scratch(a->cx, all.n, sizeof *out, &out));
    for (size_t i = 0; i < all.n; i++)
        out[i] = all.at[i].value;
    *n = all.n;
    return out;
}

static void check(tacit_ctx *cx, const tacit_table *t, double epsilon, const double *reference)
{
    const tacit_column *c[COLUMNS];
    tacit_domain d[COLUMNS];
    distances off = { 0 };
    size_t n = 0;
    asking a;
    for (size_t i = 0; i < COLUMNS; i++) {
        c[i] = tacit_table_column(t, tacit_table_find(t, NAMES[i]));
        d[i] = domain_of(cx, c[i]);
    }
    ask(cx, &tacit_statistic_contingency, d, COLUMNS, &a);
    settle(&a, 900); /* no noise to speak of */
    add_rows(&a, c);
    const double *truth = values_of(&a, &n);
    assert_near(truth[0], 30162, 0);
    assert_ok(cx, tacit_question_settle(cx, &a.q, epsilon));
    for (int i = 0; i < RUNS; i++)
        add_distances(&a, truth, values_of(&a, &n), &off);
    const double plain = 2240 / sinh(epsilon); /* E|x| of discrete Laplace noise */
    for (size_t k = 0; k < 3; k++)
        assert_true(off.tv[k + 1] < reference[k]);
    assert_true(off.cells < plain);
}

static void test_adult(void **state)
{
    tacit_table *t = golden_table(*state, "data/arx/adult/adult.csv", ";");
    check(*state, t, 1, (const double[]){ 0.0119, 0.0180, 0.0254 });
    check(*state, t, 0.1, (const double[]){ 0.116, 0.158, 0.193 });
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_adult) };
    return golden_run_tests(tests);
}
