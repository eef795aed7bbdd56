/*
 * workbench.h - the custodian's page over a plan: it edits the plan, runs tasks, shows records.
 *
 * The only document is the text of the plan; every change of it is a version in a tree.  Work is
 * done by the tasks, one at a time on a thread of its own, by the same call as the command's and
 * the library's; what comes back to the page are their records.  So this folder touches no cell.
 *
 * The server listens on loopback alone.  Who asks must show the token that was made for this run;
 * nothing that is asked is logged.
 */
#ifndef TACIT_WORKBENCH_WORKBENCH_H
#define TACIT_WORKBENCH_WORKBENCH_H

#include "run/task.h"

typedef struct tacit_bench_spec {
    const tacit_catalog *tasks; /* that plans have sections for */
    const tacit_catalog *looks; /* the same, and those that only look at data for the page */
    bool records;               /* single records may be looked at: one of these is `records` */
    const json_t *catalog;      /* everything that a plan can name; borrowed */
    const char *file;           /* where the plan is saved */
    const char *text;           /* the plan to begin with */
    bool read;                  /* the text was read from the file */
    const char *root; /* the folder outside of which no file is touched, as realpath(3) says */
    uint16_t port;    /* 0: one that is free */
    uint64_t memory;  /* for the runs, as in tacit_run_spec */
} tacit_bench_spec;

typedef struct tacit_bench tacit_bench;

/* Begin to answer. */
tacit_status tacit_bench_open(tacit_ctx *cx, const tacit_bench_spec *spec, tacit_bench **out);

/* Where: an address with the token in its fragment, which a browser keeps to itself. */
const char *tacit_bench_address(const tacit_bench *b);
uint16_t tacit_bench_port(const tacit_bench *b);

/* Seconds since anybody with the token asked for something; 0 while work is done. */
double tacit_bench_idle(const tacit_bench *b);

/* Cancel what runs, and end.  Accepts NULL. */
void tacit_bench_close(tacit_bench *b);

#endif
