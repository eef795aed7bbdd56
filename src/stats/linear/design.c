/*
 * design.c - designs of regression models.
 */
#include "stats/linear/design.h"

static size_t columns_of(const tacit_linear_term *term)
{
    return term->code != NULL ? term->levels - 1 : 1;
}

tacit_status tacit_linear_entries_for(tacit_ctx *cx, const tacit_linear_design *design,
                                      tacit_linear_entries *out)
{
    TACIT_TRY(tacit_scratch(cx, design->terms + 1, sizeof *out->at, &out->at));
    return tacit_scratch(cx, design->terms + 1, sizeof *out->x, &out->x);
}

size_t tacit_linear_columns(const tacit_linear_design *design)
{
    size_t n = 1;
    for (size_t c = 0; c < design->terms; c++)
        n += columns_of(&design->term[c]);
    return n;
}

void tacit_linear_row(const tacit_linear_design *design, size_t i, tacit_linear_entries *out)
{
    size_t n = 1, first = 1;
    out->at[0] = 0;
    out->x[0] = 1.0;
    for (size_t c = 0; c < design->terms; c++) {
        const tacit_linear_term *term = &design->term[c];
        const uint32_t level = term->code != NULL ? term->code[i] : 1;
        if (level > 0) {
            out->at[n] = first + level - 1;
            out->x[n++] = term->value != NULL ? term->value[i] : 1.0;
        }
        first += columns_of(term);
    }
    out->n = n;
}

double tacit_linear_product(const tacit_linear_entries *row, const double *beta)
{
    double sum = 0.0;
    for (size_t a = 0; a < row->n; a++)
        sum += row->x[a] * beta[row->at[a]];
    return sum;
}

void tacit_linear_square(const tacit_linear_entries *row, double weight, double *h, size_t width)
{
    for (size_t a = 0; a < row->n; a++) {
        double *line = h + row->at[a] * width;
        const double x = weight * row->x[a];
        for (size_t b = 0; b <= a; b++)
            line[row->at[b]] += x * row->x[b];
    }
}
