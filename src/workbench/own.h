/*
 * own.h - the workbench as its files share it.
 */
#ifndef TACIT_WORKBENCH_OWN_H
#define TACIT_WORKBENCH_OWN_H

#include <pthread.h>
#include <stdatomic.h>

#include "server/head/head.h"
#include "server/token/token.h"
#include "workbench/document.h"
#include "workbench/jobs.h"
#include "workbench/workbench.h"

struct MHD_Daemon;

struct tacit_bench {
    tacit_ctx *cx; /* owns the texts below */
    tacit_hosts hosts;
    tacit_tokens *tokens;
    const char *address, *file, *root;
    tacit_buffer catalog; /* as JSON */
    tacit_jobs *jobs;
    struct MHD_Daemon *daemon;
    uint16_t port;
    bool records;         /* single records may be looked at */
    atomic_llong asked;   /* when somebody known asked last, in seconds of the clock */
    pthread_mutex_t lock; /* of what follows */
    tacit_document *document;
    char *saved; /* what is in the file, or NULL: it is not there, or not ours */
};

/* A request that has been let in. */
typedef struct tacit_bench_request {
    const char *method, *path;
    const json_t *body; /* an object, of POST */
} tacit_bench_request;

/* Its reply: JSON, or what becomes of a job. */
typedef struct tacit_bench_reply {
    unsigned status;
    tacit_buffer body;
    unsigned events; /* the job, or 0 */
} tacit_bench_reply;

/* Somebody known has asked for something. */
void tacit_bench_note_asked(tacit_bench *b);

/* Answer a request; `out` is empty, and the caller frees its body. */
void tacit_bench_answer(tacit_ctx *cx, tacit_bench *b, const tacit_bench_request *r,
                        tacit_bench_reply *out);

/* Fill a reply with { "ok": false, "error" }. */
void tacit_bench_refuse(tacit_ctx *cx, unsigned status, const char *why, tacit_bench_reply *out);

/* Write the plan to its file, unless somebody else has changed that meanwhile. */
tacit_status tacit_bench_save(tacit_ctx *cx, tacit_bench *b);

/* Begin and end to listen. */
tacit_status tacit_bench_listen(tacit_ctx *cx, tacit_bench *b);
void tacit_bench_silence(tacit_bench *b);

#endif
