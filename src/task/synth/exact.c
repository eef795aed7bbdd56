/*
 * exact.c - membership by values that are looked up.
 *
 * Distances tell little where a person's income stands among the synthetic ones to the cent, but in
 * a record that is unlike the person otherwise.  So another attacker looks up each value of a
 * person in its column of what was made, and counts the columns where it is found: the advantage is
 * the greatest difference of true and false positives over all thresholds of that count.  Values
 * that everybody's column has are found of those left out as well, and tell nothing.
 *
 * Numbers within a relative 1e-12 are equal; missing cells are not looked up.  Victims are the
 * first records of either part, which are in random order.  Cost: sorting each column.
 */
#include <math.h>

#include "base/sort.h"
#include "stats/counts/wilson.h"
#include "task/synth/own.h"

/* Records of either part that are looked up at most. */
enum { VICTIMS = 5000 };

/* Who is looked up: records that were in, and that were left out. */
enum { IN, OUT, PARTS };

typedef struct victims {
    const tacit_table *of[PARTS];
    size_t n;
    uint32_t *found[PARTS]; /* in how many columns, of each record */
    tacit_result *leak;
    json_t *table; /* of columns that tell something; NULL: none so far */
} victims;

static const double NEAR = 1e-12, CONFIDENCE = 0.95;

/* The values of a column that was made: numbers upwards, or which texts of its dictionary. */
typedef struct values {
    const tacit_column *column;
    bool text;
    double *number;
    size_t n;
    bool *has;
} values;

static tacit_status list_values(tacit_ctx *cx, const tacit_column *c, values *out)
{
    const size_t n = tacit_column_length(c);
    const bool text = tacit_column_type(c) == TACIT_TYPE_CATEGORY;
    *out = (values){ .column = c, .text = text };
    TACIT_TRY(tacit_scratch(cx, text ? 0 : n, sizeof *out->number, &out->number));
    TACIT_TRY(tacit_scratch(cx, text ? tacit_dict_size(tacit_column_dict(c)) : 0, sizeof *out->has,
                            &out->has));
    for (size_t i = 0; i < n; i++)
        if (tacit_column_is_missing(c, i))
            continue;
        else if (text)
            out->has[tacit_column_codes(c)[i]] = true;
        else
            out->number[out->n++] = tacit_column_number(c, i);
    return tacit_sort_reals(cx, out->number, out->n);
}

static bool has_number(const values *v, double x)
{
    const double near = fabs(x) * NEAR;
    size_t low = 0, high = v->n;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (v->number[mid] < x - near)
            low = mid + 1;
        else
            high = mid;
    }
    return low < v->n && v->number[low] <= x + near;
}

/* Whether cell i of a victim's column is among the values. */
static bool is_found(const values *v, const tacit_column *c, size_t i)
{
    if (tacit_column_is_missing(c, i))
        return false;
    if (!v->text)
        return has_number(v, tacit_column_number(c, i));
    const tacit_dict *dict = tacit_column_dict(v->column);
    const uint32_t at =
        tacit_dict_find(dict, tacit_dict_text(tacit_column_dict(c), tacit_column_codes(c)[i]));
    return at < tacit_dict_size(dict) && v->has[at];
}

static json_t *percent(double x)
{
    return json_real(round(x * 10000.0) / 100.0);
}

/* A row for a column in which those who were in are found more often than others. */
static tacit_status tell_column(tacit_ctx *cx, victims *who, const char *name,
                                const double found[PARTS])
{
    static const char *const heads[] = { "% of records whose value is found",
                                         "that were in",
                                         "left out",
                                         "more of those",
                                         "at least",
                                         "at most" };
    const double among[PARTS] = { (double)who->n, (double)who->n };
    const tacit_surplus more = tacit_surplus_of(found, among, CONFIDENCE);
    if (!(more.low > 0.0))
        return TACIT_OK;
    if (who->table == NULL)
        TACIT_TRY(tacit_result_table(cx, who->leak, "values", "Values that tell who was in", 6,
                                     heads, &who->table));
    return tacit_result_row(cx, who->table, "[s, o, o, o, o, o]", name,
                            percent(found[IN] / among[IN]), percent(found[OUT] / among[OUT]),
                            percent(more.value), percent(more.low), percent(more.high));
}

/* Look up a column. */
static tacit_status look_up(tacit_ctx *cx, const tacit_column *made, victims *who)
{
    const size_t mark = tacit_scratch_mark(cx);
    const char *name = tacit_column_name(made);
    double found[PARTS] = { 0 };
    values v;
    TACIT_TRY(list_values(cx, made, &v));
    for (size_t k = 0; k < PARTS; k++) {
        const size_t j = tacit_table_find(who->of[k], name);
        const tacit_column *c = tacit_table_column(who->of[k], j);
        for (size_t i = 0; i < who->n; i++) {
            const bool yes = is_found(&v, c, i);
            who->found[k][i] += yes;
            found[k] += yes;
        }
    }
    tacit_scratch_release(cx, mark);
    return tell_column(cx, who, name, found);
}

/* The greatest difference of the shares of both parts that reach a count. */
static tacit_status compare_counts(tacit_ctx *cx, const victims *who, size_t columns, double *out)
{
    double *share = NULL, above = 0.0;
    TACIT_TRY(tacit_scratch(cx, columns + 1, sizeof *share, &share));
    for (size_t i = 0; i < who->n; i++) {
        share[who->found[IN][i]] += 1.0 / (double)who->n;
        share[who->found[OUT][i]] -= 1.0 / (double)who->n;
    }
    *out = 0.0;
    for (size_t k = columns + 1; k-- > 0;) {
        above += share[k];
        *out = fmax(*out, above);
    }
    return TACIT_OK;
}

tacit_status tacit_holdout_look_up(tacit_ctx *cx, const tacit_holdout *h, tacit_result *leak,
                                   double *advantage)
{
    static const tacit_range range = { 0.0, 1.0, TACIT_BETTER_LOWER };
    const size_t in = tacit_table_rows(h->in), out = tacit_table_rows(h->out);
    const size_t columns = tacit_table_columns(h->made), least = in < out ? in : out;
    victims who = { .of = { h->in, h->out }, .n = least < VICTIMS ? least : VICTIMS, .leak = leak };
    for (size_t k = 0; k < PARTS; k++)
        TACIT_TRY(tacit_scratch(cx, who.n, sizeof *who.found[k], &who.found[k]));
    for (size_t j = 0; j < columns; j++)
        if ((tacit_table_roles(h->made, j) & (TACIT_ROLE_IDENTIFIER | TACIT_ROLE_LINKS)) == 0)
            TACIT_TRY(look_up(cx, tacit_table_column(h->made, j), &who));
    TACIT_TRY(compare_counts(cx, &who, columns, advantage));
    return tacit_result_ranged(cx, leak, &range, "value_advantage", "Advantage by values looked up",
                               *advantage, TACIT_UNIT_SHARE,
                               "greatest difference of true and false positives of an attacker "
                               "who counts in how many columns the value of a person is found");
}
