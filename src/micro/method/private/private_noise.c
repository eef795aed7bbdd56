/*
 * private_noise.c - each number with Laplace noise that its bounds call for.
 *
 * A value is put on the lattice of the declared decimals, within the declared bounds, and becomes
 * x + e with P(e) proportional to exp(-|e| epsilon / D) over the steps of the lattice, where D is
 * the distance of the bounds in steps: by exact draws (privacy/mechanism/discrete_laplace.c; Ghosh,
 * Roughgarden and Sundararajan 2009).  The column is epsilon-private for each record, whoever else
 * is in the file, and any two values within the bounds are told apart no better than that.
 *
 * With `clamp` what is beyond the bounds is put back to them, which costs nothing of privacy and
 * biases means.  A missing cell counts as `missing`; none is missing after.  Strata and weights
 * play no part.  O(n) draws a column.
 */
#include "micro/method/private/private.h"

enum { CLAMP = TACIT_PRIVATE_MISSING + 1 };

static const tacit_param PARAMS[] = {
    [TACIT_PRIVATE_COLUMNS] = TACIT_METHOD_COLUMNS,
    [TACIT_PRIVATE_EPSILON] = TACIT_PRIVATE_PARAM_EPSILON,
    [TACIT_PRIVATE_BOUNDS] = TACIT_PRIVATE_PARAM_BOUNDS,
    [TACIT_PRIVATE_DECIMALS] = TACIT_PRIVATE_PARAM_DECIMALS,
    [TACIT_PRIVATE_MISSING] = TACIT_PRIVATE_PARAM_MISSING,
    [CLAMP] = { .name = "clamp",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "put what noise takes beyond the bounds back to them" },
    TACIT_PARAM_END
};

static tacit_status describe(tacit_ctx *cx, const tacit_args *args, const char *column,
                             tacit_private_laplace *out)
{
    *out = (tacit_private_laplace){ .column = column,
                                    .epsilon = tacit_arg_real(args, TACIT_PRIVATE_EPSILON),
                                    .k = 1,
                                    .together = 1,
                                    .within = tacit_arg_flag(args, CLAMP) };
    TACIT_TRY(tacit_private_lattice(cx, "private_noise", args, column, &out->lattice));
    out->sensitivity =
        (uint64_t)tacit_lattice_sensitivity(&out->lattice, 1, TACIT_NEIGHBOURS_REPLACE);
    return TACIT_OK;
}

static void put_back(const tacit_value_lattice *l, int64_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] < l->lower ? l->lower : x[i] > l->upper ? l->upper : x[i];
}

static tacit_status mask_column(tacit_ctx *cx, const tacit_job *job, size_t j, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    const size_t n = tacit_column_length(c);
    tacit_private_laplace what;
    tacit_single s;
    tacit_keystream stream;
    tacit_i128 *value = NULL;
    int64_t *noisy = NULL;
    TACIT_TRY(describe(cx, job->args, tacit_column_name(c), &what));
    TACIT_TRY(tacit_private_laplace_new(cx, "private_noise", &what, &s));
    TACIT_TRY(tacit_private_place(cx, c, &what.lattice, &value));
    TACIT_TRY(tacit_private_stream(cx, job, what.column, &stream));
    const tacit_status status = tacit_single_answer(cx, &s, &stream, value, n, &noisy);
    tacit_keystream_close(&stream);
    TACIT_TRY(status);
    if (what.within)
        put_back(&what.lattice, noisy, n);
    return tacit_private_write(cx, out, j, what.lattice.decimals, noisy);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    tacit_private_warn(cx, "private_noise", tacit_arg_real(job->args, TACIT_PRIVATE_EPSILON));
    for (size_t c = 0; c < job->cols.n; c++)
        TACIT_TRY(mask_column(cx, job, job->cols.at[c], out));
    return TACIT_OK;
}

static tacit_status spends(tacit_ctx *cx, const tacit_args *args, size_t rows, json_t *list)
{
    const tacit_value *names = &args->at[TACIT_PRIVATE_COLUMNS];
    tacit_private_laplace what;
    (void)rows;
    for (size_t c = 0; c < names->n; c++) {
        TACIT_TRY(describe(cx, args, names->texts[c], &what));
        TACIT_TRY(tacit_private_spend_laplace(cx, &what, list));
    }
    return TACIT_OK;
}

const tacit_method tacit_method_private_noise = {
    .about = { .name = "private_noise",
               .title = "Private noise",
               .summary = "Adds exact Laplace noise to numbers within declared bounds, so that a "
                          "column is differentially private for each record apart.",
               .source =
                   "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to sensitivity; "
                   "Ghosh, Roughgarden and Sundararajan (2009), Universally utility-maximizing "
                   "privacy mechanisms",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_PRIVATE,
    .run = run,
    .spends = spends,
};
