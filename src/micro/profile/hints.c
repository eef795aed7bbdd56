/*
 * hints.c - what is worth a look in a column before anything is protected, and what repairs it.
 *
 * Hints name columns, counts and options, and no value but codes such as -99 and words such as
 * "unknown", which are from lists.  O(1) a column.
 */
#include <math.h>

#include "base/text.h"
#include "micro/profile/describe.h"

/* A column that lacks more than this share of its values is worth a look. */
#define MOSTLY_MISSING 0.5

/* Texts are numbers or dates, but for a few, from this share on. */
#define MOSTLY 0.9

/* Where hints go. */
typedef struct telling {
    tacit_hint_sink *tell;
    void *user;
} telling;

static tacit_status say(tacit_ctx *cx, const telling *t, const char *hint)
{
    return t->tell(cx, t->user, hint);
}

static tacit_status tell_amounts(tacit_ctx *cx, const tacit_profile *p, const telling *t)
{
    const size_t present = tacit_profile_present(p);
    if (p->rows > 0 && present == 0)
        TACIT_TRY(say(cx, t, "has no values"));
    else if ((double)p->missing > MOSTLY_MISSING * (double)p->rows)
        TACIT_TRY(say(cx, t, "more than half of its values are missing"));
    if (p->distinct == 1 && present > 1)
        return say(cx, t, "all its values are the same");
    return TACIT_OK;
}

/* Dates that are texts: how they are written, and whether all are. */
static tacit_status tell_dates(tacit_ctx *cx, const tacit_profile *p, const telling *t)
{
    const tacit_spelling_tally *d = &p->days;
    const bool all = p->pattern == TACIT_PATTERN_DATE;
    char *text = NULL;
    if (d->others > 0 && (double)d->days > MOSTLY * (double)(d->days + d->others)) {
        TACIT_TRY(tacit_scratch_format(cx, &text,
                                       "most of its texts are dates, %zu different ones are not: "
                                       "repair them, or name those that stand for missing values "
                                       "with --missing",
                                       d->others));
        return say(cx, t, text);
    }
    if (!all)
        return TACIT_OK;
    if (d->day_first > 0 && d->month_first > 0)
        return say(cx, t,
                   "dates with the day first beside dates with the month first: repair them, "
                   "nobody can tell the others apart");
    if (d->year_first > 0 && d->year_first < d->days)
        return say(cx, t,
                   "dates in several spellings, read as texts; the hierarchy 'dates' reads all");
    if (d->day_first == 0 && d->month_first == 0 && d->year_first == 0)
        return say(cx, t,
                   "dates whose day and month cannot be told apart, read as texts; say the 'order' "
                   "of the hierarchy 'dates'");
    return say(
        cx, t,
        "dates written in a way that is not YYYY-MM-DD, read as texts; the hierarchy 'dates' "
        "reads them");
}

/* Numbers such as -99 that stand far from the others, with the one option that names them all. */
static tacit_status tell_codes(tacit_ctx *cx, const tacit_dirt *d, const telling *t)
{
    char number[TACIT_NUMBER_BYTES];
    char *text = NULL;
    const char *option = "";
    for (size_t k = 0; k < TACIT_DIRT_CODES && d->coded[k] > 0; k++) {
        tacit_format_real(d->code[k], number);
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s,%s", option, number));
        option = text;
    }
    for (size_t k = 0; k < TACIT_DIRT_CODES && d->coded[k] > 0; k++) {
        tacit_format_real(d->code[k], number);
        TACIT_TRY(tacit_scratch_format(cx, &text,
                                       "%s stands far from all other numbers, in %zu record%s; if "
                                       "it means a missing value, say --missing=NA%s",
                                       number, d->coded[k], d->coded[k] == 1 ? "" : "s", option));
        TACIT_TRY(say(cx, t, text));
    }
    return TACIT_OK;
}

static tacit_status tell_numbers(tacit_ctx *cx, const tacit_profile *p, const telling *t)
{
    const double present = (double)tacit_profile_present(p);
    const tacit_dirt *d = &p->dirt;
    char *text = NULL;
    if (p->pattern == TACIT_PATTERN_THOUSANDS)
        TACIT_TRY(say(cx, t,
                      "numbers with separators of thousands, read as texts; say --thousands, and "
                      "--decimal if it is a comma"));
    TACIT_TRY(tell_codes(cx, d, t));
    if (d->others == 0 || (double)d->numbers < MOSTLY * present)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &text,
                                   "%.1f %% of its values are numbers, and all are read as texts "
                                   "because of %zu other text%s; if "
                                   "that means a missing value, say --missing=NA,%s",
                                   100.0 * (double)d->numbers / present, d->others,
                                   d->others == 1 ? "" : "s", d->word != NULL ? d->word : "TEXT"));
    return say(cx, t, text);
}

/* Weights below 1 stand for less than the record itself: they are scaled. */
static tacit_status tell_weights(tacit_ctx *cx, const tacit_description *d, size_t j,
                                 const telling *t)
{
    if ((tacit_suggestion_roles(&d->suggestion[j]) & TACIT_ROLE_WEIGHT) == 0 ||
        d->profile[j].least >= 1.0)
        return TACIT_OK;
    return say(cx, t,
               "weights below 1 stand for less than one person, so they are scaled; risks in the "
               "population need weights that count persons");
}

tacit_status tacit_describe_hints(tacit_ctx *cx, const tacit_description *d, size_t j,
                                  tacit_hint_sink *tell, void *user)
{
    const tacit_profile *p = &d->profile[j];
    const telling t = { .tell = tell, .user = user };
    char *text = NULL;
    TACIT_TRY(tell_amounts(cx, p, &t));
    TACIT_TRY(tell_numbers(cx, p, &t));
    TACIT_TRY(tell_dates(cx, p, &t));
    TACIT_TRY(tell_weights(cx, d, j, &t));
    if (p->dirt.alike > 0) {
        TACIT_TRY(tacit_scratch_format(cx, &text,
                                       "%zu of its texts differ%s from others only by capitals or "
                                       "blanks; join them with a step 'recode' and its 'groups'",
                                       p->dirt.alike, p->dirt.alike == 1 ? "s" : ""));
        TACIT_TRY(say(cx, &t, text));
    }
    if (p->twin < d->n) {
        TACIT_TRY(tacit_scratch_format(cx, &text, "one-to-one with '%s'; one of them is enough",
                                       d->profile[p->twin].name));
        TACIT_TRY(say(cx, &t, text));
    }
    return TACIT_OK;
}
