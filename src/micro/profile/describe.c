/*
 * describe.c - a column's profile as JSON, and the hints that follow from it.
 *
 * No text of a category is written.  Hints name columns and counts.  O(1) a column.
 */
#include "micro/profile/describe.h"

#include <math.h>

#include "base/text.h"

static json_t *count_json(size_t n)
{
    return json_integer((json_int_t)n);
}

static json_t *real_json(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *tacit_describe_value(tacit_type type, double x)
{
    char text[TACIT_NUMBER_BYTES];
    if (type == TACIT_TYPE_DATE) {
        tacit_format_date((int32_t)floor(x), text);
        return json_string(text);
    }
    if (fabs(x) < 9007199254740992.0 && floor(x) >= x)
        return json_integer((json_int_t)x);
    return real_json(x);
}

static tacit_status put_spread(tacit_ctx *cx, const tacit_profile *p, json_t *o)
{
    json_t *quantiles = json_object();
    TACIT_TRY(tacit_json_put(cx, o, "least", tacit_describe_value(p->type, p->least)));
    TACIT_TRY(tacit_json_put(cx, o, "quantiles", quantiles));
    for (size_t q = 0; q < TACIT_PROFILE_QUANTILES; q++) {
        char key[TACIT_NUMBER_BYTES];
        tacit_format_integer(TACIT_PROFILE_PERCENT[q], key);
        TACIT_TRY(
            tacit_json_put(cx, quantiles, key, tacit_describe_value(p->type, p->quantile[q])));
    }
    TACIT_TRY(tacit_json_put(cx, o, "most", tacit_describe_value(p->type, p->most)));
    TACIT_TRY(tacit_json_put(cx, o, "mean", tacit_describe_value(p->type, p->mean)));
    return tacit_json_put(cx, o, "sd", real_json(p->sd));
}

/* How days are written: "ymd", "dmy", "mdy", "either" if nothing tells, "mixed". */
static const char *order_name(const tacit_spelling_tally *t)
{
    if (t->year_first == t->days)
        return "ymd";
    if (t->day_first > 0 && t->month_first > 0)
        return "mixed";
    return t->day_first > 0 ? "dmy" : t->month_first > 0 ? "mdy" : "either";
}

/* What only columns of the profile's type have. */
static tacit_status put_by_type(tacit_ctx *cx, const tacit_profile *p, json_t *o)
{
    if (p->type == TACIT_TYPE_CATEGORY) {
        TACIT_TRY(tacit_json_put(cx, o, "shortest", count_json(p->shortest)));
        TACIT_TRY(tacit_json_put(cx, o, "longest", count_json(p->longest)));
        if (p->pattern == TACIT_PATTERN_NONE)
            return TACIT_OK;
        if (p->pattern == TACIT_PATTERN_DATE)
            TACIT_TRY(tacit_json_put(cx, o, "date_order", json_string(order_name(&p->days))));
        return tacit_json_put(cx, o, "pattern", json_string(tacit_pattern_name(p->pattern)));
    }
    if (tacit_profile_present(p) > 0)
        TACIT_TRY(put_spread(cx, p, o));
    if (p->type == TACIT_TYPE_DATE)
        return TACIT_OK;
    TACIT_TRY(tacit_json_put(cx, o, "zeros", count_json(p->zeros)));
    return tacit_json_put(cx, o, "negatives", count_json(p->negatives));
}

static tacit_status put_counts(tacit_ctx *cx, const tacit_profile *p, json_t *o)
{
    const double rows = p->rows > 0 ? (double)p->rows : 1.0;
    TACIT_TRY(tacit_json_put(cx, o, "name", json_string(p->name)));
    TACIT_TRY(tacit_json_put(cx, o, "type", json_string(tacit_type_name(p->type))));
    TACIT_TRY(tacit_json_put(cx, o, "missing", count_json(p->missing)));
    TACIT_TRY(tacit_json_put(cx, o, "missing_share", json_real((double)p->missing / rows)));
    TACIT_TRY(tacit_json_put(cx, o, "distinct", count_json(p->distinct)));
    TACIT_TRY(tacit_json_put(cx, o, "uniqueness", json_real(tacit_profile_uniqueness(p))));
    TACIT_TRY(tacit_json_put(cx, o, "singles", count_json(p->singles)));
    TACIT_TRY(tacit_json_put(cx, o, "top_share", json_real(p->top_share)));
    TACIT_TRY(tacit_json_put(cx, o, "entropy", json_real(p->entropy)));
    return tacit_json_put(cx, o, "evenness", json_real(p->evenness));
}

static const char *role_text(unsigned role)
{
    for (size_t i = 0; i < TACIT_ROLES; i++)
        if (role == 1u << i)
            return tacit_role_name(i);
    return "";
}

static tacit_status put_suggestion(tacit_ctx *cx, const tacit_description *d, size_t j, json_t *o)
{
    const tacit_suggestion *s = &d->suggestion[j];
    const char *reason = NULL;
    TACIT_TRY(tacit_describe_reason(cx, d, j, &reason));
    json_t *part = json_pack("{s:s, s:s, s:s, s:s}", "role", role_text(s->role), "confidence",
                             tacit_confidence_name(s->confidence), "kind", tacit_kind_name(s->kind),
                             "reason", reason);
    return tacit_json_put(cx, o, "suggestion", part);
}

static tacit_status add_hint(tacit_ctx *cx, void *user, const char *hint)
{
    return tacit_json_add(cx, user, json_string(hint));
}

static tacit_status fill_column(tacit_ctx *cx, const tacit_description *d, size_t j, json_t *o)
{
    const tacit_profile *p = &d->profile[j];
    TACIT_TRY(put_counts(cx, p, o));
    TACIT_TRY(put_by_type(cx, p, o));
    if (p->twin < d->n)
        TACIT_TRY(tacit_json_put(cx, o, "same_as", json_string(d->profile[p->twin].name)));
    TACIT_TRY(put_suggestion(cx, d, j, o));
    TACIT_TRY(tacit_json_put(cx, o, "hints", json_array()));
    return tacit_describe_hints(cx, d, j, add_hint, json_object_get(o, "hints"));
}

tacit_status tacit_describe_column(tacit_ctx *cx, const tacit_description *d, size_t j,
                                   json_t **out)
{
    json_t *o = json_object();
    const tacit_status status = o == NULL ? tacit_fail_memory(cx) : fill_column(cx, d, j, o);
    if (status != TACIT_OK) {
        json_decref(o);
        return status;
    }
    *out = o;
    return TACIT_OK;
}

tacit_status tacit_describe_reason(tacit_ctx *cx, const tacit_description *d, size_t j,
                                   const char **out)
{
    const tacit_profile *p = &d->profile[j];
    const double single = p->rows > 0 ? (double)p->singles / (double)p->rows : 0.0;
    char *text = NULL, count[32];
    *out = d->suggestion[j].reason;
    if ((*out)[0] != '\0')
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(
        cx, &text, "%s different %s; %s%.0f %% of the records are unique by it",
        tacit_count_words(p->distinct, count), p->type == TACIT_TYPE_CATEGORY ? "texts" : "numbers",
        single > 0.0 && single < 0.01 ? "less than " : "",
        single > 0.0 && single < 0.01 ? 1.0 : 100.0 * single));
    *out = text;
    return TACIT_OK;
}
