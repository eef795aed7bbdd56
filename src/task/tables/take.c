/*
 * take.c - what the records of a plan contribute to the cells of one cube.
 *
 * A record whose response is missing does not count.  Weights must be there and positive, sizes
 * there and not negative; a cost that is missing is 0.  O(records * columns).
 */
#include "task/tables/take.h"

#include <math.h>
#include <string.h>

#include "plan/cells.h"
#include "table/values.h"
#include "tabular/rule/request.h"

/* Decimals that are looked for in a column of real numbers. */
enum { MOST_DECIMALS = 6 };

/* ---- numbers ---- */

/* What must hold for the numbers of a column. */
typedef enum demand {
    ANY,     /* nothing; a missing one is 0 */
    SIZES,   /* they are there, and none is negative */
    WEIGHTS, /* they are there, and positive */
} demand;

static bool meets(demand d, bool missing, double x)
{
    return d == ANY || (!missing && (d == SIZES ? x >= 0 : x > 0 && x < 1e15));
}

static const tacit_column *find(const tacit_table *data, const char *name)
{
    return tacit_table_column(data, tacit_table_find(data, name));
}

static tacit_status take_numbers(tacit_ctx *cx, const tacit_column *c, demand d, const double **out)
{
    static const char *const wrong[] = {
        [SIZES] = "which is how large contributors are, has values that are missing or negative",
        [WEIGHTS] = "which has sampling weights, has values that are missing, zero, negative or "
                    "beyond 1e15",
    };
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_column_length(c), sizeof *x, &x));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        const bool missing = tacit_column_is_missing(c, i);
        x[i] = missing ? 0 : tacit_column_number(c, i);
        if (!meets(d, missing, x[i]))
            return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s', %s.", tacit_column_name(c),
                              wrong[d]);
    }
    *out = x;
    return TACIT_OK;
}

/* ---- which records count ---- */

static void drop(uint64_t *valid, const tacit_column *c)
{
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (tacit_column_is_missing(c, i))
            valid[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

/* Records without a response are left out, and if the plan says so those without a dimension. */
static tacit_status take_valid(tacit_ctx *cx, const tacit_taking *from, const tacit_cube *cube,
                               tacit_cube_records *out)
{
    uint64_t *valid = NULL;
    const tacit_column *c =
        cube->response != NULL && from->loaded->n == 0 ? find(from->data, cube->response) : NULL;
    const bool drops =
        tacit_arg_choice(&from->table->args, TACIT_TABLE_MISSING) == TACIT_MISSING_DROP;
    if (c != NULL && tacit_column_missing(c) > 0)
        tacit_warn(cx,
                   "Column '%s' has %zu missing values; those records are left out of the "
                   "tables of it.",
                   cube->response, tacit_column_missing(c));
    TACIT_TRY(tacit_scratch(cx, out->rows / 64 + 1, sizeof *valid, &valid));
    memset(valid, 0xff, (out->rows / 64 + 1) * sizeof *valid);
    if (c != NULL)
        drop(valid, c);
    for (size_t t = 0; drops && t < cube->n_tables; t++)
        for (size_t k = 0; k < cube->table[t].n; k++)
            drop(valid, find(from->data, cube->dimension[cube->table[t].dimension[k]].column));
    out->valid = valid;
    return TACIT_OK;
}

/* ---- decimals ---- */

/* But for what computing with doubles leaves. */
static bool is_whole(double x)
{
    return fabs(x - round(x)) <= fmax(1e-9, 1e-14 * fabs(x));
}

/* Whether all responses have at most so many decimals. */
static bool have_decimals(const tacit_cube_records *r, double scale)
{
    for (size_t i = 0; i < r->rows; i++)
        if (!is_whole(scale * r->response[i]))
            return false;
    return true;
}

/* The decimals of what is published, and whether contributions have more. */
static void find_decimals(const tacit_plan_table *t, tacit_cube *cube, tacit_cube_records *r)
{
    cube->decimals = 0;
    if (tacit_arg_given(&t->args, TACIT_TABLE_DECIMALS))
        cube->decimals = (int)tacit_arg_integer(&t->args, TACIT_TABLE_DECIMALS);
    else
        while (r->response != NULL && cube->decimals < MOST_DECIMALS &&
               !have_decimals(r, tacit_cube_scale(cube)))
            cube->decimals++;
    r->uneven = r->response != NULL && !have_decimals(r, tacit_cube_scale(cube));
    for (size_t i = 0; r->weight != NULL && !r->uneven && i < r->rows; i++)
        r->uneven = !is_whole(r->weight[i]);
}

/* ---- the response ---- */

tacit_status tacit_take_refuse(tacit_ctx *cx, const tacit_plan_table *t, const char *response)
{
    if (tacit_arg_given(&t->args, TACIT_TABLE_SIZE) ||
        tacit_arg_choice(&t->args, TACIT_TABLE_NEGATIVE) == TACIT_NEGATIVE_ABSOLUTE)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Column '%s' has negative values, of which the rules for sums cannot tell "
                      "how large a contributor is; name a column that does as 'size' of table "
                      "'%s', or say 'negative: absolute'.",
                      response, t->name);
}

static tacit_status take_response(tacit_ctx *cx, const tacit_taking *from, tacit_cube *cube,
                                  tacit_cube_records *out)
{
    if (cube->response == NULL)
        return TACIT_OK;
    TACIT_TRY(take_numbers(cx, find(from->data, cube->response), ANY, &out->response));
    for (size_t i = 0; i < out->rows && !out->negative; i++)
        out->negative = tacit_valid_at(out->valid, i) && out->response[i] < 0;
    return out->negative ? tacit_take_refuse(cx, from->table, cube->response) : TACIT_OK;
}

/* ---- holdings and requests ---- */

/* The holdings of the records, numbered; a record that says none is one of its own. */
static tacit_status take_holdings(tacit_ctx *cx, const tacit_column *c, tacit_cube_records *out)
{
    tacit_values values = { 0 };
    uint32_t *holding = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof *holding, &holding));
    out->n_holdings = values.n;
    for (size_t i = 0; i < out->rows; i++)
        holding[i] = values.of[i] < values.n ? values.of[i] : (uint32_t)out->n_holdings++;
    out->holding = holding;
    return TACIT_OK;
}

/* Which code each value of a column is, 1 or 2, or 0. */
static uint8_t code_of(const tacit_args *args, const char *text)
{
    if (strcmp(text, tacit_arg_text(args, TACIT_REQUEST_FIRST)) == 0)
        return 1;
    return tacit_arg_given(args, TACIT_REQUEST_SECOND) &&
                   strcmp(text, tacit_arg_text(args, TACIT_REQUEST_SECOND)) == 0
               ? 2
               : 0;
}

static tacit_status take_requests(tacit_ctx *cx, const tacit_taking *from, const tacit_args *args,
                                  tacit_cube_records *out)
{
    const tacit_column *c = find(from->data, tacit_arg_text(args, TACIT_REQUEST_COLUMN));
    tacit_values values = { 0 };
    uint8_t *asks = NULL, *code = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, values.n + 1, sizeof *code, &code));
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof *asks, &asks));
    for (uint32_t v = 0; v < values.n; v++) {
        char room[32];
        code[v] = code_of(args, tacit_column_text(c, values.row[v], room));
    }
    for (size_t i = 0; i < out->rows; i++)
        asks[i] = code[values.of[i]];
    if (out->asks != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s: there can be one rule 'request' only.",
                          from->plan->file);
    out->asks = asks;
    return TACIT_OK;
}

/* ---- how much cells keep ---- */

/* A record of a weight below 1 is less than one unit. */
tacit_tally_room tacit_take_room(const tacit_plan *plan, bool with_holdings, double least_weight)
{
    double records = 0, holdings = 1;
    for (size_t k = 0; k < plan->n_rules; k++) {
        const tacit_plan_rule *rule = &plan->rule[k];
        const double units = rule->rule->looks_at != NULL ? rule->rule->looks_at(&rule->args) : 0;
        if (!with_holdings || !tacit_rule_is_on_holdings(&rule->args))
            records = fmax(records, units);
        else
            holdings = fmax(holdings, units);
    }
    if (plan->protection != NULL && plan->protection->looks_at != NULL)
        records = fmax(records, plan->protection->looks_at(&plan->protection_args));
    records = ceil(records / fmin(least_weight, 1));
    return (tacit_tally_room){ .records = (uint32_t)fmin(records, TACIT_TALLY_MOST),
                               .holdings = (uint32_t)fmin(holdings, TACIT_TALLY_MOST) };
}

tacit_status tacit_take_rows(tacit_ctx *cx, const tacit_taking *from, const tacit_cube *cube,
                             tacit_cube_records *out)
{
    const tacit_args *args = &from->table->args;
    *out = (tacit_cube_records){ .rows = tacit_table_rows(from->data) };
    TACIT_TRY(take_valid(cx, from, cube, out));
    if (tacit_arg_given(args, TACIT_TABLE_HOLDING))
        TACIT_TRY(
            take_holdings(cx, find(from->data, tacit_arg_text(args, TACIT_TABLE_HOLDING)), out));
    for (size_t k = 0; k < from->plan->n_rules; k++)
        if (from->plan->rule[k].rule == &tacit_rule_request)
            TACIT_TRY(take_requests(cx, from, &from->plan->rule[k].args, out));
    return TACIT_OK;
}

tacit_status tacit_take_records(tacit_ctx *cx, const tacit_taking *from, tacit_cube *cube,
                                tacit_cube_records *out)
{
    const tacit_args *args = &from->table->args;
    const size_t weight = tacit_table_role_column(from->data, TACIT_ROLE_WEIGHT);
    double least = 1;
    TACIT_TRY(tacit_take_rows(cx, from, cube, out));
    TACIT_TRY(take_response(cx, from, cube, out));
    if (weight < tacit_table_columns(from->data))
        TACIT_TRY(take_numbers(cx, tacit_table_column(from->data, weight), WEIGHTS, &out->weight));
    if (tacit_arg_given(args, TACIT_TABLE_SIZE) && cube->response != NULL)
        TACIT_TRY(take_numbers(cx, find(from->data, tacit_arg_text(args, TACIT_TABLE_SIZE)), SIZES,
                               &out->size));
    if (tacit_plan_cost(from->table) == TACIT_COST_COLUMN)
        TACIT_TRY(take_numbers(cx, find(from->data, tacit_arg_text(args, TACIT_TABLE_COST)), ANY,
                               &out->cost));
    find_decimals(from->table, cube, out);
    for (size_t i = 0; out->weight != NULL && i < out->rows; i++)
        least = fmin(least, out->weight[i]);
    cube->room = tacit_take_room(from->plan, out->holding != NULL, least);
    return TACIT_OK;
}
