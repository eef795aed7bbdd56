/*
 * linker.h - what a way to link records is.
 *
 * Each lives in one file that defines one constant and is listed by one line in
 * linkers.def.  Contract for `link`: read both tables, set the links, add figures, tables
 * and charts to `result`; take temporary memory and the links' from tacit_scratch() only.
 * Messages and results have no cell of the data.
 */
#ifndef TACIT_MICRO_LINKAGE_LINKER_H
#define TACIT_MICRO_LINKAGE_LINKER_H

#include "base/result.h"
#include "table/table.h"

/* Two files to link, or one to find duplicates in. */
typedef struct tacit_link_job {
    const tacit_table *a, *b; /* b is a if duplicates are looked for */
    bool within;              /* duplicates: pairs (i, j) of a with i < j */
    const char *truth;        /* column of both whose equality makes a true pair, or NULL */
} tacit_link_job;

/* What a pair was found to be. */
typedef enum tacit_link_kind {
    TACIT_LINK_POSSIBLE = 0, /* for clerical review */
    TACIT_LINK_SURE
} tacit_link_kind;

typedef struct tacit_link {
    uint32_t a, b; /* rows */
    double score;  /* what the linker ranks by; see its definition of "score" */
    double credit; /* 1, or 1 / number of records that are equally near */
    tacit_link_kind kind;
} tacit_link;

/* Links by row of a, then of b; in scratch memory. */
typedef struct tacit_links {
    size_t n;
    tacit_link *at;
    const char *score; /* what a score is, one phrase */
} tacit_links;

typedef struct tacit_linker {
    tacit_entry about;
    tacit_status (*link)(tacit_ctx *cx, const tacit_link_job *job, const tacit_args *args,
                         tacit_links *links, tacit_result *result);
} tacit_linker;

#define TACIT_LINKER(id) extern const tacit_linker tacit_linker_##id;
#include "micro/linkage/linkers.def"
#undef TACIT_LINKER

extern const tacit_catalog tacit_linker_catalog;

/* The linker called `name`, or NULL. */
const tacit_linker *tacit_linker_find(const char *name);

/* Check the arguments, link, add how many links are right if the truth is known, and set
 * `*out` to a result that the caller owns and `*links` to the links in scratch memory. */
tacit_status tacit_linker_run(tacit_ctx *cx, const tacit_linker *linker, const tacit_link_job *job,
                              const tacit_args *args, tacit_links *links, tacit_result **out);

#endif
