/*
 * own.h - a request and its reply without the network; for the files of this folder and the tests.
 */
#ifndef TACIT_SERVER_HTTP_OWN_H
#define TACIT_SERVER_HTTP_OWN_H

#include <jansson.h>
#include <stdatomic.h>

#include "base/text.h"
#include "server/head/head.h"
#include "server/http/http.h"

/* What was told of some words, so that they need not be read again. */
typedef struct tacit_memo tacit_memo;
tacit_status tacit_memo_new(tacit_ctx *cx, tacit_memo **out);
void tacit_memo_free(tacit_memo *m);

/* An answer with the key of its question and the policy it was given by. */
typedef struct tacit_memo_answer {
    const char *text;
    char key[TACIT_DIGEST_BYTES];
    const tacit_policy *policy;
} tacit_memo_answer;

/* The answer to `sql` of `dataset` (NULL: none was named); false if it is not known.  Its text is
 * copied to scratch memory. */
bool tacit_memo_find(tacit_ctx *cx, tacit_memo *m, const char *dataset, const char *sql,
                     tacit_memo_answer *out);
bool tacit_memo_has(tacit_memo *m, const char *dataset, const char *sql);

/* Keep an answer, if it is not too large; the policy is borrowed. */
void tacit_memo_keep(tacit_memo *m, const char *dataset, const char *sql,
                     const tacit_memo_answer *answer);

/* What all requests share. */
typedef struct tacit_site {
    tacit_desk *desk;
    tacit_memo *memo;
    tacit_hosts hosts; /* as Host must say */
    const char *const *origins;
    size_t n_origins;
    atomic_uint_fast64_t requests[TACIT_OUTCOMES]; /* by outcome */
} tacit_site;

/* A request; what is missing is NULL. */
typedef struct tacit_http_request {
    const char *method, *path;
    const char *host, *origin, *fetch_site, *type, *authorization, *match;
    const char *body;
    size_t length;
} tacit_http_request;

/* What goes back. */
typedef struct tacit_http_reply {
    unsigned status;
    const char *type;
    tacit_buffer body; /* or: */
    const char *file;  /* constant */
    size_t file_length;
    const char *tag;    /* of a file that does not change */
    const char *allow;  /* methods, if the method was wrong */
    const char *origin; /* whose page may read it, or NULL */
    bool preflight;
    unsigned retry; /* seconds */
    bool released;  /* it goes by the grid */
} tacit_http_reply;

/* Answer a request.  `out` is empty; the caller frees its body. */
void tacit_site_answer(tacit_ctx *cx, tacit_site *site, const tacit_http_request *r,
                       tacit_http_reply *out);

/* Whether it will take no time worth speaking of. */
bool tacit_site_is_quick(tacit_site *site, const tacit_http_request *r);

/* Fill a reply with a problem (RFC 9457); `why` NULL: what the code says. */
void tacit_site_problem(tacit_ctx *cx, tacit_site *site, tacit_outcome code, const char *why,
                        tacit_http_reply *out);

/* A request that has been let in. */
typedef struct tacit_entered {
    tacit_site *site;
    const tacit_caller *caller;
    const json_t *body; /* an object; NULL where the method has none */
} tacit_entered;

/* What a handler says: an object that becomes the body, or a code with perhaps a sentence, and of a
 * question that is wrong the place. */
typedef struct tacit_said {
    tacit_outcome code;
    const char *why;
    int line, column;
    json_t *json;       /* owned */
    const char *answer; /* put before "bill" of `json` as it stands, or NULL */
    const char *text;   /* instead: plain text, in scratch memory */
} tacit_said;

typedef void tacit_handler(tacit_ctx *cx, const tacit_entered *e, tacit_said *out);

/* An address of the API. */
typedef struct tacit_route {
    const char *method, *path;
    tacit_caller_role role; /* the least that is needed */
    tacit_handler *handle;
} tacit_route;

/* Ends with a NULL method. */
extern const tacit_route TACIT_ROUTES[];

/* Handlers, by file. */
tacit_handler tacit_route_query, tacit_route_explain, tacit_route_budget, tacit_route_history;
tacit_handler tacit_route_schema, tacit_route_metrics, tacit_route_log;
tacit_handler tacit_route_tokens, tacit_route_token_add, tacit_route_token_revoke;

/* What was spent and is left, as JSON. */
json_t *tacit_bill_json(const tacit_policy *policy, const tacit_query_bill *bill);

/* Questions that would be answered, made from what a policy declares. */
json_t *tacit_examples_json(tacit_ctx *cx, const tacit_policy *policy);

#endif
