/*
 * net.h - requests under way between the network and the workers; for the files of this folder.
 *
 * A request is read by a thread of libmicrohttpd, which suspends its connection and hands it to a
 * worker; what the worker answers waits among the due ones until its time has come, and then the
 * connection is resumed and sends it.  What is quick is answered by the reading thread itself.
 */
#ifndef TACIT_SERVER_HTTP_NET_H
#define TACIT_SERVER_HTTP_NET_H

#include <microhttpd.h>
#include <pthread.h>

#include "server/http/own.h"

/* A connection, as long as it is open. */
typedef struct tacit_http_line {
    int fd;
    uint64_t since; /* when a request began to be waited for; 0 while one is answered */
    struct tacit_http_line *next;
} tacit_http_line;

/* One request. */
typedef struct tacit_visit {
    struct tacit_http *http;
    struct MHD_Connection *connection;
    tacit_http_line *line;
    tacit_http_request request;
    uint64_t arrived, due;
    tacit_buffer body;
    tacit_ctx *cx;       /* for its body and its reply */
    tacit_outcome wrong; /* something with its size */
    bool ready;
    tacit_http_reply reply;
    struct tacit_visit *next; /* in the queue */
} tacit_visit;

/* What a worker is at. */
typedef struct tacit_http_worker {
    pthread_t thread;
    struct tacit_http *http;
    tacit_ctx *cx;
    const tacit_visit *visit; /* NULL: nothing */
} tacit_http_worker;

struct tacit_http {
    tacit_site site;
    tacit_http_spec spec;
    tacit_ctx *cx; /* owns the names of hosts */
    struct MHD_Daemon *daemon;
    uint16_t port;
    pthread_mutex_t lock;
    pthread_cond_t work, clock, quiet;
    tacit_visit *first, *last; /* that wait for a worker */
    size_t waiting;
    tacit_visit **due; /* a heap by the time they are due */
    size_t n_due, room_due;
    tacit_http_line *lines;
    size_t visits; /* under way */
    atomic_bool stopping;
    bool ended;
    tacit_http_worker *worker;
    pthread_t timer;
    size_t n_workers;
    bool timed;
};

/* Start and end the workers and the timer. */
tacit_status tacit_crew_start(tacit_ctx *cx, tacit_http *h);
void tacit_crew_end(tacit_http *h);

/* Hand a request to the workers; false if too many wait. */
bool tacit_crew_take(tacit_http *h, tacit_visit *v);

/* Let an answered request, whose connection is suspended, wait for its time. */
void tacit_crew_delay(tacit_http *h, tacit_visit *v);

/* What libmicrohttpd calls: for a request, at its end, and for a connection. */
enum MHD_Result tacit_net_take(void *user, struct MHD_Connection *connection, const char *path,
                               const char *method, const char *version, const char *data, size_t *n,
                               void **own);
void tacit_net_done(void *user, struct MHD_Connection *connection, void **own,
                    enum MHD_RequestTerminationCode why);
void tacit_net_line(void *user, struct MHD_Connection *connection, void **own,
                    enum MHD_ConnectionNotificationCode what);

#endif
