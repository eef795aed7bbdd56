/*
 * test_uniqueness.c - estimators of population uniques against ARX and known populations.
 *
 * Provenance: golden/arx/optima.json, ARX 3.9.2 on adult as a sample of populations of
 * several sizes.  Its Zayatz and Pitman estimates (the latter by the limit for large
 * populations) are reproduced.  Its slide negative binomial is always 0, because two
 * equations are wrong in the program; ours is held against samples drawn from adult, whose
 * uniques are known.
 */
#include "golden/sizes.h"

#include "base/rng.h"

static void check_estimates(const json_t *result, const tacit_size_counts *c)
{
    const json_t *p = NULL;
    size_t i;
    json_array_foreach(json_object_get(result, "population"), i, p)
    {
        const tacit_uniqueness_frame frame = { .population = golden_number(p, "population_size"),
                                               .asymptotic = true };
        const tacit_uniqueness zayatz = tacit_uniqueness_of(TACIT_UNIQUENESS_ZAYATZ, c, &frame);
        const tacit_uniqueness pitman = tacit_uniqueness_of(TACIT_UNIQUENESS_PITMAN, c, &frame);
        const tacit_uniqueness rule = tacit_uniqueness_of(TACIT_UNIQUENESS_DANKAR, c, &frame);
        const tacit_uniqueness slide = tacit_uniqueness_of(TACIT_UNIQUENESS_SNB, c, &frame);
        assert_relative(zayatz.uniques, golden_number(p, "zayatz_uniques"), 1e-9);
        assert_relative(pitman.uniques, golden_number(p, "pitman_uniques"), 1e-9);
        assert_true(slide.converged);
        if (golden_number(p, "sampling_fraction") <= 0.1)
            assert_relative(rule.uniques, golden_number(p, "dankar_uniques"), 1e-9);
        else
            assert_near(rule.uniques, fmin(zayatz.uniques, slide.uniques), 0);
    }
}

static void test_estimates(void **state)
{
    (void)state;
    static const char *const id[] = { "risk_adult9", "risk_adult5" };
    json_t *root = golden_json(OPTIMA);
    for (size_t i = 0; i < 2; i++) {
        const json_t *e = golden_entry(json_object_get(root, "results"), "id", id[i]);
        uint64_t size[MOST_SIZES];
        double count[MOST_SIZES];
        tacit_size_counts all;
        read_sizes(json_object_get(e, "result"), size, count, &all);
        check_estimates(json_object_get(e, "result"), &all);
    }
    json_decref(root);
}

/* ---- slide negative binomial against known populations ---- */

/* Class sizes of a sample that draws each record of the population with probability p. */
static void draw(tacit_rng *rng, const tacit_size_counts *all, double p, double *count,
                 tacit_size_counts *out)
{
    memset(count, 0, MOST_SIZES * sizeof *count);
    for (size_t s = 0; s < all->n; s++)
        for (double k = 0.0; k < all->count[s]; k += 1.0) {
            size_t f = 0;
            for (uint64_t i = 0; i < all->size[s]; i++)
                f += tacit_rng_uniform(rng) <= p;
            count[f] += f > 0 ? 1.0 : 0.0;
        }
    out->classes = out->records = 0.0;
    for (size_t f = 1; f < MOST_SIZES; f++) {
        out->classes += count[f];
        out->records += count[f] * (double)f;
    }
}

/* Mean over samples of the estimate over the truth. */
static double mean_ratio(const tacit_size_counts *all, double p, uint64_t seed)
{
    enum { SAMPLES = 10 };
    static uint64_t size[MOST_SIZES];
    tacit_rng rng = tacit_rng_seed(seed);
    double count[MOST_SIZES], sum = 0.0;
    for (uint64_t f = 0; f < MOST_SIZES; f++)
        size[f] = f;
    for (int k = 0; k < SAMPLES; k++) {
        tacit_size_counts c = { .n = MOST_SIZES - 1, .size = size + 1, .count = count + 1 };
        draw(&rng, all, p, count, &c);
        const tacit_uniqueness_frame frame = { .population = all->records };
        const tacit_uniqueness e = tacit_uniqueness_of(TACIT_UNIQUENESS_SNB, &c, &frame);
        assert_true(e.converged);
        sum += e.uniques / tacit_size_count(all, 1);
    }
    return sum / SAMPLES;
}

static void test_slide(void **state)
{
    (void)state;
    static const char *const id[] = { "risk_adult9", "risk_adult5" };
    json_t *root = golden_json(OPTIMA);
    for (size_t i = 0; i < 2; i++) {
        const json_t *e = golden_entry(json_object_get(root, "results"), "id", id[i]);
        uint64_t size[MOST_SIZES];
        double count[MOST_SIZES];
        tacit_size_counts all;
        read_sizes(json_object_get(e, "result"), size, count, &all);
        assert_near(mean_ratio(&all, 0.5, 1 + i), 1.0, 0.06);
        assert_near(mean_ratio(&all, 0.2, 5 + i), 1.0, 0.15);
    }
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_estimates),
        with_context(test_slide),
    };
    return golden_run_tests(tests);
}
