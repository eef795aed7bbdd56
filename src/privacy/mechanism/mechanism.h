/*
 * mechanism.h - what a mechanism is: a way to answer about data that is private by its noise.
 *
 * Each lives in one file that defines one constant, and is listed by one line in mechanisms.def.
 * Values and answers are integers: sums on a lattice (sample/lattice.h), scores, numbers of
 * categories.  Three kinds:
 *
 *   adds     answers every value with noise: counts and sums
 *   chooses  answers with the number of one of the values, which are scores: 0, 1, ...
 *   local    answers for each person apart, before anybody collects the values
 *
 * An answer takes two steps.  `draw` makes the noise, and knows nothing of the values; `answer`
 * puts it to the values in a time that does not depend on it.  So noise that was drawn beforehand
 * keeps its size to itself.  (The exponential mechanism says why it cannot.)  What was drawn is
 * used once.
 */
#ifndef TACIT_PRIVACY_MECHANISM_MECHANISM_H
#define TACIT_PRIVACY_MECHANISM_MECHANISM_H

#include "base/catalog.h"
#include "privacy/accountant/loss.h"
#include "privacy/sample/draw.h"

typedef enum tacit_mechanism_kind {
    TACIT_MECHANISM_ADDS = 0,
    TACIT_MECHANISM_CHOOSES,
    TACIT_MECHANISM_LOCAL
} tacit_mechanism_kind;

/* A request that was looked at: everything that is needed to draw and to answer. */
typedef struct tacit_request {
    const tacit_args *args;
    size_t n;          /* values */
    tacit_ratio scale; /* of the noise: a scale, or a variance */
    size_t draws;      /* integers of noise */
    size_t answers;    /* integers of an answer */
} tacit_request;

typedef struct tacit_mechanism {
    tacit_entry about;
    tacit_mechanism_kind kind;
    /* Check what depends on several parameters, and fill `scale`, `draws` and `answers`, which
     * arrive as 1, n and n. */
    tacit_status (*prepare)(tacit_ctx *cx, tacit_request *request);
    void (*draw)(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise);
    void (*answer)(const tacit_request *request, const tacit_i128 *value, const tacit_i128 *noise,
                   tacit_i128 *out);
    /* What one answer can give away. */
    tacit_privacy_loss (*loss)(const tacit_request *request);
} tacit_mechanism;

#define TACIT_MECHANISM(id) extern const tacit_mechanism tacit_mechanism_##id;
#include "privacy/mechanism/mechanisms.def"
#undef TACIT_MECHANISM

extern const tacit_catalog tacit_mechanism_catalog;

/* Look at a request for `n` values. */
tacit_status tacit_mechanism_prepare(tacit_ctx *cx, const tacit_mechanism *m,
                                     const tacit_args *args, size_t n, tacit_request *out);

/* Draw and answer at once, where time tells nothing; `*out` is scratch memory. */
tacit_status tacit_mechanism_run(tacit_ctx *cx, const tacit_mechanism *m,
                                 const tacit_request *request, tacit_keystream *stream,
                                 const tacit_i128 *value, tacit_i128 **out);

/* ---- for the mechanisms ---- */

/* The parameters that most of them begin with. */
enum { TACIT_MECHANISM_EPSILON = 0, TACIT_MECHANISM_SENSITIVITY };

#define TACIT_PARAM_EPSILON                                                                        \
    {                                                                                              \
        .name = "epsilon", .type = TACIT_PARAM_REAL, .need = TACIT_REQUIRED, .min = 1e-9,          \
        .max = 1000, TACIT_USEFUL_LOG(0.01, 10, NULL),                                             \
        .help = "what the answer may give away of a person"                                        \
    }
#define TACIT_PARAM_SENSITIVITY                                                                    \
    {                                                                                              \
        .name = "sensitivity", .type = TACIT_PARAM_INTEGER, .need = TACIT_REQUIRED, .min = 1,      \
        .max = 0x1p53, TACIT_USEFUL_LOG(1, 1e6, "steps"),                                          \
        .help = "by how many steps of the lattice a person can move one value"                     \
    }
#define TACIT_PARAM_MOVED                                                                          \
    {                                                                                              \
        .name = "moved", .type = TACIT_PARAM_INTEGER, .preset = 1, .min = 1, .max = 1e9,           \
        TACIT_USEFUL_LOG(1, 1000, "values"), .help = "how many of the values a person can move"    \
    }
#define TACIT_PARAM_MONOTONE                                                                       \
    {                                                                                              \
        .name = "monotone", .type = TACIT_PARAM_FLAG,                                              \
        .help = "a person moves all scores the same way, as counts: half the noise will do"        \
    }

/* Set the scale to times * sensitivity / epsilon; fails if that is beyond what can be drawn. */
tacit_status tacit_request_scale(tacit_ctx *cx, tacit_request *request, uint64_t times);

/* The scale of scores: 2 sensitivity / epsilon, or the half if `monotone`, the third parameter. */
enum { TACIT_MECHANISM_MONOTONE = 2 };
tacit_status tacit_request_score_scale(tacit_ctx *cx, tacit_request *request);

/* 1 / epsilon, as a scale: draws with weights exp(-epsilon k). */
tacit_status tacit_request_odds(tacit_ctx *cx, tacit_request *request);

/* Fill with `request->draws` discrete Laplace draws, or geometric ones. */
void tacit_draw_laplaces(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise);
void tacit_draw_geometrics(const tacit_request *request, tacit_keystream *stream,
                           tacit_i128 *noise);

/* Every value and its noise. */
void tacit_answer_sums(const tacit_request *request, const tacit_i128 *value,
                       const tacit_i128 *noise, tacit_i128 *out);

/* The worst loss of epsilon. */
tacit_privacy_loss tacit_request_pure_loss(const tacit_request *request);

#endif
