/*
 * wire.h - the gateway speaks the wire protocol of PostgreSQL, version 3, so that psql and drivers
 * connect to it as to any database.
 *
 * What a client asks goes three ways: questions about the data to the desk, as those of any
 * door; questions about the catalog to a database of its own that holds what the policy declares
 * and nothing else (pg/); the rest (SET, BEGIN and the like) is about the session alone.
 *
 * Threads: one accepts, and each connection has one of its own, of at most `connections`.  A
 * question is a computation that takes its time, and so is a wait for the time grid; a loop over
 * all sockets would need a pool for them anyway, and a session that reads and writes in its own
 * thread is a state machine that can be read from top to bottom.
 *
 * Source: PostgreSQL 15 documentation, chapter 55, "Frontend/Backend Protocol".
 */
#ifndef TACIT_SERVER_WIRE_WIRE_H
#define TACIT_SERVER_WIRE_WIRE_H

#include "server/desk.h"

typedef struct tacit_wire_spec {
    const char *address;           /* in numbers: 127.0.0.1, ::1 */
    uint16_t port;                 /* 0: any that is free */
    const char *certificate, *key; /* for TLS, as texts in PEM; or NULL */
    bool only_tls;                 /* refuse clients without; always so beyond the machine itself */
    bool plain_token;              /* take the token itself as the password, rather than SCRAM */
    size_t connections;            /* at the same time; 0: 64 */
    unsigned login_seconds;        /* to log in; 0: 15 */
    unsigned idle_seconds;         /* between messages; 0: an hour */
} tacit_wire_spec;

typedef struct tacit_wire tacit_wire;

/* Listen, and answer in threads of its own until it is stopped.  Desk and spec are borrowed
 * until then.  Without TLS only an address of the machine itself is taken. */
tacit_status tacit_wire_start(tacit_ctx *cx, tacit_desk *desk, const tacit_wire_spec *spec,
                              tacit_wire **out);

/* The port that it listens on. */
uint16_t tacit_wire_port(const tacit_wire *w);

/* End all connections and wait for their threads.  Accepts NULL. */
void tacit_wire_stop(tacit_wire *w);

#endif
