/*
 * survey.h - what other programs gave on the example survey, kept in tests/data/survey.
 *
 * The surveys are made here, so a clone of the project runs these tests.  What the command itself
 * shows is compared by survey.sh; programs that include this look at what it does not show.
 */
#ifndef TACIT_TESTS_GOLDEN_SURVEY_H
#define TACIT_TESTS_GOLDEN_SURVEY_H

#include "support/measures.h"

#include "example/survey.h"

enum { SURVEY_ENTRIES = 600, SURVEY_NAME = 160, SURVEY_SIZES = 3 };

/* The reference, and the surveys of 500, 5 000 and 20 000 rows. */
typedef struct survey {
    json_t *file;
    tacit_table *table[SURVEY_SIZES];
} survey;

/* One entry to be compared, in a context of its own. */
typedef struct survey_job {
    const json_t *entry;
    const survey *all;
    tacit_ctx *cx;
} survey_job;

/* Entries whose id begins with `prefix` are compared by `compare`. */
typedef struct survey_call {
    const char *prefix;
    void (*compare)(void **state);
} survey_call;

static const uint64_t SURVEY_ROWS[SURVEY_SIZES] = { 500, 5000, 20000 };

/* The part of an object at a path of keys such as result/right/rk, or NULL. */
static inline const json_t *survey_part(const json_t *object, const char *path)
{
    char key[64];
    const size_t n = strcspn(path, "/");
    snprintf(key, sizeof key, "%.*s", (int)n, path);
    const json_t *part = json_object_get(object, key);
    return path[n] == '\0' ? part : survey_part(part, path + n + 1);
}

/* The number there. */
static inline double survey_number(const json_t *object, const char *path)
{
    const json_t *part = survey_part(object, path);
    if (!json_is_number(part))
        fail_msg("'%s' is not a number", path);
    return json_number_value(part);
}

/* The survey that an entry is about. */
static inline tacit_table *survey_table(const survey_job *job)
{
    const double rows = survey_number(job->entry, "data/rows");
    size_t k = 0;
    while (k + 1 < SURVEY_SIZES && (double)SURVEY_ROWS[k] < rows)
        k++;
    return job->all->table[k];
}

/* Give a column its role: names of weights and households speak for themselves. */
static inline void survey_role(tacit_table *t, const char *name)
{
    const size_t j = tacit_table_find(t, name);
    assert_true(j < tacit_table_columns(t));
    tacit_table_set_roles(t, j,
                          strcmp(name, "weight") == 0      ? TACIT_ROLE_WEIGHT
                          : strcmp(name, "household") == 0 ? TACIT_ROLE_HOUSEHOLD
                                                           : TACIT_ROLE_KEY);
}

/* Roles for one name, which may be that of a set of columns. */
static inline void survey_roles_of(const survey_job *job, tacit_table *t, const char *name)
{
    const json_t *set = json_object_get(survey_part(job->all->file, "header/column_sets"), name);
    if (set == NULL)
        survey_role(t, name);
    for (size_t i = 0; i < json_array_size(set); i++)
        survey_role(t, json_string_value(json_array_get(set, i)));
}

/* The survey of an entry, its columns being keys, weight and household, the others nothing. */
static inline tacit_table *survey_subject(const survey_job *job)
{
    const json_t *columns = survey_part(job->entry, "data/columns");
    tacit_table *t = survey_table(job);
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        tacit_table_set_roles(t, j, 0);
    if (json_is_string(columns))
        survey_roles_of(job, t, json_string_value(columns));
    for (size_t i = 0; i < json_array_size(columns); i++)
        survey_roles_of(job, t, json_string_value(json_array_get(columns, i)));
    return t;
}

/* The weight of row i, from 0, in the sum that tells positions. */
static inline double survey_weight(size_t i)
{
    return (double)((i + 1) % 97 + 1);
}

/* Sum and position-weighted sum of n numbers are those at `path`; each that is not 0 may be off by
 * `each`. */
static inline void survey_sums(const survey_job *job, const char *path, const double *x, size_t n,
                               double each)
{
    const json_t *want = survey_part(job->entry, path);
    double sum = 0.0, possum = 0.0, off = 0.0, off_there = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        possum += survey_weight(i) * x[i];
        off += x[i] > 0.0 ? each : 0.0;
        off_there += x[i] > 0.0 ? survey_weight(i) * each : 0.0;
    }
    const double right = survey_number(want, "sum"), there = survey_number(want, "possum");
    assert_near(sum, right, fmax(1e-10 * fabs(right), off));
    assert_near(possum, there, fmax(1e-10 * fabs(there), off_there));
}

/* The numbers at `path`, if the entry has them, are these. */
static inline void survey_vector(const survey_job *job, const char *path, const double *x, size_t n)
{
    const json_t *want = survey_part(job->entry, path);
    if (want == NULL)
        return;
    assert_int_equal(json_array_size(want), n);
    for (size_t i = 0; i < n; i++)
        assert_near(x[i], json_number_value(json_array_get(want, i)), 1e-8 * fabs(x[i]));
}

/* cmocka's fixtures: a context in the job. */
static inline int survey_start(void **state)
{
    survey_job *job = *state;
    job->cx = tacit_ctx_new();
    return job->cx == NULL;
}

/* The other half of survey_start(). */
static inline int survey_end(void **state)
{
    survey_job *job = *state;
    tacit_ctx_free(job->cx);
    return 0;
}

/* Read the reference and make the surveys; whether that went well. */
static inline bool survey_open(tacit_ctx *cx, survey *s)
{
    char path[1024];
    const char *source = getenv("TACIT_SOURCE_DIR");
    snprintf(path, sizeof path, "%s/tests/data/survey/survey.json", source == NULL ? "." : source);
    s->file = json_load_file(path, 0, NULL);
    bool good = s->file != NULL;
    for (size_t k = 0; k < SURVEY_SIZES && good; k++) {
        tacit_survey *made = NULL;
        good = tacit_survey_new(cx, 1, SURVEY_ROWS[k], &made) == TACIT_OK;
        const tacit_rows *rows = good ? tacit_survey_source(made) : NULL;
        good = good && rows->next(cx, rows->user, &s->table[k]) == TACIT_OK &&
               tacit_table_rows(s->table[k]) == SURVEY_ROWS[k];
        tacit_survey_free(made);
    }
    return good;
}

/* The call that compares an entry, or NULL. */
static inline const survey_call *survey_call_of(const json_t *entry, const survey_call *calls,
                                                size_t n)
{
    const char *id = json_string_value(json_object_get(entry, "id"));
    for (size_t c = 0; c < n; c++)
        if (strncmp(id, calls[c].prefix, strlen(calls[c].prefix)) == 0)
            return &calls[c];
    return NULL;
}

/* Run a test for every entry that one of the calls compares; the program's status. */
static inline int survey_main(const survey_call *calls, size_t n)
{
    static survey_job jobs[SURVEY_ENTRIES];
    static struct CMUnitTest tests[SURVEY_ENTRIES];
    static char names[SURVEY_ENTRIES][SURVEY_NAME];
    survey all = { 0 };
    tacit_ctx *cx = tacit_ctx_new();
    size_t count = 0, i;
    const json_t *entry = NULL;
    if (cx == NULL || !survey_open(cx, &all))
        return 1;
    json_array_foreach(json_object_get(all.file, "entries"), i, entry)
    {
        const survey_call *call = survey_call_of(entry, calls, n);
        if (call == NULL || count == SURVEY_ENTRIES)
            continue;
        snprintf(names[count], SURVEY_NAME, "%s: %s",
                 json_string_value(json_object_get(entry, "peer")),
                 json_string_value(json_object_get(entry, "id")));
        jobs[count] = (survey_job){ .entry = entry, .all = &all };
        tests[count] = (struct CMUnitTest){ names[count], call->compare, survey_start, survey_end,
                                            &jobs[count] };
        count++;
    }
    const int status = _cmocka_run_group_tests("survey", tests, count, NULL, NULL);
    for (size_t k = 0; k < SURVEY_SIZES; k++)
        tacit_table_free(all.table[k]);
    json_decref(all.file);
    tacit_ctx_free(cx);
    return status;
}

#endif
