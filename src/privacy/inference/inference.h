/*
 * inference.h - what an inference is: an estimate from data that was released with noise.
 *
 * Each lives in one file that defines one constant and is listed by one line in inferences.def.
 * It looks at a release and at what was published of the noise, and at nothing else, so what it
 * tells gives away no more than the release did.  (privacy_funnel.c looks at the data before a
 * release, and says so.)
 *
 * Contract for `check`: say what is wrong with arguments that do not go together, before any data
 * is read.  For `infer`: read the table, add figures, tables, charts and notes to `result`; draw
 * only from `job->rng`; take temporary memory from tacit_scratch() only.  Messages have no cell of
 * the data; categories are in tables and charts only.
 */
#ifndef TACIT_PRIVACY_INFERENCE_INFERENCE_H
#define TACIT_PRIVACY_INFERENCE_INFERENCE_H

#include "base/result.h"
#include "base/rng.h"
#include "table/table.h"

/* What to infer from. */
typedef struct tacit_infer_job {
    const tacit_table *data;
    const tacit_args *args;
    tacit_rng rng;     /* for resampling */
    double confidence; /* of intervals */
} tacit_infer_job;

typedef struct tacit_inference {
    tacit_entry about;
    bool before; /* it looks at the data before a release, not at a release */
    tacit_status (*check)(tacit_ctx *cx, const tacit_args *args);
    tacit_status (*infer)(tacit_ctx *cx, const tacit_infer_job *job, tacit_result *result);
} tacit_inference;

#define TACIT_INFERENCE(id) extern const tacit_inference tacit_inference_##id;
#include "privacy/inference/inferences.def"
#undef TACIT_INFERENCE

extern const tacit_catalog tacit_inference_catalog;

/* The inference called `name`, or NULL. */
const tacit_inference *tacit_inference_find(const char *name);

/* Check the arguments, infer, and set `*out` to a result that the caller owns. */
tacit_status tacit_inference_run(tacit_ctx *cx, const tacit_inference *inference,
                                 const tacit_infer_job *job, tacit_result **out);

/* ---- for the inferences ---- */

/* The column that argument i names; all that the plan names are there. */
const tacit_column *tacit_infer_column(const tacit_infer_job *job, size_t i);

/* The columns that argument i names, in scratch memory. */
tacit_status tacit_infer_columns(tacit_ctx *cx, const tacit_infer_job *job, size_t i,
                                 const tacit_column *const **out, size_t *n);

/* Fail unless `c` holds numbers. */
tacit_status tacit_infer_numbers(tacit_ctx *cx, const char *owner, const tacit_column *c);

/* A number for people, as the label of a place on an axis. */
tacit_status tacit_infer_place(tacit_ctx *cx, json_t *chart, double x);

/* A number, or null where there is none. */
json_t *tacit_infer_number(double x);

#endif
