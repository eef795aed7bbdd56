/*
 * test_decomposable.c - decomposable models against slow ones.
 *
 * Gains of links against G^2 and degrees of freedom by counting all cells; graphs against their
 * definition; the product of conditional shares in the order of drawing against iterative
 * proportional fitting of the cliques (Lauritzen 1996, theorem 4.4.1).
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/counts/ipf.h"
#include "synth/tables/own.h"

enum { COLUMNS = 5, RECORDS = 60, TRIALS = 60, CELLS = 243 };

/* Random columns of up to three classes, each like an earlier one for most records. */
typedef struct sample {
    uint16_t code[COLUMNS][RECORDS];
    tacit_class_column column[COLUMNS];
    tacit_table_task task;
} sample;

static void draw_sample(tacit_rng *rng, sample *s)
{
    for (size_t j = 0; j < COLUMNS; j++) {
        const size_t like = (size_t)tacit_rng_below(rng, j + 1);
        const uint32_t levels = 2 + (uint32_t)tacit_rng_below(rng, 2);
        for (size_t i = 0; i < RECORDS; i++) {
            const uint32_t own = (uint32_t)tacit_rng_below(rng, levels);
            const bool copies = like < j && tacit_rng_below(rng, 3) > 0;
            s->code[j][i] = (uint16_t)(copies ? s->code[like][i] % levels : own);
        }
        s->column[j] = (tacit_class_column){ .levels = levels, .of = s->code[j] };
    }
    s->task = (tacit_table_task){ .records = RECORDS, .column = s->column };
}

/* Whether record i has the classes of record k on some columns. */
static bool agree(const sample *s, size_t i, size_t k, uint32_t columns)
{
    for (size_t j = 0; j < COLUMNS; j++)
        if ((columns >> j & 1) != 0 && s->code[j][i] != s->code[j][k])
            return false;
    return true;
}

static double count_like(const sample *s, size_t k, uint32_t columns)
{
    double n = 0.0;
    for (size_t i = 0; i < RECORDS; i++)
        n += agree(s, i, k, columns);
    return n;
}

/* Combinations of `fine` columns that agree with record k on `coarse` ones. */
static double count_kinds(const sample *s, size_t k, uint32_t coarse, uint32_t fine)
{
    double kinds = 0.0;
    for (size_t i = 0; i < RECORDS; i++)
        if (agree(s, i, k, coarse))
            kinds += 1.0 / count_like(s, i, fine);
    return kinds;
}

static void test_gain(void **state)
{
    tacit_rng rng = tacit_rng_seed(1);
    for (size_t trial = 0; trial < TRIALS; trial++) {
        sample s;
        draw_sample(&rng, &s);
        const size_t given[] = { 2, 4, 3 }, n_s = trial % 4, pair[] = { 0, 1 };
        uint32_t z = 0;
        for (size_t k = 0; k < n_s; k++)
            z |= 1u << given[k];
        double g2 = 0.0, df = 0.0;
        for (size_t i = 0; i < RECORDS; i++) {
            g2 += 2.0 * log(count_like(&s, i, z | 3) * count_like(&s, i, z) /
                            (count_like(&s, i, z | 1) * count_like(&s, i, z | 2)));
            df += (count_kinds(&s, i, z, z | 1) - 1.0) * (count_kinds(&s, i, z, z | 2) - 1.0) /
                  count_like(&s, i, z);
        }
        tacit_chordal_gain gain;
        const tacit_select select = { n_s, given };
        assert_ok(*state, tacit_chordal_gain_of(*state, &s.task, pair, &select, &gain));
        assert_near(gain.g2, g2, 1e-9);
        assert_near(gain.df, df, 1e-9);
    }
}

/* Whether the columns of the order before the k-th that it is linked to are linked to each other.
 */
static bool is_clique_before(const tacit_chordal *g, const size_t *order, size_t k)
{
    const bool *own = g->link + order[k] * g->n;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            if (own[order[i]] && own[order[j]] && !g->link[order[i] * g->n + order[j]])
                return false;
    return true;
}

/* The columns before the k-th that it is linked to, and itself, as bits. */
static uint32_t family(const tacit_chordal *g, const size_t *order, size_t k)
{
    uint32_t bits = 1u << order[k];
    for (size_t i = 0; i < k; i++)
        bits |= g->link[order[k] * g->n + order[i]] ? 1u << order[i] : 0;
    return bits;
}

/* The fit by drawing: the product over columns of the share among records alike before it. */
static void fit_by_order(const sample *s, const tacit_chordal *g, const size_t *order, double *fit)
{
    for (size_t i = 0; i < RECORDS; i++) {
        size_t cell = 0;
        double p = RECORDS;
        for (size_t j = 0; j < COLUMNS; j++)
            cell = cell * s->column[j].levels + s->code[j][i];
        for (size_t k = 0; k < COLUMNS; k++) {
            const uint32_t own = family(g, order, k);
            p *= count_like(s, i, own) / count_like(s, i, own & ~(1u << order[k]));
        }
        fit[cell] = p; /* cells that no record has are not looked at */
    }
}

static void test_graphs(void **state)
{
    tacit_rng rng = tacit_rng_seed(2);
    size_t links = 0;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        sample s;
        bool link[COLUMNS * COLUMNS] = { false };
        size_t order[COLUMNS];
        uint32_t levels[COLUMNS];
        uint64_t terms[COLUMNS];
        double table[CELLS] = { 0 }, slow[CELLS], fit[CELLS] = { 0 };
        const tacit_chordal_limits limits = { 2 + trial % 4, trial % 3 == 0 ? 1.0 : 0.1 };
        draw_sample(&rng, &s);
        tacit_chordal g = { COLUMNS, link };
        assert_ok(*state, tacit_chordal_choose(*state, &s.task, &limits, &g));
        assert_ok(*state, tacit_chordal_order(*state, &g, order));
        for (size_t k = 0; k < COLUMNS; k++)
            assert_true(is_clique_before(&g, order, k));
        for (size_t j = 0; j < COLUMNS; j++) {
            levels[j] = s.column[j].levels;
            terms[j] = family(&g, order, j);
            assert_true((size_t)__builtin_popcountll(terms[j]) <= limits.most);
            links += (size_t)__builtin_popcountll(terms[j]) - 1;
        }
        for (size_t i = 0; i < RECORDS; i++) {
            size_t cell = 0;
            for (size_t j = 0; j < COLUMNS; j++)
                cell = cell * levels[j] + s.code[j][i];
            table[cell] += 1.0;
        }
        const tacit_ipf model = { .n = COLUMNS,
                                  .levels = levels,
                                  .n_terms = COLUMNS,
                                  .terms = terms,
                                  .tolerance = 1e-13,
                                  .most_cycles = 100 };
        tacit_ipf_end end;
        assert_ok(*state, tacit_ipf_fit(*state, &model, table, slow, &end));
        fit_by_order(&s, &g, order, fit);
        for (size_t i = 0; i < tacit_ipf_cells(levels, COLUMNS); i++)
            if (table[i] > 0.0)
                assert_near(fit[i], slow[i], 1e-8);
    }
    assert_true(links > TRIALS); /* there is something to be seen */
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_gain),
        with_context(test_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
