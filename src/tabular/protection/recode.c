/*
 * recode.c - publish fewer levels of hierarchies, so that less has to be suppressed.
 *
 * Level l of a dimension leaves out the codes of its l lowest levels: 0 publishes everything.  For
 * each choice of levels the sensitive cells that are left are protected by cell suppression
 * (tabular/suppress).  Of the choices that hide at most the share `limit` of their cells, the one
 * that shows most cells is taken; if none does, the one that hides the smallest share.  Of equal
 * ones the cheaper is taken, then the first, finer levels of later dimensions coming first.
 *
 * Cells keep what rules said of them: a cell is the same in coarser tables.  Cost: one suppression
 * of at most about `seconds` for each choice, the product of the numbers of levels.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "tabular/cube/coarsen.h"
#include "tabular/protection/protection.h"
#include "tabular/suppress/suppress.h"

enum { LEVELS, LIMIT, SECONDS, TRIES };

static const tacit_param PARAMS[] = {
    [LEVELS] = { .name = "levels",
                 .type = TACIT_PARAM_LISTS,
                 .importance = TACIT_FIRST,
                 .help = "for each dimension the level, or the levels to try: how many of its "
                         "lowest levels are left out; if not given, all but the total alone" },
    [LIMIT] = { .name = "limit",
                .type = TACIT_PARAM_REAL,
                .max = 1,
                TACIT_USEFUL(0, 0.3, NULL),
                .importance = TACIT_FIRST,
                .help = "the share of cells that may be hidden; of choices that keep to it, the "
                        "one with most cells is taken" },
    [SECONDS] = { .name = "seconds",
                  .type = TACIT_PARAM_REAL,
                  .preset = 10,
                  .min = 0.1,
                  .max = 1e6,
                  TACIT_USEFUL_LOG(1, 600, "seconds"),
                  .help = "time for the suppression of each choice" },
    [TRIES] = { .name = "tries",
                .type = TACIT_PARAM_INTEGER,
                .preset = 100,
                .min = 1,
                .max = 10000,
                TACIT_USEFUL_LOG(10, 1000, "choices"),
                .importance = TACIT_ADVANCED,
                .help = "more choices than this are refused" },
    TACIT_PARAM_END
};

/* One choice of levels, and what came of it. */
typedef struct choice {
    uint32_t *level; /* of each dimension */
    bool works;      /* the sensitive cells can be protected */
    size_t cells, primary, hidden;
    double cost; /* of all hidden cells */
    bool proven;
} choice;

/* The levels to try of one dimension. */
typedef struct ladder {
    size_t n;
    uint32_t *level;
    uint32_t depth; /* of the dimension */
} ladder;

/* ---- which choices there are ---- */

static const tacit_group *find_list(const tacit_args *args, const char *column)
{
    const tacit_value *lists = &args->at[LEVELS];
    for (size_t i = 0; i < lists->n; i++)
        if (strcmp(lists->groups[i].label, column) == 0)
            return &lists->groups[i];
    return NULL;
}

/* Every name must be that of a dimension. */
static tacit_status check_names(tacit_ctx *cx, const tacit_protection_job *job)
{
    const tacit_value *lists = &job->args->at[LEVELS];
    for (size_t i = 0; i < lists->n; i++) {
        bool found = false;
        for (size_t d = 0; d < job->tables->n_dimensions; d++)
            found = found || strcmp(job->tables->dimension[d].column, lists->groups[i].label) == 0;
        if (!found)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'levels' of recode names '%s', which is no dimension of a table.",
                              lists->groups[i].label);
    }
    return TACIT_OK;
}

static tacit_status read_levels(tacit_ctx *cx, const tacit_group *list, ladder *out)
{
    TACIT_TRY(tacit_scratch(cx, list->n, sizeof *out->level, &out->level));
    for (size_t i = 0; i < list->n; i++) {
        int64_t level = 0;
        if (!tacit_parse_integer(list->member[i], strlen(list->member[i]), &level) || level < 0 ||
            level > (int64_t)out->depth)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'levels' of recode needs for '%s' whole numbers from 0 to %u.",
                              list->label, out->depth);
        out->level[out->n++] = (uint32_t)level;
    }
    return TACIT_OK;
}

/* All levels but the one that leaves the total alone. */
static tacit_status take_levels(tacit_ctx *cx, ladder *out)
{
    out->n = out->depth > 0 ? out->depth : 1;
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->level, &out->level));
    for (uint32_t l = 0; l < out->n; l++)
        out->level[l] = l;
    return TACIT_OK;
}

/* The ladders of all dimensions, and how many choices they make. */
static tacit_status find_ladders(tacit_ctx *cx, const tacit_protection_job *job, ladder *out,
                                 size_t *n)
{
    const double most = (double)tacit_arg_integer(job->args, TRIES);
    double product = 1;
    for (size_t d = 0; d < job->tables->n_dimensions; d++) {
        const tacit_dimension *dimension = &job->tables->dimension[d];
        const tacit_group *list = find_list(job->args, dimension->column);
        out[d] = (ladder){ .depth = tacit_dimension_depth(dimension) };
        TACIT_TRY(list != NULL ? read_levels(cx, list, &out[d]) : take_levels(cx, &out[d]));
        product *= (double)out[d].n;
    }
    if (product > most)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "There are %.0f choices of levels, which is more than 'tries' allows; "
                          "name fewer under 'levels'.",
                          product);
    *n = (size_t)product;
    return TACIT_OK;
}

/* ---- trying them ---- */

static void count_cells(const tacit_system *s, choice *c)
{
    c->cells = s->n_cells;
    for (size_t i = 0; i < s->n_cells; i++) {
        c->primary += s->cell[i].status == TACIT_CELL_PRIMARY;
        if (tacit_system_hides(s, &s->cell[i])) {
            c->hidden++;
            c->cost += s->cell[i].cost;
        }
    }
}

/* Carry a choice out; one that protects nothing is not an error. */
static tacit_status carry_out(tacit_ctx *cx, const tacit_protection_job *job, const ladder *ladders,
                              choice *c, tacit_tabulation *out)
{
    tacit_tabular_suppressed found = { 0 };
    uint32_t *depth = NULL;
    TACIT_TRY(tacit_scratch(cx, job->tables->n_dimensions, sizeof *depth, &depth));
    for (size_t d = 0; d < job->tables->n_dimensions; d++)
        depth[d] = ladders[d].depth - c->level[d];
    TACIT_TRY(tacit_tabulation_coarsen(cx, job->tables, depth, out));
    const tacit_status status =
        tacit_tabular_suppress(cx, out->system, tacit_arg_real(job->args, SECONDS), &found);
    if (status != TACIT_OK && status != TACIT_ERR_DATA)
        return status;
    c->works = status == TACIT_OK;
    c->proven = found.proven;
    c->primary = c->hidden = 0;
    c->cost = 0;
    count_cells(out->system, c);
    return TACIT_OK;
}

static tacit_status try_one(tacit_ctx *cx, const tacit_protection_job *job, const ladder *ladders,
                            choice *c)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_tabulation coarse = { 0 };
    const tacit_status status = carry_out(cx, job, ladders, c, &coarse);
    tacit_tabulation_free(&coarse);
    tacit_scratch_release(cx, mark);
    return status;
}

static double share_hidden(const choice *c)
{
    return c->cells > 0 ? (double)c->hidden / (double)c->cells : 0;
}

/* Whether `a` is better than `b`. */
static bool is_better(const choice *a, const choice *b, double limit)
{
    const double x = share_hidden(a), y = share_hidden(b);
    if (a->works != b->works)
        return a->works;
    if ((x <= limit) != (y <= limit))
        return x <= limit;
    if (x > limit && fabs(x - y) > 0)
        return x < y;
    if (a->cells - a->hidden != b->cells - b->hidden)
        return a->cells - a->hidden > b->cells - b->hidden;
    return a->cost < b->cost;
}

/* Set the levels of choice number `i`. */
static tacit_status set_levels(tacit_ctx *cx, const ladder *ladders, size_t dimensions, size_t i,
                               choice *c)
{
    TACIT_TRY(tacit_scratch(cx, dimensions, sizeof *c->level, &c->level));
    for (size_t d = dimensions; d-- > 0; i /= ladders[d].n)
        c->level[d] = ladders[d].level[i % ladders[d].n];
    return TACIT_OK;
}

static tacit_status try_all(tacit_ctx *cx, const tacit_protection_job *job, const ladder *ladders,
                            size_t n, choice *all)
{
    for (size_t i = 0; i < n; i++) {
        TACIT_TRY(tacit_tick(cx, i, n));
        TACIT_TRY(set_levels(cx, ladders, job->tables->n_dimensions, i, &all[i]));
        TACIT_TRY(try_one(cx, job, ladders, &all[i]));
    }
    return TACIT_OK;
}

/* ---- telling ---- */

/* "region 1, age 0". */
static tacit_status put_levels(tacit_ctx *cx, const tacit_tabulation *t, const choice *c,
                               char **out)
{
    TACIT_TRY(tacit_scratch_format(cx, out, "%s", ""));
    for (size_t d = 0; d < t->n_dimensions; d++)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s %u", *out, d > 0 ? ", " : "",
                                       t->dimension[d].column, c->level[d]));
    return TACIT_OK;
}

static tacit_status tell_tries(tacit_ctx *cx, const tacit_tabulation *t, const choice *all,
                               size_t n, tacit_result *told)
{
    static const char *const titles[] = { "Levels", "Cells",           "Sensitive",
                                          "Hidden", "Share hidden",    "Cost of the hidden",
                                          "Proven", "Can be protected" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, told, "tries", "Choices of levels", 8, titles, &table));
    for (size_t i = 0; i < n; i++) {
        const choice *c = &all[i];
        char *levels = NULL;
        TACIT_TRY(put_levels(cx, t, c, &levels));
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,I,I,f,f,b,b]", levels, (json_int_t)c->cells,
                                   (json_int_t)c->primary, (json_int_t)c->hidden, share_hidden(c),
                                   c->cost, c->proven, c->works));
    }
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const tacit_tabulation *t, const choice *c, size_t n,
                         tacit_result *told)
{
    char *levels = NULL;
    TACIT_TRY(put_levels(cx, t, c, &levels));
    TACIT_TRY(tacit_result_figure(cx, told, "tries", "Choices tried", (double)n, TACIT_UNIT_COUNT,
                                  "choices of levels whose sensitive cells were protected"));
    TACIT_TRY(tacit_result_figure(cx, told, "shown", "Cells shown", (double)(c->cells - c->hidden),
                                  TACIT_UNIT_COUNT, "cells that are published with their values",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, told, "hidden", "Share hidden", share_hidden(c),
                                  TACIT_UNIT_SHARE, "of the cells of the levels that are published",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, told, "cost", "Cost of the hidden cells", c->cost,
                                  TACIT_UNIT_NUMBER, "the sum of the costs of all hidden cells",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_note(cx, told, "Published are the levels: %s.", levels);
}

/* Put the coarser tables in the place of `t`; cells are named after whatever is there. */
static void replace(tacit_tabulation *t, const tacit_tabulation *coarse)
{
    const tacit_system *before = t->system;
    if (coarse->system != NULL) {
        coarse->system->name = before->name;
        coarse->system->name_user = before->name_user;
    }
    tacit_system_free(t->system);
    *t = *coarse;
}

static tacit_status run(tacit_ctx *cx, const tacit_protection_job *job, tacit_result *told)
{
    tacit_tabulation *t = job->tables, coarse = { 0 };
    const double limit = tacit_arg_real(job->args, LIMIT);
    ladder *ladders = NULL;
    choice *all = NULL;
    size_t n = 0, best = 0;
    if (t->n_cubes == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "recode needs tables from records; one that is there already has no "
                          "levels.");
    TACIT_TRY(check_names(cx, job));
    TACIT_TRY(tacit_scratch(cx, t->n_dimensions, sizeof *ladders, &ladders));
    TACIT_TRY(find_ladders(cx, job, ladders, &n));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *all, &all));
    TACIT_TRY(try_all(cx, job, ladders, n, all));
    for (size_t i = 1; i < n; i++)
        if (is_better(&all[i], &all[best], limit))
            best = i;
    if (!all[best].works)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "No choice of levels leaves tables that can be protected.");
    const tacit_status status = carry_out(cx, job, ladders, &all[best], &coarse);
    replace(t, &coarse);
    TACIT_TRY(status);
    TACIT_TRY(tell(cx, t, &all[best], n, told));
    return tell_tries(cx, t, all, n, told);
}

const tacit_protection tacit_protection_recode = {
    .about = { .name = "recode",
               .title = "Fewer levels",
               .summary = "Publishes coarser levels of hierarchies, and searches for those with "
                          "which least has to be suppressed.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 4.3; "
                         "de Wolf et al. (2014), tau-Argus user's manual, global recoding",
               .params = PARAMS },
    .run = run,
};
