/*
 * describe.h - profiles, suggestions and keys as JSON and as results that renderers show.
 *
 * Tables show at most TACIT_DESCRIBE_ROWS columns of the data and then how many more
 * there are; the record's "profile" has them all.
 */
#ifndef TACIT_MICRO_PROFILE_DESCRIBE_H
#define TACIT_MICRO_PROFILE_DESCRIBE_H

#include "base/result.h"
#include "micro/profile/keys.h"
#include "micro/profile/role.h"

enum { TACIT_DESCRIBE_ROWS = 60 };

/* Everything that is known of the columns of one table; borrowed. */
typedef struct tacit_description {
    size_t n; /* columns */
    const tacit_profile *profile;
    const tacit_suggestion *suggestion;
    const tacit_key_doubt *doubt; /* what doubtful keys would do; NULL: there are none */
} tacit_description;

/* Column j as an object: "name", "type", "missing", "missing_share", "distinct",
 * "uniqueness", "singles", "top_share", "entropy", "evenness"; for numbers and dates
 * "least", "quantiles", "most", "mean", "sd"; for numbers "zeros", "negatives"; for texts
 * "shortest", "longest", "pattern", "date_order"; "same_as"; "suggestion": { "role", "confidence",
 * "kind", "reason" }; "hints".  Dates are written YYYY-MM-DD.  The caller owns it. */
tacit_status tacit_describe_column(tacit_ctx *cx, const tacit_description *d, size_t j,
                                   json_t **out);

/* A value of a number or date column as JSON: a number, a day, or null. */
json_t *tacit_describe_value(tacit_type type, double x);

/* What is worth a look in column j, as sentences: calls `tell` for each. */
typedef tacit_status tacit_hint_sink(tacit_ctx *cx, void *user, const char *hint);
tacit_status tacit_describe_hints(tacit_ctx *cx, const tacit_description *d, size_t j,
                                  tacit_hint_sink *tell, void *user);

/* What speaks for or against a role, also of a column without one: counts in words. */
tacit_status tacit_describe_reason(tacit_ctx *cx, const tacit_description *d, size_t j,
                                   const char **out);

/* Results the caller owns: suggested roles with reasons and hints; the values of the
 * columns; the uniqueness on the suggested keys. */
tacit_status tacit_describe_roles(tacit_ctx *cx, const tacit_description *d, tacit_result **out);
tacit_status tacit_describe_values(tacit_ctx *cx, const tacit_description *d, tacit_result **out);
tacit_status tacit_describe_keys(tacit_ctx *cx, const tacit_description *d,
                                 const tacit_key_report *keys, tacit_result **out);

#endif
