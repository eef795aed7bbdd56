/*
 * test_arx_payout.c - ARX's models of profitability: what the publisher forgoes, and which classes
 * are worth keeping.
 *
 * Provenance: golden/arx/optima.json and own-tests.json (ARX 3.9.2).  The stakes of the latter are
 * those of ARX's test TestAnonymizationProfitability (configurations 1 to 4), in its order.
 */
#include "golden/arx_demands.h"
#include "golden/arx_metrics.h"

#include "micro/search/search.h"

typedef struct stakes {
    tacit_loss_prices prices;
    tacit_loss_kind kind;
    tacit_loss_aggregate aggregate;
    bool attacked; /* attacks are reckoned with, not kept from paying */
    bool subset;   /* the population is known */
    bool optimum;  /* ARX's search was complete */
    double most;   /* share that may be suppressed */
    double score;
    uint8_t level[MOST_KEYS];
} stakes;

/* The cases of adult with eight keys.  Where attacks on the population are kept from paying, ARX's
 * test reckons the payout by the records of the data all the same. */
static const stakes CASES[] = {
    { { 2, 1200, 300, 1200, false, false },
      TACIT_LOSS_PUBLISHER_PAYOUT,
      0,
      false,
      true,
      true,
      0.04,
      2974380.2122727702,
      { 1, 3, 1, 1, 3, 2, 1, 1 } },
    { { 20, 120, 3000, 1200, false, true },
      TACIT_LOSS_GRANULARITY,
      TACIT_LOSS_GEOMETRIC,
      true,
      true,
      true,
      0.04,
      0.20171471140567654,
      { 0, 4, 0, 0, 2, 1, 0, 0 } },
    { { 2, 1200, 300, 1200, false, false },
      TACIT_LOSS_MONOTONE_ENTROPY,
      TACIT_LOSS_SUM,
      true,
      false,
      true,
      0.0,
      0.0,
      { 0 } },
    { { 20, 120, 3000, 120, false, false },
      TACIT_LOSS_PUBLISHER_PAYOUT,
      0,
      false,
      true,
      true,
      1.0,
      289703.2817537615,
      { 0, 1, 1, 2, 3, 2, 1, 1 } },
    { { 20, 120, 3000, 1200, false, false },
      TACIT_LOSS_PUBLISHER_PAYOUT,
      0,
      false,
      true,
      false,
      0.04,
      2095548.2581994554,
      { 1, 3, 0, 1, 3, 0, 0, 1 } },
    { { 20, 1000, 3000, 120, false, true },
      TACIT_LOSS_ENTROPY,
      0,
      true,
      true,
      false,
      0.04,
      1982.8859574224414,
      { 1, 3, 1, 0, 3, 1, 1, 0 } },
};

/* No attack pays, or nothing but the stakes is asked for. */
static void make_demands(const stakes *c, demands *d)
{
    question *q = demand(d, c->attacked ? "k_anonymity"
                            : c->subset ? "population_profitability"
                                        : "profitability");
    if (c->attacked)
        with(q, "k", 1.0);
    else
        with(with(q, "cost", c->prices.cost), "gain", c->prices.gain);
}

/* The score at ARX's levels, and the search: never worse than ARX's, and the same where that was
 * complete.  Where it was not, the levels in ARX's test need not be those of its score, which alone
 * is checked there. */
static void check_case(tacit_ctx *cx, const stakes *c, const json_t *keys)
{
    setting s = { 0 };
    demands d = { 0 };
    tacit_judge *judge = NULL;
    tacit_loss *loss = NULL;
    tacit_search_found found;
    open_setting(cx, keys, NULL, c->subset, &s);
    make_demands(c, &d);
    tacit_loss_prices prices = c->prices;
    prices.drop = c->attacked;
    const tacit_loss_spec spec = {
        .kind = c->kind, .aggregate = c->aggregate, .balance = 0.5, .prices = &prices
    };
    assert_ok(cx, tacit_judge_new(cx, s.subject, d.require, d.n, &judge));
    assert_ok(cx, tacit_loss_new(cx, s.space, &spec, &loss));
    (void)look(&s, judge, loss, c->level);
    (void)tacit_loss_drop(loss, c->level, &s.roller.list, s.roller.marked);
    const double there = tacit_loss_score(loss, c->level, &s.roller.list, s.roller.marked, NULL);
    if (c->optimum && !agree(there, c->score))
        fail_msg("%.17g instead of %.17g", there, c->score);
    const tacit_search_spec how = { .how = TACIT_SEARCH_OPTIMAL,
                                    .judge = judge,
                                    .loss = loss,
                                    .release = TACIT_RELEASE_UNJUDGED,
                                    .most_suppressed =
                                        (uint64_t)(c->most * (double)s.space->records) };
    assert_ok(cx, tacit_search(cx, s.space, &how, &found));
    assert_true(found.any && found.proven);
    assert_true(found.best.score <= c->score * (1.0 + 1e-9));
    if (c->optimum && !agree(found.best.score, c->score))
        fail_msg("the best is %.17g, not %.17g", found.best.score, c->score);
    tacit_loss_free(loss);
    tacit_judge_free(judge);
    close_setting(&s);
}

static void test_cases(void **state)
{
    json_t *keys = json_pack("[s,s,s,s,s,s,s,s]", "sex", "age", "race", "marital-status",
                             "education", "native-country", "workclass", "salary-class");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        check_case(*state, &CASES[i], keys);
    json_decref(keys);
}

/* The entry of optima.json with its default stakes 4:300:300:1200. */
static void test_optimum(void **state)
{
    json_t *root = golden_json("golden/arx/optima.json");
    const json_t *entry =
        golden_entry(json_object_get(root, "results"), "id", "adult9_profprosna_s1_payout");
    const json_t *result = json_object_get(entry, "result");
    stakes c = { .prices = { 4, 300, 300, 1200, false, false },
                 .kind = TACIT_LOSS_PUBLISHER_PAYOUT,
                 .optimum = true,
                 .most = 1.0,
                 .score = score_of(result) };
    read_levels(json_object_get(result, "levels_array"), c.level);
    check_case(*state, &c, json_object_get(json_object_get(entry, "config"), "quasi_identifiers"));
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_cases), with_context(test_optimum) };
    return golden_run_tests(tests);
}
