/*
 * test_private_statistics.c - private answers about the age of Adult's 30 162 persons are as near
 * to the truth as those of the reference, or nearer.
 *
 * Provenance: golden/dp.json, dp_stats_adult_age: root mean square errors of the exponential
 * mechanism with all of epsilon for each quantile, bounds 17 and 90, and of a mean from count and
 * centred sum with half of epsilon each.  The reference's quantiles take no notice of ties, and the
 * one of order 0.9 is off by a year at any epsilon; this one's are not.
 */
#include "golden.h"

#include "unit/privacy/questions.h"

enum { TIMES = 100, AT = TACIT_STATISTIC_OF + 1, INTERVALS = AT + 2 };

static const char MEAN[] = "mean_rmse(eps/2 count+eps/2 centred sum)";

static void add_ages(asking *a, const tacit_table *t)
{
    const tacit_column *age = tacit_table_column(t, tacit_table_find(t, "age"));
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        add_record(a, &(int64_t){ (int64_t)tacit_column_number(age, i) });
}

/* The root mean square error of the only answer. */
static double rmse(asking *a, double truth)
{
    double sum = 0;
    for (int i = 0; i < TIMES; i++) {
        const double off = answers(a).at[0].value - truth;
        sum += off * off;
    }
    return sqrt(sum / TIMES);
}

/* The mean square over the orders together is less than the reference's: at epsilon 0.01 heaps of
 * equal ages are told from their neighbours a little less well, but none is missed always. */
static void check_quantiles(tacit_ctx *cx, const tacit_table *t, double epsilon, const json_t *list)
{
    const tacit_domain d = number_domain(cx, 17, 90, 0);
    const json_t *one = NULL;
    double ours = 0, reference = 0;
    size_t i;
    json_array_foreach(list, i, one)
    {
        const double order = golden_number(one, "alpha");
        asking a;
        ask(cx, &tacit_statistic_quantiles, &d, 1, &a);
        a.at[AT] = (tacit_value){ .given = true, .n = 1, .reals = &order };
        a.at[INTERVALS].number = 0;
        settle(&a, epsilon);
        add_ages(&a, t);
        ours += pow(rmse(&a, golden_number(one, "true")), 2);
        reference += pow(golden_number(one, "rmse"), 2);
    }
    if (ours > reference)
        fail_msg("quantiles at epsilon %g: squares %g, reference %g", epsilon, ours, reference);
}

/* The error of 100 runs is known to 10% or so. */
static void check_mean(tacit_ctx *cx, const tacit_table *t, double epsilon, double reference)
{
    const tacit_domain d = number_domain(cx, 17, 90, 0);
    asking a;
    ask(cx, &tacit_statistic_mean, &d, 1, &a);
    settle(&a, epsilon);
    add_ages(&a, t);
    const double ours = rmse(&a, 38.437901995888865);
    if (ours > 1.3 * reference)
        fail_msg("mean at epsilon %g: %g, reference %g", epsilon, ours, reference);
}

static void test_ages(void **state)
{
    static const struct {
        const char *key;
        double epsilon;
    } at[] = { { "0.01", 0.01 }, { "0.1", 0.1 }, { "1.0", 1 } };
    json_t *root = golden_json("golden/dp.json");
    tacit_table *t = golden_table(*state, "data/arx/adult/adult.csv", ";");
    const json_t *all = json_object_get(root, "dp_stats_adult_age");
    for (size_t i = 0; i < 3; i++) {
        const json_t *one = json_object_get(all, at[i].key);
        check_quantiles(*state, t, at[i].epsilon, json_object_get(one, "quantiles_em"));
        check_mean(*state, t, at[i].epsilon, json_number_value(json_object_get(one, MEAN)));
    }
    tacit_table_free(t);
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_ages) };
    return golden_run_tests(tests);
}
