/*
 * work.h - one run of a task: the plan, what was loaded for it, its record and outputs.
 *
 * A task asks for what it needs; what was loaded is kept and freed by the dispatcher.  Nothing
 * that a task does is seen outside before it has ended well: outputs are staged.
 */
#ifndef TACIT_RUN_WORK_H
#define TACIT_RUN_WORK_H

#include <jansson.h>

#include "base/text.h"
#include "engine/maker.h"
#include "engine/stage/stage.h"
#include "run/standard/standard.h"
#include "run/task.h"

/* What is known besides the data. */
typedef struct tacit_known {
    tacit_table *population; /* histogram of the keys, or NULL */
    tacit_table *control;    /* records of other persons, or NULL */
    tacit_subject_extra extra;
} tacit_known;

struct tacit_work {
    const tacit_task *task;
    const tacit_plan *plan;
    const tacit_plan_ask *ask;      /* what the plan asks of this task */
    tacit_session *session;         /* where memory:NAME is, or NULL */
    uint64_t memory;                /* bytes the engine may use; 0: its default */
    const tacit_standard *standard; /* what `-` stands for, or NULL */
    json_t *record;
    tacit_verdict verdict;
    tacit_staged *staged; /* outputs without their final names */
    tacit_placed *made;   /* a table on a server that nobody sees yet, or NULL */
    tacit_store *pending; /* outputs in memory that are not released yet */
    tacit_table *data;    /* the plan's data, once it was loaded */
    tacit_known known;    /* once it was asked for */
    uint64_t seed;        /* once it was asked for */
    bool simulation;      /* noise with a guarantee is drawn from the seed: nothing is certified */
    bool counts;          /* of the data only what is counted is looked at, and no record */
    bool fetch;           /* all records of a table on a server may be fetched, however many */
    bool force;           /* outputs may replace what is no result of ours */
    const char *read[64]; /* files that are read though the plan does not name them */
    size_t n_read;
    const tacit_dialect *dialect; /* in which all outputs are spelled, once it was settled */
    const char *remark;           /* a sentence to go with what a good verdict means, or NULL */
    const char *caveat;           /* one to go with what a bad verdict means, or NULL */
};

/* What is told of an identifier that no step takes away. */
#define TACIT_LEFT_OUT "Identifier '%s' was left out of the release."

/* ---- data ---- */

/* Open the plan's data and check the plan's columns against it; the caller closes. */
tacit_status tacit_work_open(tacit_ctx *cx, const tacit_work *w, tacit_data **out);

/* Load all of the plan's data as `w->data`, with the plan's roles.  Fails if it has no
 * records. */
tacit_status tacit_work_load(tacit_ctx *cx, tacit_work *w);

/* The same of open data, with some columns only (all if `columns` is NULL). */
tacit_status tacit_work_load_columns(tacit_ctx *cx, tacit_work *w, tacit_data *data,
                                     const tacit_select *columns);

/* The columns of open data with the plan's roles, without rows. */
tacit_status tacit_work_shape(tacit_ctx *cx, const tacit_work *w, const tacit_data *data,
                              tacit_table **out);

/* Load another file: as its certificate says that it is read, if it is a release of ours, else as
 * the plan says that its data is to be read; the caller frees. */
tacit_status tacit_work_load_other(tacit_ctx *cx, const tacit_work *w, const char *uri,
                                   tacit_table **out);

/* Give the columns of `table` the plan's roles; a role of a column that is not there is passed
 * over. */
void tacit_work_set_roles(const tacit_work *w, tacit_table *table);

/* The columns of `data` that the plan gives one of `roles` (bits) and that are there, in scratch
 * memory. */
tacit_status tacit_work_columns(tacit_ctx *cx, const tacit_work *w, const tacit_data *data,
                                unsigned roles, tacit_select *out);

/* Find out what is known besides the data: the population and the hierarchies. */
tacit_status tacit_work_know(tacit_ctx *cx, tacit_work *w);

/* Load the plan's control too, if it names one. */
tacit_status tacit_work_know_control(tacit_ctx *cx, tacit_work *w);

/* Choose the seed of the run: the plan's, or a fresh one if steps are random and it has none. */
tacit_status tacit_work_choose_seed(tacit_ctx *cx, tacit_work *w);

/* Fail unless a table can be written to `target`. */
tacit_status tacit_work_check_table(tacit_ctx *cx, const tacit_work *w, const char *target);

/* ---- outputs ---- */

/* Say that the file at `path`, which the plan does not name, is read: no output may replace it. */
tacit_status tacit_work_reads(tacit_ctx *cx, tacit_work *w, const char *path);

/* Promise an output at `target`; write it to `*path`.  Refused if it would replace an input,
 * another output, or what is no result of ours (guard.h). */
tacit_status tacit_work_stage(tacit_ctx *cx, tacit_work *w, const char *target, const char **path);

/* List what was written to `path` among the outputs, with its hash. */
tacit_status tacit_work_list(tacit_ctx *cx, tacit_work *w, const char *kind, const char *target,
                             const char *path);

/* Make the table `what` of `data` on its server, and keep it with the other outputs. */
tacit_status tacit_work_make(tacit_ctx *cx, tacit_work *w, tacit_data *data,
                             const tacit_placing *what);

/* Take it away again. */
void tacit_work_unmake(tacit_work *w);

/* List what has a digest of its own among the outputs. */
tacit_status tacit_work_list_digest(tacit_ctx *cx, tacit_work *w, const char *kind,
                                    const char *target, const char *digest, uint64_t bytes);

/* Stage a text, or a table in the format of the target's name (or in memory), and list it as
 * `kind`. */
tacit_status tacit_work_write_text(tacit_ctx *cx, tacit_work *w, const char *kind,
                                   const char *target, const tacit_buffer *text);
tacit_status tacit_work_write_table(tacit_ctx *cx, tacit_work *w, const char *kind,
                                    const char *target, const tacit_table *table);

/* ---- for the dispatcher ---- */

/* Give all outputs their names. */
tacit_status tacit_work_commit(tacit_ctx *cx, tacit_work *w);

/* Free all that was loaded and staged. */
void tacit_work_end(tacit_work *w);

/* Put "title", "layout" and "verdict" of a run that has ended into its record. */
tacit_status tacit_work_tell_verdict(tacit_ctx *cx, const tacit_work *w);

#endif
