/*
 * sizes.c - how many classes there are of each size, in the data and in its population.
 *
 * Cost: a radix sort of the class sizes, O(classes) passes.
 */
#include "micro/classes/sizes.h"

#include "base/sort.h"
#include "table/values.h"

/* Sizes equal to a rounding error are not below. */
static const double ROUNDING = 1e-9;

tacit_status tacit_sizes_of(tacit_ctx *cx, const tacit_classes *c, tacit_size_counts *out)
{
    tacit_keyed *by = NULL;
    uint64_t *size = NULL;
    double *count = NULL;
    size_t n = 0;
    double classes = 0.0;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *size, &size));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *count, &count));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *by, &by));
    for (size_t g = 0; g < c->n; g++)
        by[g] = (tacit_keyed){ .key = c->match[g], .row = c->size[g] };
    TACIT_TRY(tacit_sort_keyed(cx, by, c->n));
    for (size_t g = 0; g < c->n; g++) {
        if (n == 0 || size[n - 1] != by[g].key)
            size[n++] = by[g].key;
        count[n - 1] += (double)by[g].row;
    }
    tacit_scratch_release(cx, mark);
    for (size_t s = 0; s < n; s++) {
        TACIT_ASSERT(size[s] > 0);
        count[s] /= (double)size[s];
        classes += count[s];
    }
    *out = (tacit_size_counts){
        .n = n, .size = size, .count = count, .classes = classes, .records = (double)c->records
    };
    return TACIT_OK;
}

/* The sizes of which no more than a sum is known: those of 1, and how many there are in all. */
static tacit_status sizes_of_sum(tacit_ctx *cx, const tacit_population_sum *sum,
                                 tacit_size_counts *out)
{
    uint64_t *size = NULL;
    double *count = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *size, &size));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *count, &count));
    size[0] = 1;
    count[0] = sum->uniques;
    *out = (tacit_size_counts){ .n = 1,
                                .size = size,
                                .count = count,
                                .classes = sum->combinations,
                                .records = sum->records };
    return TACIT_OK;
}

static tacit_status count_population(tacit_ctx *cx, const tacit_subject *s, tacit_size_counts *out)
{
    const tacit_table *population = tacit_subject_extra_of(s)->population;
    const tacit_select *keys = tacit_subject_keys(s);
    const size_t columns = tacit_table_columns(population);
    tacit_classes *c = NULL;
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *at, &at));
    for (size_t j = 0; j < keys->n; j++) {
        const char *name =
            tacit_column_name(tacit_table_column(tacit_subject_table(s), keys->at[j]));
        at[j] = tacit_table_find(population, name);
        if (at[j] == columns)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Key '%s' of the data is not a column of the population.", name);
    }
    const tacit_class_spec spec = { .keys = { .n = keys->n, .at = at },
                                    .count = tacit_table_find(population, TACIT_COUNT),
                                    .weight = columns };
    TACIT_TRY(tacit_classes_new(cx, population, &spec, &c));
    const tacit_status status = tacit_sizes_of(cx, c, out);
    tacit_classes_free(c);
    return status;
}

tacit_status tacit_sizes_of_population(tacit_ctx *cx, const tacit_subject *s,
                                       tacit_size_counts *out)
{
    const tacit_population_sum *sum = tacit_subject_extra_of(s)->sum;
    return sum != NULL ? sizes_of_sum(cx, sum, out) : count_population(cx, s, out);
}

tacit_status tacit_sizes_population(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                    const tacit_classes **classes, tacit_population *out)
{
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_classes(cx, s, missing, &c));
    TACIT_TRY(tacit_subject_population(cx, s, missing, out));
    size_t bad = 0;
    for (size_t g = 0; g < c->n; g++)
        bad += out->F[g] < (double)c->match[g] * (1.0 - ROUNDING);
    if (bad > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%zu key combinations have fewer people in the population than records "
                          "in the data; sampling weights are at least 1.",
                          bad);
    *classes = c;
    return TACIT_OK;
}

tacit_status tacit_sizes_cells(tacit_ctx *cx, const tacit_subject *s, double *cells)
{
    const tacit_select *keys = tacit_subject_keys(s);
    double product = 1.0;
    for (size_t j = 0; j < keys->n; j++) {
        const tacit_column *c = tacit_table_column(tacit_subject_table(s), keys->at[j]);
        const size_t mark = tacit_scratch_mark(cx);
        tacit_values values;
        TACIT_TRY(tacit_values_of(cx, c, &values));
        product *= (double)values.n + (tacit_column_missing(c) > 0 ? 1.0 : 0.0);
        tacit_scratch_release(cx, mark);
    }
    *cells = product;
    return TACIT_OK;
}
