/*
 * role.h - the role that a column seems to have, and why.
 *
 * A suggestion follows from the column's name and its profile by fixed rules, so the same
 * data always give the same suggestions.  It is a start for someone who knows the data,
 * never a decision: a column without a suggestion is not harmless.
 */
#ifndef TACIT_MICRO_PROFILE_ROLE_H
#define TACIT_MICRO_PROFILE_ROLE_H

#include "micro/profile/profile.h"

/* How sure a suggestion is.  One that is LOW is told, not applied. */
typedef enum tacit_confidence {
    TACIT_CONFIDENCE_NONE = 0,
    TACIT_CONFIDENCE_LOW,
    TACIT_CONFIDENCE_MEDIUM,
    TACIT_CONFIDENCE_HIGH
} tacit_confidence;

/* What a column is about, where that decides how it is best coarsened. */
typedef enum tacit_kind {
    TACIT_KIND_OTHER = 0,
    TACIT_KIND_AGE,
    TACIT_KIND_BIRTH,
    TACIT_KIND_POSTCODE,
    TACIT_KIND_MONEY,
    TACIT_KIND_COUNT,  /* a small whole number such as the persons of a household */
    TACIT_KIND_SIZE,   /* a measurement such as a person's height */
    TACIT_KIND_CODE,   /* of a place or an occupation: its first digits are the wider group */
    TACIT_KIND_NUMBER, /* one of the numbers by which records are found where no key is known */
    TACIT_KINDS
} tacit_kind;

typedef struct tacit_suggestion {
    unsigned role; /* one bit of tacit_role, or 0 */
    tacit_confidence confidence;
    tacit_kind kind;
    char reason[160]; /* a clause without capital and full stop; may be "" */
} tacit_suggestion;

/* A rule: a column whose name has one of `words` (name.h) and whose values pass `fits`
 * gets the role. */
typedef struct tacit_role_rule {
    const char *words;
    unsigned role;
    tacit_confidence confidence;
    tacit_kind kind;
    bool (*fits)(const tacit_profile *p); /* NULL: any values */
} tacit_role_rule;

/* The rules by name in the order they are tried. */
extern const tacit_role_rule TACIT_ROLE_RULES[];
extern const size_t TACIT_ROLE_RULE_COUNT;

/* Names of confidences and kinds in records: "high", "age". */
const char *tacit_confidence_name(tacit_confidence c);
const char *tacit_kind_name(tacit_kind k);

/* A count as people read it in a reason: 12,345.  Returns `out`. */
const char *tacit_count_words(size_t n, char out[32]);

/* The role bits to apply: those of a suggestion that is at least MEDIUM. */
unsigned tacit_suggestion_roles(const tacit_suggestion *s);

/* The suggestion for one column by itself.  O(rules). */
tacit_suggestion tacit_role_suggest(const tacit_profile *p);

/* Suggestions for `n` columns, in scratch memory: one weight and one household at most,
 * and columns that are one-to-one with a key or a sensitive column like it.  If there is no key,
 * numbers are keys by which many records are unique. */
tacit_status tacit_role_suggest_all(tacit_ctx *cx, const tacit_profile *profile, size_t n,
                                    tacit_suggestion **out);

#endif
