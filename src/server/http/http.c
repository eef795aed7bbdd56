/*
 * http.c - the door of HTTP: opening and closing it.
 *
 * TLS is GnuTLS's, as libmicrohttpd drives it, of version 1.2 or later.
 */
#include "server/http/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
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

/* ---- the hosts ---- */

static tacit_status add_host(tacit_http *h, const char *name, const char **hosts, size_t *n)
{
    char *text = NULL;
    const bool numbers = strchr(name, ':') != NULL && name[0] != '[';
    TACIT_TRY(
        tacit_scratch_format(h->cx, &text, numbers ? "[%s]:%u" : "%s:%u", name, (unsigned)h->port));
    hosts[(*n)++] = text;
    const unsigned usual = h->spec.certificate != NULL ? 443 : 80;
    if (h->port == usual) {
        TACIT_TRY(tacit_scratch_format(h->cx, &text, numbers ? "[%s]" : "%s", name));
        hosts[(*n)++] = text;
    }
    return TACIT_OK;
}

/* What Host may say: the machine itself, the address that it listens on, and the names given. */
static tacit_status make_hosts(tacit_http *h)
{
    static const char *const LOOPBACK[] = { "127.0.0.1", "localhost", "::1" };
    const size_t n = sizeof LOOPBACK / sizeof *LOOPBACK;
    const char **hosts = NULL;
    TACIT_TRY(tacit_scratch(h->cx, 2 * (n + 1 + h->spec.n_names), sizeof *hosts, &hosts));
    h->site.hosts = hosts;
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(add_host(h, LOOPBACK[i], hosts, &h->site.n_hosts));
    TACIT_TRY(add_host(h, h->spec.address, hosts, &h->site.n_hosts));
    for (size_t i = 0; i < h->spec.n_names; i++)
        TACIT_TRY(add_host(h, h->spec.names[i], hosts, &h->site.n_hosts));
    return TACIT_OK;
}

/* ---- opening ---- */

typedef union address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} address;

static tacit_status read_address(tacit_ctx *cx, const tacit_http_spec *spec, address *out)
{
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, spec->address, &out->four.sin_addr) == 1) {
        out->four.sin_family = AF_INET;
        out->four.sin_port = htons(spec->port);
        return TACIT_OK;
    }
    if (inet_pton(AF_INET6, spec->address, &out->six.sin6_addr) == 1) {
        out->six.sin6_family = AF_INET6;
        out->six.sin6_port = htons(spec->port);
        return TACIT_OK;
    }
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "'%s' is no address to listen on; give numbers, such as 127.0.0.1 or ::1.",
                      spec->address);
}

/* Bind before the daemon starts, so that the port is known before anybody can ask. */
static tacit_status bind_socket(tacit_ctx *cx, tacit_http *h, int *out)
{
    address at;
    socklen_t n = sizeof at;
    TACIT_TRY(read_address(cx, &h->spec, &at));
    const int fd = socket(at.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    const socklen_t length = at.any.sa_family == AF_INET ? sizeof at.four : sizeof at.six;
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(fd, &at.any, length) != 0 || listen(fd, SOMAXCONN) != 0 ||
        getsockname(fd, &at.any, &n) != 0) {
        const int why = errno;
        if (fd >= 0)
            (void)close(fd);
        return tacit_fail(cx, TACIT_ERR_IO, "The server cannot listen on %s, port %u: %s.",
                          h->spec.address, (unsigned)h->spec.port, strerror(why));
    }
    h->port = ntohs(at.any.sa_family == AF_INET ? at.four.sin_port : at.six.sin6_port);
    *out = fd;
    return TACIT_OK;
}

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
    TACIT_TRY(bind_socket(cx, h, &fd));
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
    h->site.tls = spec->certificate != NULL;
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
