/*
 * http.c - the door of HTTP: opening and closing it.
 *
 * TLS is GnuTLS's, as libmicrohttpd drives it, of version 1.2 or later.
 */
#include "server/http/http.h"

#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "server/http/net.h"

/* Bytes of a request's head, and seconds that answers may take at the end. */
enum { HEAD = 32768, FAREWELL = 60 };

/* Threads that read requests. */
enum { READERS = 2 };

/* libmicrohttpd takes constants as if it could write to them, but does not. */
static void *unchanged(const char *text)
{
    return (void *)(uintptr_t)text;
}

/* What Host may say: the machine itself, the address that it listens on, and the names given. */
static tacit_status make_hosts(tacit_http *h)
{
    const char **names = NULL;
    TACIT_TRY(tacit_scratch(h->cx, 1 + h->spec.n_names, sizeof *names, &names));
    names[0] = h->spec.address;
    for (size_t i = 0; i < h->spec.n_names; i++)
        names[1 + i] = h->spec.names[i];
    return tacit_hosts_make(h->cx, names, 1 + h->spec.n_names, h->port, h->spec.certificate != NULL,
                            &h->site.hosts);
}

/* ---- opening ---- */

static tacit_status open_daemon(tacit_ctx *cx, tacit_http *h, int fd)
{
    const bool tls = h->spec.certificate != NULL;
    const unsigned flags =
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (tls ? MHD_USE_TLS : 0);
    struct MHD_OptionItem secure[] = {
        { MHD_OPTION_HTTPS_MEM_CERT, 0, unchanged(h->spec.certificate) },
        { MHD_OPTION_HTTPS_MEM_KEY, 0, unchanged(h->spec.key) },
        { MHD_OPTION_HTTPS_PRIORITIES, 0,
          unchanged("SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2") },
        { MHD_OPTION_END, 0, NULL },
    };
    h->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, tacit_net_take, h, MHD_OPTION_LISTEN_SOCKET, fd,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)READERS, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)h->spec.connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)h->spec.patience, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_NOTIFY_COMPLETED, tacit_net_done, h, MHD_OPTION_NOTIFY_CONNECTION,
        tacit_net_line, h, MHD_OPTION_ARRAY, tls ? secure : secure + 3, MHD_OPTION_END);
    if (h->daemon != NULL)
        return TACIT_OK;
    (void)close(fd);
    return tacit_fail(cx, TACIT_ERR_INPUT, "The server cannot be started%s.",
                      tls ? "; are the certificate and its key in PEM, and of each other?" : "");
}

static tacit_status open_door(tacit_ctx *cx, tacit_http *h)
{
    h->cx = tacit_ctx_new();
    if (h->cx == NULL)
        return tacit_fail_memory(cx);
    tacit_ctx_threads(h->cx, tacit_ctx_threads_of(cx));
    TACIT_TRY(tacit_memo_new(cx, &h->site.memo));
    TACIT_TRY(tacit_crew_start(cx, h));
    int fd = -1;
    h->port = h->spec.port;
    TACIT_TRY(tacit_head_listen(cx, h->spec.address, &h->port, &fd));
    if (make_hosts(h) != TACIT_OK) {
        (void)close(fd);
        return tacit_fail_memory(cx);
    }
    return open_daemon(cx, h, fd);
}

tacit_status tacit_http_start(tacit_ctx *cx, tacit_desk *desk, const tacit_http_spec *spec,
                              tacit_http **out)
{
    pthread_condattr_t monotonic;
    tacit_http *h = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *h, &h));
    h->spec = *spec;
    h->site.desk = desk;
    h->site.origins = spec->origins;
    h->site.n_origins = spec->n_origins;
    (void)pthread_mutex_init(&h->lock, NULL);
    (void)pthread_condattr_init(&monotonic);
    (void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&h->work, NULL);
    (void)pthread_cond_init(&h->clock, &monotonic);
    (void)pthread_cond_init(&h->quiet, &monotonic);
    (void)pthread_condattr_destroy(&monotonic);
    const tacit_status status = open_door(cx, h);
    if (status != TACIT_OK) {
        tacit_http_stop(h);
        return status;
    }
    *out = h;
    return TACIT_OK;
}

uint16_t tacit_http_port(const tacit_http *h)
{
    return h->port;
}

/* ---- closing ---- */

/* Wait until nothing is being answered, but not for ever. */
static void wait_quiet(tacit_http *h)
{
    struct timespec end = { 0 };
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += FAREWELL;
    atomic_store(&h->stopping, true);
    (void)pthread_mutex_lock(&h->lock);
    while (h->visits > 0 && pthread_cond_timedwait(&h->quiet, &h->lock, &end) == 0)
        continue;
    (void)pthread_mutex_unlock(&h->lock);
}

void tacit_http_stop(tacit_http *h)
{
    if (h == NULL)
        return;
    if (h->daemon != NULL) {
        const int listening = MHD_quiesce_daemon(h->daemon);
        wait_quiet(h);
        tacit_crew_end(h);
        MHD_stop_daemon(h->daemon);
        if (listening >= 0)
            (void)close(listening);
    } else {
        tacit_crew_end(h);
    }
    tacit_memo_free(h->site.memo);
    tacit_ctx_free(h->cx);
    (void)pthread_cond_destroy(&h->work);
    (void)pthread_cond_destroy(&h->clock);
    (void)pthread_cond_destroy(&h->quiet);
    (void)pthread_mutex_destroy(&h->lock);
    tacit_free(h);
}
