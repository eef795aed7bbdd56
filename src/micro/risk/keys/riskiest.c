/*
 * riskiest.c - the combinations of key values with the highest risk, and what makes them rare.
 *
 * Combinations are ordered by the risk of their records, E[1 / F | f] if weights or a sampling
 * fraction tell F, else 1 / f; equal ones by their values, so that the list does not depend on
 * the order of the data.  For each the key is named without which most records would match,
 * and how many (the step that a generalisation of one key can win; after Elliot, Manning and
 * Ford 2002).
 *
 * The values themselves are listed only if asked for: they are data about persons, and the
 * report with them is for the custodian alone.
 *
 * Missing keys as in k_anonymity.c.  keys + 1 times the classes, and O(n) a class at worst.
 */
#include <math.h>
#include <string.h>

#include "micro/risk/keys/individual_risk.h"
#include "micro/risk/risk.h"
#include "micro/risk/keys/subset_risk.h"

enum { NUMBER, VALUES, MISSING };

static const tacit_param PARAMS[] = {
    [NUMBER] = { .name = "n",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 10.0,
                 .min = 1.0,
                 .max = 1000.0,
                 TACIT_USEFUL_LOG(1, 100, "combinations"),
                 .help = "how many combinations to list" },
    [VALUES] = { .name = "values",
                 .type = TACIT_PARAM_FLAG,
                 .max = 1.0,
                 .help = "list the key values too; the report is then for the custodian alone" },
    [MISSING] = TACIT_MISSING_PARAM,
    TACIT_PARAM_END
};

/* One of the riskiest classes. */
typedef struct pick {
    size_t g;
    double risk;
    size_t key;       /* without which most records match */
    uint64_t without; /* how many then */
} pick;

/* The list so far, riskiest first. */
typedef struct picks {
    const tacit_subject *s;
    const tacit_classes *c;
    pick *at;
    size_t n, most;
} picks;

/* Below 0 if row a's value of a column comes before row b's, missing ones first. */
static int compare_cells(const tacit_column *column, size_t a, size_t b)
{
    const bool gone_a = tacit_column_is_missing(column, a);
    const bool gone_b = tacit_column_is_missing(column, b);
    char x[32], y[32];
    if (gone_a || gone_b)
        return (int)gone_b - (int)gone_a;
    if (tacit_column_type(column) == TACIT_TYPE_CATEGORY)
        return strcmp(tacit_column_text(column, a, x), tacit_column_text(column, b, y));
    const double u = tacit_column_number(column, a), v = tacit_column_number(column, b);
    return (u > v) - (u < v);
}

/* Whether class `g` of risk `risk` comes before `p` in the list. */
static bool comes_before(const picks *l, size_t g, double risk, const pick *p)
{
    const tacit_select *keys = tacit_subject_keys(l->s);
    int order = (risk < p->risk) - (risk > p->risk);
    for (size_t j = 0; order == 0 && j < keys->n; j++)
        order = compare_cells(tacit_table_column(tacit_subject_table(l->s), keys->at[j]),
                              l->c->row[g], l->c->row[p->g]);
    return order < 0;
}

static void consider(picks *l, size_t g)
{
    const double risk = tacit_subset_risk(l->s, l->c, g);
    if (l->n == l->most && !comes_before(l, g, risk, &l->at[l->n - 1]))
        return;
    size_t place = l->n < l->most ? l->n++ : l->n - 1;
    for (; place > 0 && comes_before(l, g, risk, &l->at[place - 1]); place--)
        l->at[place] = l->at[place - 1];
    l->at[place] = (pick){ .g = g, .risk = risk };
}

/* For each pick the key without which most records match; of equal ones the first. */
static tacit_status find_keys(tacit_ctx *cx, picks *l, tacit_missing_rule missing)
{
    for (size_t j = 0; j < tacit_subject_keys(l->s)->n; j++) {
        tacit_select others = { 0 };
        tacit_classes *c = NULL;
        TACIT_TRY(tacit_tick(cx, j, tacit_subject_keys(l->s)->n));
        TACIT_TRY(tacit_subset_without(cx, l->s, j, &others));
        TACIT_TRY(tacit_subject_classes_by(cx, l->s, &others, missing, &c));
        for (size_t i = 0; i < l->n; i++) {
            const uint64_t match = c->match[c->of_row[l->c->row[l->at[i].g]]];
            if (match > l->at[i].without) {
                l->at[i].key = j;
                l->at[i].without = match;
            }
        }
        tacit_classes_free(c);
    }
    return TACIT_OK;
}

static const tacit_column *key_column(const picks *l, size_t j)
{
    return tacit_table_column(tacit_subject_table(l->s), tacit_subject_keys(l->s)->at[j]);
}

/* The row of pick i, with its values if wanted. */
static tacit_status tell_pick(tacit_ctx *cx, const picks *l, size_t i, bool values, json_t *table)
{
    const pick *p = &l->at[i];
    json_t *row =
        json_pack("[I,I,f,s,I]", (json_int_t)(i + 1), (json_int_t)l->c->match[p->g], p->risk,
                  tacit_column_name(key_column(l, p->key)), (json_int_t)p->without);
    TACIT_TRY(tacit_json_add(cx, json_object_get(table, "rows"), row));
    for (size_t j = 0; values && j < tacit_subject_keys(l->s)->n; j++) {
        char text[32];
        TACIT_TRY(tacit_json_add(
            cx, row, json_string(tacit_column_text(key_column(l, j), l->c->row[p->g], text))));
    }
    return TACIT_OK;
}

static tacit_status tell_picks(tacit_ctx *cx, const picks *l, bool values, tacit_result *result)
{
    enum { FIXED = 5 };
    static const char *const fixed[FIXED] = { "rank", "f", "risk", "rare by", "f without it" };
    const size_t keys = values ? tacit_subject_keys(l->s)->n : 0;
    const char **columns = NULL;
    json_t *table = NULL;
    TACIT_TRY(tacit_scratch(cx, FIXED + keys, sizeof *columns, &columns));
    memcpy(columns, fixed, sizeof fixed);
    for (size_t j = 0; j < keys; j++)
        columns[FIXED + j] = tacit_column_name(key_column(l, j));
    TACIT_TRY(tacit_result_table(cx, result, "combinations",
                                 values ? "The riskiest combinations, for the custodian alone"
                                        : "The riskiest combinations",
                                 FIXED + keys, columns, &table));
    for (size_t i = 0; i < l->n; i++)
        TACIT_TRY(tell_pick(cx, l, i, values, table));
    if (!values)
        return TACIT_OK;
    return tacit_result_note(cx, result,
                             "The table of combinations holds values of the data: this "
                             "report is for the custodian alone.");
}

/* How often each key is the one that makes a listed combination rare. */
static tacit_status chart_keys(tacit_ctx *cx, const picks *l, tacit_result *result)
{
    const size_t n = tacit_subject_keys(l->s)->n;
    double *times = NULL;
    json_t *chart = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *times, &times));
    for (size_t i = 0; i < l->n; i++)
        times[l->at[i].key] += 1.0;
    TACIT_TRY(tacit_result_chart(cx, result, "keys", "Keys that make the combinations rare",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "key", "combinations of the list"));
    for (size_t j = 0; j < n; j++)
        TACIT_TRY(tacit_result_label(cx, chart, tacit_column_name(key_column(l, j))));
    return tacit_result_series(cx, chart, "combinations", times, n);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_missing_rule missing = (tacit_missing_rule)tacit_arg_choice(args, MISSING);
    picks l = { .s = subject, .most = (size_t)tacit_arg_integer(args, NUMBER) };
    char *definition = NULL;
    TACIT_TRY(tacit_individual_check_weights(cx, subject));
    TACIT_TRY(tacit_subject_classes(cx, subject, missing, &l.c));
    TACIT_TRY(tacit_scratch(cx, l.most, sizeof *l.at, &l.at));
    for (size_t g = 0; g < l.c->n; g++)
        consider(&l, g);
    TACIT_TRY(find_keys(cx, &l, missing));
    TACIT_TRY(tacit_scratch_format(cx, &definition, "largest risk of a combination, %s",
                                   tacit_subset_words(subject)));
    TACIT_TRY(tacit_result_figure(cx, result, "highest", "Highest risk", l.at[0].risk,
                                  TACIT_UNIT_PROBABILITY, definition,
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "last", "Lowest risk of the list", l.at[l.n - 1].risk,
                                  TACIT_UNIT_PROBABILITY, "risk of the last combination listed",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tell_picks(cx, &l, tacit_arg_flag(args, VALUES), result));
    return chart_keys(cx, &l, result);
}

const tacit_measure tacit_risk_riskiest = {
    .about = { .name = "riskiest",
               .title = "Riskiest combinations",
               .summary = "The combinations of key values with the highest risk, and the keys that "
                          "make them rare.",
               .source = "Elliot, Manning and Ford (2002), A computational algorithm for handling "
                         "the special uniques problem",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS,
    .run = measure,
};
