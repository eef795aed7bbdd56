/*
 * test_ledger_kill.c - eight processes spend from one ledger, and are killed at random points.
 *
 * Each client reserves, reads, commits and only then hands its answer out, through a pipe, until
 * its limit is reached.  Clients are killed with SIGKILL after a random time and replaced; so is,
 * once for each data set, the server if the ledger is in PostgreSQL.  However the kills fall: no
 * limit is exceeded, every answer that was handed out has its committed record with the same bytes,
 * and the chain holds.  TACIT_KILLS says how many are killed.
 */
#include "ledgers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "base/rng.h"

enum { CLIENTS = 8, LIMIT = 25, LINE = 64 };

/* What a client hands out. */
typedef struct handed {
    uint64_t entry;
    char question[LINE], answer[2 * LINE];
} handed;

/* A request of the client's `i`-th question, in the round that sets the data set's name. */
static tacit_ledger_request request_of(const char *dataset, const char *question)
{
    tacit_ledger_request r = question_of("ann", question, 3);
    r.dataset = dataset;
    r.limit[TACIT_LEDGER_DATASET].epsilon = 3 * LIMIT;
    return r;
}

/* Open the ledger, in PostgreSQL with an anchor that all clients share; a server that was crashed
 * is waited for. */
static tacit_ledger *open_patiently(const place *p, tacit_ctx *cx)
{
    char path[PATH_BYTES], anchor[PATH_BYTES];
    const tacit_ledger_place at = { .path = ledger_of(p, path),
                                    .anchor =
                                        p->database != NULL ? path_of(p, "anchor", anchor) : NULL };
    for (int tries = 0; tries < (p->database != NULL ? 3000 : 1); tries++) {
        tacit_ledger *l = NULL;
        const tacit_status status = tacit_ledger_open_at(cx, &at, TACIT_LEDGER_WRITE, &l);
        if (status == TACIT_OK)
            return l;
        if (status != TACIT_ERR_IO)
            break;
        nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
    }
    print_message("# %s\n", tacit_message(cx));
    _exit(1);
}

/* Ask one question; whether there may be budget left.  What the ledger refuses is not handed out.
 */
static tacit_status ask_once(tacit_ctx *cx, tacit_ledger *l, const char *dataset, handed *h,
                             bool *spent)
{
    tacit_ledger_grant grant;
    tacit_ledger_answer answer;
    const tacit_ledger_request r = request_of(dataset, h->question);
    TACIT_TRY(tacit_ledger_reserve(cx, l, &r, NULL, NULL, &grant));
    *spent = grant.outcome == TACIT_LEDGER_EXHAUSTED;
    if (*spent)
        return TACIT_OK;
    h->entry = grant.entry;
    tacit_ledger_touch(l, grant.entry);
    return tacit_ledger_commit(cx, l, grant.entry, h->answer, strlen(h->answer), &answer);
}

/* The life of a client.  One whose server was crashed opens the ledger anew and goes on. */
static _Noreturn void spend(const place *p, const char *dataset, uint64_t id, int to)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_ledger *l = open_patiently(p, cx);
    for (int i = 0;; i++) {
        handed h = { 0 };
        bool spent = false;
        snprintf(h.question, sizeof h.question, "%llu.%d", (unsigned long long)id, i);
        snprintf(h.answer, sizeof h.answer, "to %s", h.question);
        const tacit_status status = ask_once(cx, l, dataset, &h, &spent);
        if (status != TACIT_OK && (status != TACIT_ERR_IO || p->database == NULL)) {
            print_message("# %s\n", tacit_message(cx));
            _exit(2);
        }
        if (spent)
            _exit(0);
        if (status != TACIT_OK) {
            tacit_ledger_close(l);
            l = open_patiently(p, cx);
        } else if (write(to, &h, sizeof h) != (ssize_t)sizeof h) {
            _exit(4);
        }
    }
}

/* What the parent knows. */
typedef struct crowd {
    const place *p;
    int from, to;
    uint64_t next;
    pid_t client[CLIENTS];
    handed *got;
    size_t n, room, crashes;
} crowd;

static void start(crowd *c, size_t i, const char *dataset)
{
    const uint64_t id = c->next++;
    c->client[i] = fork();
    assert_true(c->client[i] >= 0);
    if (c->client[i] == 0)
        spend(c->p, dataset, id, c->to);
}

static void drain(crowd *c)
{
    while (c->n < c->room &&
           read(c->from, &c->got[c->n], sizeof *c->got) == (ssize_t)sizeof *c->got)
        c->n++;
    assert_true(c->n < c->room);
}

/* End a client; it was killed, or had ended well because all was spent. */
static bool end_client(crowd *c, size_t i, bool by_force)
{
    int status = 0;
    if (by_force)
        (void)kill(c->client[i], SIGKILL);
    assert_true(waitpid(c->client[i], &status, 0) == c->client[i]);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (!(killed && by_force) && !(WIFEXITED(status) && WEXITSTATUS(status) == 0))
        fail_msg("a client ended with status %d", status);
    return killed;
}

/* One data set: clients are killed until its budget is spent, and the server in between.  Returns
 * how many clients were. */
static size_t spend_all(crowd *c, const char *dataset, tacit_rng *rng)
{
    size_t kills = 0, crash = (size_t)tacit_rng_below(rng, 8);
    bool spent = false;
    for (size_t i = 0; i < CLIENTS; i++)
        start(c, i, dataset);
    while (!spent) {
        const size_t i = (size_t)tacit_rng_below(rng, CLIENTS);
        nanosleep(&(struct timespec){ .tv_nsec = (long)tacit_rng_below(rng, 8000000) }, NULL);
        drain(c);
        spent = !end_client(c, i, true);
        kills += !spent;
        if (!spent)
            start(c, i, dataset);
        else
            c->client[i] = 0;
        if (c->p->database != NULL && kills == crash) {
            crash_server(common_server());
            start_server_again(common_server());
            crash = SIZE_MAX;
            c->crashes++;
        }
    }
    for (size_t i = 0; i < CLIENTS; i++) {
        if (c->client[i] != 0)
            (void)end_client(c, i, false);
    }
    drain(c);
    return kills;
}

/* ---- what must hold ---- */

static void check_answers(const crowd *c, tacit_ledger *l, const char *dataset, size_t from)
{
    for (size_t i = from; i < c->n; i++) {
        tacit_ledger_answer found;
        const char *q = c->got[i].question;
        assert_ok(c->p->cx, tacit_ledger_find(c->p->cx, l, dataset, q, strlen(q), &found));
        assert_true(found.found && strlen(c->got[i].answer) == found.length);
        assert_memory_equal(found.bytes, c->got[i].answer, found.length);
    }
}

static size_t kills_wanted(void)
{
    const char *text = getenv("TACIT_KILLS");
    return text == NULL ? 25 : (size_t)strtoull(text, NULL, 10);
}

static void test_kills(void **state)
{
    crowd c = { .p = *state, .room = 1 << 16 };
    tacit_rng rng = tacit_rng_seed(11);
    int ends[2];
    assert_true(pipe(ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
    c.from = ends[0];
    c.to = ends[1];
    assert_ok(c.p->cx, tacit_scratch(c.p->cx, c.room, sizeof *c.got, &c.got));
    tacit_ledger_close(open_ledger_at(c.p, TACIT_LEDGER_WRITE));
    size_t kills = 0;
    for (int round = 0; kills < kills_wanted(); round++) {
        char dataset[32];
        const size_t before = c.n;
        uint64_t answers = 0;
        snprintf(dataset, sizeof dataset, "set %d", round);
        kills += spend_all(&c, dataset, &rng);
        tacit_ledger *l = open_ledger_at(c.p, TACIT_LEDGER_READ);
        const tacit_ledger_request r = request_of(dataset, "");
        const tacit_ledger_account all = tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r);
        assert_true(all.spent.epsilon == 3 * LIMIT && all.entries == LIMIT);
        assert_true(c.n - before <= LIMIT);
        check_answers(&c, l, dataset, before);
        assert_ok(c.p->cx, tacit_ledger_check(c.p->cx, l, &answers));
        tacit_ledger_close(l);
    }
    print_message("# %zu kills, %zu crashes of the server, %zu answers\n", kills, c.crashes, c.n);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_kills), on_postgresql(test_kills) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
