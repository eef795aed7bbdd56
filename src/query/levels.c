/*
 * levels.c - levels of a column that are made of texts.
 */
#include "query/levels.h"

#include <string.h>

#include "base/sort.h"

/* ---- labels ---- */

/* Texts of groups, to be put in order. */
typedef struct texts {
    const char *const *at;
    bool number; /* all that are there are numbers */
} texts;

/* Less than 0 if text a comes before b; what is missing comes last. */
static int compare(const texts *t, size_t a, size_t b)
{
    double x = 0, y = 0;
    if (t->at[a] == NULL || t->at[b] == NULL)
        return (t->at[a] == NULL) - (t->at[b] == NULL);
    if (!t->number)
        return strcmp(t->at[a], t->at[b]);
    (void)tacit_parse_real(t->at[a], &x);
    (void)tacit_parse_real(t->at[b], &y);
    return x < y ? -1 : x > y ? 1 : strcmp(t->at[a], t->at[b]);
}

static bool before(const void *user, uint32_t a, uint32_t b)
{
    return compare(user, a, b) <= 0;
}

static bool are_numbers(const char *const *text, size_t n)
{
    bool all = true, any = false;
    for (size_t g = 0; all && g < n; g++) {
        double x = 0;
        all = text[g] == NULL || tacit_parse_real(text[g], &x);
        any = any || text[g] != NULL;
    }
    return all && any;
}

static tacit_status make_level(tacit_ctx *cx, const char *const *text, size_t n,
                               tacit_query_level *out)
{
    const texts t = { .at = text, .number = are_numbers(text, n) };
    const char **label = NULL;
    uint32_t *order = NULL, *of = NULL;
    TACIT_TRY(tacit_sort_by(cx, n, before, &t, &order));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *label, &label));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *of, &of));
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || compare(&t, order[i - 1], order[i]) != 0)
            label[out->n++] = text[order[i]];
        of[order[i]] = (uint32_t)(out->n - 1);
    }
    out->label = label;
    out->of = of;
    out->number = t.number;
    return TACIT_OK;
}

tacit_status tacit_query_add_level(tacit_ctx *cx, const char *const *text, const char *name,
                                   const char *table, tacit_query_column *c)
{
    tacit_query_level *level = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n_levels + 1, sizeof *level, &level));
    if (c->n_levels > 0)
        memcpy(level, c->level, c->n_levels * sizeof *level);
    level[c->n_levels] = (tacit_query_level){ .name = name, .table = table };
    TACIT_TRY(make_level(cx, text, tacit_query_labels(c, 0), &level[c->n_levels]));
    c->level = level;
    c->n_levels++;
    return TACIT_OK;
}

/* ---- dates ---- */

static tacit_status add_period(tacit_ctx *cx, tacit_period period, tacit_query_column *c)
{
    const tacit_domain *d = &c->domain;
    const char **text = NULL;
    TACIT_TRY(tacit_scratch(cx, d->n_bins, sizeof *text, &text));
    for (size_t g = 0; g < d->n_bins; g++) {
        char label[TACIT_CALENDAR_BYTES], *kept = NULL;
        tacit_period_label(period, (int32_t)d->edge[g], label);
        TACIT_TRY(tacit_scratch_text(cx, label, &kept));
        text[g] = kept;
    }
    return tacit_query_add_level(cx, text, tacit_period_name(period), NULL, c);
}

tacit_status tacit_query_add_periods(tacit_ctx *cx, tacit_query_column *c)
{
    static const tacit_period all[] = { TACIT_CALENDAR_WEEK, TACIT_CALENDAR_MONTH,
                                        TACIT_CALENDAR_QUARTER, TACIT_CALENDAR_YEAR };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (c->domain.by != all[i] && tacit_period_within(c->domain.by, all[i]))
            TACIT_TRY(add_period(cx, all[i], c));
    return TACIT_OK;
}
