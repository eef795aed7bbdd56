/*
 * household.c - what a plan asks of households: who belongs together, in which role.
 */
#include "table/values.h"
#include "task/synth/own.h"

/* Parameters that mean nothing without households. */
static const size_t OF_HOUSEHOLDS[] = { TACIT_SYNTH_RELATION, TACIT_SYNTH_ROLES, TACIT_SYNTH_AGE,
                                        TACIT_SYNTH_POPULATION, TACIT_SYNTH_MARGINS };

static tacit_status check_without(tacit_ctx *cx, const tacit_args *args)
{
    for (size_t i = 0; i < sizeof OF_HOUSEHOLDS / sizeof OF_HOUSEHOLDS[0]; i++)
        if (tacit_arg_given(args, OF_HOUSEHOLDS[i]))
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "'%s' of synth is about households; say 'households: true' beside it.",
                args->params[OF_HOUSEHOLDS[i]].name);
    return TACIT_OK;
}

/* What does not go together with households. */
static tacit_status check_with(tacit_ctx *cx, const tacit_synthesis *s)
{
    const tacit_args *args = &s->w->ask->args;
    if (s->home.household == tacit_table_columns(s->w->data))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Households need a column that says who lives together; give it the role "
                          "'household'.");
    if (tacit_arg_given(args, TACIT_SYNTH_KEEP) && tacit_arg_given(args, TACIT_SYNTH_POPULATION))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'keep' releases columns of the households that there are, and does not "
                          "go with a 'population'; leave one of them out.");
    if (tacit_arg_given(args, TACIT_SYNTH_ROLES) && !tacit_arg_given(args, TACIT_SYNTH_RELATION))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'roles' needs 'relation' beside it: the column that they stand in.");
    return TACIT_OK;
}

/* The position of a column that the section names; the number of columns if it names none.  Ids
 * and identifiers are not made, so nothing can go by them. */
static tacit_status find_named(tacit_ctx *cx, const tacit_synthesis *s, size_t param, size_t *out)
{
    const tacit_args *args = &s->w->ask->args;
    *out = tacit_table_columns(s->w->data);
    if (!tacit_arg_given(args, param))
        return TACIT_OK;
    *out = tacit_table_find(s->w->data, tacit_arg_text(args, param));
    if ((tacit_table_roles(s->w->data, *out) & (TACIT_ROLE_IDENTIFIER | TACIT_ROLE_LINKS)) != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s', which '%s' of synth names, is an identifier or links "
                          "records, and is not made.",
                          tacit_arg_text(args, param), args->params[param].name);
    return TACIT_OK;
}

tacit_status tacit_synthesis_units(tacit_ctx *cx, const tacit_synthesis *s, const tacit_table *data,
                                   size_t *out)
{
    uint32_t n = 0;
    *out = tacit_table_rows(data);
    if (!s->households)
        return TACIT_OK;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_values_count(cx, tacit_table_column(data, s->home.household), &n));
    tacit_scratch_release(cx, mark);
    *out = n;
    return TACIT_OK;
}

tacit_status tacit_synthesis_households(tacit_ctx *cx, tacit_synthesis *s)
{
    const tacit_args *args = &s->w->ask->args;
    const tacit_value *roles = &args->at[TACIT_SYNTH_ROLES];
    const tacit_table *data = s->w->data;
    s->households = tacit_arg_flag(args, TACIT_SYNTH_HOUSEHOLDS);
    if (!s->households)
        return check_without(cx, args);
    s->home =
        (tacit_household_spec){ .household = tacit_table_role_column(data, TACIT_ROLE_HOUSEHOLD),
                                .role = roles->texts,
                                .roles = roles->n };
    TACIT_TRY(check_with(cx, s));
    TACIT_TRY(find_named(cx, s, TACIT_SYNTH_RELATION, &s->home.relation));
    TACIT_TRY(find_named(cx, s, TACIT_SYNTH_AGE, &s->home.age));
    if (s->home.age < tacit_table_columns(data) &&
        tacit_column_type(tacit_table_column(data, s->home.age)) == TACIT_TYPE_CATEGORY)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s', which 'age' of synth names, holds texts; ages are numbers "
                          "or dates.",
                          tacit_arg_text(args, TACIT_SYNTH_AGE));
    return TACIT_OK;
}

tacit_status tacit_synthesis_make(tacit_ctx *cx, const tacit_synthesis *s,
                                  const tacit_synth_spec *spec, tacit_synth_told *told,
                                  tacit_table **out)
{
    tacit_household_spec home = s->home;
    tacit_household_told found;
    if (s->frame != NULL)
        return tacit_known_persons_make(cx, s, spec, told, out);
    if (!s->households)
        return tacit_synth_make(cx, spec, told, out);
    home.people = *spec;
    TACIT_TRY(tacit_synth_households(cx, &home, &found, out));
    for (size_t k = 0; k < spec->n; k++)
        told[k] = (tacit_synth_told){ .states = 1, .whole = found.whole[k] };
    return TACIT_OK;
}
