/*
 * listen.c - the port: connections, each with a thread, and never too many of them.
 *
 * Half of the places are for clients who have logged in, so that others who only knock cannot take
 * them all.  A place is a number and a secret by which another connection may cancel its question.
 */
#define _GNU_SOURCE /* accept4, pipe2 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <gnutls/x509.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/secret.h"
#include "server/wire/link.h"
#include "server/wire/own.h"

enum { CONNECTIONS = 64, BACKLOG = 64, LOOK = 100 /* milliseconds between looks at questions */ };

/* A place for a connection. */
typedef struct place {
    tacit_wire *wire;
    tacit_wire_socket socket;
    tacit_wire_session session;
    pthread_t thread;
    bool started;  /* there is a thread to be joined */
    bool busy;     /* it is in use, until its thread says that it is not */
    bool knocking; /* the client has not logged in yet */
} place;

struct tacit_wire {
    tacit_desk *desk;
    tacit_wire_spec spec;
    gnutls_certificate_credentials_t tls; /* NULL: there is no certificate */
    tacit_scram_channel channel;          /* of that certificate */
    int fd;
    int stop[2]; /* a pipe: closed to stop */
    uint16_t port;
    pthread_t thread;
    bool started;
    pthread_mutex_t lock; /* held while `busy`, `knocking` and numbers are looked at */
    size_t n, knocking;
    uint32_t last; /* number that was given */
    place *at;
};

/* ---- cancelling ---- */

/* Called by the thread of the connection that asks for it. */
static void cancel(void *user, uint32_t number, uint32_t secret)
{
    tacit_wire *w = ((place *)user)->wire;
    (void)pthread_mutex_lock(&w->lock);
    for (size_t i = 0; i < w->n; i++) {
        tacit_wire_session *s = &w->at[i].session;
        if (!w->at[i].busy || s->number != number || s->secret != secret || number == 0)
            continue;
        (void)pthread_mutex_lock(&s->lock);
        if (s->active != NULL)
            tacit_cancel(s->active);
        (void)pthread_mutex_unlock(&s->lock);
    }
    (void)pthread_mutex_unlock(&w->lock);
}

/* Whether the client has hung up. */
static bool is_gone(int fd)
{
    struct pollfd look = { .fd = fd, .events = POLLRDHUP };
    return poll(&look, 1, 0) > 0 && (look.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

/* Cancel questions that nobody waits for any more, or that take longer than their client wants. */
static void cancel_vain(tacit_wire *w)
{
    const uint64_t now = tacit_desk_now();
    (void)pthread_mutex_lock(&w->lock);
    for (size_t i = 0; i < w->n; i++) {
        tacit_wire_session *s = &w->at[i].session;
        if (!w->at[i].busy)
            continue;
        (void)pthread_mutex_lock(&s->lock);
        if (s->active != NULL && ((s->late > 0 && now > s->late) || is_gone(w->at[i].socket.fd)))
            tacit_cancel(s->active);
        (void)pthread_mutex_unlock(&s->lock);
    }
    (void)pthread_mutex_unlock(&w->lock);
}

static void stop_knocking(void *user)
{
    place *p = user;
    (void)pthread_mutex_lock(&p->wire->lock);
    if (p->knocking)
        p->wire->knocking--;
    p->knocking = false;
    (void)pthread_mutex_unlock(&p->wire->lock);
}

/* ---- one connection ---- */

static void *talk(void *user)
{
    place *p = user;
    tacit_wire_talk(&p->session);
    tacit_wire_socket_end(&p->socket);
    stop_knocking(p);
    (void)pthread_mutex_lock(&p->wire->lock);
    (void)pthread_mutex_destroy(&p->session.lock);
    tacit_wire_socket_close(&p->socket);
    p->busy = false;
    (void)pthread_mutex_unlock(&p->wire->lock);
    return NULL;
}

/* A place that is free, or NULL; under the lock. */
static place *find_place(tacit_wire *w)
{
    const size_t half = (w->n + 1) / 2;
    for (size_t i = 0; w->knocking < half && i < w->n; i++)
        if (!w->at[i].busy)
            return &w->at[i];
    return NULL;
}

/* Say that there is no place; a client hears it as the answer to its first message. */
static void turn_away(int fd)
{
    static const char FULL[] = "E\0\0\0\x4bSFATAL\0VFATAL\0C53300\0"
                               "MToo many connections; come back a little later.\0";
    _Static_assert(sizeof FULL - 1 == 0x4b, "The length counts all but the type.");
    (void)send(fd, FULL, sizeof FULL, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)close(fd);
}

/* Give a connection its place and start its thread; under the lock. */
static bool seat(tacit_wire *w, place *p, int fd)
{
    if (p->started)
        (void)pthread_join(p->thread, NULL);
    p->started = false;
    tacit_wire_socket_open(&p->socket, fd, w->tls);
    p->session = (tacit_wire_session){ .desk = w->desk,
                                       .spec = &w->spec,
                                       .link = &p->socket.link,
                                       .channel = &w->channel,
                                       .cancel = cancel,
                                       .entered = stop_knocking,
                                       .cancel_user = p };
    p->wire = w;
    p->session.number = ++w->last & INT32_MAX;
    tacit_ctx *cx = tacit_ctx_new();
    bool fine = cx != NULL && tacit_random_bytes(cx, &p->session.secret, 4) == TACIT_OK &&
                pthread_mutex_init(&p->session.lock, NULL) == 0;
    tacit_ctx_free(cx);
    p->busy = p->knocking = fine;
    w->knocking += fine;
    if (fine && pthread_create(&p->thread, NULL, talk, p) != 0) {
        (void)pthread_mutex_destroy(&p->session.lock);
        p->busy = p->knocking = fine = false;
        w->knocking--;
    }
    p->started = fine;
    return fine;
}

static void welcome(tacit_wire *w, int fd)
{
    const int yes = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    (void)pthread_mutex_lock(&w->lock);
    place *p = find_place(w);
    const bool seated = p != NULL && seat(w, p, fd);
    (void)pthread_mutex_unlock(&w->lock);
    if (!seated)
        turn_away(fd);
}

static void *accept_all(void *user)
{
    tacit_wire *w = user;
    struct pollfd wait[] = { { .fd = w->fd, .events = POLLIN }, { .fd = w->stop[0] } };
    while (poll(wait, 2, LOOK) >= 0 || errno == EINTR) {
        if (wait[1].revents != 0)
            break;
        cancel_vain(w);
        errno = 0;
        const int fd =
            wait[0].revents == 0 ? -1 : accept4(w->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd >= 0)
            welcome(w, fd);
        else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
            (void)poll(&wait[1], 1, 100); /* until something is closed */
    }
    return NULL;
}

/* ---- opening and closing ---- */

/* An address as the system wants it. */
typedef union address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} address;

static bool read_address(const char *text, uint16_t port, address *out, socklen_t *size)
{
    *out = (address){ 0 };
    if (inet_pton(AF_INET, text, &out->four.sin_addr) == 1) {
        out->four.sin_family = AF_INET;
        out->four.sin_port = htons(port);
        *size = sizeof out->four;
        return true;
    }
    out->six.sin6_family = AF_INET6;
    out->six.sin6_port = htons(port);
    *size = sizeof out->six;
    return inet_pton(AF_INET6, text, &out->six.sin6_addr) == 1;
}

static bool is_own_machine(const address *a)
{
    return a->any.sa_family == AF_INET ? ntohl(a->four.sin_addr.s_addr) >> 24 == 127
                                       : IN6_IS_ADDR_LOOPBACK(&a->six.sin6_addr);
}

static tacit_status bind_port(tacit_ctx *cx, tacit_wire *w)
{
    const char *text = w->spec.address != NULL ? w->spec.address : "127.0.0.1";
    const int yes = 1;
    address a;
    socklen_t size = 0;
    if (!read_address(text, w->spec.port, &a, &size))
        return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' is no address such as 127.0.0.1.", text);
    if (!is_own_machine(&a) && w->tls == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "PostgreSQL clients at %s need TLS: give a certificate.", text);
    w->spec.only_tls = w->spec.only_tls || !is_own_machine(&a);
    w->fd = socket(a.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (w->fd < 0 || setsockopt(w->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(w->fd, &a.any, size) != 0 || listen(w->fd, BACKLOG) != 0 ||
        getsockname(w->fd, &a.any, &size) != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Port %u of %s cannot be listened on: %s.",
                          (unsigned)w->spec.port, text, strerror(errno));
    w->port = ntohs(a.any.sa_family == AF_INET ? a.four.sin_port : a.six.sin6_port);
    return TACIT_OK;
}

/* Find the hash of the certificate by the function that it is signed with, or SHA-256 where that
 * is an old one (RFC 5929, section 4.1).  For other signatures clients know none: not offered. */
static void read_channel(const gnutls_datum_t *pem, tacit_scram_channel *out)
{
    gnutls_x509_crt_t certificate;
    if (gnutls_x509_crt_init(&certificate) != 0)
        return;
    if (gnutls_x509_crt_import(certificate, pem, GNUTLS_X509_FMT_PEM) == 0) {
        const int signature = gnutls_x509_crt_get_signature_algorithm(certificate);
        const gnutls_sign_algorithm_t sign = (gnutls_sign_algorithm_t)signature;
        const gnutls_pk_algorithm_t by = gnutls_sign_get_pk_algorithm(sign);
        gnutls_digest_algorithm_t hash = gnutls_sign_get_hash_algorithm(sign);
        hash = hash == GNUTLS_DIG_MD5 || hash == GNUTLS_DIG_SHA1 ? GNUTLS_DIG_SHA256 : hash;
        out->n = sizeof out->hash;
        if (signature < 0 || (by != GNUTLS_PK_RSA && by != GNUTLS_PK_ECDSA) ||
            gnutls_x509_crt_get_fingerprint(certificate, hash, out->hash, &out->n) != 0)
            out->n = 0;
    }
    gnutls_x509_crt_deinit(certificate);
}

static tacit_status read_certificate(tacit_ctx *cx, tacit_wire *w)
{
    union {
        const char *kept;
        unsigned char *given;
    } certificate = { w->spec.certificate }, key = { w->spec.key };
    if (w->spec.certificate == NULL || w->spec.key == NULL)
        return TACIT_OK;
    const gnutls_datum_t c = { certificate.given, (unsigned)strlen(w->spec.certificate) },
                         k = { key.given, (unsigned)strlen(w->spec.key) };
    if (gnutls_certificate_allocate_credentials(&w->tls) != 0)
        return tacit_fail_memory(cx);
    if (gnutls_certificate_set_x509_key_mem(w->tls, &c, &k, GNUTLS_X509_FMT_PEM) < 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The certificate and its key are not a pair in PEM that TLS takes.");
    read_channel(&c, &w->channel);
    return TACIT_OK;
}

static tacit_status start(tacit_ctx *cx, tacit_wire *w)
{
    TACIT_TRY(read_certificate(cx, w));
    w->n = w->spec.connections > 0 ? w->spec.connections : CONNECTIONS;
    TACIT_TRY(tacit_alloc(cx, w->n, sizeof *w->at, &w->at));
    if (pipe2(w->stop, O_CLOEXEC) != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "No pipe can be made: %s.", strerror(errno));
    TACIT_TRY(bind_port(cx, w));
    w->started = pthread_create(&w->thread, NULL, accept_all, w) == 0;
    return w->started ? TACIT_OK : tacit_fail_memory(cx);
}

tacit_status tacit_wire_start(tacit_ctx *cx, tacit_desk *desk, const tacit_wire_spec *spec,
                              tacit_wire **out)
{
    tacit_wire *w = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *w, &w));
    w->desk = desk;
    w->spec = *spec;
    w->fd = w->stop[0] = w->stop[1] = -1;
    (void)pthread_mutex_init(&w->lock, NULL);
    const tacit_status status = start(cx, w);
    if (status != TACIT_OK) {
        tacit_wire_stop(w);
        return status;
    }
    *out = w;
    return TACIT_OK;
}

uint16_t tacit_wire_port(const tacit_wire *w)
{
    return w->port;
}

/* Let no session read or write any more, so that each ends after the question it is at. */
static void hang_up(tacit_wire *w)
{
    (void)pthread_mutex_lock(&w->lock);
    for (size_t i = 0; i < w->n; i++)
        if (w->at[i].busy)
            tacit_wire_socket_stop(&w->at[i].socket);
    (void)pthread_mutex_unlock(&w->lock);
}

void tacit_wire_stop(tacit_wire *w)
{
    if (w == NULL)
        return;
    if (w->stop[1] >= 0)
        (void)close(w->stop[1]);
    if (w->started)
        (void)pthread_join(w->thread, NULL);
    if (w->at != NULL)
        hang_up(w);
    for (size_t i = 0; w->at != NULL && i < w->n; i++)
        if (w->at[i].started)
            (void)pthread_join(w->at[i].thread, NULL);
    if (w->stop[0] >= 0)
        (void)close(w->stop[0]);
    if (w->fd >= 0)
        (void)close(w->fd);
    (void)pthread_mutex_destroy(&w->lock);
    if (w->tls != NULL)
        gnutls_certificate_free_credentials(w->tls);
    tacit_free(w->at);
    tacit_free(w);
}
