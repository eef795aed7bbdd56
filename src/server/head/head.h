/*
 * head.h - what every door of HTTP holds requests to before it looks into them, and tells browsers.
 *
 * Host must be one of the server's own names to the letter: a name that an attacker has made to
 * point here ("DNS rebinding") is none of them.  A browser says from where a page asks (Origin,
 * Sec-Fetch-Site), and only the server's own pages may; a program says nothing.
 */
#ifndef TACIT_SERVER_HEAD_HEAD_H
#define TACIT_SERVER_HEAD_HEAD_H

#include "base/context.h"

/* What Host may say. */
typedef struct tacit_hosts {
    const char *const *at; /* as "127.0.0.1:8650" */
    size_t n;
    bool tls;
} tacit_hosts;

/* The machine itself and `n` further names, all with `port` and, where it is the usual one,
 * without; in scratch memory. */
tacit_status tacit_hosts_make(tacit_ctx *cx, const char *const *names, size_t n, uint16_t port,
                              bool tls, tacit_hosts *out);

/* Whether `host` (may be NULL) is one of them. */
bool tacit_hosts_has(const tacit_hosts *hosts, const char *host);

/* Whether a page of the server itself asks, or no page; what a request does not say is NULL. */
bool tacit_hosts_is_own(const tacit_hosts *hosts, const char *origin, const char *fetch_site);

/* Whether a body is said to be JSON. */
bool tacit_head_is_json(const char *type);

/* The token of an Authorization, or NULL. */
const char *tacit_head_token(const char *authorization);

/* What goes with every reply: name and value; ends with NULL. */
extern const char *const TACIT_HEAD_ALWAYS[][2];

/* Listen on an address in numbers, before anybody can ask; `*port` 0 gets one that is free. */
tacit_status tacit_head_listen(tacit_ctx *cx, const char *address, uint16_t *port, int *fd);

#endif
