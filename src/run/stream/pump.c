/*
 * pump.c - rows that a scan hands over, given to one that asks for them.
 *
 * The scan runs on a thread of its own, with a context of its own, and waits while the one
 * block in between has not been taken.
 */
#include <pthread.h>

#include "run/stream/flow.h"

typedef struct pump {
    const tacit_flow *flow;
    pthread_mutex_t lock;
    pthread_cond_t turned;
    tacit_ctx *cx;      /* of the scan */
    tacit_table *block; /* in between, or NULL */
    bool over;          /* the scan has ended, with `status` */
    bool stopped;       /* nobody asks any more */
    tacit_status status;
    uint64_t rows;
} pump;

/* ---- the scan ---- */

static tacit_status put(tacit_ctx *cx, void *user, const tacit_table *block)
{
    pump *p = user;
    tacit_table *own = NULL;
    TACIT_TRY(tacit_table_copy(cx, block, &own));
    tacit_flow_drop_identifiers(own);
    pthread_mutex_lock(&p->lock);
    while (p->block != NULL && !p->stopped)
        pthread_cond_wait(&p->turned, &p->lock);
    const bool stopped = p->stopped;
    if (!stopped)
        p->block = own;
    pthread_cond_signal(&p->turned);
    pthread_mutex_unlock(&p->lock);
    if (!stopped)
        return TACIT_OK;
    tacit_table_free(own);
    return tacit_fail(cx, TACIT_ERR_CANCELLED, "Stopped.");
}

static void *scan(void *user)
{
    pump *p = user;
    const tacit_sink sink = { .take = put, .user = p };
    const tacit_status status = tacit_flow_run(p->cx, p->flow, &sink);
    pthread_mutex_lock(&p->lock);
    p->over = true;
    p->status = status;
    pthread_cond_signal(&p->turned);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* ---- who asks ---- */

static tacit_status next(tacit_ctx *cx, void *user, tacit_table **chunk)
{
    pump *p = user;
    pthread_mutex_lock(&p->lock);
    while (p->block == NULL && !p->over)
        pthread_cond_wait(&p->turned, &p->lock);
    *chunk = p->block;
    p->block = NULL;
    const tacit_status status = *chunk != NULL || !p->over ? TACIT_OK : p->status;
    pthread_cond_signal(&p->turned);
    pthread_mutex_unlock(&p->lock);
    if (*chunk != NULL)
        p->rows += tacit_table_rows(*chunk);
    return status == TACIT_OK ? TACIT_OK : tacit_fail(cx, status, "%s", tacit_message(p->cx));
}

/* Stop the scan if it still runs, and wait for it. */
static void stop(pump *p, pthread_t thread)
{
    pthread_mutex_lock(&p->lock);
    p->stopped = true;
    pthread_cond_signal(&p->turned);
    pthread_mutex_unlock(&p->lock);
    pthread_join(thread, NULL);
    tacit_table_free(p->block);
}

static tacit_status use_rows(tacit_ctx *cx, pump *p, const tacit_table *shape,
                             const tacit_row_use *use)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, scan, p) != 0)
        return tacit_fail_memory(cx);
    const tacit_rows rows = { .shape = shape, .next = next, .user = p };
    const tacit_status status = use->call(cx, use->user, &rows);
    stop(p, thread);
    return status;
}

tacit_status tacit_flow_use(tacit_ctx *cx, const tacit_flow *f, const tacit_table *shape,
                            const tacit_row_use *use, uint64_t *rows)
{
    pump p = { .flow = f, .cx = tacit_ctx_new() };
    if (p.cx == NULL)
        return tacit_fail_memory(cx);
    tacit_ctx_threads(p.cx, tacit_ctx_threads_of(cx));
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.turned, NULL);
    const tacit_status status = use_rows(cx, &p, shape, use);
    *rows = p.rows;
    pthread_cond_destroy(&p.turned);
    pthread_mutex_destroy(&p.lock);
    tacit_ctx_free(p.cx);
    return status;
}
