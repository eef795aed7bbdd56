/*
 * tell.c - a private release for people: what it spends, how far answers are off, the answers.
 */
#include <math.h>
#include <string.h>

#include "run/account.h"
#include "task/release/own.h"

static const tacit_param NO_PARAMS[] = { TACIT_PARAM_END };

/* Answers to a question that a page shows. */
enum { MOST_ROWS = 50 };

static tacit_status begin_result(tacit_ctx *cx, const char *name, const char *title,
                                 json_t *results, tacit_result **out)
{
    const tacit_entry entry = { .name = name, .title = title, .source = "", .params = NO_PARAMS };
    const tacit_args none = { .params = NO_PARAMS };
    TACIT_TRY(tacit_result_new(cx, "release", &entry, &none, out));
    return tacit_json_add(cx, results, *out);
}

/* Append " word a, b" for the columns a and b, if there are any. */
static tacit_status add_names(tacit_ctx *cx, const char *word, const tacit_domain *const *d,
                              size_t n, char **text)
{
    for (size_t k = 0; k < n; k++)
        TACIT_TRY(
            tacit_scratch_format(cx, text, "%s%s%s", *text, k == 0 ? word : ", ", d[k]->column));
    return TACIT_OK;
}

/* A question in words: "mean of income by sex", in scratch memory. */
static tacit_status name_question(tacit_ctx *cx, const tacit_question *q, char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, q->statistic->about.name, out));
    TACIT_TRY(add_names(cx, " of ", q->of, q->n_of, out));
    return add_names(cx, " by ", q->by, q->n_by, out);
}

/* ---- the promise ---- */

static tacit_status tell_promise(tacit_ctx *cx, const tacit_private_release *r, json_t *results)
{
    const tacit_inquiry *all = &r->inquiry;
    tacit_result *result = NULL;
    TACIT_TRY(begin_result(cx, "promise", "What is promised", results, &result));
    TACIT_TRY(tacit_result_figure(
        cx, result, "epsilon", "epsilon of all answers together", r->spent, TACIT_UNIT_NUMBER,
        "by the accountant that shows the least", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "delta", "delta of all answers together", all->delta, TACIT_UNIT_NUMBER,
        "the probability with which the promise may not hold", .better = TACIT_BETTER_LOWER));
    if (r->random.gamma > 0)
        return tacit_result_note(
            cx, result,
            "This is random differential privacy, a weaker promise: it is made to a person who is "
            "drawn from the population of the public sample, about data drawn from it, and fails "
            "with probability %g. Nothing is promised to whoever is known to be unusual.",
            r->random.gamma);
    if (tacit_arg_given(&r->w->ask->args, TACIT_RELEASE_PERSON))
        return tacit_result_note(cx, result,
                                 "To every person: of each, %llu groups of a statistic count and "
                                 "%llu records in each of them.",
                                 (unsigned long long)all->promise.groups,
                                 (unsigned long long)all->promise.records);
    return tacit_result_note(cx, result, "To every record, as if each were another person.");
}

/* ---- noise ---- */

static tacit_status tell_part(tacit_ctx *cx, const tacit_question *q, const tacit_part *part,
                              json_t *table)
{
    char *name = NULL;
    TACIT_TRY(name_question(cx, q, &name));
    return tacit_result_row(cx, table, "[s,s,s,f,f,f]", name, part->name,
                            part->mechanism->about.title, part->at[0].number, part->at[1].number,
                            tacit_ratio_real(part->request.scale));
}

static tacit_status tell_noise(tacit_ctx *cx, const tacit_private_release *r, json_t *results)
{
    static const char *const heads[] = { "Answer",         "Part",        "Mechanism",
                                         "epsilon or rho", "Sensitivity", "Scale" };
    const tacit_inquiry *all = &r->inquiry;
    tacit_result *result = NULL;
    json_t *table = NULL;
    TACIT_TRY(begin_result(cx, "noise", "Where the budget goes", results, &result));
    TACIT_TRY(tacit_result_table(cx, result, "parts", "Noise of each part, in steps of its lattice",
                                 6, heads, &table));
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->question[i].n_parts; k++)
            TACIT_TRY(tell_part(cx, &all->question[i], &all->question[i].part[k], table));
    for (size_t i = 0; i < all->n_selections; i++)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "Groups that were not declared are found with epsilon %g and "
                                    "delta %g; one of %zu persons or more is always found.",
                                    all->selection[i].epsilon, all->selection[i].delta,
                                    all->selection[i].certain));
    return TACIT_OK;
}

/* ---- how far answers are off ---- */

static tacit_status tell_errors(tacit_ctx *cx, const tacit_private_release *r, json_t *results)
{
    static const char *const heads[] = { "Answer", "Off by at most", "which is" };
    tacit_result *result = NULL;
    json_t *table = NULL;
    TACIT_TRY(begin_result(cx, "errors", "How far answers are off", results, &result));
    TACIT_TRY(tacit_result_table(cx, result, "errors", "Expected error of an answer, by its noise",
                                 3, heads, &table));
    for (size_t i = 0; i < r->inquiry.n; i++) {
        const tacit_question *q = &r->inquiry.question[i];
        const char *unit = "depends on the data";
        char *name = NULL;
        const double error = q->statistic->error != NULL ? q->statistic->error(q, &unit) : NAN;
        TACIT_TRY(name_question(cx, q, &name));
        TACIT_TRY(tacit_result_row(cx, table, "[s,o,s]", name,
                                   isfinite(error) ? json_real(error) : json_null(), unit));
    }
    return tacit_result_note(cx, result,
                             "With probability %g; known before anything is read, because noise "
                             "does not depend on the data.",
                             r->inquiry.promise.confidence);
}

/* ---- the answers ---- */

static json_t *cell_json(const tacit_column *c, size_t i)
{
    char room[32];
    if (tacit_column_type(c) != TACIT_TYPE_REAL)
        return json_string(tacit_column_text(c, i, room));
    return tacit_column_is_missing(c, i) ? json_null() : json_real(tacit_column_number(c, i));
}

/* The answers to one question, from row `first` on. */
typedef struct reply {
    const tacit_question *q;
    const tacit_table *table;
    size_t first, n;
} reply;

/* Whether column c says something of this question. */
static bool is_told(const reply *a, size_t c)
{
    const tacit_column *column = tacit_table_column(a->table, c);
    bool says = false;
    for (size_t i = 0; !says && i < a->n; i++)
        says = !tacit_column_is_missing(column, a->first + i);
    return says && c >= 2; /* after "statistic" and "of", which the title has */
}

static tacit_status tell_rows(tacit_ctx *cx, const reply *a, tacit_result *result)
{
    const size_t columns = tacit_table_columns(a->table);
    const char **heads = NULL;
    char *title = NULL;
    json_t *table = NULL;
    size_t n = 0;
    TACIT_TRY(name_question(cx, a->q, &title));
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *heads, &heads));
    for (size_t c = 0; c < columns; c++)
        if (is_told(a, c))
            heads[n++] = tacit_column_name(tacit_table_column(a->table, c));
    TACIT_TRY(tacit_result_table(cx, result, "answers", title, n, heads, &table));
    for (size_t i = 0; i < a->n && i < MOST_ROWS; i++) {
        json_t *row = json_array();
        TACIT_TRY(tacit_json_add(cx, json_object_get(table, "rows"), row));
        for (size_t c = 0; c < columns; c++)
            if (is_told(a, c))
                TACIT_TRY(tacit_json_add(cx, row,
                                         cell_json(tacit_table_column(a->table, c), a->first + i)));
    }
    return a->n <= MOST_ROWS
               ? TACIT_OK
               : tacit_result_note(cx, result, "Of %s the first %d of %zu; the file has all.",
                                   title, MOST_ROWS, a->n);
}

/* Answers that are in one order by themselves, as bars. */
static tacit_status draw(tacit_ctx *cx, const reply *a, tacit_result *result)
{
    const size_t columns = tacit_table_columns(a->table);
    const tacit_column *at = tacit_table_column(a->table, columns - 4);
    const tacit_column *value = tacit_table_column(a->table, columns - 3);
    double *x = NULL;
    char *title = NULL;
    json_t *chart = NULL;
    if (a->q->statistic->of != TACIT_OF_BINS || a->q->n_by > 0 || a->n > MOST_ROWS)
        return TACIT_OK;
    TACIT_TRY(name_question(cx, a->q, &title));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *x, &x));
    TACIT_TRY(tacit_result_chart(cx, result, "answers", title, TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, a->q->of[0]->column, "records"));
    for (size_t i = 0; i < a->n; i++) {
        char room[32];
        TACIT_TRY(tacit_result_label(cx, chart, tacit_column_text(at, a->first + i, room)));
        x[i] = fmax(0, tacit_column_number(value, a->first + i));
    }
    return tacit_result_series(cx, chart, "answered", x, a->n);
}

static tacit_status tell_answers(tacit_ctx *cx, const tacit_private_release *r,
                                 const tacit_table *answers, json_t *results)
{
    tacit_result *result = NULL;
    reply a = { .table = answers };
    TACIT_TRY(begin_result(cx, "answers", "Answers", results, &result));
    for (size_t i = 0; i < r->inquiry.n; i++, a.first += a.n) {
        a.q = &r->inquiry.question[i];
        a.n = r->answered[i];
        TACIT_TRY(tell_rows(cx, &a, result));
        TACIT_TRY(draw(cx, &a, result));
    }
    return tacit_result_note(cx, result, "From low to high the truth lies with probability %g.",
                             r->inquiry.promise.confidence);
}

tacit_status tacit_release_tell(tacit_ctx *cx, const tacit_private_release *r,
                                const tacit_table *answers)
{
    static const tacit_account_part part = {
        .name = "release",
        .title = "Private answers",
        .lead = "What is answered with noise, what that gives away of a person at most, and how "
                "far the answers are from the truth.",
        .open = true,
    };
    json_t *results = NULL;
    TACIT_TRY(tacit_account_section(cx, r->w->record, &part, &results));
    TACIT_TRY(tell_promise(cx, r, results));
    if (answers != NULL)
        TACIT_TRY(tell_answers(cx, r, answers, results));
    TACIT_TRY(tell_errors(cx, r, results));
    return tell_noise(cx, r, results);
}
