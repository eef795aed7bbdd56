/*
 * place.c - placing released labels among the original values; the rules are in
 * cover.h.
 *
 * A label has candidates, one for each way to read it.  Levels of a hierarchy are turned
 * into lists of values when a label is first found in them.  O(values) a level that is used,
 * O(log values) an interval, O(values * length) a text with stars in it.
 */
#include "micro/utility/cover/own.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "micro/utility/span.h"

#define NOWHERE UINT32_MAX

/* The values below each label of a level: those of label l from start[l] to start[l + 1]. */
typedef struct members {
    uint32_t *start, *value;
} members;

/* What the placing of a column needs. */
typedef struct placing {
    tacit_cover *c;
    const tacit_values *released;
    const size_t *start;
    const tacit_hierarchy *h;
    members *level;          /* of each level above 0; empty until used */
    uint32_t *value_of_code; /* for categories */
    const uint64_t *mass_to; /* original cells with a value below v */
    uint32_t *list;          /* room for values */
    const char *text;        /* of the label */
    char room[TACIT_NUMBER_BYTES];
    size_t label;
    int64_t best; /* rows that the best candidate fits; -1 if there is none */
} placing;

/* ---- candidates ---- */

/* Rows of the label, and those of them that `s` covers; without rows every set fits. */
static void fit_of(const placing *p, const tacit_cover_set *s, int64_t *rows, int64_t *fit)
{
    *rows = *fit = 0;
    if (p->start == NULL)
        return;
    for (size_t k = p->start[p->label]; k < p->start[p->label + 1]; k++) {
        const tacit_cover_pair *pair = &p->c->pair[k];
        *rows += (int64_t)pair->count;
        *fit += tacit_cover_has(s, pair->value) ? (int64_t)pair->count : 0;
    }
}

/* Keep a candidate if it fits better; whether it fits so well that no other is needed. */
static bool offer(placing *p, const tacit_cover_set *s)
{
    int64_t rows = 0, fit = 0;
    if (s->n == 0)
        return false;
    fit_of(p, s, &rows, &fit);
    if (fit > p->best) {
        p->best = fit;
        p->c->set[p->label] = *s;
    }
    return fit == rows;
}

/* A set of the `n` values in p->list, upwards. */
static tacit_status set_of_list(tacit_ctx *cx, const placing *p, size_t n, tacit_cover_how how,
                                tacit_cover_set *out)
{
    uint32_t *own = NULL;
    *out = (tacit_cover_set){ .how = how, .n = (uint32_t)n };
    if (n == 0)
        return TACIT_OK;
    out->first = p->list[0];
    if (p->list[n - 1] - p->list[0] + 1 == n)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *own, &own));
    memcpy(own, p->list, n * sizeof *own);
    out->member = own;
    return TACIT_OK;
}

/* ---- rules 1 and 2 ---- */

/* How many values are below x, or at most x. */
static uint32_t count_to(const tacit_cover *c, double x, bool at_most)
{
    uint32_t low = 0, high = c->values.n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (c->number[middle] < x || (at_most && !(c->number[middle] > x)))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The value that is the whole number x; beyond 2^53 several have the same double. */
static uint32_t find_integer(const tacit_cover *c, int64_t x)
{
    const int64_t *own = tacit_column_integers(c->before);
    uint32_t v = count_to(c, (double)x, false);
    while (v < c->values.n && own[c->values.row[v]] < x)
        v++;
    return v < c->values.n && own[c->values.row[v]] == x ? v : NOWHERE;
}

static uint32_t find_number(const tacit_cover *c, double x)
{
    const uint32_t v = count_to(c, x, false);
    return v < c->values.n && !(c->number[v] > x) ? v : NOWHERE;
}

/* The label as a number or day of the original's kind. */
static bool read_number(const placing *p, double *out)
{
    const tacit_column *after = p->c->after;
    const bool dates = tacit_column_type(p->c->before) == TACIT_TYPE_DATE;
    int32_t days = 0;
    if (tacit_column_type(after) == TACIT_TYPE_CATEGORY) {
        if (!dates)
            return tacit_parse_real(p->text, out);
        const bool read = tacit_parse_date(p->text, &days);
        *out = days;
        return read;
    }
    *out = tacit_column_number(after, p->released->row[p->label]);
    return dates == (tacit_column_type(after) == TACIT_TYPE_DATE);
}

static uint32_t find_value(const placing *p)
{
    const tacit_cover *c = p->c;
    double x = 0.0;
    if (c->number == NULL) {
        const tacit_dict *dict = tacit_column_dict(c->before);
        const uint32_t code = tacit_dict_find(dict, p->text);
        return code < tacit_dict_size(dict) ? p->value_of_code[code] : NOWHERE;
    }
    if (tacit_column_type(c->before) == TACIT_TYPE_INTEGER &&
        tacit_column_type(c->after) == TACIT_TYPE_INTEGER)
        return find_integer(c, tacit_column_integers(c->after)[p->released->row[p->label]]);
    return read_number(p, &x) ? find_number(c, x) : NOWHERE;
}

static bool offer_value(placing *p)
{
    const uint32_t v = find_value(p);
    return v != NOWHERE &&
           offer(p, &(tacit_cover_set){ .how = TACIT_COVER_VALUE, .first = v, .n = 1 });
}

/* ---- rule 3 ---- */

/* List the values below each label of a level, by counting. */
static tacit_status list_members(tacit_ctx *cx, const tacit_hierarchy *h, size_t level,
                                 members *out)
{
    const size_t n = tacit_hierarchy_values(h);
    const size_t labels = tacit_dict_size(tacit_hierarchy_labels(h, level));
    TACIT_TRY(tacit_scratch(cx, labels + 2, sizeof *out->start, &out->start));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->value, &out->value));
    for (size_t v = 0; v < n; v++)
        out->start[tacit_hierarchy_label(h, level, v) + 2]++;
    for (size_t l = 2; l < labels + 2; l++)
        out->start[l] += out->start[l - 1];
    for (size_t v = 0; v < n; v++) /* start[l + 1] moves from the label's first to its end */
        out->value[out->start[tacit_hierarchy_label(h, level, v) + 1]++] = (uint32_t)v;
    return TACIT_OK;
}

static tacit_status offer_level(tacit_ctx *cx, placing *p, size_t level, bool *done)
{
    const tacit_dict *labels = tacit_hierarchy_labels(p->h, level);
    const uint32_t code = tacit_dict_find(labels, p->text);
    if (code == tacit_dict_size(labels))
        return TACIT_OK;
    members *m = &p->level[level];
    if (m->start == NULL)
        TACIT_TRY(list_members(cx, p->h, level, m));
    const uint32_t from = m->start[code], n = m->start[code + 1] - from;
    const bool dense = n > 0 && m->value[from + n - 1] - m->value[from] + 1 == n;
    *done = offer(p, &(tacit_cover_set){ .how = TACIT_COVER_LEVEL,
                                         .level = level,
                                         .member = dense ? NULL : m->value + from,
                                         .first = m->value[from],
                                         .n = n });
    return TACIT_OK;
}

/* ---- rules 4 and 5 ---- */

/* The values within an interval follow each other. */
static tacit_cover_set set_of_span(const tacit_cover *c, const tacit_span *s)
{
    const uint32_t from = count_to(c, s->low, s->low_open);
    const uint32_t to = count_to(c, s->high, !s->high_open);
    return (tacit_cover_set){ .how = TACIT_COVER_INTERVAL,
                              .first = from,
                              .n = to > from ? to - from : 0 };
}

static bool offer_span(placing *p)
{
    tacit_span span;
    if (p->c->number == NULL || !tacit_span_read(p->text, tacit_column_type(p->c->before), &span))
        return false;
    const tacit_cover_set s = set_of_span(p->c, &span);
    return offer(p, &s);
}

/* The start of the next character of UTF-8 text. */
static const char *next_point(const char *c)
{
    do
        c++;
    while (((unsigned char)*c & 0xc0) == 0x80);
    return c;
}

/* Whether stars stand for one character each. */
static bool matches_places(const char *mask, const char *text)
{
    while (*mask != '\0' && *text != '\0') {
        if (*mask == '*')
            text = next_point(text);
        else if (*mask != *text++)
            return false;
        mask++;
    }
    return *mask == *text;
}

/* Whether runs of stars stand for any number of characters. */
static bool matches_runs(const char *mask, const char *text)
{
    const char *star = NULL, *resume = NULL; /* where to go on if what follows fails */
    while (*text != '\0') {
        if (*mask == '*') {
            star = mask++;
            resume = text;
        } else if (*mask == *text) {
            mask++;
            text++;
        } else if (star == NULL) {
            return false;
        } else {
            mask = star + 1;
            text = ++resume;
        }
    }
    return mask[strspn(mask, "*")] == '\0';
}

static tacit_status offer_pattern(tacit_ctx *cx, placing *p,
                                  bool (*matches)(const char *mask, const char *text), bool *done)
{
    size_t n = 0;
    tacit_cover_set s;
    TACIT_TRY(tacit_tick(cx, p->label, p->c->n_labels));
    for (uint32_t v = 0; v < p->c->values.n; v++) {
        char room[TACIT_NUMBER_BYTES];
        if (matches(p->text, tacit_column_text(p->c->before, p->c->values.row[v], room)))
            p->list[n++] = v;
    }
    TACIT_TRY(set_of_list(cx, p, n, TACIT_COVER_PATTERN, &s));
    *done = offer(p, &s);
    return TACIT_OK;
}

static tacit_status offer_patterns(tacit_ctx *cx, placing *p)
{
    bool done = false;
    if (strchr(p->text, '*') == NULL)
        return TACIT_OK;
    TACIT_TRY(offer_pattern(cx, p, matches_places, &done));
    return done ? TACIT_OK : offer_pattern(cx, p, matches_runs, &done);
}

/* ---- rule 6, and all of them ---- */

static tacit_status take_observed(tacit_ctx *cx, placing *p)
{
    size_t n = 0;
    for (size_t k = p->start[p->label]; k < p->start[p->label + 1]; k++)
        p->list[n++] = p->c->pair[k].value;
    p->c->observed++;
    return set_of_list(cx, p, n, TACIT_COVER_OBSERVED, &p->c->set[p->label]);
}

/* Place one label; `*lost` counts those that cannot be. */
static tacit_status place_label(tacit_ctx *cx, placing *p, size_t *lost)
{
    p->best = -1;
    bool done = offer_value(p);
    if (!done && tacit_cover_is_mark(p->text)) {
        p->c->set[p->label] = p->c->set[p->c->n_labels];
        return TACIT_OK;
    }
    for (size_t level = 1; p->h != NULL && !done && level <= p->c->height; level++)
        TACIT_TRY(offer_level(cx, p, level, &done));
    if (!done)
        done = offer_span(p);
    if (!done)
        TACIT_TRY(offer_patterns(cx, p));
    if (p->best >= 0)
        return TACIT_OK;
    *lost += p->start == NULL;
    return p->start != NULL ? take_observed(cx, p) : TACIT_OK;
}

/* ---- what follows from a set ---- */

static uint64_t mass_of(const placing *p, const tacit_cover_set *s)
{
    uint64_t mass = 0;
    if (s->member == NULL)
        return p->mass_to[s->first + s->n] - p->mass_to[s->first];
    for (uint32_t k = 0; k < s->n; k++)
        mass += p->c->values.count[s->member[k]];
    return mass;
}

/* The ends that the label tells if they hold all values of the set, else the outer values. */
static void find_ends(const placing *p, tacit_cover_set *s)
{
    tacit_span span;
    s->low = p->c->number[s->first];
    s->high = p->c->number[tacit_cover_value(s, s->n - 1)];
    const bool told = (s->how == TACIT_COVER_INTERVAL || s->how == TACIT_COVER_LEVEL) &&
                      tacit_span_read(p->text, tacit_column_type(p->c->before), &span);
    if (told && span.low <= s->low && span.high >= s->high) {
        s->low = span.low;
        s->high = span.high;
    }
}

static bool share_label(const tacit_hierarchy *h, size_t level, const tacit_cover_set *s)
{
    const uint32_t label = tacit_hierarchy_label(h, level, s->first);
    for (uint32_t k = 1; k < s->n; k++)
        if (tacit_hierarchy_label(h, level, tacit_cover_value(s, k)) != label)
            return false;
    return true;
}

static size_t level_of(const placing *p, const tacit_cover_set *s)
{
    if (s->how == TACIT_COVER_SUPPRESSED || s->how == TACIT_COVER_LEVEL)
        return s->level;
    if (s->n <= 1)
        return 0;
    for (size_t level = 1; p->h != NULL && level <= p->c->height; level++)
        if (share_label(p->h, level, s))
            return level;
    return TACIT_COVER_NO_LEVEL;
}

/* What the label of the hierarchy at the set's level stands for, if it has no other values of
 * the column below it than the set; else the set's values. */
static double weight_of(const placing *p, const tacit_cover_set *s)
{
    uint32_t below = 0;
    if (p->h == NULL || s->level == 0 || s->level == TACIT_COVER_NO_LEVEL)
        return s->n;
    const uint32_t label = tacit_hierarchy_label(p->h, s->level, s->first);
    for (size_t v = 0; s->how != TACIT_COVER_LEVEL && v < tacit_hierarchy_values(p->h); v++)
        below += tacit_hierarchy_label(p->h, s->level, v) == label;
    return s->how == TACIT_COVER_LEVEL || below == s->n
               ? tacit_hierarchy_weight(p->h, s->level, label)
               : s->n;
}

static void complete_set(const placing *p, tacit_cover_set *s)
{
    if (s->how == TACIT_COVER_SUPPRESSED || s->n == 0)
        return;
    s->mass = mass_of(p, s);
    s->level = level_of(p, s);
    s->weight = weight_of(p, s);
    if (p->c->number != NULL)
        find_ends(p, s);
}

static tacit_status prepare(tacit_ctx *cx, placing *p)
{
    const tacit_values *values = &p->c->values;
    uint64_t *mass_to = NULL;
    TACIT_TRY(tacit_scratch(cx, (size_t)values->n + 1, sizeof *mass_to, &mass_to));
    TACIT_TRY(tacit_scratch(cx, values->n, sizeof *p->list, &p->list));
    TACIT_TRY(tacit_scratch(cx, p->c->height + 1, sizeof *p->level, &p->level));
    for (uint32_t v = 0; v < values->n; v++)
        mass_to[v + 1] = mass_to[v] + values->count[v];
    p->mass_to = mass_to;
    if (p->c->number != NULL)
        return TACIT_OK;
    const size_t codes = tacit_dict_size(tacit_column_dict(p->c->before));
    TACIT_TRY(tacit_scratch(cx, codes, sizeof *p->value_of_code, &p->value_of_code));
    for (size_t code = 0; code < codes; code++)
        p->value_of_code[code] = NOWHERE;
    for (uint32_t v = 0; v < values->n; v++)
        p->value_of_code[tacit_column_codes(p->c->before)[values->row[v]]] = v;
    return TACIT_OK;
}

tacit_status tacit_cover_place(tacit_ctx *cx, const tacit_values *released, const size_t *start,
                               const tacit_hierarchy *h, tacit_cover *c)
{
    placing p = { .c = c, .released = released, .start = start, .h = h };
    size_t lost = 0;
    TACIT_TRY(prepare(cx, &p));
    for (p.label = 0; p.label < c->n_labels; p.label++) {
        p.text = tacit_column_text(c->after, released->row[p.label], p.room);
        TACIT_TRY(place_label(cx, &p, &lost));
        complete_set(&p, &c->set[p.label]);
    }
    if (lost > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu of %zu released labels that cannot be placed among "
                          "the original values; give its hierarchy, or align the rows.",
                          tacit_column_name(c->before), lost, c->n_labels);
    return TACIT_OK;
}
