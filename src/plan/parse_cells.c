/*
 * parse_cells.c - the parts of a plan that speak of ready tables and of how tables are written.
 */
#include "plan/cells.h"
#include "plan/parse_parts.h"

static const char *const TOTALS[] = { "checked", "computed", NULL };
static const char *const LAYOUTS[] = { "long", "cross", NULL };

const tacit_param TACIT_CELLS_PARAMS[] = {
    [TACIT_CELLS_VALUE] = { .name = "value",
                            .type = TACIT_PARAM_COLUMN,
                            .need = TACIT_OPTIONAL,
                            .help = "the values of tables that say no 'of', if they are not their "
                                    "frequencies" },
    [TACIT_CELLS_FREQUENCY] = { .name = "frequency",
                                .type = TACIT_PARAM_COLUMN,
                                .need = TACIT_OPTIONAL,
                                .help = "how many contributors a cell has" },
    [TACIT_CELLS_LARGEST] = { .name = "largest",
                              .type = TACIT_PARAM_COLUMNS,
                              .need = TACIT_OPTIONAL,
                              .help = "the largest contributions to a cell, largest first" },
    [TACIT_CELLS_STATUS] = { .name = "status",
                             .type = TACIT_PARAM_COLUMN,
                             .need = TACIT_OPTIONAL,
                             .help = "s safe, u sensitive, m hidden, p or z to be published, e "
                                     "empty, x hidden for no reason that is told" },
    [TACIT_CELLS_LOWER] = { .name = "lower",
                            .type = TACIT_PARAM_COLUMN,
                            .need = TACIT_OPTIONAL,
                            .help = "lower protection levels of sensitive cells" },
    [TACIT_CELLS_UPPER] = { .name = "upper",
                            .type = TACIT_PARAM_COLUMN,
                            .need = TACIT_OPTIONAL,
                            .help = "upper protection levels of sensitive cells" },
    [TACIT_CELLS_COST] = { .name = "cost",
                           .type = TACIT_PARAM_COLUMN,
                           .need = TACIT_OPTIONAL,
                           .help = "what hiding a cell costs" },
    [TACIT_CELLS_SIZE] = { .name = "size",
                           .type = TACIT_PARAM_COLUMN,
                           .need = TACIT_OPTIONAL,
                           .help = "what rules compare contributions with instead of the value: a "
                                   "shadow variable" },
    [TACIT_CELLS_TOTAL] = { .name = "total",
                            .type = TACIT_PARAM_TEXT,
                            .need = TACIT_OPTIONAL,
                            .help = "the code of totals; Total if not given" },
    [TACIT_CELLS_TOTAL_OF] = { .name = "total_of",
                               .type = TACIT_PARAM_LISTS,
                               .need = TACIT_OPTIONAL,
                               .help = "the code of totals in single dimensions: {column: code}" },
    [TACIT_CELLS_BESIDE] = { .name = "beside",
                             .type = TACIT_PARAM_LISTS,
                             .need = TACIT_OPTIONAL,
                             .help = "codes that stand right under the total though a hierarchy "
                                     "has them not, such as that of missing values: {column: "
                                     "[code, ...]}" },
    [TACIT_CELLS_TOTALS] = { .name = "totals",
                             .type = TACIT_PARAM_CHOICE,
                             .choices = TOTALS,
                             .help = "whether totals that are given must add up, or are computed "
                                     "afresh" },
    [TACIT_CELLS_MARGIN] = { .name = "margin",
                             .type = TACIT_PARAM_REAL,
                             .preset = 20,
                             .min = 0,
                             .max = 1000,
                             TACIT_USEFUL(5, 50, "per cent"),
                             .help = "levels of sensitive cells that are given none, in per cent "
                                     "of their values" },
    [TACIT_CELLS_LETTERS] = { .name = "letters",
                              .type = TACIT_PARAM_LISTS,
                              .need = TACIT_OPTIONAL,
                              .help = "other words for statuses: {s: [safe], u: [unsafe]}" },
    [TACIT_CELLS_LAYOUT] = { .name = "layout",
                             .type = TACIT_PARAM_CHOICE,
                             .choices = LAYOUTS,
                             .help = "a row for each cell, or the codes of the last dimension as "
                                     "columns" },
    [TACIT_CELLS_MARKS] = { .name = "marks",
                            .type = TACIT_PARAM_TEXTS,
                            .need = TACIT_OPTIONAL,
                            .help = "what stands in the place of hidden values in a table that is "
                                    "audited; x X * ** .. ... : c C (c) # and × if not given" },
    TACIT_PARAM_END
};

static const char *const FORMATS[] = { "ending",       "csv", "parquet", "json_stat",
                                       "intermediate", "jj",  NULL };
static const char *const ENCODINGS[] = { "utf-8", "latin-1", "utf-16", NULL };
static const char *const QUOTES[] = { "needed", "text", "all", NULL };
static const char *const LINE_ENDS[] = { "lf", "crlf", NULL };
static const char *const HIDDEN[] = { "withheld", "shown", NULL };

const tacit_param TACIT_WRITE_PARAMS[] = {
    [TACIT_WRITE_PATH] = { .name = "path",
                           .type = TACIT_PARAM_OUTPUT,
                           .need = TACIT_REQUIRED,
                           .help = "the file" },
    [TACIT_WRITE_TABLE] = { .name = "table",
                            .type = TACIT_PARAM_TEXTS,
                            .need = TACIT_OPTIONAL,
                            .help = "the tables that are written to it; all if not given" },
    [TACIT_WRITE_LAYOUT] = { .name = "layout",
                             .type = TACIT_PARAM_CHOICE,
                             .choices = LAYOUTS,
                             .help = "a row for each cell, or as people print a table: the codes "
                                     "of the last dimension as columns" },
    [TACIT_WRITE_FORMAT] = { .name = "format",
                             .type = TACIT_PARAM_CHOICE,
                             .choices = FORMATS,
                             .help = "the format, where the ending of the name does not say it" },
    [TACIT_WRITE_HIDDEN] = { .name = "hidden",
                             .type = TACIT_PARAM_CHOICE,
                             .choices = HIDDEN,
                             .help = "whether an intermediate file shows the values of hidden "
                                     "cells, which makes it one for the custodian alone" },
    [TACIT_WRITE_DELIMITER] = { .name = "delimiter",
                                .type = TACIT_PARAM_TEXT,
                                .need = TACIT_OPTIONAL,
                                .help = "character between fields of a text file of records; as "
                                        "in the data if not given" },
    [TACIT_WRITE_DECIMAL] = { .name = "decimal",
                              .type = TACIT_PARAM_TEXT,
                              .need = TACIT_OPTIONAL,
                              .help = "decimal mark of numbers in a text file of records, a point "
                                      "or a comma; as in the data if not given" },
    [TACIT_WRITE_HEADER] = { .name = "header",
                             .type = TACIT_PARAM_FLAG,
                             .preset = 1.0,
                             .max = 1.0,
                             .help = "whether the first line of a text file of records names the "
                                     "columns; as in the data if not given" },
    [TACIT_WRITE_ENCODING] = { .name = "encoding",
                               .type = TACIT_PARAM_CHOICE,
                               .choices = ENCODINGS,
                               .help = "encoding of a text file of records; as in the data if not "
                                       "given" },
    [TACIT_WRITE_QUOTE] = { .name = "quote",
                            .type = TACIT_PARAM_CHOICE,
                            .choices = QUOTES,
                            .help = "fields in quotes: those that need them, all texts and names, "
                                    "or all; as in the data if not given" },
    [TACIT_WRITE_LINE_END] = { .name = "line_end",
                               .type = TACIT_PARAM_CHOICE,
                               .choices = LINE_ENDS,
                               .help = "what ends a line of a text file of records; as in the "
                                       "data if not given" },
    TACIT_PARAM_END
};

tacit_status tacit_parse_cells(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    static const tacit_entry cells = { .name = "cells", .params = TACIT_CELLS_PARAMS };
    return tacit_parse_args(ps, &cells, node, node->place, &plan->cells);
}

tacit_status tacit_parse_write(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    static const tacit_entry file = { .name = "write", .params = TACIT_WRITE_PARAMS };
    const tacit_node *item = NULL;
    const size_t n = tacit_parse_list(ps, node, "write", &item);
    tacit_args *all = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *all, &all));
    plan->write = all;
    for (; plan->n_writes < n; plan->n_writes++, item = item->next)
        TACIT_TRY(tacit_parse_args(ps, &file, item, item->place, &all[plan->n_writes]));
    return TACIT_OK;
}

tacit_status tacit_parse_released(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    const bool one = node->kind == TACIT_NODE_SCALAR;
    const tacit_node *item = node;
    const size_t n = one ? 1 : tacit_parse_list(ps, node, "released", &item);
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *plan->released, &plan->released));
    for (size_t i = 0; i < n; i++, item = item->next) {
        const char *path = NULL;
        tacit_parse_text(ps, item, "released", &path);
        if (path != NULL)
            plan->released[plan->n_released++] = path;
    }
    return TACIT_OK;
}

tacit_status tacit_parse_output(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    static const tacit_entry output = { .name = "output", .params = TACIT_WRITE_PARAMS };
    if (node->kind != TACIT_NODE_MAP) {
        tacit_parse_text(ps, node, "output", &plan->output);
        return TACIT_OK;
    }
    TACIT_TRY(tacit_parse_args(ps, &output, node, node->place, &plan->layout));
    plan->output = tacit_arg_text(&plan->layout, TACIT_WRITE_PATH);
    return TACIT_OK;
}
