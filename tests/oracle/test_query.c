/*
 * test_query.c - questions against an obvious reading of them.
 *
 * Thousands of random questions are each spelled twice at random, with joins and periods of dates
 * too: equal questions must have one canonical text however they are spelled, different ones
 * different texts, and what the text evaluates to must be what a loop over the cells of the table
 * gives.  Questions are equal if they part the declared groups of all columns in the same way.
 */
#include "query_sentences.h"

enum { QUESTIONS = 2500 };

/* ---- random questions ---- */

static tacit_aggregate random_aggregate(tacit_rng *rng)
{
    static const size_t numbers[] = { ASK_AGE, ASK_INCOME, ASK_SCORE };
    tacit_aggregate a = { .kind = (tacit_aggregate_kind)tacit_rng_below(rng, TACIT_AGGREGATES) };
    if (a.kind > TACIT_AGGREGATE_PERSONS)
        a.column = numbers[tacit_rng_below(rng, 3)];
    if (a.kind == TACIT_AGGREGATE_SLOPE || a.kind == TACIT_AGGREGATE_CORRELATION)
        a.other = numbers[tacit_rng_below(rng, 3)];
    if (a.kind == TACIT_AGGREGATE_CORRELATION && a.column > a.other) {
        const size_t column = a.column;
        a.column = a.other;
        a.other = column;
    }
    if (a.kind == TACIT_AGGREGATE_QUANTILE)
        a.share = (double)tacit_rng_below(rng, 5) / 4;
    return a;
}

static bool same_aggregate(const tacit_aggregate *a, const tacit_aggregate *b)
{
    return a->kind == b->kind && a->column == b->column && a->other == b->other &&
           fabs(a->share - b->share) < 1e-6;
}

/* Some groups of a column; often a run of them, or those that a public table or a year joins. */
static unsigned random_groups(tacit_rng *rng, size_t c)
{
    static const unsigned joined[] = { 3, 28, 5, 10, 15, 9 };
    const unsigned n = (unsigned)groups_of(c), all = (1u << n) - 1;
    const unsigned from = (unsigned)tacit_rng_below(rng, n);
    if (c == ASK_REGION && flip(rng))
        return joined[tacit_rng_below(rng, 6)];
    if (c == ASK_DAY && tacit_rng_below(rng, 4) == 0)
        return flip(rng) ? 3 : all - 3;
    return flip(rng) ? all & (all << from) : 1 + (unsigned)tacit_rng_below(rng, all);
}

static plain random_question(tacit_rng *rng)
{
    plain q = { 0 };
    for (size_t c = 0; c < ASK_COLUMNS; c++) {
        const unsigned all = (1u << groups_of(c)) - 1;
        if (groups_of(c) > 0 && tacit_rng_below(rng, 3) == 0)
            q.in[c] = random_groups(rng, c);
        if (c == ASK_SCORE && q.in[c] == all)
            q.in[c] = 0; /* none is missing: no condition at all */
        for (size_t l = 0; l < levels_of(c); l++)
            q.axis[c][l] = tacit_rng_below(rng, 4 + 2 * levels_of(c)) == 0;
    }
    for (size_t want = 1 + tacit_rng_below(rng, MOST - 1); q.n < want;) {
        const tacit_aggregate a = random_aggregate(rng);
        bool new = true;
        for (size_t i = 0; i < q.n; i++)
            new = new && !same_aggregate(&a, &q.aggregate[i]);
        if (new)
            q.aggregate[q.n++] = a;
    }
    return q;
}

/* How a question parts the groups of a column: for each the number of its first fellow, -1 if it
 * does not count; and whether a record with none of them counts. */
typedef struct parting {
    int of[GROUPS];
    bool others;
} parting;

static parting parting_of(const tacit_query_schema *schema, const plain *q, size_t c)
{
    const tacit_query_column *column = &schema->column[c];
    parting p = { .others = q->in[c] == 0 };
    for (size_t l = 0; l < levels_of(c); l++)
        p.others = p.others && !q->axis[c][l];
    p.others = p.others || c == ASK_SCORE; /* there is none */
    for (size_t g = 0; g < groups_of(c); g++) {
        p.of[g] = q->in[c] != 0 && (q->in[c] >> g & 1) == 0 ? -1 : (int)g;
        for (size_t h = 0; p.of[g] == (int)g && h < g; h++) {
            bool fellow = p.of[h] >= 0;
            for (size_t l = 0; l < levels_of(c); l++)
                fellow = fellow && (!q->axis[c][l] || tacit_query_label_of(column, l, g) ==
                                                          tacit_query_label_of(column, l, h));
            p.of[g] = fellow ? p.of[h] : p.of[g];
        }
    }
    return p;
}

static bool same_question(const tacit_query_schema *schema, const plain *a, const plain *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++) {
        bool found = false;
        for (size_t k = 0; k < b->n; k++)
            found = found || same_aggregate(&a->aggregate[i], &b->aggregate[k]);
        same = found;
    }
    for (size_t c = 0; same && c < ASK_COLUMNS; c++) {
        const parting x = parting_of(schema, a, c), y = parting_of(schema, b, c);
        same = x.others == y.others && memcmp(x.of, y.of, sizeof x.of) == 0;
    }
    return same;
}

/* A question that says the same, perhaps with levels more or less, or a condition that all meet. */
static plain random_twin(tacit_rng *rng, const tacit_query_schema *schema, const plain *q)
{
    plain twin = *q;
    for (size_t k = 0; k < 40; k++) {
        const size_t c = tacit_rng_below(rng, ASK_COLUMNS);
        const unsigned all = (1u << groups_of(c)) - 1;
        plain other = twin;
        if (levels_of(c) == 0)
            continue;
        if (tacit_rng_below(rng, 4) > 0)
            other.axis[c][tacit_rng_below(rng, levels_of(c))] ^= true;
        else if (c != ASK_SCORE && (other.in[c] == 0 || other.in[c] == all))
            other.in[c] ^= all;
        if (same_question(schema, &other, q))
            twin = other;
    }
    return twin;
}

/* ---- the test ---- */

/* A question that was seen. */
typedef struct seen {
    plain q;
    char key[TACIT_DIGEST_BYTES];
} seen;

/* The canonical text reads back to the same question, and no beginning of it does. */
static void check_reread(tacit_ctx *cx, const tacit_query *q)
{
    tacit_query again;
    bool same = false;
    char *part = NULL;
    assert_ok(cx, tacit_query_reread(cx, q->schema, q->text, &again, &same));
    if (!same || strcmp(again.key, q->key) != 0 || again.cells != q->cells)
        fail_msg("it does not read back: %s", q->text);
    assert_ok(cx, tacit_scratch_text(cx, q->text, &part));
    part[strlen(part) / 2] = '\0';
    assert_ok(cx, tacit_query_reread(cx, q->schema, part, &again, &same));
    assert_true(!same || strcmp(again.key, q->key) != 0);
}

static void test_questions(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_rng rng = tacit_rng_seed(15);
    spelling s = { .rng = &rng };
    seen *all = calloc(QUESTIONS, sizeof *all);
    size_t n = 0;
    assert_non_null(all);
    (void)state;
    while (n < QUESTIONS) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_query_schema *schema = survey_schema(cx);
        const plain p = random_question(&rng);
        tacit_query q[2];
        spell(&s, &p);
        if (tacit_sql_read(cx, s.text, schema, &q[0]) != TACIT_OK) {
            if (strstr(tacit_message(cx), "more than") == NULL) /* groups, or columns */
                fail_msg("%s\n%s", s.text, tacit_message(cx));
            tacit_scratch_release(cx, mark);
            continue;
        }
        const plain twin = random_twin(&rng, schema, &p);
        spell(&s, flip(&rng) ? &p : &twin);
        if (tacit_sql_read(cx, s.text, schema, &q[1]) != TACIT_OK) { /* more than 8 columns */
            assert_non_null(strstr(tacit_message(cx), "more than 8"));
            spell(&s, &p);
            q[1] = question_of(cx, schema, s.text);
        }
        assert_string_equal(q[0].text, q[1].text);
        assert_string_equal(q[0].key, q[1].key);
        check_reread(cx, &q[0]);
        for (size_t i = 0; i < n; i++)
            if (same_question(schema, &p, &all[i].q) != (strcmp(q[0].key, all[i].key) == 0))
                fail_msg("the text does not tell questions apart: %s", q[0].text);
        all[n].q = p;
        memcpy(all[n++].key, q[0].key, sizeof q[0].key);
        if (n % 5 == 0) {
            tacit_table *t = random_survey(cx, &rng, 1 + tacit_rng_below(&rng, RECORDS));
            check_values(cx, &p, &q[0], t);
            tacit_table_free(t);
        }
        tacit_scratch_release(cx, mark);
    }
    free(all);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_questions) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
