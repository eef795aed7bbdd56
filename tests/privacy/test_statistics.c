/*
 * test_statistics.c - the statistics of releases on trial.
 *
 * Every statistic of the catalog that needs nothing but its columns answers about a few persons, in
 * one group or in two that each person may be in, and promises the epsilon that it was settled for.
 * Figures are looked at to six decimals, with the widths of their intervals.
 */
#include "support/check.h"

#include "privacy/statistic/selection.h"
#include "privacy/statistic/statistic.h"
#include "support/privacy/trial.h"

enum { MOST_ARGS = 16, MOST_WIDTH = 512, QUICK_WIDTH = 4, MOST_OF = 2 };

typedef struct asked_statistic {
    tacit_ctx *cx;
    tacit_privacy_promise promise;
    tacit_domain domain;
    const tacit_domain *of[MOST_OF];
    tacit_value at[MOST_ARGS];
    tacit_args args;
    tacit_question q;
    bool unclamped; /* a mistake: values are added as they are */
} asked_statistic;

/* Whole numbers from -1 to 3, or beyond, in four bins. */
static void declare_domain(tacit_ctx *cx, tacit_domain *out)
{
    static const double breaks[] = { 0, 1, 2 };
    tacit_value at[MOST_ARGS];
    tacit_args args;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    at[TACIT_DOMAIN_LOWER] = (tacit_value){ .given = true, .number = -1 };
    at[TACIT_DOMAIN_UPPER] = (tacit_value){ .given = true, .number = 3 };
    at[TACIT_DOMAIN_BREAKS] = (tacit_value){ .given = true, .n = 3, .reals = breaks };
    assert_ok(cx, tacit_domain_new(cx, "x", &args, out));
}

/* Whether the statistic can do with its columns alone. */
static bool needs_no_more(const tacit_statistic *s)
{
    const size_t own = s->of == TACIT_OF_NOTHING ? TACIT_STATISTIC_OF : TACIT_STATISTIC_OF + 1;
    for (size_t i = own; s->about.params[i].name != NULL; i++)
        if (s->about.params[i].need == TACIT_REQUIRED)
            return false;
    return tacit_param_count(s->about.params) <= MOST_ARGS;
}

/* Ask for it with noise for `epsilon`; `*out` stays where it is. */
static void ask_statistic(tacit_ctx *cx, const tacit_statistic *s, uint64_t groups, double epsilon,
                          asked_statistic *out)
{
    *out = (asked_statistic){ .cx = cx,
                              .promise = { .groups = groups, .records = 1, .confidence = 0.95 } };
    declare_domain(cx, &out->domain);
    tacit_args_preset(s->about.params, out->at, &out->args);
    out->of[0] = out->of[1] = &out->domain;
    out->q = (tacit_question){ .statistic = s,
                               .args = &out->args,
                               .promise = &out->promise,
                               .of = out->of,
                               .n_of = s->of == TACIT_OF_NOTHING                              ? 0
                                       : s->of == TACIT_OF_NUMBERS || s->of == TACIT_OF_TABLE ? 2
                                                                                              : 1 };
    assert_ok(cx, tacit_question_prepare(cx, &out->q));
    assert_ok(cx, tacit_question_settle(cx, &out->q, epsilon));
    assert_true(out->q.width <= MOST_WIDTH);
}

static void add_records(const asked_statistic *a, const people *in, int64_t group, tacit_i128 *cell)
{
    for (size_t i = 0; i < in->n; i++) {
        const double value = in->at[i].value;
        int64_t x[MOST_OF] = { tacit_lattice_place(&a->domain.lattice, value),
                               tacit_lattice_place(&a->domain.lattice, (double)in->at[i].id) };
        if (a->unclamped)
            x[0] = (int64_t)value;
        for (size_t k = 0; k < MOST_OF && tacit_statistic_sees_bins(a->q.statistic); k++)
            x[k] = (int64_t)tacit_domain_bin(&a->domain, x[k]);
        if (in->at[i].group == group)
            a->q.statistic->add(&a->q, x, cell);
    }
}

static int64_t figure(double x)
{
    return isfinite(x) ? llrint(1e6 * fmax(-1e9, fmin(1e9, x))) : INT64_MAX;
}

/* Value and width of the first figures of each group. */
static void answer(const subject *s, const people *in, tacit_keystream *stream, int64_t *out)
{
    const asked_statistic *a = s->self;
    const size_t mark = tacit_scratch_mark(a->cx), each = s->told / a->promise.groups;
    for (size_t g = 0; g < a->promise.groups; g++) {
        tacit_i128 cell[MOST_WIDTH] = { 0 };
        tacit_answers all = { 0 };
        add_records(a, in, (int64_t)g, cell);
        assert_ok(a->cx, a->q.statistic->answer(a->cx, &a->q, cell, stream, &all));
        for (size_t i = 0; i < each; i++) {
            const tacit_answer *one = &all.at[i / 2 < all.n ? i / 2 : 0];
            out[g * each + i] = figure(i % 2 == 0 ? one->value : one->high - one->low);
        }
    }
    tacit_scratch_release(a->cx, mark);
}

/* Up to three other persons, and one who is in every group, or in none. */
static void pair(const subject *s, size_t i, tacit_rng *rng, people *a, people *b)
{
    static const double values[] = { 3, -1, 90, -90, 1 };
    const asked_statistic *own = s->self;
    b->n = i < 5 ? 0 : tacit_rng_below(rng, 4);
    for (size_t k = 0; k < b->n; k++)
        b->at[k] = (person){ .id = (int64_t)k,
                             .group = (int64_t)tacit_rng_below(rng, own->promise.groups),
                             .value = values[tacit_rng_below(rng, 5)] };
    *a = *b;
    for (size_t g = 0; g < own->promise.groups; g++)
        a->at[a->n++] = (person){ .id = 7, .group = (int64_t)g, .value = values[(i + g) % 5] };
}

/* Many cells, or choices among many: those are tried in the longer run only. */
static bool is_slow(const asked_statistic *a)
{
    bool slow = a->q.width > QUICK_WIDTH;
    for (size_t i = 0; i < a->q.n_parts; i++)
        slow = slow || a->q.part[i].chooses;
    return slow;
}

static subject statistic_subject(const asked_statistic *a, const char *name, double epsilon)
{
    return (subject){ .name = name,
                      .epsilon = epsilon,
                      .told = tacit_statistic_sees_bins(a->q.statistic) ? MOST_TOLD
                                                                        : 2 * a->promise.groups,
                      .self = a,
                      .answer = answer,
                      .pair = pair,
                      .slow = is_slow(a) };
}

/* What one can only do wrong by far shows: noise for eight times the epsilon that is promised. */
static void test_catalog(void **state)
{
    for (size_t i = 0; i < tacit_statistic_catalog.n; i++) {
        const tacit_statistic *s = (const void *)tacit_statistic_catalog.entry[i];
        if (!needs_no_more(s))
            continue;
        asked_statistic a;
        ask_statistic(*state, s, 1, 1, &a);
        if (is_slow(&a) && trial_rounds() == 1)
            continue;
        for (uint64_t groups = 1; groups <= 2; groups++) {
            ask_statistic(*state, s, groups, 1, &a);
            const subject right = statistic_subject(&a, s->about.name, 1);
            assert_private(*state, &right);
        }
        ask_statistic(*state, s, 1, 8, &a);
        const subject wrong = statistic_subject(&a, s->about.name, 1);
        assert_broken(*state, &wrong);
    }
}

/* A person in two groups who was promised for one, and values that are not moved to the bounds. */
static void test_mistakes(void **state)
{
    asked_statistic a;
    ask_statistic(*state, &tacit_statistic_count, 1, 1, &a);
    a.promise.groups = 2;
    subject s = statistic_subject(&a, "count, two groups as one", 1);
    assert_broken(*state, &s);
    ask_statistic(*state, &tacit_statistic_sum, 1, 1, &a);
    a.unclamped = true;
    s = statistic_subject(&a, "sum, not clamped", 1);
    assert_broken(*state, &s);
}

/* ---- groups that are found ---- */

static void answer_selected(const subject *s, const people *in, tacit_keystream *stream,
                            int64_t *out)
{
    *out = tacit_selection_draw(s->self, in->n, stream);
}

/* n persons in a group, or one more. */
static void pair_of_sizes(const subject *s, size_t i, tacit_rng *rng, people *a, people *b)
{
    (void)s;
    (void)rng;
    a->n = 1 + i % (MOST_PEOPLE - 1);
    b->n = a->n - 1;
}

static void test_selection(void **state)
{
    tacit_selection found = { .epsilon = 0.5, .delta = 0.03, .groups = 1 };
    assert_ok(*state, tacit_selection_settle(*state, &found));
    subject s = { .name = "selection",
                  .epsilon = 0.5,
                  .delta = 0.03,
                  .told = 1,
                  .self = &found,
                  .answer = answer_selected,
                  .pair = pair_of_sizes };
    assert_private(*state, &s);
    s.name = "selection, delta not recorded";
    s.delta = 0;
    assert_broken(*state, &s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_catalog),
        with_context(test_mistakes),
        with_context(test_selection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
