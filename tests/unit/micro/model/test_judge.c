/*
 * test_judge.c - judges of classes: small cases by hand, what they say of themselves, and what
 * they refuse.  That they agree with the models is shown in oracle/test_judge.c.
 */
#include "support/models.h"

#include "micro/model/judge.h"

enum { MOST = 8 };

/* Two keys without gaps, one with; two sensitive columns of which one has gaps. */
#define COLUMNS "k:c,g:c,s:c,u:c"
#define RECORDS "a,1,x,p\na,1,y,p\na,,x,q\nb,1,x,\nb,2,z,q\nb,2,y,q\n"

/* A table with its subject. */
typedef struct stand {
    tacit_ctx *cx;
    tacit_table *table;
    tacit_subject *subject;
    tacit_judge *judge;
} stand;

static void open_stand(tacit_ctx *cx, const tacit_subject_extra *extra, stand *s)
{
    *s = (stand){ .cx = cx, .table = table_of(cx, COLUMNS, RECORDS) };
    with_keys(s->table, 2);
    tacit_table_set_roles(s->table, 2, TACIT_ROLE_SENSITIVE);
    tacit_table_set_roles(s->table, 3, TACIT_ROLE_SENSITIVE);
    assert_ok(cx, tacit_subject_new(cx, s->table, &s->subject));
    tacit_subject_add(s->subject, extra);
}

static void close_stand(stand *s)
{
    tacit_judge_free(s->judge);
    tacit_subject_free(s->subject);
    tacit_table_free(s->table);
}

static tacit_status try_judge(stand *s, question *const *q, size_t n)
{
    tacit_requirement require[3];
    tacit_judge_free(s->judge);
    s->judge = NULL;
    for (size_t i = 0; i < n; i++)
        require[i] = (tacit_requirement){ .model = q[i]->model, .args = &q[i]->a.args };
    return tacit_judge_new(s->cx, s->subject, require, n, &s->judge);
}

static tacit_judge *judge_by(stand *s, question *q)
{
    assert_ok(s->cx, try_judge(s, &q, 1));
    return s->judge;
}

static void assert_refused(stand *s, question *q, const char *part)
{
    assert_fails(s->cx, try_judge(s, &q, 1), TACIT_ERR_INPUT, part);
    assert_null(s->judge);
}

/* The classes that are marked, as text: "-x" marks the second of two. */
static const char *marks(tacit_judge *judge, const tacit_judge_view *view, char out[MOST + 1])
{
    bool marked[MOST];
    uint64_t sum = 0;
    const uint64_t records = tacit_judge_mark(judge, view, marked);
    for (size_t g = 0; g < view->n; g++) {
        out[g] = marked[g] ? 'x' : '-';
        sum += marked[g] ? view->size[g] : 0;
    }
    out[view->n] = '\0';
    assert_int_equal(sum, records);
    return out;
}

static void assert_marks(tacit_judge *judge, const tacit_judge_view *view, const char *want)
{
    char got[MOST + 1];
    assert_string_equal(marks(judge, view, got), want);
}

enum { LOCAL = TACIT_JUDGE_LOCAL, CONVEX = TACIT_JUDGE_CONVEX, MONOTONE = TACIT_JUDGE_MONOTONE };

static void test_sizes(void **state)
{
    const uint64_t size[] = { 4, 0, 2, 3 };
    const tacit_judge_view view = { .n = 4, .size = size };
    question k, second;
    question *both[] = { with(ask(&k, "k_anonymity"), "k", 3),
                         with(with(ask(&second, "k_anonymity"), "k", 4), "subset", 1) };
    stand s;
    open_stand(*state, &(tacit_subject_extra){ 0 }, &s);
    tacit_judge *j = judge_by(&s, &k);
    assert_int_equal(tacit_judge_traits(j), LOCAL | CONVEX | MONOTONE);
    assert_int_equal(tacit_judge_least_size(j), 3);
    assert_int_equal(tacit_judge_floor(j), 3);
    assert_int_equal(tacit_judge_sensitive(j)->n, 0);
    assert_false(tacit_judge_wants_population(j));
    assert_marks(j, &view, "--x-");
    assert_ok(*state, try_judge(&s, both, 2));
    assert_int_equal(tacit_judge_least_size(s.judge), 4);
    assert_marks(s.judge, &view, "--xx");
    assert_ok(*state, try_judge(&s, both, 0)); /* nothing is required */
    assert_int_equal(tacit_judge_floor(s.judge), 1);
    assert_marks(s.judge, &view, "----");
    close_stand(&s);
}

/* Distinct values 2 and 1 of s; of u the first class has one and a missing one, the second
 * none that is known: accepted. */
static void test_two_columns(void **state)
{
    const uint64_t size[] = { 3, 2 }, count[] = { 2, 1, 2 };
    const size_t start_s[] = { 0, 2, 3 }, start_u[] = { 0, 1, 1 };
    const uint32_t value[] = { 0, 1, 2 };
    const tacit_judge_pairs pairs[] = { { start_s, value, count }, { start_u, value, count } };
    const tacit_judge_view view = { .n = 2, .size = size, .pairs = pairs };
    static const char *const one[] = { "s" }, *const other[] = { "u" };
    question q;
    stand s;
    open_stand(*state, &(tacit_subject_extra){ 0 }, &s);
    with(ask(&q, "l_diversity"), "l", 2);
    tacit_judge *j = judge_by(&s, &q); /* s and u: u has missing values */
    assert_int_equal(tacit_judge_traits(j), LOCAL | CONVEX);
    assert_int_equal(tacit_judge_sensitive(j)->n, 2);
    assert_int_equal(tacit_judge_least_size(j), 0);
    assert_marks(j, &view, "xx");
    j = judge_by(&s, with_texts(&q, "sensitive", one, 1));
    assert_int_equal(tacit_judge_traits(j), LOCAL | CONVEX | MONOTONE);
    assert_int_equal(tacit_judge_floor(j), 2);
    assert_marks(j, &view, "-x");
    j = judge_by(&s, with_texts(&q, "sensitive", other, 1));
    assert_int_equal(tacit_judge_sensitive(j)->at[0], 3);
    assert_int_equal(tacit_judge_floor(j), 1);
    assert_marks(j, &(tacit_judge_view){ .n = 2, .size = size, .pairs = &pairs[1] }, "x-");
    close_stand(&s);
}

/* F = 5, 2, 9; the second class falls short of 3, the last one is not in the data. */
static void test_population(void **state)
{
    const uint64_t size[] = { 4, 1, 0 };
    const double F[] = { 5, 2, 9 };
    const tacit_judge_view view = { .n = 3, .size = size, .population = F };
    question q;
    stand s;
    tacit_table *people =
        with_keys(table_of(*state, "k:c,g:c", "a,1\na,1\na,\nb,1\nb,2\nb,2\nb,3\n"), 2);
    open_stand(*state, &(tacit_subject_extra){ .population = people }, &s);
    tacit_judge *j = judge_by(&s, with(ask(&q, "k_map"), "k", 3));
    assert_true(tacit_judge_wants_population(j));
    assert_int_equal(tacit_judge_traits(j), LOCAL | CONVEX | MONOTONE);
    assert_marks(j, &view, "-x-");
    j = judge_by(&s, with(ask(&q, "delta_presence"), "max", 0.6));
    assert_int_equal(tacit_judge_traits(j), LOCAL | CONVEX);
    assert_marks(j, &view, "x--"); /* 4/5 is too likely, 1/2 is not, 0 never counts */
    j = judge_by(&s, with(with(ask(&q, "delta_presence"), "max", 0.9), "min", 0.1));
    assert_int_equal(tacit_judge_traits(j), CONVEX);
    assert_marks(j, &view, "xx-"); /* the third is absent: nothing can be done */
    assert_marks(j, &(tacit_judge_view){ .n = 2, .size = size, .population = F }, "--");
    j = judge_by(&s, choose(&q, "compat", "arx_beside"));
    assert_int_equal(tacit_judge_traits(j), LOCAL);
    assert_marks(j, &view, "---");
    /* ARX: what is absent breaks the table, what is suppressed does not */
    j = judge_by(&s, choose(&q, "compat", "arx"));
    assert_int_equal(tacit_judge_traits(j), CONVEX);
    assert_marks(j, &view, "xx-");
    j = judge_by(&s, with(&q, "max", 0.6));
    assert_marks(j, &(tacit_judge_view){ .n = 2, .size = size, .population = F }, "x-");
    close_stand(&s);
    tacit_table_free(people);
}

/* One of three combinations of 1 + 2 + 7 people is unique: a tenth. */
static void test_population_uniqueness(void **state)
{
    const uint64_t size[] = { 1, 1, 4 };
    const double F[] = { 1, 2, 7 };
    const tacit_judge_view view = { .n = 3, .size = size, .population = F };
    question q;
    stand s;
    tacit_table *people = with_keys(table_of(*state, "k:c,g:c", "a,1\na,1\nb,2\n"), 2);
    open_stand(*state, &(tacit_subject_extra){ .population = people }, &s);
    tacit_judge *j = judge_by(&s, with(ask(&q, "population_uniqueness"), "threshold", 0.1));
    assert_int_equal(tacit_judge_traits(j), CONVEX | MONOTONE);
    assert_marks(j, &view, "---");
    assert_marks(judge_by(&s, with(&q, "threshold", 0.09)), &view, "xxx");
    close_stand(&s);
    tacit_table_free(people);
}

/* Classes of 1 1 2 2 4: average 5 / 10.  For 0.4 both of 1 go (3 / 8), for 0.45 one of them
 * (4 / 9), the first; for 0.3 also one of 2 (2 / 6 is too much) and the other (1 / 4). */
static void test_average(void **state)
{
    const uint64_t size[] = { 2, 1, 4, 1, 2 };
    const tacit_judge_view view = { .n = 5, .size = size };
    question q, k;
    question *both[] = { with(ask(&q, "average_risk"), "average", 0.4),
                         with(ask(&k, "k_anonymity"), "k", 4) };
    stand s;
    open_stand(*state, &(tacit_subject_extra){ 0 }, &s);
    tacit_judge *j = judge_by(&s, &q);
    assert_int_equal(tacit_judge_traits(j), CONVEX | MONOTONE);
    assert_int_equal(tacit_judge_least_size(j), 0);
    assert_marks(j, &view, "-x-x-");
    assert_marks(judge_by(&s, with(&q, "average", 0.45)), &view, "-x---");
    assert_marks(judge_by(&s, with(&q, "average", 0.3)), &view, "xx-xx");
    assert_marks(judge_by(&s, with(&q, "average", 0.5)), &view, "-----");
    assert_marks(judge_by(&s, with(&q, "average", 0.1)), &view, "xxxxx");
    with(with(with(&q, "average", 1), "highest", 0.5), "at_risk", 0.12); /* 1 of 9 is unique */
    assert_marks(judge_by(&s, &q), &view, "-x---");
    with(&q, "average", 0.26);
    assert_ok(*state, try_judge(&s, both, 2));
    assert_int_equal(tacit_judge_traits(s.judge), CONVEX);
    assert_marks(s.judge, &view, "xx-xx");
    close_stand(&s);
}

static void test_fraction(void **state)
{
    const uint64_t size[] = { 1, 2, 3 };
    const tacit_judge_view view = { .n = 3, .size = size };
    question q;
    stand s;
    open_stand(*state, &(tacit_subject_extra){ .fraction = 0.1 }, &s);
    tacit_judge *j = judge_by(&s, with(ask(&q, "k_map"), "k", 20)); /* 2 records stand for 20 */
    assert_int_equal(tacit_judge_least_size(j), 2);
    assert_marks(j, &view, "x--");
    assert_int_equal(tacit_judge_least_size(judge_by(&s, with(&q, "k", 21))), 3);
    assert_int_equal(tacit_judge_least_size(judge_by(&s, with(&q, "k", 1))), 1);
    j = judge_by(&s, choose(with(&q, "k", 10), "estimator", "poisson"));
    assert_true(tacit_judge_least_size(j) > 1); /* X of mean 1: P(X >= 5) is below 1 % */
    assert_int_equal(tacit_judge_least_size(j), 5);
    close_stand(&s);
}

static void test_refusals(void **state)
{
    tacit_ctx *cx = *state;
    question q;
    stand s;
    open_stand(cx, &(tacit_subject_extra){ .fraction = 0.1 }, &s);
    choose(choose(ask(&q, "l_diversity"), "kind", "entropy_grassberger"), "missing", "wildcard");
    assert_refused(&s, &q, "category");
    (void)judge_by(&s, choose(&q, "kind", "entropy"));
    assert_refused(&s, choose(with(&q, "l", 2.5), "kind", "recursive"), "whole number");
    assert_refused(&s, with(ask(&q, "delta_presence"), "max", 0.5), "population file");
    choose(ask(&q, "population_uniqueness"), "estimator", "poisson");
    assert_refused(&s, &q, "population_uniqueness");
    assert_refused(&s, with(ask(&q, "k_anonymity"), "k", -1), "k");
    assert_refused(&s, choose(ask(&q, "t_closeness"), "distance", "hierarchical"), "hierarchy");
    close_stand(&s);
    tacit_table *t = with_keys(table_of(cx, "k:c,w:r", "a,2\nb,3\n"), 1);
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    s = (stand){ .cx = cx, .table = t };
    assert_ok(cx, tacit_subject_new(cx, t, &s.subject));
    assert_refused(&s, ask(&q, "k_map"), "weights");
    close_stand(&s);
    tacit_judge_free(NULL);
}

/* What a rule warns of is told once, by the judge and not by its copies. */
static void test_warnings(void **state)
{
    static const char *const values[] = { "x", "nowhere" }, *const column[] = { "s" };
    tacit_ctx *cx = *state;
    tacit_judge *copy = NULL;
    question q;
    stand s;
    open_stand(cx, &(tacit_subject_extra){ 0 }, &s);
    ask(&q, "alpha_k");
    with_texts(with_texts(&q, "values", values, 2), "sensitive", column, 1);
    tacit_judge *j = judge_by(&s, &q);
    assert_int_equal(tacit_warning_count(cx), 1);
    assert_ok(cx, tacit_judge_copy(cx, j, &copy));
    assert_int_equal(tacit_warning_count(cx), 1);
    assert_int_equal(tacit_judge_floor(copy), 3);
    tacit_judge_free(copy);
    close_stand(&s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_sizes),      with_context(test_two_columns),
        with_context(test_population), with_context(test_population_uniqueness),
        with_context(test_average),    with_context(test_fraction),
        with_context(test_refusals),   with_context(test_warnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
