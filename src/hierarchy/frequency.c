/*
 * frequency.c - a hierarchy that gives up rare values first.
 *
 * The values are ranked by how many records have them.  Level l keeps the `keep`[l] most
 * frequent ones and joins the others under one label; the highest level joins all.  Without
 * `keep` there are `levels` levels that give up an equal number of values each.  With
 * `first: frequent` the most frequent ones go first, as where common values tell most.
 * Values that equally many records have are ranked by their size or text.
 *
 * The labels depend on the data: write them to a file to use the same ones for another.
 * Missing cells stay missing.
 *
 * Source: Prasser, Eicher, Spengler, Bild, Kuhn (2020), Flexible data anonymization using
 * ARX, Softw. Pract. Exp. 50(7): priority-based hierarchies.
 *
 * O(values * (levels + log values)).
 */
#include "hierarchy/hierarchy.h"

#include <math.h>

#include "hierarchy/ordering.h"

enum { KEEP, LEVELS, FIRST, OTHER };
enum { RARE, FREQUENT };

static const char *const ENDS[] = { "rare", "frequent", NULL };

enum { USUAL_LEVELS = 4, MOST_LEVELS = 250 };

static const tacit_param PARAMS[] = {
    [KEEP] = { .name = "keep",
               .type = TACIT_PARAM_REALS,
               .need = TACIT_OPTIONAL,
               .min = 0.0,
               .max = 1e9,
               TACIT_USEFUL(0, 1000, "values"),
               .help = "how many values stay at level 1, 2, ..., downwards" },
    [LEVELS] = { .name = "levels",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = USUAL_LEVELS,
                 .min = 1.0,
                 .max = MOST_LEVELS,
                 TACIT_USEFUL(1, 10, "levels"),
                 .help = "without keep: how many levels, each of which gives up as many values" },
    [FIRST] = { .name = "first",
                .type = TACIT_PARAM_CHOICE,
                .preset = RARE,
                .choices = ENDS,
                .help = "which values are given up first" },
    [OTHER] = { .name = "other",
                .type = TACIT_PARAM_TEXT,
                .need = TACIT_OPTIONAL,
                .help = "the label of what was given up; other if not given" },
    TACIT_PARAM_END
};

typedef struct frequency {
    const tacit_hierarchy *h;
    size_t *rank; /* of each value: 0 is given up last */
    size_t keep;  /* at the level being added */
    const char *other;
} frequency;

static const char *label_of(void *user, size_t v)
{
    const frequency *f = user;
    return f->keep == 0 ? "*" : f->rank[v] < f->keep ? tacit_hierarchy_value(f->h, v) : f->other;
}

static tacit_status add_keep(tacit_ctx *cx, const tacit_value *keep, frequency *f,
                             tacit_hierarchy *h)
{
    for (size_t l = 0; l < keep->n; l++) {
        if (floor(keep->reals[l]) < keep->reals[l] ||
            (l > 0 && !(keep->reals[l] < keep->reals[l - 1])))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'keep' of frequency for column '%s' must be whole numbers that go "
                              "downwards, but number %zu is not.",
                              tacit_hierarchy_column(h), l + 1);
        f->keep = (size_t)keep->reals[l];
        TACIT_TRY(tacit_hierarchy_add_level(cx, h, label_of, f));
    }
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    const size_t n = tacit_hierarchy_values(h);
    frequency f = { .h = h, .other = "other" };
    uint32_t *order = NULL;
    if (tacit_arg_given(args, OTHER))
        f.other = tacit_arg_text(args, OTHER);
    TACIT_TRY(tacit_ordering_by_count(cx, h, tacit_arg_choice(args, FIRST) == FREQUENT, &order));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f.rank, &f.rank));
    for (size_t i = 0; i < n; i++)
        f.rank[order[i]] = i;
    if (args->at[KEEP].given)
        return add_keep(cx, &args->at[KEEP], &f, h);
    const size_t levels = (size_t)tacit_arg_integer(args, LEVELS);
    for (size_t l = 1; l <= levels; l++) {
        f.keep = n * (levels - l) / levels;
        TACIT_TRY(tacit_hierarchy_add_level(cx, h, label_of, &f));
    }
    return TACIT_OK;
}

const tacit_hierarchy_builder tacit_hierarchy_builder_frequency = {
    .about = { .name = "frequency",
               .title = "Hierarchy by frequency",
               .summary = "Joins the rarest values first, level by level.",
               .source = "Prasser, Eicher, Spengler, Bild, Kuhn (2020), Softw. Pract. Exp. 50(7)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .build = build,
};
