/*
 * frame.c - masked columns with their predictors, for methods that draw given those.
 *
 * Numbers and dates are predictors as they are; a category column of m values becomes m - 1
 * indicators, one for each value but the first.  Rows with a missing value in a masked column or
 * in a predictor take no part.  O(n (q + p)).
 */
#include "micro/method/shuffle/frame.h"

#include <string.h>

#include "table/values.h"

/* Values of a category that is a predictor, and terms altogether. */
enum { MOST_VALUES = 50, MOST_TERMS = 300 };

enum {
    NO_PREDICTOR =
        TACIT_ROLE_IDENTIFIER | TACIT_ROLE_WEIGHT | TACIT_ROLE_LINKS | TACIT_ROLE_STRATA
};

/* ---- which columns ---- */

static bool is_selected(const tacit_select *cols, size_t j)
{
    for (size_t c = 0; c < cols->n; c++)
        if (cols->at[c] == j)
            return true;
    return false;
}

/* Whether column j is a predictor by default. */
static bool is_default(const tacit_job *job, size_t j)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    return (tacit_column_type(c) & TACIT_TYPE_NUMBER) != 0 &&
           (tacit_table_roles(job->in, j) & NO_PREDICTOR) == 0 &&
           tacit_column_name(c)[0] != TACIT_ROW[0] && !is_selected(&job->cols, j);
}

static tacit_status find_named(tacit_ctx *cx, const tacit_job *job, const tacit_value *by,
                               size_t *at, size_t *n)
{
    for (size_t i = 0; i < by->n; i++) {
        const size_t j = tacit_table_find(job->in, by->texts[i]);
        if (j == tacit_table_columns(job->in))
            return tacit_fail(cx, TACIT_ERR_INPUT, "There is no column '%s' to predict by.",
                              by->texts[i]);
        if (is_selected(&job->cols, j))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s' cannot be both masked and a predictor; take it out of "
                              "'columns' or of 'by'.",
                              by->texts[i]);
        if (!is_selected(&(tacit_select){ *n, at }, j))
            at[(*n)++] = j;
    }
    return TACIT_OK;
}

static tacit_status find_predictors(tacit_ctx *cx, const tacit_job *job, size_t by,
                                    tacit_select *out)
{
    const size_t columns = tacit_table_columns(job->in);
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *at, &at));
    if (tacit_arg_given(job->args, by))
        TACIT_TRY(find_named(cx, job, &job->args->at[by], at, &n));
    for (size_t j = 0; !tacit_arg_given(job->args, by) && j < columns; j++)
        if (is_default(job, j))
            at[n++] = j;
    *out = (tacit_select){ n, at };
    return TACIT_OK;
}

/* ---- terms ---- */

static tacit_status too_many(tacit_ctx *cx, const char *method)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s takes at most %d masked columns and predictors together, counting the "
                      "values of categories; name fewer predictors with 'by'.",
                      method, MOST_TERMS);
}

/* Append the indicators of a category column. */
static tacit_status add_category(tacit_ctx *cx, tacit_frame *f, size_t j, tacit_term *term)
{
    const tacit_column *c = tacit_table_column(f->in, j);
    tacit_values v = { 0 };
    TACIT_TRY(tacit_values_of(cx, c, &v));
    if (v.n > MOST_VALUES)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %u values, but a category by which %s predicts may "
                          "have at most %d; recode it before, or give it the role of strata.",
                          tacit_column_name(c), v.n, f->method, MOST_VALUES);
    for (uint32_t k = 1; k < v.n; k++) {
        if (f->q + f->p == MOST_TERMS)
            return too_many(cx, f->method);
        term[f->q + f->p++] = (tacit_term){ .column = j, .of = v.of, .value = k };
    }
    return TACIT_OK;
}

static tacit_status add_terms(tacit_ctx *cx, const tacit_job *job, const tacit_select *by,
                              tacit_frame *f)
{
    tacit_term *term = NULL;
    bool *plain = NULL;
    TACIT_TRY(tacit_scratch(cx, MOST_TERMS, sizeof *term, &term));
    TACIT_TRY(tacit_scratch(cx, MOST_TERMS, sizeof *plain, &plain));
    for (size_t c = 0; c < job->cols.n + by->n; c++) {
        const size_t j = c < job->cols.n ? job->cols.at[c] : by->at[c - job->cols.n];
        const tacit_type type = tacit_column_type(tacit_table_column(f->in, j));
        if (f->q + f->p == MOST_TERMS)
            return too_many(cx, f->method);
        if (type == TACIT_TYPE_CATEGORY) {
            TACIT_TRY(add_category(cx, f, j, term));
            continue;
        }
        term[f->q + f->p] = (tacit_term){ .column = j };
        *(c < job->cols.n ? &f->q : &f->p) += 1;
    }
    for (size_t k = 0; k < f->q + f->p; k++)
        plain[k] = term[k].of != NULL;
    f->term = term;
    f->is_plain = plain;
    return TACIT_OK;
}

tacit_status tacit_frame_of(tacit_ctx *cx, const tacit_job *job, size_t by, const char *method,
                            tacit_frame *out)
{
    tacit_frame f = { .in = job->in, .method = method };
    tacit_select predictors = { 0 };
    TACIT_TRY(find_predictors(cx, job, by, &predictors));
    TACIT_TRY(add_terms(cx, job, &predictors, &f));
    TACIT_TRY(tacit_strata_of(cx, job->in, &f.strata));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->in), sizeof *f.is_masked, &f.is_masked));
    TACIT_TRY(tacit_scratch(cx, f.q, sizeof *f.explained, &f.explained));
    TACIT_TRY(tacit_scratch(cx, f.p, sizeof *f.is_dropped, &f.is_dropped));
    *out = f;
    return TACIT_OK;
}

/* ---- rows ---- */

/* How many of the first `n` terms are present in row i. */
static size_t count_present(const tacit_frame *f, size_t n, size_t i)
{
    size_t present = 0;
    for (size_t k = 0; k < n; k++)
        present += !tacit_column_is_missing(tacit_table_column(f->in, f->term[k].column), i);
    return present;
}

/* The complete rows of a stratum; `*left` of the others have a value that stays. */
static tacit_status find_complete(tacit_ctx *cx, const tacit_frame *f, size_t h, tacit_matrix *m,
                                  size_t *left)
{
    size_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, f->strata.start[h + 1] - f->strata.start[h], sizeof *row, &row));
    for (size_t k = f->strata.start[h]; k < f->strata.start[h + 1]; k++) {
        const size_t i = f->strata.row[k];
        if (count_present(f, f->q + f->p, i) == f->q + f->p)
            row[m->n++] = i;
        else
            *left += count_present(f, f->q, i) > 0;
    }
    m->row = row;
    return TACIT_OK;
}

static void fill_term(const tacit_frame *f, size_t k, const tacit_matrix *m)
{
    const tacit_term *term = &f->term[k];
    const tacit_column *c = tacit_table_column(f->in, term->column);
    for (size_t i = 0; i < m->n; i++)
        m->x[i * m->p + k] = term->of == NULL ? tacit_column_number(c, m->row[i])
                             : term->of[m->row[i]] == term->value ? 1.0
                                                                  : 0.0;
}

tacit_status tacit_frame_rows(tacit_ctx *cx, tacit_frame *f, size_t h, size_t least,
                              tacit_matrix *out)
{
    tacit_matrix m = { .p = f->q + f->p };
    size_t left = 0;
    TACIT_TRY(find_complete(cx, f, h, &m, &left));
    if (m.n < least && m.n + left > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s needs at least %zu records without missing values in %s for %zu "
                          "masked columns and %zu predictors, but there are only %zu; name fewer "
                          "columns in 'by'%s.",
                          f->method, least, f->strata.n > 1 ? "each stratum" : "these columns",
                          f->q, f->p, m.n, f->strata.n > 1 ? " or use coarser strata" : "");
    TACIT_TRY(tacit_scratch(cx, m.n * m.p, sizeof *m.x, &m.x));
    for (size_t k = 0; k < m.p; k++)
        fill_term(f, k, &m);
    for (size_t i = 0; i < m.n; i++)
        f->is_masked[m.row[i]] = true;
    f->masked += m.n;
    f->left += left;
    *out = m;
    return TACIT_OK;
}

void tacit_frame_note(tacit_frame *f, const tacit_conditional *c, size_t n)
{
    TACIT_ASSERT(c->q == f->q && c->p == f->p);
    for (size_t r = 0; r < f->q; r++)
        f->explained[r] += c->explained[r] * (double)n;
    for (size_t k = 0; k < f->p; k++)
        f->is_dropped[k] = f->is_dropped[k] || !c->is_kept[k];
}

/* ---- putting values into another order ---- */

tacit_status tacit_frame_sources(tacit_ctx *cx, const tacit_frame *f, size_t **out)
{
    const size_t rows = tacit_table_rows(f->in);
    TACIT_TRY(tacit_scratch(cx, rows * f->q, sizeof **out, out));
    for (size_t i = 0; i < rows * f->q; i++)
        (*out)[i] = i % rows;
    return TACIT_OK;
}

tacit_status tacit_frame_reorder(tacit_ctx *cx, const tacit_frame *f, const tacit_matrix *m,
                                 const double *y, size_t *sources)
{
    const size_t rows = tacit_table_rows(f->in);
    size_t *from = NULL, *to = NULL;
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *from, &from));
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *to, &to));
    for (size_t r = 0; r < f->q; r++) {
        TACIT_TRY(tacit_tick(cx, r, f->q));
        TACIT_TRY(tacit_scores_order(cx, m->x + r, m->n, m->p, from));
        TACIT_TRY(tacit_scores_order(cx, y + r, m->n, f->q, to));
        for (size_t k = 0; k < m->n; k++)
            sources[r * rows + m->row[to[k]]] = m->row[from[k]];
    }
    return TACIT_OK;
}

tacit_status tacit_frame_put(tacit_ctx *cx, const tacit_frame *f, const size_t *sources,
                             tacit_table *out)
{
    const size_t rows = tacit_table_rows(f->in);
    for (size_t r = 0; r < f->q; r++) {
        const tacit_column *c = tacit_table_column(f->in, f->term[r].column);
        const tacit_row_list list = { .n = rows, .at = sources + r * rows };
        tacit_column *taken = NULL;
        TACIT_TRY(tacit_column_take(cx, c, tacit_column_name(c), &list, &taken));
        tacit_table_replace(out, f->term[r].column, taken);
    }
    return TACIT_OK;
}
