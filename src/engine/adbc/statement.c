/*
 * statement.c - statements of a driver, and the rows that they give.
 *
 * A call that waits for the engine is made by a thread of its own, so that somebody can be asked
 * meanwhile whether to stop; then the driver is told to cancel, as often as it takes.  After a
 * statement that was not understood nothing is executed: DuckDB's driver would end the process.
 */
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "engine/adbc/data.h"

enum { WAIT_NANOSECONDS = 50000000 };

/* A call that is made by a thread. */
typedef struct call {
    tacit_adbc_answer *answer;
    const char *sql;          /* to be executed, or NULL: the next rows are fetched */
    struct ArrowArray *chunk; /* which go here */
    uint8_t code;
    int error;
    bool done;
    pthread_mutex_t lock;
    pthread_cond_t ended;
} call;

static void drop_error(struct AdbcError *error)
{
    if (error->release != NULL)
        error->release(error);
    *error = (struct AdbcError){ 0 };
}

static uint8_t execute(tacit_adbc_answer *a, const char *sql)
{
    const struct AdbcDriver *d = &a->session->driver;
    struct AdbcError error = { 0 };
    uint8_t code = d->StatementSetSqlQuery(&a->statement, sql, &error);
    drop_error(&error);
    if (code == 0)
        code = d->StatementExecuteQuery(&a->statement, &a->stream, NULL, &error);
    drop_error(&error);
    return code;
}

static void *make_call(void *user)
{
    call *c = user;
    if (c->sql != NULL)
        c->code = execute(c->answer, c->sql);
    else
        c->error = c->answer->stream.get_next(&c->answer->stream, c->chunk);
    (void)pthread_mutex_lock(&c->lock);
    c->done = true;
    (void)pthread_cond_signal(&c->ended);
    (void)pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* Have the driver stop what it does for this answer. */
static void cancel(tacit_adbc_answer *a)
{
    const struct AdbcDriver *d = &a->session->driver;
    struct AdbcError error = { 0 };
    if (d->ConnectionCancel != NULL)
        (void)d->ConnectionCancel(&a->session->connection, &error);
    else if (d->StatementCancel != NULL)
        (void)d->StatementCancel(&a->statement, &error);
    drop_error(&error);
}

/* Wait for the call to end, which it does before this returns. */
static tacit_status wait_for(tacit_ctx *cx, call *c)
{
    tacit_status status = TACIT_OK;
    (void)pthread_mutex_lock(&c->lock);
    while (!c->done) {
        struct timespec until;
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += WAIT_NANOSECONDS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        (void)pthread_cond_timedwait(&c->ended, &c->lock, &until);
        if (!c->done && status == TACIT_OK)
            status = tacit_tick(cx, 0, 0);
        if (!c->done && status != TACIT_OK)
            cancel(c->answer);
    }
    (void)pthread_mutex_unlock(&c->lock);
    return status;
}

static tacit_status run(tacit_ctx *cx, call *c)
{
    pthread_t thread;
    (void)pthread_mutex_init(&c->lock, NULL);
    (void)pthread_cond_init(&c->ended, NULL);
    if (pthread_create(&thread, NULL, make_call, c) != 0)
        return tacit_fail_memory(cx);
    const tacit_status status = wait_for(cx, c);
    (void)pthread_join(thread, NULL);
    (void)pthread_cond_destroy(&c->ended);
    (void)pthread_mutex_destroy(&c->lock);
    return status;
}

tacit_status tacit_adbc_ask(tacit_ctx *cx, tacit_adbc_session *s, const char *sql,
                            tacit_adbc_answer *out)
{
    struct AdbcError error = { 0 };
    *out = (tacit_adbc_answer){ .session = s };
    call c = { .answer = out, .sql = sql };
    c.code = s->driver.StatementNew(&s->connection, &out->statement, &error);
    drop_error(&error);
    if (c.code != 0)
        return tacit_adbc_fail(cx, s, c.code);
    TACIT_TRY(run(cx, &c));
    if (c.code != 0)
        return tacit_adbc_fail(cx, s, c.code);
    return out->stream.release != NULL ? TACIT_OK : tacit_adbc_fail(cx, s, 0);
}

tacit_status tacit_adbc_next(tacit_ctx *cx, tacit_adbc_answer *answer, struct ArrowArray *out)
{
    call c = { .answer = answer, .chunk = out };
    TACIT_TRY(run(cx, &c));
    if (c.error == 0)
        return TACIT_OK;
    return c.error == ENOMEM
               ? tacit_fail_memory(cx)
               : tacit_fail(cx, TACIT_ERR_IO,
                            "%s cannot be read: the driver broke off in the middle of its answer.",
                            answer->session->uri);
}

void tacit_adbc_end(tacit_adbc_answer *answer)
{
    struct AdbcError error = { 0 };
    if (answer->stream.release != NULL)
        answer->stream.release(&answer->stream);
    if (answer->statement.private_data != NULL)
        (void)answer->session->driver.StatementRelease(&answer->statement, &error);
    drop_error(&error);
}

tacit_status tacit_adbc_run(tacit_ctx *cx, tacit_adbc_session *s, const char *sql)
{
    tacit_adbc_answer answer;
    struct ArrowArray chunk = { 0 };
    tacit_status status = tacit_adbc_ask(cx, s, sql, &answer);
    do {
        if (chunk.release != NULL)
            chunk.release(&chunk);
        chunk = (struct ArrowArray){ 0 };
        if (status == TACIT_OK)
            status = tacit_adbc_next(cx, &answer, &chunk);
    } while (status == TACIT_OK && chunk.release != NULL);
    tacit_adbc_end(&answer);
    return status;
}
