/*
 * levels.c - the levels of a declared hierarchy, built on what is declared and nothing else.
 *
 * Of a category they are built on its values.  Of a number they are built on the first and the last
 * value of each bin: intervals that both lie in have the whole bin in them.
 */
#include <string.h>

#include "gateway/declare.h"

/* ---- values ---- */

/* The last value of a bin, in steps. */
static int64_t last_of(const tacit_domain *d, size_t g)
{
    return g + 1 < d->n_bins ? d->edge[g + 1] - 1 : d->edge[g + 1];
}

/* A value in steps, into a column of numbers. */
static tacit_status add_number(tacit_ctx *cx, tacit_builder *b, const tacit_domain *d,
                               int64_t steps)
{
    const double x = tacit_domain_real(d, (double)steps);
    const int64_t whole = (int64_t)x;
    return d->lattice.decimals > 0 ? tacit_builder_reals(cx, b, &x, NULL, 1)
                                   : tacit_builder_integers(cx, b, &whole, NULL, 1);
}

static tacit_status add_values(tacit_ctx *cx, tacit_builder *b, const tacit_domain *d)
{
    for (size_t g = 0; g < tacit_domain_groups(d); g++) {
        if (!d->number) {
            TACIT_TRY(tacit_builder_text(cx, b, d->value[g], strlen(d->value[g])));
            continue;
        }
        TACIT_TRY(add_number(cx, b, d, d->edge[g]));
        TACIT_TRY(add_number(cx, b, d, last_of(d, g)));
    }
    return TACIT_OK;
}

/* The declared values as a column. */
static tacit_status make_column(tacit_ctx *cx, const tacit_domain *d, tacit_column **out)
{
    const tacit_type type = !d->number                ? TACIT_TYPE_CATEGORY
                            : d->lattice.decimals > 0 ? TACIT_TYPE_REAL
                                                      : TACIT_TYPE_INTEGER;
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, d->column, type, 2 * tacit_domain_groups(d), &b));
    const tacit_status status = add_values(cx, b, d);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    return tacit_builder_finish(cx, b, out);
}

/* ---- levels ---- */

/* The label of a group at level `l`; fails if a bin has several. */
static tacit_status find_label(tacit_ctx *cx, const tacit_hierarchy *h, size_t l,
                               const tacit_domain *d, size_t g, uint32_t *out)
{
    if (!d->number) {
        *out = tacit_hierarchy_label(h, l, tacit_hierarchy_find_text(h, d->value[g]));
        return TACIT_OK;
    }
    const double first = tacit_domain_real(d, (double)d->edge[g]),
                 last = tacit_domain_real(d, (double)last_of(d, g));
    *out = tacit_hierarchy_label(h, l, tacit_hierarchy_find_number(h, first));
    if (*out == tacit_hierarchy_label(h, l, tacit_hierarchy_find_number(h, last)))
        return TACIT_OK;
    return tacit_fail(
        cx, TACIT_ERR_INPUT,
        "Level %zu of the hierarchy of '%s' parts the bin %s; its intervals must begin "
        "where bins do.",
        l, d->column, d->label[g]);
}

static tacit_status copy_level(tacit_ctx *cx, const tacit_hierarchy *h, size_t l,
                               const tacit_domain *d, tacit_query_level *out)
{
    const tacit_dict *labels = tacit_hierarchy_labels(h, l);
    const size_t groups = tacit_domain_groups(d);
    const char **label = NULL;
    uint32_t *of = NULL;
    out->n = tacit_dict_size(labels);
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *label, &label));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *of, &of));
    for (uint32_t i = 0; i < out->n; i++) {
        char *text = NULL;
        TACIT_TRY(tacit_scratch_text(cx, tacit_dict_text(labels, i), &text));
        label[i] = text;
    }
    for (size_t g = 0; g < groups; g++)
        TACIT_TRY(find_label(cx, h, l, d, g, &of[g]));
    out->label = label;
    out->of = of;
    return TACIT_OK;
}

static tacit_status copy_levels(tacit_ctx *cx, const tacit_hierarchy *h, tacit_query_column *c)
{
    const size_t n = tacit_hierarchy_levels(h) - 1;
    tacit_query_level *level = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *level, &level));
    for (size_t l = 1; l <= n; l++)
        TACIT_TRY(copy_level(cx, h, l, &c->domain, &level[l - 1]));
    c->level = level;
    c->n_levels = n;
    return TACIT_OK;
}

/* Of a number only intervals follow from the bins: a file lists single values, and parts of equal
 * size would be taken from the edges. */
static tacit_status check_builder(tacit_ctx *cx, const tacit_hierarchy_spec *spec,
                                  const tacit_domain *d)
{
    const bool intervals = spec->builder == &tacit_hierarchy_builder_intervals;
    bool parts = false;
    for (size_t i = 0; intervals && i < spec->args.n; i++)
        parts =
            parts || (strcmp(spec->args.params[i].name, "parts") == 0 && spec->args.at[i].given);
    if (!d->number || (intervals && !parts))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "'%s' is declared as a number, whose bins 'intervals' with 'widths' or "
                      "'breaks' can join; say 'values' under domains to use another hierarchy.",
                      d->column);
}

tacit_status tacit_policy_levels(tacit_ctx *cx, const tacit_hierarchy_spec *spec,
                                 tacit_query_column *column)
{
    tacit_column *values = NULL;
    tacit_hierarchy *h = NULL;
    TACIT_TRY(check_builder(cx, spec, &column->domain));
    TACIT_TRY(make_column(cx, &column->domain, &values));
    tacit_status status = tacit_hierarchy_build(cx, spec->builder, &spec->args, values, &h);
    if (status == TACIT_OK)
        status = copy_levels(cx, h, column);
    tacit_hierarchy_free(h);
    tacit_column_free(values);
    return status;
}
