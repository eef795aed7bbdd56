/*
 * structure.c - how published tables hang together, as data that is public.  O(codes + tables).
 */
#include "task/tables/certify/structure.h"

#include "base/result.h"

/* The sums of a dimension on their way: by hierarchy and total, the list that has the parts. */
typedef struct summing {
    tacit_ctx *cx;
    size_t n;     /* codes */
    json_t **sum; /* of each hierarchy and code */
    json_t *all;
} summing;

static tacit_status add_part(const summing *s, size_t tree, uint32_t total, size_t part)
{
    json_t **sum = &s->sum[tree * s->n + total];
    if (*sum == NULL) {
        *sum = json_pack("[I]", (json_int_t)total);
        TACIT_TRY(tacit_json_add(s->cx, s->all, *sum));
    }
    return tacit_json_add(s->cx, *sum, json_integer((json_int_t)part));
}

/* Each code with codes below it, in each hierarchy, and those. */
static tacit_status put_sums(tacit_ctx *cx, const tacit_dimension *d, json_t *all)
{
    const size_t mark = tacit_scratch_mark(cx);
    summing s = { .cx = cx, .n = d->n, .all = all };
    size_t trees = 1;
    for (size_t c = 0; c < d->n; c++)
        trees = d->code[c].tree >= trees ? d->code[c].tree + 1 : trees;
    for (size_t e = 0; e < d->n_edges; e++)
        trees = d->edge[e].tree >= trees ? d->edge[e].tree + 1 : trees;
    TACIT_TRY(tacit_scratch(cx, trees * d->n, sizeof *s.sum, &s.sum));
    for (size_t c = 1; c < d->n; c++)
        TACIT_TRY(add_part(&s, d->code[c].tree, d->code[c].parent, c));
    for (size_t e = 0; e < d->n_edges; e++)
        TACIT_TRY(add_part(&s, d->edge[e].tree, d->edge[e].parent, d->edge[e].child));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status add_dimension(tacit_ctx *cx, const tacit_dimension *d, json_t *list)
{
    json_t *one = json_pack("{s:s}", "name", d->column);
    TACIT_TRY(tacit_json_add(cx, list, one));
    json_t *codes = json_array();
    TACIT_TRY(tacit_json_put(cx, one, "codes", codes));
    json_t *sums = json_array();
    TACIT_TRY(tacit_json_put(cx, one, "sums", sums));
    for (size_t c = 0; c < d->n; c++)
        TACIT_TRY(tacit_json_add(cx, codes, json_string(d->code[c].text)));
    return put_sums(cx, d, sums);
}

/* The codes that a table does not publish, of each of its dimensions. */
static tacit_status put_hidden(tacit_ctx *cx, const tacit_tabulation *t,
                               const tacit_cube_table *own, json_t *table)
{
    json_t *all = json_array();
    TACIT_TRY(tacit_json_put(cx, table, "hides", all));
    for (size_t k = 0; k < own->n; k++) {
        json_t *codes = json_array();
        TACIT_TRY(tacit_json_add(cx, all, codes));
        for (size_t c = 0; c < t->dimension[own->dimension[k]].n; c++)
            if (own->hides[k][c])
                TACIT_TRY(tacit_json_add(cx, codes, json_integer((json_int_t)c)));
    }
    return TACIT_OK;
}

static tacit_status add_table(tacit_ctx *cx, const tacit_tabulation *t, const tacit_cube_table *own,
                              size_t response, json_t *list)
{
    json_t *table = json_pack("{s:s, s:I}", "name", own->name, "of", (json_int_t)response);
    TACIT_TRY(tacit_json_add(cx, list, table));
    json_t *by = json_array();
    TACIT_TRY(tacit_json_put(cx, table, "by", by));
    for (size_t k = 0; k < own->n; k++)
        TACIT_TRY(tacit_json_add(cx, by, json_integer((json_int_t)own->dimension[k])));
    return own->hides == NULL ? TACIT_OK : put_hidden(cx, t, own, table);
}

static tacit_status add_link(tacit_ctx *cx, const tacit_cube_link *link, json_t *list)
{
    json_t *cubes = json_array();
    TACIT_TRY(tacit_json_add(cx, list, cubes));
    for (size_t k = 0; k < link->n; k++)
        TACIT_TRY(tacit_json_add(cx, cubes, json_integer((json_int_t)link->cube[k])));
    return TACIT_OK;
}

static tacit_status fill(tacit_ctx *cx, const tacit_tabulation *t, json_t *out)
{
    json_t *dimensions = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "dimensions", dimensions));
    json_t *tables = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "tables", tables));
    json_t *responses = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "responses", responses));
    json_t *links = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "links", links));
    for (size_t d = 0; d < t->n_dimensions; d++)
        TACIT_TRY(add_dimension(cx, &t->dimension[d], dimensions));
    for (size_t g = 0; g < t->n_cubes; g++) {
        const tacit_cube *c = &t->cube[g];
        TACIT_TRY(tacit_json_add(
            cx, responses,
            json_pack("{s:s?, s:b}", "of", c->response, "not_negative", !c->negative)));
        for (size_t k = 0; k < c->n_tables; k++)
            TACIT_TRY(add_table(cx, t, &c->table[k], g, tables));
    }
    for (size_t l = 0; l < t->n_links; l++)
        TACIT_TRY(add_link(cx, &t->link[l], links));
    return TACIT_OK;
}

tacit_status tacit_structure_of(tacit_ctx *cx, const tacit_tabulation *t, json_t **out)
{
    json_t *made = json_object();
    if (made == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = fill(cx, t, made);
    if (status == TACIT_OK)
        *out = made;
    else
        json_decref(made);
    return status;
}
