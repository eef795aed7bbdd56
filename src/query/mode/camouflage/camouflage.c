/*
 * camouflage.c - intervals that hold the truth, without an end to what may be asked.
 *
 * The values of confidential columns are hidden in a polytope that is drawn once and kept in a file
 * of the custodian (camouflage.h; Gopal, Garfinkel and Goes 2002); a question is answered by what
 * its answer can be over the whole polytope.  Columns that are not listed are public and answered
 * exactly, and so is in whose record a confidential value is missing.
 *
 *   SUM, AVG, MIN, MAX, MEDIAN, QUANTILE, variances, deviations, REGR_SLOPE on a public x
 *   COUNT(*) under a condition on one confidential column, or by it
 *
 * An insider of t persons, with m records each and c columns, knows t m c values, so that the
 * polytope has K >= t m c + 2 vertices.  The value beside an interval is its middle: it follows
 * from the ends and tells nothing more, while any better guess, such as the mean of the vertices,
 * would.
 *
 * Cost: of a cell O(K records), of a maximum besides a linear program, of a variance O(K^2
 * records).
 */
#include <math.h>

#include "query/mode/camouflage/own.h"

static const tacit_param PARAMS[] = {
    [TACIT_CAMOUFLAGE_POLYTOPE] = { .name = "polytope",
                                    .type = TACIT_PARAM_FILE,
                                    .need = TACIT_REQUIRED,
                                    .help = "the secret file of the custodian that the values are "
                                            "hidden in; drawn once, if it is not there" },
    [TACIT_CAMOUFLAGE_COLUMNS] = { .name = "confidential",
                                   .type = TACIT_PARAM_COLUMNS,
                                   .need = TACIT_REQUIRED,
                                   .help = "numbers that are answered by intervals" },
    [TACIT_CAMOUFLAGE_WIDTH] = { .name = "width",
                                 .type = TACIT_PARAM_REAL,
                                 .preset = 0.05,
                                 .max = 1,
                                 .importance = TACIT_FIRST,
                                 TACIT_USEFUL(0.01, 0.5, NULL),
                                 .help = "of every value everybody is left with an interval at "
                                         "least as wide as this share of the declared bounds" },
    [TACIT_CAMOUFLAGE_SHARE] = { .name = "share",
                                 .type = TACIT_PARAM_REAL,
                                 .preset = 0,
                                 .max = 10,
                                 .importance = TACIT_FIRST,
                                 TACIT_USEFUL(0, 1, NULL),
                                 .help = "or as this share of the value, where that is wider" },
    [TACIT_CAMOUFLAGE_INSIDERS] = { .name = "insiders",
                                    .type = TACIT_PARAM_INTEGER,
                                    .preset = 2,
                                    .min = 0,
                                    .max = TACIT_CAMOUFLAGE_VERTICES - 2,
                                    .importance = TACIT_FIRST,
                                    TACIT_USEFUL(0, 20, "persons"),
                                    .help = "how many persons may put together what they know of "
                                            "themselves" },
    [TACIT_CAMOUFLAGE_GIVEN] = { .name = "vertices",
                                 .type = TACIT_PARAM_INTEGER,
                                 .need = TACIT_OPTIONAL,
                                 .min = 2,
                                 .max = TACIT_CAMOUFLAGE_VERTICES,
                                 .importance = TACIT_ADVANCED,
                                 TACIT_USEFUL(4, 30, NULL),
                                 .help = "how many points the values are hidden among; if not "
                                         "given, as many as insiders demand, at least 4" },
    TACIT_PARAM_END
};

size_t tacit_hidden_vertices(size_t insiders, size_t columns, size_t most)
{
    return insiders * columns * most + 2;
}

double tacit_hidden_width(const tacit_args *args, const tacit_domain *d, double value)
{
    const double range = (double)d->lattice.upper - (double)d->lattice.lower;
    return ceil(fmax(4, fmax(tacit_arg_real(args, TACIT_CAMOUFLAGE_WIDTH) * range,
                             tacit_arg_real(args, TACIT_CAMOUFLAGE_SHARE) * fabs(value))));
}

/* ---- what the policy says ---- */

static tacit_status declare_column(tacit_ctx *cx, const tacit_args *args, const tacit_domain *d)
{
    if (!d->number)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' is no number, and intervals are made of numbers.", d->column);
    const double most = fmax(fabs((double)d->lattice.lower), fabs((double)d->lattice.upper));
    const double reach = most + 4 * TACIT_CAMOUFLAGE_VERTICES * tacit_hidden_width(args, d, most);
    if (reach * TACIT_CAMOUFLAGE_SCALE > (double)TACIT_CAMOUFLAGE_MOST)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' is declared too wide for its decimals to be hidden.", d->column);
    return TACIT_OK;
}

static tacit_status declare(tacit_ctx *cx, const tacit_query_schema *schema, const tacit_args *args)
{
    const size_t t = (size_t)tacit_arg_integer(args, TACIT_CAMOUFLAGE_INSIDERS);
    bool *marks = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *marks, &marks));
    TACIT_TRY(tacit_confidential_mark(cx, schema, args, TACIT_CAMOUFLAGE_COLUMNS, marks));
    for (size_t j = 0; j < schema->n; j++) {
        n += marks[j];
        if (marks[j])
            TACIT_TRY(declare_column(cx, args, &schema->column[j].domain));
    }
    const size_t least = tacit_hidden_vertices(t, n, 1);
    const size_t given = tacit_arg_given(args, TACIT_CAMOUFLAGE_GIVEN)
                             ? (size_t)tacit_arg_integer(args, TACIT_CAMOUFLAGE_GIVEN)
                             : least;
    if (given < least || least > TACIT_CAMOUFLAGE_VERTICES)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%zu insiders who know %zu columns of themselves would find all other "
                          "values among fewer than %zu vertices, of which there can be %d.",
                          t, n, least, TACIT_CAMOUFLAGE_VERTICES);
    return TACIT_OK;
}

static tacit_status check(tacit_ctx *cx, const tacit_mode_job *job)
{
    const tacit_query *q = job->query;
    bool *marks = NULL;
    size_t column = 0;
    TACIT_TRY(tacit_scratch(cx, q->schema->n, sizeof *marks, &marks));
    TACIT_TRY(tacit_confidential_mark(cx, q->schema, job->args, TACIT_CAMOUFLAGE_COLUMNS, marks));
    for (size_t a = 0; a < q->n_aggregates; a++)
        if (q->aggregate[a].kind == TACIT_AGGREGATE_SLOPE && marks[q->aggregate[a].other])
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The question: '%s' is confidential; a slope is told on a public "
                              "column.",
                              q->schema->column[q->aggregate[a].other].domain.column);
    return tacit_confidential_column(cx, q, marks, &column);
}

/* ---- answers ---- */

/* What is told of an aggregate in a cell: exact if it is public, or an interval. */
static tacit_status tell(tacit_ctx *cx, const tacit_hidden *h, const tacit_confidential_parts *p,
                         size_t a, size_t cell, tacit_query_told *out)
{
    const tacit_aggregate *what = &p->query->aggregate[a];
    const size_t open = tacit_confidential_cell(p, cell);
    const tacit_hidden_set set = { p->sets.row + p->sets.first[open],
                                   p->sets.first[open + 1] - p->sets.first[open] };
    if (p->column < h->schema->n) {
        bool *in = NULL;
        const size_t groups = tacit_query_labels(&h->schema->column[p->column], 0);
        TACIT_TRY(tacit_scratch(cx, groups, sizeof *in, &in));
        tacit_confidential_groups(p, cell, in);
        *out = tacit_hidden_count(h, p->column, in, &set);
        return TACIT_OK;
    }
    if (what->kind <= TACIT_AGGREGATE_PERSONS || !h->confidential[what->column])
        return tacit_query_value(cx, &p->sets, what, open, &out->value);
    return tacit_hidden_tell(cx, h, what, &set, out);
}

static tacit_status answer(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_sets *sets,
                           tacit_query_answer *out)
{
    const tacit_query *q = job->query;
    const tacit_hidden *h = job->state;
    tacit_confidential_parts parts;
    size_t column = 0;
    TACIT_TRY(tacit_confidential_column(cx, q, h->confidential, &column));
    TACIT_TRY(tacit_confidential_of(cx, q, sets->data, column, &parts));
    for (size_t k = 0; k < q->cells; k++)
        for (size_t a = 0; a < q->n_aggregates; a++) {
            const size_t mark = tacit_scratch_mark(cx);
            tacit_query_told *told = &out->told[k * q->n_aggregates + a];
            *told = (tacit_query_told){ NAN, NAN, NAN };
            TACIT_TRY(tell(cx, h, &parts, a, k, told));
            tacit_scratch_release(cx, mark);
        }
    return TACIT_OK;
}

static tacit_query_cost cost(const tacit_mode_job *job)
{
    (void)job;
    return (tacit_query_cost){ .amount = 0 };
}

/* ---- measures ---- */

static tacit_status measure_column(tacit_ctx *cx, const tacit_hidden *h, size_t j, json_t *table)
{
    const tacit_domain *d = &h->schema->column[j].domain;
    const double unit = tacit_domain_real(d, 1) / (double)h->scale;
    double sum = 0, least = INFINITY;
    for (uint32_t i = 0; i < h->data->rows; i++) {
        const tacit_camouflage_range r = tacit_hidden_record(h, j, i);
        const double width = (double)(r.most - r.least) * unit;
        sum += width;
        least = fmin(least, width);
    }
    return tacit_result_row(cx, table, "[s,I,f,f]", d->column,
                            (json_int_t)tacit_camouflage_vertices(h->polytope),
                            sum / (double)h->data->rows, least);
}

static tacit_status measure(tacit_ctx *cx, const tacit_args *args, const void *state,
                            tacit_result *out)
{
    static const char *const heads[] = { "Column", "Vertices", "Mean width", "Least width" };
    const tacit_hidden *h = state;
    json_t *table = NULL;
    (void)args;
    TACIT_TRY(tacit_result_table(cx, out, "widths", "Intervals that are left of single values", 4,
                                 heads, &table));
    for (size_t j = 0; j < h->schema->n && h->data->rows > 0; j++)
        if (h->confidential[j])
            TACIT_TRY(measure_column(cx, h, j, table));
    return TACIT_OK;
}

const tacit_mode tacit_mode_camouflage = {
    .about = { .name = "camouflage",
               .title = "Camouflage",
               .summary = "answers by intervals that hold the truth, over a polytope that hides "
                          "the values; nothing is ever refused.",
               .source =
                   "Gopal, Garfinkel and Goes (2002), Confidentiality via camouflage: the CVC "
                   "approach to disclosure limitation when answering queries to databases",
               .params = PARAMS },
    .answers = ((1u << TACIT_AGGREGATES) - 1) & ~(1u << TACIT_AGGREGATE_CORRELATION),
    .kind = TACIT_ANSWER_INTERVAL,
    .tells =
        "An interval that the truth is in, and its middle; exact where all columns are public.",
    .lacks = "Everybody can learn the interval of every value, and more insiders than declared "
             "learn the values.",
    .declare = declare,
    .check = check,
    .cost = cost,
    .answer = answer,
    .open = tacit_hidden_open,
    .close = tacit_hidden_close,
    .measure = measure,
};
