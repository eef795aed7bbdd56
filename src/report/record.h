/*
 * record.h - reading a run record: pairs of results and parts, the columns of the data.
 *
 * Every part of a record may be absent or of a wrong type; these functions then give
 * an empty text, no pairs or NULL, never a failure.  Texts are borrowed from the record;
 * pairs live in the context's scratch memory.
 */
#ifndef TACIT_REPORT_RECORD_H
#define TACIT_REPORT_RECORD_H

#include <jansson.h>

#include "base/context.h"

/* A result, table, chart or figure as it was before and after the steps; one may be NULL. */
typedef struct tacit_twin {
    const json_t *before, *after;
} tacit_twin;

typedef struct tacit_twins {
    const tacit_twin *at;
    size_t n;
} tacit_twins;

/* The text under `key`, "" if there is none. */
const char *tacit_record_text(const json_t *object, const char *key);

/* Whether the record is to be laid out in the way called `trait`. */
bool tacit_record_layout(const json_t *record, const char *trait);

/* Whether the record, or an output in it, may be shown to everybody; one that does not say so
 * may not. */
bool tacit_record_is_public(const json_t *record);

/* The data that the record is about: the original, or where that is not public the release. */
const json_t *tacit_record_data(const json_t *record);

/* The list `key` of the part `part` of `record`, e.g. "before", "risks"; NULL if absent. */
const json_t *tacit_record_list(const json_t *record, const char *part, const char *key);

/* The member of `list` whose "name" is `name`, or NULL. */
const json_t *tacit_record_find(const json_t *list, const char *name);

/* The later of the two, or the only one. */
const json_t *tacit_twin_main(const tacit_twin *pair);

/* Figures, tables or charts (`key`) of a pair of results, paired by name. */
tacit_status tacit_twin_parts(tacit_ctx *cx, const tacit_twin *pair, const char *key,
                              tacit_twins *out);

/* Results of two lists, paired by name and parameters, or by name where it is unique. */
tacit_status tacit_twin_results(tacit_ctx *cx, const json_t *before, const json_t *after,
                                tacit_twins *out);

/* Required guarantees with the same models before the steps. */
tacit_status tacit_record_requirements(tacit_ctx *cx, const json_t *record, tacit_twins *out);

/* Models that were measured without being required. */
tacit_status tacit_record_models(tacit_ctx *cx, const json_t *record, tacit_twins *out);

/* Risks before and after. */
tacit_status tacit_record_risks(tacit_ctx *cx, const json_t *record, tacit_twins *out);

/* Utility measures; each compares before and after by itself. */
tacit_status tacit_record_utility(tacit_ctx *cx, const json_t *record, tacit_twins *out);

/* What choices of levels were looked at; how files were linked. */
tacit_status tacit_record_exploration(tacit_ctx *cx, const json_t *record, tacit_twins *out);
tacit_status tacit_record_linkage(tacit_ctx *cx, const json_t *record, tacit_twins *out);

/* Results of a part of "sections". */
tacit_status tacit_record_section(tacit_ctx *cx, const json_t *section, tacit_twins *out);

/* Names of the columns that a step works on: a list, a single text, or NULL.  They stand in
 * the step or in its parameters. */
const json_t *tacit_record_step_columns(const json_t *step);

/* The columns of the part "data" or "protected" as a table {"columns", "rows"} the caller
 * owns, NULL if there are none. */
tacit_status tacit_record_columns(tacit_ctx *cx, const json_t *record, const char *part,
                                  json_t **out);

#endif
