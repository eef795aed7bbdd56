/*
 * subject.c - the data set that models and risk measures look at.
 */
#include "micro/classes/subject.h"

#include <string.h>

#include "base/memory.h"
#include "micro/classes/blanks.h"
#include "micro/classes/join.h"

enum { RULES = 3 };

struct tacit_subject {
    const tacit_table *table;
    tacit_select keys, sensitive;
    size_t *at; /* what keys and sensitive point into */
    size_t count, weight;
    uint64_t records;
    tacit_classes *classes[RULES];
    tacit_subject_extra extra;
    tacit_pair pair;  /* the table and its original, of `extra` */
    double *F[RULES]; /* population frequencies that are not the classes' own */
    double total;     /* records in the population file */
};

void tacit_subject_free(tacit_subject *s)
{
    if (s == NULL)
        return;
    for (size_t r = 0; r < RULES; r++) {
        tacit_classes_free(s->classes[r]);
        tacit_free(s->F[r]);
    }
    tacit_free(s->at);
    tacit_free(s);
}

/* Write the positions of columns with `role` to `at`. */
static tacit_select with_role(const tacit_table *t, unsigned role, size_t *at)
{
    size_t n = 0;
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        if ((tacit_table_roles(t, j) & role) != 0)
            at[n++] = j;
    return (tacit_select){ .n = n, .at = at };
}

static tacit_status check_weights(tacit_ctx *cx, const tacit_table *t, size_t j)
{
    const tacit_column *c = tacit_table_column(t, j);
    const char *name = j == tacit_table_find(t, TACIT_WEIGHT) ? "weight" : tacit_column_name(c);
    if ((tacit_column_type(c) & TACIT_TYPE_NUMBER) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "Weight column '%s' holds no numbers.", name);
    if (tacit_column_missing(c) > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Weight column '%s' has %zu missing values; every record needs one.",
                          name, tacit_column_missing(c));
    size_t bad = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        bad += tacit_column_number(c, i) <= 0.0;
    if (bad > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Weight column '%s' has %zu values that are zero or negative; sampling "
                          "weights are positive.",
                          name, bad);
    return TACIT_OK;
}

static tacit_status fill_subject(tacit_ctx *cx, const tacit_table *table, tacit_subject *s)
{
    const size_t n = tacit_table_columns(table);
    TACIT_TRY(tacit_alloc(cx, 2 * n, sizeof *s->at, &s->at));
    s->table = table;
    s->keys = with_role(table, TACIT_ROLE_KEY, s->at);
    s->sensitive = with_role(table, TACIT_ROLE_SENSITIVE, s->at + n);
    s->count = tacit_table_find(table, TACIT_COUNT);
    s->weight = tacit_table_find(table, TACIT_WEIGHT);
    if (s->weight == n)
        s->weight = tacit_table_role_column(table, TACIT_ROLE_WEIGHT);
    s->records = tacit_table_rows(table);
    if (s->count < n) {
        const int64_t *count = tacit_column_integers(tacit_table_column(table, s->count));
        s->records = 0;
        for (size_t i = 0; i < tacit_table_rows(table); i++)
            s->records += (uint64_t)count[i];
    }
    return s->weight < n ? check_weights(cx, table, s->weight) : TACIT_OK;
}

tacit_status tacit_subject_new(tacit_ctx *cx, const tacit_table *table, tacit_subject **out)
{
    tacit_subject *s = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s, &s));
    const tacit_status status = fill_subject(cx, table, s);
    if (status != TACIT_OK) {
        tacit_subject_free(s);
        return status;
    }
    *out = s;
    return TACIT_OK;
}

const tacit_table *tacit_subject_table(const tacit_subject *s)
{
    return s->table;
}

uint64_t tacit_subject_records(const tacit_subject *s)
{
    return s->records;
}

const tacit_select *tacit_subject_keys(const tacit_subject *s)
{
    return &s->keys;
}

const tacit_select *tacit_subject_sensitive(const tacit_subject *s)
{
    return &s->sensitive;
}

bool tacit_subject_has_rows(const tacit_subject *s)
{
    return s->count == tacit_table_columns(s->table);
}

bool tacit_subject_has_weight(const tacit_subject *s)
{
    return s->weight < tacit_table_columns(s->table);
}

size_t tacit_subject_count_column(const tacit_subject *s)
{
    return s->count;
}

size_t tacit_subject_weight_column(const tacit_subject *s)
{
    return s->weight;
}

void tacit_subject_add(tacit_subject *s, const tacit_subject_extra *extra)
{
    s->extra = *extra;
    s->pair = (tacit_pair){ .original = extra->original,
                            .masked = s->table,
                            .independent = extra->independent,
                            .released = extra->released,
                            .hierarchies = extra->hierarchies,
                            .n_hierarchies = extra->n_hierarchies };
}

const tacit_pair *tacit_subject_pair(const tacit_subject *s)
{
    return &s->pair;
}

const tacit_subject_extra *tacit_subject_extra_of(const tacit_subject *s)
{
    return &s->extra;
}

static bool knows_population(const tacit_subject *s)
{
    return s->extra.population != NULL || s->extra.fraction > 0.0 || tacit_subject_has_weight(s);
}

static bool has_household(const tacit_subject *s)
{
    return tacit_table_role_column(s->table, TACIT_ROLE_HOUSEHOLD) < tacit_table_columns(s->table);
}

static bool has_same_rows(const tacit_subject *s)
{
    return !s->extra.independent &&
           tacit_table_rows(s->extra.original) == tacit_table_rows(s->table);
}

/* The needs that were added to a subject rather than given as roles of keys. */
/* Whether the table has a column to which its original gives `role`. */
static bool shares_role(const tacit_subject *s, unsigned role)
{
    const tacit_table *a = s->extra.original;
    for (size_t j = 0; j < tacit_table_columns(a); j++)
        if ((tacit_table_roles(a, j) & role) != 0 &&
            tacit_table_find(s->table, tacit_column_name(tacit_table_column(a, j))) <
                tacit_table_columns(s->table))
            return true;
    return false;
}

static tacit_status check_common(tacit_ctx *cx, const tacit_subject *s, const char *who,
                                 unsigned needs)
{
    if ((needs & TACIT_NEEDS_COMMON_KEYS) != 0 && !shares_role(s, TACIT_ROLE_KEY))
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "'%s' needs key columns that both files have; say which columns are keys.", who);
    if ((needs & TACIT_NEEDS_COMMON_SENSITIVE) != 0 && !shares_role(s, TACIT_ROLE_SENSITIVE))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs a sensitive column that both files have; say which one.",
                          who);
    return TACIT_OK;
}

/* The needs that only a subject with an original can meet. */
enum {
    OF_A_PAIR = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS | TACIT_NEEDS_COMMON_KEYS |
                TACIT_NEEDS_COMMON_SENSITIVE
};

static tacit_status check_extra(tacit_ctx *cx, const tacit_subject *s, const char *who,
                                unsigned needs)
{
    if ((needs & TACIT_NEEDS_POPULATION) != 0 && !knows_population(s))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs to know the population: a population file, a weight column "
                          "or the sampling fraction.",
                          who);
    if ((needs & OF_A_PAIR) != 0 && s->extra.original == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' compares protected data with its original, and there is none.",
                          who);
    if ((needs & TACIT_NEEDS_SAME_ROWS) != 0 && !has_same_rows(s))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "'%s' compares row by row, but the rows (%zu and %zu) do not correspond; "
                          "align them by a column that both files have.",
                          who, tacit_table_rows(s->extra.original), tacit_table_rows(s->table));
    if ((needs & TACIT_NEEDS_HOUSEHOLD) != 0 && !has_household(s))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs a household column; say which one under roles.", who);
    return check_common(cx, s, who, needs);
}

tacit_status tacit_subject_check(tacit_ctx *cx, const tacit_subject *s, const char *who,
                                 unsigned needs)
{
    if ((needs & TACIT_NEEDS_KEYS) != 0 && s->keys.n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs key columns; say which columns are keys under roles.", who);
    if ((needs & TACIT_NEEDS_SENSITIVE) != 0 && s->sensitive.n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs a sensitive column; say which one under roles.", who);
    if ((needs & TACIT_NEEDS_WEIGHT) != 0 && !tacit_subject_has_weight(s))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs a weight column; say which one under roles.", who);
    if ((needs & TACIT_NEEDS_ROWS) != 0 && !tacit_subject_has_rows(s))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs the records themselves, not only counts.", who);
    if (s->records == 0 && (needs & TACIT_TAKES_EMPTY) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "The data has no records.");
    return check_extra(cx, s, who, needs);
}

tacit_status tacit_subject_classes_by(tacit_ctx *cx, const tacit_subject *s,
                                      const tacit_select *keys, tacit_missing_rule missing,
                                      tacit_classes **out)
{
    const tacit_class_spec spec = {
        .keys = *keys, .count = s->count, .weight = s->weight, .missing = missing
    };
    return tacit_classes_new(cx, s->table, &spec, out);
}

tacit_status tacit_subject_classes(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                   const tacit_classes **out)
{
    TACIT_ASSERT((size_t)missing < RULES);
    if (s->classes[missing] == NULL)
        TACIT_TRY(tacit_subject_classes_by(cx, s, &s->keys, missing, &s->classes[missing]));
    *out = s->classes[missing];
    return TACIT_OK;
}

/* ---- population ---- */

/* Records of the population file in each class of the sample.  Sample and population are
 * classed together; a row of the sample stands above all rows of the population. */
static tacit_status count_joint(tacit_ctx *cx, tacit_subject *s, const tacit_table *joint,
                                tacit_missing_rule missing, double *F)
{
    const tacit_table *population = s->extra.population;
    const size_t n = tacit_table_rows(s->table), count = tacit_table_find(population, TACIT_COUNT);
    const int64_t *records = count < tacit_table_columns(population)
                                 ? tacit_column_integers(tacit_table_column(population, count))
                                 : NULL;
    const tacit_classes *own = s->classes[missing];
    tacit_classes *both = NULL;
    size_t *at = NULL;
    double *sum = NULL;
    TACIT_TRY(tacit_scratch(cx, s->keys.n, sizeof *at, &at));
    for (size_t j = 0; j < s->keys.n; j++)
        at[j] = j;
    const tacit_class_spec spec = { .keys = { .n = s->keys.n, .at = at },
                                    .count = s->keys.n,
                                    .weight = s->keys.n };
    TACIT_TRY(tacit_classes_new(cx, joint, &spec, &both));
    const tacit_status status = tacit_scratch(cx, both->n, sizeof *sum, &sum);
    for (size_t i = n; status == TACIT_OK && i < both->rows; i++) {
        const double r = records != NULL ? (double)records[i - n] : 1.0;
        sum[both->of_row[i]] += r;
        s->total += r;
    }
    for (size_t g = 0; status == TACIT_OK && g < own->n; g++)
        F[g] = sum[both->of_row[own->row[g]]];
    tacit_classes_free(both);
    TACIT_TRY(status);
    return tacit_blanks_count(
        cx, &(tacit_blanks){ .joint = joint, .sample = n, .records = records, .classes = own }, F);
}

static tacit_status count_population(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                     double *F)
{
    static const char *const names[2] = { "the data", "the population" };
    tacit_table *joint = NULL;
    s->total = 0.0;
    if (missing != TACIT_MISSING_CATEGORY)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "With a population file missing keys are a category "
                          "of their own; wildcards are for a sample by itself.");
    TACIT_TRY(tacit_join_rows(cx, s->table, &s->keys, s->extra.population, names, &joint));
    const tacit_status status = count_joint(cx, s, joint, missing, F);
    tacit_table_free(joint);
    TACIT_TRY(status);
    s->total = s->extra.sum != NULL ? s->extra.sum->records : s->total;
    size_t absent = 0;
    for (size_t g = 0; g < s->classes[missing]->n; g++)
        absent += F[g] < (double)s->classes[missing]->size[g];
    if (absent > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%zu key combinations of the data occur less often "
                          "in the population file; it must contain the sample.",
                          absent);
    return TACIT_OK;
}

/* Frequencies that are not already in the classes, made on first use. */
static tacit_status make_frequencies(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing)
{
    const tacit_classes *c = s->classes[missing];
    double *F = NULL;
    if (s->F[missing] != NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_alloc(cx, c->n, sizeof *F, &F));
    tacit_status status = TACIT_OK;
    const size_t mark = tacit_scratch_mark(cx);
    if (s->extra.population != NULL)
        status = count_population(cx, s, missing, F);
    else
        for (size_t g = 0; g < c->n; g++)
            F[g] = (double)c->match[g] / s->extra.fraction;
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        s->F[missing] = F;
    else
        tacit_free(F);
    return status;
}

static double total_weight(const tacit_classes *c)
{
    double sum = 0.0;
    for (size_t g = 0; g < c->n; g++)
        sum += c->weight[g];
    return sum;
}

tacit_status tacit_subject_population(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                      tacit_population *out)
{
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_classes(cx, s, missing, &c));
    TACIT_ASSERT(knows_population(s));
    if (s->extra.population == NULL && c->weight != NULL) {
        *out = (tacit_population){ .kind = TACIT_POPULATION_WEIGHTS,
                                   .F = c->match_weight,
                                   .total = total_weight(c),
                                   .words = "F is the sum of the sampling weights of the records "
                                            "that match" };
        return TACIT_OK;
    }
    TACIT_TRY(make_frequencies(cx, s, missing));
    const bool file = s->extra.population != NULL;
    *out = (tacit_population){
        .kind = file ? TACIT_POPULATION_FILE : TACIT_POPULATION_FRACTION,
        .F = s->F[missing],
        .total = file ? s->total : (double)s->records / s->extra.fraction,
        .words = file ? "F is counted in the population file"
                      : "F is the sample frequency over the sampling fraction",
    };
    return TACIT_OK;
}
