/*
 * strata.c - the groups of rows within which a method works.
 */
#include "micro/method/strata.h"

#include "micro/classes/classes.h"

/* Number the strata by their first rows: `number[class]`. */
static void number_strata(const uint32_t *of_row, size_t rows, size_t *number)
{
    size_t next = 0;
    for (size_t i = 0; i < rows; i++)
        if (number[of_row[i]] == SIZE_MAX)
            number[of_row[i]] = next++;
}

/* Sort the rows by their stratum, keeping their order within it. */
static tacit_status fill(tacit_ctx *cx, const uint32_t *of_row, size_t rows, size_t n,
                         tacit_strata *out)
{
    size_t *number = NULL, *start = NULL, *row = NULL, *next = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *number, &number));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *next, &next));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *row, &row));
    for (size_t s = 0; s < n; s++)
        number[s] = SIZE_MAX;
    number_strata(of_row, rows, number);
    for (size_t i = 0; i < rows; i++)
        start[number[of_row[i]] + 1]++;
    for (size_t s = 0; s < n; s++) {
        start[s + 1] += start[s];
        next[s] = start[s];
    }
    for (size_t i = 0; i < rows; i++)
        row[next[number[of_row[i]]]++] = i;
    *out = (tacit_strata){ .n = n, .start = start, .row = row };
    return TACIT_OK;
}

tacit_status tacit_strata_of(tacit_ctx *cx, const tacit_table *t, tacit_strata *out)
{
    const size_t rows = tacit_table_rows(t), none = tacit_table_columns(t);
    tacit_class_spec spec = { .count = none, .weight = none, .missing = TACIT_MISSING_CATEGORY };
    tacit_classes *classes = NULL;
    TACIT_TRY(tacit_table_with_role(cx, t, TACIT_ROLE_STRATA, &spec.keys));
    if (spec.keys.n == 0) {
        uint32_t *of_row = NULL;
        TACIT_TRY(tacit_scratch(cx, rows, sizeof *of_row, &of_row));
        return fill(cx, of_row, rows, rows > 0, out);
    }
    TACIT_TRY(tacit_classes_new(cx, t, &spec, &classes));
    const tacit_status status = fill(cx, classes->of_row, rows, classes->n, out);
    tacit_classes_free(classes);
    return status;
}
