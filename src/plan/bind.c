/*
 * bind.c - the columns that a plan names against the columns that the data has.
 *
 * A column that a step dropped is gone for the steps after it and for the required
 * models; measures look at the original too.  A step may change a column's type, so types
 * are checked only for columns that no step before has touched.
 * O(names in the plan * columns of the data).
 */
#include "plan/plan.h"

#include <string.h>
#include <strings.h>

#include "plan/cells.h"
#include "plan/problems.h"
#include "plan/statistics.h"
#include "synth/generator.h"

/* The columns of the data while the steps go by. */
typedef struct bind {
    tacit_problems problems;
    const tacit_schema *schema;
    bool *touched;   /* by a step */
    size_t *dropped; /* by this step, counted from 1; 0 if not */
} bind;

static const char *field_word(const void *user, size_t i)
{
    const tacit_schema *schema = user;
    return schema->field[i].name;
}

static size_t find_field(const tacit_schema *schema, const char *name,
                         int (*compare)(const char *a, const char *b))
{
    size_t j = 0;
    while (j < schema->n && compare(schema->field[j].name, name) != 0)
        j++;
    return j;
}

/* The position of column `name`; schema->n and a problem if there is none. */
static tacit_status find_column(bind *b, tacit_place place, const char *name, size_t *out)
{
    *out = find_field(b->schema, name, strcmp);
    if (*out < b->schema->n)
        return TACIT_OK;
    const size_t other = find_field(b->schema, name, strcasecmp);
    if (other < b->schema->n) {
        tacit_problem(&b->problems, place, TACIT_PROBLEM_UNKNOWN_COLUMN,
                      "unknown column '%s'; the data has '%s', and upper and lower case differ.",
                      name, b->schema->field[other].name);
        return TACIT_OK;
    }
    const tacit_words words = { .n = b->schema->n, .at = field_word, .user = b->schema };
    tacit_hint hint = { .text = ".", .near = "" };
    if (b->problems.n < TACIT_PROBLEMS_TOLD)
        TACIT_TRY(tacit_words_hint_of(b->problems.cx, &words, name, &hint));
    tacit_problem(&b->problems, place, TACIT_PROBLEM_UNKNOWN_COLUMN, "unknown column '%s'%-s%.0s",
                  name, hint.text, hint.near);
    return TACIT_OK;
}

/* The same for a column that must not have been dropped. */
static tacit_status find_present(bind *b, tacit_place place, const char *name, size_t *out)
{
    TACIT_TRY(find_column(b, place, name, out));
    if (*out < b->schema->n && b->dropped[*out] > 0) {
        tacit_problem(&b->problems, place, TACIT_PROBLEM_DROPPED_COLUMN,
                      "column '%s' is no longer there: step %zu drops it.", name, b->dropped[*out]);
        *out = b->schema->n;
    }
    return TACIT_OK;
}

/* A set of types in words: "numbers", "numbers or dates". */
static const char *types_in_words(unsigned types)
{
    static const char *const words[8] = {
        "no column", "numbers",          "categories",          "numbers or categories",
        "dates",     "numbers or dates", "categories or dates", "numbers, categories or dates",
    };
    return words[((types & TACIT_TYPE_NUMBER) != 0 ? 1 : 0) |
                 ((types & TACIT_TYPE_CATEGORY) != 0 ? 2 : 0) |
                 ((types & TACIT_TYPE_DATE) != 0 ? 4 : 0)];
}

/* Say so if column j is not of a type in `accepts`; `what` and `who` need it. */
static void check_type(bind *b, tacit_place place, size_t j, unsigned accepts, const char *what,
                       const char *who)
{
    const tacit_field *field = &b->schema->field[j];
    if ((field->type & accepts) == 0)
        tacit_problem(&b->problems, place, TACIT_PROBLEM_WRONG_COLUMN,
                      "%s '%s' needs %s, but column '%s' is %-s %s%-s.", what, who,
                      types_in_words(accepts), field->name,
                      field->type == TACIT_TYPE_INTEGER ? "an" : "a", tacit_type_name(field->type),
                      field->type == TACIT_TYPE_CATEGORY && (accepts & TACIT_TYPE_NUMBER) != 0
                          ? "; if it holds numbers such as 1,234, say 'thousands' or 'decimal' "
                            "under data"
                          : "");
}

static tacit_status bind_roles(bind *b, const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_roles; i++) {
        const tacit_plan_role *r = &plan->role[i];
        size_t j = 0;
        TACIT_TRY(find_column(b, r->place, r->column, &j));
        if (j < b->schema->n && r->role == TACIT_ROLE_WEIGHT)
            check_type(b, r->place, j, TACIT_TYPE_NUMBER, "role", "weight");
    }
    return TACIT_OK;
}

/* The columns that argument i names. */
static size_t columns_of(const tacit_args *args, size_t i, const char *const **names)
{
    const tacit_value *v = &args->at[i];
    if (!v->given)
        return 0;
    if (args->params[i].type == TACIT_PARAM_COLUMN) {
        *names = &v->text;
        return v->text != NULL;
    }
    *names = v->texts;
    return args->params[i].type == TACIT_PARAM_COLUMNS ? v->n : 0;
}

/* Check every column that the arguments name, except argument `but`. */
static tacit_status bind_args(bind *b, const tacit_args *args, tacit_place place, size_t but,
                              tacit_status (*find)(bind *b, tacit_place place, const char *name,
                                                   size_t *out))
{
    for (size_t i = 0; i < args->n; i++) {
        const char *const *names = NULL;
        const size_t n = i != but ? columns_of(args, i, &names) : 0;
        size_t j = 0;
        for (size_t c = 0; c < n; c++)
            TACIT_TRY(find(b, place, names[c], &j));
    }
    return TACIT_OK;
}

static tacit_status bind_hierarchies(bind *b, const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_hierarchies; i++) {
        const tacit_plan_hierarchy *h = &plan->hierarchy[i];
        size_t j = 0;
        TACIT_TRY(find_column(b, h->place, h->spec.column, &j));
        TACIT_TRY(bind_args(b, &h->spec.args, h->place, h->spec.args.n, find_column));
        if (j < b->schema->n)
            check_type(b, h->place, j, h->spec.builder->accepts, "hierarchy builder",
                       h->spec.builder->about.name);
    }
    return TACIT_OK;
}

/* The columns that step number `s` (from 1) masks. */
static tacit_status bind_masked(bind *b, const tacit_plan_step *step, size_t s)
{
    const bool drops = strcmp(step->method->about.name, "drop") == 0;
    const char *const *names = NULL;
    const size_t n = columns_of(&step->args, 0, &names);
    for (size_t c = 0; c < n; c++) {
        size_t j = 0;
        TACIT_TRY(find_present(b, step->columns[c], names[c], &j));
        if (j == b->schema->n)
            continue;
        if (!b->touched[j])
            check_type(b, step->columns[c], j, step->method->accepts, "method",
                       step->method->about.name);
        b->touched[j] = true;
        b->dropped[j] = drops ? s : 0;
    }
    return TACIT_OK;
}

static tacit_status bind_steps(bind *b, const tacit_plan *plan)
{
    for (size_t s = 0; s < plan->n_steps; s++) {
        const tacit_plan_step *step = &plan->step[s];
        if (step->added)
            continue; /* its columns have roles */
        TACIT_TRY(bind_args(b, &step->args, step->place, 0, find_present));
        TACIT_TRY(bind_masked(b, step, s + 1));
    }
    return TACIT_OK;
}

static tacit_status bind_asks(bind *b, const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_asks; i++) {
        const tacit_plan_ask *a = &plan->ask[i];
        TACIT_TRY(bind_args(b, &a->args, a->place, SIZE_MAX, find_column));
        TACIT_TRY(bind_args(b, &a->choice_args, a->choice_place, SIZE_MAX, find_column));
    }
    return TACIT_OK;
}

/* The columns that argument `i` names, which the arguments' other checks know, are numbers. */
static void check_numbers(bind *b, const tacit_args *args, size_t i, tacit_place place,
                          const char *what, const char *who)
{
    const char *const *names = NULL;
    const size_t n = columns_of(args, i, &names);
    for (size_t c = 0; c < n; c++) {
        const size_t j = find_field(b->schema, names[c], strcmp);
        if (j < b->schema->n)
            check_type(b, place, j, TACIT_TYPE_NUMBER, what, who);
    }
}

/* What is added up, what rules look at and what cells cost are numbers. */
static tacit_status bind_table(bind *b, const tacit_plan_table *t)
{
    TACIT_TRY(bind_args(b, &t->args, t->place, SIZE_MAX, find_column));
    check_numbers(b, &t->args, TACIT_TABLE_OF, t->place, "table", t->name);
    check_numbers(b, &t->args, TACIT_TABLE_SIZE, t->place, "table", t->name);
    if (tacit_plan_cost(t) == TACIT_COST_COLUMN) {
        size_t j = 0;
        TACIT_TRY(find_column(b, t->place, tacit_arg_text(&t->args, TACIT_TABLE_COST), &j));
        if (j < b->schema->n)
            check_type(b, t->place, j, TACIT_TYPE_NUMBER, "table", t->name);
    }
    return TACIT_OK;
}

/* All that is said of cells but their status is numbers. */
static tacit_status bind_cells(bind *b, const tacit_args *cells)
{
    for (size_t i = 0; i < cells->n; i++) {
        const char *const *names = NULL;
        const size_t n = columns_of(cells, i, &names);
        for (size_t c = 0; c < n; c++) {
            size_t j = 0;
            TACIT_TRY(find_column(b, (tacit_place){ 0, 0 }, names[c], &j));
            if (j < b->schema->n && i != TACIT_CELLS_STATUS)
                check_type(b, (tacit_place){ 0, 0 }, j, TACIT_TYPE_NUMBER, "key", "cells");
        }
    }
    return TACIT_OK;
}

/* Tables, what holds between them, and the rules. */
static tacit_status bind_tables(bind *b, const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_tables; i++)
        TACIT_TRY(bind_table(b, &plan->table[i]));
    for (size_t i = 0; i < plan->n_equations; i++)
        TACIT_TRY(
            bind_args(b, &plan->equation[i].args, plan->equation[i].place, SIZE_MAX, find_column));
    for (size_t i = 0; i < plan->n_rules; i++)
        TACIT_TRY(bind_args(b, &plan->rule[i].args, plan->rule[i].place, SIZE_MAX, find_column));
    return TACIT_OK;
}

/* What is asked privately, and of which columns something is declared. */
static tacit_status bind_statistics(bind *b, const tacit_plan *plan)
{
    size_t j = 0;
    for (size_t i = 0; i < plan->n_domains; i++)
        TACIT_TRY(find_column(b, plan->domain[i].place, plan->domain[i].column, &j));
    for (size_t i = 0; i < plan->n_statistics; i++)
        TACIT_TRY(bind_args(b, &plan->statistic[i].args, plan->statistic[i].place, SIZE_MAX,
                            find_column));
    return TACIT_OK;
}

/* Generators make columns of the types that they accept. */
static tacit_status bind_generators(bind *b, const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_generators; i++) {
        const tacit_plan_generator *g = &plan->generator[i];
        const char *const *names = NULL;
        const size_t n = columns_of(&g->args, TACIT_GENERATOR_COLUMNS, &names);
        TACIT_TRY(bind_args(b, &g->args, g->place, SIZE_MAX, find_column));
        for (size_t c = 0; c < n; c++) {
            const size_t j = find_field(b->schema, names[c], strcmp);
            if (j < b->schema->n)
                check_type(b, g->place, j, g->generator->accepts, "generator",
                           g->generator->about.name);
        }
    }
    return TACIT_OK;
}

static tacit_status bind_all(tacit_ctx *cx, bind *b, const tacit_plan *plan)
{
    TACIT_TRY(tacit_problems_start(cx, plan->file, &b->problems));
    TACIT_TRY(tacit_scratch(cx, b->schema->n, sizeof *b->touched, &b->touched));
    TACIT_TRY(tacit_scratch(cx, b->schema->n, sizeof *b->dropped, &b->dropped));
    TACIT_TRY(bind_args(b, &plan->source, plan->data_place, SIZE_MAX, find_column));
    TACIT_TRY(bind_roles(b, plan));
    TACIT_TRY(bind_hierarchies(b, plan));
    TACIT_TRY(bind_steps(b, plan));
    for (size_t i = 0; i < plan->n_requires; i++)
        TACIT_TRY(
            bind_args(b, &plan->require[i].args, plan->require[i].place, SIZE_MAX, find_present));
    TACIT_TRY(bind_asks(b, plan));
    TACIT_TRY(bind_tables(b, plan));
    TACIT_TRY(bind_statistics(b, plan));
    TACIT_TRY(bind_generators(b, plan));
    TACIT_TRY(bind_cells(b, &plan->cells));
    TACIT_TRY(bind_args(b, &plan->protection_args, plan->protection_place, SIZE_MAX, find_column));
    for (size_t i = 0; i < plan->n_measures; i++)
        TACIT_TRY(
            bind_args(b, &plan->measure[i].args, plan->measure[i].place, SIZE_MAX, find_column));
    return tacit_problems_end(&b->problems);
}

tacit_status tacit_plan_bind(tacit_ctx *cx, const tacit_plan *plan, const tacit_schema *schema)
{
    bind b = { .schema = schema };
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = bind_all(cx, &b, plan);
    tacit_scratch_release(cx, mark);
    return status;
}
