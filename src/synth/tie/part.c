/*
 * part.c - a part of what a plan says: that which some columns can be held to.
 *
 * Where a file is made in levels, households before their members, each level keeps to what names
 * its columns, and to what names columns of the level before beside them.
 */
#include "synth/tie/tie.h"

uint64_t tacit_ties_sources(const tacit_tie_book *ties, size_t v)
{
    uint64_t names = ties->variable[v].names;
    for (size_t k = 0; k < ties->fills; k++)
        if (ties->fill[k].variable == v)
            names |= ties->fill[k].names;
    return names;
}

/* Whether a word that names these is one of the part. */
static bool is_chosen(uint64_t names, uint64_t in, uint64_t one_of)
{
    return (names & ~in) == 0 && (names & one_of) != 0;
}

/* Whether constraint `number` is one of the part; all its conditions must be, or none. */
static tacit_status choose_constraint(tacit_ctx *cx, const tacit_tie_book *ties, size_t number,
                                      const uint64_t mask[2], bool *out)
{
    size_t yes = 0, no = 0;
    const char *words = NULL;
    for (size_t k = 0; k < ties->conditions; k++) {
        const tacit_tie_condition *c = &ties->condition[k];
        if (c->fills || c->number != number)
            continue;
        words = c->words;
        *(is_chosen(c->names, mask[0], mask[1]) ? &yes : &no) += 1;
    }
    for (size_t k = 0; k < ties->observed; k++)
        if (ties->set[k].number == number)
            *(is_chosen(ties->set[k].names, mask[0], mask[1]) ? &yes : &no) += 1;
    if (yes > 0 && no > 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Constraint '%s' speaks by 'and' of columns that are made in different "
                          "steps; write its parts as constraints of their own.",
                          words);
    *out = yes > 0;
    return TACIT_OK;
}

static bool choose_rule(const tacit_tie_book *ties, size_t number, const uint64_t mask[2])
{
    uint64_t names = 0;
    for (size_t k = 0; k < ties->fills; k++)
        if (ties->fill[k].number == number)
            names |= ties->fill[k].names | (uint64_t)1 << ties->fill[k].variable;
    return is_chosen(names, mask[0], mask[1]);
}

static bool choose_derived(const tacit_tie_book *ties, size_t number, const uint64_t mask[2])
{
    for (size_t v = 0; v < ties->variables; v++)
        if (ties->variable[v].formula != NULL && ties->variable[v].number == number)
            return is_chosen(ties->variable[v].names | (uint64_t)1 << v, mask[0], mask[1]);
    return false;
}

tacit_status tacit_ties_select(tacit_ctx *cx, const tacit_tie_book *ties,
                               const tacit_tie_words *words, uint64_t in, uint64_t one_of,
                               tacit_tie_words *out)
{
    const uint64_t mask[2] = { in, one_of };
    const char **constraint = NULL, **rule = NULL, **derived = NULL;
    *out = (tacit_tie_words){ 0 };
    TACIT_TRY(tacit_scratch(cx, words->constraints, sizeof *constraint, &constraint));
    TACIT_TRY(tacit_scratch(cx, words->rules, sizeof *rule, &rule));
    TACIT_TRY(tacit_scratch(cx, words->n_derived, sizeof *derived, &derived));
    for (size_t i = 0; i < words->constraints; i++) {
        bool chosen = false;
        TACIT_TRY(choose_constraint(cx, ties, i + 1, mask, &chosen));
        if (chosen)
            constraint[out->constraints++] = words->constraint[i];
    }
    for (size_t i = 0; i < words->rules; i++)
        if (choose_rule(ties, i + 1, mask))
            rule[out->rules++] = words->rule[i];
    for (size_t i = 0; i < words->n_derived; i++)
        if (choose_derived(ties, i + 1, mask))
            derived[out->n_derived++] = words->derived[i];
    out->constraint = constraint;
    out->rule = rule;
    out->derived = derived;
    return TACIT_OK;
}

tacit_status tacit_ties_verify(tacit_ctx *cx, const tacit_table *data, const tacit_tie_words *words,
                               const char *what)
{
    const size_t mark = tacit_scratch_mark(cx), n = tacit_table_rows(data);
    tacit_tie_book *ties = NULL;
    tacit_tie_breach breach;
    if (words == NULL || words->constraints + words->rules + words->n_derived == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_ties_read(cx, data, words, &ties));
    TACIT_TRY(tacit_ties_check(cx, ties, n, &breach));
    if (breach.records > 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s '%s' does not hold in %zu of %zu %s.",
                          breach.kind, breach.words, breach.worst_records, n, what);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
