/*
 * pooled_magnitude.c - the values that are lost in cells that are hidden only to protect others.
 *
 * P = sum over the secondary cells of |a_i|, and weighted, sum of c_i |a_i|.  A value can be lost
 * in a cell and again in its total: what is lost is what readers do not see, not what is not known.
 * Hundepool et al. (2012), section 4.4.  O(cells).
 */
#include <math.h>

#include "tabular/measure/measure.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* The secondary cells of some tables. */
typedef struct pool {
    size_t n;
    double pooled, weighted, largest;
} pool;

static pool pool_of(const tacit_system *s, size_t first, size_t end)
{
    pool p = { 0 };
    for (size_t i = first; !s->changed && i < end; i++) {
        const double size = fabs(s->cell[i].value);
        if (s->cell[i].status != TACIT_CELL_SECONDARY)
            continue;
        p.n++;
        p.pooled += size;
        p.weighted += size * s->cell[i].cost;
        p.largest = fmax(p.largest, size);
    }
    return p;
}

/* Values of different things are not to be added: each by itself. */
static tacit_status tell_responses(tacit_ctx *cx, const tacit_tabulation *t, tacit_result *result)
{
    static const char *const heads[] = { "Tables of", "Secondary cells", "Pooled magnitude",
                                         "Weighted by cost" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "responses", "By what is added up", 4, heads, &table));
    for (size_t g = 0; g < t->n_cubes; g++) {
        const tacit_cube *c = &t->cube[g];
        const pool p = pool_of(t->system, c->first, c->first + c->n_cells);
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,f,f]",
                                   c->response != NULL ? c->response : "counts", (json_int_t)p.n,
                                   p.pooled, p.weighted));
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_table_subject *subject, const tacit_args *args,
                        tacit_result *result)
{
    const tacit_system *s = subject->tables->system;
    const pool p = pool_of(s, 0, s->n_cells);
    (void)args;
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "pooled", "Pooled magnitude",
                                  p.pooled, TACIT_UNIT_NUMBER,
                                  "the sum of the values of the cells that are hidden to protect "
                                  "others"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "weighted", "Weighted by cost",
                                  p.weighted, TACIT_UNIT_NUMBER,
                                  "the same, each value times the cell's cost"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "largest", "Largest of them",
                                  p.largest, TACIT_UNIT_NUMBER,
                                  "the largest value that is hidden for others"));
    return tell_responses(cx, subject->tables, result);
}

const tacit_table_measure tacit_table_utility_pooled_magnitude = {
    .about = { .name = "pooled_magnitude",
               .title = "Pooled magnitude of secondary suppressions",
               .summary = "Adds up the values of the cells that are hidden only to protect others, "
                          "and weights them by their costs.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 4.4",
               .params = PARAMS },
    .run = run,
};
