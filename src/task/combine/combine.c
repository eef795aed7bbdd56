/*
 * combine.c - estimates of several synthetic sets made one, with an interval.
 *
 * What is read is no file of records but one of estimates: for each set and each term one row with
 * the estimate and its variance or standard error, as any program of statistics makes them.  Rows
 * of one term are combined in the order of the file (stats/counts/combine.h has the rules).  Or
 * the estimates are made here, of files of records (records.c).
 */
#include <math.h>

#include "stats/counts/student.h"
#include "table/values.h"
#include "task/combine/own.h"
#include "task/tasks.h"

static const char *const RULES[] = { [TACIT_COMBINE_SIMPLE] = "simple",
                                     [TACIT_COMBINE_PROPER] = "proper",
                                     [TACIT_COMBINE_INCOMPLETE] = "incomplete",
                                     [TACIT_COMBINE_PARTIAL] = "partial",
                                     [TACIT_COMBINE_FULL] = "full",
                                     [TACIT_COMBINE_NESTED] = "nested",
                                     NULL };

static const tacit_param PARAMS[] = {
    [TACIT_COMBINE_TERM] = { .name = "term",
                             .type = TACIT_PARAM_COLUMN,
                             .need = TACIT_OPTIONAL,
                             .help = "column that names what is estimated; without it all rows are "
                                     "of one term" },
    [TACIT_COMBINE_ESTIMATE] = { .name = "estimate",
                                 .type = TACIT_PARAM_COLUMN,
                                 .need = TACIT_OPTIONAL,
                                 .help = "column with the estimates, one for each set" },
    [TACIT_COMBINE_VARIANCE] = { .name = "variance",
                                 .type = TACIT_PARAM_COLUMN,
                                 .need = TACIT_OPTIONAL,
                                 .help = "column with their variances" },
    [TACIT_COMBINE_ERROR] = { .name = "error",
                              .type = TACIT_PARAM_COLUMN,
                              .need = TACIT_OPTIONAL,
                              .help = "column with their standard errors, instead of variances" },
    [TACIT_COMBINE_IMPUTATION] = { .name = "imputation",
                                   .type = TACIT_PARAM_COLUMN,
                                   .need = TACIT_OPTIONAL,
                                   .help = "column that tells which sets are of one imputation, "
                                           "for nested ones" },
    [TACIT_COMBINE_MEANS] = { .name = "means",
                              .type = TACIT_PARAM_COLUMNS,
                              .need = TACIT_OPTIONAL,
                              .help = "of files of records: columns whose means are estimated" },
    [TACIT_COMBINE_SHARES] = { .name = "shares",
                               .type = TACIT_PARAM_COLUMNS,
                               .need = TACIT_OPTIONAL,
                               .help = "columns of whose values the shares are estimated" },
    [TACIT_COMBINE_RESPONSE] = { .name = "response",
                                 .type = TACIT_PARAM_COLUMN,
                                 .need = TACIT_OPTIONAL,
                                 .help = "the column that a regression explains: numbers, or a "
                                         "category of two values" },
    [TACIT_COMBINE_PREDICTORS] = { .name = "predictors",
                                   .type = TACIT_PARAM_COLUMNS,
                                   .need = TACIT_OPTIONAL,
                                   .help = "the columns that explain it" },
    [TACIT_COMBINE_SETS] = { .name = "sets",
                             .type = TACIT_PARAM_INTEGER,
                             .preset = 1,
                             .min = 1,
                             .max = 1000,
                             TACIT_USEFUL(1, 20, "sets"),
                             .help = "sets of records; the data is the first of them, NAME-1, and "
                                     "the others are NAME-2 and so on" },
    [TACIT_COMBINE_COMPARE] = { .name = "compare",
                                .type = TACIT_PARAM_FILE,
                                .need = TACIT_OPTIONAL,
                                .help = "the original, whose own estimates are told beside, for "
                                        "its custodian" },
    [TACIT_COMBINE_RULE] = { .name = "rule",
                             .type = TACIT_PARAM_CHOICE,
                             .choices = RULES,
                             .importance = TACIT_FIRST,
                             .help = "how the sets were made: all analysed columns drawn from what "
                                     "was learnt "
                                     "once, or learnt anew for each set; some of them kept; "
                                     "partially synthetic; "
                                     "samples of imputed populations; several sets for each "
                                     "imputation" },
    [TACIT_COMBINE_ORIGINAL] = { .name = "original",
                                 .type = TACIT_PARAM_INTEGER,
                                 .need = TACIT_OPTIONAL,
                                 .min = 1,
                                 .max = 1e12,
                                 TACIT_USEFUL_LOG(100, 1000000, "records"),
                                 .help = "records of the original" },
    [TACIT_COMBINE_ROWS] = { .name = "rows",
                             .type = TACIT_PARAM_INTEGER,
                             .need = TACIT_OPTIONAL,
                             .min = 1,
                             .max = 1e12,
                             TACIT_USEFUL_LOG(100, 1000000, "records"),
                             .help = "records of each set; by default as many" },
    [TACIT_COMBINE_CONFIDENCE] = { .name = "confidence",
                                   .type = TACIT_PARAM_REAL,
                                   .preset = 0.95,
                                   .min = 0.5,
                                   .max = 0.9999,
                                   TACIT_USEFUL(0.8, 0.99, NULL),
                                   .help = "of the intervals: how often they hold the true value" },
    [TACIT_COMBINE_REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

/* Estimates on their way. */
typedef struct combining {
    tacit_work *w;
    tacit_combining rule;
    tacit_values term;        /* n is 0 if there is one term */
    const tacit_column *name; /* of terms, or NULL */
    double *q, *u;            /* of all rows */
    uint32_t *imputation;     /* of all rows, or NULL */
    tacit_result *result;
    json_t *table;
} combining;

/* ---- reading ---- */

static const tacit_column *column_at(const combining *c, size_t param)
{
    const tacit_args *args = &c->w->ask->args;
    if (!tacit_arg_given(args, param))
        return NULL;
    return tacit_table_column(c->w->data,
                              tacit_table_find(c->w->data, tacit_arg_text(args, param)));
}

/* The numbers of a column, all of which are there. */
static tacit_status read_numbers(tacit_ctx *cx, const tacit_column *column, double **out)
{
    size_t n = 0;
    if (tacit_column_type(column) == TACIT_TYPE_CATEGORY)
        return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has texts; estimates are numbers.",
                          tacit_column_name(column));
    TACIT_TRY(tacit_column_present(cx, column, out, &n));
    if (n < tacit_column_length(column))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu missing values; every set needs "
                          "its estimate.",
                          tacit_column_name(column), tacit_column_length(column) - n);
    return TACIT_OK;
}

/* Variances, as they are or from standard errors. */
static tacit_status read_variances(tacit_ctx *cx, combining *c)
{
    const tacit_column *variance = column_at(c, TACIT_COMBINE_VARIANCE),
                       *error = column_at(c, TACIT_COMBINE_ERROR);
    if ((variance == NULL) == (error == NULL))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Say either 'variance' or 'error', the column with the variances or with "
                          "the standard errors of the estimates.");
    TACIT_TRY(read_numbers(cx, variance != NULL ? variance : error, &c->u));
    for (size_t i = 0; i < tacit_table_rows(c->w->data); i++) {
        if (!(c->u[i] >= 0.0))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "A variance or standard error in row %zu is "
                              "negative.",
                              i + 1);
        c->u[i] = error != NULL ? c->u[i] * c->u[i] : c->u[i];
    }
    return TACIT_OK;
}

static tacit_status read_all(tacit_ctx *cx, combining *c)
{
    const tacit_column *imputation = column_at(c, TACIT_COMBINE_IMPUTATION);
    tacit_values of;
    c->name = column_at(c, TACIT_COMBINE_TERM);
    if (column_at(c, TACIT_COMBINE_ESTIMATE) == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Say what is combined: 'estimate', the column with the estimates of a "
                          "file of those; or 'means', 'shares' or 'response' of files of records.");
    TACIT_TRY(read_numbers(cx, column_at(c, TACIT_COMBINE_ESTIMATE), &c->q));
    TACIT_TRY(read_variances(cx, c));
    if (c->name != NULL)
        TACIT_TRY(tacit_values_of(cx, c->name, &c->term));
    if ((imputation == NULL) == (c->rule == TACIT_COMBINE_NESTED))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'imputation' and the rule 'nested' go together: give both or none.");
    if (imputation == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_values_of(cx, imputation, &of));
    TACIT_TRY(
        tacit_scratch(cx, tacit_table_rows(c->w->data), sizeof *c->imputation, &c->imputation));
    for (size_t i = 0; i < tacit_table_rows(c->w->data); i++)
        c->imputation[i] = of.of[i];
    return TACIT_OK;
}

/* ---- one term ---- */

/* The rows of a term, by imputation if there are any; in scratch memory. */
typedef struct term_rows {
    double *q, *u;
    size_t n, imputations;
} term_rows;

static bool is_of(const combining *c, size_t i, uint32_t term)
{
    return c->name == NULL || c->term.of[i] == term;
}

/* Append the rows of the term that are of one imputation (UINT32_MAX: of any). */
static void take_rows(const combining *c, uint32_t term, uint32_t imputation, term_rows *t)
{
    const size_t before = t->n;
    for (size_t i = 0; i < tacit_table_rows(c->w->data); i++) {
        if (!is_of(c, i, term) || (imputation != UINT32_MAX && c->imputation[i] != imputation))
            continue;
        t->q[t->n] = c->q[i];
        t->u[t->n++] = c->u[i];
    }
    t->imputations += t->n > before;
}

static tacit_status find_rows(tacit_ctx *cx, const combining *c, uint32_t term, term_rows *t)
{
    const size_t rows = tacit_table_rows(c->w->data);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *t->q, &t->q));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *t->u, &t->u));
    if (c->imputation == NULL) {
        take_rows(c, term, UINT32_MAX, t);
        t->imputations = t->n;
        return TACIT_OK;
    }
    for (size_t i = 0; i < rows; i++) { /* in the order in which they come first */
        size_t k = 0;
        while (k < i && c->imputation[k] != c->imputation[i])
            k++;
        if (k == i)
            take_rows(c, term, c->imputation[i], t);
    }
    return TACIT_OK;
}

/* How many records the original and each set have, of which only the ratio matters. */
static tacit_status sizes(tacit_ctx *cx, const combining *c, tacit_combined_sets *s)
{
    const tacit_args *args = &c->w->ask->args;
    if (tacit_arg_given(args, TACIT_COMBINE_ROWS) && !tacit_arg_given(args, TACIT_COMBINE_ORIGINAL))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'rows' needs 'original' beside it: how many records the original has.");
    s->n = tacit_arg_given(args, TACIT_COMBINE_ORIGINAL)
               ? (double)tacit_arg_integer(args, TACIT_COMBINE_ORIGINAL)
               : 1.0;
    s->k = tacit_arg_given(args, TACIT_COMBINE_ROWS)
               ? (double)tacit_arg_integer(args, TACIT_COMBINE_ROWS)
               : s->n;
    return TACIT_OK;
}

static tacit_status check_sets(tacit_ctx *cx, const combining *c, const term_rows *t)
{
    const bool one = c->rule == TACIT_COMBINE_SIMPLE || c->rule == TACIT_COMBINE_PROPER;
    if (!one && t->imputations < 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The rule '%s' needs estimates of several sets of every term; 'simple' "
                          "and 'proper' do with one.",
                          RULES[c->rule]);
    if (c->rule == TACIT_COMBINE_NESTED &&
        (t->n % t->imputations != 0 || t->n < 2 * t->imputations))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Every imputation needs the same number of sets, at least 2.");
    return TACIT_OK;
}

static tacit_status combine_term(tacit_ctx *cx, combining *c, uint32_t term)
{
    const double confidence = tacit_arg_real(&c->w->ask->args, TACIT_COMBINE_CONFIDENCE);
    char room[32];
    term_rows t = { 0 };
    TACIT_TRY(find_rows(cx, c, term, &t));
    TACIT_TRY(check_sets(cx, c, &t));
    tacit_combined_sets s = { .m = t.imputations, .q = t.q, .u = t.u };
    s.r = t.n / t.imputations;
    TACIT_TRY(sizes(cx, c, &s));
    const tacit_joint_estimate x = tacit_combine(c->rule, &s);
    const double half = tacit_student_quantile(0.5 * (1.0 + confidence), x.df) * sqrt(x.variance);
    const char *name =
        c->name != NULL ? tacit_column_text(c->name, c->term.row[term], room) : "estimate";
    if (x.replaced)
        TACIT_TRY(tacit_result_note(cx, c->result,
                                    "The rule's own variance is not above 0 in row %zu of the "
                                    "table; a larger one was taken.",
                                    json_array_size(json_object_get(c->table, "rows")) + 1));
    return tacit_result_row(cx, c->table, "[s, I, f, f, f, f, o, o]", name, (json_int_t)t.n,
                            x.estimate, sqrt(x.variance), x.estimate - half, x.estimate + half,
                            isfinite(x.df) ? json_real(x.df) : json_null(),
                            isfinite(x.between) ? json_real(x.between) : json_null());
}

/* ---- all of them ---- */

static tacit_status combine_all(tacit_ctx *cx, combining *c)
{
    static const char *const heads[] = { "term", "sets", "estimate", "error",
                                         "low",  "high", "df",       "between" };
    TACIT_TRY(
        tacit_result_table(cx, c->result, "combined", "Combined estimates", 8, heads, &c->table));
    for (uint32_t term = 0; term < (c->name != NULL ? c->term.n : 1); term++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(combine_term(cx, c, term));
        tacit_scratch_release(cx, mark);
    }
    return tacit_result_note(
        cx, c->result,
        "No df means that the interval is that of the normal distribution. "
        "Sets whose donors were dealt vary less than the rules 'simple' and "
        "'proper' suppose: their intervals are then too wide, not too narrow.");
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    static const tacit_account_part part = {
        .name = "combined",
        .title = "Combined estimates",
        .lead = "The mean of the estimates of all sets, with the variance that the rule for sets "
                "made like these gives it."
    };
    combining c = { .w = w,
                    .rule = (tacit_combining)tacit_arg_choice(&w->ask->args, TACIT_COMBINE_RULE) };
    static const tacit_entry entry = { .name = "combined",
                                       .title = "Estimates of all sets together",
                                       .source = "",
                                       .params = PARAMS };
    json_t *results = NULL;
    TACIT_TRY(tacit_work_load(cx, w));
    TACIT_TRY(tacit_account_table(cx, w->record, "data", w->plan->data, w->data, true));
    const bool records = tacit_combine_asks_records(&w->ask->args);
    if (!records)
        TACIT_TRY(read_all(cx, &c));
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "inference", &entry, &w->ask->args, &c.result));
    TACIT_TRY(tacit_json_add(cx, results, c.result));
    return records ? tacit_combine_records(cx, w, c.result) : combine_all(cx, &c);
}

const tacit_task tacit_task_combine = {
    .section = { .about = { .name = "combine",
                            .title = "Combined estimates",
                            .summary = "combine the estimates of several synthetic sets",
                            .params = PARAMS } },
    .takes = TACIT_TAKES_SOURCE,
    .needs = TACIT_PART_DATA,
    .arguments = "ESTIMATES|PLAN",
    .positions = "data",
    .details = "Reads estimates that were made on each of several synthetic sets, one row for each "
               "set and term, and combines those of a term to one estimate with a standard error "
               "and an interval, by the rule that goes with how the sets were made. Or makes "
               "means, shares and regressions of the sets itself, and tells how they compare with "
               "those of the original.",
    .examples =
        (const tacit_task_example[]){
            { "combine estimates.csv --term term --estimate estimate --error error",
              "All columns are synthetic: one interval for each term." },
            { "combine estimates.csv --estimate q --variance u --rule partial",
              "Partially synthetic sets, after Reiter (2003)." },
            { "combine made-1.csv --sets 5 --response income --predictors age,sex",
              "A regression on five sets, made-1.csv to made-5.csv." },
            { NULL, NULL },
        },
    .words = { .plain = "Combined: what all sets together say." },
    .run = run,
};
