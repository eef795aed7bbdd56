/*
 * domains.c - columns as codes of their declared domains, and back.
 *
 * Nothing here takes a value from the data: what columns there are and what they may hold is in the
 * plan, and what is made of codes is declared.  O(cells).
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "query/place.h"
#include "task/synth/private.h"

/* A number without bins has a value for each step, if there are not more of them. */
enum { MOST_STEPS = 1000, MOST_VALUES = 60000 };

/* ---- which ---- */

static const tacit_plan_domain *declared(const tacit_plan *plan, const char *column)
{
    for (size_t i = 0; i < plan->n_domains; i++)
        if (strcmp(plan->domain[i].column, column) == 0)
            return &plan->domain[i];
    return NULL;
}

/* How many values a domain has. */
static tacit_status count_values(tacit_ctx *cx, const tacit_work *w, tacit_synth_domain *c)
{
    const tacit_domain *d = &c->domain;
    const double steps = (double)d->lattice.upper - (double)d->lattice.lower + 1;
    c->values = tacit_domain_groups(d);
    if (d->number && d->n_bins == 0 && steps <= MOST_STEPS) {
        c->steps = true;
        c->values = (size_t)steps;
    }
    if (c->values == 0 && d->number)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: the domain of '%s' has more than %d steps; part it by 'bins' or "
                          "'breaks', which are public, or say fewer 'decimals'.",
                          w->plan->file, d->column, MOST_STEPS);
    if (c->values == 0 || c->values > MOST_VALUES)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: the domain of '%s' needs its 'values', 1 to %d of them: private "
                          "records have declared values only.",
                          w->plan->file, d->column, MOST_VALUES);
    return TACIT_OK;
}

static tacit_status take_column(tacit_ctx *cx, const tacit_work *w, size_t j,
                                tacit_synth_domain *out)
{
    const char *name = tacit_column_name(tacit_table_column(w->data, j));
    const tacit_plan_domain *said = declared(w->plan, name);
    if (said == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: the domain of column '%s' is not declared; under 'domains' say "
                          "'lower' and 'upper' of a number or 'values' of a category, or give the "
                          "column the role 'identifier' to leave it out.",
                          w->plan->file, name);
    out->at = j;
    TACIT_TRY(tacit_domain_new(cx, name, &said->args, &out->domain));
    return count_values(cx, w, out);
}

static bool has_fewer(const void *user, uint32_t a, uint32_t b)
{
    const tacit_synth_domain *all = user;
    return all[a].values <= all[b].values;
}

tacit_status tacit_synth_domains_of(tacit_ctx *cx, const tacit_work *w, tacit_synth_domains *out)
{
    const size_t n = tacit_table_columns(w->data);
    tacit_synth_domain *all = NULL;
    uint32_t *order = NULL;
    *out = (tacit_synth_domains){ .n = 0 };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *all, &all));
    for (size_t j = 0; j < n; j++)
        if ((tacit_table_roles(w->data, j) & (TACIT_ROLE_IDENTIFIER | TACIT_ROLE_LINKS)) == 0)
            TACIT_TRY(take_column(cx, w, j, &all[out->n++]));
    if (out->n == 0 || out->n > TACIT_SCOPE_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: a private generator makes 1 to %d columns; the plan leaves %zu.",
                          w->plan->file, TACIT_SCOPE_COLUMNS, out->n);
    TACIT_TRY(tacit_sort_by(cx, out->n, has_fewer, all, &order));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->column, &out->column));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->size, &out->size));
    for (size_t k = 0; k < out->n; k++) {
        out->column[k] = all[order[k]];
        out->size[k] = out->column[k].values + out->column[k].domain.blank;
    }
    return TACIT_OK;
}

/* ---- codes ---- */

/* The code of a number in steps. */
static uint16_t code_of_steps(const tacit_synth_domain *c, int64_t steps)
{
    const tacit_domain *d = &c->domain;
    const int64_t as = steps != TACIT_NOT_PLACED ? steps : d->lattice.missing;
    return (uint16_t)(c->steps ? (size_t)(as - d->lattice.lower) : tacit_domain_bin(d, as));
}

/* The code of a text by its number among the values. */
static uint16_t code_of_text(const tacit_synth_domain *c, int64_t number)
{
    return (uint16_t)(number != TACIT_NOT_PLACED ? (size_t)number : c->domain.other);
}

static tacit_status place_texts(tacit_ctx *cx, const tacit_synth_domain *c,
                                const tacit_column *column, int64_t *out)
{
    tacit_dict *values = NULL;
    tacit_status status = tacit_place_values(cx, &c->domain, &values);
    if (status == TACIT_OK)
        status = tacit_place_codes(cx, values, false, column, out);
    tacit_dict_free(values);
    return status;
}

static tacit_status code_column(tacit_ctx *cx, const tacit_synth_domain *c,
                                const tacit_column *column, uint16_t *code)
{
    const size_t rows = tacit_column_length(column);
    int64_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *at, &at));
    if (c->domain.number)
        tacit_place_numbers(&c->domain, column, at);
    else
        TACIT_TRY(place_texts(cx, c, column, at));
    for (size_t i = 0; i < rows; i++) {
        const bool blank = c->domain.blank && tacit_column_is_missing(column, i);
        code[i] = blank              ? (uint16_t)c->values
                  : c->domain.number ? code_of_steps(c, at[i])
                                     : code_of_text(c, at[i]);
    }
    return TACIT_OK;
}

tacit_status tacit_synth_domains_code(tacit_ctx *cx, const tacit_synth_domains *d,
                                      const tacit_table *data, tacit_private_table *out)
{
    const tacit_private_table like = { .columns = d->n, .size = d->size };
    TACIT_TRY(tacit_private_room(cx, &like, tacit_table_rows(data), out));
    for (size_t k = 0; k < d->n; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(code_column(cx, &d->column[k], tacit_table_column(data, d->column[k].at),
                              out->code[k]));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* ---- and back ---- */

/* Steps drawn evenly from those of a code. */
static int64_t draw_steps(const tacit_synth_domain *c, uint16_t code, tacit_rng *rng)
{
    const tacit_domain *d = &c->domain;
    if (c->steps)
        return d->lattice.lower + code;
    const int64_t from = d->edge[code], to = d->edge[code + 1] - (code + 1u < d->n_bins);
    return from + (int64_t)tacit_rng_below(rng, (uint64_t)(to - from) + 1);
}

static tacit_type type_of(const tacit_domain *d)
{
    return d->date                    ? TACIT_TYPE_DATE
           : !d->number               ? TACIT_TYPE_CATEGORY
           : d->lattice.decimals <= 0 ? TACIT_TYPE_INTEGER
                                      : TACIT_TYPE_REAL;
}

static tacit_status add_cell(tacit_ctx *cx, const tacit_synth_domain *c, uint16_t code,
                             tacit_rng *rng, tacit_builder *b)
{
    const tacit_domain *d = &c->domain;
    if (code >= c->values)
        return tacit_builder_missing(cx, b);
    if (!d->number)
        return tacit_builder_text(cx, b, d->value[code], strlen(d->value[code]));
    const int64_t steps = draw_steps(c, code, rng);
    const double x = tacit_domain_real(d, (double)steps);
    const int64_t whole = (int64_t)nearbyint(x);
    const int32_t day = (int32_t)steps;
    switch (type_of(d)) {
    case TACIT_TYPE_DATE:
        return tacit_builder_dates(cx, b, &day, NULL, 1);
    case TACIT_TYPE_INTEGER:
        return tacit_builder_integers(cx, b, &whole, NULL, 1);
    case TACIT_TYPE_REAL:
    case TACIT_TYPE_CATEGORY:
    default:
        return tacit_builder_reals(cx, b, &x, NULL, 1);
    }
}

static tacit_status make_column(tacit_ctx *cx, const tacit_synth_domain *c, const uint16_t *code,
                                size_t rows, tacit_rng *rng, tacit_column **out)
{
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, c->domain.column, type_of(&c->domain), rows, &b));
    for (size_t i = 0; i < rows; i++) {
        const tacit_status status = add_cell(cx, c, code[i], rng, b);
        if (status != TACIT_OK) {
            tacit_builder_free(b);
            return status;
        }
    }
    return tacit_builder_finish(cx, b, out);
}

/* Add column j of `like`, if it is made. */
static tacit_status add_column(tacit_ctx *cx, const tacit_synth_domains *d,
                               const tacit_private_table *made, size_t j, const tacit_rng *rng,
                               tacit_table *out)
{
    for (size_t k = 0; k < d->n; k++) {
        tacit_rng own = tacit_rng_fork(rng, d->column[k].domain.column);
        tacit_column *column = NULL;
        if (d->column[k].at != j)
            continue;
        TACIT_TRY(make_column(cx, &d->column[k], made->code[k], made->rows, &own, &column));
        TACIT_TRY(tacit_table_add(cx, out, column));
    }
    return TACIT_OK;
}

tacit_status tacit_synth_domains_table(tacit_ctx *cx, const tacit_synth_domains *d,
                                       const tacit_private_table *made, const tacit_table *like,
                                       const tacit_rng *rng, tacit_table **out)
{
    TACIT_TRY(tacit_table_new(cx, made->rows, out));
    for (size_t j = 0; j < tacit_table_columns(like); j++) {
        const size_t before = tacit_table_columns(*out);
        TACIT_TRY(add_column(cx, d, made, j, rng, *out));
        if (tacit_table_columns(*out) > before)
            tacit_table_set_roles(*out, before, tacit_table_roles(like, j));
    }
    return TACIT_OK;
}
