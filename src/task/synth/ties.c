/*
 * ties.c - what the plan says must hold, and whether the data keeps to it.
 *
 * A synthetic file cannot keep to what its original does not: records that break a constraint would
 * be donors of cells that do.  So they are counted, and nothing is made, unless the plan says that
 * they are left out.
 */
#include <string.h>

#include "table/take.h"
#include "table/values.h"
#include "task/synth/own.h"

static tacit_tie_words words_of(const tacit_args *args)
{
    const tacit_value *constraint = &args->at[TACIT_SYNTH_CONSTRAINTS];
    const tacit_value *rule = &args->at[TACIT_SYNTH_RULES];
    const tacit_value *derived = &args->at[TACIT_SYNTH_DERIVED];
    return (tacit_tie_words){ .constraint = constraint->texts,
                              .constraints = constraint->n,
                              .rule = rule->texts,
                              .rules = rule->n,
                              .derived = derived->texts,
                              .n_derived = derived->n };
}

/* Mark all members of households of which one is marked, where households are made. */
static tacit_status mark_homes(tacit_ctx *cx, const tacit_synthesis *s, bool *broke)
{
    const size_t at = tacit_table_role_column(s->w->data, TACIT_ROLE_HOUSEHOLD);
    const size_t n = tacit_table_rows(s->w->data);
    tacit_values home = { .n = (uint32_t)n };
    bool *any = NULL;
    if (!tacit_arg_flag(&s->w->ask->args, TACIT_SYNTH_HOUSEHOLDS) ||
        at == tacit_table_columns(s->w->data))
        return TACIT_OK;
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(s->w->data, at), &home));
    TACIT_TRY(tacit_scratch(cx, home.n, sizeof *any, &any));
    for (size_t i = 0; i < n; i++)
        any[home.of[i]] = any[home.of[i]] || broke[i];
    for (size_t i = 0; i < n; i++)
        broke[i] = any[home.of[i]];
    return TACIT_OK;
}

/* Take the records that keep to everything; of households those all of whose members do. */
static tacit_status drop(tacit_ctx *cx, tacit_synthesis *s, const tacit_tie_breach *breach)
{
    const size_t n = tacit_table_rows(s->w->data);
    size_t *row = NULL, kept = 0;
    bool *broke = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *broke, &broke));
    memcpy(broke, breach->broke, n * sizeof *broke);
    TACIT_TRY(mark_homes(cx, s, broke));
    for (size_t i = 0; i < n; i++)
        if (!broke[i])
            row[kept++] = i;
    TACIT_TRY(tacit_table_take(cx, s->w->data, &(tacit_row_list){ kept, row }, &s->kept));
    s->spec.data = s->kept;
    s->dropped = n - kept;
    tacit_warn(cx, "%zu of %zu records break a constraint, rule or formula, and were left out%s.",
               breach->records, n, n - kept > breach->records ? " with their households" : "");
    if (kept == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "No household is left: each has a member who breaks "
                          "a constraint, rule or formula.");
    return TACIT_OK;
}

/* Fail if a column that is not made is named. */
static tacit_status check_roles(tacit_ctx *cx, const tacit_synthesis *s)
{
    for (size_t v = 0; v < s->ties->variables; v++)
        if ((tacit_table_roles(s->w->data, s->ties->variable[v].at) &
             (TACIT_ROLE_IDENTIFIER | TACIT_ROLE_LINKS)) != 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "A rule, constraint or formula names column '%s', which is an "
                              "identifier or links records, and is not made.",
                              tacit_column_name(s->ties->variable[v].column));
    return TACIT_OK;
}

bool tacit_synthesis_derives(const tacit_synthesis *s, size_t j)
{
    const size_t v = s->ties != NULL ? tacit_ties_find(s->ties, j) : 0;
    return s->ties != NULL && v < s->ties->variables && s->ties->variable[v].formula != NULL;
}

tacit_status tacit_synthesis_bind(tacit_ctx *cx, tacit_synthesis *s)
{
    const tacit_args *args = &s->w->ask->args;
    const size_t n = tacit_table_rows(s->w->data);
    tacit_tie_breach breach;
    s->spec.data = s->w->data;
    s->words = words_of(args);
    if (s->words.constraints + s->words.rules + s->words.n_derived == 0)
        return TACIT_OK;
    if (tacit_synthesis_is_private(s->w))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A private generator keeps to no constraints, rules or formulas: whether "
                          "records do could not be told privately.");
    s->spec.words = &s->words;
    TACIT_TRY(tacit_ties_read(cx, s->w->data, &s->words, &s->ties));
    TACIT_TRY(check_roles(cx, s));
    TACIT_TRY(tacit_ties_check(cx, s->ties, n, &breach));
    if (breach.records == 0)
        return TACIT_OK;
    if (tacit_arg_choice(args, TACIT_SYNTH_VIOLATIONS) == TACIT_VIOLATIONS_DROP)
        return drop(cx, s, &breach);
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s '%s' does not hold in %zu of %zu records; correct it or them, or leave "
                      "such records out by 'violations: drop'.",
                      breach.kind, breach.words, breach.worst_records, n);
}
