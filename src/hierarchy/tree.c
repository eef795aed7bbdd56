/*
 * tree.c - a hierarchy that a plan writes as a tree.
 *
 *   Europe: {North: [SE, NO], South: [IT]}
 *   Asia: [JP, IN]
 *
 * The highest level has the labels at the top, each level below the labels one deeper; a
 * branch that is less deep repeats its lowest label down to level 1.  Members that the
 * column does not have count in the weights of labels.  A value of the column that is no
 * member is not covered; missing cells stay missing.
 *
 * Source: Samarati (2001), Protecting respondents' identities in microdata release, IEEE
 * Trans. Knowl. Data Eng. 13(6): value generalisation hierarchies.
 *
 * O(members * depth).
 */
#include "hierarchy/rows.h"

enum { BRANCHES };

static const tacit_param PARAMS[] = {
    [BRANCHES] = { .name = "branches",
                   .type = TACIT_PARAM_TREE,
                   .need = TACIT_REQUIRED,
                   .help = "label: what it holds, values or labels of the level below" },
    TACIT_PARAM_END
};

static tacit_status take_members(tacit_ctx *cx, const tacit_group *branch, const char *const *label,
                                 tacit_hierarchy_rows *r)
{
    for (size_t i = 0; i < branch->n; i++) {
        size_t twin = 0;
        tacit_rows_add(r, branch->member[i], label, &twin);
        if (twin < r->n)
            return tacit_fail(cx, TACIT_ERR_INPUT, "The tree of column '%s' lists a value twice.",
                              tacit_hierarchy_column(r->h));
    }
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    const tacit_value *tree = &args->at[BRANCHES];
    size_t height = 0, members = 0;
    for (size_t b = 0; b < tree->n; b++) {
        height = tree->groups[b].depth + 1 > height ? tree->groups[b].depth + 1 : height;
        members += tree->groups[b].n;
    }
    tacit_hierarchy_rows r;
    const char **label = NULL; /* of the branch and those above it; level 1 first */
    TACIT_TRY(tacit_rows_new(cx, h, members, height, &r));
    TACIT_TRY(tacit_scratch(cx, height, sizeof *label, &label));
    for (size_t b = 0; b < tree->n; b++) {
        for (size_t l = 0; l + tree->groups[b].depth < height; l++)
            label[l] = tree->groups[b].label;
        TACIT_TRY(take_members(cx, &tree->groups[b], label, &r));
    }
    return tacit_rows_finish(cx, &r);
}

const tacit_hierarchy_builder tacit_hierarchy_builder_tree = {
    .about = { .name = "tree",
               .title = "Hierarchy as a tree",
               .summary = "Takes labels and the values below them from a tree in the plan.",
               .source = "Samarati (2001), IEEE Trans. Knowl. Data Eng. 13(6)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .build = build,
};
