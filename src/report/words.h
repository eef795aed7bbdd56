/*
 * words.h - parts of a record in words: values, parameters, names, the verdict.
 *
 * Texts are plain (not escaped) and live in the context's scratch memory or in the record.
 */
#ifndef TACIT_REPORT_WORDS_H
#define TACIT_REPORT_WORDS_H

#include <jansson.h>

#include "base/context.h"
#include "report/record.h"

typedef enum tacit_mood { TACIT_MOOD_GOOD = 0, TACIT_MOOD_BAD, TACIT_MOOD_PLAIN } tacit_mood;

/* What a run came to, as its record says. */
typedef struct tacit_told_verdict {
    tacit_mood mood;
    const char *headline; /* one sentence */
    const char *meaning;  /* what it means and what to do, for a newcomer */
    const char *shown;    /* of a release: what it shows as it is; "" if nothing is to be told */
    const char *lost;     /* of a release: what became of the columns, clauses; "" likewise */
} tacit_told_verdict;

/* Any JSON value: 5; a, b, c; label: a, b.  Long lists are cut with a count of the rest. */
tacit_status tacit_words_value(tacit_ctx *cx, const json_t *value, const char **out);

/* An object of parameters: "k = 5; how = mdav"; "" if there are none. */
tacit_status tacit_words_parameters(tacit_ctx *cx, const json_t *parameters, const char **out);

/* The parameters of a step that are told beside its columns: those that the plan gave, or all if
 * the step does not say.  The caller owns them. */
tacit_status tacit_words_settings(tacit_ctx *cx, const json_t *step, json_t **out);

/* Title and parameters of a result: "k-anonymity (k = 5)". */
tacit_status tacit_words_result(tacit_ctx *cx, const json_t *result, const char **out);

/* The title of a part, or its name if it has none. */
const char *tacit_words_title(const json_t *part);

/* The figure of a pair of results that is to be read first, with what it is of: "Records at risk,
 * threshold 0.2".  Both sides of the figure are NULL and the name is "" if there is none. */
tacit_status tacit_words_headline(tacit_ctx *cx, const tacit_twin *result, tacit_twin *figure,
                                  const char **name);

/* The same, named after the result too unless that says nothing more: "Prosecutor risk: Records at
 * risk, threshold 0.2". */
tacit_status tacit_words_named(tacit_ctx *cx, const tacit_twin *result, tacit_twin *figure,
                               const char **name);

/* The headline in one line: "Smallest class: 1 before, 7 now"; "" if there is none. */
tacit_status tacit_words_first(tacit_ctx *cx, const tacit_twin *result, const char **out);

/* Why a requirement does not hold: its first figure, or its first note. */
tacit_status tacit_words_failure(tacit_ctx *cx, const json_t *result, const char **out);

/* What the run of `record` came to; texts are borrowed from it. */
tacit_told_verdict tacit_words_verdict(const json_t *record);

/* The range of a figure and which end is good, "0 to 1, lower is better"; "" if it has
 * none. */
tacit_status tacit_words_range(tacit_ctx *cx, const json_t *figure, const char **out);

#endif
