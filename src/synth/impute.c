/*
 * impute.c - multiple imputation of those who were not sampled (Rubin 1993, Statistical disclosure
 * limitation; Raghunathan, Reiter and Rubin 2003, Multiple imputation for statistical disclosure
 * limitation).
 *
 * Some columns are known of everybody in a population; the others only of those in the data.  For
 * each set a simple random sample is drawn of the persons who are not in the data, and their other
 * columns are imputed: learnt from a bootstrap sample of the data's records (the approximate
 * Bayesian bootstrap of Rubin and Schenker 1986, which stands for a draw of parameters) and drawn
 * independently.  To impute a sample is to sample imputed persons, as those are imputed
 * independently.
 *
 * A leaf of a bootstrap sample has fewer distinct records than records, 1 - 1/e of them in the
 * mean, so leaves are made larger by the inverse.
 * Cost: that of a synthesis for each set, and O(persons).
 */
#include "synth/impute.h"

#include <math.h>
#include <string.h>

#include "table/take.h"

/* `n` of the persons who are not in the data, each set of them as likely (the first of a shuffle);
 * in scratch memory. */
static tacit_status draw_persons(tacit_ctx *cx, const tacit_impute_spec *f, size_t n,
                                 tacit_rng *rng, size_t **out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, f->persons, sizeof *at, &at));
    memcpy(at, f->person, f->persons * sizeof *at);
    for (size_t i = 0; i < n; i++) {
        const size_t k = i + (size_t)tacit_rng_below(rng, f->persons - i), swap = at[i];
        at[i] = at[k];
        at[k] = swap;
    }
    *out = at;
    return TACIT_OK;
}

/* Records of the data, drawn with replacement. */
static tacit_status draw_records(tacit_ctx *cx, const tacit_table *data, tacit_rng *rng,
                                 tacit_table **out)
{
    const size_t n = tacit_table_rows(data);
    size_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    for (size_t i = 0; i < n; i++)
        row[i] = (size_t)tacit_rng_below(rng, n);
    return tacit_table_take(cx, data, &(tacit_row_list){ n, row }, out);
}

/* Arguments with larger leaves, if there are any. */
static tacit_status enlarge(tacit_ctx *cx, const tacit_args *args, const tacit_args **out)
{
    const double by = 1.0 / (1.0 - exp(-1.0));
    const size_t i = tacit_param_find(args->params, "min_bucket");
    *out = args;
    if (i >= args->n)
        return TACIT_OK;
    return tacit_args_with(cx, args, i, fmin(ceil(by * args->at[i].number), args->params[i].max),
                           out);
}

/* The columns of the spec, those that are known of everybody given; `given` holds them. */
static tacit_status give_columns(tacit_ctx *cx, const tacit_impute_spec *s,
                                 const tacit_row_list *who, tacit_synth_column *column,
                                 tacit_table *given)
{
    for (size_t k = 0; k < s->people.n; k++) {
        const char *name =
            tacit_column_name(tacit_table_column(s->people.data, s->people.column[k].at));
        const size_t at = tacit_table_find(s->frame, name);
        tacit_column *own = NULL;
        column[k] = s->people.column[k];
        if (column[k].derived)
            continue;
        if (column[k].generator != NULL) {
            TACIT_TRY(enlarge(cx, column[k].args, &column[k].args));
            continue;
        }
        TACIT_TRY(tacit_column_take(cx, tacit_table_column(s->frame, at), name, who, &own));
        TACIT_TRY(tacit_table_add(cx, given, own));
        column[k].given = own;
    }
    return TACIT_OK;
}

/* One set: a spec with one set in it. */
static tacit_status impute(tacit_ctx *cx, const tacit_impute_spec *s, tacit_synth_spec *spec,
                           tacit_synth_told *told, tacit_table *given, tacit_table **out)
{
    tacit_rng who = tacit_rng_fork(&spec->rng, "persons");
    tacit_synth_column *column = NULL;
    size_t *row = NULL;
    TACIT_TRY(draw_persons(cx, s, spec->rows, &who, &row));
    TACIT_TRY(tacit_scratch(cx, spec->n, sizeof *column, &column));
    TACIT_TRY(give_columns(cx, s, &(tacit_row_list){ spec->rows, row }, column, given));
    spec->column = column;
    return tacit_synth_make(cx, spec, told, out);
}

static tacit_status make_set(tacit_ctx *cx, const tacit_impute_spec *s, tacit_synth_spec *spec,
                             tacit_synth_told *told, tacit_table **out)
{
    tacit_rng drawn = tacit_rng_fork(&spec->rng, "bootstrap");
    tacit_table *data = NULL, *given = NULL;
    TACIT_TRY(draw_records(cx, spec->data, &drawn, &data));
    spec->data = data;
    tacit_status status = tacit_table_new(cx, spec->rows, &given);
    if (status == TACIT_OK)
        status = impute(cx, s, spec, told, given, out);
    tacit_table_free(given);
    tacit_table_free(data);
    return status;
}

tacit_status tacit_synth_impute(tacit_ctx *cx, const tacit_impute_spec *spec,
                                tacit_synth_told *told, tacit_table **out)
{
    const tacit_synth_spec *people = &spec->people;
    TACIT_ASSERT(people->rows <= spec->persons && !people->dealt);
    for (size_t k = 0; k < people->sets; k++)
        out[k] = NULL;
    for (size_t k = 0; k < people->sets; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_synth_spec one = *people;
        one.sets = 1;
        one.rng = tacit_rng_fork_number(&people->rng, k);
        TACIT_TRY(make_set(cx, spec, &one, told, &out[k]));
        TACIT_TRY(tacit_ties_verify(cx, out[k], people->words, "records that were made"));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}
