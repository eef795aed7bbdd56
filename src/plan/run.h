/*
 * run.h - carrying a plan out: what the command line and the library call.
 *
 * Each call takes a request and gives one JSON document, the run record, which the
 * terminal, --json and the report all show.  Nothing here shows a cell, so a caller can
 * print a record and has no way to print a value of the data; the one exception is
 * tacit_run_hierarchy(), whose user asks for the labels of a hierarchy.
 *
 * Record: { "tacit", "command", "released", "plan_text", "secret", "versions", "data",
 *   "steps", "requirements", "before", "after", "utility", "linkage", "exploration",
 *   "outputs", "warnings" };
 *   parts that a command does not have are left out.  "secret" holds the seed: it is for
 *   the custodian and stands in no report or certificate.  Results have the shape of
 *   base/result.h.
 */
#ifndef TACIT_PLAN_RUN_H
#define TACIT_PLAN_RUN_H

#include <jansson.h>

#include "base/catalog.h"
#include "base/text.h"

/* What is asked for.  A plan is a file, or a text that the caller made from flags. */
typedef struct tacit_request {
    const char *plan_file; /* path; "command line" together with plan_text */
    const char *plan_text; /* NULL: read plan_file */
    uint64_t memory;       /* bytes the engine may use; 0: its default */
    const uint64_t *seed;  /* instead of the plan's; NULL: the plan's */
    const char *output;    /* likewise */
    const char *report;
    const char *records; /* measure: where to write each record's risk, or NULL */
} tacit_request;

/* Names, such as those of columns. */
typedef struct tacit_names {
    size_t n;
    const char *const *at;
} tacit_names;

/* The second file of a comparison or a linkage; the plan's data is the first. */
typedef struct tacit_other {
    const char *uri;    /* NULL: link within the first file */
    tacit_names map;    /* "a=b": column a of the first file is column b of the second */
    tacit_names by;     /* compare: the columns that tell which rows correspond */
    bool independent;   /* compare: the rows do not correspond though they are as many */
    const char *truth;  /* link: the column whose equality makes a true pair, or NULL */
    const char *output; /* link: where to write the links, or NULL */
} tacit_other;

/* What to explore, besides what the plan asks; none: a sensible choice. */
typedef struct tacit_what_if {
    size_t n_k;
    const uint64_t *k; /* sizes of classes, at least 1 */
    size_t n_limits;
    const double *limit; /* shares of records that may be suppressed, 0 ... 1 */
} tacit_what_if;

/* Outputs that are written but do not have their final names yet. */
typedef struct tacit_release tacit_release;

/* Load, mask, verify against `require`, write.  If a requirement does not hold, the
 * record's "released" is false and `*release` holds no data.  The caller may add files
 * (the report), then commits, then frees; freeing without commit leaves nothing. */
tacit_status tacit_run_protect(tacit_ctx *cx, const tacit_request *request, tacit_release **release,
                               json_t **record);

/* Put a file with these bytes among the outputs. */
tacit_status tacit_release_add(tacit_ctx *cx, tacit_release *release, const char *target,
                               const char *bytes, size_t n);

/* Give all outputs their final names. */
tacit_status tacit_release_commit(tacit_ctx *cx, tacit_release *release);

/* Remove what was not committed, and free.  Accepts NULL. */
void tacit_release_free(tacit_release *release);

/* Where the plan wants the report, or NULL; borrowed from `release`. */
const char *tacit_release_report(const tacit_release *release);

/* An empty set of outputs, for commands that write only a report. */
tacit_status tacit_release_new(tacit_ctx *cx, const char *report, tacit_release **out);

/* Models and risks of the plan's data as it is. */
tacit_status tacit_run_measure(tacit_ctx *cx, const tacit_request *request, json_t **record);

/* Utility of the protected file `other` against the plan's data, what attackers would find,
 * and the risk of both where the plan names keys. */
tacit_status tacit_run_compare(tacit_ctx *cx, const tacit_request *request,
                               const tacit_other *other, json_t **record);

/* Link the records of the plan's data with those of `other` by the plan's linker.  The links
 * name records, so they are for the custodian alone. */
tacit_status tacit_run_link(tacit_ctx *cx, const tacit_request *request, const tacit_other *other,
                            json_t **record);

/* What to do with the hierarchies of a plan. */
typedef enum tacit_hierarchy_action {
    TACIT_HIERARCHY_SHOW = 0, /* levels and their widest labels */
    TACIT_HIERARCHY_CHECK,    /* against the data; counts alone */
    TACIT_HIERARCHY_BUILD,    /* write one as a file with a row for each value */
    TACIT_HIERARCHY_DRAW      /* one as a tree */
} tacit_hierarchy_action;

typedef struct tacit_hierarchy_ask {
    tacit_hierarchy_action action;
    const char *column; /* NULL: all, or the only one */
    const char *output; /* of TACIT_HIERARCHY_BUILD */
} tacit_hierarchy_ask;

/* Build the plan's hierarchies for its data and tell of them under "hierarchies"; one that is
 * drawn has a "tree" of at most 60 leaves.  Labels and values of the data are in the record
 * unless the action is to check: they are for the custodian alone.  Checking fails with all
 * that is wrong. */
tacit_status tacit_run_hierarchy(tacit_ctx *cx, const tacit_request *request,
                                 const tacit_hierarchy_ask *ask, json_t **record);

/* What other requests than the plan's would cost, and what is near its own: for plans with a
 * step `generalize`. */
tacit_status tacit_run_explore(tacit_ctx *cx, const tacit_request *request,
                               const tacit_what_if *what, json_t **record);

/* Why each key has to be generalised as far as it is. */
tacit_status tacit_run_explain(tacit_ctx *cx, const tacit_request *request, json_t **record);

/* Check the released file (or its certificate) at `path` against its certificate: the
 * file's hash, and every claimed guarantee measured again.  The record's "verified" is
 * the verdict, "checks" lists what was checked. */
tacit_status tacit_run_verify(tacit_ctx *cx, const char *path, uint64_t memory, json_t **record);

/* Profile of every column with a suggested role and the reason. */
tacit_status tacit_run_inspect(tacit_ctx *cx, const tacit_request *request, json_t **record);

/* A commented plan to start from, made from an inspection's record. */
tacit_status tacit_init_plan(tacit_ctx *cx, const json_t *inspection, tacit_buffer *out);

/* Make `rows` rows of the example data and write them to `target`. */
tacit_status tacit_run_generate(tacit_ctx *cx, const char *what, uint64_t rows, uint64_t seed,
                                const char *target, json_t **record);

/* The catalogs that a user chooses from: models, risks, utilities, methods, hierarchies,
 * engines.  Ends with NULL. */
const tacit_catalog *const *tacit_catalogs(void);

#endif
