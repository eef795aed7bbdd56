/*
 * test_modes.c - the mode dp on trial.
 *
 * It answers about a few persons, of whom one is in the data with several records in two groups, or
 * is not, and promises the epsilon that it costs.  The mutants ask it in ways that break what it
 * relies on, each as if one mistake had been made within.
 */
#include "support/check.h"

#include <math.h>
#include <string.h>

#include "query/mode/dp/dp.h"
#include "query/place.h"
#include "support/privacy/trial.h"
#include "support/questions.h"

enum { DP_EPSILON, DP_MOST, DP_RECORDS, DP_GROUPS, DP_CONFIDENCE, DP_ARGS = 8 };
enum { VALUE, GROUP, COLUMNS, MOST_ASKED = 2 };

typedef enum mistake {
    NO_MISTAKE = 0,
    EVERY_RECORD, /* of a person counts */
    NOT_MOVED,    /* values stay beyond the bounds */
    SAME_NOISE    /* for two questions */
} mistake;

/* The mode with one or two questions that it is asked after each other. */
typedef struct trial_mode {
    tacit_ctx *cx;
    tacit_query_schema schema;
    tacit_query_column column[COLUMNS];
    tacit_value at[DP_ARGS];
    tacit_args args;
    tacit_query question[MOST_ASKED];
    size_t asked;
    mistake made;
} trial_mode;

static void declare(trial_mode *m)
{
    static const char *const values[] = { "a", "b" };
    tacit_value at[16];
    tacit_args args;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    at[TACIT_DOMAIN_LOWER] = (tacit_value){ .given = true, .number = -1 };
    at[TACIT_DOMAIN_UPPER] = (tacit_value){ .given = true, .number = 3 };
    assert_ok(m->cx, tacit_domain_new(m->cx, "x", &args, &m->column[VALUE].domain));
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    at[TACIT_DOMAIN_VALUES] = (tacit_value){ .given = true, .n = 2, .texts = values };
    assert_ok(m->cx, tacit_domain_new(m->cx, "g", &args, &m->column[GROUP].domain));
}

static void set_up(tacit_ctx *cx, double epsilon, double groups, double records, trial_mode *m)
{
    memset(m, 0, sizeof *m);
    m->cx = cx;
    declare(m);
    m->schema = (tacit_query_schema){ .name = "t",
                                      .person = "id",
                                      .n = COLUMNS,
                                      .column = m->column,
                                      .answers = tacit_mode_dp.answers,
                                      .mode = "dp",
                                      .most_cells = 100 };
    tacit_args_preset(tacit_mode_dp.about.params, m->at, &m->args);
    m->at[DP_EPSILON].number = epsilon;
    m->at[DP_MOST].number = 10;
    m->at[DP_GROUPS].number = groups;
    m->at[DP_RECORDS].number = records;
}

static void add_question(trial_mode *m, const char *sql)
{
    m->question[m->asked++] = question_of(m->cx, &m->schema, sql);
}

/* ---- answers ---- */

/* Room for the records of `in` as the gateway would have them. */
typedef struct room {
    int64_t steps[MOST_PEOPLE];
    uint8_t code[MOST_PEOPLE];
    uint32_t person[MOST_PEOPLE];
    int64_t *of[COLUMNS];
    tacit_query_codes group[COLUMNS];
} room;

static void load(const trial_mode *m, const people *in, tacit_keystream *stream, room *r,
                 tacit_query_data *out)
{
    const tacit_domain *d = &m->column[VALUE].domain;
    *r = (room){ .of = { r->steps, NULL }, .group = { { 0, NULL }, { 1, r->code } } };
    for (size_t i = 0; i < in->n; i++) {
        const double x = in->at[i].value;
        r->steps[i] = isnan(x)               ? TACIT_NOT_PLACED
                      : m->made == NOT_MOVED ? (int64_t)x
                                             : tacit_lattice_place(&d->lattice, x);
        r->code[i] = (uint8_t)in->at[i].group;
        r->person[i] = (uint32_t)in->at[i].id;
    }
    *out = (tacit_query_data){ .rows = in->n,
                               .steps = r->of,
                               .group = r->group,
                               .person = m->made == EVERY_RECORD ? NULL : r->person,
                               .persons = 100 };
    assert_ok(m->cx, tacit_query_data_arrange(m->cx, &m->schema, stream, out));
}

static int64_t figure(double x)
{
    return isfinite(x) ? llrint(1e6 * fmax(-1e9, fmin(1e9, x))) : INT64_MAX;
}

static size_t figures_of(const tacit_query *q)
{
    return q->cells * q->n_aggregates;
}

static void answer(const subject *s, const people *in, tacit_keystream *stream, int64_t *out)
{
    const trial_mode *m = s->self;
    const size_t mark = tacit_scratch_mark(m->cx);
    room r;
    tacit_query_data data;
    load(m, in, stream, &r, &data);
    const tacit_keystream before = *stream;
    for (size_t k = 0; k < m->asked; k++) {
        const tacit_query *q = &m->question[k];
        const tacit_mode_job job = { .query = q, .args = &m->args };
        tacit_query_answer told = { 0 };
        if (m->made == SAME_NOISE)
            *stream = before;
        assert_ok(m->cx, tacit_scratch(m->cx, figures_of(q), sizeof *told.told, &told.told));
        assert_ok(m->cx, tacit_dp_answer(m->cx, &job, &data, stream, &told));
        for (size_t i = 0; i < figures_of(q); i++)
            *out++ = figure(told.told[i].value);
    }
    tacit_scratch_release(m->cx, mark);
}

/* Up to three other persons, and one with several records in both groups. */
static void pair(const subject *s, size_t i, tacit_rng *rng, people *a, people *b)
{
    static const double values[] = { 3, -1, 90, -90, 1, NAN };
    (void)s;
    b->n = i < 5 ? i % 2 : tacit_rng_below(rng, 4);
    for (size_t k = 0; k < b->n; k++)
        b->at[k] = (person){ .id = (int64_t)k,
                             .group = (int64_t)tacit_rng_below(rng, 2),
                             .value = values[tacit_rng_below(rng, 6)] };
    *a = *b;
    for (size_t k = 0, n = i < 5 ? 4 : 1 + tacit_rng_below(rng, 4); k < n; k++)
        a->at[a->n++] = (person){ .id = 7,
                                  .group = (int64_t)(k % 2),
                                  .value = values[i < 5 ? i : tacit_rng_below(rng, 6)] };
}

static subject subject_of(const trial_mode *m, const char *name, double epsilon)
{
    size_t told = 0;
    for (size_t k = 0; k < m->asked; k++)
        told += figures_of(&m->question[k]);
    assert_true(told <= MOST_TOLD);
    return (subject){ .name = name,
                      .epsilon = epsilon,
                      .told = told,
                      .self = m,
                      .answer = answer,
                      .pair = pair,
                      .slow = true };
}

/* ---- as it is ---- */

static void check_private(tacit_ctx *cx, const char *sql, double groups, double records)
{
    trial_mode m;
    set_up(cx, 1, groups, records, &m);
    add_question(&m, sql);
    const subject s = subject_of(&m, sql, 1);
    assert_private(cx, &s);
}

static void test_together(void **state)
{
    check_private(*state, "SELECT COUNT(*) FROM t GROUP BY g", 2, 2);
    check_private(*state, "SELECT SUM(x), COUNT(*), COUNT(DISTINCT id) FROM t GROUP BY g", 2, 1);
}

/* In the longer run: others, and those with many draws an answer. */
static void test_others(void **state)
{
    if (trial_rounds() == 1)
        skip();
    check_private(*state, "SELECT COUNT(*) FROM t", 1, 1);
    check_private(*state, "SELECT COUNT(*) FROM t GROUP BY g", 1, 1);
    check_private(*state, "SELECT COUNT(DISTINCT id) FROM t GROUP BY g", 2, 2);
    check_private(*state, "SELECT COUNT(*) FROM t WHERE g = 'b'", 2, 1);
    check_private(*state, "SELECT SUM(x) FROM t GROUP BY g", 1, 1);
    check_private(*state, "SELECT AVG(x), STDDEV(x), VARIANCE(x) FROM t", 1, 2);
    check_private(*state, "SELECT MEDIAN(x) FROM t GROUP BY g", 2, 1);
    check_private(*state, "SELECT CORR(x, x), REGR_SLOPE(x, x) FROM t", 1, 2);
}

/* Two questions cost two. */
static void test_both(void **state)
{
    trial_mode m;
    set_up(*state, 0.5, 2, 1, &m);
    add_question(&m, "SELECT COUNT(*) FROM t GROUP BY g");
    add_question(&m, "SELECT SUM(x) FROM t");
    const subject s = subject_of(&m, "two questions", 1);
    assert_private(*state, &s);
}

/* ---- mistakes ---- */

/* What is asked, what each question spends, and of how many records it thinks; 1 is promised. */
typedef struct mutant {
    const char *name, *sql[MOST_ASKED];
    double each, records;
    mistake made;
} mutant;

static const mutant MUTANTS[] = {
    { .name = "sensitivity of one record",
      .sql = { "SELECT COUNT(*) FROM t" },
      .each = 1,
      .made = EVERY_RECORD },
    { .name = "values not moved", .sql = { "SELECT SUM(x) FROM t" }, .each = 1, .made = NOT_MOVED },
    { .name = "groups not multiplied",
      .sql = { "SELECT COUNT(*) FROM t WHERE g = 'a'", "SELECT COUNT(*) FROM t WHERE g = 'b'" },
      .each = 1 },
    { .name = "one cost for two aggregates",
      .sql = { "SELECT COUNT(*) FROM t", "SELECT SUM(x) FROM t" },
      .each = 1 },
    { .name = "the same noise for two questions",
      .sql = { "SELECT COUNT(*) FROM t", "SELECT COUNT(*) FROM t WHERE g = 'a'" },
      .each = 0.5,
      .records = 2,
      .made = SAME_NOISE },
    { .name = "half the noise", .sql = { "SELECT COUNT(DISTINCT id) FROM t" }, .each = 2 },
};

static void test_mistakes(void **state)
{
    for (size_t i = 0; i < sizeof MUTANTS / sizeof MUTANTS[0]; i++) {
        const mutant *u = &MUTANTS[i];
        trial_mode m;
        set_up(*state, u->each, 1, fmax(1, u->records), &m);
        m.made = u->made;
        for (size_t k = 0; k < MOST_ASKED && u->sql[k] != NULL; k++)
            add_question(&m, u->sql[k]);
        const subject s = subject_of(&m, u->name, 1);
        assert_broken(*state, &s);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_together),
        with_context(test_both),
        with_context(test_others),
        with_context(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
