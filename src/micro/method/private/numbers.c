/*
 * numbers.c - private methods of numbers: cells on a declared lattice, and Laplace noise.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "micro/method/private/private.h"

/* Numbers of steps that are written; a reader's floating-point numbers hold them. */
#define MOST_STEPS ((int64_t)1 << 53)

/* The two bounds that are declared for a column; false if they are not. */
static bool find_bounds(const tacit_value *all, const char *column, double bounds[2])
{
    for (size_t g = 0; g < all->n; g++)
        if (strcmp(all->groups[g].label, column) == 0)
            return all->groups[g].n == 2 &&
                   tacit_parse_real(all->groups[g].member[0], &bounds[0]) &&
                   tacit_parse_real(all->groups[g].member[1], &bounds[1]);
    return false;
}

tacit_status tacit_private_lattice(tacit_ctx *cx, const char *owner, const tacit_args *args,
                                   const char *column, tacit_value_lattice *out)
{
    double all[3] = { 0 };
    char *what = NULL;
    if (!find_bounds(&args->at[TACIT_PRIVATE_BOUNDS], column, all))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'bounds' of %s must have the least and the greatest value of column "
                          "'%s', as %s: [0, 100]; without bounds no noise would be enough.",
                          owner, column, column);
    all[2] = tacit_arg_given(args, TACIT_PRIVATE_MISSING)
                 ? tacit_arg_real(args, TACIT_PRIVATE_MISSING)
                 : (all[0] + all[1]) / 2;
    TACIT_TRY(tacit_scratch_format(cx, &what, "Column '%s' of step '%s'", column, owner));
    return tacit_lattice_new(cx, what, (int)tacit_arg_integer(args, TACIT_PRIVATE_DECIMALS), all,
                             out);
}

tacit_status tacit_private_place(tacit_ctx *cx, const tacit_column *c,
                                 const tacit_value_lattice *lattice, tacit_i128 **out)
{
    const size_t n = tacit_column_length(c);
    tacit_i128 *value = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *value, &value));
    for (size_t i = 0; i < n; i++)
        value[i] = tacit_column_is_missing(c, i)
                       ? lattice->missing
                       : tacit_lattice_place(lattice, tacit_column_number(c, i));
    *out = value;
    return TACIT_OK;
}

/* ---- columns ---- */

static int64_t within(int64_t x)
{
    return x > MOST_STEPS ? MOST_STEPS : x < -MOST_STEPS ? -MOST_STEPS : x;
}

static tacit_status fill(tacit_ctx *cx, int decimals, const int64_t *steps, size_t n,
                         tacit_builder *b)
{
    const double step = pow(10.0, decimals);
    for (size_t i = 0; i < n; i++) {
        const int64_t whole = within(steps[i]);
        const double real = (double)whole / step;
        TACIT_TRY(decimals == 0 ? tacit_builder_integers(cx, b, &whole, NULL, 1)
                                : tacit_builder_reals(cx, b, &real, NULL, 1));
    }
    return TACIT_OK;
}

tacit_status tacit_private_write(tacit_ctx *cx, tacit_table *t, size_t j, int decimals,
                                 const int64_t *steps)
{
    const tacit_type type = decimals == 0 ? TACIT_TYPE_INTEGER : TACIT_TYPE_REAL;
    const size_t n = tacit_table_rows(t);
    tacit_builder *b = NULL;
    tacit_column *own = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(tacit_table_column(t, j)), type, n, &b));
    const tacit_status status = fill(cx, decimals, steps, n, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &own));
    tacit_table_replace(t, j, own);
    return TACIT_OK;
}

/* ---- noise ---- */

tacit_status tacit_private_laplace_new(tacit_ctx *cx, const char *owner,
                                       const tacit_private_laplace *what, tacit_single *out)
{
    if (what->sensitivity > (uint64_t)MOST_STEPS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Step '%s': a record can move column '%s' by more than 2^53 steps; take "
                          "narrower bounds, fewer decimals or larger groups.",
                          owner, what->column);
    return tacit_single_new(cx, &tacit_mechanism_discrete_laplace, what->epsilon,
                            (double)what->sensitivity, out);
}

tacit_status tacit_private_spend_laplace(tacit_ctx *cx, const tacit_private_laplace *what,
                                         json_t *list)
{
    tacit_single s;
    tacit_privacy_loss loss;
    tacit_ratio scale;
    TACIT_TRY(tacit_private_laplace_new(cx, "private_noise", what, &s));
    TACIT_TRY(tacit_single_loss(cx, &s, &loss, &scale));
    json_t *entry = json_pack(
        "{s:s, s:s, s:[s], s:f, s:i, s:I, s:I, s:I, s:[I, I], s:I, s:I, s:b}", "mechanism",
        "discrete_laplace", "of", what->column, "columns", what->column, "epsilon", what->epsilon,
        "decimals", what->lattice.decimals, "lower", (json_int_t)what->lattice.lower, "upper",
        (json_int_t)what->lattice.upper, "sensitivity", (json_int_t)what->sensitivity, "scale",
        (json_int_t)scale.over, (json_int_t)scale.under, "k", (json_int_t)what->k, "together",
        (json_int_t)what->together, "within", (int)what->within);
    return tacit_json_add(cx, list, entry);
}
