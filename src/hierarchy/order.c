/*
 * order.c - a hierarchy that joins neighbours in an order.
 *
 * The values stand in an order: numbers and dates upwards, categories by their text or as
 * `values` lists them.  With sizes s_1, s_2, ... level 1 joins s_1 values each that follow
 * each other, level 2 joins s_2 of those groups, and so on; the last group of a level may
 * be smaller.  With `groups` level 1 has the named groups instead, and sizes, if given,
 * join groups that follow each other in the plan.
 *
 * Listed values that the column does not have keep their places, so that groups are the
 * same for every file; a value that is not listed is not covered.  Missing cells stay
 * missing.
 *
 * Source: Prasser, Eicher, Spengler, Bild, Kuhn (2020), Flexible data anonymization using
 * ARX, Softw. Pract. Exp. 50(7): order-based hierarchies.
 *
 * O((values + listed values) * levels + values log values).
 */
#include "hierarchy/hierarchy.h"

#include <math.h>

#include "hierarchy/ordering.h"

enum { SIZES, VALUES, GROUPS };

static const tacit_param PARAMS[] = {
    [SIZES] = { .name = "sizes",
                .type = TACIT_PARAM_REALS,
                .need = TACIT_OPTIONAL,
                .min = 2.0,
                .max = 1e9,
                TACIT_USEFUL_LOG(2, 100, "values"),
                .help = "how many neighbours to join at level 1, 2, ..., whole numbers" },
    [VALUES] = { .name = "values",
                 .type = TACIT_PARAM_TEXTS,
                 .need = TACIT_OPTIONAL,
                 .help = "the values in their order; by size or text if not given" },
    [GROUPS] = { .name = "groups",
                 .type = TACIT_PARAM_GROUPS,
                 .need = TACIT_OPTIONAL,
                 .help = "label of level 1: the values that get it; instead of values" },
    TACIT_PARAM_END
};

#define NOWHERE SIZE_MAX

/* A group of so many units has them all. */
#define MOST_UNITS 1e15

/* Units are what level after level joins: values in their order, or groups. */
typedef struct order {
    tacit_hierarchy *h;
    tacit_type type;   /* of the units' texts */
    size_t *unit;      /* of each value */
    const char **text; /* of each unit */
    size_t n;          /* units */
    double size;       /* units in a group of the level being added */
    size_t *unused;    /* units of listed values that the column does not have */
    size_t n_unused;
    char label[TACIT_RUN_BYTES];
} order;

/* The label of unit `u` where `size` units make a group. */
static void write_label(const order *o, size_t u, double size, char out[TACIT_RUN_BYTES])
{
    const double group = floor((double)u / size);
    const size_t first = (size_t)(group * size);
    const double end = fmin((group + 1.0) * size, (double)o->n);
    tacit_run_label(o->type, o->text[first], o->text[(size_t)end - 1], (size_t)group + 1, out);
}

static const char *label_of(void *user, size_t v)
{
    order *o = user;
    if (o->unit[v] == NOWHERE)
        return NULL;
    write_label(o, o->unit[v], o->size, o->label);
    return o->label;
}

/* Room for so many units, and for `listed` values. */
static tacit_status take_room(tacit_ctx *cx, order *o, size_t units, size_t listed)
{
    const size_t values = tacit_hierarchy_values(o->h);
    o->n = units;
    TACIT_TRY(tacit_scratch(cx, values, sizeof *o->unit, &o->unit));
    for (size_t v = 0; v < values; v++)
        o->unit[v] = NOWHERE;
    TACIT_TRY(tacit_scratch(cx, listed, sizeof *o->unused, &o->unused));
    return tacit_scratch(cx, units, sizeof *o->text, &o->text);
}

/* The value that `text` means stands at unit `u`. */
static tacit_status place(tacit_ctx *cx, order *o, const char *text, size_t u)
{
    const size_t v = tacit_hierarchy_find(o->h, text);
    if (v == tacit_hierarchy_values(o->h)) {
        o->unused[o->n_unused++] = u;
        return TACIT_OK;
    }
    if (o->unit[v] != NOWHERE)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'order' of column '%s' lists a value twice.",
                          tacit_hierarchy_column(o->h));
    o->unit[v] = u;
    return TACIT_OK;
}

static tacit_status take_natural(tacit_ctx *cx, order *o)
{
    uint32_t *at = NULL;
    TACIT_TRY(take_room(cx, o, tacit_hierarchy_values(o->h), 0));
    TACIT_TRY(tacit_ordering_natural(cx, o->h, &at));
    for (size_t i = 0; i < o->n; i++) {
        o->unit[at[i]] = i;
        o->text[i] = tacit_hierarchy_value(o->h, at[i]);
    }
    return TACIT_OK;
}

static tacit_status take_values(tacit_ctx *cx, const tacit_value *values, order *o)
{
    TACIT_TRY(take_room(cx, o, values->n, values->n));
    for (size_t i = 0; i < values->n; i++) {
        o->text[i] = values->texts[i];
        TACIT_TRY(place(cx, o, values->texts[i], i));
    }
    return TACIT_OK;
}

static tacit_status take_groups(tacit_ctx *cx, const tacit_value *groups, order *o)
{
    size_t listed = 0;
    for (size_t g = 0; g < groups->n; g++)
        listed += groups->groups[g].n;
    TACIT_TRY(take_room(cx, o, groups->n, listed));
    for (size_t g = 0; g < groups->n; g++) {
        o->text[g] = groups->groups[g].label;
        for (size_t i = 0; i < groups->groups[g].n; i++)
            TACIT_TRY(place(cx, o, groups->groups[g].member[i], g));
    }
    o->size = 1.0;
    return tacit_hierarchy_add_level(cx, o->h, label_of, o);
}

static tacit_status add_sizes(tacit_ctx *cx, const tacit_value *sizes, order *o)
{
    o->size = 1.0;
    for (size_t l = 0; l < sizes->n; l++) {
        if (floor(sizes->reals[l]) < sizes->reals[l])
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'sizes' of order for column '%s' must be whole numbers.",
                              tacit_hierarchy_column(o->h));
        o->size = fmin(o->size * sizes->reals[l], MOST_UNITS);
        TACIT_TRY(tacit_hierarchy_add_level(cx, o->h, label_of, o));
    }
    return TACIT_OK;
}

/* Tell of the listed values that the column does not have; level 1 is that of the groups if
 * there are any. */
static tacit_status add_unused(tacit_ctx *cx, const tacit_value *sizes, bool groups, order *o)
{
    const size_t levels = sizes->n + (groups ? 1 : 0);
    char *room = NULL;
    const char **label = NULL;
    TACIT_TRY(tacit_scratch(cx, levels, TACIT_RUN_BYTES, &room));
    TACIT_TRY(tacit_scratch(cx, levels, sizeof *label, &label));
    for (size_t k = 0; k < o->n_unused; k++) {
        double size = 1.0;
        for (size_t l = 0; l < levels; l++) {
            if (l > 0 || !groups)
                size = fmin(size * sizes->reals[groups ? l - 1 : l], MOST_UNITS);
            label[l] = room + l * TACIT_RUN_BYTES;
            write_label(o, o->unused[k], size, room + l * TACIT_RUN_BYTES);
        }
        tacit_hierarchy_add_unused(o->h, label);
    }
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    const tacit_value *values = &args->at[VALUES], *groups = &args->at[GROUPS];
    const bool sized = args->at[SIZES].n > 0;
    if ((!sized && groups->n == 0) || (values->n > 0 && groups->n > 0))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "order for column '%s' needs 'sizes' or 'groups', and 'values' only "
                          "without 'groups'.",
                          tacit_hierarchy_column(h));
    order o = { .h = h, .type = groups->n > 0 ? TACIT_TYPE_CATEGORY : tacit_hierarchy_type(h) };
    TACIT_TRY(groups->n > 0   ? take_groups(cx, groups, &o)
              : values->n > 0 ? take_values(cx, values, &o)
                              : take_natural(cx, &o));
    TACIT_TRY(add_sizes(cx, &args->at[SIZES], &o));
    return add_unused(cx, &args->at[SIZES], groups->n > 0, &o);
}

const tacit_hierarchy_builder tacit_hierarchy_builder_order = {
    .about = { .name = "order",
               .title = "Hierarchy of neighbours in an order",
               .summary = "Joins so many values each that follow each other, or named groups.",
               .source = "Prasser, Eicher, Spengler, Bild, Kuhn (2020), Softw. Pract. Exp. 50(7)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .build = build,
};
