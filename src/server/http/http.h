/*
 * http.h - the door of HTTP: a JSON API, and a page for people.
 *
 * docs/openapi.json describes the API.  Every request is checked in the same order before anything
 * else is looked at: its host, its origin, its address and method, its token, the token's turn and
 * role, its form.  What it asks is done by workers; its answer leaves when the desk's grid says so.
 */
#ifndef TACIT_SERVER_HTTP_HTTP_H
#define TACIT_SERVER_HTTP_HTTP_H

#include "server/desk.h"

/* Where and how to listen. */
typedef struct tacit_http_spec {
    const char *address;           /* a number: 127.0.0.1, ::1, 0.0.0.0 */
    uint16_t port;                 /* 0: any that is free */
    const char *certificate, *key; /* texts in PEM, for TLS; NULL: without */
    const char *const *names;      /* hosts that requests may name besides loopback's */
    size_t n_names;
    const char *const *origins; /* whose pages may ask: "https://lab.example.org" */
    size_t n_origins;
    size_t connections; /* that may be open */
    size_t workers;     /* threads that answer */
    size_t waiting;     /* requests that may wait for one */
    size_t body;        /* bytes that a request may have */
    uint32_t patience;  /* seconds that a request may take to arrive */
} tacit_http_spec;

typedef struct tacit_http tacit_http;

/* Begin to listen; the caller stops. */
tacit_status tacit_http_start(tacit_ctx *cx, tacit_desk *desk, const tacit_http_spec *spec,
                              tacit_http **out);

/* The port that it listens on. */
uint16_t tacit_http_port(const tacit_http *h);

/* Take no more connections, finish what is being answered, and end.  Accepts NULL. */
void tacit_http_stop(tacit_http *h);

#endif
