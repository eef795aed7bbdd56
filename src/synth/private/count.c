/*
 * count.c - counts of combinations of values, and what is made of noisy ones.
 */
#include <math.h>

#include "stats/noisy/simplex.h"
#include "synth/private/private.h"

const char *const TACIT_DP_RECORDS_CHOICES[] = {
    [TACIT_RECORDS_SECRET] = "secret", [TACIT_RECORDS_PUBLIC] = "public", NULL
};

tacit_status tacit_private_count(tacit_ctx *cx, const tacit_private_table *t, tacit_scope scope,
                                 tacit_i128 **out)
{
    const size_t cells = tacit_scope_cells(t->size, scope);
    size_t n = 0, column[TACIT_SCOPE_COLUMNS];
    for (tacit_scope s = scope; s != 0; s &= s - 1)
        column[n++] = (size_t)__builtin_ctzll(s);
    TACIT_TRY(tacit_scratch(cx, cells, sizeof **out, out));
    for (size_t i = 0; i < t->rows; i++) {
        size_t cell = 0;
        for (size_t k = 0; k < n; k++)
            cell = cell * t->size[column[k]] + t->code[column[k]][i];
        (*out)[cell]++;
    }
    return TACIT_OK;
}

tacit_status tacit_private_reals(tacit_ctx *cx, const int64_t *count, size_t n, double **out)
{
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t i = 0; i < n; i++)
        (*out)[i] = (double)count[i];
    return TACIT_OK;
}

tacit_status tacit_private_project(tacit_ctx *cx, double *count, size_t n, double total)
{
    TACIT_ASSERT(total > 0.0);
    for (size_t i = 0; i < n; i++)
        count[i] /= total;
    TACIT_TRY(tacit_simplex_project(cx, count, n, count));
    for (size_t i = 0; i < n; i++)
        count[i] *= total;
    return TACIT_OK;
}

void tacit_private_total_add(tacit_private_total *t, const double *count, size_t n, double variance)
{
    const double weight = 1.0 / (variance * (double)n);
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += count[i];
    t->weighted += weight * sum;
    t->weight += weight;
}

size_t tacit_private_total_rows(const tacit_private_job *job, const tacit_private_total *t)
{
    if (job->purse->replaces)
        return job->data->rows > 0 ? job->data->rows : 1;
    const double rows = nearbyint(t->weighted / t->weight);
    return rows < 1.0 ? 1 : (size_t)fmin(rows, (double)(UINT32_MAX - 1));
}

tacit_status tacit_private_room(tacit_ctx *cx, const tacit_private_table *data, size_t rows,
                                tacit_private_table *out)
{
    *out = (tacit_private_table){ .rows = rows, .columns = data->columns, .size = data->size };
    TACIT_TRY(tacit_scratch(cx, data->columns, sizeof *out->code, &out->code));
    for (size_t j = 0; j < data->columns; j++)
        TACIT_TRY(tacit_scratch(cx, rows, sizeof *out->code[j], &out->code[j]));
    return TACIT_OK;
}
