/*
 * space_args.c - the parameters that say how records are compared.
 */
#include "micro/linkage/space_args.h"

#include <math.h>
#include <string.h>

/* Mark the columns that `ordinal` names, which must be among those compared. */
static tacit_status mark_ordinal(tacit_ctx *cx, const tacit_value *names,
                                 const tacit_space_spec *spec, bool *ordinal)
{
    for (size_t i = 0; i < names->n; i++) {
        const tacit_column *found = NULL;
        for (size_t c = 0; c < spec->a.n; c++) {
            const tacit_column *own = tacit_table_column(spec->table_a, spec->a.at[c]);
            if (strcmp(tacit_column_name(own), names->texts[i]) != 0)
                continue;
            found = own;
            ordinal[c] = true;
        }
        if (found == NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'ordinal' names column '%s', which is not compared.",
                              names->texts[i]);
    }
    return TACIT_OK;
}

tacit_status tacit_space_asked(tacit_ctx *cx, const tacit_common *tables, const tacit_args *args,
                               tacit_space_spec *out)
{
    const tacit_value *columns = &args->at[TACIT_SPACE_COLUMNS],
                      *ordinal = &args->at[TACIT_SPACE_ORDINAL];
    tacit_common common = *tables;
    tacit_space_spec spec = { .table_a = tables->table_a,
                              .table_b = tables->table_b,
                              .metric = (tacit_metric)tacit_arg_choice(args, TACIT_SPACE_METRIC),
                              .scaling =
                                  (tacit_scaling)tacit_arg_choice(args, TACIT_SPACE_SCALING) };
    bool *marks = NULL;
    if (columns->given) {
        common.names = columns->texts;
        common.n = columns->n;
    }
    TACIT_TRY(tacit_common_columns(cx, &common, &spec.a, &spec.b));
    TACIT_TRY(tacit_scratch(cx, spec.a.n, sizeof *marks, &marks));
    if (ordinal->given)
        TACIT_TRY(mark_ordinal(cx, ordinal, &spec, marks));
    spec.ordinal = marks;
    *out = spec;
    return TACIT_OK;
}

double tacit_space_readable(const tacit_space *s, double distance)
{
    return s->metric == TACIT_METRIC_EUCLIDEAN ? sqrt(distance) : distance;
}
