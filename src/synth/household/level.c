/*
 * level.c - which columns are of households and which of members, and what each level keeps to.
 *
 * A household's columns are made before its members', so a constraint among them is kept there, and
 * one that names a column of members when that is made, with what the household has given.  A
 * column that follows from columns of members, by a formula or a rule, is one of theirs, though all
 * members agree.  What follows from who is there is no column to be tied: the number of members is
 * known only when all are.
 */
#include "synth/household/own.h"

/* The column of the spec that a variable is, or the number of those. */
static size_t column_of(const tacit_synth_spec *s, const tacit_tie_variable *v)
{
    size_t k = 0;
    while (k < s->n && s->column[k].at != v->at)
        k++;
    return k;
}

/* The variables that are columns of households. */
static uint64_t find_whole(const tacit_home_plan *h, const tacit_tie_book *ties)
{
    const tacit_synth_spec *s = &h->spec->people;
    uint64_t whole = 0;
    for (size_t v = 0; v < ties->variables; v++) {
        const size_t k = column_of(s, &ties->variable[v]);
        whole |= k < s->n && h->whole[k] ? (uint64_t)1 << v : 0;
    }
    return whole;
}

/* Give columns that follow from those of members to these. */
static uint64_t move_columns(const tacit_home_plan *h, const tacit_tie_book *ties)
{
    for (bool moved = true; moved;) {
        const uint64_t whole = find_whole(h, ties);
        moved = false;
        for (size_t v = 0; v < ties->variables; v++)
            if ((whole >> v & 1) != 0 && (tacit_ties_sources(ties, v) & ~whole) != 0) {
                h->whole[column_of(&h->spec->people, &ties->variable[v])] = false;
                moved = true;
            }
    }
    return find_whole(h, ties);
}

static tacit_status check_sizes(tacit_ctx *cx, const tacit_home_plan *h, const tacit_tie_book *ties)
{
    for (size_t v = 0; v < ties->variables; v++) {
        const size_t k = column_of(&h->spec->people, &ties->variable[v]);
        if (k < h->spec->people.n && h->size[k])
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "A rule, constraint or formula names column '%s', which is the number "
                "of members of a household and follows from who is made.",
                tacit_column_name(ties->variable[v].column));
    }
    return TACIT_OK;
}

tacit_status tacit_home_bind(tacit_ctx *cx, tacit_home_plan *h)
{
    const tacit_synth_spec *s = &h->spec->people;
    tacit_tie_book *ties = NULL;
    h->home_words = h->member_words = (tacit_tie_words){ 0 };
    if (s->words != NULL) {
        TACIT_TRY(tacit_ties_read(cx, s->data, s->words, &ties));
        TACIT_TRY(check_sizes(cx, h, ties));
        const uint64_t whole = move_columns(h, ties);
        TACIT_TRY(tacit_ties_select(cx, ties, s->words, whole, whole, &h->home_words));
        TACIT_TRY(tacit_ties_select(cx, ties, s->words, UINT64_MAX, ~whole, &h->member_words));
    }
    h->as_before = false;
    for (size_t k = 0; k < s->n; k++)
        h->as_before = h->as_before ||
                       (!h->whole[k] && s->column[k].generator == NULL && !s->column[k].derived);
    return TACIT_OK;
}
