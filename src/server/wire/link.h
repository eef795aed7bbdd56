/*
 * link.h - a socket as a link, plain or with TLS.
 */
#ifndef TACIT_SERVER_WIRE_LINK_H
#define TACIT_SERVER_WIRE_LINK_H

#include <gnutls/gnutls.h>

#include "server/wire/own.h"

typedef struct tacit_wire_socket {
    tacit_wire_link link;
    int fd;               /* does not block */
    void *certificate;    /* gnutls_certificate_credentials_t, or NULL */
    gnutls_session_t tls; /* NULL: plain */
} tacit_wire_socket;

/* Take over a connected socket. */
void tacit_wire_socket_open(tacit_wire_socket *k, int fd, void *certificate);

/* End the talk: say good-bye, by the thread that talks.  Then the other thread, or this, closes. */
void tacit_wire_socket_end(tacit_wire_socket *k);
void tacit_wire_socket_close(tacit_wire_socket *k);

/* Let nothing more come or go; by any thread, before it is closed. */
void tacit_wire_socket_stop(tacit_wire_socket *k);

#endif
