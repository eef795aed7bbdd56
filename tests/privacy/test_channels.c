/*
 * test_channels.c - what else than the answer could tell of the noise: time, and another process.
 *
 * Time is counted in what cannot be disturbed by a busy machine: bytes of the key stream, which a
 * draw takes the more of the larger its size is, and instructions, one by one (ptrace).
 */
#include "support/check.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "privacy/mechanism/reserve.h"
#include "support/privacy/asked.h"
#include "support/privacy/trial.h"
#include "support/sanitized.h"

static uint64_t bytes_taken(const tacit_keystream *s)
{
    return s->block * 64 - TACIT_KEYSTREAM_BUFFER + s->at;
}

static double correlation(const double *x, const double *y, size_t n)
{
    double mx = 0.0, my = 0.0, xy = 0.0, xx = 0.0, yy = 0.0;
    for (size_t i = 0; i < n; i++) {
        mx += x[i] / (double)n;
        my += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        xy += (x[i] - mx) * (y[i] - my);
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
    }
    return xy / sqrt(xx * yy);
}

enum { ANSWERS = 5000 };

/* The attack works where noise is drawn when it is asked for: bytes and size are correlated, by far
 * more than the 6/sqrt(n) that a correlation of 0 would show once in 10^9 times.  With noise in
 * reserve an answer takes no byte at all. */
static void test_bytes(void **state)
{
    asked a;
    const tacit_i128 zero = 0;
    const moves how = { 1, MOVES_ONE, 1 };
    double size[ANSWERS], bytes[ANSWERS];
    ASKED_OF(*state, &tacit_mechanism_discrete_laplace, how, &a, 0.1, 1, 1);
    tacit_keystream stream = trial_stream(*state, "bytes");
    tacit_keystream_refill(&stream);
    for (size_t i = 0; i < ANSWERS; i++) {
        tacit_i128 noise;
        const uint64_t before = bytes_taken(&stream);
        a.m->draw(&a.request, &stream, &noise);
        size[i] = fabs((double)noise);
        bytes[i] = (double)(bytes_taken(&stream) - before);
    }
    assert_true(correlation(size, bytes, ANSWERS) > 6 / sqrt(ANSWERS));
    tacit_reserve *reserve = NULL;
    assert_ok(*state, tacit_reserve_new(*state, a.m, &a.request, &stream, 100, &reserve));
    for (size_t i = 0; i < 100; i++) {
        tacit_i128 out;
        const uint64_t before = bytes_taken(&stream);
        assert_ok(*state, tacit_reserve_answer(*state, reserve, &zero, &out));
        assert_true(bytes_taken(&stream) == before);
    }
    tacit_reserve_free(reserve);
}

/* ---- instructions ---- */

/* In the child: answers, each between two stops. */
static void answer_between_stops(tacit_ctx *cx, tacit_reserve *reserve, const tacit_i128 *value,
                                 size_t n)
{
    tacit_i128 out[MOST_TOLD];
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        _exit(2);
    for (size_t i = 0; i <= n; i++) {
        raise(SIGUSR1);
        if (i < n && tacit_reserve_answer(cx, reserve, value, out) != TACIT_OK)
            _exit(3);
    }
    _exit(0);
}

/* In the parent: how many instructions there are from one stop to the next. */
static size_t count_steps(pid_t child)
{
    size_t n = 0;
    int status = 0;
    for (;; n++) {
        assert_int_equal(ptrace(PTRACE_SINGLESTEP, child, NULL, NULL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSTOPPED(status));
        if (WSTOPSIG(status) == SIGUSR1)
            return n;
        assert_int_equal(WSTOPSIG(status), SIGTRAP);
    }
}

enum { COUNTED = 8 };

/* The instructions of COUNTED answers; false if this process may not look at another. */
static bool count_answers(tacit_ctx *cx, const asked *a, const tacit_i128 *value,
                          size_t steps[COUNTED])
{
    tacit_keystream stream = trial_stream(cx, a->m->about.name);
    tacit_reserve *reserve = NULL;
    int status = 0;
    assert_ok(cx, tacit_reserve_new(cx, a->m, &a->request, &stream, COUNTED + 1, &reserve));
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        answer_between_stops(cx, reserve, value, COUNTED + 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    const bool can = WIFSTOPPED(status);
    if (can)
        (void)count_steps(child); /* the first binds symbols and meets cold paths */
    for (size_t i = 0; can && i < COUNTED; i++)
        steps[i] = count_steps(child);
    if (can) {
        ptrace(PTRACE_DETACH, child, NULL, NULL);
        waitpid(child, &status, 0);
    }
    tacit_reserve_free(reserve);
    return can;
}

/* The exponential mechanism says itself that it cannot hide its time.  Sanitizers count along. */
static void test_instructions(void **state)
{
    static const struct {
        const tacit_mechanism *m;
        moves how;
        double arg[MOST_ASKED_ARGS];
        size_t args;
    } cases[] = {
        { &tacit_mechanism_discrete_laplace, { 2, MOVES_EACH, 1 }, { 0.01, 1, 1 }, 3 },
        { &tacit_mechanism_discrete_gaussian, { 2, MOVES_EACH, 1 }, { 0.001, 1, 1 }, 3 },
        { &tacit_mechanism_geometric, { 2, MOVES_EACH, 1 }, { 0.1, 1, 1, -9, 9 }, 5 },
        { &tacit_mechanism_staircase, { 1, MOVES_EACH, 1 }, { 1, 50 }, 2 },
        { &tacit_mechanism_k_norm, { 3, MOVES_EACH, 1 }, { 0.1, 1, 1 }, 3 },
        { &tacit_mechanism_permute_and_flip, { 5, MOVES_EACH, 1 }, { 0.1, 1, 0 }, 3 },
        { &tacit_mechanism_report_noisy_max, { 5, MOVES_EACH, 1 }, { 0.1, 1, 0 }, 3 },
        { &tacit_mechanism_above_threshold, { 5, MOVES_EACH, 1 }, { 0.1, 1, 0, 0 }, 4 },
        { &tacit_mechanism_randomised_response, { 1, MOVES_CATEGORY, 9 }, { 0.1, 9 }, 2 },
        { &tacit_mechanism_unary_encoding, { 1, MOVES_CATEGORY, 5 }, { 0.1, 5 }, 2 },
        { &tacit_mechanism_local_hashing, { 1, MOVES_CATEGORY, 5 }, { 1 }, 1 },
    };
    if (IS_SANITIZED)
        skip();
    const tacit_i128 value[MOST_PEOPLE] = { 3, 1, 4, 1, 5, 9, 2, 6 };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        asked a;
        size_t steps[COUNTED];
        asked_of(*state, cases[k].m, cases[k].how, cases[k].arg, cases[k].args, &a);
        if (!count_answers(*state, &a, value, steps))
            skip();
        for (size_t i = 1; i < COUNTED; i++)
            if (steps[i] != steps[0])
                fail_msg("%s answers in %zu instructions, or in %zu", a.m->about.name, steps[0],
                         steps[i]);
    }
}

/* ---- another process ---- */

/* What a process that was forked here would answer first, by whichever way. */
typedef struct forked {
    tacit_i128 of_stream, of_first, of_second;
} forked;

typedef struct held {
    asked a;
    tacit_keystream stream;
    tacit_reserve *first, *second;
} held;

static forked answer_all(tacit_ctx *cx, held *h)
{
    const tacit_i128 zero = 0;
    forked out;
    tacit_i128 *told = NULL;
    assert_ok(cx, tacit_reserve_answer(cx, h->second, &zero, &out.of_second));
    assert_ok(cx, tacit_reserve_answer(cx, h->first, &zero, &out.of_first));
    assert_ok(cx, tacit_mechanism_run(cx, h->a.m, &h->a.request, &h->stream, &zero, &told));
    out.of_stream = *told;
    return out;
}

/* The same in a process that is forked. */
static forked answer_in_child(tacit_ctx *cx, held *h)
{
    int ends[2], status = 0;
    forked out;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        out = answer_all(cx, h);
        _exit(write(ends[1], &out, sizeof out) == (ssize_t)sizeof out ? 0 : 1);
    }
    assert_int_equal(read(ends[0], &out, sizeof out), sizeof out);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(ends[0]);
    close(ends[1]);
    return out;
}

static void hold(tacit_ctx *cx, bool simulation, held *out)
{
    const moves how = { 1, MOVES_ONE, 1 };
    ASKED_OF(cx, &tacit_mechanism_discrete_laplace, how, &out->a, 1e-9, 1, 1);
    if (simulation)
        out->stream = trial_stream(cx, "fork");
    else
        assert_ok(cx, tacit_keystream_open(cx, &out->stream));
    out->stream.simulation = simulation;
    const tacit_request *request = &out->a.request;
    assert_ok(cx, tacit_reserve_new(cx, out->a.m, request, &out->stream, 2, &out->first));
    assert_ok(cx, tacit_reserve_new(cx, out->a.m, request, &out->stream, 2, &out->second));
}

static void let_go(held *h)
{
    tacit_reserve_free(h->first);
    tacit_reserve_free(h->second);
    tacit_keystream_close(&h->stream);
}

/* With noise of some 10^9 steps, two answers are equal by chance once in 10^9 times.  Parent and
 * child share no noise, neither of the stream nor of two reserves that draw from it; a simulation,
 * which does not look at processes, shows that they would. */
static void test_fork(void **state)
{
    held h;
    hold(*state, false, &h);
    const forked child = answer_in_child(*state, &h), other = answer_in_child(*state, &h),
                 own = answer_all(*state, &h);
    assert_true(child.of_stream != own.of_stream && child.of_first != own.of_first &&
                child.of_second != own.of_second);
    assert_true(child.of_stream != other.of_stream && child.of_first != other.of_first &&
                child.of_second != other.of_second);
    let_go(&h);
    hold(*state, true, &h);
    const forked same = answer_in_child(*state, &h), mine = answer_all(*state, &h);
    assert_true(same.of_stream == mine.of_stream && same.of_first == mine.of_first &&
                same.of_second == mine.of_second);
    let_go(&h);
}

/* A reserve of three answers: what it draws is what the mechanism would, last drawn first; it runs
 * dry, is filled again, and says how much it has. */
static void test_reserve(void **state)
{
    asked a;
    const tacit_i128 seven = 7;
    const moves how = { 1, MOVES_ONE, 1 };
    ASKED_OF(*state, &tacit_mechanism_discrete_laplace, how, &a, 1e-3, 1, 1);
    tacit_keystream one = trial_stream(*state, "reserve"), two = one;
    tacit_reserve *reserve = NULL;
    assert_ok(*state, tacit_reserve_new(*state, a.m, &a.request, &one, 3, &reserve));
    for (int round = 0; round < 2; round++) {
        tacit_i128 drawn[3], out;
        for (int i = 0; i < 3; i++)
            a.m->draw(&a.request, &two, &drawn[i]);
        for (int i = 2; i >= 0; i--) {
            assert_ok(*state, tacit_reserve_answer(*state, reserve, &seven, &out));
            assert_true(out == 7 + drawn[i]);
            assert_int_equal(tacit_reserve_left(reserve), i);
        }
    }
    assert_ok(*state, tacit_reserve_fill(*state, reserve));
    assert_int_equal(tacit_reserve_left(reserve), 3);
    tacit_reserve_free(reserve);
    tacit_reserve_free(NULL);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_bytes),
        with_context(test_instructions),
        with_context(test_fork),
        with_context(test_reserve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
