/*
 * test_ledger.c - the ledger of questions: limits, repetition, what can be given back, periods,
 * two processes' views of one ledger, copies; in a file and in PostgreSQL.  Expected sums are by
 * hand.
 */
#include "ledgers.h"

/* Two questions of 3 and 4 units: 7 are spent, and survive closing. */
static void test_spending(void **state)
{
    const place *p = *state;
    const tacit_ledger_request a = question_of("ann", "count", 3), b = question_of("bob", "sum", 4);
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    (void)ask_ledger(p->cx, l, &a, "12");
    (void)ask_ledger(p->cx, l, &b, "34");
    tacit_ledger_close(l);
    l = open_ledger_at(p, TACIT_LEDGER_READ);
    const tacit_ledger_account all = tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &a);
    const tacit_ledger_account bob = tacit_ledger_account_of(l, TACIT_LEDGER_ANALYST_PERIOD, &b);
    assert_true(all.spent.epsilon == 7 && all.spent.count == 2 && all.entries == 2);
    assert_true(bob.spent.epsilon == 4 && bob.entries == 1 && strcmp(bob.analyst, "bob") == 0);
    assert_true(tacit_ledger_rows(l) == 5); /* the first, and two for each question */
    assert_true(tacit_ledger_accounts(l) == 1 + 2 + 1 + 2);
    tacit_ledger_close(l);
}

/* The same question gives the same bytes, whoever asks, at no cost; one byte more is another. */
static void test_repetition(void **state)
{
    const place *p = *state;
    tacit_ledger_request r = question_of("ann", "count", 3);
    tacit_ledger_answer found;
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    (void)ask_ledger(p->cx, l, &r, "12");
    assert_ok(p->cx, tacit_ledger_find(p->cx, l, "survey", "count", 5, &found));
    assert_true(found.found && found.length == 2 && memcmp(found.bytes, "12", 2) == 0);
    r.analyst = "bob";
    const tacit_ledger_grant again = reserve_for(p->cx, l, &r);
    assert_true(again.outcome == TACIT_LEDGER_KNOWN && memcmp(again.answer.bytes, "12", 2) == 0);
    assert_true(tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r).spent.epsilon == 3);
    assert_ok(p->cx, tacit_ledger_find(p->cx, l, "survey", "counts", 6, &found));
    assert_false(found.found);
    assert_ok(p->cx, tacit_ledger_find(p->cx, l, "other", "count", 5, &found));
    assert_false(found.found);
    tacit_ledger_close(l);
}

/* Every limit holds by itself, reservations count, and the last unit can be spent. */
static void test_limits(void **state)
{
    const place *p = *state;
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    for (tacit_ledger_scope s = 0; s < TACIT_LEDGER_SCOPES; s++) {
        char text[3][32], dataset[32];
        snprintf(dataset, sizeof dataset, "set %d", (int)s);
        for (int i = 0; i < 3; i++) {
            snprintf(text[i], sizeof text[i], "question %d", i);
            tacit_ledger_request r = question_of("ann", text[i], 5);
            r.dataset = dataset;
            r.limit[s].epsilon = 10;
            const tacit_ledger_grant grant = reserve_for(p->cx, l, &r);
            assert_int_equal(grant.outcome, i < 2 ? TACIT_LEDGER_GRANTED : TACIT_LEDGER_EXHAUSTED);
            assert_true(i < 2 || grant.scope == s);
        }
        tacit_ledger_request other = question_of("bob", "question 2", 5);
        other.dataset = dataset;
        other.period = 8;
        other.limit[s].epsilon = 10;
        assert_int_equal(reserve_for(p->cx, l, &other).outcome,
                         s == TACIT_LEDGER_DATASET ? TACIT_LEDGER_EXHAUSTED : TACIT_LEDGER_GRANTED);
    }
    tacit_ledger_close(l);
}

/* Counts and delta are limits too, and sums near the greatest number do not turn over. */
static void test_other_limits(void **state)
{
    const place *p = *state;
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    tacit_ledger_request r = question_of("ann", "a", 0);
    r.limit[TACIT_LEDGER_ANALYST].count = 1;
    assert_int_equal(reserve_for(p->cx, l, &r).outcome, TACIT_LEDGER_GRANTED);
    r.question = "b";
    assert_int_equal(reserve_for(p->cx, l, &r).outcome, TACIT_LEDGER_EXHAUSTED);
    r = question_of("bob", "c", TACIT_UNITS_MOST - 1);
    assert_int_equal(reserve_for(p->cx, l, &r).outcome, TACIT_LEDGER_GRANTED);
    r = question_of("bob", "d", 5);
    assert_int_equal(reserve_for(p->cx, l, &r).outcome, TACIT_LEDGER_EXHAUSTED);
    r = question_of("eve", "e", 0);
    r.dataset = "other";
    r.cost.delta = 2;
    r.limit[TACIT_LEDGER_PERIOD].delta = 1;
    assert_int_equal(reserve_for(p->cx, l, &r).outcome, TACIT_LEDGER_EXHAUSTED);
    tacit_ledger_close(l);
}

/* What was not touched can be given back; what was touched, or left behind, cannot. */
static void test_giving_back(void **state)
{
    const place *p = *state;
    tacit_ledger_request r = question_of("ann", "a", 5);
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    tacit_ledger_grant grant = reserve_for(p->cx, l, &r);
    assert_ok(p->cx, tacit_ledger_void(p->cx, l, grant.entry));
    assert_true(tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r).spent.epsilon == 0);
    grant = reserve_for(p->cx, l, &r);
    tacit_ledger_touch(l, grant.entry);
    assert_fails(p->cx, tacit_ledger_void(p->cx, l, grant.entry), TACIT_ERR_INPUT, "stays spent");
    tacit_ledger_close(l);
    l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    assert_true(tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r).spent.epsilon == 5);
    tacit_ledger_close(l);
}

/* A clock that is set back books in the latest period; another data set has its own. */
static void test_periods(void **state)
{
    const place *p = *state;
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    tacit_ledger_request r = question_of("ann", "a", 5);
    r.limit[TACIT_LEDGER_PERIOD].epsilon = 5;
    assert_int_equal(reserve_for(p->cx, l, &r).outcome, TACIT_LEDGER_GRANTED);
    r.question = "b";
    r.period = 6;
    assert_int_equal(reserve_for(p->cx, l, &r).outcome, TACIT_LEDGER_EXHAUSTED);
    r.period = 8;
    assert_true(reserve_for(p->cx, l, &r).period == 8);
    r.dataset = "other";
    r.period = -3;
    assert_true(reserve_for(p->cx, l, &r).period == -3);
    tacit_ledger_close(l);
}

/* Two that answer the same question at once both pay, and both hand out the first answer. */
static void test_same_question_at_once(void **state)
{
    const place *p = *state;
    const tacit_ledger_request r = question_of("ann", "count", 5);
    tacit_ledger_answer first, second;
    tacit_ledger *a = open_ledger_at(p, TACIT_LEDGER_WRITE),
                 *b = open_ledger_at(p, TACIT_LEDGER_WRITE);
    const uint64_t of_a = reserve_for(p->cx, a, &r).entry, of_b = reserve_for(p->cx, b, &r).entry;
    assert_true(of_a != 0 && of_b > of_a);
    assert_ok(p->cx, tacit_ledger_commit(p->cx, b, of_b, "twelve", 6, &second));
    assert_ok(p->cx, tacit_ledger_commit(p->cx, a, of_a, "11", 2, &first));
    assert_true(first.length == 6 && memcmp(first.bytes, "twelve", 6) == 0);
    assert_ok(p->cx, tacit_ledger_find(p->cx, b, "survey", "count", 5, &first));
    assert_memory_equal(first.bytes, "twelve", 6);
    assert_true(tacit_ledger_account_of(b, TACIT_LEDGER_DATASET, &r).spent.epsilon == 10);
    tacit_ledger_close(a);
    tacit_ledger_close(b);
}

/* The judge sees all entries of others, and a refusal costs nothing. */
static tacit_status count_entry(tacit_ctx *cx, void *user, const tacit_ledger_entry *e)
{
    size_t *n = user;
    (void)cx;
    assert_true(strlen(e->request.question) == e->request.length);
    ++*n;
    return TACIT_OK;
}

typedef struct judging {
    tacit_ledger *l;
    size_t seen;
    bool says;
} judging;

static tacit_status judge(tacit_ctx *cx, void *user, bool *allowed)
{
    judging *j = user;
    *allowed = j->says;
    return tacit_ledger_visit(cx, j->l, "survey", 0, count_entry, &j->seen);
}

static void test_judge(void **state)
{
    const place *p = *state;
    const tacit_ledger_request r = question_of("ann", "a", 5), q = question_of("bob", "b", 5);
    tacit_ledger *a = open_ledger_at(p, TACIT_LEDGER_WRITE),
                 *b = open_ledger_at(p, TACIT_LEDGER_WRITE);
    judging j = { .l = a };
    tacit_ledger_grant grant;
    (void)ask_ledger(p->cx, b, &q, "1");
    assert_ok(p->cx, tacit_ledger_reserve(p->cx, a, &r, judge, &j, &grant));
    assert_true(grant.outcome == TACIT_LEDGER_REFUSED && j.seen == 1);
    assert_true(tacit_ledger_account_of(a, TACIT_LEDGER_DATASET, &r).spent.epsilon == 5);
    j.says = true;
    assert_ok(p->cx, tacit_ledger_reserve(p->cx, a, &r, judge, &j, &grant));
    assert_true(grant.outcome == TACIT_LEDGER_GRANTED && j.seen == 2);
    tacit_ledger_close(a);
    tacit_ledger_close(b);
}

/* Entries come in the order of their reservation, of one data set, after a given one. */
static tacit_status note_entry(tacit_ctx *cx, void *user, const tacit_ledger_entry *e)
{
    char *text = user;
    (void)cx;
    snprintf(text + strlen(text), 64, "%s%c ", e->request.question, "rcv"[e->state]);
    return TACIT_OK;
}

static void test_visit(void **state)
{
    const place *p = *state;
    char text[256] = "", rest[256] = "";
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    tacit_ledger_request r = question_of("ann", "a", 1);
    const uint64_t first = reserve_for(p->cx, l, &r).entry;
    r.question = "b";
    (void)ask_ledger(p->cx, l, &r, "");
    r.question = "c";
    assert_ok(p->cx, tacit_ledger_void(p->cx, l, reserve_for(p->cx, l, &r).entry));
    r.dataset = "other";
    (void)ask_ledger(p->cx, l, &r, "1");
    assert_ok(p->cx, tacit_ledger_visit(p->cx, l, "survey", 0, note_entry, text));
    assert_string_equal(text, "ar bc cv ");
    assert_ok(p->cx, tacit_ledger_visit(p->cx, l, NULL, first, note_entry, rest));
    assert_string_equal(rest, "bc cv cc ");
    tacit_ledger_close(l);
}

/* A copy is a ledger in a file with the same rows, and can be gone on with. */
static void test_copy(void **state)
{
    const place *p = *state;
    char copy[PATH_BYTES], anchor[PATH_BYTES];
    unsigned char head[TACIT_SHA256_BYTES], of_copy[TACIT_SHA256_BYTES];
    uint64_t answers = 0;
    tacit_ledger_request r = question_of("ann", "a", 1);
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE), *c = NULL;
    (void)ask_ledger(p->cx, l, &r, "12");
    path_of(p, "copy", copy);
    path_of(p, "copy.anchor", anchor);
    assert_ok(p->cx, tacit_ledger_copy(p->cx, l, copy, anchor));
    assert_fails(p->cx, tacit_ledger_copy(p->cx, l, copy, anchor), TACIT_ERR_IO, "copy");
    tacit_ledger_head(l, head);
    tacit_ledger_close(l);
    assert_ok(p->cx, tacit_ledger_open(p->cx, copy, TACIT_LEDGER_WRITE, &c));
    tacit_ledger_head(c, of_copy);
    assert_memory_equal(head, of_copy, sizeof head);
    r.question = "b";
    (void)ask_ledger(p->cx, c, &r, "13");
    assert_ok(p->cx, tacit_ledger_check(p->cx, c, &answers));
    assert_true(answers == 2);
    tacit_ledger_close(c);
}

/* A file is its owner's alone, and when all have closed it nothing is beside it but the anchor. */
static void test_files(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES];
    struct stat about;
    const tacit_ledger_request r = question_of("ann", "a", 1);
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    (void)ask_ledger(p->cx, l, &r, "12");
    assert_true(stat(path_of(p, "ledger", path), &about) == 0 && (about.st_mode & 0777) == 0600);
    assert_true(stat(path_of(p, "ledger.anchor", path), &about) == 0 &&
                (about.st_mode & 0777) == 0600);
    tacit_ledger_close(l);
    assert_true(count_files(p) == 2);
    tacit_ledger_close(open_ledger_at(p, TACIT_LEDGER_READ));
    assert_true(count_files(p) == 2);
}

/* Answers and questions of any size and bytes come back as they were; many rows take several
 * batches, and the last entries are found. */
static void test_sizes(void **state)
{
    const place *p = *state;
    enum { BIG = 3 << 20, MANY = 520 };
    char *big = NULL, text[32], seen[64 * 64] = "";
    uint64_t answers = 0;
    tacit_ledger_answer found;
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    assert_ok(p->cx, tacit_scratch(p->cx, BIG, 1, &big));
    for (size_t i = 0; i < BIG; i++)
        big[i] = (char)(i * i >> 7);
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "big %d", i);
        const tacit_ledger_request r = question_of("ann", text, 1);
        const uint64_t entry = reserve_for(p->cx, l, &r).entry;
        assert_ok(p->cx, tacit_ledger_commit(p->cx, l, entry, big, BIG - (size_t)i, &found));
    }
    for (int i = 0; i < MANY; i++) {
        snprintf(text, sizeof text, "%d", i);
        const tacit_ledger_request r = question_of("ann", text, 1);
        (void)reserve_for(p->cx, l, &r);
    }
    tacit_ledger_close(l);
    l = open_ledger_at(p, TACIT_LEDGER_READ);
    assert_true(tacit_ledger_rows(l) == 1 + 6 + MANY);
    assert_ok(p->cx, tacit_ledger_check(p->cx, l, &answers));
    assert_true(answers == 3);
    assert_ok(p->cx, tacit_ledger_find(p->cx, l, "survey", "big 2", 5, &found));
    assert_true(found.found && found.length == BIG - 2);
    assert_memory_equal(found.bytes, big, found.length);
    assert_ok(p->cx,
              tacit_ledger_visit(p->cx, l, NULL, tacit_ledger_before_last(l, 2), note_entry, seen));
    assert_string_equal(seen, "518r 519r ");
    assert_true(tacit_ledger_before_last(l, MANY + 3) == 0);
    tacit_ledger_close(l);
}

static void test_refusals(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES], *long_text = NULL;
    tacit_ledger *l = NULL;
    tacit_ledger_grant grant;
    tacit_ledger_request r = question_of("", "a", 1);
    assert_fails(p->cx, tacit_ledger_open(p->cx, path_of(p, "none", path), TACIT_LEDGER_READ, &l),
                 TACIT_ERR_IO, "There is no ledger at");
    assert_fails(p->cx,
                 tacit_ledger_open(p->cx, path_of(p, "no/where", path), TACIT_LEDGER_WRITE, &l),
                 TACIT_ERR_IO, "cannot be opened");
    assert_true(count_files(p) == 0);
    l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    assert_fails(p->cx, tacit_ledger_reserve(p->cx, l, &r, NULL, NULL, &grant), TACIT_ERR_INPUT,
                 "1 to 256 bytes");
    r.analyst = "ann";
    r.length = TACIT_LEDGER_QUESTION + 1;
    assert_ok(p->cx, tacit_scratch(p->cx, r.length + 1, 1, &long_text));
    r.question = long_text;
    assert_fails(p->cx, tacit_ledger_reserve(p->cx, l, &r, NULL, NULL, &grant), TACIT_ERR_INPUT,
                 "at most 65536 bytes");
    tacit_ledger_close(l);
    l = open_ledger_at(p, TACIT_LEDGER_READ);
    r.length = 1;
    assert_fails(p->cx, tacit_ledger_reserve(p->cx, l, &r, NULL, NULL, &grant), TACIT_ERR_INPUT,
                 "read only");
    tacit_ledger_close(l);
    tacit_ledger_close(NULL);
}

/* ---- questions without an entry ---- */

/* Tallies of two processes add up, by data set; they cost nothing, and stay. */
static void test_tallies(void **state)
{
    const place *p = *state;
    static const uint64_t some[TACIT_LEDGER_TALLIES] = { 3, 0, 5, 7 },
                          huge[TACIT_LEDGER_TALLIES] = { [1] = UINT64_MAX };
    const tacit_ledger_request r = question_of("ann", "count", 5);
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    tacit_ledger *other = open_ledger_at(p, TACIT_LEDGER_WRITE);
    uint64_t answers = 0;
    assert_int_equal(tacit_ledger_tallies(l), 0);
    assert_ok(p->cx, tacit_ledger_tally(p->cx, l, "survey", some));
    (void)ask_ledger(p->cx, other, &r, "12");
    assert_ok(p->cx, tacit_ledger_tally(p->cx, other, "survey", some));
    assert_ok(p->cx, tacit_ledger_tally(p->cx, other, "wards", huge));
    assert_ok(p->cx, tacit_ledger_tally(p->cx, other, "wards", huge));
    tacit_ledger_close(other);
    tacit_ledger_close(l);
    l = open_ledger_at(p, TACIT_LEDGER_READ);
    assert_ok(p->cx, tacit_ledger_check(p->cx, l, &answers));
    assert_int_equal(answers, 1);
    assert_int_equal(tacit_ledger_rows(l), 7); /* the first, 4 tallies, and an answer's two */
    assert_int_equal(tacit_ledger_tallies(l), 2);
    assert_string_equal(tacit_ledger_tally_at(l, 1).dataset, "wards");
    const tacit_ledger_tallied t = tacit_ledger_tally_of(l, "survey");
    assert_int_equal(t.n[0], 6);
    assert_int_equal(t.n[1], 0);
    assert_int_equal(t.n[2], 10);
    assert_int_equal(t.n[3], 14);
    assert_true(tacit_ledger_tally_of(l, "wards").n[1] == UINT64_MAX);
    assert_int_equal(tacit_ledger_tally_of(l, "none").n[2], 0);
    assert_int_equal(tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r).entries, 1);
    assert_int_equal(tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r).spent.count, 1);
    tacit_ledger_close(l);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_spending),
        on_postgresql(test_spending),
        with_place(test_repetition),
        on_postgresql(test_repetition),
        with_place(test_limits),
        on_postgresql(test_limits),
        with_place(test_other_limits),
        on_postgresql(test_other_limits),
        with_place(test_giving_back),
        on_postgresql(test_giving_back),
        with_place(test_periods),
        on_postgresql(test_periods),
        with_place(test_judge),
        on_postgresql(test_judge),
        with_place(test_same_question_at_once),
        on_postgresql(test_same_question_at_once),
        with_place(test_visit),
        on_postgresql(test_visit),
        with_place(test_copy),
        on_postgresql(test_copy),
        with_place(test_sizes),
        on_postgresql(test_sizes),
        with_place(test_tallies),
        on_postgresql(test_tallies),
        with_place(test_files),
        with_place(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
