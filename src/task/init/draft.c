/*
 * draft.c - what a first plan does with each column.
 *
 * Identifiers are dropped.  Keys get the hierarchy that their kind and type call for:
 * intervals for ages (5, 10, 20 years) and other numbers (about 20 intervals between the
 * 5 % and the 95 % quantile, of width 1, 2 or 5 times a power of 10), hidden characters
 * for codes with many values, nothing for those with few, months, years and decades for dates, also
 * for those that are texts.  Money and other numbers that are sensitive lose their tails.
 * Numbers that are keys because there are no others are averaged in groups of records.
 * O(columns).
 */
#include "task/init/draft.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* Categories of a key beyond which grouping them is advised, and whole numbers of a key
 * up to which cutting the largest is enough. */
enum { MANY_CATEGORIES = 30, FEW_NUMBERS = 12 };

/* Codes of age groups are not further apart; few ages that are, are years. */
enum { MOST_AGE_CODE = 20 };

/* Codes are not longer than this; longer texts are names. */
enum { LONGEST_CODE = 12 };

/* The level at which dates are commonly released: their year. */
enum { YEARS = 2, DATE_LEVELS = 3 };

const char *tacit_draft_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

static double number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static bool is_text(const json_t *object, const char *key, const char *text)
{
    return strcmp(tacit_draft_text(object, key), text) == 0;
}

static bool has_role(const tacit_draft_column *c, const char *role)
{
    return strcmp(c->role, role) == 0;
}

/* The next of 1, 2, 5, 10, 20, 50, ... that is not below x. */
static double round_width(double x)
{
    const double unit = pow(10.0, floor(log10(x)));
    return x <= unit         ? unit
           : x <= 2.0 * unit ? 2.0 * unit
           : x <= 5.0 * unit ? 5.0 * unit
                             : 10.0 * unit;
}

static void use_intervals(const json_t *p, bool years, tacit_draft_column *c)
{
    const json_t *q = json_object_get(p, "quantiles");
    const double spread = number_of(q, "95") - number_of(q, "5");
    const bool whole = is_text(p, "type", "integer");
    double width = years ? 5.0 : spread > 0.0 ? round_width(spread / 20.0) : 1.0;
    if (whole && width < 1.0)
        width = 1.0;
    if (!isfinite(width) || width < 1e-6 || width > 1e12)
        return;
    c->what = TACIT_TREAT_INTERVALS;
    c->usual = 1;
    c->top = TACIT_DRAFT_WIDTHS + 1;
    for (size_t i = 0; i < TACIT_DRAFT_WIDTHS; i++)
        c->width[i] = width * (double)(1 << i);
}

static void use_mask(int length, tacit_draft_column *c)
{
    if (length < 2 || length > LONGEST_CODE)
        return;
    c->what = TACIT_TREAT_MASK;
    c->levels = length;
    c->usual = length / 2;
    c->top = length;
}

static void use_dates(const json_t *p, tacit_draft_column *c)
{
    c->what = TACIT_TREAT_DATES;
    c->order = tacit_draft_text(p, "date_order");
    c->usual = YEARS;
    c->top = DATE_LEVELS + 1;
}

/* Whether numbers are codes whose first digits are wider groups.  Of codes with one or two digits,
 * such as those of regions, the first says nothing, unless all have two and there are many. */
static bool is_code(const json_t *p, const char *kind)
{
    const double distinct = number_of(p, "distinct"), most = number_of(p, "most");
    const double least = number_of(p, "least");
    const bool nested = most >= 100.0 || (least >= 10.0 && distinct > MANY_CATEGORIES);
    return (strcmp(kind, "postcode") == 0 || (strcmp(kind, "code") == 0 && nested)) &&
           is_text(p, "type", "integer") && distinct > FEW_NUMBERS && least >= 0.0 && most < 1e12;
}

static void decide_number(const json_t *p, const char *kind, tacit_draft_column *c)
{
    const double distinct = number_of(p, "distinct"), most = number_of(p, "most");
    const bool whole = is_text(p, "type", "integer");
    const bool years = strcmp(kind, "age") == 0 || strcmp(kind, "birth") == 0;
    char digits[TACIT_NUMBER_BYTES];
    if (is_code(p, kind)) {
        tacit_format_integer((int64_t)most, digits);
        use_mask((int)strlen(digits), c);
    } else if (years && most - number_of(p, "least") > (double)MOST_AGE_CODE) {
        use_intervals(p, true, c);
    } else if (whole && distinct <= FEW_NUMBERS) { /* the numbers of categories stay */
        c->what = strcmp(kind, "count") == 0 ? TACIT_TREAT_TOP : TACIT_TREAT_CODES;
    } else if (years) {
        use_intervals(p, true, c);
    } else if (whole && (strcmp(kind, "code") == 0 ||
                         (distinct <= MANY_CATEGORIES && strcmp(kind, "other") == 0))) {
        c->what = TACIT_TREAT_CODES;
    } else {
        use_intervals(p, false, c);
    }
    c->many = c->what == TACIT_TREAT_CODES && distinct > MANY_CATEGORIES;
}

static void decide_text(const json_t *p, const char *kind, tacit_draft_column *c)
{
    const double shortest = number_of(p, "shortest"), longest = number_of(p, "longest");
    const bool even = !(shortest < longest) && number_of(p, "distinct") > FEW_NUMBERS;
    if (longest <= LONGEST_CODE &&
        (strcmp(kind, "postcode") == 0 || (strcmp(kind, "code") == 0 && even)))
        use_mask((int)longest, c);
    else if (number_of(p, "distinct") > MANY_CATEGORIES)
        c->what = TACIT_TREAT_MANY;
}

static void decide_key(const json_t *p, const char *kind, bool has_age, tacit_draft_column *c)
{
    const bool date = is_text(p, "type", "date") || is_text(p, "pattern", "date");
    if (number_of(p, "distinct") < 2.0)
        return;
    if (strcmp(kind, "number") == 0) {
        c->what = TACIT_TREAT_TOGETHER;
    } else if (date && has_age && strcmp(kind, "birth") == 0) {
        c->what = TACIT_TREAT_REPEAT;
    } else if (date) {
        use_dates(p, c);
    } else if (is_text(p, "type", "category")) {
        decide_text(p, kind, c);
    } else {
        decide_number(p, kind, c);
    }
}

/* Plans refuse control characters, so such a column can only be mentioned. */
static bool can_be_named(const char *name)
{
    for (; *name != '\0'; name++)
        if ((unsigned char)*name < 0x20 && *name != '\t' && *name != '\n')
            return false;
    return true;
}

static tacit_draft_column decide(const json_t *p, bool has_age)
{
    const json_t *s = json_object_get(p, "suggestion");
    tacit_draft_column c = { .name = tacit_draft_text(p, "name"),
                             .role = tacit_draft_text(s, "role"),
                             .reason = tacit_draft_text(s, "reason"),
                             .order = "" };
    c.sure = c.role[0] != '\0' && !is_text(s, "confidence", "low");
    const bool number = is_text(p, "type", "integer") || is_text(p, "type", "real");
    if (!can_be_named(c.name)) {
        c.sure = false;
        c.reason = "rename it: a plan cannot hold a name with a control character";
    }
    if (!c.sure)
        return c;
    if (has_role(&c, "identifier"))
        c.what = TACIT_TREAT_DROP;
    else if (has_role(&c, "key"))
        decide_key(p, tacit_draft_text(s, "kind"), has_age, &c);
    else if (has_role(&c, "sensitive") && number && number_of(p, "distinct") > FEW_NUMBERS)
        c.what = number_of(p, "negatives") > 0.0 ? TACIT_TREAT_ENDS : TACIT_TREAT_TOP;
    return c;
}

static bool is_age(const json_t *p)
{
    const json_t *s = json_object_get(p, "suggestion");
    return is_text(s, "kind", "age") && is_text(s, "role", "key") &&
           !is_text(s, "confidence", "low");
}

tacit_status tacit_draft_make(tacit_ctx *cx, const json_t *record, tacit_init_draft *out)
{
    const json_t *profile = json_object_get(record, "profile");
    const size_t n = json_array_size(profile);
    tacit_draft_column *column = NULL;
    bool has_age = false;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *column, &column));
    for (size_t j = 0; j < n; j++)
        has_age = has_age || is_age(json_array_get(profile, j));
    for (size_t j = 0; j < n; j++)
        column[j] = decide(json_array_get(profile, j), has_age);
    *out = (tacit_init_draft){ .record = record, .column = column, .n = n };
    return TACIT_OK;
}

bool tacit_draft_is_key(const tacit_draft_column *c)
{
    return c->sure && has_role(c, "key") && c->what != TACIT_TREAT_REPEAT;
}

size_t tacit_draft_count(const tacit_init_draft *d, const char *role)
{
    size_t n = 0;
    for (size_t j = 0; j < d->n; j++)
        n += d->column[j].sure && has_role(&d->column[j], role);
    return n;
}
