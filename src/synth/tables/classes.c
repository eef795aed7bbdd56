/*
 * classes.c - columns as classes, structural zeros, and donors of classes.
 */
#include <string.h>

#include "synth/draw.h"
#include "synth/tables/own.h"

/* ---- classes ---- */

/* The group of each code of a number's values, upwards; how many groups. */
static uint32_t group_codes(const tacit_coding *c, const uint64_t *count, size_t groups,
                            uint16_t *group)
{
    const size_t codes = c->levels - c->missing;
    uint64_t all = 0, below = 0;
    size_t last = SIZE_MAX;
    uint32_t n = 0;
    for (size_t v = 0; v < codes; v++)
        all += count[v];
    for (size_t v = 0; v < codes; v++) {
        const size_t own = (size_t)((2 * below + count[v]) * groups / (2 * all));
        n += own != last;
        last = own;
        group[v] = (uint16_t)(n - 1);
        below += count[v];
    }
    return n;
}

/* Numbers: groups of those that are amounts, and each other state by itself. */
static tacit_status class_numbers(tacit_ctx *cx, const tacit_coding *c, size_t records,
                                  size_t groups, tacit_class_column *out)
{
    uint64_t *count = NULL;
    uint16_t *group = NULL, *of = NULL;
    TACIT_TRY(tacit_scratch(cx, c->levels, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, c->levels, sizeof *group, &group));
    TACIT_TRY(tacit_scratch(cx, records, sizeof *of, &of));
    for (size_t i = 0; i < records; i++)
        count[c->code[i]]++;
    const uint32_t n = group_codes(c, count, groups, group);
    for (size_t i = 0; i < records; i++)
        of[i] = c->state == NULL || c->state[i] == 0 ? group[c->code[i]]
                                                     : (uint16_t)(n + c->state[i] - 1);
    out->levels = n + c->states - 1;
    out->of = of;
    return TACIT_OK;
}

static tacit_status class_column(tacit_ctx *cx, const tacit_coding *c, size_t records,
                                 size_t groups, tacit_class_column *out)
{
    double *share = NULL;
    *out = (tacit_class_column){ .levels = c->levels, .of = c->code };
    if (c->ordered)
        TACIT_TRY(class_numbers(cx, c, records, groups, out));
    TACIT_TRY(tacit_scratch(cx, out->levels, sizeof *share, &share));
    for (size_t i = 0; i < records; i++)
        share[out->of[i]] += 1.0 / (double)records;
    out->share = share;
    return TACIT_OK;
}

/* ---- structural zeros ---- */

/* The column of the block that is called like the first `n` bytes; block->n if none is. */
static size_t find_column(const tacit_synth_block *block, const char *name, size_t n)
{
    size_t j = 0;
    for (; j < block->n; j++) {
        const char *own = tacit_column_name(block->coding[j].column);
        if (strlen(own) == n && strncmp(own, name, n) == 0)
            break;
    }
    return j;
}

static tacit_status no_column(tacit_ctx *cx, const char *param, const char *label)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "'%s' of generator 'tables' names under '%s' a column that it does not "
                      "make.",
                      param, label);
}

static tacit_status read_observed(tacit_ctx *cx, const tacit_synth_block *block,
                                  const tacit_group *g, tacit_zero_set *out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *at, &at));
    for (size_t i = 0; i < g->n; i++) {
        at[i] = find_column(block, g->member[i], strlen(g->member[i]));
        if (at[i] == block->n)
            return no_column(cx, "observed", g->label);
    }
    *out = (tacit_zero_set){ .label = g->label, .n = g->n, .at = at };
    return TACIT_OK;
}

/* The code of a text in a column; false if no record has it by itself. */
static bool find_code(const tacit_class_column *c, const tacit_column *column, const char *text,
                      uint16_t *out)
{
    char own[32];
    for (size_t i = 0; i < tacit_column_length(column); i++)
        if (!tacit_column_is_missing(column, i) &&
            strcmp(tacit_column_text(column, i, own), text) == 0) {
            *out = c->of[i];
            return true;
        }
    return false;
}

/* A combination COLUMN=TEXT, COLUMN=TEXT ...; one of which a text is nobody's is no set. */
static tacit_status read_never(tacit_ctx *cx, const tacit_table_task *task, const tacit_group *g,
                               tacit_zero_set *out, bool *is_set)
{
    const tacit_synth_block *block = task->block;
    size_t *at = NULL;
    uint16_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *code, &code));
    *is_set = g->n > 0;
    for (size_t i = 0; i < g->n; i++) {
        const size_t name = strcspn(g->member[i], "=");
        at[i] = find_column(block, g->member[i], name);
        if (g->member[i][name] != '=' || at[i] == block->n)
            return no_column(cx, "never", g->label);
        if (block->coding[at[i]].ordered)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'never' of generator 'tables' is for texts, and column '%s' holds "
                              "numbers or dates.",
                              tacit_column_name(block->coding[at[i]].column));
        *is_set = *is_set && find_code(&task->column[at[i]], block->coding[at[i]].column,
                                       g->member[i] + name + 1, &code[i]);
    }
    *out = (tacit_zero_set){ .label = g->label, .n = g->n, .at = at, .code = code };
    return TACIT_OK;
}

/* Fail if records have a combination that the plan calls impossible. */
static tacit_status check_never(tacit_ctx *cx, const tacit_table_task *task,
                                const tacit_zero_set *z)
{
    size_t records = 0;
    for (size_t i = 0; i < task->records; i++) {
        bool all = true;
        for (size_t k = 0; k < z->n; k++)
            all = all && task->column[z->at[k]].of[i] == z->code[k];
        records += all;
    }
    if (records == 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%zu records have the combination '%s' that 'never' of generator 'tables' "
                      "calls impossible, or one whose texts are as rare.",
                      records, z->label);
}

static tacit_status read_zeros(tacit_ctx *cx, tacit_table_task *task)
{
    const tacit_value *observed = &task->block->args->at[TACIT_TABLES_OBSERVED];
    const tacit_value *never = &task->block->args->at[TACIT_TABLES_NEVER];
    tacit_zero_set *zero = NULL;
    TACIT_TRY(tacit_scratch(cx, observed->n + never->n, sizeof *zero, &zero));
    for (size_t i = 0; i < observed->n; i++)
        TACIT_TRY(read_observed(cx, task->block, &observed->groups[i], &zero[task->n_zeros++]));
    for (size_t i = 0; i < never->n; i++) {
        bool is_set = false;
        TACIT_TRY(read_never(cx, task, &never->groups[i], &zero[task->n_zeros], &is_set));
        if (!is_set)
            continue;
        TACIT_TRY(check_never(cx, task, &zero[task->n_zeros]));
        task->n_zeros++;
    }
    task->zero = zero;
    return TACIT_OK;
}

tacit_status tacit_tables_begin(tacit_ctx *cx, const tacit_synth_block *block,
                                tacit_table_task *out)
{
    const size_t groups = (size_t)tacit_arg_integer(block->args, TACIT_TABLES_GROUPS);
    tacit_class_column *column = NULL;
    *out = (tacit_table_task){ .block = block, .records = tacit_table_rows(block->data) };
    TACIT_TRY(tacit_scratch(cx, block->n, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, block->n, sizeof *out->made, &out->made));
    for (size_t j = 0; j < block->n; j++) {
        TACIT_TRY(class_column(cx, &block->coding[j], out->records, groups, &column[j]));
        TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *out->made[j], &out->made[j]));
    }
    out->column = column;
    return read_zeros(cx, out);
}

/* ---- donors ---- */

tacit_status tacit_tables_donors(tacit_ctx *cx, const tacit_table_task *task,
                                 tacit_synth_cells *cells)
{
    const tacit_synth_part part = { .rows = task->records, .draws = task->block->rows };
    for (size_t j = 0; j < task->block->n; j++) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_class_column *c = &task->column[j];
        tacit_synth_draws how = task->block->how;
        uint32_t *order = NULL, *of = NULL;
        size_t *first = NULL, *rows = NULL;
        how.rng = tacit_rng_fork(&how.rng, tacit_column_name(task->block->coding[j].column));
        TACIT_TRY(tacit_scratch(cx, task->records, sizeof *order, &order));
        TACIT_TRY(tacit_scratch(cx, part.draws, sizeof *of, &of));
        TACIT_TRY(tacit_scratch(cx, (size_t)c->levels + 1, sizeof *first, &first));
        TACIT_TRY(tacit_scratch(cx, c->levels, sizeof *rows, &rows));
        for (size_t i = 0; i < task->records; i++)
            rows[c->of[i]]++;
        for (size_t v = 0; v < c->levels; v++)
            first[v + 1] = first[v] + rows[v];
        for (size_t i = 0; i < task->records; i++)
            order[first[c->of[i]]++] = (uint32_t)i;
        for (size_t v = c->levels; v-- > 0;)
            first[v] -= rows[v];
        for (size_t i = 0; i < part.draws; i++)
            of[i] = task->made[j][i];
        const tacit_synth_pools pools = {
            .n = c->levels, .order = order, .first = first, .rows = rows, .of = of
        };
        TACIT_TRY(tacit_synth_draw(cx, &part, &pools, &how,
                                   &(tacit_synth_drawn){ .donor = cells[j].donor }));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}
