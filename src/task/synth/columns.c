/*
 * columns.c - which columns are made, in which order, by what and from what.
 *
 * Identifiers and ids that link records are never made: a made-up name is of no use, and households
 * are numbered anew where they are made.  Every other column is made, unless the plan says that it
 * is kept; those that are kept come first, as what is known.
 */
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "synth/smooth/smooth.h"
#include "table/values.h"
#include "task/synth/own.h"

/* Records that have a text without a warning. */
enum { FEW_HAVE = 3 };

static const tacit_value *given(const tacit_synthesis *s, size_t i)
{
    return &s->w->ask->args.at[i];
}

static bool is_named(const tacit_value *names, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->texts[i], name) == 0)
            return true;
    return false;
}

static const char *name_at(const tacit_synthesis *s, size_t j)
{
    return tacit_column_name(tacit_table_column(s->w->data, j));
}

/* Whether a column is released as it is, or known from elsewhere. */
static bool is_kept(const tacit_synthesis *s, const char *name)
{
    return is_named(given(s, TACIT_SYNTH_KEEP), name) || tacit_synthesis_is_known(s, name);
}

/* ---- which ---- */

/* Whether column j is made or kept; says why if not. */
static tacit_status takes_part(tacit_ctx *cx, const tacit_synthesis *s, size_t j, bool *out)
{
    const unsigned roles = tacit_table_roles(s->w->data, j);
    const bool kept = is_named(given(s, TACIT_SYNTH_KEEP), name_at(s, j));
    *out = false;
    if (s->spec.weight != NULL && (roles & TACIT_ROLE_WEIGHT) != 0)
        return TACIT_OK; /* every record of a population counts once */
    if ((roles & (TACIT_ROLE_IDENTIFIER | TACIT_ROLE_LINKS)) == 0) {
        *out = true;
        return kept ? TACIT_OK : tacit_coding_check(cx, tacit_table_column(s->w->data, j));
    }
    if (kept)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s' is an identifier or links records, and cannot be kept.",
                          name_at(s, j));
    if (s->households && (roles & TACIT_ROLE_HOUSEHOLD) != 0)
        return TACIT_OK; /* numbered anew */
    if ((roles & TACIT_ROLE_IDENTIFIER) != 0)
        tacit_warn(cx, TACIT_LEFT_OUT, name_at(s, j));
    else
        tacit_warn(cx,
                   "Column '%s', which links records, was left out: synthetic records do not "
                   "belong together%s.",
                   name_at(s, j),
                   (roles & TACIT_ROLE_HOUSEHOLD) != 0
                       ? "; 'households: true' under synth makes households"
                       : "");
    return TACIT_OK;
}

/* The columns of a group or list, by its label; NULL if it has none. */
static const tacit_group *find_group(const tacit_value *groups, const char *label)
{
    for (size_t i = 0; i < groups->n; i++)
        if (strcmp(groups->groups[i].label, label) == 0)
            return &groups->groups[i];
    return NULL;
}

/* ---- order ---- */

/* What decides which column comes first: those that are kept, then what is named, derived ones
 * last. */
typedef struct place {
    size_t derived, kept, asked, named, values;
} place;

static bool comes_first(const void *user, uint32_t a, uint32_t b)
{
    const place *at = user;
    if (at[a].derived != at[b].derived)
        return at[a].derived < at[b].derived;
    if (at[a].kept != at[b].kept)
        return at[a].kept < at[b].kept;
    if (at[a].asked != at[b].asked)
        return at[a].asked < at[b].asked;
    if (at[a].named != at[b].named)
        return at[a].named < at[b].named;
    return at[a].values <= at[b].values;
}

/* How many values a column has, if that decides. */
static tacit_status count_values(tacit_ctx *cx, const tacit_synthesis *s, size_t j, size_t *out)
{
    const tacit_args *args = &s->w->ask->args;
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t n = 0;
    if (tacit_arg_choice(args, TACIT_SYNTH_ARRANGE) == TACIT_ARRANGE_VALUES)
        TACIT_TRY(tacit_values_count(cx, tacit_table_column(s->w->data, j), &n));
    tacit_scratch_release(cx, mark);
    *out = n;
    return TACIT_OK;
}

static tacit_status find_place(tacit_ctx *cx, const tacit_synthesis *s, size_t j, place *out)
{
    const tacit_value *order = given(s, TACIT_SYNTH_ORDER);
    const char *name = name_at(s, j);
    *out = (place){ .derived = tacit_synthesis_derives(s, j),
                    .kept = !is_kept(s, name),
                    .asked = find_group(given(s, TACIT_SYNTH_ONLY), name) == NULL };
    if (out->derived && !out->kept)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s' has a formula, and cannot be kept as it is.", name);
    while (out->named < order->n && strcmp(order->texts[out->named], name) != 0)
        out->named++;
    return count_values(cx, s, j, &out->values);
}

/* List the columns that take part in the order in which they are made. */
static tacit_status order_columns(tacit_ctx *cx, tacit_synthesis *s)
{
    const size_t p = tacit_table_columns(s->w->data);
    size_t *at = NULL, n = 0;
    place *places = NULL;
    uint32_t *order = NULL;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *places, &places));
    for (size_t j = 0; j < p; j++) {
        bool part = false;
        TACIT_TRY(takes_part(cx, s, j, &part));
        if (!part)
            continue;
        TACIT_TRY(find_place(cx, s, j, &places[n]));
        at[n++] = j;
    }
    if (n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The plan leaves no column to make.");
    TACIT_TRY(tacit_sort_by(cx, n, comes_first, places, &order));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->column, &s->column));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->told, &s->told));
    for (size_t k = 0; k < n; k++)
        s->column[k].at = at[order[k]];
    s->spec.n = n;
    return TACIT_OK;
}

/* ---- by what ---- */

static bool is_member(const tacit_group *group, const char *name)
{
    for (size_t i = 0; group != NULL && i < group->n; i++)
        if (strcmp(group->member[i], name) == 0)
            return true;
    return false;
}

/* The generator of all columns that the plan names no other for: that of the section, or trees. */
static tacit_status find_default(tacit_ctx *cx, const tacit_plan_ask *ask, tacit_synth_column *out)
{
    tacit_args *args = NULL;
    tacit_value *at = NULL;
    out->generator =
        ask->choice != NULL ? tacit_generator_find(ask->choice->name) : &tacit_generator_cart;
    out->args = &ask->choice_args;
    if (ask->choice != NULL && ask->choice_args.at[TACIT_GENERATOR_COLUMNS].given)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Under 'synth' a generator makes all columns that no other does, so %s "
                          "takes no 'columns' there; list it with its columns under 'generators'.",
                          ask->choice->name);
    if (ask->choice != NULL)
        return TACIT_OK;
    const tacit_param *params = out->generator->about.params;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *args, &args));
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(params), sizeof *at, &at));
    tacit_args_preset(params, at, args);
    out->args = args;
    return TACIT_OK;
}

/* Fail if the generator cannot make the column. */
static tacit_status check_type(tacit_ctx *cx, const tacit_synthesis *s, const tacit_synth_column *c)
{
    const tacit_column *column = tacit_table_column(s->w->data, c->at);
    if ((c->generator->accepts & tacit_column_type(column)) != 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Generator '%s' cannot make column '%s', which is a column of type %s; name "
                      "another for it under 'generators'.",
                      c->generator->about.name, tacit_column_name(column),
                      tacit_type_name(tacit_column_type(column)));
}

/* Say by what a column is made: by the generator that the plan lists it with, or the one for all.
 */
static tacit_status choose_generator(tacit_ctx *cx, const tacit_synthesis *s,
                                     const tacit_synth_column *all, tacit_synth_column *c)
{
    const tacit_plan *plan = s->w->plan;
    const char *name = name_at(s, c->at);
    c->derived = tacit_synthesis_derives(s, c->at);
    if (c->derived || is_kept(s, name))
        return TACIT_OK;
    c->generator = all->generator;
    c->args = all->args;
    for (size_t i = 0; i < plan->n_generators; i++)
        if (is_named(&plan->generator[i].args.at[TACIT_GENERATOR_COLUMNS], name)) {
            c->generator = plan->generator[i].generator;
            c->args = &plan->generator[i].args;
        }
    return check_type(cx, s, c);
}

/* Whether both are made at once. */
static bool are_together(const tacit_synth_column *a, const tacit_synth_column *b)
{
    return a->generator != NULL && a->generator->make != NULL && a->args == b->args &&
           a->generator == b->generator;
}

/* Bring columns that are made at once next to the first of them. */
static tacit_status gather(tacit_ctx *cx, tacit_synthesis *s)
{
    tacit_synth_column *ordered = NULL;
    bool *taken = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, s->spec.n, sizeof *ordered, &ordered));
    TACIT_TRY(tacit_scratch(cx, s->spec.n, sizeof *taken, &taken));
    for (size_t k = 0; k < s->spec.n; k++) {
        const size_t first = n;
        for (size_t i = k; !taken[k] && i < s->spec.n; i++)
            if (i == k || (!taken[i] && are_together(&s->column[k], &s->column[i]))) {
                ordered[n++] = s->column[i];
                taken[i] = i != k;
            }
        taken[k] = true;
        if (n > first)
            ordered[first].together = n - first;
    }
    s->column = ordered;
    return TACIT_OK;
}

/* Whether the column is made of texts of which fewer than FEW_HAVE records have one. */
static tacit_status has_rare_texts(tacit_ctx *cx, const tacit_synthesis *s,
                                   const tacit_synth_column *c, bool *out)
{
    const tacit_column *column = tacit_table_column(s->w->data, c->at);
    const size_t mark = tacit_scratch_mark(cx);
    size_t *records = NULL;
    *out = false;
    if (c->generator == NULL || tacit_column_type(column) != TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    const uint32_t texts = tacit_dict_size(tacit_column_dict(column));
    TACIT_TRY(tacit_scratch(cx, texts, sizeof *records, &records));
    for (size_t i = 0; i < tacit_column_length(column); i++)
        if (!tacit_column_is_missing(column, i))
            records[tacit_column_codes(column)[i]]++;
    for (uint32_t k = 0; k < texts; k++)
        *out = *out || (records[k] > 0 && records[k] < FEW_HAVE);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* A list of columns in words, in scratch memory; NULL if it is empty. */
static tacit_status add_name(tacit_ctx *cx, const tacit_synthesis *s, size_t k, char **list)
{
    const char *before = *list;
    return tacit_scratch_format(cx, list, "%s%s'%s'", before != NULL ? before : "",
                                before != NULL ? ", " : "", name_at(s, s->column[k].at));
}

/* Say how numbers are smoothed that lead to persons, and which columns have numbers or texts that
 * do so and come up as they are. */
static tacit_status warn_of_persons(tacit_ctx *cx, tacit_synthesis *s)
{
    char *numbers = NULL, *moved = NULL, *some = NULL, *texts = NULL;
    for (size_t k = 0; k < s->spec.n; k++) {
        tacit_synth_column *c = &s->column[k];
        const tacit_column *column = tacit_table_column(s->w->data, c->at);
        tacit_tells tells = TACIT_TELLS_NOBODY;
        bool rare = false;
        TACIT_TRY(has_rare_texts(cx, s, c, &rare));
        if (rare)
            TACIT_TRY(add_name(cx, s, k, &texts));
        if (c->generator == NULL || c->generator->make != NULL ||
            c->generator == &tacit_generator_constant)
            continue;
        TACIT_TRY(tacit_smooth_settle(cx, column, &c->specials, &c->args, &tells));
        const bool moves = tacit_smooth_is_asked(c->args);
        if (tells == TACIT_TELLS_MANY)
            TACIT_TRY(add_name(cx, s, k, moves ? &moved : &numbers));
        else if (tells == TACIT_TELLS_SOME && !moves)
            TACIT_TRY(add_name(cx, s, k, &some));
    }
    if (numbers != NULL)
        tacit_warn(cx,
                   "Many records have a number or date of their own in %s, and synthetic records "
                   "have those of real persons: 'smooth: between' of cart makes others, or round "
                   "them before.",
                   numbers);
    if (moved != NULL)
        tacit_warn(cx,
                   "Many records have a number or date of their own in %s: numbers between those "
                   "of persons are made instead; if they are codes, group them before.",
                   moved);
    if (some != NULL)
        tacit_warn(cx,
                   "Some numbers or dates of %s are those of one or two records, and synthetic "
                   "records can have them, too: 'smooth: between' of cart makes others, or round "
                   "them before.",
                   some);
    if (texts != NULL)
        tacit_warn(cx,
                   "Some texts of %s are those of one or two records, and synthetic records can "
                   "have them, too: group them before, if they tell who somebody is.",
                   texts);
    return TACIT_OK;
}

static tacit_status choose_generators(tacit_ctx *cx, tacit_synthesis *s)
{
    tacit_synth_column all = { 0 };
    TACIT_TRY(find_default(cx, s->w->ask, &all));
    for (size_t k = 0; k < s->spec.n; k++)
        TACIT_TRY(choose_generator(cx, s, &all, &s->column[k]));
    return gather(cx, s);
}

/* ---- from what ---- */

/* The columns before column k, or those of them that the plan names for it. */
static tacit_status choose_predictors(tacit_ctx *cx, tacit_synthesis *s, size_t k)
{
    const tacit_group *named =
        find_group(given(s, TACIT_SYNTH_PREDICTORS), name_at(s, s->column[k].at));
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, k, sizeof *at, &at));
    for (size_t i = 0; !s->column[k].derived && i < k; i++)
        if (named == NULL || is_member(named, name_at(s, s->column[i].at)))
            at[n++] = i;
    s->column[k].predictors = (tacit_select){ n, at };
    if (named != NULL && n < named->n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Some predictors of column '%s' are not made before it; say so by "
                          "'order'.",
                          name_at(s, s->column[k].at));
    return TACIT_OK;
}

static tacit_status read_specials(tacit_ctx *cx, const tacit_synthesis *s, size_t k)
{
    const char *name = name_at(s, s->column[k].at);
    const tacit_group *list = find_group(given(s, TACIT_SYNTH_SPECIAL), name);
    double *number = NULL;
    if (list == NULL)
        return TACIT_OK;
    if (tacit_column_type(tacit_table_column(s->w->data, s->column[k].at)) == TACIT_TYPE_CATEGORY)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s' holds texts; 'special' is for columns of numbers or dates.",
                          name);
    TACIT_TRY(tacit_scratch(cx, list->n, sizeof *number, &number));
    for (size_t i = 0; i < list->n; i++) {
        int32_t days = 0;
        if (tacit_parse_date(list->member[i], &days))
            number[i] = days;
        else if (!tacit_parse_real(list->member[i], &number[i]))
            return tacit_fail(cx, TACIT_ERR_INPUT, "A special code of column '%s' is no number.",
                              name);
    }
    s->column[k].specials = (tacit_specials){ number, list->n };
    return TACIT_OK;
}

/* ---- names that the plan's binding does not see ---- */

static tacit_status check_name(tacit_ctx *cx, const tacit_synthesis *s, const char *param,
                               const char *name)
{
    if (tacit_table_find(s->w->data, name) < tacit_table_columns(s->w->data))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' of synth names '%s', which is no column.", param,
                      name);
}

static tacit_status check_names(tacit_ctx *cx, const tacit_synthesis *s)
{
    const tacit_value *known = given(s, TACIT_SYNTH_PREDICTORS);
    const tacit_value *special = given(s, TACIT_SYNTH_SPECIAL);
    for (size_t i = 0; i < special->n; i++)
        TACIT_TRY(check_name(cx, s, "special", special->groups[i].label));
    for (size_t i = 0; i < known->n; i++) {
        TACIT_TRY(check_name(cx, s, "predictors", known->groups[i].label));
        for (size_t k = 0; k < known->groups[i].n; k++)
            TACIT_TRY(check_name(cx, s, "predictors", known->groups[i].member[k]));
    }
    return TACIT_OK;
}

tacit_status tacit_synthesis_choose(tacit_ctx *cx, tacit_synthesis *s)
{
    TACIT_TRY(check_names(cx, s));
    TACIT_TRY(order_columns(cx, s));
    TACIT_TRY(choose_generators(cx, s));
    for (size_t k = 0; k < s->spec.n; k++) {
        TACIT_TRY(choose_predictors(cx, s, k));
        TACIT_TRY(read_specials(cx, s, k));
    }
    s->spec.column = s->column;
    return warn_of_persons(cx, s);
}
