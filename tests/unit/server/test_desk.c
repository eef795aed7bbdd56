/*
 * test_desk.c - turns, the grid, verifiers of names that nobody has; the journal.
 *
 * The gateway is open but has no data, so that only what needs none can be asked.
 */
#include "support/files.h"

#include <string.h>

#include "server/desk.h"
#include "task/tasks.h"

static const char POLICY[] = "data: none.csv\n"
                             "domains: {age: {lower: 0, upper: 100, breaks: [18]}}\n"
                             "query: {sticky: {}, key: none.key, name: people}\n";

/* A desk and all that it stands on. */
typedef struct stand {
    tacit_plan *plan;
    tacit_work work;
    tacit_gateway *gateway;
    tacit_tokens *tokens;
    tacit_journal *journal;
    tacit_desk *desk;
    char token[TACIT_TOKEN_TEXT];
} stand;

static void put_up(const place *p, double rate, double burst, uint32_t grid, stand *s)
{
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &tacit_task_query.section,
                                 .needs = TACIT_PART_DATA };
    *s = (stand){ 0 };
    assert_ok(p->cx, tacit_plan_parse(p->cx, "policy.yaml", POLICY, &use, &s->plan));
    s->work.plan = s->plan;
    assert_ok(p->cx, tacit_gateway_open(p->cx, &s->work,
                                        tacit_plan_asked(s->plan, &tacit_task_query.section),
                                        &s->gateway));
    assert_ok(p->cx, tacit_tokens_open(p->cx, NULL, false, &s->tokens));
    assert_ok(p->cx,
              tacit_tokens_add(p->cx, s->tokens,
                               &(tacit_token_spec){ "ada", TACIT_CALLER_ANALYST, 0 }, s->token));
    assert_ok(p->cx, tacit_journal_open(p->cx, NULL, &s->journal));
    const tacit_desk_spec spec = { .tokens = s->tokens,
                                   .journal = s->journal,
                                   .gateway = &s->gateway,
                                   .n = 1,
                                   .rate = rate,
                                   .burst = burst,
                                   .grid = grid };
    assert_ok(p->cx, tacit_desk_new(p->cx, &spec, &s->desk));
}

static void take_down(stand *s)
{
    tacit_desk_free(s->desk);
    tacit_journal_close(s->journal);
    tacit_tokens_close(s->tokens);
    tacit_gateway_close(s->gateway);
    tacit_plan_free(s->plan);
}

/* A request an hour, three at once: the fourth waits an hour, less what has passed. */
static void test_turns(void **state)
{
    const place *p = *state;
    stand s;
    tacit_caller caller;
    double seconds = 0;
    put_up(p, 1.0 / 60, 3, 0, &s);
    assert_int_equal(tacit_desk_admit(s.desk, s.token, &caller), TACIT_OUTCOME_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(tacit_desk_turn(s.desk, &caller, &seconds), TACIT_OUTCOME_OK);
    assert_int_equal(tacit_desk_turn(s.desk, &caller, &seconds), TACIT_OUTCOME_RATE);
    assert_true(seconds > 3000 && seconds <= 3600);
    assert_ok(p->cx, tacit_tokens_revoke(p->cx, s.tokens, "ada"));
    assert_int_equal(tacit_desk_turn(s.desk, &caller, &seconds), TACIT_OUTCOME_TOKEN);
    assert_int_equal(tacit_desk_admit(s.desk, s.token, &caller), TACIT_OUTCOME_TOKEN);
    take_down(&s);
}

/* What arrived t quanta and a bit ago is due t + 1 quanta after its arrival. */
static void test_grid(void **state)
{
    enum { QUANTUM = 3600 };
    const uint64_t nano = 1000000000;
    stand s;
    put_up(*state, 60, 1, QUANTUM * 1000U, &s);
    const uint64_t now = tacit_desk_now();
    for (uint64_t t = 0; t < 3; t++) {
        const uint64_t arrived = now - t * QUANTUM * nano;
        assert_true(tacit_desk_due(s.desk, arrived) - arrived == (t + 1) * QUANTUM * nano);
    }
    take_down(&s);
    put_up(*state, 60, 1, 0, &s);
    assert_true(tacit_desk_due(s.desk, now) <= tacit_desk_now());
    take_down(&s);
}

/* Names that nobody has get keys too, the same each time, and nobody gets in by them. */
static void test_verifiers(void **state)
{
    const place *p = *state;
    stand s;
    tacit_scram one, two, own;
    tacit_caller caller;
    put_up(p, 60, 1, 0, &s);
    assert_int_equal(tacit_desk_verifier(s.desk, "eve", &one, &caller), TACIT_OUTCOME_TOKEN);
    assert_int_equal(tacit_desk_verifier(s.desk, "eve", &two, &caller), TACIT_OUTCOME_TOKEN);
    assert_memory_equal(one.salt, two.salt, sizeof one.salt);
    assert_memory_equal(one.stored_key, two.stored_key, sizeof one.stored_key);
    assert_int_equal(tacit_desk_verifier(s.desk, "mal", &two, &caller), TACIT_OUTCOME_TOKEN);
    assert_memory_not_equal(one.salt, two.salt, sizeof one.salt);
    assert_int_equal(tacit_desk_verifier(s.desk, "ada", &one, &caller), TACIT_OUTCOME_OK);
    assert_string_equal(caller.name, "ada");
    own = one;
    tacit_scram_of(s.token, &own);
    assert_memory_equal(own.stored_key, one.stored_key, sizeof own.stored_key);
    assert_int_equal(one.iterations, two.iterations);
    take_down(&s);
}

/* A question is explained without data; what needs data fails without a word about the server. */
static void test_questions(void **state)
{
    const place *p = *state;
    stand s;
    tacit_caller caller;
    tacit_desk_answer a;
    put_up(p, 60, 1, 0, &s);
    assert_int_equal(tacit_desk_admit(s.desk, s.token, &caller), TACIT_OUTCOME_OK);
    tacit_desk_question q = { .caller = &caller,
                              .door = "test",
                              .sql = "SELECT COUNT(*) FROM people" };
    tacit_desk_explain(p->cx, s.desk, &q, &a);
    assert_int_equal(a.code, TACIT_OUTCOME_OK);
    assert_true(a.reply.cost.amount >= 1);
    tacit_desk_ask(p->cx, s.desk, &q, &a);
    assert_int_equal(a.code, TACIT_OUTCOME_SERVER);
    assert_null(strstr(a.why, "none"));
    q.sql = "SELECT COUNT(*) FROM people WHERE age > 20";
    tacit_desk_ask(p->cx, s.desk, &q, &a);
    assert_int_equal(a.code, TACIT_OUTCOME_SCHEMA);
    assert_true(a.line == 1 && a.column > 1);
    q.dataset = "others";
    tacit_desk_ask(p->cx, s.desk, &q, &a);
    assert_int_equal(a.code, TACIT_OUTCOME_SCHEMA);
    json_t *lines = tacit_journal_last(s.journal);
    assert_int_equal(json_array_size(lines), 4);
    assert_string_equal(json_string_value(json_object_get(json_array_get(lines, 1), "outcome")),
                        "E_SERVER");
    json_decref(lines);
    const tacit_desk_counts counts = tacit_desk_counted(s.desk);
    assert_true(counts.explained == 1 && counts.outcome[TACIT_OUTCOME_SCHEMA] == 2 &&
                counts.outcome[TACIT_OUTCOME_SERVER] == 1 && counts.flying == 0);
    take_down(&s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_turns), with_place(test_grid),
                                        with_place(test_verifiers), with_place(test_questions) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
