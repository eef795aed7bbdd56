/*
 * crew.c - the threads behind the network: workers that answer, and one that watches the time.
 *
 * The timer resumes connections whose answers are due, closes those that take too long to bring a
 * request (libmicrohttpd's own limit begins anew with every byte), and cancels the work for clients
 * that have hung up.
 */
#define _GNU_SOURCE /* POLLRDHUP */
#include <poll.h>
#include <sys/socket.h>
#include <time.h>

#include "base/memory.h"
#include "base/pool.h"
#include "server/http/net.h"

static const uint64_t SECOND = 1000000000, LOOK = 100000000; /* between looks at the clients */

/* ---- the queue ---- */

bool tacit_crew_take(tacit_http *h, tacit_visit *v)
{
    (void)pthread_mutex_lock(&h->lock);
    const bool taken = h->waiting < h->spec.waiting;
    if (taken) {
        MHD_suspend_connection(v->connection);
        v->next = NULL;
        if (h->last != NULL)
            h->last->next = v;
        else
            h->first = v;
        h->last = v;
        h->waiting++;
        (void)pthread_cond_signal(&h->work);
    }
    (void)pthread_mutex_unlock(&h->lock);
    return taken;
}

/* The next request; NULL at the end. */
static tacit_visit *next_visit(tacit_http *h)
{
    (void)pthread_mutex_lock(&h->lock);
    while (h->first == NULL && !h->ended)
        (void)pthread_cond_wait(&h->work, &h->lock);
    tacit_visit *v = h->first;
    if (v != NULL) {
        h->first = v->next;
        h->last = h->first == NULL ? NULL : h->last;
        h->waiting--;
    }
    (void)pthread_mutex_unlock(&h->lock);
    return v;
}

/* ---- those that are due ---- */

/* Put `v` where it belongs, from place `i` towards the top. */
static void sift_up(tacit_http *h, size_t i, tacit_visit *v)
{
    for (; i > 0 && h->due[(i - 1) / 2]->due > v->due; i = (i - 1) / 2)
        h->due[i] = h->due[(i - 1) / 2];
    h->due[i] = v;
}

static tacit_visit *take_first(tacit_http *h)
{
    tacit_visit *first = h->due[0], *last = h->due[--h->n_due];
    size_t i = 0;
    for (size_t child = 1; child < h->n_due; child = 2 * i + 1) {
        child += child + 1 < h->n_due && h->due[child + 1]->due < h->due[child]->due;
        if (h->due[child]->due >= last->due)
            break;
        h->due[i] = h->due[child];
        i = child;
    }
    if (h->n_due > 0)
        h->due[i] = last;
    return first;
}

void tacit_crew_delay(tacit_http *h, tacit_visit *v)
{
    (void)pthread_mutex_lock(&h->lock);
    v->ready = true;
    if (v->due <= tacit_desk_now() || h->n_due == h->room_due) {
        MHD_resume_connection(v->connection);
    } else {
        sift_up(h, h->n_due++, v);
        if (h->due[0] == v)
            (void)pthread_cond_signal(&h->clock);
    }
    (void)pthread_mutex_unlock(&h->lock);
}

/* ---- threads ---- */

/* While a worker is at a visit, its work may be cancelled. */
static void set_visit(tacit_http_worker *w, const tacit_visit *v)
{
    (void)pthread_mutex_lock(&w->http->lock);
    w->visit = v;
    (void)pthread_mutex_unlock(&w->http->lock);
}

static void *work(void *user)
{
    tacit_http_worker *w = user;
    tacit_http *h = w->http;
    w->cx = tacit_ctx_new();
    if (w->cx != NULL)
        (void)tacit_pool_enter(h->cx);
    for (tacit_visit *v = NULL; (v = next_visit(h)) != NULL;) {
        if (w->cx != NULL) {
            set_visit(w, v);
            tacit_site_answer(w->cx, &h->site, &v->request, &v->reply);
            set_visit(w, NULL);
            tacit_ctx_resume(w->cx);
            tacit_scratch_release(w->cx, 0);
            tacit_ctx_reset(w->cx);
        }
        v->due = tacit_desk_due(h->site.desk, v->arrived);
        tacit_crew_delay(h, v);
    }
    tacit_ctx_free(w->cx);
    return NULL;
}

/* Cancel what is answered to clients that have hung up; whether anything is answered. */
static bool cancel_vain(tacit_http *h)
{
    bool any = false;
    for (size_t i = 0; i < h->n_workers; i++) {
        const tacit_http_worker *w = &h->worker[i];
        struct pollfd look = { .events = POLLRDHUP };
        if (w->visit == NULL || w->visit->line == NULL)
            continue;
        any = true;
        look.fd = w->visit->line->fd;
        if (poll(&look, 1, 0) > 0 && (look.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0)
            tacit_cancel(w->cx);
    }
    return any;
}

/* Close connections that have not brought their request in time. */
static void close_slow(tacit_http *h, uint64_t now)
{
    for (tacit_http_line *l = h->lines; l != NULL; l = l->next)
        if (l->since != 0 && now - l->since > h->spec.patience * SECOND) {
            (void)shutdown(l->fd, SHUT_RDWR);
            l->since = 0;
        }
}

static void *watch_time(void *user)
{
    tacit_http *h = user;
    uint64_t swept = tacit_desk_now();
    (void)pthread_mutex_lock(&h->lock);
    while (!h->ended || h->n_due > 0) {
        const uint64_t now = tacit_desk_now();
        while (h->n_due > 0 && h->due[0]->due <= now)
            MHD_resume_connection(take_first(h)->connection);
        if (now - swept > SECOND) {
            close_slow(h, now);
            swept = now;
        }
        uint64_t next = now + (cancel_vain(h) ? LOOK : SECOND / 2);
        if (h->n_due > 0 && h->due[0]->due < next)
            next = h->due[0]->due;
        const struct timespec t = { .tv_sec = (time_t)(next / SECOND),
                                    .tv_nsec = (long)(next % SECOND) };
        (void)pthread_cond_timedwait(&h->clock, &h->lock, &t);
    }
    (void)pthread_mutex_unlock(&h->lock);
    return NULL;
}

static bool start_worker(tacit_http *h)
{
    tacit_http_worker *w = &h->worker[h->n_workers];
    w->http = h;
    const bool started = pthread_create(&w->thread, NULL, work, w) == 0;
    (void)pthread_mutex_lock(&h->lock);
    h->n_workers += started;
    (void)pthread_mutex_unlock(&h->lock);
    return started;
}

tacit_status tacit_crew_start(tacit_ctx *cx, tacit_http *h)
{
    TACIT_TRY(tacit_alloc(cx, h->spec.workers, sizeof *h->worker, &h->worker));
    h->room_due = h->spec.connections;
    TACIT_TRY(tacit_alloc(cx, h->room_due, sizeof *h->due, &h->due));
    h->timed = pthread_create(&h->timer, NULL, watch_time, h) == 0;
    while (h->timed && h->n_workers < h->spec.workers && start_worker(h))
        continue;
    return h->n_workers == h->spec.workers
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_MEMORY, "The threads of the server cannot be started.");
}

void tacit_crew_end(tacit_http *h)
{
    (void)pthread_mutex_lock(&h->lock);
    h->ended = true;
    (void)pthread_cond_broadcast(&h->work);
    (void)pthread_cond_broadcast(&h->clock);
    (void)pthread_mutex_unlock(&h->lock);
    for (size_t i = 0; i < h->n_workers; i++)
        (void)pthread_join(h->worker[i].thread, NULL);
    if (h->timed)
        (void)pthread_join(h->timer, NULL);
    tacit_free(h->worker);
    tacit_free(h->due);
}
