/*
 * head.c - the checks of a request's head.
 */
#include "server/head/head.h"

#include <string.h>
#include <strings.h>

#define CSP                                                                                        \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "              \
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "            \
    "require-trusted-types-for 'script'; trusted-types 'none'"

const char *const TACIT_HEAD_ALWAYS[][2] = {
    { "Content-Security-Policy", CSP },
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "no-referrer" },
    { "X-Frame-Options", "DENY" },
    { "Cross-Origin-Opener-Policy", "same-origin" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
    { "Permissions-Policy", "camera=(), geolocation=(), microphone=()" },
    { NULL, NULL },
};

static tacit_status add_host(tacit_ctx *cx, const char *name, uint16_t port, const char **hosts,
                             tacit_hosts *out)
{
    char *text = NULL;
    const bool numbers = strchr(name, ':') != NULL && name[0] != '[';
    TACIT_TRY(tacit_scratch_format(cx, &text, numbers ? "[%s]:%u" : "%s:%u", name, (unsigned)port));
    hosts[out->n++] = text;
    if (port == (out->tls ? 443 : 80)) {
        TACIT_TRY(tacit_scratch_format(cx, &text, numbers ? "[%s]" : "%s", name));
        hosts[out->n++] = text;
    }
    return TACIT_OK;
}

tacit_status tacit_hosts_make(tacit_ctx *cx, const char *const *names, size_t n, uint16_t port,
                              bool tls, tacit_hosts *out)
{
    static const char *const LOOPBACK[] = { "127.0.0.1", "localhost", "::1" };
    const size_t own = sizeof LOOPBACK / sizeof *LOOPBACK;
    const char **hosts = NULL;
    TACIT_TRY(tacit_scratch(cx, 2 * (own + n), sizeof *hosts, &hosts));
    *out = (tacit_hosts){ .at = hosts, .tls = tls };
    for (size_t i = 0; i < own + n; i++)
        TACIT_TRY(add_host(cx, i < own ? LOOPBACK[i] : names[i - own], port, hosts, out));
    return TACIT_OK;
}

bool tacit_hosts_has(const tacit_hosts *hosts, const char *host)
{
    for (size_t i = 0; host != NULL && i < hosts->n; i++)
        if (strcasecmp(hosts->at[i], host) == 0)
            return true;
    return false;
}

bool tacit_hosts_is_own(const tacit_hosts *hosts, const char *origin, const char *fetch_site)
{
    const char *scheme = hosts->tls ? "https://" : "http://";
    const size_t n = strlen(scheme);
    if (origin != NULL && (strncmp(origin, scheme, n) != 0 || !tacit_hosts_has(hosts, origin + n)))
        return false;
    return fetch_site == NULL || strcmp(fetch_site, "same-origin") == 0 ||
           strcmp(fetch_site, "none") == 0;
}

bool tacit_head_is_json(const char *type)
{
    static const char JSON[] = "application/json";
    const size_t n = sizeof JSON - 1;
    return type != NULL && strncasecmp(type, JSON, n) == 0 && strchr(" ;", type[n]) != NULL;
}

const char *tacit_head_token(const char *authorization)
{
    static const char BEARER[] = "Bearer ";
    const size_t n = sizeof BEARER - 1;
    if (authorization == NULL || strncasecmp(authorization, BEARER, n) != 0)
        return NULL;
    return authorization + n;
}
