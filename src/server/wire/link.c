/*
 * link.c - bytes over a socket that does not block, plain or with TLS (GnuTLS), each wait with an
 * end.
 */
#include "server/wire/link.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    WRITE_SECONDS = 30,
    PAD_TO = 1024, /* bytes: with TLS 1.3 who listens sees only how many of these an answer has */
    MOST_AT_ONCE = 15 * PAD_TO /* a record has 16 KiB at most */
};

/* Wait until the socket is ready, not longer than `until`. */
static bool wait_for(const tacit_wire_socket *k, short events, int64_t until)
{
    struct pollfd p = { .fd = k->fd, .events = events };
    int ready = -1;
    do {
        const int64_t left = until - tacit_wire_until(0);
        ready = left <= 0 ? 0 : poll(&p, 1, left < INT32_MAX ? (int)left : INT32_MAX);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static bool is_later(int code)
{
    return code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED;
}

/* Some bytes, or -1 if there are none yet, or 0 at the end or after a failure. */
static ssize_t try_read(tacit_wire_socket *k, void *to, size_t n)
{
    if (k->tls != NULL) {
        const ssize_t got = gnutls_record_recv(k->tls, to, n);
        return got >= 0 ? got : is_later((int)got) ? -1 : 0;
    }
    const ssize_t got = recv(k->fd, to, n, 0);
    return got >= 0 ? got : errno == EAGAIN || errno == EINTR ? -1 : 0;
}

static size_t read_some(void *user, void *to, size_t n, int64_t until)
{
    tacit_wire_socket *k = user;
    ssize_t got = try_read(k, to, n);
    while (got < 0 && wait_for(k, POLLIN, until))
        got = try_read(k, to, n);
    return got > 0 ? (size_t)got : 0;
}

/* As try_read(), for writing. */
static ssize_t try_write(tacit_wire_socket *k, const void *from, size_t n)
{
    if (k->tls != NULL) {
        const size_t some = n < MOST_AT_ONCE ? n : MOST_AT_ONCE;
        const size_t pad = (PAD_TO - some % PAD_TO) % PAD_TO;
        const ssize_t sent = gnutls_record_send2(k->tls, from, some, pad, 0);
        return sent >= 0 ? sent : is_later((int)sent) ? -1 : 0;
    }
    const ssize_t sent = send(k->fd, from, n, MSG_NOSIGNAL);
    return sent >= 0 ? sent : errno == EAGAIN || errno == EINTR ? -1 : 0;
}

static bool write_all(void *user, const void *from, size_t n)
{
    tacit_wire_socket *k = user;
    const int64_t until = tacit_wire_until(WRITE_SECONDS);
    for (size_t done = 0; done < n;) {
        const ssize_t sent = try_write(k, (const char *)from + done, n - done);
        if (sent == 0 || (sent < 0 && !wait_for(k, POLLOUT, until)))
            return false;
        done += sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool shake_hands(tacit_wire_socket *k, int64_t until)
{
    int code = gnutls_handshake(k->tls);
    while (code != GNUTLS_E_SUCCESS && gnutls_error_is_fatal(code) == 0) {
        const bool writes = gnutls_record_get_direction(k->tls) == 1;
        if (is_later(code) && !wait_for(k, writes ? POLLOUT : POLLIN, until))
            return false;
        code = gnutls_handshake(k->tls);
    }
    return code == GNUTLS_E_SUCCESS;
}

static bool secure(void *user, int64_t until)
{
    tacit_wire_socket *k = user;
    if (gnutls_init(&k->tls, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL |
                                 GNUTLS_SAFE_PADDING_CHECK) != 0)
        return false;
    if (gnutls_set_default_priority(k->tls) != 0 ||
        gnutls_credentials_set(k->tls, GNUTLS_CRD_CERTIFICATE, k->certificate) != 0)
        return false;
    gnutls_certificate_server_set_request(k->tls, GNUTLS_CERT_IGNORE);
    gnutls_transport_set_int(k->tls, k->fd);
    return shake_hands(k, until);
}

void tacit_wire_socket_open(tacit_wire_socket *k, int fd, void *certificate)
{
    *k = (tacit_wire_socket){ .fd = fd, .certificate = certificate };
    k->link = (tacit_wire_link){ .user = k,
                                 .read = read_some,
                                 .write = write_all,
                                 .secure = certificate != NULL ? secure : NULL };
}

void tacit_wire_socket_end(tacit_wire_socket *k)
{
    if (k->tls == NULL)
        return;
    (void)gnutls_bye(k->tls, GNUTLS_SHUT_WR);
    gnutls_deinit(k->tls);
    k->tls = NULL;
}

void tacit_wire_socket_stop(tacit_wire_socket *k)
{
    if (k->fd >= 0)
        (void)shutdown(k->fd, SHUT_RD);
}

void tacit_wire_socket_close(tacit_wire_socket *k)
{
    (void)close(k->fd);
    k->fd = -1;
}
