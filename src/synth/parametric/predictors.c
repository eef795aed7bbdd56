/*
 * predictors.c - the columns before, as the design of a regression.
 *
 * Records bear one coefficient for every five of them, and never more than 1000: factors lose their
 * rarest levels to the first until that is met, all of them alike, and if numbers alone are too
 * many, the last ones are left out.  O(records * columns), and sorting.
 */
#include "synth/parametric/predictors.h"

#include <math.h>

#include "base/sort.h"
#include "stats/counts/wilson.h"
#include "table/values.h"

enum { RECORDS_A_COEFFICIENT = 5, MOST_COEFFICIENTS = 1000 };

/* ---- factors ---- */

/* Codes of the factor of a column: of a category those as a predictor, of a number its states. */
static uint32_t codes_of(const tacit_coding *c)
{
    return c->ordered ? c->states : c->levels;
}

static uint16_t code_at(const tacit_coding *c, size_t record)
{
    if (!c->ordered)
        return c->code[record];
    return c->state != NULL ? c->state[record] : 0;
}

static bool is_commoner(const void *user, uint32_t a, uint32_t b)
{
    const uint64_t *count = user;
    return count[a] >= count[b];
}

/* Levels of the codes: the commonest first, those that no record has with it. */
static tacit_status rank_levels(tacit_ctx *cx, const tacit_synth_part *part, tacit_predictor *p)
{
    const tacit_coding *c = p->known->coding;
    const uint32_t n = codes_of(c);
    uint64_t *count = NULL;
    uint32_t *order = NULL;
    uint16_t *slot = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *slot, &slot));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    for (size_t i = 0; i < part->rows; i++)
        count[code_at(c, part->record != NULL ? part->record[i] : i)]++;
    TACIT_TRY(tacit_sort_by(cx, n, is_commoner, count, &order));
    p->levels = 1;
    for (uint32_t k = 1; k < n && count[order[k]] > 0; k++)
        slot[order[k]] = (uint16_t)p->levels++;
    tacit_scratch_release(cx, mark);
    p->slot = slot;
    return TACIT_OK;
}

/* Coefficients that the columns need if no factor has more than `most` levels besides the first. */
static size_t need(const tacit_predictors *p, size_t most)
{
    size_t n = 1;
    for (size_t k = 0; k < p->n; k++) {
        const size_t levels = p->at[k].levels - 1;
        n += (levels < most ? levels : most) + p->at[k].known->coding->ordered;
    }
    return n;
}

/* Leave out what the records cannot bear. */
static void cut(tacit_predictors *p)
{
    size_t most = MOST_COEFFICIENTS, left = p->most;
    while (most > 0 && need(p, most) > p->most)
        most--;
    for (size_t k = 0; k < p->n; k++) {
        tacit_predictor *own = &p->at[k];
        const size_t levels = own->levels - 1 < most ? own->levels - 1 : most;
        const size_t cost = levels + own->known->coding->ordered;
        own->used = cost > 0 && cost < left;
        p->is_less = p->is_less || levels < own->levels - 1 || (cost > 0 && !own->used);
        own->levels = (uint32_t)levels + 1;
        left -= own->used ? cost : 0;
    }
}

/* ---- numbers ---- */

/* Values and their normal scores, the mean rank's among equals. */
static void score_values(const uint64_t *count, size_t n, double *scale)
{
    uint64_t all = 0, below = 0;
    for (size_t v = 0; v < n; v++)
        all += count[v];
    for (size_t v = 0; v < n; v++) {
        scale[v] = tacit_normal_quantile(((double)below + 0.5 * (double)count[v]) / (double)all);
        below += count[v];
    }
}

/* Give the values a mean of 0 and a deviation of 1 among the records. */
static void standardise(const uint64_t *count, size_t n, double *scale)
{
    double rows = 0.0, mean = 0.0, squares = 0.0;
    for (size_t v = 0; v < n; v++)
        rows += (double)count[v];
    for (size_t v = 0; v < n; v++)
        mean += (double)count[v] / rows * scale[v];
    for (size_t v = 0; v < n; v++)
        squares += (double)count[v] / rows * (scale[v] - mean) * (scale[v] - mean);
    for (size_t v = 0; v < n; v++)
        scale[v] = squares > 0.0 ? (scale[v] - mean) / sqrt(squares) : 0.0;
}

/* The values that are amounts, and their scale. */
static tacit_status scale_values(tacit_ctx *cx, bool scores, tacit_predictor *p)
{
    const tacit_coding *c = p->known->coding;
    double *value = NULL, *scale = NULL;
    uint64_t *count = NULL;
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, c->column, &values));
    TACIT_TRY(tacit_scratch(cx, values.n, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, values.n, sizeof *scale, &scale));
    TACIT_TRY(tacit_scratch(cx, values.n, sizeof *count, &count));
    for (uint32_t v = 0; v < values.n; v++) {
        if (c->state != NULL && c->state[values.row[v]] != 0)
            continue;
        value[p->values] = scale[p->values] = tacit_column_number(c->column, values.row[v]);
        count[p->values++] = values.count[v];
    }
    if (scores)
        score_values(count, p->values, scale);
    standardise(count, p->values, scale);
    p->value = value;
    p->scale = scale;
    return TACIT_OK;
}

/* What stands for `x`: between those of its neighbours, at the ends theirs. */
static double scale_of(const tacit_predictor *p, double x)
{
    size_t low = 0, high = p->values;
    if (p->values == 0)
        return 0.0;
    while (high - low > 1) {
        const size_t mid = low + (high - low) / 2;
        if (p->value[mid] <= x)
            low = mid;
        else
            high = mid;
    }
    if (!(x > p->value[low]) || high == p->values)
        return p->scale[low];
    const double part = (x - p->value[low]) / (p->value[high] - p->value[low]);
    return p->scale[low] + part * (p->scale[high] - p->scale[low]);
}

/* ---- designs ---- */

tacit_status tacit_predictors_of(tacit_ctx *cx, const tacit_synth_part *part, bool scores,
                                 tacit_predictors *out)
{
    tacit_predictors p = { .n = part->n_known };
    const size_t borne = part->rows / RECORDS_A_COEFFICIENT;
    p.most = borne < 1 ? 1 : borne < MOST_COEFFICIENTS ? borne : MOST_COEFFICIENTS;
    TACIT_TRY(tacit_scratch(cx, p.n, sizeof *p.at, &p.at));
    for (size_t k = 0; k < p.n; k++) {
        p.at[k].known = &part->known[k];
        TACIT_TRY(rank_levels(cx, part, &p.at[k]));
        if (part->known[k].coding->ordered)
            TACIT_TRY(scale_values(cx, scores, &p.at[k]));
    }
    cut(&p);
    *out = p;
    return TACIT_OK;
}

/* Add the terms of a column: its factor, if it has one, and its number. */
static void add_terms(const tacit_predictor *p, const uint16_t *code, const double *value,
                      tacit_linear_term *term, size_t *n)
{
    if (p->levels > 1)
        term[(*n)++] = (tacit_linear_term){ .code = code, .levels = p->levels };
    if (value != NULL)
        term[(*n)++] = (tacit_linear_term){ .value = value };
}

/* The level of a code: rare ones are with the first. */
static uint16_t level_of(const tacit_predictor *p, uint16_t code)
{
    return p->slot[code] < p->levels ? p->slot[code] : 0;
}

/* The cells of one column in the original records of a part. */
static tacit_status read_records(tacit_ctx *cx, const tacit_predictor *p,
                                 const tacit_synth_part *part, tacit_linear_term *term, size_t *n)
{
    const tacit_coding *c = p->known->coding;
    uint16_t *code = NULL;
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, p->levels > 1 ? part->rows : 0, sizeof *code, &code));
    TACIT_TRY(tacit_scratch(cx, c->ordered ? part->rows : 0, sizeof *value, &value));
    for (size_t i = 0; i < part->rows; i++) {
        const size_t record = part->record != NULL ? part->record[i] : i;
        if (p->levels > 1)
            code[i] = level_of(p, code_at(c, record));
        if (c->ordered && (c->state == NULL || c->state[record] == 0))
            value[i] = scale_of(p, tacit_column_number(c->column, record));
    }
    add_terms(p, code, c->ordered ? value : NULL, term, n);
    return TACIT_OK;
}

/* The cells of one column in the synthetic rows. */
static tacit_status read_rows(tacit_ctx *cx, const tacit_predictor *p, size_t rows,
                              tacit_linear_term *term, size_t *n)
{
    const tacit_synth_known *known = p->known;
    uint16_t *code = NULL;
    double *value = NULL;
    bool *has = NULL;
    TACIT_TRY(tacit_scratch(cx, p->levels > 1 ? rows : 0, sizeof *code, &code));
    if (known->coding->ordered)
        TACIT_TRY(tacit_synth_numbers(cx, known, &value, &has));
    for (size_t i = 0; i < rows; i++) {
        const uint16_t own = has == NULL            ? known->code[i]
                             : known->state != NULL ? known->state[i]
                             : has[i]               ? 0
                                                    : 1;
        if (p->levels > 1)
            code[i] = level_of(p, own);
        if (has != NULL)
            value[i] = has[i] ? scale_of(p, value[i]) : 0.0;
    }
    add_terms(p, code, value, term, n);
    return TACIT_OK;
}

tacit_status tacit_predictors_records(tacit_ctx *cx, const tacit_predictors *p,
                                      const tacit_synth_part *part, tacit_linear_design *out)
{
    tacit_linear_term *term = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, 2 * p->n, sizeof *term, &term));
    for (size_t k = 0; k < p->n; k++)
        if (p->at[k].used)
            TACIT_TRY(read_records(cx, &p->at[k], part, term, &n));
    *out = (tacit_linear_design){ part->rows, n, term };
    return TACIT_OK;
}

tacit_status tacit_predictors_rows(tacit_ctx *cx, const tacit_predictors *p, size_t rows,
                                   tacit_linear_design *out)
{
    tacit_linear_term *term = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, 2 * p->n, sizeof *term, &term));
    for (size_t k = 0; k < p->n; k++)
        if (p->at[k].used)
            TACIT_TRY(read_rows(cx, &p->at[k], rows, term, &n));
    *out = (tacit_linear_design){ rows, n, term };
    return TACIT_OK;
}
