/*
 * listen.c - a socket that listens.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#include "server/head/head.h"

typedef union address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} address;

static tacit_status read_address(tacit_ctx *cx, const char *text, uint16_t port, address *out)
{
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, text, &out->four.sin_addr) == 1) {
        out->four.sin_family = AF_INET;
        out->four.sin_port = htons(port);
        return TACIT_OK;
    }
    if (inet_pton(AF_INET6, text, &out->six.sin6_addr) == 1) {
        out->six.sin6_family = AF_INET6;
        out->six.sin6_port = htons(port);
        return TACIT_OK;
    }
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "'%s' is no address to listen on; give numbers, such as 127.0.0.1 or ::1.",
                      text);
}

tacit_status tacit_head_listen(tacit_ctx *cx, const char *address_text, uint16_t *port, int *out)
{
    address at;
    socklen_t n = sizeof at;
    TACIT_TRY(read_address(cx, address_text, *port, &at));
    const int fd = socket(at.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    const socklen_t length = at.any.sa_family == AF_INET ? sizeof at.four : sizeof at.six;
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(fd, &at.any, length) != 0 || listen(fd, SOMAXCONN) != 0 ||
        getsockname(fd, &at.any, &n) != 0) {
        const int why = errno;
        if (fd >= 0)
            (void)close(fd);
        return tacit_fail(cx, TACIT_ERR_IO, "The server cannot listen on %s, port %u: %s.",
                          address_text, (unsigned)*port, strerror(why));
    }
    *port = ntohs(at.any.sa_family == AF_INET ? at.four.sin_port : at.six.sin6_port);
    *out = fd;
    return TACIT_OK;
}
