/*
 * coarsen.c - tables without the lowest levels of their dimensions.
 *
 * A cut takes all codes below a code or none, so that the nodes that are left are nodes of before,
 * and so are the cells.
 */
#include "tabular/cube/coarsen.h"

/* Which node each node of a dimension was before. */
typedef struct past {
    uint32_t **node;
} past;

static tacit_status cut_dimensions(tacit_ctx *cx, const tacit_tabulation *t, const uint32_t *depth,
                                   past *was, tacit_dimension *out)
{
    TACIT_TRY(tacit_scratch(cx, t->n_dimensions, sizeof *was->node, &was->node));
    for (size_t d = 0; d < t->n_dimensions; d++) {
        size_t kept = 0;
        TACIT_TRY(tacit_dimension_cut(cx, &t->dimension[d], depth[d], &out[d]));
        TACIT_TRY(tacit_scratch(cx, out[d].nodes, sizeof **was->node, &was->node[d]));
        for (size_t c = 0; c < t->dimension[d].n; c++)
            if (t->dimension[d].code[c].depth <= depth[d])
                was->node[d][out[d].code[kept++].node] = t->dimension[d].code[c].node;
    }
    return TACIT_OK;
}

/* The cells of a cube, without records: they have those of before. */
static tacit_status cut_cube(tacit_ctx *cx, const tacit_cube *from,
                             const tacit_dimension *dimension, tacit_cube *out)
{
    *out = (tacit_cube){ .response = from->response,
                         .n_dimensions = from->n_dimensions,
                         .dimension = dimension,
                         .n_tables = from->n_tables,
                         .table = from->table,
                         .room = from->room,
                         .decimals = from->decimals,
                         .negative = from->negative };
    return tacit_cube_make(cx, out, false);
}

/* Take the cells of cube `g` over. */
static tacit_status take_cells(tacit_ctx *cx, const tacit_tabulation *t, const past *was, size_t g,
                               tacit_tabulation *out)
{
    const tacit_cube *from = &t->cube[g], *to = &out->cube[g];
    uint32_t *node = NULL;
    TACIT_TRY(tacit_scratch(cx, t->n_dimensions, sizeof *node, &node));
    for (size_t i = 0; i < to->n_cells; i++) {
        for (size_t d = 0; d < t->n_dimensions; d++)
            node[d] = was->node[d][tacit_cube_node(to, i, d)];
        const size_t old = tacit_cube_find(from, node);
        TACIT_ASSERT(old < from->n_cells);
        to->tally[i] = from->tally[old];
        out->system->cell[to->first + i] = t->system->cell[from->first + old];
        out->rule[to->first + i] = t->rule[from->first + old];
        if (t->system->owner == NULL)
            continue;
        out->system->owner[to->first + i] = t->system->owner[from->first + old];
        out->system->contributors[to->first + i] = t->system->contributors[from->first + old];
    }
    return TACIT_OK;
}

/* Levels are those of one hierarchy, and of tables that publish all codes. */
static tacit_status check(tacit_ctx *cx, const tacit_tabulation *t)
{
    bool simple = t->n_differences == 0;
    for (size_t d = 0; d < t->n_dimensions; d++)
        for (size_t c = 0; c < t->dimension[d].n; c++)
            simple = simple && t->dimension[d].code[c].tree == 0;
    for (size_t g = 0; g < t->n_cubes; g++)
        for (size_t k = 0; k < t->cube[g].n_tables; k++)
            simple = simple && t->cube[g].table[k].hides == NULL;
    return simple ? TACIT_OK
                  : tacit_fail(cx, TACIT_ERR_INPUT,
                               "Levels cannot be taken away from tables with several hierarchies "
                               "of a column, with 'hide' or 'levels', or with class_disclosure.");
}

tacit_status tacit_tabulation_coarsen(tacit_ctx *cx, const tacit_tabulation *t,
                                      const uint32_t *depth, tacit_tabulation *out)
{
    past was = { 0 };
    TACIT_TRY(check(cx, t));
    *out = (tacit_tabulation){ .n_dimensions = t->n_dimensions,
                               .n_cubes = t->n_cubes,
                               .n_links = t->n_links,
                               .link = t->link };
    TACIT_TRY(tacit_scratch(cx, t->n_dimensions, sizeof *out->dimension, &out->dimension));
    TACIT_TRY(tacit_scratch(cx, t->n_cubes, sizeof *out->cube, &out->cube));
    TACIT_TRY(cut_dimensions(cx, t, depth, &was, out->dimension));
    for (size_t g = 0; g < t->n_cubes; g++)
        TACIT_TRY(cut_cube(cx, &t->cube[g], out->dimension, &out->cube[g]));
    TACIT_TRY(tacit_tabulation_join(cx, out));
    if (t->system->owner != NULL)
        TACIT_TRY(tacit_system_know(cx, out->system));
    out->system->insiders = t->system->insiders;
    out->system->together = t->system->together;
    for (size_t g = 0; g < t->n_cubes; g++)
        TACIT_TRY(take_cells(cx, t, &was, g, out));
    return TACIT_OK;
}
