/*
 * test_query.c - questions against an obvious reading of them.
 *
 * Thousands of random questions are each spelled twice at random: equal questions must have one
 * canonical text however they are spelled, different ones different texts, and what the text
 * evaluates to must be what a loop over the cells of the table gives.
 */
#include "query_values.h"

#include <ctype.h>

enum { QUESTIONS = 2500, TEXT = 4096, GROUPS = 5 };

static bool flip(tacit_rng *rng)
{
    return tacit_rng_below(rng, 2) == 0;
}

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

static plain random_question(tacit_rng *rng)
{
    plain q = { 0 };
    for (size_t c = 0; c < ASK_COLUMNS; c++) {
        const unsigned all = (1u << groups_of(c)) - 1;
        if (groups_of(c) > 0 && tacit_rng_below(rng, 3) == 0)
            q.in[c] = 1 + (unsigned)tacit_rng_below(rng, all);
        if (c == ASK_SCORE && q.in[c] == all)
            q.in[c] = 0; /* none is missing: no condition at all */
        for (size_t l = 0; l < 3 && groups_of(c) > 0; l++)
            q.axis[c][l] = (l == 0 || c == ASK_REGION) && tacit_rng_below(rng, 6) == 0;
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

static bool same_question(const plain *a, const plain *b)
{
    bool same = a->n == b->n && memcmp(a->in, b->in, sizeof a->in) == 0 &&
                memcmp(a->axis, b->axis, sizeof a->axis) == 0;
    for (size_t i = 0; same && i < a->n; i++) {
        bool found = false;
        for (size_t k = 0; k < b->n; k++)
            found = found || same_aggregate(&a->aggregate[i], &b->aggregate[k]);
        same = found;
    }
    return same;
}

/* ---- spelling ---- */

/* SQL being written. */
typedef struct spelling {
    tacit_rng *rng;
    char text[TEXT];
    size_t n;
} spelling;

/* Append words: letters outside of quotes in either case, blanks as blanks, lines or comments. */
static void put(spelling *s, const char *words)
{
    static const char *const blanks[] = { " ", "\n", "  ", " /* \xc3\xbc' */ ", " -- x;\n", "\t" };
    char quote = '\0';
    for (const char *c = words; *c != '\0'; c++) {
        if (quote == '\0' && *c == ' ')
            s->n += (size_t)snprintf(s->text + s->n, TEXT - s->n, "%s",
                                     blanks[tacit_rng_below(s->rng, 6)]);
        else
            s->text[s->n++] =
                (char)(quote == '\0' && flip(s->rng) ? toupper((unsigned char)*c) : *c);
        if (*c == '\'' || *c == '"')
            quote = quote == '\0' ? *c : quote == *c ? '\0' : quote;
        assert_true(s->n < TEXT - 64);
    }
    s->text[s->n] = '\0';
}

static const char *name_of(spelling *s, size_t column)
{
    static const char *const plain_names[] = { "age", "income", "sex", "region", "score" };
    static const char *const quoted[] = { "\"age\"", "t.income", "\"sex\"", "t.\"region\"",
                                          "t.score" };
    if (column == ASK_ODD)
        return flip(s->rng) ? "\"Odd \"\"N\"\"\"" : "t.\"Odd \"\"N\"\"\"";
    return flip(s->rng) ? plain_names[column] : quoted[column];
}

static const char *const LABELS[ASK_COLUMNS][GROUPS] = {
    [ASK_AGE] = { "'[0, 18)'", "'[18, 30)'", "'[30, 45)'", "'[45, 65)'", "'[65, 110]'" },
    [ASK_SEX] = { "'f'", "'m'" },
    [ASK_REGION] = { "'n1'", "'n2'", "'s1'", "'s2'", "'s3'" },
    [ASK_SCORE] = { "'[-1, -0.5)'", "'[-0.5, 0)'", "'[0, 0.5)'", "'[0.5, 1]'" },
    [ASK_ODD] = { "'it''s'", "'\xc3\xbc'", "1", "-2" },
};

/* column IN (labels, in any order, some twice), or = if there is one. */
static void put_list(spelling *s, size_t c, unsigned in)
{
    const bool number = c == ASK_AGE || c == ASK_SCORE;
    size_t order[3 * GROUPS], n = 0;
    for (size_t g = 0; g < groups_of(c); g++)
        for (size_t times = 1 + tacit_rng_below(s->rng, 2); (in >> g & 1) != 0 && times > 0;
             times--) {
            const size_t at = tacit_rng_below(s->rng, n + 1);
            order[n++] = order[at];
            order[at] = g;
        }
    put(s, number ? "bin(" : "");
    put(s, name_of(s, c));
    put(s, number ? ")" : "");
    if (n == 1 && flip(s->rng)) {
        put(s, " = ");
        put(s, LABELS[c][order[0]]);
        return;
    }
    for (size_t k = 0; k < n; k++) {
        put(s, k == 0 ? " in (" : " , ");
        put(s, LABELS[c][order[k]]);
    }
    put(s, ")");
}

/* A run of bins by comparisons, if the groups are one. */
static bool put_range(spelling *s, size_t c, unsigned in)
{
    static const char *const from[2][GROUPS] = { { "0", "18", "30", "45", "65" },
                                                 { "-1", "-0.50", "0", ".5" } };
    static const char *const last[2][GROUPS] = { { "17", "29", "44", "64", "110" },
                                                 { "-0.51", "-.01", "0.49", "1" } };
    const size_t which = c == ASK_SCORE;
    size_t low = 0, high = groups_of(c);
    while ((in >> low & 1) == 0)
        low++;
    while ((in >> (high - 1) & 1) == 0)
        high--;
    if (in != ((1u << high) - 1) - ((1u << low) - 1))
        return false;
    const bool between = flip(s->rng);
    put(s, name_of(s, c));
    put(s, between ? " between " : " >= ");
    put(s, from[which][low]);
    put(s, " and ");
    if (!between) {
        put(s, name_of(s, c));
        put(s, " <= ");
    }
    put(s, last[which][high - 1]);
    return true;
}

static void put_condition(spelling *s, size_t c, unsigned in)
{
    const bool number = c == ASK_AGE || c == ASK_SCORE;
    if (c == ASK_REGION && (in == 3 || in == 28) && flip(s->rng)) {
        put(s, "level(");
        put(s, name_of(s, c));
        put(s, in == 3 ? ", 1) = 'north'" : ", 1) = 'south'");
    } else if (in == (1u << groups_of(c)) - 1 && flip(s->rng)) {
        put(s, name_of(s, c));
        put(s, " is not null");
    } else if (!number || flip(s->rng) || !put_range(s, c, in)) {
        put_list(s, c, in);
    }
}

static void put_conditions(spelling *s, const plain *q)
{
    const char *before = " where ";
    const size_t turn = tacit_rng_below(s->rng, ASK_COLUMNS);
    for (size_t k = 0; k < 2 * (size_t)ASK_COLUMNS; k++) {
        const size_t c = (turn + k) % ASK_COLUMNS;
        if (q->in[c] == 0 || (k >= ASK_COLUMNS && flip(s->rng)))
            continue;
        const unsigned more = k >= ASK_COLUMNS ? (unsigned)tacit_rng_below(s->rng, 32) : 0;
        const unsigned all = (1u << groups_of(c)) - 1; /* again, and weaker: it changes nothing */
        put(s, before);
        put_condition(s, c, (q->in[c] | more) & all);
        before = " and ";
    }
}

static void put_aggregate(spelling *s, const tacit_aggregate *a)
{
    static const char *const names[TACIT_AGGREGATES][2] = {
        { "count(*)", "count( * )" },
        { "count(distinct id)", "count( distinct t.\"id\")" },
        { "sum", "sum" },
        { "avg", "\"avg\"" },
        { "variance", "var_samp" },
        { "var_pop", "var_pop" },
        { "stddev", "stddev_samp" },
        { "stddev_pop", "stddev_pop" },
        { "quantile", "quantile" },
        { "regr_slope", "regr_slope" },
        { "corr", "corr" },
        { "min", "min" },
        { "max", "max" },
    };
    char share[32];
    const bool swap = a->kind == TACIT_AGGREGATE_CORRELATION && flip(s->rng);
    if (a->kind == TACIT_AGGREGATE_QUANTILE && flip(s->rng)) {
        snprintf(share, sizeof share, "percentile_cont(%.3f)", a->share);
        put(s, share);
        put(s, " within group ( order by ");
        put(s, name_of(s, a->column));
        put(s, ")");
        return;
    }
    put(s, names[a->kind][flip(s->rng)]);
    if (a->kind <= TACIT_AGGREGATE_PERSONS)
        return;
    put(s, "(");
    put(s, name_of(s, swap ? a->other : a->column));
    if (a->kind == TACIT_AGGREGATE_SLOPE || a->kind == TACIT_AGGREGATE_CORRELATION) {
        put(s, ", ");
        put(s, name_of(s, swap ? a->column : a->other));
    }
    snprintf(share, sizeof share, ", %.*f", flip(s->rng) ? 2 : 6, a->share);
    put(s, a->kind == TACIT_AGGREGATE_QUANTILE ? share : "");
    put(s, ")");
}

static void put_axis(spelling *s, size_t c, size_t l)
{
    const bool plain_name = l == 0 && (c == ASK_SEX || c == ASK_ODD || flip(s->rng));
    put(s, plain_name ? "" : c == ASK_REGION ? "level(" : "bin(");
    put(s, name_of(s, c));
    if (!plain_name)
        put(s, c != ASK_REGION ? ")" : l == 0 ? ", 0)" : l == 1 ? " ,1)" : ", 2 )");
}

/* SQL that asks `q`. */
static void spell(spelling *s, const plain *q)
{
    const size_t turn = tacit_rng_below(s->rng, q->n), times = q->n + tacit_rng_below(s->rng, 3);
    const char *before = " group by ";
    const bool up = flip(s->rng);
    s->n = 0;
    put(s, "select ");
    for (size_t k = 0; k < times; k++) {
        put(s, k > 0 ? " , " : "");
        put_aggregate(s, &q->aggregate[(turn + k) % q->n]);
        put(s, flip(s->rng) ? "" : flip(s->rng) ? " as x" : " as \"Y\"");
    }
    put(s, flip(s->rng) ? " from survey as t" : " from \"survey\" t");
    put_conditions(s, q);
    for (size_t k = 0; k < 3 * (size_t)ASK_COLUMNS; k++) {
        const size_t at = up ? k : 3 * (size_t)ASK_COLUMNS - 1 - k;
        if (!q->axis[at / 3][at % 3])
            continue;
        put(s, before);
        put_axis(s, at / 3, at % 3);
        before = " , ";
    }
    put(s, flip(s->rng) ? "" : flip(s->rng) ? " ;" : " limit 7");
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
            if (strstr(tacit_message(cx), "more than the") == NULL)
                fail_msg("%s\n%s", s.text, tacit_message(cx));
            tacit_scratch_release(cx, mark);
            continue;
        }
        spell(&s, &p);
        q[1] = question_of(cx, schema, s.text);
        assert_string_equal(q[0].text, q[1].text);
        assert_string_equal(q[0].key, q[1].key);
        check_reread(cx, &q[0]);
        for (size_t i = 0; i < n; i++)
            if (same_question(&p, &all[i].q) != (strcmp(q[0].key, all[i].key) == 0))
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
