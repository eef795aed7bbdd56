/*
 * tell.c - perturbation tables and what noise did, for the custodian: no key of a record or cell.
 */
#include <math.h>

#include "tabular/protection/cell_key/cell_key.h"

/* More sizes of a perturbation table than this are not listed. */
enum { MOST_LISTED = 30 };

static tacit_status tell_table(tacit_ctx *cx, const tacit_ptable *t, const char *name,
                               const char *title, tacit_result *told)
{
    static const char *const titles[] = { "Part", "Size", "Mean", "Variance", "Unchanged" };
    static const char *const parts[] = { "all", "even", "odd", "small" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, told, name, title, 5, titles, &table));
    for (size_t k = 0; k < TACIT_PTABLE_KINDS; k++)
        for (size_t s = 0; s < t->part[k].n && s < MOST_LISTED; s++) {
            const tacit_ptable_moments m = tacit_ptable_moments_of(&t->part[k], s);
            TACIT_TRY(tacit_result_row(cx, table, "[s,f,f,f,f]", parts[k], t->part[k].size[s],
                                       m.mean, m.variance, m.stays));
        }
    return TACIT_OK;
}

/* How far sums of parts are from their totals. */
typedef struct gaps {
    size_t n;
    double most, sum;
} gaps;

static gaps find_gaps(const tacit_system *s)
{
    gaps g = { 0 };
    for (size_t r = 0; r < s->n_equations; r++) {
        double gap = 0, size = 0;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
            gap += (double)s->term[e].weight * s->cell[s->term[e].at].shown;
            size += fabs(s->cell[s->term[e].at].shown);
        }
        if (fabs(gap) <= 1e-9 * size)
            continue;
        g.n++;
        g.most = fmax(g.most, fabs(gap));
        g.sum += fabs(gap);
    }
    return g;
}

/* The cells of one cube. */
typedef struct moved {
    size_t n, changed;
    double sum, most, total;
} moved;

static moved find_moved(const tacit_tabulation *t, const tacit_cube *cube)
{
    moved m = { 0 };
    for (size_t i = 0; i < cube->n_cells; i++) {
        const tacit_cell *c = &t->system->cell[cube->first + i];
        const double by = c->shown - c->value;
        m.n += cube->tally[i].n > 0;
        m.changed += fabs(by) > 0;
        m.sum += by;
        m.total += fabs(by);
        m.most = fmax(m.most, fabs(by));
    }
    return m;
}

static tacit_status tell_moved(tacit_ctx *cx, const tacit_tabulation *t, tacit_result *told)
{
    static const char *const titles[] = { "Tables of",      "Cells that are not empty",
                                          "Changed",        "Mean change",
                                          "Mean deviation", "Largest deviation" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, told, "changes", "What the noise changed", 6, titles, &table));
    for (size_t g = 0; g < t->n_cubes; g++) {
        const tacit_cube *cube = &t->cube[g];
        const moved m = find_moved(t, cube);
        const double n = fmax((double)m.n, 1);
        TACIT_TRY(tacit_result_row(
            cx, table, "[s,I,I,f,f,f]", cube->response != NULL ? cube->response : "counts",
            (json_int_t)m.n, (json_int_t)m.changed, m.sum / n, m.total / n, m.most));
    }
    return TACIT_OK;
}

static tacit_status tell_gaps(tacit_ctx *cx, const tacit_system *s, tacit_result *told)
{
    const gaps g = find_gaps(s);
    const double n = fmax((double)s->n_equations, 1);
    TACIT_TRY(tacit_result_figure(cx, told, "not_additive", "Totals that do not add up",
                                  (double)g.n / n, TACIT_UNIT_SHARE,
                                  "share of the equations between cells that what is shown does "
                                  "not fulfil",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, told, "gap", "Mean gap", g.sum / n, TACIT_UNIT_NUMBER,
                                  "by how much a total differs from the sum of its parts, on "
                                  "average over all equations",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, told, "largest_gap", "Largest gap", g.most, TACIT_UNIT_NUMBER,
                               "the largest such difference", .better = TACIT_BETTER_LOWER);
}

tacit_status tacit_cell_key_tell(tacit_ctx *cx, const tacit_protection_job *job,
                                 const tacit_cell_key_noise *noise, tacit_result *told)
{
    TACIT_TRY(tell_gaps(cx, job->tables->system, told));
    TACIT_TRY(tell_moved(cx, job->tables, told));
    if (noise->counts)
        TACIT_TRY(tell_table(cx, &noise->table, "table", "Perturbation table of counts", told));
    if (noise->sums)
        TACIT_TRY(
            tell_table(cx, &noise->sum.table, "sums_table", "Perturbation table of sums", told));
    TACIT_TRY(tacit_result_note(cx, told,
                                "Totals do not add up any more, and must not be made to: whoever "
                                "sums parts instead of taking the total adds up their noise."));
    return tacit_result_note(cx, told,
                             "Noise makes cells uncertain, not impossible to guess: readers who "
                             "combine many cells that overlap can average it away, and nothing "
                             "is promised about an interval for a single cell.");
}
