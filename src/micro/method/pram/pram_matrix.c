/*
 * pram_matrix.c - transition matrices from files.
 *
 * The first line has the categories from its second field on; each further line has a category,
 * in the same order, and the probabilities that it becomes each of them.  An empty name stands
 * for missing.  At most 255 categories, for a file has at most 256 fields a line.
 */
#include "micro/method/pram/own.h"

#include <math.h>
#include <string.h>

#include "hierarchy/delimited.h"

static const double SLACK = 1e-6;

static tacit_status read_labels(tacit_ctx *cx, const tacit_delimited *d, const char ***label,
                                size_t *n)
{
    if (d->n < 2)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The matrix in '%s' needs the names of its categories in the first line, "
                          "from the second field on.",
                          d->path);
    *n = d->n - 1;
    TACIT_TRY(tacit_scratch(cx, *n, sizeof **label, label));
    for (size_t k = 0; k < *n; k++) {
        char *copy = NULL;
        TACIT_TRY(tacit_scratch_text(cx, d->field[k + 1], &copy));
        (*label)[k] = copy;
        for (size_t l = 0; l < k; l++)
            if (strcmp((*label)[l], copy) == 0)
                return tacit_fail(cx, TACIT_ERR_INPUT,
                                  "The matrix in '%s' names one category twice, in fields %zu and "
                                  "%zu of its first line.",
                                  d->path, l + 2, k + 2);
    }
    return TACIT_OK;
}

/* Read the current line as row k. */
static tacit_status read_row(tacit_ctx *cx, const tacit_delimited *d, const char *label, size_t n,
                             double *p)
{
    double sum = 0.0;
    if (d->n != n + 1 || strcmp(d->field[0], label) != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Line %zu of the matrix in '%s' must have a category and %zu "
                          "probabilities, the categories in the order of the first line.",
                          d->line, d->path, n);
    for (size_t l = 0; l < n; l++) {
        if (!tacit_parse_real(d->field[l + 1], &p[l]) || !(p[l] >= 0.0 && p[l] <= 1.0))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Field %zu in line %zu of the matrix in '%s' is not a probability "
                              "from 0 to 1.",
                              l + 2, d->line, d->path);
        sum += p[l];
    }
    if (!(fabs(sum - 1.0) <= SLACK))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Line %zu of the matrix in '%s' sums to %.9g, but the probabilities of a "
                          "line must sum to 1.",
                          d->line, d->path, sum);
    for (size_t l = 0; l < n; l++)
        p[l] /= sum;
    return TACIT_OK;
}

static tacit_status read_open(tacit_ctx *cx, tacit_delimited *d, tacit_pram_given *out)
{
    const char **label = NULL;
    double *p = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_delimited_next(cx, d));
    TACIT_TRY(read_labels(cx, d, &label, &n));
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *p, &p));
    for (size_t k = 0; k < n; k++) {
        TACIT_TRY(tacit_delimited_next(cx, d));
        TACIT_TRY(read_row(cx, d, label[k], n, p + k * n));
    }
    TACIT_TRY(tacit_delimited_next(cx, d));
    if (d->n > 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The matrix in '%s' has more lines than the %zu categories of its first "
                          "line.",
                          d->path, n);
    *out = (tacit_pram_given){ .path = d->path, .n = n, .label = label, .p = p };
    return TACIT_OK;
}

tacit_status tacit_pram_read(tacit_ctx *cx, const char *path, tacit_pram_given *out)
{
    tacit_delimited d = { 0 };
    tacit_status status = tacit_delimited_open(cx, path, &d);
    if (status == TACIT_OK)
        status = read_open(cx, &d, out);
    else if (status == TACIT_ERR_IO || status == TACIT_ERR_INPUT)
        status =
            tacit_fail(cx, status,
                       "The matrix file '%s' cannot be read; it must be a text file of at most "
                       "256 MiB, neither missing nor a folder nor empty.",
                       path);
    tacit_delimited_close(&d);
    if (status == TACIT_OK)
        out->path = path;
    return status;
}

/* Where `text` is among the labels; their number if it is not. */
static size_t find_label(const tacit_pram_given *given, const char *text)
{
    size_t k = 0;
    while (k < given->n && strcmp(given->label[k], text) != 0)
        k++;
    return k;
}

tacit_status tacit_pram_place(tacit_ctx *cx, const tacit_pram_given *given, tacit_pram_column *c)
{
    size_t *place = NULL, lost = 0;
    if (c->n > given->n)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %u categories, but the matrix in '%s' has %zu.",
                          tacit_column_name(c->column), c->n, given->path, given->n);
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *place, &place));
    for (uint32_t v = 0; v < c->n; v++) {
        char text[32];
        place[v] =
            find_label(given, v < c->values.n ? tacit_column_text(c->column, c->row[v], text) : "");
        lost += place[v] == given->n;
    }
    if (lost > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu categories that the matrix in '%s' does not name.",
                          tacit_column_name(c->column), lost, given->path);
    c->place = place;
    return TACIT_OK;
}

tacit_status tacit_pram_part(tacit_ctx *cx, const tacit_pram_given *given,
                             const tacit_pram_column *c, const tacit_pram_group *g, double **out,
                             double *held)
{
    TACIT_TRY(tacit_scratch(cx, g->n * g->n, sizeof **out, out));
    *held = 0.0;
    for (size_t k = 0; k < g->n; k++) {
        const double *from = given->p + c->place[g->category[k]] * given->n;
        double sum = 0.0;
        for (size_t l = 0; l < g->n; l++) {
            (*out)[k * g->n + l] = from[c->place[g->category[l]]];
            sum += (*out)[k * g->n + l];
        }
        (*out)[k * g->n + k] += fmax(0.0, 1.0 - sum);
        *held = fmax(*held, 1.0 - sum);
    }
    return TACIT_OK;
}
