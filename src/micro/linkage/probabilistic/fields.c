/*
 * fields.c - which columns the linker `probabilistic` compares, and how.
 *
 * Term frequency: agreement on a rare value says more than on a common one.  With f the
 * value's share of present values, in the file where it is greater, an agreement weighs
 * log2(m / f) instead of log2(m / u) (Winkler 2000; Linacre and others 2022 so in splink).
 */
#include <math.h>
#include <string.h>

#include "micro/linkage/probabilistic/probabilistic.h"
#include "micro/linkage/space/space.h"

/* Label of numbers compared in standard deviations of the first file's column. */
static const char NUMBER_SD[] = "number_sd";

static const double SIMILARITY[] = { 0.92, 0.88 }, EDITS[] = { 1.0, 2.0 }, DAYS[] = { 0.0, 31.0 },
                    TOLERANCE[] = { 0.1 };

/* ---- which columns ---- */

/* Leave the column of truth out of `n` columns. */
static size_t without_truth(const tacit_link_job *job, const tacit_select *a, const tacit_select *b,
                            size_t *at_a, size_t *at_b)
{
    size_t n = 0;
    for (size_t c = 0; c < a->n; c++) {
        const char *name = tacit_column_name(tacit_table_column(job->a, a->at[c]));
        if (job->truth != NULL && strcmp(name, job->truth) == 0)
            continue;
        at_a[n] = a->at[c];
        at_b[n++] = b->at[c];
    }
    return n;
}

/* The comparator that `compare` names for a column; "exact" if none. */
static const char *label_of(const tacit_value *compare, const char *column)
{
    for (size_t g = 0; g < compare->n; g++)
        for (size_t i = 0; i < compare->groups[g].n; i++)
            if (strcmp(compare->groups[g].member[i], column) == 0)
                return compare->groups[g].label;
    return TACIT_COMPARATORS[TACIT_COMPARE_EXACT];
}

static tacit_status find_comparator(tacit_ctx *cx, const char *label, size_t *out)
{
    for (*out = 0; TACIT_COMPARATORS[*out] != NULL; (*out)++)
        if (strcmp(TACIT_COMPARATORS[*out], label) == 0)
            return TACIT_OK;
    if (strcmp(label, NUMBER_SD) == 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "There is no comparator '%s'; there are exact, number, number_sd, date, "
                      "jaro_winkler, levenshtein, damerau and soundex.",
                      label);
}

/* Whether the field called `name` is compared. */
static bool is_compared(const tacit_probabilistic *p, const char *name)
{
    for (size_t k = 0; k < p->pairs.fields; k++)
        if (strcmp(p->field[k].name, name) == 0)
            return true;
    return false;
}

static tacit_status check_labels(tacit_ctx *cx, const tacit_probabilistic *p)
{
    const tacit_value *compare = &p->args->at[TACIT_PROBABILISTIC_COMPARE];
    for (size_t g = 0; g < compare->n; g++) {
        size_t how;
        TACIT_TRY(find_comparator(cx, compare->groups[g].label, &how));
        for (size_t i = 0; i < compare->groups[g].n; i++)
            if (!is_compared(p, compare->groups[g].member[i]))
                return tacit_fail(cx, TACIT_ERR_INPUT,
                                  "Column '%s', which parameter 'compare' names, is not among the "
                                  "columns that are compared.",
                                  compare->groups[g].member[i]);
    }
    return TACIT_OK;
}

/* ---- how ---- */

/* The bounds that parameter `i` gives, or the usual ones. */
static void set_bounds(const tacit_args *args, size_t i, const double *usual, size_t n,
                       tacit_comparison *c)
{
    const tacit_value *given = &args->at[i];
    c->n = given->n > 0 ? given->n : n;
    c->bound = given->n > 0 ? given->reals : usual;
}

static void choose_bounds(const tacit_args *args, tacit_comparison *c)
{
    switch (c->how) {
    case TACIT_COMPARE_NUMBER:
        set_bounds(args, TACIT_PROBABILISTIC_TOLERANCE, TOLERANCE, 1, c);
        break;
    case TACIT_COMPARE_DATE:
        set_bounds(args, TACIT_PROBABILISTIC_DAYS, DAYS, 2, c);
        break;
    case TACIT_COMPARE_JARO_WINKLER:
        set_bounds(args, TACIT_PROBABILISTIC_SIMILARITY, SIMILARITY, 2, c);
        break;
    case TACIT_COMPARE_LEVENSHTEIN:
    case TACIT_COMPARE_DAMERAU:
        set_bounds(args, TACIT_PROBABILISTIC_EDITS, EDITS, 2, c);
        break;
    case TACIT_COMPARE_EXACT:
    case TACIT_COMPARE_SOUNDEX:
    default:
        break;
    }
}

/* What the levels of a field mean: "equal", then each bound, then "other". */
static tacit_status word_levels(tacit_ctx *cx, const tacit_comparison *c, uint8_t levels,
                                const char *unit, tacit_field_words *w)
{
    static const char *const FORMS[] = { "equal",
                                         "within %g%s",
                                         "within %g%s",
                                         "similarity from %g%s",
                                         "%g%s edits or fewer",
                                         "%g%s edits or fewer",
                                         "same sound" };
    const uint8_t top = (uint8_t)(levels - 1);
    const bool equal = c->how == TACIT_COMPARE_EXACT || c->how >= TACIT_COMPARE_JARO_WINKLER;
    w->level[0] = "other";
    if (equal)
        w->level[top] = "equal";
    if (c->how == TACIT_COMPARE_SOUNDEX)
        w->level[1] = FORMS[c->how];
    for (size_t i = 0; i < c->n; i++) {
        char *text = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &text, FORMS[c->how], c->bound[i], unit));
        w->level[top - (equal ? 1u : 0u) - i] = text;
    }
    return TACIT_OK;
}

static tacit_status compare_sd(tacit_ctx *cx, tacit_probabilistic *p, tacit_comparison *c, size_t k)
{
    c->how = TACIT_COMPARE_NUMBER;
    set_bounds(p->args, TACIT_PROBABILISTIC_TOLERANCE, TOLERANCE, 1, c);
    const tacit_near_spec near = { c->a, c->b, c->a, c->n, c->bound };
    if (tacit_column_type(c->a) == TACIT_TYPE_CATEGORY)
        return tacit_compare_columns(cx, c, &p->field[k]); /* which says what is wrong */
    TACIT_TRY(tacit_compare_near(cx, &near, &p->field[k]));
    if (p->field[k].exact)
        *c = (tacit_comparison){ .a = c->a, .b = c->b };
    return TACIT_OK;
}

static tacit_status make_field(tacit_ctx *cx, tacit_probabilistic *p, tacit_comparison *c, size_t k)
{
    const char *label =
        label_of(&p->args->at[TACIT_PROBABILISTIC_COMPARE], tacit_column_name(c->a));
    const bool sd = strcmp(label, NUMBER_SD) == 0;
    size_t how = 0;
    TACIT_TRY(find_comparator(cx, label, &how));
    TACIT_TRY(tacit_tick(cx, k, p->pairs.fields));
    p->words[k].comparator = label;
    if (sd) {
        TACIT_TRY(compare_sd(cx, p, c, k));
        return word_levels(cx, c, p->field[k].levels, " sd", &p->words[k]);
    }
    c->how = (tacit_comparator)how;
    choose_bounds(p->args, c);
    TACIT_TRY(tacit_compare_columns(cx, c, &p->field[k]));
    return word_levels(cx, c, p->field[k].levels, c->how == TACIT_COMPARE_DATE ? " days" : "",
                       &p->words[k]);
}

tacit_status tacit_probabilistic_fields(tacit_ctx *cx, tacit_probabilistic *p)
{
    const tacit_link_job *job = p->job;
    const tacit_value *columns = &p->args->at[TACIT_PROBABILISTIC_COLUMNS];
    const tacit_common common = {
        .table_a = job->a, .table_b = job->b, .names = columns->texts, .n = columns->n
    };
    tacit_select a, b;
    size_t *at_a = NULL, *at_b = NULL;
    TACIT_TRY(tacit_common_columns(cx, &common, &a, &b));
    TACIT_TRY(tacit_scratch(cx, a.n, sizeof *at_a, &at_a));
    TACIT_TRY(tacit_scratch(cx, a.n, sizeof *at_b, &at_b));
    const size_t n = without_truth(job, &a, &b, at_a, at_b);
    if (n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The files have no column to compare besides the column of truth.");
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->field, &p->field));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->words, &p->words));
    p->pairs = (tacit_pattern_pairs){ tacit_table_rows(job->a), tacit_table_rows(job->b),
                                      job->within, n, p->field };
    for (size_t k = 0; k < n; k++) {
        tacit_comparison c = { .a = tacit_table_column(job->a, at_a[k]),
                               .b = tacit_table_column(job->b, at_b[k]) };
        TACIT_TRY(make_field(cx, p, &c, k));
    }
    return check_labels(cx, p);
}

/* ---- term frequency ---- */

/* Shares of the values among the present ones. */
static tacit_status count_shares(tacit_ctx *cx, const uint32_t *value, size_t rows, uint32_t n,
                                 double **out)
{
    double present = 0.0;
    TACIT_TRY(tacit_scratch(cx, (size_t)n + 1, sizeof **out, out));
    for (size_t i = 0; i < rows; i++) {
        (*out)[value[i]] += 1.0;
        present += value[i] < n;
    }
    for (uint32_t v = 0; v < n; v++)
        (*out)[v] /= present;
    return TACIT_OK;
}

/* The value of b that agrees best with value v of a, or n_b. */
static uint32_t best_partner(const tacit_link_field *f, uint32_t v)
{
    for (size_t r = f->from[v]; r < f->from[v + 1]; r++)
        if (f->run[r].add == f->levels - 1u)
            return f->run[r].low;
    return f->n_b;
}

static tacit_status adjust_field(tacit_ctx *cx, tacit_probabilistic *p, size_t k)
{
    const tacit_link_field *f = &p->field[k];
    double *a = NULL, *b = NULL, least = 1.0;
    TACIT_TRY(count_shares(cx, f->a, p->pairs.n_a, f->n_a, &a));
    TACIT_TRY(count_shares(cx, f->b, p->pairs.n_b, f->n_b, &b));
    for (uint32_t v = 0; v < f->n_a; v++) {
        const uint32_t w = best_partner(f, v);
        if (w < f->n_b) {
            a[v] = fmax(a[v], b[w]);
            least = fmin(least, a[v]);
        }
    }
    p->frequency[k] = a;
    p->rise[k] = fmax(0.0, log2(p->model.u[k][f->levels - 1]) - log2(least));
    return TACIT_OK;
}

tacit_status tacit_probabilistic_frequencies(tacit_ctx *cx, tacit_probabilistic *p)
{
    const tacit_value *columns = &p->args->at[TACIT_PROBABILISTIC_TERM_FREQUENCY];
    for (size_t i = 0; i < columns->n; i++) {
        size_t k = 0;
        while (k < p->pairs.fields && strcmp(p->field[k].name, columns->texts[i]) != 0)
            k++;
        if (k == p->pairs.fields || strcmp(p->words[k].level[p->field[k].levels - 1], "equal") != 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s', which parameter 'term_frequency' names, must be "
                              "compared exactly or as text.",
                              columns->texts[i]);
        TACIT_TRY(adjust_field(cx, p, k));
    }
    return TACIT_OK;
}

double tacit_probabilistic_rise(const tacit_probabilistic *p, const uint8_t *level, uint32_t a)
{
    double rise = 0.0;
    for (size_t k = 0; k < p->pairs.fields; k++) {
        const tacit_link_field *f = &p->field[k];
        if (p->frequency[k] != NULL && level[k] == f->levels - 1)
            rise += log2(p->model.u[k][level[k]]) - log2(p->frequency[k][f->a[a]]);
    }
    return rise;
}
